// Draws the destinations of one node under a pattern.
#pragma once
#include "sim/traffic/pattern.hpp"
#include "sim/traffic/random_stream.hpp"

namespace collnoc {

class Destinations {
 public:
  /// `choice` must outlive this object. Precondition: !why_not(choice.kind, topology).
  Destinations(const PatternChoice& choice, const Topology& topology, Rank rank);
  /// The next packet's destination; no_rank if this packet would go to the node itself, and is not sent.
  Rank next(RandomStream& random) const;
  /// This node's part of the offered load, 0 to 1: below 1 only with a matrix.
  double intensity() const { return intensity_; }
  /// The part of the offered load that this node creates, on average: packets to itself are not created.
  double created_part() const;

 private:
  Rank any_other(RandomStream& random) const;

  const PatternChoice& choice_;
  Rank size_, rank_, fixed_;
  std::uint64_t hot_;
  double intensity_ = 1;
};

/// The mean of Destinations::created_part over all nodes, 0 to 1.
double created_part(const PatternChoice& choice, const Topology& topology);

}  // namespace collnoc
