// A fabric whose routers are computed in planes (model/planes).
#pragma once
#include "sim/fabric/fabric.hpp"

namespace collnoc {

class Fabric::Planes {
 public:
  /// Nothing if this fabric's nodes cannot be computed so. All have just been reset.
  static std::unique_ptr<Planes> make(Fabric& fabric);
  virtual ~Planes() = default;
  virtual void step(Cycle now) = 0;
  /// Completes what a node drives in this cycle.
  virtual void show(Rank node) const = 0;
  /// Writes the registers of a node back, so that they can be read.
  virtual void save(Rank node) = 0;
  /// From now on the nodes are computed one by one.
  virtual void end() = 0;
  virtual bool quiet() const = 0;
};

}  // namespace collnoc
