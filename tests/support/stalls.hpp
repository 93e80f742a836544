// A memory that withholds grants. A node must wait for a grant however long it takes; the tile's own memory
// seldom makes it wait.
#pragma once
#include <cstdint>

#include "tests/support/nodes.hpp"

namespace collnoc::test {

/// The nodes of `make` with one in four memory grants withheld, at random. The node requests the access
/// again, so the memory performs it twice, which changes no byte. `long_waits`: in every other 64 cycles,
/// fifteen of sixteen grants are withheld, so that buffers fill up to the routers.
NodeFactory with_stalls(NodeFactory make, std::uint64_t seed, bool long_waits = false);

}  // namespace collnoc::test
