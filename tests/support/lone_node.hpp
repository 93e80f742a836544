// One node in conditions that no simulated network reaches: anywhere in networks of up to 256 x 256, with 2
// MiB of memory, with a cycle counter that is about to wrap. The test simulates neighbours, software and
// memory.
#pragma once
#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "collnoc/model/tile/tile_memory.hpp"
#include "sim/fabric/put_writer.hpp"
#include "tests/support/nodes.hpp"

namespace collnoc::test {

/// The values of a node's strap pins: two dimensions, 8 bits each. `mem_words` is at most LoneNode::words.
struct Corner {
  std::uint16_t coord = 0, extent = 0;  ///< extent - 1
  std::uint8_t wrap = 0;
  std::uint32_t mem_words = 0;
  std::uint32_t cycle = 0;  ///< first value of the cycle counter
};

class LoneNode {
 public:
  static constexpr unsigned links = 4, words = 1u << 18;

  /// A node of `make`, after reset. Two dimensions and flits of 64 bits.
  LoneNode(const HardwareConfig& config, const Corner& corner, const NodeFactory& make, std::uint64_t seed);

  /// Makes packets on every link, puts and register accesses for `cycles`, waits until the node is idle, and
  /// reads every counter. Returns an empty text or the error: a packet that left on the wrong link, a
  /// counter, an error flag, or a hang.
  std::string run(std::uint64_t cycles);

  /// One cycle with this access on the register bus; neighbours complete packets that they have begun.
  void cycle(const model::RegisterAccess& access = {});
  std::uint32_t read(unsigned address);  ///< two cycles
  void write(unsigned address, std::uint32_t value);

  bool has_neighbour(unsigned link) const;
  unsigned packets_out(unsigned link) const { return left_[link]; }

 private:
  // The sender on one link towards the node: whole packets, one after the other on each virtual channel.
  struct Sender {
    std::array<std::deque<std::array<std::uint64_t, 2>>, 4> flits;  // data; 1 head, 2 tail
    std::array<unsigned, 4> credits{};
  };

  bool chance(unsigned percent) { return random_() % 100 < percent; }
  unsigned own(unsigned d) const { return place_.field(place_.coord, d); }
  unsigned last(unsigned d) const { return place_.field(place_.extent, d); }
  bool ring(unsigned d) const { return (place_.wrap >> d) & 1; }
  unsigned anywhere(unsigned d);
  unsigned somewhere(unsigned d, bool minus);
  void new_packet(unsigned link, unsigned vc);
  void drive_links(model::NodeIn& in);
  void return_credits(model::NodeIn& in);
  void look_at_links();
  model::RegisterAccess software();
  bool busy() const;

  HardwareConfig config_;
  std::uint32_t first_cycle_;
  model::Place place_;
  std::mt19937_64 random_;
  model::TileMemory memory_;
  std::unique_ptr<AnyNode> node_;
  model::NodeOut out_;
  std::array<Sender, links> senders_;
  std::array<std::uint64_t, links> data_{};
  std::array<model::FlitRef, links> flits_{};  // that it receives
  std::array<std::array<unsigned, 4>, links> held_{};
  std::array<unsigned, links> left_{};
  std::array<std::uint32_t, model::counters> arrivals_{};
  PutWriter writer_;
  std::uint64_t now_ = 0, stop_ = 0;
  unsigned puts_ = 0;
  std::string wrong_;
};

}  // namespace collnoc::test
