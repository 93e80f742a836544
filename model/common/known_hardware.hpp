// The hardware of a node as far as it is known at compile time. The functions of a node are compiled for the
// usual hardware with constants, and once for any hardware, from the same source.
#pragma once
#include <type_traits>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/model/common/flit.hpp"

namespace collnoc::model {

/// Sizes of a node that are used in every cycle.
struct HardwareSizes {
  unsigned vcs, links, channels;
  unsigned groups;  ///< separately read parts of an input port
  explicit HardwareSizes(const HardwareConfig& config)
      : vcs(config.vcs),
        links(config.links()),
        channels(config.channels()),
        groups(config.vc_reads   ? config.vcs
               : config.vcs == 4 ? 2
                                 : 1) {}
};

struct AnyHardware {
  static constexpr bool usual = false, plain_nic = false;
  const HardwareSizes& sizes;
  unsigned vcs() const { return sizes.vcs; }
  /// Separately read parts of an input port.
  unsigned groups() const { return sizes.groups; }
  // Queues are numbered port * 4 + vc, groups port * groups() + group. The
  // logarithm of a group's number of queues:
  unsigned queue_shift() const { return separate() ? 0 : groups() == 2 ? 1 : 2; }
  unsigned group_of(unsigned queue) const {
    return separate() ? queue / 4 * groups() + queue % 4 : queue >> queue_shift();
  }
  unsigned vc_in_group(unsigned vc) const { return separate() ? 0 : groups() == 2 ? vc % 2 : vc; }
  unsigned links() const { return sizes.links; }
  unsigned channels() const { return sizes.channels; }
  unsigned ports() const { return links() + channels(); }

 private:
  bool separate() const { return groups() == vcs(); }
};

/// `usual`: wormhole or cut-through, one cycle per hop, no MULTICAST or VC_READS. `plain_nic`: one port, no
/// SEQUENCER, no ACCUMULATE. `fixed_links` is 0 for any number of links and any NIC.
template <unsigned fixed_vcs, unsigned fixed_links>
struct UsualHardware {
  static constexpr bool usual = true, plain_nic = fixed_links != 0;
  static constexpr unsigned most_ports = plain_nic ? fixed_links + 1 : max_ports;
  const HardwareSizes& sizes;
  static constexpr unsigned vcs() { return fixed_vcs; }
  static constexpr unsigned groups() { return fixed_vcs == 4 ? 2 : 1; }
  static constexpr unsigned queue_shift() { return groups() == 2 ? 1 : 2; }
  static constexpr unsigned group_of(unsigned queue) { return queue >> queue_shift(); }
  static constexpr unsigned vc_in_group(unsigned vc) { return groups() == 2 ? vc % 2 : vc; }
  unsigned links() const { return fixed_links != 0 ? fixed_links : sizes.links; }
  unsigned channels() const { return plain_nic ? 1 : sizes.channels; }
  unsigned ports() const { return links() + channels(); }
};

/// Calls `f` with the description of this hardware.
template <class F>
auto for_hardware(const HardwareConfig& config, const HardwareSizes& sizes, F&& f) {
  if (config.multicast || config.vc_reads || config.hop_cycles != 1 ||
      config.switching == Switching::store_and_forward)
    return f(AnyHardware{sizes});
  const bool two_dimensions = sizes.links == 4 && !config.all_port && !config.sequencer && !config.accumulate;
  const auto with_ports = [&](auto vcs) {
    if (two_dimensions) return f(UsualHardware<vcs, 4>{sizes});
    return f(UsualHardware<vcs, 0>{sizes});
  };
  switch (config.vcs) {
    case 1: return with_ports(std::integral_constant<unsigned, 1>());
    case 2: return with_ports(std::integral_constant<unsigned, 2>());
    case 3: return with_ports(std::integral_constant<unsigned, 3>());
    default: return with_ports(std::integral_constant<unsigned, 4>());
  }
}

}  // namespace collnoc::model
