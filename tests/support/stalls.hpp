// Memory that grants less than it could. A node must wait for its grants however long they take, and the
// tile's memory seldom lets it.
#pragma once
#include <cstdint>

#include "tests/support/nodes.hpp"

namespace collnoc::testing {

/// The nodes of `make`, every fourth grant of their memory withheld, at random: reads and writes are asked
/// for again and done twice, which changes no byte.
NodeFactory with_stalls(NodeFactory make, std::uint64_t seed);

}  // namespace collnoc::testing
