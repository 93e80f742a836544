// Nodes of a fabric that are computed together: awake_group of them, all model nodes without watchers.
#pragma once
#include "sim/fabric/fabric.hpp"

namespace collnoc {

class Fabric::Block {
 public:
  virtual ~Block() = default;
  /// Cycle `now`: what Fabric::step_site() does for each of these nodes. One bit per node.
  virtual void step(Cycle now, std::uint32_t awake, std::uint32_t due, Partition& partition) = 0;
  /// Completes what a node drives in this cycle.
  virtual void show(Rank node) const = 0;
  /// Writes the registers of a node back, so that they can be read.
  virtual void save(Rank node) = 0;
  /// From now on the nodes are computed one by one.
  virtual void end() = 0;
};

}  // namespace collnoc
