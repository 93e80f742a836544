#include "sim/fabric/fabric_planes.hpp"

#include <bit>

#include "collnoc/model/planes/node_planes.hpp"
#include "sim/fabric/fabric_cycle.hpp"

namespace collnoc {

using model::Plane, model::plane_nodes;

template <class Hardware>
class Fabric::PlanesOf final : public Planes {
 public:
  PlanesOf(Fabric& fabric, std::unique_ptr<model::RouterPlanes> routers)
      : fabric_(fabric),
        routers_(std::move(routers)),
        nodes_(fabric.config_, *routers_),
        busy_(routers_->words()) {}

  void step(Cycle now) override {
    Partition& partition = fabric_.partitions_.front();
    routers_->allocate();
    for (const model::RouterPlanes::Ejected& e : routers_->ejected())
      nodes_.give(*fabric_.sites_[e.node].model, fabric_.links_, e.channel, e.flit);
    for (std::size_t w = 0; w < busy_.size(); ++w) {
      const Plane gives = routers_->gives(w), awake = busy_[w] | gives, due = due_in(w, now);
      for (Plane m = awake | due; m != 0; m &= m - 1) {
        const auto lane = static_cast<unsigned>(std::countr_zero(m));
        const Plane bit = Plane{1} << lane;
        const auto rank = static_cast<Rank>(w * plane_nodes + lane);
        Site& site = fabric_.sites_[rank];
        model::NodeIn in;
        const bool event = site.out.event;
        if (!fabric_.prepare(now, site, (awake & bit) != 0, (due & bit) != 0, in, partition)) continue;
        if (event && site.packet_watcher != nullptr) site.packet_watcher->counted(now);
        const bool busy = nodes_.take(rank, *site.model, (gives & bit) != 0, in, site.out);
        busy_[w] = (busy_[w] & ~bit) | Plane{busy} << lane;
      }
    }
    for (const model::RouterPlanes::Departure& d : routers_->departures()) {
      if (PacketWatcher* watcher = fabric_.sites_[d.node].packet_watcher) watcher->head_left(now, d.head);
    }
    for (const model::RouterPlanes::Ejected& e : routers_->ejected()) {
      if (!(e.flit.head && e.flit.tail)) continue;
      if (PacketWatcher* watcher = fabric_.sites_[e.node].packet_watcher) watcher->signal_left(e.flit.data);
    }
    routers_->commit();
    partition.link_flits = routers_->link_flits();
  }

  void show(Rank node) const override {
    const Site& site = fabric_.sites_[node];
    nodes_.show(node, *site.model, site.out);
    nodes_.hide(*site.model);
  }
  void save(Rank node) override { nodes_.save(node, *fabric_.sites_[node].model); }
  void end() override {
    Partition none;
    for (Rank n = 0; n < fabric_.sites_.size(); ++n) {
      Site& site = fabric_.sites_[n];
      nodes_.show(n, *site.model, site.out);
      fabric_.drive_links(fabric_.now_, n, site.out, none);
    }
    fabric_.partitions_.front().link_flits += none.link_flits;
  }
  bool quiet() const override {
    Plane busy = 0;
    for (const Plane b : busy_) busy |= b;
    return busy == 0 && routers_->quiet();
  }

 private:
  Plane due_in(std::size_t w, Cycle now) const {
    Plane due = 0;
    const std::size_t first = w * plane_nodes,
                      last = std::min<std::size_t>(first + plane_nodes, fabric_.sites_.size());
    for (std::size_t n = first; n < last; n += awake_group)
      due |= Plane{fabric_.wake_times_.due(static_cast<Rank>(n), now)} << (n - first);
    return due;
  }

  Fabric& fabric_;
  std::unique_ptr<model::RouterPlanes> routers_;
  mutable model::NodePlanes<Hardware> nodes_;
  std::vector<Plane> busy_;  // nodes whose NIC is not quiescent
};

std::unique_ptr<Fabric::Planes> Fabric::Planes::make(Fabric& fabric) {
  if (fabric.cut_ || fabric.partitions_.size() != 1 || !fabric.observers_.empty()) return nullptr;
  for (const Site& s : fabric.sites_) {
    if (s.model == nullptr || s.watcher != nullptr || s.pin_watcher != nullptr || s.tile_reset) return nullptr;
  }
  std::unique_ptr<model::RouterPlanes> routers = model::RouterPlanes::make(fabric.topology_, fabric.config_);
  if (!routers) return nullptr;
  const model::HardwareSizes sizes(fabric.config_);
  const bool plain = sizes.links == 4 && !fabric.config_.all_port && !fabric.config_.sequencer &&
                     !fabric.config_.accumulate && !fabric.config_.vc_reads;
  if (plain) return std::make_unique<PlanesOf<model::UsualHardware<1, 4>>>(fabric, std::move(routers));
  return std::make_unique<PlanesOf<model::AnyHardware>>(fabric, std::move(routers));
}

}  // namespace collnoc
