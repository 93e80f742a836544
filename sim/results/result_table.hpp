// Results as text tables.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "sim/results/table.hpp"
#include "sim/run/run_result.hpp"

namespace collnoc {

/// Heading with the hardware, one row per run, and a closing line on wrong bytes and lockstep differences.
/// Precondition: at least one run, all on the same hardware.
std::string result_table(const std::vector<RunResult>& runs, const Palette& palette);

/// Heading with hardware and program, and one row.
std::string tile_program_table(const TileProgramResult& result, const Palette& palette);

/// Heading with hardware and pattern, and one row per offered load; with several classes or with replies,
/// also one row per load and class.
std::string traffic_table(const TrafficConfig& config, const std::vector<TrafficResult>& loads,
                          const Palette& palette,
                          const std::optional<TrafficSaturation>& saturation = std::nullopt);

/// Heading with hardware and trace, one row, and a line on the critical path.
std::string replay_table(const ReplayConfig& config, const ReplayResult& result, const Palette& palette);

}  // namespace collnoc
