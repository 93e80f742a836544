// A tile's processor at its clock, by its pins: what the model, RTL, and both in lockstep have in common.
#pragma once
#include <cstdint>

#include "collnoc/model/tile/tile_processor.hpp"

namespace collnoc {

/// Place of a processor in the network.
struct ProcessorPlace {
  std::uint32_t hart_id = 0;                    ///< the node's address
  std::uint32_t mem_words = 0;                  ///< 8-byte words of tile memory
  std::uint32_t program_bytes = 65536;          ///< of program memory, a power of two
  unsigned mul_bits = model::default_mul_bits;  ///< that it multiplies per cycle
  friend bool operator==(const ProcessorPlace&, const ProcessorPlace&) = default;
};

namespace model {

class ClockedProcessor {
 public:
  virtual ~ClockedProcessor() = default;
  /// The effect of a reset; other registers keep their values.
  virtual void reset() = 0;
  /// What the ports drive in this cycle, and what happened in the last one.
  virtual const TileProcessorOut& out() const = 0;
  /// Simulates one clock edge. A cycle in which it is quiescent and no event comes may be skipped.
  virtual void tick(const TileProcessorIn& in) = 0;
};

}  // namespace model
}  // namespace collnoc
