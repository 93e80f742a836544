// A memory that withholds grants. A node must wait for a grant however long it takes; the tile's own memory
// seldom makes it wait.
#pragma once
#include <cstdint>

#include "tests/support/nodes.hpp"

namespace collnoc::testing {

/// The nodes of `make` with one in four memory grants withheld, at random. The node requests the access
/// again, so the memory performs it twice, which changes no byte.
NodeFactory with_stalls(NodeFactory make, std::uint64_t seed);

}  // namespace collnoc::testing
