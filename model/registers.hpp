// Every register of a node with its RTL name, relative to node.sv: those of model/router/registers.hpp and
// model/nic/registers.hpp.
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
void Node::registers(Self& self, Visitor&& v) {
  Router::registers(self.router_, v);
  Nic::registers(self.nic_, v);
}

}  // namespace collnoc::model
