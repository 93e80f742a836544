// What a node is made of.
#pragma once

namespace collnoc {

/// The last two compare RTL, or the gates of a netlist, with the model in lockstep.
enum class NodeKind { model, rtl, netlist, lockstep, netlist_lockstep };

}  // namespace collnoc
