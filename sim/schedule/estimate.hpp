// How long a schedule will take, estimated without flits: every rank performs its actions, and every message
// waits for the links of its path.
#pragma once
#include <cstdint>
#include <optional>

#include "collnoc/arch/hardware_config.hpp"
#include "sim/schedule/algorithm.hpp"

namespace collnoc {

/// Who performs a schedule.
struct Performer {
  HardwareConfig hardware;
  bool sequencer = false;            ///< the NIC itself; otherwise software
  std::uint64_t startup_cycles = 0;  ///< of software, for each message
};

/// The estimated cycles until the last rank is done; some number above `most_cycles` if they are more;
/// nothing if a rank waits for ever, or if it would take more than `events` events, some 3 million of which
/// take a second. Those that it took are subtracted. A message consists of some parts of whole packets. A
/// part takes each link of its path, and the channels of both NICs, for as many cycles as it has flits; who
/// comes first is first. It has a virtual channel, which the router's own function selects, until its last
/// flit has left it: while its head waits, the buffers on its path fill, and parts on other paths wait
/// behind it. Multicasts do not wait for virtual channels. Latencies are those of docs/reference/hardware.md.
/// `job.timing` is that of the hardware, with the software's cycles. Precondition: why_not(algorithm, job,
/// nic) is empty, and the network has hardware.
std::optional<std::uint64_t> estimated_cycles(const Algorithm& algorithm, const Job& job,
                                              const Performer& performer, std::uint64_t most_cycles,
                                              std::uint64_t& events);

}  // namespace collnoc
