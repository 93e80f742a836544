// A processor in lockstep whose differences are reports of SystemC.
#pragma once
#include <memory>
#include <utility>

#include "sim/processor/any_processor.hpp"
#include "sim/systemc/reporting_node.hpp"

namespace collnoc::systemc {

class ReportingProcessor final : public model::ClockedProcessor {
 public:
  explicit ReportingProcessor(std::unique_ptr<AnyProcessor> processor) : processor_(std::move(processor)) {}
  void reset() override {
    report_difference([&] { processor_->reset(); });
  }
  const model::TileProcessorOut& out() const override { return processor_->out(); }
  void tick(const model::TileProcessorIn& in) override {
    report_difference([&] { processor_->tick(in); });
  }

 private:
  std::unique_ptr<AnyProcessor> processor_;
};

}  // namespace collnoc::systemc
