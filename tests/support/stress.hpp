// Random traffic from the NICs of every node, with every byte checked: lengths from a signal to several
// packets, bursts and gaps, hot spots, directions asked for, puts to oneself and up to the end of memory;
// wrong puts of every kind, register reads and writes in between.
#pragma once
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "sim/fabric/fabric.hpp"
#include "sim/fabric/put_writer.hpp"

namespace collnoc::testing {

struct StressOptions {
  std::uint64_t seed = 1;
  unsigned max_bytes = 600;
  double idle = 0.3;       ///< chance of a gap after a message
  unsigned max_gap = 200;  ///< cycles
  double hot = 0.2;        ///< chance that a message goes to the hot spot
  bool registers = true;   ///< wrong puts, and reads and writes of registers in between
  Cycle stop_at = 2000;    ///< no new messages from here on
};

/// What all hosts of a run share: what has been sent, so that memories and counters can be checked.
class Stress {
 public:
  Stress(Fabric& fabric, const StressOptions& options);
  ~Stress();

  /// Bytes of memory a tile needs, in 8-byte words.
  static std::uint32_t mem_words(Rank size, const StressOptions& options);
  std::uint64_t messages() const;
  /// No put begins any more, none is half written, and all have arrived.
  bool done() const;
  /// Once, after all is done: reads every register over the bus (some 260 cycles).
  /// Empty when every byte and counter is right, else what is wrong.
  std::string check();

 private:
  class Tile;
  Fabric& fabric_;
  StressOptions options_;
  std::vector<std::unique_ptr<Tile>> tiles_;
};

}  // namespace collnoc::testing
