// Traffic patterns: which destinations a node has. Definitions as in W. J. Dally, B. Towles, "Principles and
// Practices of Interconnection Networks" (2004), section 3.2, table 3.1, except where a line names another
// source.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

enum class Pattern {
  uniform,
  transpose,
  bit_complement,
  bit_reverse,
  bit_rotation,
  shuffle,
  tornado,
  neighbour,
  asymmetric,
  hotspot,
  random_permutation,
  permutation,
  matrix
};

/// One pattern for the list of patterns.
struct PatternInfo {
  Pattern pattern;
  std::string_view form;         ///< as the user writes it: "hotspot[:NODES[:SHARE]]"
  std::string_view destination;  ///< in words
};
const std::vector<PatternInfo>& all_patterns();

/// Rates between nodes, as parts of the offered load: a node whose row sums to 0.5 offers half of it. Entries
/// of 0 take no memory.
struct RateMatrix {
  struct Entry {
    Rank dst;
    double cumulative;  ///< sum of the row's rates up to this one
  };
  std::vector<std::vector<Entry>> rows;  ///< [source], by destination
  double row_sum(Rank source) const { return rows[source].empty() ? 0 : rows[source].back().cumulative; }
};

/// A pattern with what the user chose for it.
struct PatternChoice {
  Pattern kind = Pattern::uniform;
  std::string text = "uniform";              ///< as results print it
  std::vector<Rank> hot_nodes;               ///< hotspot
  double hot_share = 0.1;                    ///< hotspot: part of the packets that goes to them
  std::vector<Rank> permutation;             ///< permutation: [source]
  std::shared_ptr<const RateMatrix> matrix;  ///< matrix
};

/// Why the pattern does not exist on this network, as the end of a sentence; nothing if it does.
std::optional<std::string> why_not(Pattern pattern, const Topology& topology);

/// The destination that a deterministic pattern gives `source`, which may be the source itself. Nothing if
/// the pattern draws destinations, or needs data (permutation, matrix). Precondition: !why_not().
std::optional<Rank> fixed_destination(Pattern pattern, const Topology& topology, Rank source);

/// The node in the middle: the hot spot if the user names none.
Rank middle_of(const Topology& topology);

/// A random permutation in which no node has itself, by `seed` only (S. Sattolo, 1986).
std::vector<Rank> random_permutation(Rank size, std::uint64_t seed);

}  // namespace collnoc
