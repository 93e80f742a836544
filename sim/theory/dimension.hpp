// One dimension of a product network: its numbers in closed form, and the steps of its total exchange.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "collnoc/arch/topology/topology.hpp"
#include "collnoc/firmware/collectives/common/schedule.hpp"
#include "collnoc/firmware/collectives/total_exchange/exchange_1d.hpp"
#include "sim/theory/fraction.hpp"

namespace collnoc::theory {

/// A graph of n >= 1 nodes. A ring of 2 has two links between its nodes.
struct Dimension {
  Factor kind = Factor::line;
  std::uint64_t n = 1;

  std::uint64_t links() const;
  std::uint64_t diameter() const;
  /// Of the node with this coordinate.
  std::uint64_t status(std::uint64_t at) const;
  std::uint64_t least_status() const;
  std::uint64_t most_status() const;
  /// Sum over all ordered pairs of nodes.
  std::uint64_t total_distance() const;

  /// Steps of the best total exchange of unit packets that move one hop per step
  /// (docs/reference/algorithms/product.md, product-all-port.md).
  std::uint64_t exchange_steps(PortModel nic) const;
  /// Dimakopoulos & Dimopoulos, section 3: one-port the average status (Eq. 3), all-port |V1||V2|/c(V1,V2) of
  /// the cut in the middle (Eq. 4).
  Fraction exchange_bound(PortModel nic) const;

  /// "a ring of 6".
  std::string text() const;
  friend bool operator==(const Dimension&, const Dimension&) = default;
};

/// The dimensions of a product, x first; empty for a network that is no product of dimensions.
std::vector<Dimension> dimensions(const Topology& topology);

}  // namespace collnoc::theory
