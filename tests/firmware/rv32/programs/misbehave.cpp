// Does something illegal on rank 1; the other ranks end normally.
#include "tests/firmware/rv32/programs/misbehave.hpp"

#include <cassert>
#include <cstdlib>
#include <cstring>

#include "collnoc/firmware/rv32/console.hpp"
#include "collnoc/firmware/rv32/mmio_tile.hpp"

using namespace collnoc;

namespace {

volatile std::uint32_t zero = 0;  // unknown to the compiler

volatile std::uint32_t& word(std::uint32_t address) {
  return *reinterpret_cast<volatile std::uint32_t*>(address + zero);
}

std::uint32_t descend(std::uint32_t depth) {
  volatile std::uint32_t frame[16] = {depth};
  return depth == 0 ? frame[0] : descend(depth - 1) + frame[depth % 16];
}

extern "C" [[gnu::naked, gnu::noinline]] void illegal() { asm(".word 0xffffffff"); }

extern "C" [[gnu::noinline]] void put_to(MmioTile& tile, Rank rank, std::uint32_t local,
                                         std::uint32_t bytes) {
  tile.put({rank, local, 0x2000, bytes, 1, false, {}});
}

extern "C" [[gnu::noinline]] void multicast_to(MmioTile& tile, const Box& box, Operation operation = {}) {
  Put put{0, 0x2000, 0x2000, 8, 1, false, {}};
  put.operation = operation;
  tile.put(put, box);
}

[[gnu::always_inline]] inline void wait_for_nobody(MmioTile& tile) { tile.wait(7, 1); }

extern "C" [[gnu::naked, gnu::aligned(4)]] void return_to_it() { asm("mret"); }

extern "C" [[gnu::noinline]] int misbehave(MmioTile& tile) {
  switch (static_cast<Misbehaviour>(boot_block().argument)) {
    case Misbehaviour::illegal_instruction: illegal(); break;
    case Misbehaviour::load_from_nowhere: zero = word(0x4100'0000); break;
    case Misbehaviour::store_to_nowhere: word(0x7000'0000) = 1; break;
    case Misbehaviour::store_to_program: word(0x140) = 1; break;
    case Misbehaviour::misaligned_load: zero = word(0x4000'1001); break;
    case Misbehaviour::misaligned_store: word(0x4000'1002) = 1; break;
    case Misbehaviour::jump_out_of_program: reinterpret_cast<void (*)()>(0x2000'0000 + zero)(); break;
    case Misbehaviour::stack_overflow: zero = descend(100'000); break;
    case Misbehaviour::put_just_outside: put_to(tile, size(tile), 0x2000, 8); break;
    case Misbehaviour::put_far_outside: put_to(tile, 300, 0x2000, 8); break;
    case Misbehaviour::put_misaligned:
      put_to(tile, 0, 0x2004, 8);
      tile.wait(1, 1);
      break;
    case Misbehaviour::put_of_nothing: put_to(tile, 0, 0x2000, 0); break;
    case Misbehaviour::multicast_outside: multicast_to(tile, {0, size(tile)}); break;
    case Misbehaviour::multicast_reversed: multicast_to(tile, {size(tile) - 1, 0}); break;
    case Misbehaviour::multicast_to_nobody: multicast_to(tile, {tile.rank(), tile.rank()}); break;
    case Misbehaviour::multicast_that_combines:
      multicast_to(tile, {0, size(tile) - 1}, Operation::sum_32);
      break;
    case Misbehaviour::abort: std::abort();
    case Misbehaviour::failed_assertion: assert(zero == 1); break;
    case Misbehaviour::endless_loop:
      while (zero == 0) {
      }
      break;
    case Misbehaviour::endless_wait: wait_for_nobody(tile); break;
    case Misbehaviour::wait_for_no_counter: tile.wait(static_cast<std::uint8_t>(zero + 64), ~0u); break;
    case Misbehaviour::endless_line:
      while (zero == 0) rv32::print('x');
      break;
    case Misbehaviour::exit_7: rv32::exit(7);
    case Misbehaviour::trap_loop:
      asm volatile("csrw mtvec, %0" ::"r"(0x2000'0000));
      illegal();
      break;
    case Misbehaviour::null_call: reinterpret_cast<void (*)()>(zero)(); break;
    case Misbehaviour::null_load: zero = word(8); break;
    case Misbehaviour::null_store: word(0) = 1; break;
    case Misbehaviour::endless_traps:
      asm volatile("csrw mtvec, %0" ::"r"(&return_to_it));
      illegal();
      break;
    case Misbehaviour::library_store:
      std::memset(const_cast<std::uint32_t*>(&word(0x7000'0000)), 0, 4096 + zero);
      break;
  }
  return 0;
}

}  // namespace

int main() {
  MmioTile tile;
  return tile.rank() == 1 ? misbehave(tile) : 0;
}
