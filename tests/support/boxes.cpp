#include "tests/support/boxes.hpp"

#include <utility>

namespace collnoc::test {

bool chance(std::mt19937_64& random, double p) {
  return std::uniform_real_distribution<double>(0, 1)(random) < p;
}

Box random_box(const Topology& t, Rank rank, std::mt19937_64& random) {
  const Coordinates own = t.coordinates(rank);
  if (t.size() == 1 || chance(random, 0.2)) return Box::all(t, rank);
  if (t.kind() == TopologyKind::star) {
    const unsigned every = (1u << t.radix()) - 2;
    return Box::substar(t, rank, static_cast<unsigned>(random()) % every & every);
  }
  for (;;) {
    Coordinates first{}, last{};
    for (unsigned d = 0; d < t.dims(); ++d) {
      first[d] = static_cast<std::uint32_t>(random() % t.extent(d));
      last[d] = static_cast<std::uint32_t>(random() % t.extent(d));
      if (chance(random, 0.2)) first[d] = last[d] = own[d];
      if (chance(random, 0.2)) first[d] = 0, last[d] = t.extent(d) - 1;
      if (first[d] > last[d] && !t.wraps(d)) std::swap(first[d], last[d]);
    }
    const Box box{t.rank(first), t.rank(last)};
    if (box != Box{rank, rank}) return box;
  }
}

Route random_route(const Topology& t, std::mt19937_64& random) {
  Route route;
  for (unsigned d = 0; d < t.dims(); ++d) {
    if (t.wraps(d)) route.direction[d] = static_cast<Direction>(random() % 3);
  }
  return route;
}

Corners wrong_corners(const Topology& t, Rank rank, bool all_port, std::mt19937_64& random) {
  const std::uint32_t own = t.address(rank);
  std::uint32_t from = own, to = own;
  if (t.kind() == TopologyKind::star) {
    const Box set = random_box(t, rank, random);
    const auto corner = star::permutation(t.radix(), set.to);
    const Rank link = static_cast<Rank>(random() % t.links());
    from = t.address(all_port ? t.neighbour(rank, link) : rank), to = t.address(set.to);
    switch (random() % 4) {
      case 0: to |= 7u << (3 * (random() % t.radix())); break;  // no label
      case 1: to |= 1u << (15 + random() % 17); break;
      case 2: to = own; break;  // no other node
      default:                  // neither the sender nor a neighbour in the set
        from = t.address(all_port ? rank : t.neighbour(rank, link));
        if (all_port && corner[link + 1] == star::permutation(t.radix(), rank)[link + 1])
          from = t.address(t.neighbour(rank, link));
    }
    return {from, to};
  }
  const unsigned kind = static_cast<unsigned>(random() % (all_port ? 4 : 3)), bits = t.coordinate_bits();
  if (kind == 0) {
    const unsigned d = static_cast<unsigned>(random() % t.dims());
    const std::uint32_t mask = ((1u << bits) - 1) << (d * bits), beyond = t.extent(d) + random() % 2;
    if (beyond <= (mask >> (d * bits))) to = (to & ~mask) | beyond << (d * bits);
  } else if (kind == 3) {
    const Box box = random_box(t, rank, random);
    unsigned branches = 0;
    for_each_branch(t, t.coordinates(rank), box, {}, [&](const Box&, Route) { ++branches; });
    if (branches > 1) from = t.address(box.from), to = t.address(box.to);
  } else if (kind == 1) {
    to |= 1u << (t.address_bits() + random() % (32 - t.address_bits()));
  } else {
    for (unsigned d = 0; d < t.dims(); ++d) {
      if (t.wraps(d) || t.extent(d) == 1) continue;
      const std::uint32_t mask = ((1u << bits) - 1) << (d * bits);
      from = (from & ~mask) | (t.extent(d) - 1) << (d * bits);
      to &= ~mask;
      break;
    }
  }
  return {from, to};
}

}  // namespace collnoc::test
