// Texts that several tables have.
#pragma once
#include <string>

#include "sim/run/run_config.hpp"

namespace collnoc {

/// Network, NIC, backend and hardware, for headings.
std::string platform_text(const Platform& platform);

/// "RTL and model differ: 0 of 1,234 link-cycles". Always 0: the first difference ends a run without a
/// result.
std::string differences(Backend backend, std::uint64_t link_cycles);

}  // namespace collnoc
