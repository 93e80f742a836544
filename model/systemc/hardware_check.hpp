// What modules do with hardware that they cannot be made of.
#pragma once
#include <cstdint>
#include <string>

#include "collnoc/arch/hardware_config.hpp"

namespace collnoc::systemc {

/// The type of reports of hardware that is not legal, or not that of the network.
inline constexpr const char* hardware_report = "/collnoc/hardware";

/// Reports an SC_ERROR of type hardware_report, and throws std::invalid_argument if that returns.
[[noreturn]] void refuse_hardware(const std::string& module, const std::string& why);

// These refuse what is not legal. `mem_words`: of a tile.
void require_legal(const std::string& module, const HardwareConfig& config);
void require_legal(const std::string& module, const HardwareConfig& config, const Topology& topology,
                   std::uint32_t mem_words = 0);

}  // namespace collnoc::systemc
