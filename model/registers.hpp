// Every register of a node with its RTL name, relative to node.sv: those of model/router/registers.hpp,
// model/nic/registers.hpp and the gate between them.
//
// A visitor is called as `v(name, value)` for a register that the model stores in the same form, and as
// `v.shown(name, value)` for one that it stores in another form. Fault tests take both by reference and write
// through them; modified tags, contexts and heads are converted back. In a name, each `%` stands for the next
// of the indices that follow. Only visitors that need names format them.
#pragma once
#include "collnoc/model/nic/registers.hpp"
#include "collnoc/model/router/registers.hpp"
#include "collnoc/model/tile/node.hpp"

namespace collnoc::model {

template <class Self, class Visitor>
void TileGate::registers(Self& self, unsigned channels, Visitor&& v) {
  v("i_gate.closed_q", self.closed_q, {});
  v("i_gate.reset_q", self.reset_q, {});
  v("i_gate.restarted_q", self.restarted_q, {});
  v("i_gate.discarded_q", self.discarded_q, {});
  v("i_gate.discards_q", self.discards_q, {});
  for (unsigned c = 0; c < channels; ++c) {
    v("i_gate.gen_channel[%].drop_q", self.drop_q[c], {c});
    v("i_gate.gen_channel[%].owed_q", self.owed_q[c], {c});
  }
}

template <class Self, class Visitor>
void Node::registers(Self& self, Visitor&& v) {
  Router::registers(self.router_, v);
  Nic::registers(self.nic_, v);
  TileGate::registers(self.gate_, self.sizes_.channels(), v);
  RouteTable::registers(self.table_, v);
}

}  // namespace collnoc::model
