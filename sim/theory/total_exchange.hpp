// Total exchange by Dimakopoulos & Dimopoulos, "A theory of total exchange in multidimensional
// interconnection networks": lower bounds, the steps of the algorithms A2 and A3, and whether they are
// optimal.
//
// Everything is counted in steps in which a message moves one hop (store and forward). Every message carries
// one block. Schedules that combine blocks or pass several links per step are not bound by these numbers.
// One-port: a node sends and receives at most one message per step. All-port, the paper's multiport: one per
// link.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "collnoc/arch/topology/topology.hpp"
#include "collnoc/firmware/collectives/common/schedule.hpp"
#include "sim/theory/fraction.hpp"
#include "sim/theory/statement.hpp"

namespace collnoc::theory {

/// One-port: the average status (Eq. 3). All-port: |V1||V2|/c(V1,V2) of a cut into two parts with c links
/// between them (Eq. 4). It is the largest over the cuts in the middle of the dimensions, on a star graph
/// over the cuts by the symbol in one place (not the largest of all cuts), on a spidergon over the cut that
/// keeps opposite tiles together.
Fraction exchange_bound(const Topology& topology, PortModel nic);

/// All-port: the hops of all messages over all links. It is above the bound by cuts on star graphs and on
/// the spidergon of 6 only.
Fraction traffic_bound(const Topology& topology);

/// A lower bound of the steps, and why it holds.
struct ExchangeBound {
  Fraction steps;  ///< not rounded
  std::string source;
  std::string reason;  ///< "the diameter"
};

/// The largest bound in whole steps: exchange_bound(); one-port on a line the packets that the middle node
/// must send (docs/reference/algorithms/product.md); all-port traffic_bound() and the diameter.
ExchangeBound sharpest_bound(const Topology& topology, PortModel nic);

/// A factor of a product: a dimension, or a network of `product:A+B+..`.
struct ExchangeFactor {
  std::uint64_t nodes = 1;
  std::string text;                    ///< "a ring of 6", "star:4"
  Fraction bound;                      ///< exchange_bound() of the factor
  std::optional<std::uint64_t> steps;  ///< of its own exchange (exchange.hpp); nothing: it has none
};

/// The factors of a product, the fastest first; empty for a network that is none by its description.
std::vector<ExchangeFactor> exchange_factors(const Topology& topology, PortModel nic);

/// Steps of A2 (one-port, Corollary 2) or A3 (all-port, Corollary 3). Nothing where the algorithm does not
/// apply: A2 needs a product, A3 a product of 2^k equal factors, each with an exchange.
std::optional<std::uint64_t> exchange_steps(const Topology& topology, PortModel nic);

/// The factors, each once, that break the condition of Theorem 3 (one-port) or Theorem 5 (all-port): their
/// own exchange takes exactly its bound. Precondition: exchange_steps() has a value.
std::vector<ExchangeFactor> above_their_bound(const Topology& topology, PortModel nic);

/// The bound, then what the theorems say about the algorithm.
std::vector<Statement> total_exchange(const Topology& topology, PortModel nic);

}  // namespace collnoc::theory
