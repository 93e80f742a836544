// Lets gdb debug the processors of a running network. All tiles share a clock, so all stand still between two
// cycles while the debugger looks at one, and all run while one steps. Nothing that the debugger does, except
// writing memory and registers, changes what the tiles do or when.
#pragma once
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "sim/debug/debugged_tile.hpp"
#include "sim/debug/gdb_session.hpp"
#include "sim/processor/processor_host.hpp"
#include "sim/processor/program_places.hpp"

namespace collnoc {

class TileDebugger final : public DebugTarget {
 public:
  /// Waits at `port` for the debugger, after a line on standard error that says how to connect. `only`: the
  /// tile that the debugger sees; nothing: all tiles, each as a thread. The arguments must outlive this
  /// object.
  TileDebugger(Fabric& fabric, const TileProgram& program, ProgramPlaces& places,
               const std::vector<std::unique_ptr<ProcessorHost>>& hosts, std::uint16_t port,
               std::optional<Rank> only);

  /// To be called before the first cycle and after every cycle; returns when the tiles shall run on. Throws
  /// NotFinished if the debugger kills the program.
  void start();
  void stepped();
  /// The run is over: by the end of all programs, with an exit code, or by a failure.
  void exited(unsigned code);
  void failed(const std::string& why);

  std::vector<Rank> tiles() const override { return tiles_; }
  std::string description(Rank tile) const override;
  Registers registers(Rank tile) const override { return at(tile).registers(); }
  bool read(Rank tile, std::uint32_t address, std::span<std::uint8_t> bytes) const override {
    return at(tile).read(address, bytes);
  }
  bool write(Rank tile, std::uint32_t address, std::span<const std::uint8_t> bytes) override {
    return debugged_[index(tile)]->write(address, bytes);
  }
  std::string set_register(Rank tile, unsigned n, std::uint32_t value) override;
  void insert(const StopPoint& point) override;
  void remove(const StopPoint& point) override;
  std::string command(const std::string& text) override;

 private:
  std::size_t index(Rank tile) const { return tile - tiles_.front(); }
  const DebuggedTile& at(Rank tile) const { return *debugged_[index(tile)]; }
  void hold(const DebugStop& stop);
  void put_own_stop_first();

  Fabric& fabric_;
  ProgramPlaces& places_;
  const std::vector<std::unique_ptr<ProcessorHost>>& hosts_;
  std::vector<Rank> tiles_;  // one, or all
  StopPoints points_;
  std::vector<std::unique_ptr<DebuggedTile>> debugged_;
  std::vector<bool> faulted_;
  std::deque<DebugStop> pending_;  // not yet reported: several tiles can stop in one cycle
  std::optional<Rank> alone_;      // the tile that steps while no stop of another may be reported
  std::unique_ptr<GdbStream> stream_;
  std::optional<GdbSession> session_;  // nothing once the debugger has detached
};

}  // namespace collnoc
