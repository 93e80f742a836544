// A node in lockstep whose differences are reports of SystemC.
#pragma once
#include <memory>
#include <utility>

#include "sim/common/errors.hpp"
#include "sim/fabric/any_node.hpp"
#include "sim/systemc/node_makers.hpp"

namespace collnoc::systemc {

/// Calls f(), and reports the difference that it throws. Returns whether there was none.
template <class F>
bool report_difference(F&& f) {
  try {
    f();
    return true;
  } catch (const LockstepMismatch& mismatch) {
    SC_REPORT_ERROR(lockstep_report, mismatch.what());
    return false;
  }
}

class ReportingNode final : public model::ClockedNode {
 public:
  explicit ReportingNode(std::unique_ptr<AnyNode> node) : node_(std::move(node)) {}
  void reset(model::NodeOut& out) override {
    report_difference([&] { node_->reset(out); });
  }
  void tick(const model::NodeIn& in, model::NodeOut& out) override {
    report_difference([&] { node_->tick(in, out); });
  }

 private:
  std::unique_ptr<AnyNode> node_;
};

}  // namespace collnoc::systemc
