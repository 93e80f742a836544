// Writes the waves of every link of a network to an FST file (GTKWave), on any backend.
#pragma once
#include <memory>
#include <string>

#include "sim/fabric/fabric.hpp"

namespace collnoc {

/// An observer that writes valid, head, tail, vc, data and credit of every link of every node; 1 cycle is 1
/// ns. Throws NotInstalled when built without the FST writer, UserError when the file cannot be written. The
/// file is complete when the object is destroyed.
std::unique_ptr<FabricObserver> make_waves(const std::string& file, const Topology& topology,
                                           const HardwareConfig& config);

}  // namespace collnoc
