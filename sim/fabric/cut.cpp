#include "sim/fabric/cut.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/common/user_error.hpp"

namespace collnoc {

Rank first_of_part(const Topology& topology, unsigned part, unsigned count) {
  const Rank size = topology.nodes();
  if (count > size)
    throw UserError(fmt::format("{} processes for {} nodes; at most one for each node", count, size));
  const std::uint32_t slabs = topology.has_coordinates() ? topology.extent(topology.dims() - 1) : size;
  const Rank unit = slabs >= count ? size / slabs : 1;
  return static_cast<Rank>(std::uint64_t{size / unit} * part / count) * unit;
}

Cut::Cut(const Topology& topology, const HardwareConfig& config, const NetworkParts& parts)
    : topology_(topology),
      parts_(parts),
      first_(first_of_part(topology, parts.own(), parts.count())),
      last_(first_of_part(topology, parts.own() + 1, parts.count())),
      ghosts_begin_((last_ - first_ + awake_group - 1) / awake_group * awake_group),
      tail_(ghosts_begin_),
      flit_words_(config.flit_bits / 64) {
  std::vector<Rank> ends;  // of parts
  for (unsigned p = 0; p < parts.count(); ++p) ends.push_back(first_of_part(topology, p + 1, parts.count()));
  std::vector<std::size_t> links(parts.count());
  const Rank middle = (last_ - first_) / 2;
  for (Rank r = first_; r < last_; ++r) {
    bool at_cut = false;
    for (Link l = 0; l < topology.links(); ++l) {
      const Rank n = topology.neighbour(r, l);
      if (n == no_rank || (n >= first_ && n < last_)) continue;
      const auto part = static_cast<unsigned>(std::upper_bound(ends.begin(), ends.end(), n) - ends.begin());
      ghosts_.push_back({n, part});
      ++links[part];
      at_cut = true;
    }
    if (!at_cut) continue;
    const Rank own = r - first_;
    if (own < middle)
      head_ = (own / awake_group + 1) * awake_group;
    else
      tail_ = std::min(tail_, own / awake_group * awake_group);
  }
  tail_ = std::max(head_, tail_);
  std::sort(ghosts_.begin(), ghosts_.end());
  ghosts_.erase(std::unique(ghosts_.begin(), ghosts_.end()), ghosts_.end());
  for (unsigned p = 0; p < parts.count(); ++p) {
    neighbour_of_.push_back(static_cast<unsigned>(neighbours_.size()));
    if (links[p] == 0) continue;
    Neighbour& n = neighbours_.emplace_back();
    n.part = p;
    const std::size_t most = links[p] * (2 + flit_words_);
    for (auto& in : n.in) in.resize(most);
    n.out.reserve(most * sizeof(std::uint64_t));
  }
}

LinkWires::End Cut::far_end(Rank rank, Link link) const {
  const Rank n = topology_.neighbour(rank, link);
  if (n == no_rank) return {};
  const Link back = topology_.opposite(rank, link);
  if (n >= first_ && n < last_) return {n - first_, back};
  const auto ghost =
      std::partition_point(ghosts_.begin(), ghosts_.end(), [&](const Ghost& g) { return g.rank < n; });
  return {ghosts_begin_ + static_cast<Rank>(ghost - ghosts_.begin()), back};
}

void Cut::begin() {
  parts_.transport().sent();
  for (Neighbour& to : neighbours_) to.out.clear();
}

void Cut::put(const LinkWires::End& ghost, std::uint8_t credit, const model::FlitRef* flit, unsigned follow) {
  const Ghost& to = ghosts_[ghost.node - ghosts_begin_];
  std::vector<std::byte>& out = neighbours_[neighbour_of_[to.part]].out;
  Crossing c{to.rank, static_cast<std::uint8_t>(ghost.link), credit, 0, static_cast<std::uint8_t>(follow)};
  if (flit != nullptr)
    c.flit = static_cast<std::uint8_t>(1u | (flit->head ? 2u : 0u) | (flit->tail ? 4u : 0u) |
                                       unsigned{flit->vc} << 3);
  const auto* head = reinterpret_cast<const std::byte*>(&c);
  out.insert(out.end(), head, head + sizeof c);
  if (flit == nullptr) return;
  const auto* data = reinterpret_cast<const std::byte*>(flit->data);
  out.insert(out.end(), data, data + flit_words_ * sizeof(std::uint64_t));
}

void Cut::send() {
  for (const Neighbour& to : neighbours_) parts_.transport().send(to.part, to.out);
}

void Cut::send(LinkWires& wires, AwakeNodes& awake) {
  begin();
  for (Rank g = ghosts_begin_; g < places(); ++g) {
    if (!awake.take_one(g)) continue;
    wires.drain(g, [&](Link link, std::uint8_t credit, const model::FlitRef* flit) {
      put({g, link}, credit, flit);
    });
  }
  send();
}

void Cut::receive(LinkWires& wires, AwakeNodes& awake) {
  receive([&](Rank node, unsigned link, std::uint8_t credit, const model::FlitRef* flit, unsigned) {
    wires.drive({node, link}, flit != nullptr, flit != nullptr ? *flit : model::FlitRef{}, credit);
    awake.wake(node);
  });
}

}  // namespace collnoc
