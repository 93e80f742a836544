// The routers of one kind of hardware in planes: their cycle is in router_planes_cycle.hpp, the events of
// their packets in router_planes_events.hpp. Both are compiled for processors with wide registers as well.
#pragma once
#include <utility>

#include "collnoc/model/planes/router_planes.hpp"

#if defined(__x86_64__)
#define COLLNOC_AVX2 [[gnu::target("avx2,bmi,bmi2,popcnt")]]
#define COLLNOC_AVX512 [[gnu::target("avx512f,avx512vl,avx512dq,avx512bw,avx2,bmi,bmi2,popcnt")]]
#endif

namespace collnoc::model {

/// `usual`: four links and one channel to the NIC, wormhole switching, and links that are shifts. What is
/// known when this is compiled saves a quarter of the instructions of a cycle.
template <unsigned width, unsigned vcs, unsigned groups, bool usual>
class RouterPlanesOf final : public RouterPlanes {
 public:
  static constexpr RouterLayout layout{width, vcs, groups};
  RouterPlanesOf(const Topology& topology, const HardwareConfig& config, LinkMap map, unsigned parts)
      : RouterPlanes(topology, config, layout, std::move(map), parts) {
#if defined(__x86_64__)
    const bool bits = __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                      __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("avx2");
    const bool all = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                     __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
    wide_ = !bits ? 0 : all ? 2 : 1;
#endif
    for (unsigned p = map_.links(); p < ports_; ++p) channels_[p] = ~Plane{0};
  }

 private:
  using Ports = PortPlanes<width>;
  using Vec = typename Ports::Vec;
  static constexpr unsigned group_vcs = vcs / groups;
  [[gnu::always_inline]] static Vec load(const Plane* planes) { return Ports::load(planes); }
  [[gnu::always_inline]] static void store(Plane* planes, const Vec& v) { Ports::store(planes, v); }
  [[gnu::always_inline]] static Vec all(Plane plane) { return Ports::all(plane); }

#if defined(__x86_64__)
  COLLNOC_AVX2 void allocate_avx2(std::size_t w) { allocate_any(w); }
  COLLNOC_AVX2 void commit_avx2(std::size_t w) { commit_any(w); }
  COLLNOC_AVX2 void heads_leave_avx2(std::size_t w) { heads_leave_any(w); }
  COLLNOC_AVX2 void tails_leave_avx2(std::size_t w) { tails_leave_any(w); }
  COLLNOC_AVX512 void allocate_avx512(std::size_t w) { allocate_any(w); }
  COLLNOC_AVX512 void commit_avx512(std::size_t w) { commit_any(w); }
  void allocate_word(std::size_t w) override {
    wide_ == 2 ? allocate_avx512(w) : wide_ == 1 ? allocate_avx2(w) : allocate_any(w);
  }
  void commit_word(std::size_t w) override {
    wide_ == 2 ? commit_avx512(w) : wide_ == 1 ? commit_avx2(w) : commit_any(w);
  }
  void heads_leave(std::size_t w) override { wide_ != 0 ? heads_leave_avx2(w) : heads_leave_any(w); }
  void tails_leave(std::size_t w) override { wide_ != 0 ? tails_leave_avx2(w) : tails_leave_any(w); }
  unsigned wide_;
#else
  void allocate_word(std::size_t w) override { allocate_any(w); }
  void commit_word(std::size_t w) override { commit_any(w); }
  void heads_leave(std::size_t w) override { heads_leave_any(w); }
  void tails_leave(std::size_t w) override { tails_leave_any(w); }
#endif
  void arrive(Rank node, unsigned port, unsigned v, std::uint32_t packet) override {
    const QueuedPacket queued = routed(node, port, v, packet);
    if (queue_.push(place(node, port, v), queued)) uncover(node, port, v, queued);
  }
  void uncover_entered(const Entered& e) override {
    uncover(e.node, e.port, e.vc, queue_.front(place(e.node, e.port, e.vc)));
  }
  QueuedPacket routed(Rank node, unsigned i, unsigned v, std::uint32_t packet) const {
    return {packet, route(node, i, v, packets_[packet].head)};
  }
  [[gnu::always_inline]] inline void uncover(Rank node, unsigned i, unsigned v, QueuedPacket front);
  template <class F>
  [[gnu::always_inline]] inline void each_of(std::size_t w, const Plane* queues, F&& f);
  [[gnu::always_inline]] inline Vec is_whole(const Plane* b, unsigned v) const;
  [[gnu::always_inline]] inline void allocate_any(std::size_t w);
  [[gnu::always_inline]] inline void commit_any(std::size_t w);
  [[gnu::always_inline]] inline void heads_leave_any(std::size_t w);
  [[gnu::always_inline]] inline void tails_leave_any(std::size_t w);

  unsigned links() const { return usual ? 4 : map_.links(); }
  unsigned ports() const { return usual ? 5 : ports_; }
  bool scattered(unsigned link) const { return !usual && map_.scattered(link); }
  unsigned count_bits() const { return usual ? RouterLayout::usual_count_bits : count_bits_; }
  unsigned left_bits() const { return usual ? RouterLayout::usual_left_bits : left_bits_; }
  std::size_t place(Rank node, unsigned i, unsigned v) const {
    return (std::size_t{node} * vcs + v) * ports() + i;
  }
  bool heads_need_one() const { return usual || head_needs_ == 1; }
  bool whole_packets() const { return !usual && whole_packets_; }
  bool longer_hops() const { return !usual && hops_.stages() != 0; }

  alignas(64) Plane channels_[width] = {};  // ports to and from the NIC
};

}  // namespace collnoc::model
