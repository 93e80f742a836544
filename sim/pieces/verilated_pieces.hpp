// Routers and NICs of verilated RTL, from libraries that scripts/verilate-node builds.
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "collnoc/sim/verilated/piece_api.hpp"
#include "sim/fabric/shared_library.hpp"

namespace collnoc {

/// A loaded library, and its functions.
template <class Api>
struct PieceLibrary {
  SharedLibrary library;
  const Api& api;
};
using RouterLibrary = PieceLibrary<verilated::RouterApi>;
using NicLibrary = PieceLibrary<verilated::NicApi>;

/// The library for `config`, found by find_library (sim/fabric/library_cache.hpp).
std::shared_ptr<const RouterLibrary> router_library(const HardwareConfig& config,
                                                    const std::function<void(const std::string&)>& say);
std::shared_ptr<const NicLibrary> nic_library(const HardwareConfig& config,
                                              const std::function<void(const std::string&)>& say);

std::unique_ptr<model::ClockedRouter> make_verilated_router(std::shared_ptr<const RouterLibrary> library,
                                                            const model::Place& place);
std::unique_ptr<model::ClockedNic> make_verilated_nic(std::shared_ptr<const NicLibrary> library,
                                                      const model::Place& place);

}  // namespace collnoc
