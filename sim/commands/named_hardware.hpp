// Hardware that users choose by name: `--hardware`, from arch/hardware.toml.
#pragma once
#include <span>
#include <string_view>

namespace collnoc {

/// A parameter as users write it.
struct NamedValue {
  std::string_view key;     ///< "hardware.vcs", "nic"
  std::string_view option;  ///< "vcs"
  std::string_view text;    ///< "1"
};

struct NamedHardware {
  std::string_view name;               ///< "small"
  std::string_view help;               ///< one line
  std::span<const NamedValue> values;  ///< what differs from the defaults
};

// <arch: named-hardware>
inline constexpr NamedValue small_values[] = {{"hardware.vcs", "vcs", "1"},
                                              {"hardware.vc_depth", "vc-depth", "2"}};
inline constexpr NamedValue throughput_values[] = {{"hardware.vcs", "vcs", "4"},
                                                   {"hardware.vc_depth", "vc-depth", "8"},
                                                   {"hardware.route_orders", "route-orders", "2"},
                                                   {"hardware.vc_reads", "vc-reads", "on"}};
inline constexpr NamedValue collectives_values[] = {{"hardware.sequencer", "sequencer", "on"},
                                                    {"hardware.accumulate", "accumulate", "on"},
                                                    {"hardware.multicast", "multicast", "on"}};
inline constexpr NamedValue all_port_values[] = {{"nic", "nic", "all-port"},
                                                 {"hardware.sequencer", "sequencer", "on"}};
inline constexpr NamedHardware named_hardware[] = {
    {"default", "one port, and two virtual channels per link, as rings need; star graphs get more", {}},
    {"small", "least area: one virtual channel of two flits; for networks without rings, such as meshes",
     small_values},
    {"throughput",
     "most traffic: both orders of dimensions, each with two deep virtual channels, of which a port reads "
     "two at once",
     throughput_values},
    {"collectives",
     "the NIC performs collectives: plans without software, sums in memory, and packets that routers copy",
     collectives_values},
    {"all-port",
     "all links at once: one channel per link, and a sequencer, because software starts one put at a time",
     all_port_values},
};
// </arch>

}  // namespace collnoc
