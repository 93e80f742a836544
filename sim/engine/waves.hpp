// Writes the waves of every link of a network to an FST file (GTKWave, Surfer), on any backend; in lockstep
// those of RTL and model.
#pragma once
#include <memory>
#include <string>

#include "sim/fabric/fabric.hpp"
#include "sim/run/run_config.hpp"

namespace collnoc {

/// An observer that writes valid, head, tail, vc, data and credit of every link of every node, with the names
/// of wave_scopes.hpp; 1 cycle is 1 ns. `fabric` must outlive it. Throws NotInstalled when built without the
/// FST writer, UserError when the file cannot be written. The file is complete when the object is destroyed.
std::unique_ptr<FabricObserver> make_waves(const std::string& file, Fabric& fabric, Backend backend);

}  // namespace collnoc
