// A class of traffic: one kind of packets with its own pattern, process, lengths and replies.
#pragma once
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/traffic/arrivals.hpp"
#include "sim/traffic/destinations.hpp"
#include "sim/traffic/lengths.hpp"
#include "sim/traffic/packet_list.hpp"

namespace collnoc {

/// Packets of the class are requests, and the destination answers each with a packet.
struct Replies {
  Lengths lengths{8};
  std::uint64_t service_cycles = 0;  ///< from a request's arrival to the creation of its reply
  unsigned outstanding = 0;          ///< most unanswered requests of a node; 0: no limit
};

struct TrafficClass {
  std::string name = "all";
  PatternChoice pattern;
  ProcessChoice process;
  Lengths lengths{8};
  double weight = 1;                 ///< its part of the offered load, relative to the other classes
  std::optional<double> fixed_load;  ///< instead of the weight: a load that stays the same in a sweep
  std::optional<Replies> replies;
  /// In place of pattern and process, which then have only its name; `lengths` has those of its packets. It
  /// is the only class, and the run ends when all its packets have arrived.
  std::shared_ptr<const PacketList> list;
};

/// Limit on the number of classes: a packet carries its class.
inline constexpr std::size_t max_classes = 8;

/// Load of each class in flits/node/cycle, without replies, when all weighted classes together offer `load`.
inline std::vector<double> loads_of(const std::vector<TrafficClass>& classes, double load) {
  double weights = 0;
  for (const TrafficClass& c : classes) weights += c.fixed_load ? 0 : c.weight;
  std::vector<double> each;
  for (const TrafficClass& c : classes)
    each.push_back(c.fixed_load ? *c.fixed_load : load * (c.weight / weights));
  return each;
}

/// What the nodes create on average, in flits/node/cycle, if they are to offer `load`: without packets to
/// themselves, and with a reply to each request.
inline double offered_by(const TrafficClass& c, const Topology& topology, double load) {
  const double replies = c.replies ? c.replies->lengths.mean() / c.lengths.mean() : 0;
  return load * created_part(c.pattern, topology) * (1 + replies);
}

/// Whether some packet has a single flit.
inline bool has_signals(const std::vector<TrafficClass>& classes) {
  for (const TrafficClass& c : classes)
    if (c.lengths.shortest() == 1 || (c.replies && c.replies->lengths.shortest() == 1)) return true;
  return false;
}
inline unsigned longest_packet(const std::vector<TrafficClass>& classes) {
  unsigned most = 1;
  for (const TrafficClass& c : classes) {
    most = std::max(most, c.lengths.longest());
    if (c.replies) most = std::max(most, c.replies->lengths.longest());
  }
  return most;
}

}  // namespace collnoc
