// A graph as hardware: the module that joins its nodes, and what software writes to their routing tables.
#pragma once
#include <string>

#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

/// A SystemVerilog module `name` around rtl/network/graph_network.sv with this graph; `text` is how users
/// write it. Precondition: topology.tables() is not nullptr.
std::string graph_verilog(const Topology& topology, const std::string& text, const std::string& name);

/// One line for each entry of each node's routing table: the node, and the value for its register ROUTE, in
/// hexadecimal; for two virtual channels, which they are right for with more, too. Precondition: as above.
std::string graph_routes_text(const Topology& topology, const std::string& text);

/// Whether `name` can be that of a module beside those of rtl/: an identifier that is no keyword.
bool is_module_name(const std::string& name);

}  // namespace collnoc
