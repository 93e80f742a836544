// Tiles on the host are as strict as a NIC: threads and processes alike.
#include "collnoc/firmware/native/thread_network.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <functional>

#include "collnoc/firmware/native/host_processes.hpp"
#include "collnoc/firmware/runtime/barrier.hpp"

namespace collnoc::test {
namespace {

using ::testing::HasSubstr;

constexpr std::size_t memory = 4096;
using Body = std::function<void(ThreadTile&)>;

/// What a run on 2x2 tiles says, by threads and by processes: both the same.
std::string failure(const Body& body) {
  std::string text[2];
  for (int apart = 0; apart < 2; ++apart) {
    ThreadNetwork network(Topology::mesh(2, 2), memory);
    try {
      if (apart == 0) {
        network.run(body);
      } else {
        network.run_apart([&](ThreadTile& tile) {
          body(tile);
          return 0;
        });
      }
    } catch (const HostFailure& thrown) {
      text[apart] = thrown.what();
    }
  }
  EXPECT_EQ(text[0], text[1]);
  return text[0];
}

/// Rank 1 puts; the others end.
std::string refused(const Put& put) {
  return failure([&](ThreadTile& tile) {
    if (tile.rank() == 1) tile.put(put);
  });
}

TEST(ThreadNetwork, RefusesAPutAsANicDoes) {
  const std::string begin = "program failed: tile 1: ";
  EXPECT_EQ(refused({4, 0, 0, 8, 1, false, {}}), begin + "put to rank 4; ranks are 0 to 3");
  EXPECT_EQ(refused({0xffff'ffff, 0, 0, 8, 1, false, {}}),
            begin + "put to rank 4294967295; ranks are 0 to 3");
  EXPECT_EQ(
      refused({0, 4, 8, 8, 1, false, {}}),
      begin +
          "the NIC refuses a put: an address that is not a multiple of 8: 8 bytes from 0x4 to 0x8 of rank 0");
  EXPECT_EQ(refused({0, 0, 0, 0, 1, false, {}}),
            begin + "the NIC refuses a put: length 0: 0 bytes from 0x0 to 0x0 of rank 0");
  EXPECT_EQ(
      refused({0, 0, memory - 8, 16, 1, false, {}}),
      begin + "the NIC refuses a put: a range outside the memory: 16 bytes from 0x0 to 0xff8 of rank 0");
  EXPECT_EQ(
      refused({0, 0xffff'fff8, 0, 16, 1, false, {}}),
      begin + "the NIC refuses a put: a range outside the memory: 16 bytes from 0xfffffff8 to 0x0 of rank 0");
  EXPECT_EQ(refused({2, 0, 0, 0, 64, true, {}}),
            begin + "the NIC refuses a put: no such counter: 64; counters are 1 to 63: a signal to rank 2");
  EXPECT_EQ(refused({0, 4, 0, 0, 200, false, {}}),
            begin +
                "the NIC refuses a put: length 0, an address that is not a multiple of 8, no such counter: "
                "200; counters are 1 to 63: 0 bytes from 0x4 to 0x0 of rank 0");
  Put wrong_way{0, 0, 0, 8, 1, false, {}};  // from (1, 0) to (0, 0), in plus direction
  wrong_way.route.direction[0] = Direction::plus;
  EXPECT_EQ(refused(wrong_way),
            begin +
                "the NIC refuses a put: a direction that does not lead there: 8 bytes from 0x0 "
                "to 0x0 of rank 0");
  Put elements{0, 0, 0, 12, 1, false, {}};
  elements.operation = Operation::sum_64;
  EXPECT_THAT(refused(elements),
              HasSubstr("an unknown operation, or a length of no whole elements: 12 bytes"));
}

TEST(ThreadNetwork, RefusesAMulticastAsANicDoes) {
  const auto refused_to = [](const Box& box, std::uint32_t bytes = 8, Operation operation = {}) {
    return failure([&](ThreadTile& tile) {
      if (tile.rank() != 1) return;
      Put put{0, 0, 0, bytes, 1, false, {}};
      put.operation = operation;
      tile.put(put, box);
    });
  };
  const std::string begin = "program failed: tile 1: ", refuses = begin + "the NIC refuses a put: ";
  EXPECT_EQ(refused_to({0, 4}), begin + "put to rank 4; ranks are 0 to 3");
  EXPECT_EQ(refused_to({9, 1}), begin + "put to rank 9; ranks are 0 to 3");
  EXPECT_EQ(refused_to({3, 0}),
            refuses + "no such destination: 8 bytes from 0x0 to 0x0 of the box from rank 3 to rank 0");
  EXPECT_EQ(refused_to({1, 1}),
            refuses + "no such destination: 8 bytes from 0x0 to 0x0 of the box from rank 1 to rank 1");
  EXPECT_EQ(refused_to({0, 3}, 0),
            refuses + "length 0: 0 bytes from 0x0 to 0x0 of the box from rank 0 to rank 3");
  EXPECT_EQ(refused_to({0, 3}, 8, Operation::sum_32),
            refuses +
                "an unknown operation, or a length of no whole elements: 8 bytes from 0x0 to 0x0 of the "
                "box from rank 0 to rank 3");
}

TEST(ThreadNetwork, TakesWhatANicTakes) {
  EXPECT_EQ(refused({0, 0, memory - 8, 8, 63, false, {}}), "");
  EXPECT_EQ(refused({1, 0, 8, 3, 0, false, {}}), "");
  EXPECT_EQ(refused({3, 1, 1, 0, 1, true, {}}), "");
}

TEST(ThreadNetwork, RefusesCountersThatDoNotExist) {
  for (const int counter : {0, 64, 255}) {
    const std::string why =
        "program failed: tile 2: there is no counter " + std::to_string(counter) + "; counters are 1 to 63";
    EXPECT_EQ(failure([&](ThreadTile& tile) {
                if (tile.rank() == 2) tile.wait(static_cast<std::uint8_t>(counter), 1);
              }),
              why);
    EXPECT_EQ(failure([&](ThreadTile& tile) {
                if (tile.rank() == 2) tile.consume(static_cast<std::uint8_t>(counter), 1);
              }),
              why);
  }
}

TEST(ThreadNetwork, ALostWaitEndsWithWhoWaitsForWhat) {
  EXPECT_EQ(failure([](ThreadTile& tile) {
              if (tile.rank() == 3) tile.put({2, 0, 0, 0, 7, true, {}});
              if (tile.rank() == 2) tile.wait(7, 2);
            }),
            "deadlock: messages that nobody will send: tile 2 waits until counter 7 is 2, it is 1");
  EXPECT_EQ(failure([](ThreadTile& tile) { tile.wait(1, 1 + tile.rank()); }),
            "deadlock: messages that nobody will send: tile 0 waits until counter 1 is 1, it is 0; tile 1 "
            "waits until "
            "counter 1 is 2, it is 0; tile 2 waits until counter 1 is 3, it is 0; and 1 more tiles wait");
}

TEST(ThreadNetwork, AWaitThatIsOnlyLateIsNoDeadlock) {
  EXPECT_EQ(failure([](ThreadTile& tile) {
              if (tile.rank() != 0) return tile.wait(1, 1);
              wait_until(tile, tile.cycle() + 50'000'000);
              for (Rank to = 1; to < 4; ++to) tile.put({to, 0, 0, 0, 1, true, {}});
            }),
            "");
}

TEST(ThreadNetwork, RunsAgainAfterAFailure) {
  ThreadNetwork network(Topology::mesh(2, 2), memory);
  EXPECT_THROW(network.run([](ThreadTile& tile) { tile.put({9, 0, 0, 8, 1, false, {}}); }), HostFailure);
  network.run([](ThreadTile& tile) { barrier(tile); });
  EXPECT_EQ(network.run_apart([](ThreadTile& tile) { return barrier(tile), 0; }), std::vector<int>(4));
}

TEST(ThreadNetwork, PassesOnWhatABodyThrows) {
  ThreadNetwork network(Topology::mesh(2, 2), memory);
  EXPECT_THROW(network.run([](ThreadTile& tile) {
    if (tile.rank() == 1) throw std::out_of_range("test");
    tile.wait(1, 1);
  }),
               std::out_of_range);
}

int own = 0;  // every process has one

TEST(HostProcesses, EveryOfManyTilesHasItsOwnVariables) {
  static std::vector<Rank> heap;
  ThreadNetwork network(Topology::mesh(8, 8), memory);
  const std::vector<int> codes = network.run_apart([](ThreadTile& tile) {
    own += static_cast<int>(tile.rank());
    heap.push_back(tile.rank());
    barrier(tile);
    const bool mine = own == static_cast<int>(tile.rank()) && heap == std::vector<Rank>{tile.rank()};
    return mine ? own + 1000 : -1;
  });
  for (Rank r = 0; r < 64; ++r) EXPECT_EQ(codes[r], static_cast<int>(r) + 1000);
  EXPECT_EQ(own, 0);
}

TEST(HostProcesses, EndWhenOneCrashes) {
  ThreadNetwork network(Topology::mesh(2, 2), memory);
  try {
    network.run_apart([](ThreadTile& tile) {
      if (tile.rank() == 3) raise(SIGKILL);
      tile.wait(1, 1);
      return 0;
    });
    FAIL();
  } catch (const HostFailure& failed) {
    EXPECT_STREQ(failed.what(), "program failed: tile 3: ended by signal 9 (Killed)");
  }
}

TEST(HostProcesses, ExitEndsATileWithItsCode) {
  ThreadNetwork network(Topology::mesh(2, 2), memory);
  EXPECT_EQ(network.run_apart([](ThreadTile& tile) -> int {
    if (tile.rank() == 2) _exit(7);
    return 300;
  }),
            (std::vector<int>{300, 300, 7, 300}));
}

}  // namespace
}  // namespace collnoc::test
