// Options of run that look at processors from outside: debugger, instruction trace, profile.
#pragma once
#include <vector>

#include "sim/commands/settings.hpp"
#include "sim/run/run_config.hpp"

namespace collnoc {

/// The values of processor_settings() without the files. `platform` holds the network; `processors`: tiles
/// have them; `runs`: of the command. Throws UserError.
ProcessorTools read_processor_tools(const Settings& settings, const Platform& platform, bool processors,
                                    std::size_t runs);

}  // namespace collnoc
