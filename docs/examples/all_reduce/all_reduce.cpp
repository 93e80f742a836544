// All-reduce by recursive doubling: every tile has a vector of numbers, and all get the sum of all vectors.
//
//   step 1    0 <-> 1   2 <-> 3   4 <-> 5   6 <-> 7     partners differ in one bit of their ranks;
//   step 2    0 <-> 2   1 <-> 3   4 <-> 6   5 <-> 7     they exchange the sums computed so far
//   step 3    0 <-> 4   1 <-> 5   2 <-> 6   3 <-> 7
//
// If N is not a power of two and P is the next smaller one, rank P + i first sends its vector to rank i
// (step 0) and finally receives the sum from it. alpha = log2 N, or log2 P + 2; beta is the same number of
// vectors.
#include <cstddef>
#include <cstdint>

#include "collnoc/firmware/program.hpp"
#include "collnoc/firmware/runtime/barrier.hpp"

namespace {
using namespace collnoc;

/// The numbers at a byte address of the tile's memory.
template <Tile T>
std::uint32_t* numbers(T& tile, std::uint32_t address) {
  return reinterpret_cast<std::uint32_t*>(tile.memory().data() + address);
}

/// Sums the vectors of `words` numbers at byte address `base` of all tiles; returns the address of the sum.
/// Uses the memory after the vector, and counters 1 to 18. All tiles call it, with a barrier between two
/// calls.
template <Tile T>
std::uint32_t all_reduce(T& tile, std::uint32_t base, std::uint32_t words) {
  const Rank n = size(tile), me = tile.rank();
  Rank p = 1;
  while (2 * p <= n) p *= 2;

  // Each step has its own buffers: the NIC may still read what the previous step has sent, and partners that
  // are ahead may already send.
  const std::uint32_t bytes = words * 4, stride = static_cast<std::uint32_t>(padded(bytes));
  const auto sum_before = [&](std::uint32_t step) { return base + 2 * step * stride; };
  const auto inbox = [&](std::uint32_t step) { return sum_before(step) + stride; };

  const auto send = [&](Rank to, std::uint32_t step, std::uint32_t remote) {
    const auto counter = static_cast<std::uint8_t>(step + 1);
    tile.put(Put{to, sum_before(step), remote, bytes, counter, false, {}});
  };
  const auto receive = [&](std::uint32_t step) {
    const auto counter = static_cast<std::uint8_t>(step + 1);
    tile.wait(counter, 1);
    tile.consume(counter, 1);
  };
  const auto add = [&](std::uint32_t step, bool received) {
    const std::uint32_t *a = numbers(tile, sum_before(step)), *b = numbers(tile, inbox(step));
    std::uint32_t* sum = numbers(tile, sum_before(step + 1));
    for (std::uint32_t i = 0; i < words; ++i) sum[i] = a[i] + (received ? b[i] : 0);
  };

  std::uint32_t step = 0;
  if (me >= p) send(me - p, step, inbox(step));
  if (me + p < n) receive(step);
  add(step++, me + p < n);
  for (Rank bit = 1; bit < p; bit *= 2) {
    if (me < p) {
      send(me ^ bit, step, inbox(step));
      receive(step);
      add(step, true);
    }
    ++step;
  }
  if (me + p < n) send(me + p, step, sum_before(step));
  if (me >= p) receive(step);
  return sum_before(step);
}

/// Two all-reduces; returns 0 if both sums are correct.
template <Tile T>
int program(T& tile, const BootBlock& boot) {
  constexpr std::uint32_t words = 24;
  const Rank n = size(tile);
  for (std::uint32_t round = 1; round <= 2; ++round) {
    std::uint32_t* mine = numbers(tile, boot.base);
    for (std::uint32_t i = 0; i < words; ++i) mine[i] = round * tile.rank() + i;
    const std::uint32_t* sum = numbers(tile, all_reduce(tile, boot.base, words));
    for (std::uint32_t i = 0; i < words; ++i) {
      if (sum[i] != round * (n * (n - 1) / 2) + n * i) return 1;
    }
    barrier(tile);
  }
  return 0;
}

}  // namespace

COLLNOC_PROGRAM(program)
