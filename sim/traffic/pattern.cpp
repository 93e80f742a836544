#include "sim/traffic/pattern.hpp"

#include <fmt/format.h>

#include <bit>
#include <numeric>
#include <utility>

#include "sim/traffic/random_stream.hpp"

namespace collnoc {
namespace {

bool is_square(const Topology& t) {
  return t.has_coordinates() && t.dims() == 2 && t.extent(0) == t.extent(1);
}

/// Digits of the address of a node: its coordinates, or its rank where there are none.
Rank shifted(const Topology& topology, Rank source, bool tornado) {
  const auto by = [&](std::uint32_t k) { return tornado ? (k + 1) / 2 - 1 : 1; };
  if (!topology.has_coordinates()) return (source + by(topology.size())) % topology.size();
  Coordinates c = topology.coordinates(source);
  for (unsigned d = 0; d < topology.dims(); ++d) {
    const std::uint32_t k = topology.extent(d);
    if (k > 1) c[d] = (c[d] + by(k)) % k;
  }
  return topology.rank(c);
}

Rank reversed(Rank s, unsigned bits) {
  Rank r = 0;
  for (unsigned i = 0; i < bits; ++i) r |= (s >> i & 1) << (bits - 1 - i);
  return r;
}

/// Rotates the low `bits` bits to the left.
Rank rotated(Rank s, unsigned bits, unsigned by) {
  const Rank mask = (Rank{1} << bits) - 1;
  return ((s << by) | (s >> (bits - by))) & mask;
}

/// Behind switches: of the tiles at the least distance, the next one.
Rank nearest_tile(const Topology& topology, Rank source) {
  Rank nearest = (source + 1) % topology.size();
  for (Rank ahead = 2; ahead < topology.size(); ++ahead) {
    const Rank tile = (source + ahead) % topology.size();
    if (topology.distance(source, tile) < topology.distance(source, nearest)) nearest = tile;
  }
  return nearest;
}

}  // namespace

const std::vector<PatternInfo>& all_patterns() {
  static const std::vector<PatternInfo> all{
      {Pattern::uniform, "uniform", "any other node, all equally likely"},
      {Pattern::transpose, "transpose",
       "(x,y) to (y,x) in a square; else bit i of the rank from bit i + b/2 (nodes: a power of 4)"},
      {Pattern::bit_complement, "bit-complement", "every bit of the rank inverted (nodes: a power of 2)"},
      {Pattern::bit_reverse, "bit-reverse", "the bits of the rank in reverse order (nodes: a power of 2)"},
      {Pattern::bit_rotation, "bit-rotation", "the rank rotated right by one bit (nodes: a power of 2)"},
      {Pattern::shuffle, "shuffle", "the rank rotated left by one bit (nodes: a power of 2)"},
      {Pattern::tornado, "tornado", "ceil(k/2) - 1 further in every dimension of k nodes, modulo k"},
      {Pattern::neighbour, "neighbour",
       "1 further in every dimension, modulo its size; star graphs: over link g1"},
      {Pattern::asymmetric, "asymmetric",
       "s mod (N/2), or N/2 more, equally likely (BookSim2; an even number of nodes)"},
      {Pattern::hotspot, "hotspot[:NODES[:SHARE]]",
       "SHARE (0.1) of the packets to one of NODES (the one in the middle), the others uniform"},
      {Pattern::random_permutation, "random-permutation", "one other node each, drawn by --seed"},
      {Pattern::permutation, "permutation:FILE", "the node on line s of a file"},
      {Pattern::matrix, "matrix:FILE", "by rates from a file: row s, column d"}};
  return all;
}

std::optional<std::string> why_not(Pattern pattern, const Topology& topology) {
  const Rank n = topology.size();
  switch (pattern) {
    case Pattern::transpose:
      if (is_square(topology) || (std::has_single_bit(n) && std::countr_zero(n) % 2 == 0))
        return std::nullopt;
      return fmt::format(
          "needs a square network of 2 dimensions, such as mesh:8x8, or a number of nodes that "
          "is a power of 4, not {}",
          n);
    case Pattern::bit_complement:
    case Pattern::bit_reverse:
    case Pattern::bit_rotation:
    case Pattern::shuffle:
      if (std::has_single_bit(n)) return std::nullopt;
      return fmt::format("needs a number of nodes that is a power of 2, not {}", n);
    case Pattern::asymmetric:
      if (n % 2 == 0) return std::nullopt;
      return fmt::format("needs an even number of nodes, not {}", n);
    default: return std::nullopt;
  }
}

std::optional<Rank> fixed_destination(Pattern pattern, const Topology& topology, Rank source) {
  const Rank n = topology.size();
  const auto bits = static_cast<unsigned>(std::countr_zero(n));
  switch (pattern) {
    case Pattern::transpose: {
      if (!is_square(topology)) return rotated(source, bits, bits / 2);
      Coordinates c = topology.coordinates(source);
      std::swap(c[0], c[1]);
      return topology.rank(c);
    }
    case Pattern::bit_complement: return n - 1 - source;
    case Pattern::bit_reverse: return reversed(source, bits);
    case Pattern::bit_rotation: return rotated(source, bits, bits - 1);
    case Pattern::shuffle: return rotated(source, bits, 1);
    case Pattern::tornado: return shifted(topology, source, true);
    case Pattern::neighbour:
      return topology.has_coordinates()            ? shifted(topology, source, false)
             : topology.nodes() == topology.size() ? topology.neighbour(source, 0)
                                                   : nearest_tile(topology, source);
    default: return std::nullopt;
  }
}

Rank middle_of(const Topology& topology) {
  if (!topology.has_coordinates()) return topology.size() / 2;
  Coordinates c = topology.coordinates(0);
  for (unsigned d = 0; d < topology.dims(); ++d) c[d] = topology.extent(d) / 2;
  return topology.rank(c);
}

std::vector<Rank> random_permutation(Rank size, std::uint64_t seed) {
  std::vector<Rank> all(size);
  std::iota(all.begin(), all.end(), Rank{0});
  RandomStream random(seed * 0x9e3779b97f4a7c15u + 0x7065726d);
  // Sattolo's variant: a single cycle, so that no node sends to itself.
  for (Rank i = size; i-- > 1;) std::swap(all[i], all[random.below(i)]);
  return all;
}

}  // namespace collnoc
