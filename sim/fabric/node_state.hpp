// What a node reports besides its pins: its counts, and the flits that wait in its router.
//
// Both are read from a model node that holds the node's registers (AnyNode::state), so model, RTL and netlist
// share one definition.
#pragma once
#include <cstdint>
#include <vector>

#include "collnoc/model/tile/node.hpp"

namespace collnoc {

/// Counts of one router output, as the registers at nic::output_flits(o) and after hold them.
struct OutputCounts {
  std::uint32_t flits = 0, credit_stalls = 0, arbitration_stalls = 0;
  friend bool operator==(const OutputCounts&, const OutputCounts&) = default;
};

/// Counts of one NIC channel, as the registers at nic::channel_flits(c) and after hold them.
struct ChannelCounts {
  std::uint32_t flits = 0, credit_stalls = 0, read_stalls = 0, write_stalls = 0;
  friend bool operator==(const ChannelCounts&, const ChannelCounts&) = default;
};

struct NodeCounts {
  std::vector<OutputCounts> outputs;  ///< links, then ejection channels
  std::vector<ChannelCounts> channels;
  friend bool operator==(const NodeCounts&, const NodeCounts&) = default;
};

/// A flit at the front of an input queue of the router, and the output that it needs.
struct WaitingFlit {
  unsigned input = 0, vc = 0;  ///< inputs: links, then injection channels
  bool head = false;
  unsigned output = 0, output_vc = 0;  ///< outputs: links, then ejection channels
  bool output_held = false;            ///< a packet holds the output's virtual channel
  unsigned credits = 0;                ///< of the output's virtual channel
  friend bool operator==(const WaitingFlit&, const WaitingFlit&) = default;
};

NodeCounts counts_of(const model::Node& node);

/// The front flits of all queues that are not empty, ordered by input and virtual channel.
std::vector<WaitingFlit> waiting_flits(const model::Node& node);

}  // namespace collnoc
