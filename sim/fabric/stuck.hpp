// Which packets wait for which in a network that has stopped.
#pragma once
#include <string>

#include "sim/fabric/fabric.hpp"

namespace collnoc {

/// One line. A ring of waiting packets if there is one ("(0,0) +x vc 0 waits for room in (1,0) ..."), else
/// the first few packets that wait and for what; empty when no router holds a flit.
std::string who_waits_for_whom(Fabric& fabric);

}  // namespace collnoc
