// A tile's processor, whatever it is made of: model, verilated RTL, or both in lockstep.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>

#include "collnoc/arch/topology/topology.hpp"
#include "collnoc/model/tile/tile_processor.hpp"

namespace collnoc {

/// Where a processor is.
struct ProcessorPlace {
  std::uint32_t hart_id = 0;    ///< the node's address
  std::uint32_t mem_words = 0;  ///< 8-byte words of tile memory
};

class AnyProcessor {
 public:
  virtual ~AnyProcessor() = default;
  virtual void reset() = 0;
  /// What the ports show in this cycle, and what happened in the last one.
  virtual const model::TileProcessorOut& out() const = 0;
  /// One clock edge. A cycle in which it is quiescent and there is no event may be left out.
  virtual void tick(const model::TileProcessorIn& in) = 0;
};

/// Processors have program memory of program_memory_bytes and multiply so many bits a cycle.
inline constexpr unsigned processor_mul_bits = model::default_mul_bits;

std::unique_ptr<AnyProcessor> make_model_processor(const ProcessorPlace& place);

}  // namespace collnoc
