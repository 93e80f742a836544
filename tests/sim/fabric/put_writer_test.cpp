// The value of PUT_CTRL that PutWriter writes for a put.
#include "sim/fabric/put_writer.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

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

TEST(PutWriter, LaunchesAPreparedPutByOneWrite) {
  PutWriter writer;
  const auto writes = [&] {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> all;
    while (!writer.idle()) {
      const model::RegisterAccess access = writer.drive(true);
      all.emplace_back(access.addr, access.wdata);
    }
    return all;
  };
  using All = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  Put put{0, 8, 16, 24, 5};
  const PreparedPut prepared(put, 0x0102);
  EXPECT_EQ(prepared.go, 0x0102'0005u);
  writer.begin(prepared, 0);
  EXPECT_EQ(writes(),
            (All{{nic::put_src, 8}, {nic::put_addr, 16}, {nic::put_bytes, 24}, {nic::put_go, prepared.go}}));
  writer.begin(put, 0x0103);  // PUT_CTRL has its value
  EXPECT_EQ(writes(), (All{{nic::put_node, 0x0103}}));
}

TEST(PreparedPut, HasTheRegistersOfThePut) {
  const Topology topology = Topology::torus(4, 4);
  for (const bool signal : {false, true}) {
    for (const Order order : {Order::ascending, Order::descending}) {
      for (unsigned direction = 0; direction < 3; ++direction) {
        Put put{9, 8, 16, 24, 63, signal, {}};
        put.route.set_order(order);
        put.route.direction[0] = static_cast<Direction>(direction);
        put.route.direction[3] = static_cast<Direction>(2 - direction);
        const PreparedPut prepared(put, topology);
        EXPECT_EQ(nic::control_of_go(prepared.go), put.control());
        EXPECT_EQ(nic::go_node.of(prepared.go), topology.address(9));
        EXPECT_EQ(prepared.put(topology), put);
      }
    }
  }
}

TEST(PreparedPut, WhatItCannotExpressIsRefusedByTheNic) {
  const auto directions = [](const Put& put) { return nic::go_directions.of(PreparedPut(put, 1).go); };
  Put put;
  put.counter = 64;
  EXPECT_EQ(directions(put), 0xffu);
  put.counter = 1;
  EXPECT_EQ(directions(put), 0u);
  put.route.direction[4] = Direction::plus;
  EXPECT_EQ(directions(put), 0xffu);
}

}  // namespace
}  // namespace collnoc
