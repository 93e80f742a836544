// Mutants of a node, by the lane, and the model of the node.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <random>
#include <stdexcept>

#include "sim/fabric/bits.hpp"
#include "sim/fabric/register_names.hpp"
#include "tests/mutants/mutant_lanes.hpp"

namespace collnoc::test {
namespace {

struct Register {
  std::string name;
  std::vector<int> places;
};

/// Gets the counts of events only.
class CountVisitor {
 public:
  using Count = std::function<void(const char* pattern, std::uint32_t& value, unsigned number)>;
  explicit CountVisitor(Count count) : count_(std::move(count)) {}
  bool arrays() const { return true; }
  template <class T>
  void operator()(const char*, T&, model::Indices) {}
  void count(const char* pattern, std::uint32_t& value, unsigned number) { count_(pattern, value, number); }
  void shown(const char*, model::Wide&, model::Indices) {}
  void shown_slice(const char*, model::Wide&, unsigned, unsigned, model::Indices) {}
  void shown_words(const char*, const std::uint64_t*, unsigned, model::Indices) {}
  void shown_flit(const char*, const std::uint64_t*, unsigned, unsigned, unsigned, model::Indices) {}

 private:
  Count count_;
};

/// Gets the sums of arrivals at every counter.
class ArrivalVisitor {
 public:
  using Sum = std::function<void(std::uint32_t& value, unsigned number)>;
  explicit ArrivalVisitor(Sum sum) : sum_(std::move(sum)) {}
  bool arrays() const { return true; }
  template <class T>
  void operator()(const char* pattern, T& value, model::Indices indices) {
    if constexpr (std::is_same_v<T, std::uint32_t>) {
      if (std::string_view(pattern) == "i_nic.i_counters.i_arrived.gen_read[0].i_ram.mem_q[%]")
        sum_(value, *indices.begin());
    }
  }
  void count(const char*, std::uint32_t&, unsigned) {}
  void shown(const char*, model::Wide&, model::Indices) {}
  void shown_slice(const char*, model::Wide&, unsigned, unsigned, model::Indices) {}
  void shown_words(const char*, const std::uint64_t*, unsigned, model::Indices) {}
  void shown_flit(const char*, const std::uint64_t*, unsigned, unsigned, unsigned, model::Indices) {}

 private:
  Sum sum_;
};

class MutantNode final : public AnyNode {
 public:
  MutantNode(MutantLanes& mutants, const HardwareConfig& config, const model::Place& place, Rank rank,
             const LockstepOptions& options, bool many_arrivals)
      : config_(config),
        rank_(rank),
        options_(options),
        many_arrivals_(many_arrivals),
        circuit_(mutants),
        model_(config, place) {
    const auto pin = [&](const char* name) { return circuit_.pin(name); };
    in_ = {pin("rst_ni"),       pin("tile_rst_ni"), pin("cycle_i"),     pin("in_valid_i"),
           pin("in_head_i"),    pin("in_tail_i"),   pin("in_vc_i"),     pin("in_data_i"),
           pin("out_credit_i"), pin("reg_valid_i"), pin("reg_write_i"), pin("reg_addr_i"),
           pin("reg_wdata_i"),  pin("rd_gnt_i"),    pin("wr_gnt_i"),    pin("rd_data_i")};
    out_ = {pin("out_valid_o"), pin("out_head_o"),  pin("out_tail_o"),  pin("out_vc_o"), pin("out_data_o"),
            pin("in_credit_o"), pin("reg_ready_o"), pin("reg_rdata_o"), pin("event_o"),  pin("quiescent_o"),
            pin("held_o"),      pin("rd_req_o"),    pin("rd_addr_o"),   pin("wr_req_o"), pin("wr_addr_o"),
            pin("wr_strb_o"),   pin("wr_data_o")};
    constexpr std::string_view known[] = {"coord_i",     "extent_i", "wrap_i",
                                          "mem_words_i", "rst_ni",   "tile_rst_ni"};
    for (const sliced::Signal& s : std::span(circuit_.api().inputs, circuit_.api().input_count)) {
      const std::string_view name = s.name;
      early_ |= s.early && !name.starts_with("mutant_") &&
                std::find(std::begin(known), std::end(known), name) == std::end(known);
    }
    circuit_.put(pin("coord_i"), place.coord);
    circuit_.put(pin("extent_i"), place.extent);
    circuit_.put(pin("wrap_i"), place.wrap);
    circuit_.put(pin("mem_words_i"), place.mem_words);
  }

  void reset(model::NodeOut& out) override {
    if (!options_.registers) start_anyhow();
    put(in_.tile_rst_ni, 1);
    put(in_.rst_ni, 0);
    for (unsigned cycle = 0; cycle < 2; ++cycle) {
      circuit_.settle();
      circuit_.step();
    }
    put(in_.rst_ni, 1);
    circuit_.settle();
    if (options_.preset) options_.preset(model_);
    model_.settle(out);
    if (options_.registers) resolve();
    compare(0, out);
  }

  void tick(const model::NodeIn& in, model::NodeOut& out) override {
    drive(in);
    if (early_ || in.tile_reset != tile_reset_) circuit_.settle();
    tile_reset_ = in.tile_reset;
    circuit_.step();
    circuit_.settle();
    was_reset_ |= in.tile_reset;
    const bool nic_resets = was_reset_ && gate_resets();
    model_.tick(in, out);
    if (nic_resets && options_.preset) options_.preset(model_);  // its counts begin there again
    since_access_ = in.access.valid ? 0 : since_access_ + 1;
    if (options_.registers && !advanced_ && ++ticks_ >= 100 && since_access_ >= 4) advance_counts();
    if (many_arrivals_ && in.cycle % 16 == 0) change_sums();
    compare(in.cycle, out);
  }

  const model::Node& state() const override { return model_; }

 private:
  void put(Places places, std::uint64_t value) { circuit_.put(places, value); }

  void start_anyhow() {
    std::minstd_rand random(1);
    for (const sliced::Signal& s : std::span(circuit_.api().registers, circuit_.api().register_count)) {
      for (unsigned b = 0; b < s.width; ++b) circuit_.put_bit(s.planes[b], random() >> 8 & 1);
    }
  }

  void drive(const model::NodeIn& in) {
    const unsigned words = config_.flit_bits / 64, vc_w = config_.vcs > 2 ? 2 : 1;
    put(in_.tile_rst_ni, !in.tile_reset);
    put(in_.cycle_i, in.cycle);
    std::uint64_t heads = 0, tails = 0, vc = 0, credits = 0;
    for (unsigned l = 0; l < config_.links(); ++l) {
      if (bit(in.link_credit, l) != 0) credits |= std::uint64_t{in.credit[l]} << (l * config_.vcs);
      if (bit(in.link_valid, l) == 0) continue;
      const model::FlitRef& flit = in.link[l];
      heads |= std::uint64_t{flit.head} << l;
      tails |= std::uint64_t{flit.tail} << l;
      vc |= std::uint64_t{flit.vc} << (l * vc_w);
      circuit_.put_words(in_.in_data_i, std::size_t{l} * config_.flit_bits, flit.data, words);
    }
    put(in_.in_valid_i, in.link_valid);
    put(in_.in_head_i, heads);
    put(in_.in_tail_i, tails);
    put(in_.in_vc_i, vc);
    put(in_.out_credit_i, credits);
    put(in_.reg_valid_i, in.access.valid);
    put(in_.reg_write_i, in.access.write);
    put(in_.reg_addr_i, in.access.addr);
    put(in_.reg_wdata_i, in.access.wdata);
    put(in_.rd_gnt_i, in.rd_gnt);
    put(in_.wr_gnt_i, in.wr_gnt);
    circuit_.put_words(in_.rd_data_i, 0, in.rd_data, std::size_t{config_.reads()} * words);
  }

  template <class Name>
  void same(std::uint64_t cycle, const Name& name, Places places, std::uint64_t value) {
    circuit_.same(places, value,
                  [&] { return fmt::format("cycle {}, node {}, pin {}", cycle, rank_, name); });
  }

  void compare(std::uint64_t cycle, const model::NodeOut& out) {
    compare_pins(cycle, out);
    if (!options_.registers) return;
    compare_registers(cycle, plain_, plain_places_);
    if (++compared_ % options_.array_period == 0) compare_registers(cycle, arrays_, array_places_);
  }

  /// As LockstepNode::compare_pins.
  void compare_pins(std::uint64_t cycle, const model::NodeOut& out) {
    const unsigned flit = config_.flit_bits, words = flit / 64, vc_w = config_.vcs > 2 ? 2 : 1;
    same(cycle, "out_valid_o", out_.out_valid_o, out.link_valid);
    for (unsigned l = 0; l < config_.links(); ++l) {
      const std::uint64_t credit = bit(out.link_credit, l) != 0 ? out.credit[l] : 0;
      same(cycle, "in_credit_o", out_.in_credit_o.subspan(std::size_t{l} * config_.vcs, config_.vcs), credit);
      if (bit(out.link_valid, l) == 0) continue;
      const model::FlitRef& own = out.link[l];
      same(cycle, "out_head_o", out_.out_head_o.subspan(l, 1), own.head);
      same(cycle, "out_tail_o", out_.out_tail_o.subspan(l, 1), own.tail);
      same(cycle, "out_vc_o", out_.out_vc_o.subspan(std::size_t{l} * vc_w, vc_w), own.vc);
      same_words(cycle, "out_data_o", out_.out_data_o, std::size_t{l} * flit, own.data, words);
    }
    same(cycle, "reg_ready_o", out_.reg_ready_o, out.reg_ready);
    same(cycle, "reg_rdata_o", out_.reg_rdata_o, out.reg_rdata);
    same(cycle, "event_o", out_.event_o, out.event);
    same(cycle, "quiescent_o", out_.quiescent_o, out.quiescent);
    same(cycle, "held_o", out_.held_o, out.held);
    same(cycle, "rd_req_o", out_.rd_req_o, out.rd_req);
    same(cycle, "wr_req_o", out_.wr_req_o, out.wr_req);
    for (unsigned r = 0; r < config_.reads(); ++r) {
      if (bit(out.rd_req, r) == 0) continue;
      same(cycle, "rd_addr_o", out_.rd_addr_o.subspan(std::size_t{r} * model::addr_w, model::addr_w),
           out.rd_addr[r]);
    }
    for (unsigned c = 0; c < config_.channels(); ++c) {
      if (bit(out.wr_req, c) == 0) continue;
      same(cycle, "wr_addr_o", out_.wr_addr_o.subspan(std::size_t{c} * model::addr_w, model::addr_w),
           out.wr_addr[c]);
      same(cycle, "wr_strb_o", out_.wr_strb_o.subspan(std::size_t{c} * flit / 8, flit / 8), out.wr_strb[c]);
      same_words(cycle, "wr_data_o", out_.wr_data_o, std::size_t{c} * flit, out.wr_data[c], words);
    }
  }
  void same_words(std::uint64_t cycle, const char* name, Places places, std::size_t first,
                  const std::uint64_t* words, std::size_t count) {
    for (std::size_t w = 0; w < count; ++w) same(cycle, name, places.subspan(first + 64 * w, 64), words[w]);
  }

  void compare_registers(std::uint64_t cycle, const std::vector<Register>& all, Places places) {
    circuit_.same_as_lane_0(places, [&] {
      for (const Register& r : all) {
        circuit_.same_as_lane_0(
            r.places, [&] { return fmt::format("cycle {}, node {}, register {}", cycle, rank_, r.name); });
      }
      return std::string("a register");
    });
  }

  /// Whether the next clock edge resets the NIC.
  bool gate_resets() const {
    bool resets = false;
    NamedVisitor visitor(
        [&](const ShownRegister& r) { resets |= r.name == "i_gate.reset_q" && r.words[0] != 0; }, false);
    model::Node::registers(std::as_const(model_), visitor);
    return resets;
  }

  /// The sums of rtl/common/event_counters.sv come near their wrap, in the model too, but for that of the
  /// counter whose turn it is, which was read already. No read of software is under way.
  void advance_counts() {
    advanced_ = true;
    CountVisitor advance([&](const char* pattern, std::uint32_t& value, unsigned number) {
      const std::string counters(pattern, std::strlen(pattern) - 1);
      if (register_of_lane_0(counters + "fresh_q") != 0 || register_of_lane_0(counters + "turn_q") == number)
        return;
      constexpr std::uint32_t more = 0xffffff00;
      for (const char* ram : {"i_turn", "i_read"}) {
        const std::string row = fmt::format("{}{}.mem_q[{}]", counters, ram, number);
        put(register_places(row), register_of_lane_0(row) + more);
      }
      value += more;
    });
    model::Node::registers(model_, advance);
  }
  /// Each counter has had as many arrivals as just before a carry into one of its bits, in the model too.
  void change_sums() {
    if (arrival_places_.empty()) {
      for (unsigned n = 0; n < 2 * model::counters; ++n)
        arrival_places_.push_back(register_places(
            fmt::format("i_nic.i_counters.i_arrived.gen_read[{}].i_ram.mem_q[{}]", n % 2, n / 2)));
    }
    ArrivalVisitor change([&](std::uint32_t& value, unsigned number) {
      value = static_cast<std::uint32_t>((std::uint64_t{1} << sums_() % 33) - 1 - sums_() % 3);
      for (unsigned ram = 0; ram < 2; ++ram) put(arrival_places_[2 * number + ram], value);
    });
    model::Node::registers(model_, change);
  }
  Places register_places(const std::string& name) const {
    for (const sliced::Signal& s : std::span(circuit_.api().registers, circuit_.api().register_count))
      if (name == s.name) return {s.planes, s.width};
    throw std::runtime_error(fmt::format("the node has no register {}", name));
  }
  std::uint64_t register_of_lane_0(const std::string& name) const {
    std::uint64_t value = 0;
    const Places places = register_places(name);
    for (std::size_t b = 0; b < places.size(); ++b)
      value |= std::uint64_t{circuit_.in_lane_0(places[b])} << b;
    return value;
  }

  // The registers that lockstep compares: those of the model, as far as synthesis kept them.
  void resolve() {
    std::map<std::string, const sliced::Signal*> signals;
    for (const sliced::Signal& s : std::span(circuit_.api().registers, circuit_.api().register_count))
      signals[s.name] = &s;
    std::size_t shown = 0, dropped = 0;
    const auto add = [&](const std::string& name, unsigned offset, unsigned width, std::vector<Register>& to,
                         std::vector<int>& places) {
      ++shown;
      const auto found = signals.find(name);
      if (found == signals.end()) {
        ++dropped;
        return;
      }
      const sliced::Signal& s = *found->second;
      Register r{name, {}};
      for (unsigned b = offset; b < std::min(s.width, width == 0 ? s.width : offset + width); ++b)
        if (s.planes[b] > 1) r.places.push_back(s.planes[b]);
      places.insert(places.end(), r.places.begin(), r.places.end());
      to.push_back(std::move(r));
    };
    std::map<std::string, bool> is_plain;
    NamedVisitor plain(
        [&](const ShownRegister& r) {
          is_plain[fmt::format("{} {}", r.name, r.offset)] = true;
          add(r.name, r.offset, r.width, plain_, plain_places_);
        },
        false);
    model::Node::registers(std::as_const(model_), plain);
    NamedVisitor arrays([&](const ShownRegister& r) {
      if (is_plain.contains(fmt::format("{} {}", r.name, r.offset))) return;
      if (!r.is_count) return add(r.name, r.offset, r.width, arrays_, array_places_);
      const auto number = static_cast<unsigned>(std::stoul(r.name.substr(r.name.rfind('.') + 1)));
      for (std::size_t p = 0; p < EventCount::parts.size(); ++p)
        add(register_name(count_part(r.name, p).c_str(), {number}), 0, 0, arrays_, array_places_);
    });
    model::Node::registers(std::as_const(model_), arrays);
    if (dropped > shown / 10)
      throw std::logic_error(fmt::format("the node in slices lacks {} of {} registers", dropped, shown));
  }

  HardwareConfig config_;
  Rank rank_;
  LockstepOptions options_;
  bool many_arrivals_;
  MutantCircuit circuit_;
  model::Node model_;
  struct Inputs {
    Places rst_ni, tile_rst_ni, cycle_i, in_valid_i, in_head_i, in_tail_i, in_vc_i, in_data_i, out_credit_i,
        reg_valid_i, reg_write_i, reg_addr_i, reg_wdata_i, rd_gnt_i, wr_gnt_i, rd_data_i;
  };
  struct Outputs {
    Places out_valid_o, out_head_o, out_tail_o, out_vc_o, out_data_o, in_credit_o, reg_ready_o, reg_rdata_o,
        event_o, quiescent_o, held_o, rd_req_o, rd_addr_o, wr_req_o, wr_addr_o, wr_strb_o, wr_data_o;
  };
  Inputs in_{};
  Outputs out_{};
  std::vector<Register> plain_, arrays_;
  std::vector<int> plain_places_, array_places_;
  std::uint64_t compared_ = 0;
  bool early_ = false;  ///< by a mutation, an output depends on an input in the same cycle
  bool tile_reset_ = false;
  bool advanced_ = false, was_reset_ = false;
  std::uint64_t ticks_ = 0, since_access_ = 0;
  std::minstd_rand sums_;               ///< draws sums
  std::vector<Places> arrival_places_;  ///< of each counter, in both memories
};

}  // namespace

std::unique_ptr<AnyNode> make_mutant_node(MutantLanes& mutants, const HardwareConfig& config,
                                          const model::Place& place, Rank rank,
                                          const LockstepOptions& options, bool many_arrivals) {
  return std::make_unique<MutantNode>(mutants, config, place, rank, options, many_arrivals);
}

}  // namespace collnoc::test
