// Every collective call, started and finished later, with all results checked; for tiles on the host and for
// programs on processors.
#pragma once
#include <cstdint>

#include "collnoc/firmware/runtime/collectives.hpp"
#include "collnoc/firmware/runtime/group.hpp"
#include "collnoc/firmware/runtime/later.hpp"

namespace collnoc::test {

/// Calls every collective of `tile`, which may be a group, with vectors and blocks of `words` words in memory
/// from `base` on; between() is called while each is pending. Returns the number of wrong words.
template <Tile T, class Between>
unsigned wrong_when_finished_later(T& tile, std::uint32_t base, std::uint32_t words, Between between) {
  const Rank n = size(tile), me = tile.rank(), root = n / 2;
  const Area area{base, 4 * words};
  const auto stride = static_cast<std::uint32_t>(padded(area.bytes));
  unsigned wrong = 0;
  const auto at = [&](std::uint32_t address) {
    return reinterpret_cast<std::uint32_t*>(tile.memory().data() + address);
  };
  const auto put = [&](std::uint32_t block, std::uint32_t value) {
    for (std::uint32_t i = 0; i < words; ++i) at(base + block * stride)[i] = value + i;
  };
  const auto expect = [&](std::uint32_t address, std::uint32_t value, std::uint32_t step) {
    for (std::uint32_t i = 0; i < words; ++i) wrong += at(address)[i] != value + step * i;
  };
  Later later(tile);
  const auto finish = [&](std::uint32_t result) {
    between();
    later.finish();
    return result;
  };

  put(0, me == root ? 1000 : 0);
  barrier(tile);
  expect(finish(broadcast(later, area, root)), 1000, 1);

  for (Rank r = 0; r < n; ++r) put(r, me == root ? 10 * r : 0);
  barrier(tile);
  expect(finish(scatter(later, area, root)), 10 * me, 1);

  for (Rank r = 0; r < n; ++r) put(r, r == me ? 7 * me : 0);
  barrier(tile);
  const std::uint32_t gathered = finish(gather(later, area, root));
  for (Rank r = 0; me == root && r < n; ++r) expect(gathered + r * stride, 7 * r, 1);

  for (Rank r = 0; r < n; ++r) put(r, r == me ? 9 * me : 0);
  barrier(tile);
  const std::uint32_t all = finish(all_gather(later, area));
  for (Rank r = 0; r < n; ++r) expect(all + r * stride, 9 * r, 1);

  for (Rank r = 0; r < n; ++r) put(r, 100 * me + r);
  const std::uint32_t exchanged = finish(total_exchange(later, area));
  for (Rank r = 0; r < n; ++r)
    if (r != me) expect(exchanged + r * stride, 100 * r + me, 1);

  put(0, me + 1);
  const std::uint32_t most = finish(reduce(later, area, Op::max, Element::u32, root));
  if (me == root) expect(most, n, 1);

  put(0, me);
  expect(finish(all_reduce(later, area, Op::sum, Element::u32)), n * (n - 1) / 2, n);

  for (Rank r = 0; r < n; ++r) put(r, 3 * r + me);
  expect(finish(reduce_scatter(later, area, Op::sum, Element::i32)), 3 * me * n + n * (n - 1) / 2, n);
  return wrong;
}

/// Calls of the network and of groups, while others make blocking calls.
template <Tile T>
unsigned wrong_laters(T& tile, std::uint32_t base, std::uint32_t words) {
  auto row = row_of(tile), column = column_of(tile);
  const std::uint32_t other = base, from = base + 128;
  unsigned wrong = 0;
  const auto sum_in = [&](auto& group) {
    return [&] {
      auto& number = *reinterpret_cast<std::uint32_t*>(tile.memory().data() + other);
      number = group.rank();
      const std::uint32_t sum = all_reduce(group, Area{other, 4}, Op::sum, Element::u32);
      const Rank n = size(group);
      wrong += *reinterpret_cast<std::uint32_t*>(tile.memory().data() + sum) != n * (n - 1) / 2;
    };
  };
  wrong += wrong_when_finished_later(tile, from, words, sum_in(row));
  barrier(tile);  // a tile that is ahead writes to this one's memory
  wrong += wrong_when_finished_later(row, from, words, sum_in(column));
  barrier(tile);
  wrong += wrong_when_finished_later(column, from, words, sum_in(tile));
  return wrong;
}

}  // namespace collnoc::test
