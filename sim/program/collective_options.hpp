// Options that say which collective with which algorithm, size and root: run, schedule and check.
#pragma once
#include <vector>

#include "sim/program/settings.hpp"
#include "sim/run/catalogue.hpp"
#include "sim/run/run_config.hpp"

namespace collnoc {

/// COLLECTIVE, --algorithm, --bytes, --root.
std::vector<Setting> collective_settings();
/// --firmware, --startup-cycles, --step-barrier, --memory, --argument, --patience, --trace, --timeline: run
/// only.
std::vector<Setting> run_settings();

/// Whether --firmware names a program of the user's own, which is no collective. Throws UserError when it is
/// neither.
bool is_program(const Settings& settings);
/// That program on `platform`. Throws UserError for settings that only collectives have.
TileProgramConfig read_tile_program(const Settings& settings, const Platform& platform);

/// `platform` with each algorithm, size and root asked for, in that order of loops: sizes outermost, roots
/// innermost. Algorithms that do not apply are an error, except for "all", which leaves them out.
std::vector<RunConfig> plan_collectives(const Settings& settings, const AlgorithmCatalogue& catalogue,
                                        const Platform& platform);

/// Fills what run_settings() declares.
void read_run(const Settings& settings, std::vector<RunConfig>& plan);

}  // namespace collnoc
