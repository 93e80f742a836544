// Memory that withholds grants. A node must wait for its grants however long they take, and the tile's memory
// seldom makes it wait.
#pragma once
#include <cstdint>

#include "tests/support/nodes.hpp"

namespace collnoc::testing {

/// The nodes of `make` with every fourth memory grant withheld, at random. The access is requested again and
/// done twice, which changes no byte.
NodeFactory with_stalls(NodeFactory make, std::uint64_t seed);

}  // namespace collnoc::testing
