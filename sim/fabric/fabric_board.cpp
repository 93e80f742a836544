// A fabric whose nodes are modules of another kernel (NodeBoard).
#include <bit>

#include "sim/fabric/fabric_cycle.hpp"

namespace collnoc {

/// One cycle of all nodes. Notes a failure.
void Fabric::step_board() {
  Partition& partition = partitions_.front();
  const Cycle now = now_;
  std::vector<Rank>& nodes = on_board_.nodes;
  nodes.clear();
  for (Rank first = 0; first < sites_.size(); first += awake_group) {
    const std::uint32_t awake = awake_[now % 2].take(first), due = wake_times_.due(first, now);
    for (std::uint32_t m = awake | due; m != 0; m &= m - 1) {
      const auto n = static_cast<unsigned>(std::countr_zero(m));
      on_board_.calls[first + n] = {(awake >> n & 1) != 0, (due >> n & 1) != 0};
      nodes.push_back(first + n);
    }
  }
  const auto fail = [&](Rank node) {
    const Rank group = node / awake_group * awake_group;
    if (!partition.failure.error || group < partition.failure.node)
      partition.failure = {std::current_exception(), now, group};
  };
  on_board_.computed.clear();
  try {
    board_->cycle(nodes, [&](Rank node) -> const model::NodeIn* {
      try {
        return drive_pins(node, partition);
      } catch (...) {
        fail(node);
        return nullptr;
      }
    });
  } catch (const NodeFailed& failed) {
    try {
      std::rethrow_exception(failed.error);
    } catch (...) {
      fail(failed.node);
    }
  }
  if (partition.failure.error) return;
  for (const Rank node : on_board_.computed) {
    Site& s = sites_[node];
    board_->read(node, s.out);
    try {
      if (s.watcher != nullptr) s.watcher->after(now, *s.node, s.out);
    } catch (...) {
      fail(node);
    }
    drive_links(now + 1, node, s.out, partition);
  }
}

/// What is at a node's pins in this cycle; nullptr if it need not be computed.
const model::NodeIn* Fabric::drive_pins(Rank node, Partition& partition) {
  const auto [awake, due] = on_board_.calls[node];
  Site& s = sites_[node];
  model::NodeIn& in = on_board_.in[node] = {};
  LinkWires& wires = wires_[now_ % 2];
  if (awake) wires.pass(node, wires.take(node), in);
  in.tile_reset = s.tile_reset;
  if (!prepare(now_, s, awake, due, in, partition)) return nullptr;
  if (s.watcher != nullptr) s.watcher->before(now_, *s.node, s.out, in);
  on_board_.computed.push_back(node);
  return &in;
}

}  // namespace collnoc
