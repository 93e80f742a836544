// rtl/router/route_compute.sv against its twin model/router/route_compute.hpp: for random places, every
// destination, direction, lane and virtual channel.
#include "model/router/route_compute.hpp"

#include <gtest/gtest.h>

#include <random>

#include "Vroute_from_link.h"
#include "Vroute_from_nic.h"
#include "Vroute_from_y.h"
#include "Vroute_single_vc.h"

namespace collnoc::testing {
namespace {

template <class Top>
void every_destination(unsigned vcs, unsigned in_port, bool all_port) {
  Top top;
  HardwareConfig config;
  config.vcs = vcs;
  config.all_port = all_port;
  std::mt19937 random(vcs * 8 + in_port);
  for (unsigned place = 0; place < 60; ++place) {
    const unsigned kx = 1 + random() % 9, ky = 1 + random() % 9;
    model::Place at;
    at.coord = static_cast<std::uint16_t>(random() % kx | (random() % ky) << 8);
    at.extent = static_cast<std::uint16_t>((kx - 1) | (ky - 1) << 8);
    at.wrap = static_cast<std::uint8_t>(random() % 4);
    top.valid_i = 1;
    top.coord_i = at.coord;
    top.extent_i = at.extent;
    top.wrap_i = at.wrap;
    for (unsigned to = 0; to < kx * ky; ++to) {
      for (unsigned other = 0; other < 16 * vcs; ++other) {  // source's low bits, directions, virtual channel
        model::Head head;
        head.dst = static_cast<std::uint16_t>(to % kx | to / kx << 8);
        head.src = static_cast<std::uint16_t>(other % 4);
        head.route = static_cast<std::uint8_t>(other / 4 % 4);
        const unsigned vc = other / 16;
        top.dst_i = head.dst;
        top.src_i = head.src;
        top.minus_i = head.route;
        top.vc_i = static_cast<std::uint8_t>(vc);
        top.eval();
        const model::Out expected = model::route_compute(config, at, in_port, vc, head.word());
        ASSERT_EQ(top.port_o, model::out_port(expected))
            << std::hex << at.coord << " to " << head.dst << " route " << int{head.route} << " vc " << vc;
        ASSERT_EQ(top.vc_o, model::out_vc(expected))
            << std::hex << at.coord << " to " << head.dst << " route " << int{head.route} << " vc " << vc;
      }
    }
  }
}

TEST(RouteCompute, equals_the_model_from_a_link_of_x) { every_destination<Vroute_from_link>(4, 1, false); }
TEST(RouteCompute, equals_the_model_from_a_link_of_y) { every_destination<Vroute_from_y>(2, 2, true); }
TEST(RouteCompute, equals_the_model_from_the_nic) { every_destination<Vroute_from_nic>(3, 4, false); }
TEST(RouteCompute, equals_the_model_with_one_virtual_channel) {
  every_destination<Vroute_single_vc>(1, 0, true);
}

TEST(RouteCompute, takes_x_before_y) {
  Vroute_from_nic top;
  top.valid_i = 1;
  top.extent_i = 0x0707;
  top.coord_i = 0x0202;
  top.dst_i = 0x0503;
  top.eval();
  EXPECT_EQ(top.port_o, 0);
  top.coord_i = 0x0203;
  top.eval();
  EXPECT_EQ(top.port_o, 2);
  top.coord_i = 0x0503;
  top.eval();
  EXPECT_EQ(top.port_o, 4);
}

TEST(RouteCompute, changes_class_on_the_wrap_link) {
  Vroute_from_link top;  // 4 virtual channels: class 0 owns 0 and 1, class 1 owns 2 and 3
  top.valid_i = 1;
  top.extent_i = 0x0007;
  top.wrap_i = 1;
  top.dst_i = 0x0001;
  top.vc_i = 0;
  for (unsigned x : {5u, 6u}) {
    top.coord_i = static_cast<std::uint16_t>(x);
    top.eval();
    EXPECT_LT(top.vc_o, 2) << x;
  }
  top.coord_i = 7;
  top.eval();
  EXPECT_GE(top.vc_o, 2);
  top.coord_i = 0;
  top.vc_i = 3;
  top.eval();
  EXPECT_GE(top.vc_o, 2);
}

}  // namespace
}  // namespace collnoc::testing
