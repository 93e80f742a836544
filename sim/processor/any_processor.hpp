// A tile's processor: the model, verilated RTL, or both in lockstep.
#pragma once
#include <memory>

#include "collnoc/arch/topology/topology.hpp"
#include "collnoc/model/tile/clocked_processor.hpp"

namespace collnoc {

class AnyProcessor : public model::ClockedProcessor {
 public:
  /// The registers, of a model; nullptr for RTL and lockstep.
  virtual const model::Cpu* cpu() const { return nullptr; }
};

std::unique_ptr<AnyProcessor> make_model_processor(const ProcessorPlace& place);

}  // namespace collnoc
