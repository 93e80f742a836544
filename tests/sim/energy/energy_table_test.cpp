// The table of energies: which hardware it has, and how it becomes the energy of a run.
#include "sim/energy/energy_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/common/user_error.hpp"

namespace collnoc::test {
namespace {

using ::testing::HasSubstr;

EnergyEntry entry(double event) {
  EnergyEntry e;
  e.buffer_write = e.buffer_read = e.crossbar = e.arbitration = e.link = event;
  e.nic_send = e.nic_receive = e.message = event;
  e.clock = 2;
  e.leakage_nw = 3000;
  e.clock_mhz = 100;
  return e;
}

TEST(Energy, EachEventCountsWhereItHappens) {
  const EnergyEvents events{1000, 70, 20, 30, 4};
  const Energy energy = energy_of(entry(1), events);
  EXPECT_DOUBLE_EQ(energy.buffer_write, 90);
  EXPECT_DOUBLE_EQ(energy.buffer_read, 100);
  EXPECT_DOUBLE_EQ(energy.crossbar, 100);
  EXPECT_DOUBLE_EQ(energy.arbitration, 100);
  EXPECT_DOUBLE_EQ(energy.link, 70);
  EXPECT_DOUBLE_EQ(energy.nic_send, 20);
  EXPECT_DOUBLE_EQ(energy.nic_receive, 30);
  EXPECT_DOUBLE_EQ(energy.message, 4);
  EXPECT_DOUBLE_EQ(energy.dynamic(), 514);
  EXPECT_DOUBLE_EQ(energy.clock, 2000);
  // 3 uW for 1000 cycles of 10 ns are 30 pJ.
  EXPECT_DOUBLE_EQ(energy.leakage, 30);
  EXPECT_DOUBLE_EQ(energy.total(), 2544);
}

TEST(Energy, TheMeasuredWidthsCostMoreTheWiderTheyAre) {
  HardwareConfig narrow, wide;
  wide.flit_bits = 128;
  const EnergyEntry& a = energy_entry(narrow);
  const EnergyEntry& b = energy_entry(wide);
  for (const auto member : {&EnergyEntry::buffer_write, &EnergyEntry::buffer_read, &EnergyEntry::crossbar,
                            &EnergyEntry::nic_send, &EnergyEntry::nic_receive, &EnergyEntry::clock}) {
    EXPECT_GT(a.*member, 0);
    EXPECT_GT(b.*member, a.*member);
    EXPECT_LT(b.*member, 3 * a.*member);
  }
  EXPECT_GT(a.leakage_nw, 0);
  EXPECT_GT(a.clock_mhz, 50);
}

TEST(Energy, HardwareThatWasNotMeasuredIsRefused) {
  HardwareConfig hardware;
  hardware.max_packet_flits = 16;  // has no influence
  EXPECT_NO_THROW(energy_entry(hardware));
  hardware.vcs = 4;
  hardware.hop_cycles = 2;
  try {
    energy_entry(hardware);
    FAIL();
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr("measured is flit_bits 64, 128 with vcs 2, hop_cycles 1"));
  }
}

TEST(Energy, ATableOfAnotherSchemaIsRefused) {
  EXPECT_ANY_THROW(parse_energy(R"({"schema": "collnoc.energy/2", "entries": []})"));
  EXPECT_ANY_THROW(
      parse_energy(R"({"schema": "collnoc.energy/1", "entries": [{"hardware": {"FLIT_W": 64}}]})"));
  EXPECT_ANY_THROW(parse_energy(R"({"schema": "collnoc.energy/1", "entries": [{"hardware": {}}]})"));
  EXPECT_ANY_THROW(parse_energy(R"({"schema": "collnoc.energy/1", "entries": []})"));
}

}  // namespace
}  // namespace collnoc::test
