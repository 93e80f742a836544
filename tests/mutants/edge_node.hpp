// One node of any network, alone, at the edges of what it accepts. The test simulates neighbours, software
// and memory. Neighbours send packets of messages whose path leads through the node.
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

class EdgeNode {
 public:
  /// After reset. `mem_words`: any number from 64 to 2^18.
  EdgeNode(const Topology& network, Rank rank, const HardwareConfig& config, std::uint32_t mem_words,
           const NodeFactory& make, std::uint64_t seed);

  /// From now on the tile is reset again and again.
  void reset_the_tile() { resets_ = true; }

  /// For `cycles`: packets on all links, reads of all registers, and puts of which many are refused: they
  /// begin or end around the ends of memory and of the address space, or have a bit that is wrong. Then waits
  /// until the node is idle. Returns an empty text, or that it is not.
  std::string run(std::uint64_t cycles);

 private:
  struct Flit {
    std::uint64_t data;
    bool head, tail;
  };
  // The sender on one link towards the node.
  struct Sender {
    std::array<std::vector<model::Head>, 4> packets;  ///< that can arrive on each virtual channel
    std::array<std::deque<Flit>, 4> flits;
    std::array<unsigned, 4> credits{};
  };

  bool chance(unsigned percent) { return random_() % 100 < percent; }
  std::uint32_t below(std::uint64_t n) { return static_cast<std::uint32_t>(random_() % n); }
  void follow(Rank src, Rank dst, unsigned minus, unsigned order);
  void drive_links(model::NodeIn& in);
  void return_credits(model::NodeIn& in);
  std::array<std::uint32_t, 5> any_put();
  model::RegisterAccess software();
  void cycle();
  bool busy() const;

  Topology network_;
  Rank rank_;
  HardwareConfig config_;
  std::uint32_t mem_words_;
  std::mt19937_64 random_;
  model::TileMemory memory_;
  std::unique_ptr<AnyNode> node_;
  model::NodeOut out_;
  std::vector<Sender> senders_;
  std::vector<std::uint64_t> data_;
  std::vector<model::FlitRef> flits_;
  std::vector<std::array<unsigned, 4>> held_;
  PutWriter writer_;
  std::uint32_t first_cycle_;
  bool resets_ = false;
  std::uint64_t now_ = 0, stop_ = 0, in_reset_until_ = 0;
};

/// Reads registers of a node whose straps have any bits, also some that no network has: the registers show
/// the straps.
void read_any_straps(const HardwareConfig& config, const NodeFactory& make, std::uint64_t seed);

}  // namespace collnoc::test
