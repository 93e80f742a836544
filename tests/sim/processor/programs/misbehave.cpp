// Programs that do what no program may: tests define HOW, one of the functions here. Rank 1 does it, the
// others end well.
#include <cassert>
#include <cstdlib>

#include "firmware/rv32/console.hpp"
#include "firmware/rv32/mmio_tile.hpp"

using namespace collnoc;

namespace {

volatile std::uint32_t zero = 0;

[[maybe_unused]] std::uint32_t descend(std::uint32_t depth) {
  volatile std::uint32_t frame[16] = {depth};
  return descend(depth + 1) + frame[depth % 16];
}

struct Ways {
  static void store_outside(rv32::MmioTile&) { *reinterpret_cast<volatile std::uint32_t*>(0x7000'0000) = 1; }
  static void load_outside(rv32::MmioTile&) {
    zero = *reinterpret_cast<volatile std::uint32_t*>(0x4100'0000);
  }
  static void store_into_program(rv32::MmioTile&) {
    *reinterpret_cast<volatile std::uint32_t*>(0x40 + zero) = 1;
  }
  static void misaligned(rv32::MmioTile&) { asm volatile("sw zero, 0(%0)" ::"r"(0x4000'1002)); }
  static void illegal_instruction(rv32::MmioTile&) { asm volatile(".word 0xffffffff"); }
  static void jump_outside(rv32::MmioTile&) { reinterpret_cast<void (*)()>(0x2000'0000)(); }
  static void stack_overflow(rv32::MmioTile&) { zero = descend(zero); }
  static void unknown_rank(rv32::MmioTile& tile) { tile.put({99, 0x2000, 0x2000, 8, 1, false, {}}); }
  static void misaligned_put(rv32::MmioTile& tile) { tile.put({0, 0x2001, 0x2000, 8, 1, false, {}}); }
  static void assertion(rv32::MmioTile&) { assert(zero == 1); }
  static void abortion(rv32::MmioTile&) { std::abort(); }
  static void endless_loop(rv32::MmioTile&) {
    while (zero == 0) {
    }
  }
  static void endless_wait(rv32::MmioTile& tile) { tile.wait(7, 1); }
  static void endless_text(rv32::MmioTile&) {
    while (zero == 0) rv32::print('x');
  }
};

}  // namespace

int main() {
  rv32::MmioTile tile;
  if (tile.rank() == 1) Ways::HOW(tile);
  return 0;
}
