// Random traffic from every node's NIC, with every byte checked: signals, puts of up to several packets,
// bursts and gaps, hot spots, requested directions, puts to the own tile and up to the end of memory, mixed
// with illegal puts of every kind and register accesses.
#pragma once
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "sim/fabric/fabric.hpp"
#include "sim/fabric/put_writer.hpp"

namespace collnoc::test {

struct StressOptions {
  std::uint64_t seed = 1;
  unsigned max_bytes = 600;
  double idle = 0.3;        ///< chance of a gap after a message
  unsigned max_gap = 200;   ///< cycles
  double hot = 0.2;         ///< chance that a message goes to the hot spot
  bool registers = true;    ///< illegal puts and register accesses in between
  bool accumulate = false;  ///< some puts combine with words that all tiles share
  bool float_sums = false;  ///< some of them add numbers of single precision
  bool multicast = false;   ///< some puts go to a box of nodes, one of a few for each sender
  bool plans = false;    ///< random plans for the sequencer, good and bad; on counters that are not checked
  Cycle stop_at = 2000;  ///< no new messages from here on
};

/// The hosts of a run, and a record of what they sent, with which memories and counters are compared.
class Stress {
 public:
  Stress(Fabric& fabric, const StressOptions& options);
  ~Stress();

  /// Bytes of memory a tile needs, in 8-byte words.
  static std::uint32_t mem_words(Rank size, const StressOptions& options);
  std::uint64_t messages() const;
  /// No new put will begin, no put is partly written, and all messages have arrived.
  bool done() const;
  /// Call it once, after done(): reads every register over the bus (some 260 cycles).
  /// Returns an empty text if every byte and counter is correct, otherwise the error.
  std::string check();

 private:
  class Tile;
  Fabric& fabric_;
  StressOptions options_;
  std::vector<std::unique_ptr<Tile>> tiles_;
};

}  // namespace collnoc::test
