// One node where no simulated network reaches: corners of networks of 256 x 256, all of a memory of 2 MiB, a
// cycle counter about to wrap. The test plays the neighbours and the memory; RTL and model are in lockstep.
#include <gtest/gtest.h>

#include <bit>
#include <deque>
#include <random>

#include "model/tile/tile_memory.hpp"
#include "sim/fabric/put_writer.hpp"
#include "tests/support/backend.hpp"

namespace collnoc::testing {
namespace {

constexpr unsigned links = 4, vcs = 2, words = 1u << 18;
constexpr std::uint64_t stop = 3000;

struct Corner {
  bool all_port;
  std::uint16_t coord, extent;
  std::uint8_t wrap;
  std::uint32_t mem_words, cycle;
};

/// What is driven on one link towards the node: whole packets, one after the other on each virtual channel.
struct Sender {
  std::array<std::deque<std::array<std::uint64_t, 2>>, vcs> flits;  // data; 1 head, 2 tail
  std::array<unsigned, vcs> credits{};
};

class NodeCorner : public ::testing::TestWithParam<Corner> {
 protected:
  NodeCorner() {
    place_.coord = GetParam().coord;
    place_.extent = GetParam().extent;
    place_.wrap = GetParam().wrap;
    place_.mem_words = GetParam().mem_words;
    config_.all_port = GetParam().all_port;
    memory_ = std::make_unique<model::TileMemory>(config_, words);
    for (unsigned b = 0; b < 8 * words; ++b) memory_->bytes()[b] = static_cast<std::uint8_t>(random_());
    const auto library = test_library(config_);
    node_ = make_lockstep_node(library, config_, place_, 0, log_);
    node_->reset(out_);
    for (Sender& s : senders_) s.credits.fill(config_.vc_depth);
  }

  bool chance(unsigned percent) { return random_() % 100 < percent; }
  unsigned own(unsigned d) const { return place_.field(place_.coord, d); }
  unsigned last(unsigned d) const { return place_.field(place_.extent, d); }
  bool ring(unsigned d) const { return (place_.wrap >> d) & 1; }

  /// A destination in dimension d, towards minus or plus, or here.
  unsigned somewhere(unsigned d, bool minus) {
    if (ring(d)) return static_cast<unsigned>(random_() % (last(d) + 1));
    const unsigned from = minus ? 0 : own(d), to = minus ? own(d) : last(d);
    return from + static_cast<unsigned>(random_() % (to - from + 1));
  }

  /// A packet that comes by this link: it has come home in the dimensions below and goes on in its direction.
  void new_packet(unsigned link, unsigned vc) {
    const unsigned from = link / 2;
    model::Head head;
    for (unsigned d = 0; d < 2; ++d) {
      const bool minus = d == from ? link % 2 == 0 : random_() % 2;
      const unsigned at = d < from || (d == from && chance(40)) ? own(d) : somewhere(d, minus);
      head.dst = static_cast<std::uint16_t>(head.dst | at << (8 * d));
      head.route = static_cast<std::uint8_t>(head.route | minus << d);
    }
    head.src = static_cast<std::uint16_t>(random_());
    head.last = static_cast<std::uint8_t>(random_() % 8);
    head.counter = static_cast<std::uint8_t>(random_() % model::counters);
    head.addr = static_cast<std::uint32_t>(random_() % words);
    const unsigned payload = static_cast<unsigned>(random_() % config_.max_packet_flits);
    senders_[link].flits[vc].push_back({head.word(), payload == 0 ? 3u : 1u});
    for (unsigned f = 1; f <= payload; ++f)
      senders_[link].flits[vc].push_back({random_(), f == payload ? 2u : 0u});
    if (head.dst == place_.coord) ++arrivals_[head.counter];
  }

  void drive_links(model::NodeIn& in) {
    for (unsigned l = 0; l < links; ++l) {
      const unsigned d = l / 2;
      if (!ring(d) && own(d) == (l % 2 == 0 ? last(d) : 0)) continue;  // no neighbour
      Sender& s = senders_[l];
      const unsigned vc = static_cast<unsigned>(random_() % vcs);
      if (s.flits[vc].empty() && now_ < stop && chance(50)) new_packet(l, vc);
      if (s.flits[vc].empty() || s.credits[vc] == 0 || chance(10)) continue;
      --s.credits[vc];
      data_[l] = s.flits[vc].front()[0];
      const std::uint64_t kind = s.flits[vc].front()[1];
      s.flits[vc].pop_front();
      in.link_valid |= 1u << l;
      in.link[l] = {&data_[l], static_cast<std::uint8_t>(vc), (kind & 1) != 0, (kind & 2) != 0};
    }
  }

  /// Neighbours take every flit and give its credit back sooner or later.
  void return_credits(model::NodeIn& in) {
    for (unsigned l = 0; l < links; ++l) {
      in.credit[l] = 0;
      for (unsigned vc = 0; vc < vcs; ++vc) {
        if (held_[l][vc] == 0 || chance(30)) continue;
        --held_[l][vc];
        in.credit[l] = static_cast<std::uint8_t>(in.credit[l] | 1u << vc);
        in.link_credit |= 1u << l;
      }
    }
  }

  model::RegisterAccess drive_bus() {
    if (!writer_.idle()) return writer_.drive(out_.reg_ready);
    if (now_ >= stop || chance(40)) return {};
    if (chance(50)) return {true, false, static_cast<std::uint16_t>(random_() % 256 * 4), 0};
    Put put;
    put.counter = static_cast<std::uint8_t>(random_() % model::counters);
    put.signal = chance(20);
    put.bytes = put.signal ? 0 : 1 + static_cast<std::uint32_t>(random_() % 600);
    const std::uint32_t room = 8 * place_.mem_words - put.bytes;
    put.local = static_cast<std::uint32_t>(random_() % room) & ~7u;
    put.remote = static_cast<std::uint32_t>(random_() % room) & ~7u;
    std::uint16_t dst = place_.coord;
    if (chance(80))
      dst = static_cast<std::uint16_t>(random_() % (last(0) + 1) | random_() % (last(1) + 1) << 8);
    if (dst == place_.coord) ++arrivals_[put.counter];
    writer_.begin(put, dst, 2);
    return writer_.drive(out_.reg_ready);
  }

  void look_at_links() {
    for (unsigned l = 0; l < links; ++l) {
      if ((out_.link_credit >> l) & 1)
        for (unsigned vc = 0; vc < vcs; ++vc) senders_[l].credits[vc] += (out_.credit[l] >> vc) & 1;
      if (!((out_.link_valid >> l) & 1)) continue;
      ++held_[l][out_.link[l].vc];
      if (!out_.link[l].head) continue;
      ++left_[l];
      const model::Head head = model::Head::from_word(out_.link[l].data[0]);
      const unsigned d = head.dst % 256 != own(0) ? 0 : 1;
      EXPECT_NE(head.dst, place_.coord);
      EXPECT_EQ(l, 2 * d + ((head.route >> d) & 1)) << "to " << head.dst << " from " << place_.coord;
    }
  }

  void cycle(const model::RegisterAccess& access) {
    model::NodeIn in;
    drive_links(in);
    return_credits(in);
    look_at_links();  // what is driven in a cycle can be used, or given back, in the next
    in.access = access;
    in.cycle = static_cast<std::uint32_t>(GetParam().cycle + now_);
    memory_->access(out_);
    in.rd_gnt = memory_->rd_gnt();
    in.wr_gnt = memory_->wr_gnt();
    for (unsigned c = 0; c < config_.channels(); ++c) in.rd_data[c] = memory_->rd_data(c);
    model::NodeOut next;
    node_->tick(in, next);
    memory_->advance();
    out_ = next;
    ++now_;
  }

  std::uint32_t read(unsigned address) {
    cycle({true, false, static_cast<std::uint16_t>(address), 0});
    cycle({});
    return out_.reg_rdata;
  }

  bool busy() const {
    for (const Sender& s : senders_)
      for (unsigned vc = 0; vc < vcs; ++vc)
        if (!s.flits[vc].empty() || s.credits[vc] != config_.vc_depth) return true;
    return !out_.quiescent || out_.link_valid != 0 || !writer_.idle();
  }

  HardwareConfig config_;
  model::Place place_;
  LockstepLog log_;
  std::mt19937_64 random_{11};
  std::unique_ptr<model::TileMemory> memory_;
  std::unique_ptr<AnyNode> node_;
  model::NodeOut out_;
  std::array<Sender, links> senders_;
  std::array<std::uint64_t, links> data_{};
  std::array<std::array<unsigned, vcs>, links> held_{};
  std::array<unsigned, links> left_{};
  std::array<std::uint32_t, model::counters> arrivals_{};
  PutWriter writer_;
  std::uint64_t now_ = 0;
};

TEST_P(NodeCorner, passes_on_and_takes_in_what_neighbours_and_software_send) {
  while (now_ < stop || busy()) {
    ASSERT_LT(now_, 20 * stop) << "hangs";
    ASSERT_NO_FATAL_FAILURE(cycle(drive_bus()));
  }
  for (unsigned k = 1; k < model::counters; ++k) EXPECT_EQ(read(0x100 + 4 * k), arrivals_[k]) << k;
  EXPECT_EQ(read(0x018), 0u) << "errors";
  EXPECT_EQ(read(0x020), place_.coord);
  EXPECT_EQ(read(0x024), place_.extent);
  EXPECT_EQ(read(0x02c), place_.mem_words);
  for (unsigned l = 0; l < links; ++l) {
    const bool neighbour = ring(l / 2) || own(l / 2) != (l % 2 == 0 ? last(l / 2) : 0);
    EXPECT_EQ(left_[l] > 20, neighbour) << "link " << l << ": " << left_[l];
  }
}

TEST_P(NodeCorner, keeps_any_put_in_its_registers_and_sends_none_that_is_wrong) {
  const auto write = [&](unsigned address, std::uint32_t value) {
    while (!out_.reg_ready) cycle({});
    cycle({true, true, static_cast<std::uint16_t>(address), value});
  };
  for (unsigned n = 0; n < 200; ++n) {
    std::array<std::uint32_t, 5> put;
    for (std::uint32_t& value : put) value = static_cast<std::uint32_t>(random_());
    put[4] |= 1u << (16 + n % 16);  // no node has such an address
    for (unsigned r = 0; r < 5; ++r) write(4 * r, put[r]);
    for (unsigned r = 0; r < 5; ++r) ASSERT_EQ(read(4 * r), put[r]) << "register " << r;
    ASSERT_EQ(read(0x018) & 1, 1u);
    write(0x018, 0x3f);
    ASSERT_EQ(read(0x018), 0u);
    ASSERT_EQ(read(0x014), 0u) << "something was queued";
  }
  EXPECT_EQ(read(0x300), 0u) << "flits were injected";
}

INSTANTIATE_TEST_SUITE_P(places, NodeCorner,
                         ::testing::Values(Corner{false, 0xffff, 0xffff, 3, words, 0xfffff000},
                                           Corner{false, 0x0000, 0xffff, 0, words, 0x7ffff800},
                                           Corner{false, 0xffff, 0xffff, 0, 0x3fff8, 0xfffffc00},
                                           Corner{false, 0x5aa5, 0xffff, 2, 0x2aaa8, 0},
                                           Corner{true, 0xffff, 0xffff, 3, words, 0xfffff000},
                                           Corner{true, 0x0000, 0xffff, 0, 0x3fff8, 0x7ffff800},
                                           Corner{true, 0xa55a, 0xfefe, 1, 0x15558, 0xfffffc00}));

}  // namespace
}  // namespace collnoc::testing
