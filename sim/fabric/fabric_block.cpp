#include "sim/fabric/fabric_block.hpp"

#include <bit>
#include <type_traits>

#include "collnoc/model/tile/node_block.hpp"
#include "sim/fabric/fabric_cycle.hpp"
#include "sim/fabric/fabric_planes.hpp"

namespace collnoc {

static_assert(awake_group == model::block_lanes);

template <class Nodes>
class Fabric::BlockOf final : public Block {
 public:
  BlockOf(Fabric& fabric, Rank first)
      : fabric_(fabric),
        first_(first),
        count_(std::min<Rank>(awake_group, static_cast<Rank>(fabric.sites_.size()) - first)),
        nodes_(fabric.config_) {
    for (Rank n = 0; n < count_; ++n) {
      nodes_.add(n, *fabric.sites_[first + n].model);
      out_[n] = &fabric.sites_[first + n].out;
    }
    nodes_.start();
  }
  void save(Rank node) override { nodes_.save(node - first_); }
  void end() override {
    for (Rank n = 0; n < count_; ++n) nodes_.remove(n);
  }
  void show(Rank node) const override { nodes_.show_credits(node - first_, fabric_.sites_[node].out); }
  void step(Cycle now, std::uint32_t awake, std::uint32_t due, Partition& partition) override {
    // Arrivals, all flits in one loop.
    LinkWires& wires = fabric_.wires_[now % 2];
    std::array<std::uint64_t, awake_group> arrivals;
    std::uint64_t flits[2] = {0, 0};  // link l of node n in bit 8 * (n % 8) + l
    for (std::uint32_t m = awake; m != 0; m &= m - 1) {
      const auto n = static_cast<unsigned>(std::countr_zero(m));
      arrivals[n] = wires.take(first_ + n);
      flits[n / 8] |= std::uint64_t{LinkWires::flits_of(arrivals[n])} << (n % 8 * 8);
    }
    for (unsigned half = 0; half < 2; ++half) {
      for (std::uint64_t m = flits[half]; m != 0; m &= m - 1) {
        const auto bit = static_cast<unsigned>(std::countr_zero(m));
        const unsigned n = half * 8 + bit / 8, l = bit % 8;
        nodes_.push(n, l, wires.flits_at(first_ + n)[l]);
      }
    }

    std::uint32_t evaluated = 0;
    for (std::uint32_t m = awake | due; m != 0; m &= m - 1) {
      const auto n = static_cast<unsigned>(std::countr_zero(m));
      Site& site = fabric_.sites_[first_ + n];
      const bool is_awake = (awake >> n) & 1;
      const std::uint64_t arrive = is_awake ? arrivals[n] : 0;
      model::NodeIn in;
      if (site.pin_watcher != nullptr) wires.pass(first_ + n, arrive, in);
      if (!fabric_.prepare(now, site, is_awake, (due >> n) & 1, in, partition)) continue;
      nodes_.take(n, LinkWires::credits_of(arrive), in, site.out);
      evaluated |= 1u << n;
    }
    if (evaluated == 0) return;
    nodes_.step();

    LinkWires& next = fabric_.wires_[(now + 1) % 2];
    AwakeNodes& awake_next = fabric_.awake_[(now + 1) % 2];
    const LinkWires::End* ends = &fabric_.far_ends_[std::size_t{first_} * fabric_.links_];
    nodes_.drive(
        [&](unsigned n, unsigned link, const model::FlitRef& flit) {
          const LinkWires::End& end = ends[n * fabric_.links_ + link];
          next.drive_flit(end, flit);
          awake_next.wake(end.node);
          out_[n]->link[link] = flit;
          ++partition.link_flits;
        },
        [&](unsigned n, unsigned link, unsigned vc) {
          const LinkWires::End& end = ends[n * fabric_.links_ + link];
          next.drive_credit(end, vc);
          awake_next.wake(end.node);
        });
    for (std::uint32_t m = evaluated; m != 0; m &= m - 1) {
      const auto n = static_cast<unsigned>(std::countr_zero(m));
      Site& site = fabric_.sites_[first_ + n];
      nodes_.settle(n, site.out);
      if (site.pin_watcher != nullptr) nodes_.show_credits(n, site.out);
      if (!site.out.quiescent) awake_next.wake(first_ + n);
    }
  }

 private:
  Fabric& fabric_;
  Rank first_, count_;
  Nodes nodes_;
  std::array<model::NodeOut*, awake_group> out_{};
};

void Fabric::make_blocks() {
  if (sites_.size() < awake_group) return;
  for (const Site& s : sites_) {
    if (s.model == nullptr || s.watcher != nullptr) return;
  }
  model::for_node_block(config_, [&](auto nodes) {
    for (Rank n = 0; n < sites_.size(); n += awake_group)
      blocks_.push_back(std::make_unique<BlockOf<typename decltype(nodes)::type>>(*this, n));
  });
}

const model::NodeOut& Fabric::out(Rank rank) const {
  if (planes_) planes_->show(rank - first_);
  if (!blocks_.empty()) blocks_[(rank - first_) / awake_group]->show(rank - first_);
  return sites_[rank - first_].out;
}

AnyNode& Fabric::node(Rank rank) {
  if (planes_) planes_->save(rank - first_);
  if (!blocks_.empty()) blocks_[(rank - first_) / awake_group]->save(rank - first_);
  return *site(rank).node;
}

}  // namespace collnoc
