// A tile that offers synthetic traffic: packets at random times, with an unbounded queue before the NIC.
#pragma once
#include <cstdint>
#include <deque>
#include <vector>

#include "sim/fabric/fabric.hpp"
#include "sim/fabric/put_writer.hpp"
#include "sim/run/run_config.hpp"

namespace collnoc {

/// splitmix64 (Steele, Lea & Flood, 2014): the same numbers on every machine.
class RandomStream {
 public:
  explicit RandomStream(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t x = state_ += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  }
  /// A number from 0 to n-1; n is below 2^32.
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>((next() >> 32) * n >> 32); }

 private:
  std::uint64_t state_;
};

/// Destinations of the packets of `rank`; no_rank if it sends none under this pattern.
class Destinations {
 public:
  Destinations(Pattern pattern, const Topology& topology, Rank rank);
  Rank next(RandomStream& random) const;

 private:
  Pattern pattern_;
  Rank size_, rank_, fixed_;
};

/// Memory layout of a tile under synthetic traffic: a ring of source slots, then one receive slot per sender.
struct TrafficMemory {
  static constexpr unsigned ring =
      16;  ///< puts that may still be read: those queued, launched, and the next one
  std::uint32_t slot_bytes;
  TrafficMemory(unsigned packet_flits, unsigned flit_bytes) : slot_bytes((packet_flits - 1) * flit_bytes) {}
  std::uint32_t source(unsigned slot) const { return slot * slot_bytes; }
  std::uint32_t receive(Rank from) const { return (ring + from) * slot_bytes; }
  std::uint64_t bytes(Rank size) const { return std::uint64_t{ring + size} * slot_bytes; }
};

/// Sends packets created by a Bernoulli process of `load / packet_flits` packets per cycle until `stop_at`.
/// The last word of a packet is the cycle of its creation. A packet of one flit is a signal on counter 1.
class TrafficHost final : public Host, public WriteListener {
 public:
  TrafficHost(const TrafficConfig& config, double load, Rank rank, model::TileMemory& memory, Cycle stop_at);

  model::RegisterAccess drive(Cycle now, const model::NodeOut& node) override;
  void written(Cycle now, const model::NodeOut& node, std::uint32_t granted) override;

  struct Arrival {
    Cycle created, arrived;
  };
  std::vector<Arrival> arrivals;  ///< of packets of two or more flits
  std::vector<Cycle> signals;     ///< arrival cycles of signals
  std::uint64_t created = 0;
  std::uint64_t creation_sum = 0;       ///< sum of creation cycles
  std::uint64_t created_in_window = 0;  ///< after the warm-up

 private:
  void create_until(Cycle now);

  const TrafficConfig& config_;
  Rank rank_;
  model::TileMemory& memory_;
  TrafficMemory layout_;
  Cycle stop_at_;
  std::uint64_t threshold_;  // a packet is created when a random number is below this
  RandomStream random_;
  Destinations destinations_;
  PutWriter writer_;
  struct Packet {
    Cycle created;
    Rank dst;
  };
  std::deque<Packet> queue_;
  Packet upcoming_{};
  unsigned slot_ = 0;
};

}  // namespace collnoc
