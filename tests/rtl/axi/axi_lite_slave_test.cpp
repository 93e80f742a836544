// rtl/axi/axi_lite_slave.sv between a random master and a random target.
#include <gtest/gtest.h>

#include "Vaxi_lite_slave_22.h"
#include "axi_agents.hpp"
#include "tests/support/verilated_pins.hpp"

namespace collnoc::test {
namespace {

/// Percentages of the cycles in which each side is ready.
struct Paces {
  unsigned aw, w, b, ar, r, target;
};

/// A master with `count` random writes and reads, a target that responds as configured, and all checks.
class Bench {
 public:
  Bench(const Paces& paces, unsigned count)
      : aw_(paces.aw, 1),
        w_(paces.w, 2),
        b_(paces.b, 3),
        ar_(paces.ar, 4),
        r_(paces.r, 5),
        wt_(paces.target, 6),
        rt_(paces.target, 7) {
    std::mt19937_64 random(count + paces.aw);
    for (unsigned n = 0; n < count; ++n) {
      writes_.push_back({true, static_cast<std::uint32_t>(random() & 0x3fffff),
                         static_cast<std::uint32_t>(random()), static_cast<unsigned>(random() % 16)});
      reads_.push_back({false, static_cast<std::uint32_t>(random() & 0x3fffff)});
    }
    top_.awvalid_i = top_.wvalid_i = top_.arvalid_i = 0;
    reset(top_);
  }
  void run() {
    while ((bs_ < writes_.size() || rs_ < reads_.size()) && now < 1'000'000) {
      cycle();
      if (::testing::Test::HasFatalFailure()) return;
    }
    for (unsigned n = 0; n < 20; ++n) cycle();
    EXPECT_EQ(bs_, writes_.size());
    EXPECT_EQ(rs_, reads_.size());
    EXPECT_EQ(written_, writes_.size());
    EXPECT_EQ(read_, reads_.size());
  }
  std::uint64_t now = 0, first_aw = 0, first_b = 0, last_b = 0, first_ar = 0, first_r = 0, last_r = 0;

 private:
  static unsigned resp(std::uint32_t addr) { return addr % 3 == 0 ? 0 : 1 + addr % 3; }
  static std::uint32_t value(std::uint32_t addr) { return addr * 2654435761u; }

  void cycle() {
    const bool aw = aws_ < writes_.size() && (top_.awvalid_i || aw_.next());
    const bool w = ws_ < writes_.size() && (top_.wvalid_i || w_.next());
    const bool ar = ars_ < reads_.size() && (top_.arvalid_i || ar_.next());
    outputs_follow_no_input();
    top_.awvalid_i = aw;
    top_.wvalid_i = w;
    top_.arvalid_i = ar;
    if (aw) top_.awaddr_i = writes_[aws_].addr;
    if (w) top_.wdata_i = writes_[ws_].data, top_.wstrb_i = writes_[ws_].strb;
    if (ar) top_.araddr_i = reads_[ars_].addr;
    top_.bready_i = b_.next();
    top_.rready_i = r_.next();
    top_.write_ready_i = wt_.next();
    top_.read_ready_i = rt_.next();
    settle(top_);
    top_.write_resp_i = resp(top_.write_addr_o);
    top_.read_resp_i = resp(top_.read_addr_o);
    top_.read_data_i = value(last_read_);
    settle(top_);
    target();
    b_steady_.see(top_.bvalid_o, top_.bready_i, {top_.bresp_o});
    r_steady_.see(top_.rvalid_o, top_.rready_i, {top_.rresp_o, top_.rdata_o});
    if (top_.bvalid_o && top_.bready_i) {
      ASSERT_LT(bs_, written_) << "a response without a write";
      EXPECT_EQ(top_.bresp_o, resp(writes_[bs_].addr));
      if (bs_++ == 0) first_b = now;
      last_b = now;
    }
    if (top_.rvalid_o && top_.rready_i) {
      ASSERT_LT(rs_, read_) << "a response without a read";
      EXPECT_EQ(top_.rresp_o, resp(reads_[rs_].addr));
      EXPECT_EQ(top_.rdata_o, value(reads_[rs_].addr));
      if (rs_++ == 0) first_r = now;
      last_r = now;
    }
    if (aw && top_.awready_o && aws_++ == 0) first_aw = now;
    if (w && top_.wready_o) ++ws_;
    if (ar && top_.arready_o && ars_++ == 0) first_ar = now;
    const bool taken[] = {aw && top_.awready_o, w && top_.wready_o, ar && top_.arready_o};
    edge(top_);
    if (taken[0]) top_.awvalid_i = 0;
    if (taken[1]) top_.wvalid_i = 0;
    if (taken[2]) top_.arvalid_i = 0;
    ++now;
  }
  void target() {
    if (top_.write_valid_o && top_.write_ready_i) {
      ASSERT_LT(written_, std::min(aws_, ws_));
      EXPECT_EQ(top_.write_addr_o, writes_[written_].addr);
      EXPECT_EQ(top_.write_data_o, writes_[written_].data);
      EXPECT_EQ(top_.write_strb_o, writes_[written_].strb);
      ++written_;
    }
    if (top_.read_valid_o && top_.read_ready_i) {
      ASSERT_LT(read_, ars_);
      EXPECT_EQ(top_.read_addr_o, reads_[read_].addr);
      last_read_ = top_.read_addr_o;
      ++read_;
    }
  }
  /// Inverts all inputs within one cycle: no output of the AXI side may change.
  void outputs_follow_no_input() {
    const auto outputs = [&] {
      return std::array<std::uint64_t, 8>{top_.awready_o, top_.wready_o, top_.arready_o, top_.bvalid_o,
                                          top_.rvalid_o,  top_.bresp_o,  top_.rresp_o,   top_.rdata_o};
    };
    const auto before = outputs();
    for (unsigned all = 0; all < 2; ++all) {
      top_.awvalid_i = top_.wvalid_i = top_.arvalid_i = top_.bready_i = top_.rready_i = all;
      top_.write_ready_i = top_.read_ready_i = all;
      top_.awaddr_i = top_.araddr_i = all ? 0x3fffff : 0;
      top_.wdata_i = top_.read_data_i = all ? ~0u : 0;
      top_.wstrb_i = all ? 15 : 0;
      top_.write_resp_i = top_.read_resp_i = all ? 3 : 0;
      settle(top_);
      EXPECT_EQ(outputs(), before);
    }
  }

  Vaxi_lite_slave_22 top_;
  Pace aw_, w_, b_, ar_, r_, wt_, rt_;
  std::vector<Access> writes_, reads_;
  std::size_t aws_ = 0, ws_ = 0, ars_ = 0, written_ = 0, read_ = 0, bs_ = 0, rs_ = 0;
  std::uint32_t last_read_ = 0;
  Steady b_steady_{"B"}, r_steady_{"R"};
};

TEST(AxiLiteSlave, answers_every_request_once_in_order_under_random_pauses) {
  for (const Paces& paces : {Paces{100, 100, 100, 100, 100, 100},
                             {50, 50, 50, 50, 50, 50},
                             {100, 20, 100, 100, 20, 100},
                             {20, 100, 100, 20, 100, 100},
                             {100, 100, 20, 100, 100, 50},
                             {80, 80, 80, 80, 80, 20}}) {
    Bench(paces, 3000).run();
  }
}

TEST(AxiLiteSlave, takes_a_write_and_a_read_in_every_cycle_at_the_documented_latency) {
  Bench bench({100, 100, 100, 100, 100, 100}, 1000);
  bench.run();
  EXPECT_EQ(bench.first_b - bench.first_aw, 2u);
  EXPECT_EQ(bench.first_r - bench.first_ar, 3u);
  EXPECT_EQ(bench.last_b - bench.first_b, 999u);
  EXPECT_EQ(bench.last_r - bench.first_r, 999u);
}

}  // namespace
}  // namespace collnoc::test
