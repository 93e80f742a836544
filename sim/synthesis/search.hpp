// Searches for what the links of a network carry in each step.
#pragma once
#include <cstdint>
#include <vector>

#include "sim/synthesis/synthesis.hpp"

namespace collnoc {

using Item = std::uint32_t;

/// A piece of a block: from where it comes, and for whom it is.
struct Piece {
  Rank origin = 0;
  Rank target = no_rank;  ///< no_rank: for all
  Block block{};
};

/// One piece over one link.
struct Move {
  Rank src = 0;
  Link link = 0;
  Item item = 0;
};
/// [step], those that begin in it.
using Moves = std::vector<std::vector<Move>>;

/// How fast links are: as they are, or each as the link back. A list of moves for `back`, read from its end
/// and over these links, is one that can be made, and brings everything from where it went to where it came
/// from.
enum class Links : std::uint8_t { there, back };

/// The link from where `link` of `rank` leads back to it. Precondition: only_neighbour() is a node.
Link link_back(const Topology& topology, Rank rank, Link link);
LinkTiming timing_of(const Topology& topology, Rank rank, Link link, Links links);

/// The shortest of the options' searches; every node gets a piece that is for all once.
Moves search(const Topology& topology, const std::vector<Piece>& pieces, const SynthesisOptions& options,
             Links links);

}  // namespace collnoc
