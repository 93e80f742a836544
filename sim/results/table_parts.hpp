// Texts that several tables have.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "sim/run/run_result.hpp"

namespace collnoc {

/// Network, NIC, backend and hardware, for headings.
std::string platform_text(const Platform& platform);

/// "RTL and model differ: 0 of 1,234 link-cycles". Always 0: the first difference ends a run without a
/// result.
std::string differences(Backend backend, std::uint64_t link_cycles);

/// A comment with the energy and its parts, without end of line. Precondition: the hardware was measured.
std::string energy_text(const HardwareConfig& hardware, const EnergyEvents& events);

/// "-" where there are no values.
std::string mean_text(const Distribution& values);
std::string percentile_text(const Distribution& values, double part);
/// Percentage of the cycles in which the busiest link carried a flit.
std::string busiest_text(const std::vector<std::uint64_t>& link_flits, std::uint64_t cycles);
/// Its accepted throughput.
std::string served_text(const std::optional<ServedNode>& node);

}  // namespace collnoc
