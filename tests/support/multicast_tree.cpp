#include "tests/support/multicast_tree.hpp"

#include <algorithm>

#include "collnoc/arch/route.hpp"

namespace collnoc::test {
namespace {

std::uint32_t moved(const Topology& t, unsigned d, std::uint32_t at, bool minus) {
  return (at + (minus ? t.extent(d) - 1 : 1)) % t.extent(d);
}

}  // namespace

TreeMaker::TreeMaker(const Topology& topology, Rank sender, const Box& box, Route route)
    : t_(topology),
      from_(t_.coordinates(box.from)),
      to_(t_.coordinates(box.to)),
      sender_(sender),
      box_(box),
      route_(route) {
  if (t_.kind() == TopologyKind::star)
    grow_back();
  else
    grow(t_.coordinates(sender), 0, 0);
  for (Link l = 0; l < t_.links(); ++l) tree.first += tree.links.contains({sender, l}) ? 1 : 0;
}

void TreeMaker::grow(const Coordinates& at, unsigned d, unsigned hops) {
  if (d == t_.dims()) {
    const Rank rank = t_.rank(at);
    if (rank != sender_ && box_.contains(t_, rank)) tree.depth = std::max(tree.depth, hops);
    return;
  }
  if (in_box(d, at[d])) grow(at, d + 1, hops);
  if (t_.one_hop_dimensions()) {
    for (std::uint32_t x = from_[d]; x <= to_[d]; ++x) {
      if (x == at[d]) continue;
      Coordinates next = at;
      next[d] = x;
      tree.links[{t_.rank(at), t_.link_towards(d, at[d], x, false)}] = hops + 1;
      grow(next, d + 1, hops + 1);
    }
    return;
  }
  for (const bool minus : {false, true}) {
    const std::uint32_t end = minus ? from_[d] : to_[d];
    if (!in_box(d, at[d]) && minus != goes_minus(t_, d, at[d], from_[d], route_)) continue;
    Coordinates x = at;
    for (unsigned far = hops; x[d] != end;) {
      const std::uint32_t next = moved(t_, d, x[d], minus);
      const Rank rank = t_.rank(x);
      tree.links[{rank, t_.link_towards(d, x[d], next, minus)}] = ++far;
      x[d] = next;
      if (in_box(d, next)) grow(x, d + 1, far);
    }
  }
}

/// Members have the sender's symbols where the corner has them; of a branch, those behind its first node.
void TreeMaker::grow_back() {
  // Of six symbols, the address lacks the last one, and all together are 15.
  const auto label = [&](Rank rank, unsigned place) {
    const std::uint32_t address = t_.address(rank);
    if (place < 5) return (address >> (3 * place)) & 7;
    std::uint32_t left = 15;
    for (unsigned i = 0; i < 5; ++i) left -= (address >> (3 * i)) & 7;
    return left;
  };
  for (Rank member = 0; member < t_.size(); ++member) {
    bool inside = member != sender_;
    for (unsigned place = 1; place < t_.radix(); ++place) {
      inside &=
          label(box_.to, place) != label(sender_, place) || label(member, place) == label(sender_, place);
    }
    if (!inside) continue;
    std::map<std::pair<Rank, Link>, unsigned> back;
    Rank at = member, first = member;
    for (unsigned left = t_.distance(member, sender_); at != sender_; --left) {
      const Link link = t_.link_towards(0, at, sender_, false);
      first = at;
      at = t_.neighbour(at, link);
      back[{at, link}] = left;
    }
    if (box_.from != sender_ && box_.from != first) continue;
    tree.depth = std::max(tree.depth, t_.distance(member, sender_));
    tree.links.insert(back.begin(), back.end());
    ++members;
  }
}

}  // namespace collnoc::test
