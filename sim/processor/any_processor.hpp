// A tile's processor: the model, verilated RTL, or both in lockstep.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>

#include "collnoc/arch/topology/topology.hpp"
#include "collnoc/model/tile/tile_processor.hpp"

namespace collnoc {

/// Place of a processor in the network.
struct ProcessorPlace {
  std::uint32_t hart_id = 0;                    ///< the node's address
  std::uint32_t mem_words = 0;                  ///< 8-byte words of tile memory
  std::uint32_t program_bytes = 65536;          ///< of program memory, a power of two
  unsigned mul_bits = model::default_mul_bits;  ///< that it multiplies per cycle
};

class AnyProcessor {
 public:
  virtual ~AnyProcessor() = default;
  virtual void reset() = 0;
  /// What the ports drive in this cycle, and what happened in the last one.
  virtual const model::TileProcessorOut& out() const = 0;
  /// Simulates one clock edge. A cycle in which it is quiescent and no event comes may be skipped.
  virtual void tick(const model::TileProcessorIn& in) = 0;
  /// The registers, of a model; nullptr for RTL and lockstep.
  virtual const model::Cpu* cpu() const { return nullptr; }
};

std::unique_ptr<AnyProcessor> make_model_processor(const ProcessorPlace& place);

}  // namespace collnoc
