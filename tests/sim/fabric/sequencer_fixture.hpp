// Plans and puts on a small mesh of nodes with sequencers, in lockstep of RTL and model.
#pragma once
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "collnoc/arch/action.hpp"
#include "tests/support/bench.hpp"

namespace collnoc::test {

using action::Kind;

inline constexpr std::uint32_t plan_base = 0x400, data_base = 0x2000, target_base = 0x4000;
// A 3x3 mesh: rank 4 has four neighbours.
inline constexpr Rank middle = 4, right = 5, left = 3;

/// Cycles from the write of PUT_NODE to the event of a message of `flits` at a neighbour.
inline constexpr Cycle software_latency(unsigned flits) { return 1 + 1 + flits + 5; }
/// From that write to the head flit on the injection channel (docs/reference/hardware.md, "Timing").
inline constexpr Cycle write_to_head = 3;

struct PutSpec {
  Rank dst = right;
  std::uint32_t bytes = 0;  ///< 0: a signal
  std::uint8_t counter = 1;
  std::uint8_t gate = 0;
  std::uint16_t count = 0, piece = 0;
  std::uint32_t local = data_base, remote = target_base;
};

/// Parameter: whether the NIC is all-port.
class SequencerFixture : public ::testing::TestWithParam<bool> {
 protected:
  SequencerFixture() : bench_(topology_, config(), NodeKind::lockstep) {}

  static HardwareConfig config() {
    HardwareConfig c;
    c.all_port = GetParam();
    c.sequencer = true;
    return c;
  }
  Fabric& fabric() { return bench_.fabric(); }
  Cycle now() { return fabric().now(); }
  const model::NodeOut& out(Rank rank) { return fabric().out(rank); }

  static std::uint64_t word(Kind kind, std::uint8_t counter = 0, std::uint32_t value = 0) {
    return action::word(kind, counter, value);
  }
  std::vector<std::uint64_t> put(const PutSpec& p) {
    action::PutWord first{static_cast<std::uint8_t>(Kind::put)};
    first.go = go_of(p.counter | (p.bytes == 0 ? nic::ctrl_signal : 0u), topology_.address(p.dst));
    first.gate = p.gate;
    first.count = p.count;
    first.piece = p.piece;
    action::PutRange range;
    range.local_addr = p.local / 8;
    range.remote_addr = p.remote / 8;
    range.bytes = p.bytes;
    return {first.word(), range.word()};
  }
  /// The channel over which rank 4 sends to `dst`, one of its neighbours.
  unsigned channel_to(Rank dst) {
    if (!GetParam()) return 0;
    for (Link l = 0; l < topology_.links(); ++l) {
      if (topology_.neighbour(middle, l) == dst) return l;
    }
    ADD_FAILURE() << "no neighbour";
    return 0;
  }

  using Actions = std::vector<std::vector<std::uint64_t>>;
  /// Writes a plan whose context `channel` has these actions; all others end at once. Returns the address of
  /// the first action.
  std::uint32_t load(Rank rank, const Actions& actions, unsigned channel) {
    std::vector<Actions> all(config_.channels(), {{word(Kind::end)}});
    all[channel] = actions;
    return load_all(rank, all)[channel];
  }
  std::vector<std::uint32_t> load_all(Rank rank, const std::vector<Actions>& contexts) {
    std::vector<std::uint32_t> begins;
    std::uint32_t at = plan_base + 8 * config_.channels();
    for (std::size_t c = 0; c < contexts.size(); ++c) {
      poke(rank, plan_base + 8 * static_cast<std::uint32_t>(c), word(Kind::chain, 0, at));
      begins.push_back(at);
      for (const auto& words : contexts[c]) {
        for (const std::uint64_t w : words) poke(rank, at, w), at += 8;
      }
    }
    bench_.write(rank, nic::seq_plan, plan_base);
    return begins;
  }
  void poke(Rank rank, std::uint32_t address, std::uint64_t value) {
    std::memcpy(fabric().memory(rank).bytes() + address, &value, 8);
  }
  std::uint64_t peek(Rank rank, std::uint32_t address) {
    std::uint64_t value = 0;
    std::memcpy(&value, fabric().memory(rank).bytes() + address, 8);
    return value;
  }
  /// Starts the plan; returns the cycle of the write.
  Cycle start(Rank rank) {
    bench_.write(rank, nic::seq_control, nic::seq_start);
    return bench_.bus(rank).last_write;
  }
  /// Steps until the event of `rank`; returns its cycle, or fails after `limit` cycles.
  Cycle event(Rank rank, Cycle limit = 500) {
    for (const Cycle end = now() + limit; now() < end;) {
      fabric().step();
      if (out(rank).event) return now();
    }
    ADD_FAILURE() << "no event at rank " << rank;
    return now();
  }
  bool running(Rank rank) { return nic::seq_running.of(bench_.read(rank, nic::seq_state)) != 0; }
  std::uint32_t counter(Rank rank, unsigned k) { return bench_.read(rank, nic::counter(k)); }

  Topology topology_ = Topology::mesh(3, 3);
  HardwareConfig config_ = config();
  Bench bench_;
};

}  // namespace collnoc::test
