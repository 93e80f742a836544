// Broadcast `line`, one-port. Zhuang & Liberatore, section 9, Theorem 3.
//
// All nodes form one line, a snake through the network. The message is cut into M pieces, and every node
// forwards one piece while it receives the next one.
//
//   0 > 1 > 2 > 3      from the root at 5:  5 6 7 8 9 10 11, then one long hop back to 4, then 4 3 2 1 0
//               v
//   7 < 6 < 5 < 4      the long hop and the nodes after it use the opposite direction of the links; on a
//   v                  torus and on complete graphs, the end is next to the start instead, and the order
//   8 > 9 > . .        is 5 6 .. 11 0 1 .. 4
//
// alpha = N + M - 2, beta = (N + M - 2)/M -> 1, from every root. (Forwarding in both directions from the
// middle of a line would give beta -> 2, because the root would have to send everything twice. The paper
// starts at an end.)
//
// M = sqrt((N-2) L T_c/T_s) minimizes alpha T_s + beta L T_c. Here, the first piece passes N - 2 relays and
// the others follow it (pipeline.hpp): a relay takes longer than a piece, and every piece has a head flit.
// The best length of 2^k words is used, so that messages of 2^i bytes are cut evenly.
//
// Free of contention: a hop of the snake uses its link alone. The snake ends where the last line of every
// dimension ends. So the long hop starts back along that line, and in each further dimension it runs opposite
// to the only direction that the snake uses there. It takes a wrap link only where the snake closes. Any
// network, any extents, any root.
#pragma once
#include "collnoc/firmware/collectives/common/pipeline.hpp"
#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc {

struct Line {
  static constexpr const char* name = "line";
  static constexpr const char* summary =
      "pieces follow each other along one line through all nodes (Zhuang & Liberatore, Theorem 3)";
  static constexpr Collective collective = Collective::broadcast;
  static constexpr bool contention_free = true;
  static constexpr Structure needs = Structure::ring;

  static constexpr const char* refusal(const Topology&, PortModel) { return nullptr; }
  static constexpr std::uint64_t bytes_needed(const Job& job) { return padded(job.bytes); }

  /// M, the number of pieces.
  static constexpr std::uint32_t count(const Job& job) {
    const std::uint32_t nodes = job.topology.size(),
                        words = static_cast<std::uint32_t>(padded(job.bytes) / 8);
    if (nodes < 3) return 1;
    const Pipeline pipeline{words, nodes - 2};
    std::uint32_t best = 1;
    for (std::uint32_t piece = 2; piece < 2 * words; piece *= 2) {
      if (pipeline.cycles(job.timing, piece) < pipeline.cycles(job.timing, best)) best = piece;
    }
    return (words + best - 1) / best;
  }

  static constexpr std::uint32_t steps(const Job& job) {
    const Rank nodes = job.topology.size();
    return nodes < 2 ? 0 : nodes - 2 + count(job);
  }

  template <class Out>
  static constexpr void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    const std::uint32_t place = place_of(job, rank);
    if (step < place || place + 1 == job.topology.size()) return;
    const std::uint32_t piece = step - place, all = count(job);
    if (piece >= all) return;
    if (place > 0) out.wait(1, piece + 1);
    const Rank dst = at_place(job, place + 1);
    const Route route = closes(job.topology) ? Route{} : without_wrap(job.topology, rank, dst);
    out.send(share(job, dst, pieces(job, piece, piece + 1, all), 1, route));
  }

  static constexpr std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                          std::uint32_t step) {
    const std::uint32_t place = place_of(job, rank);
    if (counter != 1 || place == 0 || step < place) return 0;
    const std::uint32_t begun = step - place + 1, all = count(job);
    return begun < all ? begun : all;
  }

 private:
  /// Whether the end of the snake is at most one hop per dimension from its start.
  static constexpr bool closes(const Topology& topology) {
    if (topology.one_hop_dimensions()) return true;
    for (unsigned d = 0; d < topology.dims(); ++d) {
      if (topology.extent(d) > 1 && !topology.wraps(d)) return false;
    }
    return true;
  }

  /// Position of a node in the snake; every second line of a dimension runs backwards.
  static constexpr std::uint32_t in_snake(const Topology& topology, Rank rank) {
    const Coordinates c = topology.coordinates(rank);
    std::uint32_t index = 0;
    for (unsigned d = topology.dims(); d-- > 0;) {
      const std::uint32_t extent = topology.extent(d);
      index = index * extent + (index % 2 == 0 ? c[d] : extent - 1 - c[d]);
    }
    return index;
  }
  static constexpr Rank of_snake(const Topology& topology, std::uint32_t index) {
    Coordinates c{};
    for (unsigned d = 0; d < topology.dims(); ++d) {
      const std::uint32_t extent = topology.extent(d), at = index % extent;
      index /= extent;
      c[d] = index % 2 == 0 ? at : extent - 1 - at;
    }
    return topology.rank(c);
  }

  /// Position of a node in the line that starts at the root.
  static constexpr std::uint32_t place_of(const Job& job, Rank rank) {
    const std::uint32_t nodes = job.topology.size();
    const std::uint32_t at = in_snake(job.topology, rank), root = in_snake(job.topology, job.root);
    if (at >= root) return at - root;
    return closes(job.topology) ? at + nodes - root : nodes - 1 - at;
  }
  static constexpr Rank at_place(const Job& job, std::uint32_t place) {
    const std::uint32_t nodes = job.topology.size(), root = in_snake(job.topology, job.root);
    if (place < nodes - root) return of_snake(job.topology, root + place);
    return of_snake(job.topology, closes(job.topology) ? root + place - nodes : nodes - 1 - place);
  }
};

}  // namespace collnoc
