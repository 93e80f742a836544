// Puts to itself and to its neighbour: the received data, and the time that a put takes to start.
#include <cstring>

#include "collnoc/firmware/rv32/console.hpp"
#include "collnoc/firmware/rv32/mmio_tile.hpp"

using namespace collnoc;

namespace {
alignas(8) const char source_text[] = "the bytes of a message, no multiple of 8";
alignas(8) char source[48];
alignas(8) char target[48];

std::uint32_t address_of(const void* p) { return reinterpret_cast<std::uint32_t>(p) - tile::memory_base; }
}  // namespace

int main() {
  MmioTile tile;
  std::memcpy(source, source_text, sizeof source_text);
  const Put to_itself{tile.rank(), address_of(source), address_of(target), sizeof source_text, 5, false, {}};
  tile.put(to_itself);
  tile.wait(5, 1);
  rv32::print(target, '\n');
  const Put signal{tile.rank(), 0, 0, 0, 5, true, {}};
  tile.put(signal);
  tile.put(signal);
  tile.wait(5, 3);
  tile.consume(5, 2);
  rv32::print("arrived ", rv32::nic_register(nic::counter(5)), '\n');

  // As in the executor: the put has just been computed.
  Put away = to_itself;
  away.dst = boot_block().argument;
  away.route.direction[0] = Direction::plus;
  asm volatile("" ::: "memory");
  rv32::mark(tile::mark_begin);
  tile.put(away);
  rv32::mark(tile::mark_end);

  // As in a plan: the put was prepared long before.
  PreparedPut prepared(away, tile.topology());
  wait_until(tile, tile.cycle() + 100);
  asm volatile("" : "+m"(prepared));
  rv32::mark(tile::mark_alive);
  tile.put(prepared);
  return 0;
}
