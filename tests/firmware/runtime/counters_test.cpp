// Tests firmware/hal/counters.hpp: every call uses the counters that belong to it, and the guide says the
// same.
#include "collnoc/firmware/hal/counters.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <sstream>

#include "collnoc/firmware/native/counter_book.hpp"
#include "collnoc/firmware/native/thread_network.hpp"
#include "collnoc/firmware/runtime/collectives.hpp"
#include "collnoc/firmware/runtime/group.hpp"
#include "tests/support/recording_tile.hpp"

namespace collnoc::test {
namespace {

using ::testing::HasSubstr;

TEST(Counters, HaveOneOwnerEach) {
  unsigned next = 1;
  for (const CounterOwner& owner : counter_owners) {
    EXPECT_EQ(owner.first, next);
    EXPECT_LE(owner.first, owner.last);
    next = owner.last + 1u;
  }
  EXPECT_EQ(next, counter_count);
  for (unsigned counter = 1; counter < counter_count; ++counter) {
    EXPECT_LE(counter_owners[owner_of(counter)].first, counter);
    EXPECT_GE(counter_owners[owner_of(counter)].last, counter);
  }
}

TEST(Counters, AreTheSameInTheGuide) {
  std::ifstream file("docs/user/firmware.md");
  std::stringstream text;
  text << file.rdbuf();
  for (const CounterOwner& owner : counter_owners) {
    const std::string numbers = owner.first == owner.last
                                    ? std::to_string(owner.first)
                                    : std::to_string(owner.first) + " to " + std::to_string(owner.last);
    EXPECT_THAT(text.str(), HasSubstr("\n| " + numbers + " | " + owner.who + " |"));
  }
}

/// Makes the n-th call, with data of `bytes`.
template <class T>
void call(T& tile, unsigned n, std::uint32_t bytes, Rank root) {
  const Area area{0, bytes};
  switch (n) {
    case 0: broadcast(tile, area, root); break;
    case 1: scatter(tile, area, root); break;
    case 2: gather(tile, area, root); break;
    case 3: all_gather(tile, area); break;
    case 4: total_exchange(tile, area); break;
    case 5: reduce(tile, area, Op::sum, Element::u32, root); break;
    case 6: all_reduce(tile, area, Op::sum, Element::u32); break;
    case 7: reduce_scatter(tile, area, Op::sum, Element::u32); break;
    default: barrier(tile); break;
  }
}
constexpr unsigned calls = 9;

class CountersOfCalls : public ::testing::Test {
 protected:
  CountersOfCalls() { RecordProperty("seed", std::to_string(seed)); }
  std::uint32_t seed = std::random_device{}();
  std::mt19937 random{seed};

  std::uint32_t draw(std::uint32_t least, std::uint32_t most) {
    return std::uniform_int_distribution<std::uint32_t>(least, most)(random);
  }
  Topology network() {
    switch (draw(0, 5)) {
      case 0: return Topology::mesh(draw(1, 20), draw(1, 20));
      case 1: return Topology::torus(draw(2, 16), draw(2, 16));
      case 2: return Topology::complete({draw(2, 6), draw(2, 6)}, 2);
      case 3: return Topology::complete({2, 2, 2, 2, 2, 2}, draw(1, 6));
      default: return Topology({{{draw(2, 8), true}, {draw(2, 8), false}, {draw(2, 4), true}}}, 3);
    }
  }
};

TEST_F(CountersOfCalls, AreThoseOfAllTilesOrOfTheGroup) {
  for (unsigned i = 0; i < 400; ++i) {
    const Topology topology = network();
    const Rank me = draw(0, topology.size() - 1);
    const std::uint32_t bytes = draw(1, 100) * 8;
    const unsigned n = draw(0, calls - 1);
    RecordingTile tile(topology, me, std::size_t{8} * bytes * topology.size() + 4096);
    const bool in_row = draw(0, 1) == 1 && topology.extent(0) <= 32;
    GroupCounters range = GroupCounters::row;
    if (in_row) {
      auto row = row_of(tile);
      call(row, n, bytes, draw(0, size(row) - 1));
    } else {
      call(tile, n, bytes, draw(0, topology.size() - 1));
    }
    for (const Put& put : tile.puts()) {
      ASSERT_NE(put.counter, 0);
      const unsigned owner = owner_of(put.counter);
      const unsigned expected = in_row                           ? owner_of(static_cast<unsigned>(range))
                                : put.counter == barrier_counter ? owner_of(barrier_counter)
                                                                 : owner_of(1);
      ASSERT_EQ(owner, expected) << "seed " << seed << ", call " << n << " of " << topology.size()
                                 << " tiles, counter " << unsigned{put.counter};
    }
  }
}

/// What a run on the host says; empty: nothing.
template <class Body>
std::string failure(Body body) {
  ThreadNetwork network(Topology::mesh(2, 2), 1 << 16);
  try {
    network.run(body);
  } catch (const HostFailure& failure) {
    return failure.what();
  }
  return {};
}

/// The program's own use of a counter: every tile signals itself, waits and consumes.
void use(ThreadTile& tile, std::uint8_t counter) {
  tile.put(signal(tile.rank(), counter));
  tile.wait(counter, 1);
  tile.consume(counter, 1);
}

TEST_F(CountersOfCalls, CannotBeTheProgramsToo) {
  for (unsigned i = 0; i < 60; ++i) {
    const auto counter = static_cast<std::uint8_t>(draw(1, 62));
    const unsigned n = draw(0, calls - 1);
    const bool before = draw(0, 1) == 1, in_row = draw(0, 1) == 1;
    const std::string why = failure([&](ThreadTile& tile) {
      if (before) use(tile, counter);
      barrier(tile);
      if (in_row) {
        auto row = row_of(tile);
        call(row, n, 64, 0);
      } else {
        call(tile, n, 64, 0);
      }
      barrier(tile);
      if (!before) use(tile, counter);
    });
    const unsigned owner = owner_of(counter);
    const bool wrong = in_row ? owner == owner_of(static_cast<unsigned>(GroupCounters::row))
                              : owner == owner_of(1) && n != calls - 1;
    const std::string at = "seed " + std::to_string(seed) + ", call " + std::to_string(n);
    if (!wrong) {
      EXPECT_EQ(why, "") << at;
      continue;
    }
    EXPECT_THAT(why, HasSubstr(": the put names counter " + std::to_string(counter) + ", but ")) << at;
    EXPECT_THAT(why, HasSubstr(counter_owners[owner].who)) << at;
  }
}

TEST(Counters, OfABarrierAreNotTheProgramsToo) {
  EXPECT_THAT(
      failure([](ThreadTile& tile) {
        barrier(tile);
        use(tile, barrier_counter);
      }),
      HasSubstr("the put names counter 63, but 63 is that of barriers of all tiles, which the program "
                "uses too; free: 1 to 62"));
}

TEST(Counters, OfAGroupAreThoseOutside) {
  EXPECT_THAT(failure([](ThreadTile& tile) {
                auto row = row_of(tile);
                row.put(signal(row.rank(), 3));  // counter 26 of the network
                barrier(row);
              }),
              HasSubstr("the put names counter 26, but 24 to 36 are those of row_of(tile)"));
}

}  // namespace
}  // namespace collnoc::test
