// The value of PUT_CTRL that PutWriter writes for a put.
#include "sim/fabric/put_writer.hpp"

#include <gtest/gtest.h>

namespace collnoc {
namespace {

std::uint32_t ctrl_of(const Put& put) {
  PutWriter writer;
  writer.begin(put, 1);
  std::uint32_t ctrl = 0;
  while (!writer.idle()) {
    const model::RegisterAccess access = writer.drive(true);
    if (access.addr == nic::put_ctrl) ctrl = access.wdata;
  }
  return ctrl;
}

TEST(PutWriter, WritesDirectionsSignalAndOrder) {
  Put put;
  put.counter = 5;
  EXPECT_EQ(ctrl_of(put), 5u);
  put.signal = true;
  put.route.set_order(Order::descending);
  put.route.direction[0] = Direction::plus;
  put.route.direction[3] = Direction::minus;
  EXPECT_EQ(ctrl_of(put), 5u | nic::ctrl_signal | nic::ctrl_descending | nic::ctrl_direction(0, 1) |
                              nic::ctrl_direction(3, 2));
}

TEST(PutWriter, AnImpossibleDirectionIsRefusedByTheNic) {
  for (const unsigned d : {4u, 5u}) {
    for (const Direction direction : {Direction::plus, Direction::minus}) {
      Put put;
      put.route.direction[d] = direction;
      const std::uint32_t ctrl = ctrl_of(put);
      EXPECT_EQ(ctrl & (nic::ctrl_signal | nic::ctrl_descending), 0u);
      EXPECT_NE(ctrl >> 18, 0u);  // reserved: error_counter
    }
  }
}

}  // namespace
}  // namespace collnoc
