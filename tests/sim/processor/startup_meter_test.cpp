// The first and last cycle of a measured start-up, and which messages are measured.
#include "sim/processor/startup_meter.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "collnoc/arch/nic_registers.hpp"
#include "collnoc/model/common/flit.hpp"

namespace collnoc::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::uint16_t here = 0x0102, there = 0x0304;

class MeterTest : public ::testing::Test {
 protected:
  /// Packets of 31 flits of 8 bytes after the head.
  StartupMeter meter{{0x80}, HardwareConfig{}, here};

  void launch(Cycle now, std::uint32_t bytes, std::uint32_t ctrl = 1, std::uint16_t to = there) {
    meter.wrote(now, nic::put_addr, 0x800, true);
    meter.wrote(now + 1, nic::put_bytes, bytes, true);
    meter.wrote(now + 2, nic::put_ctrl, ctrl, true);
    meter.wrote(now + 3, nic::put_node, to, true);
  }
  /// A flit on link 1.
  void flit(Cycle now, bool head, bool tail, std::uint32_t word = 0x100, std::uint16_t src = here) {
    const std::uint64_t data = std::uint64_t{word} << 46 | std::uint64_t{src} << 16 | there;
    meter.driven(now, 1, {&data, 0, head, tail});
  }
};

TEST_F(MeterTest, BeginsBeforeThePlaceOfAPutAndEndsWithTheHeadFlit) {
  meter.retired(100, 0x40);  // the jump to a place where a put begins
  meter.retired(102, 0x80);
  launch(110, 64);
  EXPECT_TRUE(meter.watching());
  flit(120, true, false, 0x100, there);  // a flit of another tile's message
  EXPECT_THAT(meter.samples(), IsEmpty());
  flit(121, true, false);
  EXPECT_THAT(meter.samples(), ElementsAre(21));
  flit(130, false, true);
  EXPECT_FALSE(meter.watching());
}

TEST_F(MeterTest, WithoutSuchAPlaceItBeginsWithTheFirstWrite) {
  meter.wrote(109, nic::put_src, 0, false);
  launch(110, 64);
  flit(121, true, false);
  EXPECT_THAT(meter.samples(), ElementsAre(12));
}

TEST_F(MeterTest, PutGoLaunchesToo) {
  meter.retired(100, 0x7c);
  meter.retired(101, 0x80);
  meter.wrote(105, nic::put_addr, 0x800, true);
  meter.wrote(106, nic::put_bytes, 64, true);
  meter.wrote(107, nic::put_go, std::uint32_t{there} << 16 | 1, false);  // the NIC is not ready
  meter.wrote(108, nic::put_go, std::uint32_t{there} << 16 | 1, true);
  flit(112, true, false);
  EXPECT_THAT(meter.samples(), ElementsAre(12));
  flit(120, false, true);
  meter.wrote(130, nic::put_go, std::uint32_t{there} << 16 | nic::go_signal | 1, true);
  flit(134, true, true);
  meter.wrote(140, nic::put_go, std::uint32_t{here} << 16 | 1, true);
  EXPECT_FALSE(meter.watching());
  EXPECT_THAT(meter.samples(), ElementsAre(12));
}

TEST_F(MeterTest, AMessageBehindAnotherIsNotMeasured) {
  launch(100, 64);
  flit(110, true, false);
  launch(112, 64);  // the first one's tail is still in the tile
  flit(119, false, true);
  flit(121, true, false);
  EXPECT_THAT(meter.samples(), ElementsAre(10));
  flit(129, false, true);
  launch(130, 64);
  flit(150, true, false);
  EXPECT_THAT(meter.samples(), ElementsAre(10, 20));
}

TEST_F(MeterTest, AMessageOfSeveralPacketsLeavesWithTheTailOfTheLast) {
  launch(100, 31 * 8 + 1);
  flit(110, true, false, 0x100);
  flit(111, false, true);
  EXPECT_TRUE(meter.watching());
  flit(112, true, false, 0x100 + 31);
  EXPECT_TRUE(meter.watching());
  flit(113, false, true);
  EXPECT_FALSE(meter.watching());
  EXPECT_THAT(meter.samples(), ElementsAre(10));
}

TEST_F(MeterTest, SignalsAndMessagesToItselfAreNotMeasured) {
  launch(100, 0, 1 | nic::ctrl_signal);
  flit(110, true, true);
  EXPECT_FALSE(meter.watching());
  launch(120, 64, 1, here);
  EXPECT_FALSE(meter.watching());
  EXPECT_THAT(meter.samples(), IsEmpty());
}

}  // namespace
}  // namespace collnoc::test
