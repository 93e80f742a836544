#include "sim/fabric/lockstep_node.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sim/common/errors.hpp"
#include "sim/fabric/pin_comparison.hpp"
#include "sim/fabric/register_comparison.hpp"

namespace collnoc {

std::string Mismatch::text() const {
  return fmt::format("cycle {}, node {}, {}: {} {}, model {}", cycle, rank, where,
                     netlist ? "netlist" : "RTL", expected, actual);
}

namespace {

class LockstepNode final : public AnyNode {
 public:
  LockstepNode(std::shared_ptr<VerilatedLibrary> library, const HardwareConfig& config,
               const model::Place& place, Rank rank, LockstepLog& log, LockstepOptions options)
      : config_(config),
        rank_(rank),
        log_(log),
        options_(std::move(options)),
        form_(library->api().form),
        rtl_(make_verilated_node(std::move(library), config, place)),
        model_(config, place) {}

  void reset(model::NodeOut& out) override {
    rtl_->reset(out);
    if (options_.preset) options_.preset(model_);
    model_.settle(model_out_[0]);
    if (registers_compared()) resolve();
    compare(0, out, model_out_[0]);
  }

  void tick(const model::NodeIn& in, model::NodeOut& out) override {
    const std::uint64_t cycle = in.cycle;
    rtl_->tick(in, out);
    if (options_.inject_rtl_fault) options_.inject_rtl_fault(cycle, rank_, out);
    which_ ^= 1;
    model::NodeOut& own = model_out_[which_];
    model_.tick(in, own);
    if (options_.inject_fault) options_.inject_fault(cycle, rank_, model_, own);
    compare(cycle, out, own);
  }

  const model::NodeOut* model_out() const override { return &model_out_[which_]; }
  const model::Node& state() const override { return rtl_->state(); }

 private:
  bool netlist() const { return form_ != verilated::Form::rtl; }
  bool registers_compared() const { return options_.registers && form_ != verilated::Form::gates; }

  // Finds the place in the RTL of each register of the model. Neither side may have a register that the other
  // lacks; but a netlist may lack one in ten, and may have others.
  void resolve() {
    struct Place {
      const std::uint8_t* data;
      unsigned bytes;
    };
    std::map<std::string, Place> rtl;
    std::map<std::string, bool> used;
    verilated_registers(*rtl_, [&](const verilated::RegisterInfo& info) {
      const std::string base = register_path(info);
      for (unsigned e = 0; e < info.elements; ++e) {
        rtl[info.array ? fmt::format("{}[{}]", base, e) : base] = {
            static_cast<const std::uint8_t*>(info.data) + e * info.bytes, info.bytes};
      }
    });
    registers_ = std::min_element(rtl.begin(), rtl.end(), [](const auto& a, const auto& b) {
                   return a.second.data < b.second.data;
                 })->second.data;
    std::size_t asked = 0, dropped = 0;
    comparison_.emplace(model_, [&](const std::string& name) -> RegisterSlot {
      ++asked;
      const auto found = rtl.find(name);
      if (found == rtl.end()) {
        if (!netlist()) throw std::logic_error(fmt::format("the RTL has no register {}", name));
        ++dropped;
        return {};
      }
      used[name] = true;
      const Place& place = found->second;
      // What is read behind a register belongs to the same object, which ends with pointers.
      return {static_cast<std::size_t>(place.data - registers_), place.bytes,
              place.bytes > 8 ? 0 : ~std::uint64_t{0} >> (64 - 8 * place.bytes)};
    });
    if (dropped > asked / 10) {
      throw std::logic_error(fmt::format("the netlist lacks {} of {} registers of the RTL", dropped, asked));
    }
    if (netlist()) return;
    for (const auto& [name, place] : rtl) {
      if (!used.contains(name) && !reads_a_count(name))
        throw std::logic_error(fmt::format("the model does not show register {}", name));
    }
  }

  /// What the counters' reads leave behind; the pins show it.
  static bool reads_a_count(const std::string& name) {
    return name.starts_with("i_router.gen_monitor.i_monitor.known_q") ||
           name.find(".i_counters.i_turn.") != std::string::npos ||
           name.find(".i_counters.i_read.data_q") != std::string::npos ||
           name.find(".i_counters.read_") != std::string::npos;
  }

  void compare(std::uint64_t cycle, const model::NodeOut& rtl, const model::NodeOut& own) {
    compare_pins(config_, rtl, own,
                 [&](const std::string& where, std::uint64_t of_rtl, std::uint64_t of_model) {
                   fail(cycle, where, fmt::format("{:#x}", of_rtl), fmt::format("{:#x}", of_model));
                 });
    log_.link_cycles.fetch_add(2 * config_.links(), std::memory_order_relaxed);
    if (!registers_compared()) return;
    const bool arrays = ++compared_ % options_.array_period == 0;
    const RegisterComparison::Result registers = comparison_->compare(model_, registers_, arrays);
    log_.register_checks.fetch_add(registers.checked, std::memory_order_relaxed);
    if (!registers.differs) return;
    const RegisterComparison::Difference found = comparison_->first_difference(model_, registers_);
    fail(cycle, found.where, fmt::format("{:#x}", found.rtl), fmt::format("{:#x}", found.model));
  }

  [[noreturn]] void fail(std::uint64_t cycle, const std::string& where, const std::string& rtl,
                         const std::string& own) const {
    throw LockstepMismatch(Mismatch{cycle, rank_, where, rtl, own, netlist()}.text(),
                           netlist() ? "netlist and model differ" : "RTL and model differ");
  }

  HardwareConfig config_;
  Rank rank_;
  LockstepLog& log_;
  LockstepOptions options_;
  verilated::Form form_;
  std::unique_ptr<AnyNode> rtl_;
  model::Node model_;
  model::NodeOut model_out_[2];
  unsigned which_ = 0;
  std::uint64_t compared_ = 0;
  const std::uint8_t* registers_ = nullptr;  ///< the first one in the RTL's memory
  std::optional<RegisterComparison> comparison_;
};

}  // namespace

std::unique_ptr<AnyNode> make_lockstep_node(std::shared_ptr<VerilatedLibrary> library,
                                            const HardwareConfig& config, const model::Place& place,
                                            Rank rank, LockstepLog& log, LockstepOptions options) {
  return std::make_unique<LockstepNode>(std::move(library), config, place, rank, log, std::move(options));
}

}  // namespace collnoc
