// Interfaces of libraries with a verilated router or NIC alone (built by scripts/verilate-node --router or
// --nic, from router_shim.cpp and nic_shim.cpp).
#pragma once
#include <cstdint>

#include "collnoc/model/nic/clocked_nic.hpp"
#include "collnoc/model/router/clocked_router.hpp"

namespace collnoc::verilated {

/// Functions of the library, found under the name `collnoc_verilated_router`.
struct RouterApi {
  unsigned version;  ///< piece_api_version
  void* (*create)(std::uint32_t coord, std::uint32_t extent, unsigned wrap);
  void (*destroy)(void*);
  void (*reset)(void*, model::RouterOut&);
  void (*tick)(void*, const model::RouterIn&, model::RouterOut&);
};

/// Functions of the library, found under the name `collnoc_verilated_nic`.
struct NicApi {
  unsigned version;  ///< piece_api_version
  void* (*create)(std::uint32_t coord, std::uint32_t extent, unsigned wrap, std::uint32_t mem_words);
  void (*destroy)(void*);
  void (*reset)(void*);
  void (*settle)(void*, const model::NicIn&, model::NicOut&);
  void (*edge)(void*, const model::NicIn&);
};

inline constexpr unsigned piece_api_version = 1;
inline constexpr const char* router_api_symbol = "collnoc_verilated_router";
inline constexpr const char* nic_api_symbol = "collnoc_verilated_nic";

}  // namespace collnoc::verilated
