// Broadcast `multicast`, one-port, in hardware with multicast: one put to all nodes.
//
//   root --+--> o --> o     alpha = 1, beta = 1: the routers copy the message
//          +--> o --> o
//
// Port model: one-port. Free of contention: a multicast crosses every link once at most. Any mesh, torus,
// hypercube, generalized hypercube of two or more nodes or star graph, any root.
#pragma once
#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc {

struct Multicast {
  static constexpr const char* name = "multicast";
  static constexpr const char* summary = "one put to all nodes; the routers copy it";
  static constexpr Collective collective = Collective::broadcast;
  static constexpr bool contention_free = true;
  static constexpr bool closed_form = false;
  static constexpr bool multicasts = true;
  static constexpr Structure needs = Structure::ranks;

  static constexpr const char* refusal(const Topology& topology, PortModel nic) {
    if (!has_multicasts(topology)) return no_multicasts;
    if (nic != PortModel::one_port) return "it needs a one-port NIC";
    return topology.size() < 2 ? "it needs 2 or more nodes" : nullptr;
  }
  static constexpr std::uint64_t bytes_needed(const Job& job) { return padded(job.bytes); }
  static constexpr std::uint32_t steps(const Job&) { return 1; }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t, Out& out) {
    if (rank == job.root)
      out.multicast(share(job, no_rank, {0, job.bytes}, 1, {}), Box::all(job.topology, rank));
  }

  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    return counter == 1 && rank != job.root && step != 0;
  }
};

}  // namespace collnoc
