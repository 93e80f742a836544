// Tests sim/schedule/payload.hpp.
#include "sim/schedule/payload.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace collnoc {
namespace {

TEST(Payload, DependsOnSourceTargetOffsetAndSeed) {
  int same[4] = {};
  for (std::uint32_t i = 0; i < 1000; ++i) {
    const std::uint8_t byte = payload_byte(3, 5, i, 1);
    same[0] += byte == payload_byte(4, 5, i, 1);
    same[1] += byte == payload_byte(3, 6, i, 1);
    same[2] += byte == payload_byte(3, 5, i + 8, 1);
    same[3] += byte == payload_byte(3, 5, i, 2);
  }
  for (int s : same) EXPECT_LT(s, 20);  // 4 of 1000 are equal by chance
}

TEST(Payload, IsAllWrongBeforeABroadcastExceptOnTheRoot) {
  const Job job{Topology::mesh(2, 2), 3, 100, 16};
  const Payload payload(Collective::broadcast, job, 9);
  for (Rank r = 0; r < 4; ++r) {
    std::vector<std::byte> memory(200);
    payload.fill(r, memory);
    const PayloadCheck result = payload.check(r, memory);
    EXPECT_EQ(result.bytes_checked, 100u);
    EXPECT_EQ(result.bytes_wrong, r == 3 ? 0u : 100u);
    EXPECT_EQ(memory[15], std::byte{0}) << "before the base";
    EXPECT_EQ(memory[116], std::byte{0}) << "after the message";
  }
}

TEST(Payload, OfATotalExchangeIsTheBlocksOfTheOthersForARank) {
  const Job job{Topology::mesh(3, 1), 0, 10};
  const Payload payload(Collective::total_exchange, job, 9);
  std::vector<std::vector<std::byte>> memory(3, std::vector<std::byte>(96));
  for (Rank r = 0; r < 3; ++r) payload.fill(r, memory[r]);
  EXPECT_EQ(payload.check(1, memory[1]).bytes_wrong, 20u);
  EXPECT_EQ(payload.check(1, memory[1]).first_wrong, receive_block(job, 0));
  for (Rank origin : {0u, 2u}) {
    std::copy_n(memory[origin].begin() + send_block(job, 1), 10,
                memory[1].begin() + receive_block(job, origin));
  }
  EXPECT_EQ(payload.check(1, memory[1]).bytes_checked, 20u);
  EXPECT_EQ(payload.check(1, memory[1]).bytes_wrong, 0u);
}

TEST(Payload, OfAnAllToAllBroadcastIsTheBlocksOfAllRanks) {
  const Job job{Topology::mesh(3, 1), 0, 10, 8};
  const Payload payload(Collective::all_to_all_broadcast, job, 9);
  std::vector<std::vector<std::byte>> memory(3, std::vector<std::byte>(56));
  for (Rank r = 0; r < 3; ++r) payload.fill(r, memory[r]);
  EXPECT_EQ(payload.check(1, memory[1]).bytes_checked, 30u);
  EXPECT_EQ(payload.check(1, memory[1]).bytes_wrong, 20u);
  EXPECT_EQ(payload.check(1, memory[1]).first_wrong, block_address(job, 0));
  for (Rank origin : {0u, 2u}) {
    std::copy_n(memory[origin].begin() + block_address(job, origin), 10,
                memory[1].begin() + block_address(job, origin));
  }
  EXPECT_EQ(payload.check(1, memory[1]).bytes_wrong, 0u);
  memory[1][block_address(job, 1) + 9] ^= std::byte{1};
  EXPECT_EQ(payload.check(1, memory[1]).first_wrong, block_address(job, 1) + 9) << "its own block is kept";
}

}  // namespace
}  // namespace collnoc
