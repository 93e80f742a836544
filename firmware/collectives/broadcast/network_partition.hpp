// Broadcasts `np-rd:d`, `np-sc:d` and `np-rb:d`, one-port: network partitioning. Zhuang & Liberatore compare
// with the first two, after Tseng, Wang and Ho, in sections 1, 4.3 (Table 2) and 7.2. The third one is new.
//
// The network is cut into blocks of side h = 2^d. The source scatters its message over the diagonal of its
// block, 1/h per node. The nodes at the same diagonal position of all blocks form a diluted mesh of side
// 2^(n-d). The h diluted meshes share no row and no column, and each one broadcasts its 1/h independently.
// Then every block has the message on its diagonal, and completes itself.
//
//   1 . | . .       1 . | 1 .       1 1 | 1 1       every column of
//   . 2 | . .       . 2 | . 2       2 2 | 2 2       a block collects
//   ----+----  ->   ----+----  ->   ----+----  ->
//   . . | . .       1 . | 1 .       1 1 | 1 1
//   . . | . .       . 2 | . 2       2 2 | 2 2
//   scatter         diluted meshes  rows of blocks
//
//            diluted mesh         block                             2^n square: alpha, beta
//   np-rd    recursive division   recursive division over the row,  2n + 2^d - 1
//                                 ring-collect along the column     2 + (2n-d-2)/2^d
//   np-sc    scatter-collect      the same                          2n + 2^(n-d+1) + 2^d - 3
//                                                                   2 + d/2^d - 2/2^(2n-d)
//   np-rb    recursive division   stage 2 of recursion-based        2n + d
//                                                                   5/2 + (2(n-d)-2)/2^d
//
// On a 2^n cube, a part is distributed over a plane of the block and collected along z: np-rd
// (3n + 2^d - 1, 2 + (3n-d-2)/2^d), np-sc (3n + 3*2^(n-d) + 2^d - 4, 2 + 2d/2^d - 2/2^(3n-2d)).
//
// d = 1 .. n. For d = n, the diluted meshes are single nodes, np-rd and np-sc are the same, and np-rb is
// recursion-based. Any root (coordinates relative to the root by xor), mesh and torus.
#pragma once
#include "collnoc/firmware/collectives/broadcast/diagonal.hpp"

namespace collnoc {

namespace network_partition {

/// Whether all coordinates have equal lowest d bits, so that r is on the diagonal of its block.
constexpr bool on_diagonal(const Coordinates& r, unsigned dims, unsigned d) {
  const std::uint32_t low = (1u << d) - 1;
  for (unsigned e = 1; e < dims; ++e) {
    if (((r[e] ^ r[0]) & low) != 0) return false;
  }
  return true;
}

/// Scatters in the source's block: diagonal node z gets piece z of 2^d, C_d first.
template <class Visit>
constexpr void scatter_in_order(unsigned dims, unsigned d, Visit&& visit) {
  for (unsigned i = d; i-- > 0;) {
    Coordinates mask{};
    for (unsigned e = 0; e < dims; ++e) mask[e] = 1u << i;
    const auto sends = [=](const Coordinates& r) -> Parts {
      for (unsigned e = 1; e < dims; ++e) {
        if (r[e] != r[0]) return {};
      }
      if (r[0] >> d != 0 || (r[0] & ((2u << i) - 1)) != 0) return {};
      return one_part(r[0] >> i | 1, 1u << (d - i));
    };
    visit(Exchange{mask, false, sends}, i + 1 < d);
  }
}

/// Recursive division in every diluted mesh, side 2^n. Diagonal position z has `part(z)`.
template <class Part, class Visit>
constexpr void divide_diluted(unsigned dims, unsigned n, unsigned d, Part part, Visit&& visit) {
  for (unsigned e = 0; e < dims; ++e) {
    for (unsigned j = n; j-- > d;) {
      Coordinates mask{};
      mask[e] = 1u << j;
      const auto sends = [=](const Coordinates& r) -> Parts {
        if (!on_diagonal(r, dims, d) || (r[e] & ((2u << j) - 1)) >> d != 0) return {};
        for (unsigned f = e + 1; f < dims; ++f) {
          if (r[f] >> d != 0) return {};
        }
        return part(r[0] & ((1u << d) - 1));
      };
      visit(Exchange{mask, false, sends}, e > 0 || j + 1 < n);
    }
  }
}

/// Scatter-collect in every diluted mesh. Piece z of 2^d is scattered over all nodes, half of the remainder
/// in each step, then passed round the lines, last dimension first. d = 0: the whole network. Extents are
/// powers of two; within a piece, x is most significant.
template <class Visit>
constexpr void scatter_collect_diluted(const Topology& topology, unsigned d, Visit&& visit) {
  const unsigned dims = topology.dims();
  struct Place {
    std::uint32_t index = 0;  ///< of the node's piece: diagonal position, then position in the diluted mesh
    bool in = false;          ///< on the diagonal of its block
  };
  const auto place = [=](const Coordinates& r) -> Place {
    std::uint32_t p = r[0] & ((1u << d) - 1);
    for (unsigned e = 0; e < dims; ++e) p = p * (topology.extent(e) >> d) + (r[e] >> d);
    return {p, on_diagonal(r, dims, d)};
  };
  const std::uint32_t diluted = topology.size() >> (d * dims), pieces = diluted << d;
  std::uint32_t distance = diluted / 2;
  for (unsigned e = 0; e < dims; ++e) {
    for (std::uint32_t bit = topology.extent(e) / 2; bit >> d != 0; bit /= 2, distance /= 2) {
      Coordinates mask{};
      mask[e] = bit;
      const auto sends = [=](const Coordinates& r) -> Parts {
        const Place p = place(r);
        if (!p.in || p.index % (2 * distance) != 0) return {};
        return one_part(p.index / distance + 1, pieces / distance);
      };
      visit(Exchange{mask, false, sends}, 2 * distance < diluted);
    }
  }
  std::uint32_t below = 1;
  for (unsigned e = dims; e-- > 0; below *= topology.extent(e) >> d) {
    const auto holds = [=](const Coordinates& r) -> Parts {
      const Place p = place(r);
      return p.in ? one_part(p.index / below, pieces / below) : Parts{};
    };
    visit(Collect{e, d, log2_ceil(topology.extent(e) >> d), holds});
  }
}

/// Completes every block that has its message on the diagonal: distributes each part over its line or plane
/// by recursive division, then collects all parts along the last dimension.
template <class Visit>
constexpr void complete_blocks(unsigned dims, unsigned d, Visit&& visit) {
  const std::uint32_t low = (1u << d) - 1;
  for (unsigned e = 0; e + 1 < dims; ++e) {
    for (unsigned j = d; j-- > 0;) {
      Coordinates mask{};
      mask[e] = 1u << j;
      const auto sends = [=](const Coordinates& r) -> Parts {
        const std::uint32_t z = r[dims - 1] & low;
        if (((r[e] ^ z) & ((2u << j) - 1)) != 0) return {};
        for (unsigned f = e + 1; f + 1 < dims; ++f) {
          if (((r[f] ^ z) & low) != 0) return {};
        }
        return one_part(z, 1u << d);
      };
      visit(Exchange{mask, false, sends}, e > 0 || j + 1 < d);
    }
  }
  visit(Collect{dims - 1, 0, d, [=](const Coordinates& r) { return one_part(r[dims - 1] & low, 1u << d); }});
}

/// n, if there are 2 to `most_dims` dimensions, all of extent 2^n with n >= d; otherwise 0.
constexpr unsigned order(const Topology& topology, unsigned d, unsigned most_dims) {
  if (topology.dims() < 2 || topology.dims() > most_dims) return 0;
  for (unsigned e = 0; e < topology.dims(); ++e) {
    if (topology.extent(e) != topology.extent(0)) return 0;
  }
  const unsigned n = log2_ceil(topology.extent(0));
  return is_power_of_two(topology.extent(0)) && n >= d ? n : 0;
}

struct NpRdPhases : Phased<NpRdPhases, unsigned> {
  template <class Visit>
  static constexpr void phases(const Job& job, Visit&& visit, unsigned d) {
    const unsigned dims = job.topology.dims();
    scatter_in_order(dims, d, visit);
    divide_diluted(
        dims, log2_ceil(job.topology.extent(0)), d, [d](std::uint32_t z) { return one_part(z, 1u << d); },
        visit);
    complete_blocks(dims, d, visit);
  }
};

struct NpScPhases : Phased<NpScPhases, unsigned> {
  template <class Visit>
  static constexpr void phases(const Job& job, Visit&& visit, unsigned d) {
    scatter_in_order(job.topology.dims(), d, visit);
    scatter_collect_diluted(job.topology, d, visit);
    complete_blocks(job.topology.dims(), d, visit);
  }
};

struct NpRbPhases : Phased<NpRbPhases, unsigned> {
  template <class Visit>
  static constexpr void phases(const Job& job, Visit&& visit, unsigned d) {
    scatter_over_diagonal(job, d, visit);
    divide_diluted(
        2, log2_ceil(job.topology.extent(0)), d, [d](std::uint32_t z) { return flint(z, d); }, visit);
    share_in_squares(d, 0, 1, visit);
  }
};

}  // namespace network_partition

template <unsigned d>
struct NpRd : PhasedMember<network_partition::NpRdPhases, d> {
  static_assert(d >= 1 && d <= 9);
  static constexpr char name[] = {'n', 'p', '-', 'r', 'd', ':', '0' + d, 0};
  static constexpr const char* summary =
      "network partitioning, blocks of side 2^d, recursive division (NP-RD, Zhuang & Liberatore, 4.3, 7.2)";
  static constexpr Collective collective = Collective::broadcast;
  static constexpr bool contention_free = true;

  static constexpr const char* refusal(const Topology& topology, PortModel) {
    return network_partition::order(topology, d, 3) != 0
               ? nullptr
               : "it needs a square or cube whose side is a power of two, at least 2^d";
  }
};

template <unsigned d>
struct NpSc : PhasedMember<network_partition::NpScPhases, d> {
  static_assert(d >= 1 && d <= 9);
  static constexpr char name[] = {'n', 'p', '-', 's', 'c', ':', '0' + d, 0};
  static constexpr const char* summary =
      "network partitioning, blocks of side 2^d, scatter-collect (NP-SC; Zhuang & Liberatore, 4.3, 7.2)";
  static constexpr Collective collective = Collective::broadcast;
  static constexpr bool contention_free = true;

  static constexpr const char* refusal(const Topology& topology, PortModel nic) {
    return NpRd<d>::refusal(topology, nic);
  }
};

template <unsigned d>
struct NpRb : PhasedMember<network_partition::NpRbPhases, d> {
  static_assert(d >= 1 && d <= 9);
  static constexpr char name[] = {'n', 'p', '-', 'r', 'b', ':', '0' + d, 0};
  static constexpr const char* summary =
      "network partitioning: recursive division between blocks of side 2^d, recursion-based within them";
  static constexpr Collective collective = Collective::broadcast;
  static constexpr bool contention_free = true;

  static constexpr const char* refusal(const Topology& topology, PortModel) {
    return network_partition::order(topology, d, 2) != 0
               ? nullptr
               : "it needs a square of two dimensions whose side is a power of two, at least 2^d";
  }
};

}  // namespace collnoc
