// Texts that several tables have.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "sim/results/table.hpp"
#include "sim/run/run_result.hpp"

namespace collnoc {

/// Network, NIC, backend and hardware, for headings.
std::string platform_text(const Platform& platform);

/// "RTL and model differ: 0 of 1,234 link-cycles"; at pins of SystemC also the number of pins, each counted
/// once in a cycle. Always 0: the first difference ends a run without a result.
std::string differences(const Platform& platform, std::uint64_t link_cycles);

/// Comments on what every command can show of the network, each a line: the energy and its parts.
/// Precondition: check_outputs().
std::string network_notes(const Platform& platform, const NetworkResult& result, const Palette& palette);

// Texts of cells, "-" where there is no value.

std::string mean_text(const Distribution& values);
std::string percentile_text(const Distribution& values, double part);
/// Percentage of the cycles in which the busiest link carried a flit.
std::string busiest_text(const std::vector<std::uint64_t>& link_flits, std::uint64_t cycles);
/// Its accepted throughput.
std::string served_text(const std::optional<ServedNode>& node);
std::string percent_text(std::uint64_t part, std::uint64_t whole);
/// "least/median/most".
std::string spread_text(std::vector<std::uint64_t> values);
/// T_s: "least/median/most".
std::string startup_text(const RunResult& run);
std::string half_width_text(const TrafficResult& load);
/// Offered loads; in flits/node/cycle, as chosen.
std::string load_text(double load);
/// Of a network or node, in flits/cycle.
std::string throughput_text(double accepted);
/// The column `saturated`.
std::string saturated_text(Stability stability);
/// How many tiles' programs ended with another exit code than 0.
std::size_t failed(const TileProgramResult& result);

// The rows of tables, as sim/run/results.toml says.

// <run: cells>
std::vector<Table::Cell> run_cells(const RunResult& r, [[maybe_unused]] const RunConfig& c);
std::vector<Table::Cell> program_cells(const TileProgramResult& r,
                                       [[maybe_unused]] const TileProgramConfig& c);
std::vector<Table::Cell> traffic_load_cells(const TrafficResult& r, [[maybe_unused]] const TrafficConfig& c);
std::vector<Table::Cell> replay_result_cells(const ReplayResult& r, [[maybe_unused]] const ReplayConfig& c);
// </run>

}  // namespace collnoc
