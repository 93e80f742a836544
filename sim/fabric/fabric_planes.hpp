// A fabric whose routers are computed in planes (model/planes).
#pragma once
#include <bit>
#include <memory>
#include <string>
#include <vector>

#include "collnoc/model/planes/nic_planes.hpp"
#include "sim/fabric/fabric.hpp"

namespace collnoc {

class Fabric::Planes {
 public:
  Planes(Fabric& fabric, std::unique_ptr<model::RouterPlanes> routers);
  /// Nothing, and `why`, if this fabric's nodes cannot be computed so. All have just been reset.
  static std::unique_ptr<Planes> make(Fabric& fabric, const char*& why);

  std::string how_computed() const;
  /// Parts that threads may compute at the same time.
  unsigned parts() const { return routers_->parts(); }
  /// Before the first step: what nodes do is passed on to the RTL beside them. Returns the routers.
  const model::RouterPlanes& beside(Lockstep& rtl);
  /// Before cycles are stepped.
  void begin();
  /// Up to `cycles` cycles from `now` on, by one thread. Returns how many they were. A failure is noted.
  Cycle step(Cycle now, Cycle cycles);
  /// A half of cycle `now`, of a part.
  void step_half(unsigned half, unsigned part, Cycle now);
  /// The same in several processes: first, words at the cut begin; second, the others do, while what crosses
  /// the cut travels; third, it arrives; fourth, the other half.
  static constexpr unsigned part_phases = 4;
  void step_phase(unsigned phase, unsigned part, Cycle now);
  /// After them: memories are as they would be.
  void catch_up();
  void catch_up(Rank node) { nics_.catch_up(routers_->first() + node); }
  /// The watchers of a node have changed.
  void watch(Rank node);
  void save(Rank node) { nics_.save(routers_->first() + node, *fabric_.sites_[node].model); }
  /// Completes what a node drives in this cycle.
  void show(Rank node);
  /// From now on the nodes are computed one by one.
  void end();
  bool quiet() const {
    return nics_.quiet() && routers_->quiet() && (!fabric_.timed_ || fabric_.timed_->empty());
  }

 private:
  struct Access {
    Rank rank;
    model::RegisterAccess access;
  };

  /// What a router drives over the cut, or on a link of several cycles.
  struct Crossing {
    std::size_t link;  ///< its place in Fabric::far_ends_
    std::uint8_t credits;
    bool valid;
    model::FlitRef flit;
    unsigned follow;
  };

  // Planes have nodes from routers_->first() on.
  std::size_t word_of(Rank node) const { return (routers_->first() + node) / model::plane_nodes; }
  Site& site(Rank place) { return fabric_.sites_[place - routers_->first()]; }
  void observe();
  void send();
  void receive(Cycle now);
  void pass_timed(Cycle now);
  void arrive(Cycle now, const LinkWires::End& to, std::uint8_t credits, const model::FlitRef* flit,
              unsigned follow);
  void find_crossings(std::size_t w, std::vector<Crossing>& crossings);
  void allocate(std::size_t w, Cycle now, Partition& partition);
  void commit(std::size_t w, Cycle now, Partition& partition);
  void step_word(std::size_t w, Cycle now, Partition& partition);
  void step_alone(Rank rank, bool gives, bool awake, bool due, Cycle now, Partition& partition);
  model::Plane due_in(std::size_t w, Cycle now) const;
  void find_wake(std::size_t w);
  static constexpr std::size_t few_words = 4, order_words = 16;

  Fabric& fabric_;
  Lockstep* beside_ = nullptr;
  std::unique_ptr<model::RouterPlanes> routers_;
  model::NicPlanes nics_;
  std::vector<Cycle> wakes_;                      // by word: no host must be called before
  std::vector<std::vector<Access>> accesses_;     // by part: for NicPlanes::launch()
  std::vector<std::vector<Crossing>> crossings_;  // by part
  Cycle in_order_ = 1;                            // cycles that are computed together
};

}  // namespace collnoc
