// Interface of the library with the verilated processor (built by scripts/verilate-node --processor from
// processor_shim.cpp).
#pragma once
#include <cstdint>

#include "collnoc/model/tile/tile_processor.hpp"

namespace collnoc::verilated {

/// Functions of the library, found under the name `collnoc_verilated_processor`.
struct ProcessorApi {
  unsigned version;  ///< processor_api_version
  void* (*create)(std::uint32_t hart_id, std::uint32_t mem_words);
  void (*destroy)(void*);
  void (*reset)(void*, model::TileProcessorOut&);
  void (*tick)(void*, const model::TileProcessorIn&, model::TileProcessorOut&);
};

inline constexpr unsigned processor_api_version = 2;
inline constexpr const char* processor_api_symbol = "collnoc_verilated_processor";

}  // namespace collnoc::verilated
