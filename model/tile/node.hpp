// Model counterpart of rtl/tile/node.sv: router and NIC.
#pragma once
#include "collnoc/model/nic/nic.hpp"
#include "collnoc/model/router/router.hpp"
#include "collnoc/model/tile/pins.hpp"

namespace collnoc::model {

class Node {
 public:
  Node(const HardwareConfig& config, const Place& place);
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  /// One clock edge: takes the inputs of this cycle, then writes the outputs of the next cycle to `out`.
  void tick(const NodeIn& in, NodeOut& out);
  /// The outputs for the present register values, except flits on links, which tick() writes.
  void settle(NodeOut& out) const;

  const Router& router() const { return router_; }
  const Nic& nic() const { return nic_; }

  template <class Self, class Visitor>
  static void registers(Self& self, Visitor&& v);

 private:
  HardwareConfig config_;
  Router router_;
  Nic nic_;
  bool nic_quiet_ = true;
};

}  // namespace collnoc::model
