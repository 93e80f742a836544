// Waves of every link of a network as an FST file (GTKWave), on any backend.
#pragma once
#include <memory>
#include <string>

#include "sim/fabric/fabric.hpp"

namespace collnoc {

/// Observer that writes for every node and link: valid, head, tail, vc, data, credit; a cycle is 1 ns.
/// Throws NotInstalled when built without the FST writer, UserError when the file cannot be written.
/// The file is complete when the object is destroyed.
std::unique_ptr<FabricObserver> make_waves(const std::string& file, const Topology& topology,
                                           const HardwareConfig& config);

}  // namespace collnoc
