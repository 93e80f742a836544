// In lockstep at SystemC's pins, a flipped bit of any output pin is one report, whether the RTL drives the
// wrong value or the model: with the cycle, the node, the pin and both values. Drawn anew in every run.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <deque>
#include <iostream>
#include <random>

#include "collnoc/model/systemc/network_module.hpp"
#include "sim/systemc/native_tiles.hpp"
#include "sim/systemc/reporting_node.hpp"
#include "sim/topology/link_name.hpp"
#include "tests/sim/systemc/script.hpp"
#include "tests/support/fault.hpp"
#include "tests/support/nodes.hpp"

namespace collnoc::test {
namespace {

using Random = std::mt19937;
using Undo = std::function<void()>;
enum class Side { rtl, model };

constexpr const char* pins[] = {"valid",       "head",        "tail",        "vc",       "data",
                                "credit",      "reg_ready_o", "reg_rdata_o", "event_o",  "held_o",
                                "quiescent_o", "rd_req_o",    "rd_addr_o",   "wr_req_o", "wr_addr_o",
                                "wr_data_o",   "wr_strb_o"};

/// Flips a bit of what a node drives.
class Flip {
 public:
  Flip(const HardwareConfig& config, Random& random) : config_(config), random_(random) {}

  /// Of the pin, at a link or channel where it has a meaning in this cycle, if there is one. `undo` sets it
  /// back.
  std::optional<Damage> operator()(const std::string& pin, model::NodeOut& out, Undo& undo) {
    const unsigned words = config_.flit_bits / 64;
    const auto at = [&](std::uint32_t mask, auto&& f) -> std::optional<Damage> {
      if (mask == 0) return std::nullopt;
      for (unsigned n = below(std::popcount(mask)); n > 0; --n) mask &= mask - 1;
      return f(static_cast<unsigned>(std::countr_zero(mask)));
    };
    const auto bit = [&](auto& value, unsigned bits) { return flipped(value, bits, undo); };
    const auto word = [&](const std::uint64_t*& data) { return flipped_word(data, words, undo); };
    if (pin == "reg_ready_o") return bit(out.reg_ready, 1);
    if (pin == "reg_rdata_o") return bit(out.reg_rdata, 32);
    if (pin == "event_o") return bit(out.event, 1);
    if (pin == "held_o") return bit(out.held, 1);
    if (pin == "quiescent_o") return bit(out.quiescent, 1);
    if (pin == "rd_req_o") return bit(out.rd_req, config_.reads());
    if (pin == "wr_req_o") return bit(out.wr_req, config_.channels());
    if (pin == "rd_addr_o") return at(out.rd_req, [&](unsigned r) { return bit(out.rd_addr[r], 18); });
    if (pin == "wr_addr_o") return at(out.wr_req, [&](unsigned c) { return bit(out.wr_addr[c], 18); });
    if (pin == "wr_data_o") return at(out.wr_req, [&](unsigned c) { return word(out.wr_data[c]); });
    if (pin == "wr_strb_o") return at(out.wr_req, [&](unsigned c) { return bit(out.wr_strb[c], 8 * words); });
    const bool of_flit = pin != "valid" && pin != "credit";
    return at(of_flit ? out.link_valid : (1u << config_.links()) - 1, [&](unsigned l) {
      Damage damage = pin == "valid"    ? valid(out, l, undo)
                      : pin == "credit" ? credit(out, l, undo)
                      : pin == "head"   ? bit(out.link[l].head, 1)
                      : pin == "tail"   ? bit(out.link[l].tail, 1)
                      : pin == "vc"     ? bit(out.link[l].vc, 1)
                                        : word(out.link[l].data);
      damage.where = "link " + link_name(config_.topology, config_.radix, l);
      return damage;
    });
  }
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }

 private:
  template <class T>
  Damage flipped(T& value, unsigned bits, Undo& undo) {
    const T was = value;
    value = static_cast<T>(was ^ std::uint64_t{1} << below(bits));
    undo = [&value, was] { value = was; };
    return {"pin", std::uint64_t{was}, std::uint64_t{value}};
  }
  Damage flipped_word(const std::uint64_t*& data, unsigned words, Undo& undo) {
    const auto copy = std::make_shared<std::vector<std::uint64_t>>(data, data + words);
    std::uint64_t& word = (*copy)[below(words)];
    const Damage damage = flipped(word, 64, undo);
    undo = [&data, copy, was = data] { data = was; };
    data = copy->data();
    return damage;
  }
  static Damage valid(model::NodeOut& out, unsigned link, Undo& undo) {
    undo = [&out, was = out.link_valid] { out.link_valid = was; };
    out.link_valid ^= 1u << link;
    const std::uint64_t is = out.link_valid >> link & 1;
    return {"", is ^ 1, is};
  }
  Damage credit(model::NodeOut& out, unsigned link, Undo& undo) {
    const std::uint8_t old = out.credit[link];
    const std::uint8_t was = (out.link_credit >> link & 1) != 0 ? old : 0;
    const auto is = static_cast<std::uint8_t>(was ^ 1 << below(config_.vcs));
    undo = [&out, link, old, mask = out.link_credit] {
      out.credit[link] = old;
      out.link_credit = mask;
    };
    out.credit[link] = is;
    out.link_credit = (out.link_credit & ~(1u << link)) | unsigned{is != 0} << link;
    return {"", was, is};
  }

  HardwareConfig config_;
  Random& random_;
};

/// A fault of a node, in the first cycle from `from` on in which its pin has a meaning.
struct PinFault {
  Cycle from;
  const char* pin;
  Side side;
};

/// RTL and model in lockstep, one of which drives a wrong value in some cycles. A wrong value is reported,
/// but goes nowhere, so that the network goes on as it should.
class FaultyNode final : public model::ClockedNode {
 public:
  FaultyNode(std::shared_ptr<VerilatedLibrary> library, const HardwareConfig& config,
             const model::Place& place, Rank rank, LockstepLog& log, std::deque<PinFault>& faults, Flip& flip,
             std::vector<std::string>& expected)
      : faults_(faults),
        flip_(flip),
        expected_(expected),
        node_(make_lockstep_node(
            std::move(library), config, place, rank, log,
            {.inject_fault = [this](Cycle cycle, Rank r, model::Node&,
                                    model::NodeOut& out) { inject(Side::model, cycle, r, out); },
             .inject_rtl_fault = [this](Cycle cycle, Rank r,
                                        model::NodeOut& out) { inject(Side::rtl, cycle, r, out); }})) {}
  void reset(model::NodeOut& out) override { node_.reset(out); }
  void tick(const model::NodeIn& in, model::NodeOut& out) override {
    node_.tick(in, out);
    if (undo_) std::exchange(undo_, {})();
  }

 private:
  void inject(Side side, Cycle cycle, Rank rank, model::NodeOut& out) {
    if (faults_.empty() || undo_) return;
    const PinFault fault = faults_.front();
    if (fault.side != side || cycle < fault.from) return;
    const auto damage = flip_(fault.pin, out, undo_);
    if (!damage) return;
    faults_.pop_front();
    const auto [rtl, own] = side == Side::rtl ? std::pair{damage->actual, damage->expected}
                                              : std::pair{damage->expected, damage->actual};
    expected_.push_back(fmt::format("/collnoc/lockstep cycle {}, node {}, {} {}: RTL {:#x}, model {:#x}",
                                    cycle, rank, damage->where, fault.pin, rtl, own));
  }

  std::deque<PinFault>& faults_;
  Flip& flip_;
  std::vector<std::string>& expected_;
  Undo undo_;
  systemc::ReportingNode node_;
};

std::vector<std::string> reports;

void expect_a_report_of_each_fault(bool all_port) {
  const Topology topology = Topology::torus(3, 3);
  HardwareConfig config;
  config.all_port = all_port;
  config.fit(topology);
  const unsigned seed = std::random_device{}();
  std::cout << "seed " << seed << "\n";
  Random random(seed);
  Flip flip(config, random);
  std::vector<std::deque<PinFault>> faults(topology.size());
  std::vector<std::string> expected;
  constexpr unsigned of_each = 6;
  for (const char* pin : pins)
    for (const Side side : {Side::rtl, Side::model})
      for (unsigned n = 0; n < of_each; ++n)
        faults[flip.below(topology.size())].push_back({20 + flip.below(1000), pin, side});
  for (auto& of_node : faults)
    std::sort(of_node.begin(), of_node.end(), [](const auto& a, const auto& b) { return a.from < b.from; });

  LockstepLog log;
  const auto library = test_library(config);
  sc_core::sc_clock clk("clk", 10, sc_core::SC_NS);
  sc_core::sc_signal<bool> rst_n("rst_n", false);
  systemc::NetworkModule network(
      "network", topology, config, script_words(topology), [&](Rank r) -> systemc::NodeMaker {
        return [&, r](const HardwareConfig& c, const model::Place& place) {
          return std::make_unique<FaultyNode>(library, c, place, r, log, faults[r], flip, expected);
        };
      });
  network.clk_i(clk);
  network.rst_ni(rst_n);
  const systemc::NativeTiles tiles(
      "tiles", topology, [&](Rank r) -> systemc::TileBus& { return network.bus(r); }, {},
      [&](systemc::NativeTile& tile) { chatter(tile, network.bus(tile.rank()), false); });
  sc_core::sc_report_handler::set_handler([](const sc_core::sc_report& report, const sc_core::sc_actions&) {
    EXPECT_EQ(report.get_severity(), sc_core::SC_ERROR);
    reports.push_back(std::string(report.get_msg_type()) + " " + report.get_msg());
  });
  sc_core::sc_start(31, sc_core::SC_NS);
  rst_n = true;
  const auto left = [&](const auto& of_node) { return !of_node.empty(); };
  for (unsigned n = 0; n < 100 && std::any_of(faults.begin(), faults.end(), left); ++n)
    sc_core::sc_start(1, sc_core::SC_US);
  for (Rank r = 0; r < topology.size(); ++r)
    for (const PinFault& fault : faults[r])
      ADD_FAILURE() << "no occasion for " << fault.pin << " of node " << r << " from cycle " << fault.from;
  EXPECT_EQ(reports, expected);
  EXPECT_EQ(reports.size(), std::size(pins) * 2 * of_each);
}

TEST(PinFaults, of_rtl_or_model_are_named_one_port) { expect_a_report_of_each_fault(false); }
TEST(PinFaults, of_rtl_or_model_are_named_all_port) { expect_a_report_of_each_fault(true); }

}  // namespace
}  // namespace collnoc::test
