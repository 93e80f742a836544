// Broadcast `ternary`, all-port: recursive division into three parts. New in this project.
//
// Every line that holds an informed node is cut in three around that node. The node sends the whole message
// to both outer parts at once, and all three parts continue. First along x, then y, and so on.
//
//   . . . . s . . . .      . c . | . s . | . c .      all nodes
//     1: <- s ->             2: <- c ->, <- s ->, <- c ->
//
// A line with a and b nodes on the two sides of the informed node needs k steps, the smallest k with
// max(a, b) <= (3^k - 1)/2. alpha = beta = the sum over the dimensions: 8x8 mesh: 4 from the middle, 6 from a
// corner; 8x8 torus: 4. Any algorithm needs at least ceil(log5 N) steps (two dimensions). Free of contention:
// messages stay in disjoint parts of lines. Any extents. On a ring, coordinates are rotated to put the root
// in the middle.
#pragma once
#include "collnoc/firmware/collectives/broadcast/line_split.hpp"
#include "collnoc/firmware/collectives/broadcast/shifted.hpp"
#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc {

struct Ternary {
  static constexpr const char* name = "ternary";
  static constexpr const char* summary = "cut every line in three, send the whole message both ways (ours)";
  static constexpr Collective collective = Collective::broadcast;
  static constexpr bool contention_free = true;

  static constexpr const char* refusal(const Topology&, PortModel nic) {
    return nic == PortModel::all_port ? nullptr : "it needs an all-port NIC";
  }
  static constexpr std::uint64_t bytes_needed(const Job& job) { return padded(job.bytes); }

  static constexpr std::uint32_t steps(const Job& job) {
    return first_step(job, shifted(job).coordinates(job.root), job.topology.dims());
  }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const Shifted frame = shifted(job);
    const Coordinates me = frame.coordinates(rank), root = frame.coordinates(job.root);
    unsigned d = 0;
    while (step >= first_step(job, root, d + 1)) ++d;
    for (unsigned e = d + 1; e < job.topology.dims(); ++e) {
      if (me[e] != root[e]) return;
    }
    bool informed = rank == job.root;
    line(job, root, d).sends(me[d], step - first_step(job, root, d), [&](LineSplit::Part part, bool) {
      if (!informed) out.wait(1, 1);
      informed = true;
      Coordinates to = me;
      to[d] = part.holder;
      out.send(share(job, frame.rank(to), {0, job.bytes}, 1, frame.route(me, to)));
    });
  }

  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    if (counter != 1 || rank == job.root) return 0;
    const Shifted frame = shifted(job);
    const Coordinates me = frame.coordinates(rank), root = frame.coordinates(job.root);
    unsigned d = job.topology.dims() - 1;
    while (me[d] == root[d]) --d;
    const LineSplit line = Ternary::line(job, root, d);
    std::uint32_t informed = 0;
    while (line.part(me[d], informed).holder != me[d]) ++informed;
    return first_step(job, root, d) + informed <= step;
  }

 private:
  static constexpr Shifted shifted(const Job& job) {
    Coordinates middle{};
    for (unsigned d = 0; d < job.topology.dims(); ++d) middle[d] = job.topology.extent(d) / 2;
    return {job, middle};
  }
  static constexpr LineSplit line(const Job& job, const Coordinates& root, unsigned d) {
    return {job.topology.extent(d), root[d]};
  }
  static constexpr std::uint32_t first_step(const Job& job, const Coordinates& root, unsigned dimension) {
    std::uint32_t steps = 0;
    for (unsigned d = 0; d < dimension; ++d) steps += line(job, root, d).steps();
    return steps;
  }
};

/// `d-node`: a stand-in for the D-node broadcast with which Zhuang & Liberatore compare in section 8.3 (alpha
/// = beta = n + 2 on a 2^n square). Their paper does not give its sets of nodes. So this is `ternary` on the
/// same networks; `check` shows both costs.
struct DNode : Ternary {
  static constexpr const char* name = "d-node";
  static constexpr const char* summary =
      "stand-in for D-node: ternary (Zhuang & Liberatore compare with it in 8.3)";

  static constexpr const char* refusal(const Topology& topology, PortModel nic) {
    const std::uint32_t side = topology.extent(0);
    if (topology.dims() != 2 || side != topology.extent(1) || side < 2 || !is_power_of_two(side)) {
      return "it needs a square of two dimensions whose side is a power of two, at least 2";
    }
    return Ternary::refusal(topology, nic);
  }
};

}  // namespace collnoc
