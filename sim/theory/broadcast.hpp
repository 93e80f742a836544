// Lower bounds of broadcasts and all-to-all broadcasts.
//
//   Zhuang & Liberatore, "A recursion-based broadcast paradigm in wormhole routed mesh/torus networks",
//   section 9, Propositions 1 to 3: one-port start-ups and lengths on any network
//   Cang & Wu, "Minimizing total communication distance of a time-step optimal broadcast in mesh networks",
//   Corollary 1, Eq. 10 and 13: message-hops on meshes and tori whose sides are 2^k
//   Tseng & Sheu, "Toward optimal broadcast in a star graph using multiple spanning trees", Lemmas 1 and 2
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "collnoc/arch/topology/topology.hpp"
#include "collnoc/firmware/collectives/common/schedule.hpp"
#include "sim/theory/statement.hpp"

namespace collnoc::theory {

/// Costs of a schedule without multicasts that is compared with the bounds.
struct ScheduleCosts {
  std::string name;
  std::uint64_t alpha = 0;         ///< start-ups on the critical path
  double beta = 0;                 ///< message lengths on the critical path, in messages or blocks
  std::uint64_t message_hops = 0;  ///< Cang & Wu's TCD
  bool one_hop = false;            ///< every message moves one hop
  /// Of a broadcast: messages that the root sends until all of the message has left it once, Zhuang &
  /// Liberatore's k; at least 1.
  std::uint64_t root_blocks = 1;
};

/// Message-hops of a one-port broadcast in d·k steps from an eye (Eq. 13; Eq. 10 for d = 2). Corollary 1
/// states that no root has less; its proof uses Theorem 2, which is false
/// (docs/reference/algorithms/eyes.md). Nothing unless the network is a mesh or torus with d >= 2 sides of
/// 2^k >= 2.
std::optional<std::uint64_t> hops_from_an_eye(const Topology& topology);

/// Whether a root is one of the eyes (Definitions 2 and 5); on a torus every node is. Precondition:
/// hops_from_an_eye() has a value.
bool is_eye(const Topology& topology, Rank root);

/// Without a root the statements are those for every root. A schedule is compared where it satisfies the
/// conditions of a statement.
std::vector<Statement> broadcast(const Topology& topology, PortModel nic, std::optional<Rank> root,
                                 const std::optional<ScheduleCosts>& schedule);

/// On star graphs; empty elsewhere.
std::vector<Statement> all_to_all_broadcast(const Topology& topology, PortModel nic,
                                            const std::optional<ScheduleCosts>& schedule);

}  // namespace collnoc::theory
