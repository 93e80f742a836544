// Options of run, schedule and check that choose collective, algorithm, size and root.
#pragma once
#include <vector>

#include "sim/commands/algorithm_choice.hpp"
#include "sim/commands/console.hpp"
#include "sim/commands/settings.hpp"
#include "sim/run/catalogue.hpp"
#include "sim/run/left_out.hpp"
#include "sim/run/run_config.hpp"

namespace collnoc {

/// Whether --firmware names a program of the user instead of a kind of firmware. Throws UserError when it
/// names neither.
bool is_program(const Settings& settings);
/// That program on `platform`. Throws UserError for settings that apply to collectives only.
TileProgramConfig read_tile_program(const Settings& settings, const Platform& platform);

/// Every combination of size, algorithm and root in the settings, on `platform`; sizes vary slowest, roots
/// fastest. A named algorithm that does not apply is an error; "all" adds it to `left_out`. On an all-port
/// NIC, a name whose schedule for all ports does not apply means the one-port schedule, and adds it, too. An
/// algorithm that the list contains twice, possibly under different names, is run once. "auto" chooses for
/// `executor`, by the catalogue or by `best`. `fits`: on processors, and with plans of sequencers.
std::vector<RunConfig> plan_collectives(const Settings& settings, const AlgorithmCatalogue& catalogue,
                                        const Platform& platform, Executor executor, LeftOut& left_out,
                                        const Fits& fits = {}, const Best& best = {});

/// Tells the user on stderr, unless --quiet, in one line each: the root that --root best chooses on
/// `topology`, and what is left out.
void tell_choices(const LeftOut& left_out, const Settings& settings, const Topology& topology,
                  Console& console);

/// Who performs the schedules of a run.
Executor read_executor(const Settings& settings);

/// Fills in what only `run` has, and refuses what does not fit together.
void read_run(const Settings& settings, std::vector<RunConfig>& plan);

}  // namespace collnoc
