// Which packets wait for which in a network that has stopped.
#pragma once
#include <string>

#include "sim/fabric/fabric.hpp"

namespace collnoc {

/// One line of text: a cycle of waiting packets if there is one ("(0,0) +x vc 0 waits for space in (1,0)
/// ..."), else the first few waiting packets with what they wait for. Empty when no packet waits.
/// Called by all parts of a network together; only the first one gets the text.
std::string who_waits_for_whom(Fabric& fabric);

}  // namespace collnoc
