// All-reduce `multicast` and `multicast-all-port`, in hardware with multicast and NICs that accumulate: the
// sum of all vectors is collected in the middle of the network, which multicasts it.
//
//   short vectors, 4x4:  every row in its column 2, then column 2 in its row 2, then one multicast from there
//   long ones:           up the two trees of reduce `pipelined-trees`, then one multicast; all-port: up the
//                        trees of reduce, then down those of broadcast `multicast-all-port`, in pieces
//
// Short vectors: the ranks of each line add their vectors to that of its middle, in one dimension after the
// other. alpha = sum (n_d - 1) + 1, beta the same in vectors. In a step, one rank of each line sends, so that
// no rank receives two messages; no rank waits for others of its line before it sends. Long vectors: alpha
// and beta of the trees, and 1, or of both. They are chosen if they are predicted to take fewer cycles.
//
// The result takes the place of the input. Any mesh, torus, hypercube, generalized hypercube of two or more
// nodes or star graph; all-port: of extents of 2 or more. Counter 1 + d: the vectors of dimension d;
// otherwise the first counters belong to the trees of the reduce. `result`: the result, and the next ones:
// that of other trees.
#pragma once
#include <type_traits>

#include "collnoc/firmware/collectives/broadcast/multicast_all_port.hpp"
#include "collnoc/firmware/collectives/common/schedule.hpp"
#include "collnoc/firmware/collectives/reductions/reduce_pipelined_trees.hpp"
#include "collnoc/firmware/collectives/reductions/reduce_pipelined_trees_all_port.hpp"

namespace collnoc {

template <bool all_ports>
struct AllReduceMulticastOn {
  static constexpr const char* name = all_ports ? "multicast-all-port" : "multicast";
  static constexpr const char* summary =
      "NICs add all vectors in the middle of the network, along lines or up two trees; one multicast of the "
      "result";
  static constexpr Collective collective = Collective::all_reduce;
  static constexpr bool contention_free = false;
  static constexpr bool closed_form = false;
  static constexpr bool accumulates = true;
  static constexpr bool multicasts = true;
  static constexpr Structure needs = Structure::ranks;

  static constexpr const char* refusal(const Topology& topology, PortModel nic) {
    if (!has_multicasts(topology)) return no_multicasts;
    if (all_ports) return MulticastAllPort::refusal(topology, nic);
    if (nic != PortModel::one_port) return "it needs a one-port NIC";
    return topology.size() < 2 ? "it needs 2 or more nodes" : nullptr;
  }
  static constexpr std::uint64_t bytes_needed(const Job& job) { return padded(job.bytes); }
  static constexpr std::uint32_t steps(const Job& job) {
    const Way way(job);
    return way.steps_of_sum + (way.pieces_of_result() ? MulticastAllPort::steps(way.in_middle) : 1);
  }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const Way way(job);
    const std::uint32_t first = way.steps_of_sum;
    if (step < first) {
      way.trees ? Trees::plan(way.in_middle, rank, step, out) : plan_lines(job, rank, step, out);
      return;
    }
    const Rank middle = way.in_middle.root;
    if (rank == middle && step == first) {
      for (std::uint8_t counter = 1; counter < result; ++counter) {
        const std::uint32_t all = arrivals_of_sum(way, rank, counter, step);
        if (all != 0) out.wait(counter, all);
      }
    }
    if (way.pieces_of_result()) {
      Shifted<Out> shifted{out};
      MulticastAllPort::plan(way.in_middle, rank, step - first, shifted);
    } else if (rank == middle) {
      for_each_put(job.topology, job.topology.coordinates(rank), all_ports ? job.topology.links() : 1,
                   Box::all(job.topology, rank), {}, [&](const Box& box, Route route) {
                     out.multicast(share(job, no_rank, {0, job.bytes}, result, route), box);
                   });
    }
  }

  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    // Counters that neither the sum nor the result has; to choose the way takes a processor long.
    const unsigned of_each = all_ports ? job.topology.links() : result - 1u;
    if (counter == 0 || (counter - 1u) % (result - 1u) >= of_each || counter > 2 * (result - 1u)) return 0;
    const Way way(job);
    if (counter < result) return arrivals_of_sum(way, rank, counter, step);
    const auto its = static_cast<std::uint8_t>(counter - result + 1);
    if (step < way.steps_of_sum) return 0;
    if (way.pieces_of_result())
      return MulticastAllPort::arrivals(way.in_middle, rank, its, step - way.steps_of_sum);
    return its == 1 && step > way.steps_of_sum && rank != way.in_middle.root;
  }

 private:
  using Trees = std::conditional_t<all_ports, ReducePipelinedTreesAllPort, ReducePipelinedTrees>;
  static constexpr std::uint8_t result = all_ports ? 16 : 7;
  static_assert(max_dims < result && (all_ports ? max_links : 4) < result);

  /// Passes on the actions of a broadcast whose counters begin at `result`.
  template <class Out>
  struct Shifted {
    Out& out;
    static constexpr std::uint8_t to(std::uint8_t counter) {
      return static_cast<std::uint8_t>(counter + result - 1);
    }
    constexpr void wait(std::uint8_t counter, std::uint32_t at_least) { out.wait(to(counter), at_least); }
    constexpr void send(Put put) {
      put.counter = to(put.counter);
      out.send(put);
    }
    constexpr void multicast(Put put, const Box& box) {
      put.counter = to(put.counter);
      out.multicast(put, box);
    }
  };

  /// Which way the sum takes.
  struct Way {
    Job in_middle;  ///< the same job with its root in the middle of the network
    bool trees = false;
    std::uint32_t steps_of_sum = 0;

    explicit constexpr Way(const Job& job) : in_middle(job) {
      const Topology& topology = job.topology;
      Coordinates at{};
      for (unsigned d = 0; d < topology.dims(); ++d) at[d] = middle(topology, d);
      in_middle.root = topology.rank(at);

      const std::uint32_t flits = message_flits(job.timing, job.bytes);
      std::uint64_t by_lines = std::uint64_t{first_step(topology, max_dims)} * flits / (all_ports ? 2 : 1) +
                               topology.dims() * relay_cycles(job.timing, 1, 0);
      // The two trees of one-port NICs need coordinates.
      std::uint64_t by_trees =
          all_ports || topology.has_coordinates() ? Trees::cycles(in_middle) : ~std::uint64_t{0};
      if (all_ports) {
        by_lines += flits;
        by_trees += MulticastAllPort::cycles(in_middle);
      }
      trees = by_trees < by_lines;
      steps_of_sum = trees ? Trees::steps(in_middle) : first_step(topology, max_dims);
    }
    /// Whether the result leaves the middle in pieces over several trees.
    constexpr bool pieces_of_result() const { return all_ports && trees; }
  };

  static constexpr std::uint32_t arrivals_of_sum(const Way& way, Rank rank, std::uint8_t counter,
                                                 std::uint32_t step) {
    if (step > way.steps_of_sum) step = way.steps_of_sum;
    return way.trees ? Trees::arrivals(way.in_middle, rank, counter, step)
                     : arrivals_of_lines(way.in_middle, rank, counter, step);
  }

  template <class Out>
  static constexpr void plan_lines(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const Topology& topology = job.topology;
    unsigned d = 0;
    while (step >= first_step(topology, d + 1)) ++d;
    Coordinates at = topology.coordinates(rank);
    // Who was not in the middle of an earlier dimension has sent its vector.
    for (unsigned e = 0; e < d; ++e) {
      if (at[e] != middle(topology, e)) return;
    }
    if (sender(topology, d, step - first_step(topology, d)) != at[d]) return;
    for (unsigned e = 0; e < d; ++e) {
      if (topology.extent(e) > 1) out.wait(static_cast<std::uint8_t>(1 + e), topology.extent(e) - 1);
    }
    at[d] = middle(topology, d);
    Put put = share(job, topology.rank(at), {0, job.bytes}, static_cast<std::uint8_t>(1 + d), {});
    put.operation = operation_of(job.op, job.element);
    out.send(put);
  }
  static constexpr std::uint32_t arrivals_of_lines(const Job& job, Rank rank, std::uint8_t counter,
                                                   std::uint32_t step) {
    const Topology& topology = job.topology;
    if (counter > topology.dims()) return 0;
    const Coordinates at = topology.coordinates(rank);
    for (unsigned e = 0; e < counter; ++e) {
      if (at[e] != middle(topology, e)) return 0;
    }
    const std::uint32_t first = first_step(topology, counter - 1u), all = topology.extent(counter - 1u) - 1;
    if (step <= first) return 0;
    return step - first < all ? step - first : all;
  }
  static constexpr std::uint32_t middle(const Topology& topology, unsigned d) {
    return topology.extent(d) / 2;
  }
  /// The coordinate that sends in step `step` of dimension d: all but the middle, the farthest first.
  static constexpr std::uint32_t sender(const Topology& topology, unsigned d, std::uint32_t step) {
    const std::uint32_t n = topology.extent(d), below = n / 2, above = n - 1 - below;
    const std::uint32_t pairs = above;  // as many as have a counterpart below
    if (step < below - pairs) return step;
    const std::uint32_t pair = (step - (below - pairs)) / 2;
    return (step - (below - pairs)) % 2 == 0 ? below - pairs + pair : n - 1 - pair;
  }
  /// The first step of dimension d, or of what follows the last one.
  static constexpr std::uint32_t first_step(const Topology& topology, unsigned d) {
    std::uint32_t steps = 0;
    for (unsigned e = 0; e < d && e < topology.dims(); ++e) steps += topology.extent(e) - 1;
    return steps;
  }
};

using AllReduceMulticast = AllReduceMulticastOn<false>;
using AllReduceMulticastAllPort = AllReduceMulticastOn<true>;

}  // namespace collnoc
