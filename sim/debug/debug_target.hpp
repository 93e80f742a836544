// The tiles as a debugger sees them: held still between two cycles.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

/// Where the tiles stop by themselves. Addresses are the processor's; a tile stops before the instruction of
/// a breakpoint and after an access to a watched range.
struct StopPoint {
  enum class Kind : std::uint8_t { breakpoint, write, read, access };
  Kind kind = Kind::breakpoint;
  std::uint32_t address = 0, bytes = 1;
  friend auto operator<=>(const StopPoint&, const StopPoint&) = default;
};

/// Why the tiles stand still.
struct DebugStop {
  enum class Why : std::uint8_t {
    start,       ///< before the first cycle
    step,        ///< the instruction has completed
    breakpoint,  ///< the tile is about to execute `point`
    watch,       ///< the tile, or a message to it, has accessed `point`
    interrupt,   ///< the debugger asked for it
    trap,        ///< an exception that ends the program
    fault        ///< the program has reported a fault
  };
  Why why = Why::start;
  Rank tile = 0;
  StopPoint point;
  std::uint32_t address = 0;  ///< of the access, for `watch`
};

/// What the debugger decides when the tiles stand still.
struct DebugResume {
  enum class Action : std::uint8_t { go, step, detach, kill };
  Action action = Action::go;
  Rank tile = 0;  ///< that executes one instruction, for `step`
  /// Until then, the debugger accepts no stop of another tile: it steps over a breakpoint that it has
  /// removed.
  bool alone = false;
};

class DebugTarget {
 public:
  /// x0 to x31, pc.
  using Registers = std::array<std::uint32_t, 33>;

  virtual ~DebugTarget() = default;
  /// The tiles that the debugger sees; at least one.
  virtual std::vector<Rank> tiles() const = 0;
  /// What the tile is doing, in a few words.
  virtual std::string description(Rank tile) const = 0;
  virtual Registers registers(Rank tile) const = 0;
  /// Writes register `n` of Registers. Returns why it cannot, or nothing.
  virtual std::string set_register(Rank tile, unsigned n, std::uint32_t value) = 0;
  /// Reads bytes without any effect on the tile. False if not all of them can be read.
  virtual bool read(Rank tile, std::uint32_t address, std::span<std::uint8_t> bytes) const = 0;
  /// Writes tile memory. False, and nothing is written, if not all bytes are in it.
  virtual bool write(Rank tile, std::uint32_t address, std::span<const std::uint8_t> bytes) = 0;
  virtual void insert(const StopPoint& point) = 0;
  virtual void remove(const StopPoint& point) = 0;
  /// Performs a command of the simulator's own, and returns its output; lines end with a newline.
  virtual std::string command(const std::string& text) = 0;
};

}  // namespace collnoc
