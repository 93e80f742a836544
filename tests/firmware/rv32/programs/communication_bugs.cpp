// One communication bug for every argument of communication_bugs.hpp, for `collnoc run --sanitize` on 4
// tiles. In a bug,
// "// 7a" marks the line that is reported, and "// 7b" the other one, by the bug's number.
#include "tests/firmware/rv32/programs/communication_bugs.hpp"

#include <cstring>

#include "collnoc/arch/action.hpp"
#include "collnoc/firmware/runtime/barrier.hpp"
#include "collnoc/firmware/rv32/console.hpp"
#include "collnoc/firmware/rv32/mmio_tile.hpp"

using namespace collnoc;

/// As in a heap, but nothing is reused.
extern "C" [[gnu::noinline]] void free(void* block) { asm volatile("" ::"r"(block)); }

namespace {

constexpr std::uint32_t bytes = 64;
std::uint32_t buffer, other, third;  // byte addresses of free memory

volatile std::uint32_t& word(std::uint32_t address) {
  return *reinterpret_cast<volatile std::uint32_t*>(tile::memory_base + address);
}
[[gnu::always_inline]] inline void fill(std::uint32_t address, std::uint32_t size = bytes) {
  for (std::uint32_t at = 0; at < size; at += 4) word(address + at) = at;
}
Put data(Rank to, std::uint32_t from, std::uint32_t at, std::uint8_t counter) {
  return {to, from, at, bytes, counter, false, {}};
}
Put signal(Rank to, std::uint8_t counter) { return {to, 0, 0, 0, counter, true, {}}; }

/// Long enough for every message that is on its way.
void pause(MmioTile& tile) { wait_until(tile, tile.cycle() + 600); }

struct Bug {
  MmioTile& tile;
  Rank me = tile.rank();

  [[gnu::noinline]] void overwrites_source() {
    if (me != 0) return;
    fill(buffer);
    tile.put(data(1, buffer, buffer, 1));  // 1b
    word(buffer + 8) = 5;                  // 1a
  }
  [[gnu::noinline]] void overwrites_after_another_answer() {
    if (me == 0) {
      fill(buffer);
      tile.put(data(2, buffer, buffer, 1));  // 2b
      tile.put(signal(1, 1));
      tile.wait(2, 1);       // rank 1 answers, not rank 2
      word(buffer + 8) = 5;  // 2a
    } else if (me == 1) {
      tile.put(signal(0, 2));
    }
  }
  [[gnu::noinline]] void sends_a_local() {
    alignas(8) volatile std::uint32_t local[16];
    for (unsigned i = 0; i < 16; ++i) local[i] = i;
    const auto at = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(local)) - tile::memory_base;
    tile.put(data(1, at, buffer, 1));  // 3b
  }
  [[gnu::noinline]] void frees_source() {
    if (me != 0) return;
    sends_a_local();
    word(other) = 1;  // 3a
  }
  [[gnu::noinline]] void receives_into_source() {
    if (me == 0) {
      fill(buffer);
      tile.put(data(1, buffer, buffer, 1));  // 4b
    } else if (me == 2) {
      fill(other);
      pause(tile);
      tile.put(data(0, other, buffer, 1));  // 4a
    }
  }
  [[gnu::noinline]] void reads_without_wait() {
    if (me == 0) {
      fill(buffer);
      tile.put(data(1, buffer, other, 1));  // 5b
    } else if (me == 1) {
      pause(tile);
      word(third) = word(other + 4);  // 5a
    }
  }
  [[gnu::noinline]] void waits_for_too_few() {
    if (me == 0) {
      fill(buffer);
      tile.put(data(1, buffer, other, 1));
      tile.put(data(1, buffer, third, 1));  // 6b
    } else if (me == 1) {
      pause(tile);
      tile.wait(1, 1);
      word(buffer) = word(third);  // 6a
    }
  }
  [[gnu::noinline]] void waits_on_another_counter() {
    if (me == 0) {
      fill(buffer);
      tile.put(data(1, buffer, other, 3));  // 7b
    } else if (me == 2) {
      tile.put(signal(1, 4));
    } else if (me == 1) {
      pause(tile);
      tile.wait(4, 1);
      word(buffer) = word(other);  // 7a
    }
  }
  [[gnu::noinline]] void forwards_without_wait() {
    if (me == 0) {
      fill(buffer);
      tile.put(data(1, buffer, other, 1));  // 8b
    } else if (me == 1) {
      pause(tile);
      tile.put(data(3, other, other, 1));  // 8a
    }
  }
  [[gnu::noinline]] void two_senders_to_one_range() {
    if (me == 0) {
      fill(buffer);
      tile.put(data(1, buffer, other, 1));  // 9b
    } else if (me == 3) {
      fill(buffer);
      pause(tile);
      tile.put(data(1, buffer, other + 32, 2));  // 9a
    }
  }
  [[gnu::noinline]] void sends_again_without_answer() {
    if (me == 0) {
      fill(buffer);
      fill(third);
      tile.put(data(1, buffer, other, 1));  // 10b
      tile.put(data(1, third, other, 1));   // 10a
    }
  }
  [[gnu::noinline]] void answers_before_it_has_read() {
    if (me == 0) {
      fill(buffer);
      tile.put(data(1, buffer, other, 1));
      tile.wait(1, 1);
      tile.put(data(1, buffer, other, 1));  // 11b
    } else if (me == 1) {
      tile.wait(1, 1);
      tile.put(signal(0, 1));
      pause(tile);
      word(third) = word(other);  // 11a
    }
  }
  [[gnu::noinline]] void clears_the_target_late() {
    if (me == 0) {
      fill(buffer);
      tile.put(data(1, buffer, other, 1));  // 12b
    } else if (me == 1) {
      pause(tile);
      word(other) = 0;  // 12a
      tile.wait(1, 1);
    }
  }
  [[gnu::noinline]] void clears_the_target_early() {
    if (me == 0) {
      fill(buffer);
      pause(tile);
      tile.put(data(1, buffer, other, 1));  // 13a
    } else if (me == 1) {
      word(other) = 0;  // 13b
      tile.wait(1, 1);
    }
  }
  [[gnu::noinline]] void consumes_too_much() {
    if (me == 0) {
      tile.put(signal(1, 1));  // 14b
    } else if (me == 1) {
      tile.wait(1, 1);
      tile.consume(1, 2);  // 14a
    }
  }
  [[gnu::noinline]] void consumes_without_wait() {
    if (me == 0) {
      tile.put(signal(1, 1));
      tile.put(signal(1, 1));  // 15b
    } else if (me == 1) {
      pause(tile);
      tile.wait(1, 1);
      tile.consume(1, 2);  // 15a
    }
  }
  [[gnu::noinline]] void counts_data_and_signals() {
    if (me == 0) {
      fill(buffer);
      tile.put(data(1, buffer, other, 1));  // 16b
    } else if (me == 2) {
      pause(tile);
      tile.put(signal(1, 1));  // 16c
    } else if (me == 1) {
      tile.wait(1, 1);  // 16a
      pause(tile);
      pause(tile);
    }
  }
  [[gnu::noinline]] void counts_two_senders() {
    if (me == 0 || me == 2) {
      fill(buffer);
      if (me == 2) pause(tile);
      tile.put(data(1, buffer, me == 0 ? other : third, 1));  // 17b
    } else if (me == 1) {
      tile.wait(1, 1);  // 17a
      tile.consume(1, 1);
      word(buffer) = word(other);
      pause(tile);
      pause(tile);
    }
  }
  [[gnu::noinline]] void puts_to_stack() {
    if (me != 0) return;
    fill(buffer);
    tile.put(data(1, buffer, 0xf00, 1));  // 18a
  }
  [[gnu::noinline]] void puts_to_boot_block() {
    if (me != 0) return;
    fill(buffer);
    tile.put({1, buffer, boot_block_address, 8, 1, false, {}});  // 19a
  }
  [[gnu::noinline]] void puts_behind_a_variable() {
    alignas(8) static volatile std::uint32_t inbox[4];
    static volatile std::uint32_t after[32];
    inbox[0] = after[0];
    if (me != 0) return;
    fill(buffer);
    const auto at = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(inbox)) - tile::memory_base;
    tile.put({1, buffer, at, 24, 1, false, {}});  // 20a
  }
  [[gnu::noinline]] void reads_what_nobody_wrote() {
    if (me == 0) word(third) = word(buffer + 16);  // 21a
  }
  [[gnu::noinline]] void sends_what_nobody_wrote() {
    if (me != 0) return;
    fill(buffer, bytes - 8);
    tile.put(data(1, buffer, buffer, 1));  // 22a
  }

  /// Starts the sequencer with one put, which waits for nothing.
  [[gnu::noinline]] void start_plan(const Put& put) {
    const PreparedPut words(put, tile.topology());
    std::uint64_t* plan = tile.words(third).data();
    plan[0] = action::PutWord{1, words.go}.word();  // 24c
    plan[1] = action::PutRange{put.local / 8, put.remote / 8, put.bytes}.word();
    plan[2] = action::ActionWord{7}.word();
    tile.start_plan(third, 0);
  }
  [[gnu::noinline]] void overwrites_what_the_sequencer_sends() {
    if (me != 0) return;
    fill(buffer);
    start_plan(data(1, buffer, other, 1));
    pause(tile);
    word(buffer) = 1;  // 23a
    tile.finish_plan();
  }
  [[gnu::noinline]] void plans_to_send_before_it_arrives() {
    if (me == 0) {
      fill(buffer);
      tile.put(data(1, buffer, other, 1));  // 24b
    } else if (me == 1) {
      pause(tile);
      start_plan(data(3, other, other, 1));
      tile.finish_plan();
    }
  }

  [[gnu::noinline]] void frees_a_block() {
    if (me != 0) return;
    void* const block = reinterpret_cast<void*>(tile::memory_base + buffer);
    fill(buffer);
    tile.put(data(1, buffer, other, 1));  // 25b
    free(block);                          // 25a
  }

  [[gnu::noinline]] void accumulates_where_another_sends() {
    if (me == 0) {
      fill(buffer);
      tile.put(data(1, buffer, other, 1));  // 26b
    } else if (me == 3) {
      fill(buffer);
      pause(tile);
      Put sum = data(1, buffer, other, 2);
      sum.operation = Operation::sum_32;
      tile.put(sum);  // 26a
    }
  }

  [[gnu::noinline]] void overwrites_by_the_library() {
    if (me != 0) return;
    fill(buffer);
    tile.put(data(1, buffer, other, 1));                                // 27b
    std::memset(tile.memory().data() + buffer, 0, bytes - size(tile));  // 27a
    word(third) = 1;
  }

  // No bugs.

  /// Every answer is waited for, with a counter of its own, before memory is used again.
  [[gnu::noinline]] void right_with_answers() {
    for (unsigned round = 0; round < 3; ++round) {
      if (me == 0) {
        fill(buffer);
        tile.put(data(1, buffer, other, 1));
        tile.wait(2, 1);
        tile.consume(2, 1);
      } else if (me == 1) {
        tile.wait(1, 1);
        tile.consume(1, 1);
        word(third) = word(other);
        tile.put(signal(0, 2));
      }
    }
  }
  /// The queues of the NIC are empty before memory is written again.
  [[gnu::noinline]] void right_with_status() {
    if (me != 0) return;
    fill(buffer);
    tile.put(data(1, buffer, other, 1));
    while ((rv32::nic_register(nic::status) & (nic::status_busy | nic::status_launching)) != 0) {
    }
    fill(buffer);
  }
  /// All tiles exchange with all, in rounds between barriers, each counted together.
  [[gnu::noinline]] void right_with_barriers() {
    const Rank n = size(tile);
    for (unsigned round = 0; round < 3; ++round) {
      fill(buffer);
      barrier(tile);
      for (Rank to = 0; to < n; ++to) {
        if (to != me) tile.put(data(to, buffer, other + bytes * me, 5));
      }
      tile.wait(5, n - 1);
      tile.consume(5, n - 1);
      for (Rank from = 0; from < n; ++from) {
        if (from != me) word(third + 512) = word(other + bytes * from + 4);
      }
      barrier(tile);
    }
  }
  /// A relay that waits for each piece, and counts them one by one.
  [[gnu::noinline]] void right_in_pieces() {
    for (std::uint32_t piece = 0; piece < 4; ++piece) {
      const std::uint32_t at = other + bytes * piece;
      if (me == 0) fill(at);
      if (me != 0) tile.wait(1, piece + 1);
      if (me + 1 < size(tile)) tile.put(data(me + 1, at, at, 1));
    }
    if (me != 0) tile.consume(1, 4);
  }
  /// A message ends in the middle of a word, whose other bytes belong to its receiver.
  [[gnu::noinline]] void right_beside_a_message() {
    if (me == 0) {
      fill(buffer);
      pause(tile);
      tile.put({1, buffer, other, 12, 1, false, {}});
    } else if (me == 1) {
      word(other + 12) = 7;
      tile.wait(1, 1);
      word(other + 12) = word(other + 8) + word(other + 12);
    }
  }
  /// Messages to one tile on one way arrive in order, so the second is added to the first.
  [[gnu::noinline]] void right_behind_its_own() {
    if (me == 0) {
      fill(buffer);
      tile.put(data(1, buffer, other, 1));
      Put sum = data(1, buffer, other, 1);
      sum.operation = Operation::sum_32;
      tile.put(sum);
    } else if (me == 1) {
      tile.wait(1, 2);
      if (word(other + 4) != 8) rv32::exit(1);
    }
  }
};

using Case = void (Bug::*)();
constexpr Case cases[] = {&Bug::overwrites_source,
                          &Bug::overwrites_after_another_answer,
                          &Bug::frees_source,
                          &Bug::receives_into_source,
                          &Bug::reads_without_wait,
                          &Bug::waits_for_too_few,
                          &Bug::waits_on_another_counter,
                          &Bug::forwards_without_wait,
                          &Bug::two_senders_to_one_range,
                          &Bug::sends_again_without_answer,
                          &Bug::answers_before_it_has_read,
                          &Bug::clears_the_target_late,
                          &Bug::clears_the_target_early,
                          &Bug::consumes_too_much,
                          &Bug::consumes_without_wait,
                          &Bug::counts_data_and_signals,
                          &Bug::counts_two_senders,
                          &Bug::puts_to_stack,
                          &Bug::puts_to_boot_block,
                          &Bug::puts_behind_a_variable,
                          &Bug::reads_what_nobody_wrote,
                          &Bug::sends_what_nobody_wrote,
                          &Bug::overwrites_what_the_sequencer_sends,
                          &Bug::plans_to_send_before_it_arrives,
                          &Bug::frees_a_block,
                          &Bug::accumulates_where_another_sends,
                          &Bug::overwrites_by_the_library,
                          &Bug::right_with_answers,
                          &Bug::right_with_status,
                          &Bug::right_with_barriers,
                          &Bug::right_in_pieces,
                          &Bug::right_beside_a_message,
                          &Bug::right_behind_its_own};
static_assert(std::size(cases) == communication_bugs + right_programs);

}  // namespace

int main() {
  MmioTile tile;
  buffer = boot_block().base;
  other = buffer + 1024;
  third = other + 1024;
  Bug bug{tile};
  (bug.*cases[boot_block().argument - 1])();
  return 0;
}
