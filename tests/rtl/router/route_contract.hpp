// The path of a packet, hop by hop, as docs/reference/hardware.md ("Ports and links", "Routing and virtual
// channels"), docs/reference/star-graph.md and docs/reference/spidergon.md ("Routing") define it. Written
// from those pages alone: it shares no code with RTL, model or arch/, so that a mistake common to those does
// not go unnoticed.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace collnoc::test::contract {

/// Coordinates, lowest dimension first; on a star graph the label, place by place.
using Node = std::vector<unsigned>;

enum class Kind { rings, complete, star, spidergon };

struct Network {
  Kind kind = Kind::rings;
  Node extents;                ///< star graph: unused
  std::vector<bool> wrap;      ///< rings: which dimensions are rings, the others are lines
  unsigned longest = 0;        ///< RADIX of a product of complete graphs
  unsigned symbols = 0;        ///< RADIX of a star graph
  unsigned address_bits = 16;  ///< or 20, with extents of up to 1024 in two dimensions

  unsigned dims() const { return kind == Kind::star ? 1 : static_cast<unsigned>(extents.size()); }
  unsigned links() const {
    if (kind == Kind::star) return symbols - 1;
    if (kind == Kind::spidergon) return 3;
    return dims() * (kind == Kind::complete ? longest - 1 : 2);
  }
};

struct Hardware {
  unsigned vcs = 2;
  unsigned orders = 1;
  bool all_port = false;
  unsigned address_bits = 16;
};

/// The fields of the head flit besides destination and source.
struct Route {
  unsigned minus = 0;       ///< bit d: direction in dimension d is minus
  bool descending = false;  ///< highest dimension first
};

/// A packet at one router.
struct Hop {
  Node at;
  unsigned in_port;  ///< a link, or links() for a packet from the NIC
  unsigned in_vc;
  unsigned out_port;  ///< a link, or links() + ejection channel
  unsigned out_vc;
};

/// Bits [d * 16/DIMS +: 16/DIMS] per coordinate, or of 20 bits; on a star graph 3 bits per symbol.
inline std::uint32_t address(const Network& network, const Node& node) {
  const unsigned width = network.kind == Kind::star ? 3 : network.address_bits / network.dims();
  unsigned bits = 0;
  for (unsigned d = 0; d < node.size(); ++d) bits |= node[d] << d * width;
  return bits;
}

/// Xor of all coordinates of the destination and coordinate 0 of the source, low two bits. A star graph has
/// one coordinate, its address.
inline unsigned vc_hash(const Network& network, const Node& src, const Node& dst) {
  if (network.kind == Kind::star) return (address(network, dst) ^ address(network, src)) % 4;
  unsigned bits = src[0];
  for (const unsigned c : dst) bits ^= c;
  return bits % 4;
}

/// The default direction of the sending NIC on a ring, unless software requests one: the shorter direction;
/// at exactly half a ring, plus from even and minus from odd coordinates.
inline bool shorter_is_minus(unsigned from, unsigned to, unsigned extent) {
  const unsigned plus = (to + extent - from) % extent, minus = (from + extent - to) % extent;
  return plus == minus ? from % 2 == 1 : minus < plus;
}

/// An even permutation has an even number of pairs in the wrong order.
inline bool is_even(const Node& label) {
  unsigned inversions = 0;
  for (std::size_t i = 0; i < label.size(); ++i)
    for (std::size_t j = i + 1; j < label.size(); ++j) inversions += label[i] > label[j] ? 1 : 0;
  return inversions % 2 == 0;
}

/// The coordinates that a packet leaves on its path along a ring or line: all from `from` up to before `to`.
inline std::vector<unsigned> walk(unsigned from, unsigned to, unsigned extent, bool minus) {
  std::vector<unsigned> left;
  for (unsigned at = from; at != to; at = (at + (minus ? extent - 1 : 1)) % extent) left.push_back(at);
  return left;
}

/// Class of the virtual channel on each link of that path: 0 before the wrap link, 1 on it and after it; a
/// packet that does not cross it takes bit 0 of the destination's coordinate all the way.
inline std::vector<unsigned> classes(const std::vector<unsigned>& left, unsigned to, unsigned extent,
                                     bool minus) {
  const unsigned edge = minus ? 0 : extent - 1;
  const auto wrap_link = std::find(left.begin(), left.end(), edge);
  std::vector<unsigned> all;
  for (auto at = left.begin(); at != left.end(); ++at)
    all.push_back(wrap_link == left.end() ? to % 2 : at < wrap_link ? 0 : 1);
  return all;
}

inline std::vector<Hop> star_path(const Network& network, const Hardware& hardware, const Node& src,
                                  const Node& dst) {
  const unsigned n = network.symbols, injection = network.links(), l = vc_hash(network, src, dst);
  std::vector<Hop> hops;
  Node at = src;
  unsigned in_port = injection, in_vc = l % hardware.vcs;
  unsigned vc = l % (hardware.vcs - n + 2);
  while (at != dst) {
    // The first symbol goes to its place; if it is there, fetch the lowest symbol that is out of place.
    unsigned place = 0;
    for (unsigned i = 1; i < n && place == 0; ++i)
      if (dst[i] == at[0]) place = i;
    for (unsigned i = 1; i < n && place == 0; ++i)
      if (dst[i] != at[i]) place = i;
    hops.push_back({at, in_port, in_vc, place - 1, vc});
    in_port = place - 1;
    in_vc = vc;
    // The packet leaves `at` behind now: one class higher if that was odd.
    if (!is_even(at)) ++vc;
    std::swap(at[0], at[place]);
  }
  const unsigned channel = hardware.all_port && in_port != injection ? in_port : 0;
  hops.push_back({at, in_port, in_vc, injection + channel, l % hardware.vcs});
  return hops;
}

/// Across first: the ring serves the quarter of the nodes on either side. On the ring the dateline rule.
inline std::vector<Hop> spidergon_path(const Network& network, const Hardware& hardware, const Node& src,
                                       const Node& dst) {
  const unsigned tiles = network.extents[0], injection = 3, l = vc_hash(network, src, dst);
  const unsigned half = hardware.vcs / 2, to = dst[0];
  std::vector<Hop> hops;
  unsigned at = src[0], in_port = injection, in_vc = l % hardware.vcs;
  const unsigned ahead = (to + tiles - at) % tiles;
  if (4 * ahead > tiles && 4 * ahead < 3 * tiles) {
    hops.push_back({{at}, in_port, in_vc, 2, l % hardware.vcs});
    in_port = 2;
    in_vc = l % hardware.vcs;
    at = (at + tiles / 2) % tiles;
  }
  const bool minus = (to + tiles - at) % tiles > tiles / 2;
  const std::vector<unsigned> left = walk(at, to, tiles, minus);
  const std::vector<unsigned> dateline = classes(left, to, tiles, minus);
  for (std::size_t k = 0; k < left.size(); ++k) {
    unsigned vc = l % hardware.vcs;
    if (half > 0) vc = dateline[k] == 0 ? l % half : half + l % (hardware.vcs - half);
    hops.push_back({{left[k]}, in_port, in_vc, minus ? 1u : 0u, vc});
    in_port = minus ? 0 : 1;
    in_vc = vc;
  }
  const unsigned channel = hardware.all_port && in_port != injection ? in_port : 0;
  hops.push_back({dst, in_port, in_vc, injection + channel, l % hardware.vcs});
  return hops;
}

/// Every router of the path, from the source's to the destination's, where the packet is ejected. Injection
/// and ejection channels do not wrap. A hardware with fewer virtual channels than classes has one class.
inline std::vector<Hop> path(const Network& network, const Hardware& hardware, const Node& src,
                             const Node& dst, const Route& route) {
  if (network.kind == Kind::star) return star_path(network, hardware, src, dst);
  if (network.kind == Kind::spidergon) return spidergon_path(network, hardware, src, dst);
  const unsigned injection = network.links(), l = vc_hash(network, src, dst);
  const unsigned vcs = hardware.vcs / hardware.orders, half = vcs / 2;
  const unsigned first = route.descending ? vcs : 0;
  std::vector<Hop> hops;
  Node at = src;
  unsigned in_port = injection, in_vc = first + l % vcs;
  for (unsigned n = 0; n < network.dims(); ++n) {
    const unsigned d = route.descending ? network.dims() - 1 - n : n, extent = network.extents[d];
    if (at[d] == dst[d]) continue;
    if (network.kind == Kind::complete) {
      const unsigned offset = (dst[d] + extent - at[d]) % extent, width = network.longest - 1;
      hops.push_back({at, in_port, in_vc, d * width + offset - 1, first + l % vcs});
      in_port = d * width + (extent - offset) - 1;
      in_vc = first + l % vcs;
      at[d] = dst[d];
      continue;
    }
    const bool minus = (route.minus >> d & 1) != 0, ring = network.wrap[d] && half > 0;
    const std::vector<unsigned> left = walk(at[d], dst[d], extent, minus);
    const std::vector<unsigned> dateline = classes(left, dst[d], extent, minus);
    for (std::size_t k = 0; k < left.size(); ++k) {
      at[d] = left[k];
      unsigned vc = first;
      if (!ring) {
        vc += l % vcs;
      } else if (dateline[k] == 0) {
        vc += l % half;
      } else {
        vc += half + l % (vcs - half);
      }
      hops.push_back({at, in_port, in_vc, 2 * d + (minus ? 1 : 0), vc});
      in_port = 2 * d + (minus ? 0 : 1);
      in_vc = vc;
    }
    at[d] = dst[d];
  }
  const unsigned channel = hardware.all_port && in_port != injection ? in_port : 0;
  hops.push_back({at, in_port, in_vc, injection + channel, first + l % vcs});
  return hops;
}

}  // namespace collnoc::test::contract
