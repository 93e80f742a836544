// Files beside a file of waves that open it with a group for every link of every node; in lockstep RTL and
// model alternate, so that they can be compared by eye.
#pragma once
#include <string>

#include "sim/run/wave_scopes.hpp"

namespace collnoc {

/// A save file of GTKWave: `gtkwave waves.gtkw`. `file`: the waves, without their folder.
std::string gtkwave_save(const std::string& file, const Platform& platform);

/// Commands for Surfer: `surfer -c waves.sucl waves.fst`.
std::string surfer_commands(const Platform& platform);

}  // namespace collnoc
