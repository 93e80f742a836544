// All-to-all broadcast and barrier `multicast` and `multicast-all-port`, in hardware with multicast: in each
// dimension after the other, every rank multicasts its blocks to its line.
//
//   4x4:  every rank sends its block to its row, then the four blocks of its row to its column
//
// alpha = sum n_d; beta = sum n_0 .. n_d blocks. A step is the multicast of one rank in every line, so that
// no rank receives two messages in a step. Free of contention within a step: lines share no link. Any mesh,
// torus, hypercube, generalized hypercube of two or more nodes, or star graph, which is one line.
//
// All-port: a multicast for each link with which the tree of a line begins, and all ranks of a line send at
// once: links have their own channels at a receiver, so messages of different links do not meet there.
//
// All-to-all broadcast, one-port: a step is a time slot, one cycle longer than its message. Trees that meet
// block each other, and messages that meet at a receiver do. From one sender to the next one of a line, the
// distance to a node changes by one hop at most, so slots need no more than that. In rank order x is fastest,
// so the blocks that a rank has after a dimension are contiguous, and one put sends them.
//
// A barrier sends signals, all at once: no rank begins a dimension before it has received from its whole
// line. Counter 1 + d: the messages of dimension d.
#pragma once
#include "collnoc/firmware/collectives/common/pipeline.hpp"
#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc {

template <Collective what, bool all_ports>
struct MulticastLines {
  static constexpr const char* name = all_ports ? "multicast-all-port" : "multicast";
  static constexpr const char* summary = "every rank multicasts what it has to its line, in each dimension";
  static constexpr Collective collective = what;
  static constexpr bool contention_free = true;
  static constexpr bool closed_form = false;
  static constexpr bool multicasts = true;
  static constexpr Structure needs = Structure::ranks;

  static constexpr const char* refusal(const Topology& topology, PortModel nic) {
    if (!has_multicasts(topology)) return no_multicasts;
    if (all_ports && nic != PortModel::all_port) return "it needs an all-port NIC";
    if (!all_ports && nic != PortModel::one_port) return "it needs a one-port NIC";
    return topology.size() < 2 ? "it needs 2 or more nodes" : nullptr;
  }
  static constexpr std::uint64_t bytes_needed(const Job& job) {
    return form_of(what).has_data() ? job.topology.size() * padded(job.bytes) : 0;
  }
  static constexpr std::uint32_t steps(const Job& job) { return first_step(job.topology, max_dims); }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const Topology& topology = job.topology;
    unsigned d = 0;
    while (step >= first_step(topology, d + 1)) ++d;
    if (topology.coordinates(rank)[d] != step - first_step(topology, d)) return;
    // The last dimension before in which there was anybody to hear from.
    std::uint32_t blocks = 1, begin = 0;
    unsigned before = d;
    for (unsigned e = 0; e < d; ++e) {
      if (topology.extent(e) == 1) continue;
      begin += slots(topology, e) * slot(job, blocks) + latency(job, e);
      blocks *= topology.extent(e);
      before = e;
    }
    const bool has_data = form_of(what).has_data();
    Put put = has_data ? share_blocks(job, no_rank, rank / blocks * blocks, blocks, counter_of(d), {})
                       : signal(no_rank, counter_of(d));
    const auto send = [&](const Box& box, Route route) {
      if (before != d) out.wait(counter_of(before), topology.extent(before) - 1);
      if (has_data && slots(topology, d) != 0)
        out.until(begin + topology.coordinates(rank)[d] % slots(topology, d) * slot(job, blocks));
      put.route = route;
      out.multicast(put, box);
    };
    for_each_put(topology, topology.coordinates(rank), all_ports ? topology.links() : 1,
                 Box::line(topology, rank, d), {}, send);
  }

  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    const Topology& topology = job.topology;
    if (counter == 0 || counter > topology.dims()) return 0;
    const unsigned d = counter - 1u;
    const std::uint32_t first = first_step(topology, d), own = topology.coordinates(rank)[d];
    if (step <= first || topology.extent(d) == 1) return 0;
    const std::uint32_t begun = step - first < topology.extent(d) ? step - first : topology.extent(d);
    return begun - (own < begun);
  }

 private:
  static constexpr std::uint8_t counter_of(unsigned d) { return static_cast<std::uint8_t>(1 + d); }
  /// Time slots of dimension d; 0: none.
  static constexpr std::uint32_t slots(const Topology& topology, unsigned d) {
    if (!all_ports) return topology.extent(d);
    return topology.wraps(d) ? (topology.extent(d) + 1) / 2 : 0;
  }
  /// Cycles of a slot in which `blocks` blocks are sent.
  static constexpr std::uint32_t slot(const Job& job, std::uint32_t blocks) {
    const std::uint32_t bytes = blocks * static_cast<std::uint32_t>(padded(job.bytes));
    const std::uint32_t flits = multicast_flits(job.timing, 0, bytes) + 1;
    return flits < job.timing.software_cycles ? job.timing.software_cycles : flits;
  }
  /// Cycles from the last flit of dimension d to the first put that relies on it, without what the next slot
  /// can make up.
  static constexpr std::uint32_t latency(const Job& job, unsigned d) {
    const Topology& topology = job.topology;
    const std::uint32_t hops = topology.symbols() != 0         ? star::diameter(topology.symbols())
                               : topology.one_hop_dimensions() ? 1
                               : topology.wraps(d)             ? topology.extent(d) / 2
                                                               : topology.extent(d) - 1;
    return relay_cycles(job.timing, hops, 0);
  }
  /// The first step of dimension d, or of the one after the last. A dimension of one node has no steps.
  static constexpr std::uint32_t first_step(const Topology& topology, unsigned d) {
    std::uint32_t steps = 0;
    for (unsigned e = 0; e < d && e < topology.dims(); ++e)
      if (topology.extent(e) > 1) steps += topology.extent(e);
    return steps;
  }
};

using AllToAllMulticast = MulticastLines<Collective::all_to_all_broadcast, false>;
using AllToAllMulticastAllPort = MulticastLines<Collective::all_to_all_broadcast, true>;
using BarrierMulticast = MulticastLines<Collective::barrier, false>;
using BarrierMulticastAllPort = MulticastLines<Collective::barrier, true>;

}  // namespace collnoc
