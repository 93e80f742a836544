#include "sim/systemc/processor_makers.hpp"

#include <bit>
#include <stdexcept>
#include <utility>

#include "sim/processor/lockstep_processor.hpp"
#include "sim/systemc/reporting_processor.hpp"

namespace collnoc::systemc {

struct [[gnu::visibility("hidden")]] ProcessorMakers::Shared {
  NodeKind kind;
  std::uint32_t program_bytes;
  std::shared_ptr<ProcessorLibrary> library;  ///< not of models
  ProcessorLog log;

  std::unique_ptr<AnyProcessor> make(Rank rank, const ProcessorPlace& place) {
    if (kind == NodeKind::model) return make_model_processor(place);
    if (kind == NodeKind::rtl) return make_verilated_processor(library, place);
    return make_lockstep_processor(library, place, rank, log);
  }
};

ProcessorMakers::ProcessorMakers(NodeKind kind, std::uint32_t program_bytes,
                                 const std::function<void(const std::string&)>& say)
    : shared_(std::make_shared<Shared>()) {
  if (kind == NodeKind::netlist || kind == NodeKind::netlist_lockstep)
    throw std::invalid_argument("there are no netlists of processors");
  if (!std::has_single_bit(program_bytes) || program_bytes < 512 || program_bytes > 1u << 28)
    throw std::invalid_argument("program_bytes: must be a power of two, from 512 to 2^28");
  shared_->kind = kind;
  shared_->program_bytes = program_bytes;
  if (kind != NodeKind::model) shared_->library = processor_library(program_bytes, say);
}

ProcessorMaker ProcessorMakers::operator()(Rank rank) const {
  /// Keeps the log, of which the processor has a reference.
  class Processor final : public model::ClockedProcessor {
   public:
    Processor(std::shared_ptr<Shared> shared, Rank rank, const ProcessorPlace& place)
        : shared_(std::move(shared)), processor_(shared_->make(rank, place)) {}
    void reset() override { processor_.reset(); }
    const model::TileProcessorOut& out() const override { return processor_.out(); }
    void tick(const model::TileProcessorIn& in) override { processor_.tick(in); }

   private:
    std::shared_ptr<Shared> shared_;
    ReportingProcessor processor_;
  };
  return [shared = shared_, rank](const ProcessorPlace& place) {
    if (place.program_bytes != shared->program_bytes)
      refuse_hardware("processor " + std::to_string(rank), "has another program memory than its maker");
    return std::make_unique<Processor>(shared, rank, place);
  };
}

std::uint64_t ProcessorMakers::processor_cycles() const { return shared_->log.cycles; }

}  // namespace collnoc::systemc
