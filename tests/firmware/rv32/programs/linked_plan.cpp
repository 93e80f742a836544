// A broadcast and an all-to-all by plans that are linked into the program: the tile plans nothing. Exit code
// 1: a byte is wrong; 2: a counter is not 0;
// 3: other hardware; 4: the memory is too small.
#include "collnoc/firmware/runtime/linked_plan.hpp"

#include <cstring>

#include "all_to_all_plan.hpp"
#include "broadcast_plan.hpp"
#include "collnoc/firmware/runtime/barrier.hpp"
#include "collnoc/firmware/rv32/mmio_tile.hpp"

using namespace collnoc;

namespace {

/// Places the plan of this tile behind the collective's memory and lets the NIC perform it.
template <class Plan>
void perform(MmioTile& tile, Plan plan_of, std::uint32_t base, std::uint32_t memory_bytes) {
  const std::uint32_t at = base + memory_bytes;
  if (!place_plan(plan_of(tile.rank()), tile.words(at), at, base)) rv32::exit(4);
  const std::uint64_t start = agree_on_start(tile, boot_block_address + offsetof(BootBlock, scratch));
  tile.start_plan(at, start);
  tile.finish_plan();
}

unsigned char byte(Rank from, Rank to, std::uint32_t i) {
  return static_cast<unsigned char>(17 * from + 5 * to + 3 * i + 1);
}

}  // namespace

int main() {
  MmioTile tile;
  if (size(tile) != broadcast_plan::ranks || MmioTile::channels() != broadcast_plan::channels) return 3;
  const std::uint32_t base = (boot_block().base + 7) / 8 * 8;
  auto* memory = reinterpret_cast<unsigned char*>(tile.memory().data()) + base;
  for (std::uint32_t i = 0; i < broadcast_plan::bytes; ++i) memory[i] = tile.rank() == 5 ? byte(5, 0, i) : 0;
  perform(tile, broadcast_plan::plan, base, broadcast_plan::memory_bytes);
  for (std::uint32_t i = 0; i < broadcast_plan::bytes; ++i) {
    if (memory[i] != byte(5, 0, i)) return 1;
  }
  barrier(tile);  // nobody sends before all have checked

  constexpr std::uint32_t block = all_to_all_plan::bytes, n = all_to_all_plan::ranks;
  for (Rank to = 0; to < n; ++to) {
    for (std::uint32_t i = 0; i < block; ++i) memory[to * block + i] = byte(tile.rank(), to, i);
  }
  std::memset(memory + n * block, 0, n * block);
  perform(tile, all_to_all_plan::plan, base, all_to_all_plan::memory_bytes);
  for (Rank from = 0; from < n; ++from) {
    for (std::uint32_t i = 0; i < block && from != tile.rank(); ++i) {
      if (memory[(n + from) * block + i] != byte(from, tile.rank(), i)) return 1;
    }
  }
  for (unsigned k = 1; k < 64; ++k) {
    if (rv32::nic_register(nic::counter(k)) != 0) return 2;
  }
  return 0;
}
