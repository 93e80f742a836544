// Model counterpart of rtl/tile/node.sv: router, NIC and the gate between them.
#pragma once
#include "collnoc/model/nic/nic.hpp"
#include "collnoc/model/router/route_table.hpp"
#include "collnoc/model/router/router.hpp"
#include "collnoc/model/tile/pins.hpp"
#include "collnoc/model/tile/tile_gate.hpp"

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
  const TileGate& gate() const { return gate_; }

  template <class Self, class Visitor>
  static void registers(Self& self, Visitor&& v);

 private:
  friend class NicPlanes;
  /// tick() during and after a reset of the tile alone.
  void tick_gated(const NodeIn& in, NodeOut& out);
  /// The flits that the NIC passes to the router in this cycle.
  void pass_to(Router::In& wires, const std::uint64_t* rd_data) const;
  /// The register ROUTE, at the end of a cycle.
  void write_route(const RegisterAccess& access);
  /// The outputs of the NIC.
  void settle_nic(NodeOut& out) const;

  HardwareSizes sizes_;
  unsigned flit_words_, wide_reads_;
  bool nic_quiet_ = true;
  bool gated_ = false;  // the gate is active
  RouteTable table_;
  Router router_;
  Nic nic_;
  TileGate gate_;
};

}  // namespace collnoc::model
