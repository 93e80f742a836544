// Model counterpart of rtl/tile/node.sv: router, NIC and the gate between them.
#pragma once
#include "collnoc/model/nic/nic.hpp"
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
  void tick(const NodeIn& in, NodeOut& out) { tick_(*this, in, out); }
  /// The outputs for the present register values, except flits on links, which tick() writes.
  void settle(NodeOut& out) const;

  const Router& router() const { return router_; }
  const Nic& nic() const { return nic_; }
  const TileGate& gate() const { return gate_; }

  template <class Self, class Visitor>
  static void registers(Self& self, Visitor&& v);

 private:
  template <class Hardware, class Word>
  friend class NodeBlock;
  friend class NicPlanes;
  template <class Hardware>
  static void tick_as(Node& node, const NodeIn& in, NodeOut& out);
  /// tick() during and after a reset of the tile alone.
  static void tick_gated(Node& node, const NodeIn& in, NodeOut& out);
  template <class Hardware>
  [[gnu::always_inline]] inline void settle_as(Hardware hardware, NodeOut& out) const;
  /// The outputs of the NIC.
  template <class Hardware>
  [[gnu::always_inline]] inline void settle_nic(Hardware hardware, NodeOut& out) const;

  void (*tick_)(Node& node, const NodeIn& in, NodeOut& out);  // compiled for this hardware
  HardwareSizes sizes_;
  unsigned flit_words_, wide_reads_;
  bool nic_quiet_ = true;
  bool gated_ = false;  // the gate is active
  Router router_;
  Nic nic_;
  TileGate gate_;
};

}  // namespace collnoc::model
