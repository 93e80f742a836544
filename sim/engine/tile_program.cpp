// Runs a user's program on every tile of a network.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "sim/common/errors.hpp"
#include "sim/engine/rv32_tiles.hpp"
#include "sim/engine/simulator.hpp"
#include "sim/engine/waves.hpp"

namespace collnoc {
namespace {

/// What the tiles have marked; nothing if none has marked begin and end.
std::optional<MarkedPart> marked_part(const Rv32Tiles& tiles, Rank size) {
  MarkedPart part;
  Cycle begin = never, end = 0;
  for (Rank r = 0; r < size; ++r) {
    const ProcessorHost& tile = tiles.tile(r);
    part.begin_per_rank.push_back(tile.begin());
    part.end_per_rank.push_back(tile.end());
    part.instructions_per_rank.push_back(tile.begin() && tile.end() ? tile.marked_instructions() : 0);
    begin = std::min(begin, tile.begin().value_or(never));
    end = std::max(end, tile.end().value_or(0));
  }
  if (begin >= end) return std::nullopt;
  part.cycles = end - begin;
  return part;
}

}  // namespace

TileProgramResult Simulator::tile_program(const TileProgramConfig& config, const Progress& progress,
                                          const ConsoleLine& console) {
  check_rv32_backend(config.backend);
  const TileProgram program(config.file);
  if (program.end() > config.memory_bytes) {
    throw UserError(fmt::format("{}: needs {} bytes of tile memory, which has {}; give --memory", config.file,
                                program.end(), config.memory_bytes));
  }
  Machine machine(config, config.memory_bytes / 8);
  BootBlock boot;
  boot.base = program.end();
  boot.argument = config.argument;
  Rv32Tiles tiles(machine, config, program, boot);
  {
    std::unique_ptr<FabricObserver> waves;
    if (!config.trace_file.empty()) {
      waves = make_waves(config.trace_file, config.topology, config.hardware);
      machine.fabric().add_observer(waves.get());
    }
    tiles.run(false, progress, console);
  }

  TileProgramResult result;
  result.marked = marked_part(tiles, config.topology.size());
  result.profile = tiles.profile();
  result.config = config;
  for (Rank r = 0; r < config.topology.size(); ++r) {
    const ProcessorHost& tile = tiles.tile(r);
    result.exit_code_per_rank.push_back(tile.exit_code().value());
    result.finish_cycle_per_rank.push_back(tile.active_at());
    result.instructions_per_rank.push_back(tile.instructions());
    result.cycles = std::max<std::uint64_t>(result.cycles, tile.active_at());
  }
  result.flit_hops = read_counts(machine.fabric()).flit_hops();
  result.link_cycles_compared = machine.lockstep().link_cycles;
  result.processor_cycles_compared = tiles.processor_cycles_compared();
  return result;
}

}  // namespace collnoc
