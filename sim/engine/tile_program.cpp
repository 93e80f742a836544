// Runs a user's program on every tile of a network.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <optional>
#include <utility>

#include "sim/common/errors.hpp"
#include "sim/engine/run_recorder.hpp"
#include "sim/engine/run_sanitizer.hpp"
#include "sim/engine/rv32_tiles.hpp"
#include "sim/engine/simulator.hpp"
#include "sim/engine/waves.hpp"

namespace collnoc {
namespace {

/// What the tiles have marked; nothing if none has marked begin and end.
std::optional<MarkedPart> marked_part(const Rv32Tiles& tiles, const Fabric& fabric) {
  MarkedPart part;
  Cycle begin = never, end = 0;
  for (Rank r = fabric.first(); r < fabric.last(); ++r) {
    const ProcessorHost& tile = tiles.tile(r);
    part.begin_per_rank.push_back(tile.begin());
    part.end_per_rank.push_back(tile.end());
    part.instructions_per_rank.push_back(tile.begin() && tile.end() ? tile.marked_instructions() : 0);
    begin = std::min(begin, tile.begin().value_or(never));
    end = std::max(end, tile.end().value_or(0));
  }
  const NetworkParts& parts = fabric.parts();
  begin = parts.minimum(begin);
  end = parts.maximum(end);
  if (begin >= end) return std::nullopt;
  part.begin_per_rank = parts.gather(std::move(part.begin_per_rank));
  part.end_per_rank = parts.gather(std::move(part.end_per_rank));
  part.instructions_per_rank = parts.gather(std::move(part.instructions_per_rank));
  part.cycles = end - begin;
  return part;
}

}  // namespace

namespace {

/// Bytes of tile memory: --memory, or what the program was linked for.
std::uint32_t memory_for(const TileProgram& program, const TileProgramConfig& config) {
  const std::uint32_t needed = std::max(program.end(), program.memory_bytes());
  if (config.memory_bytes == 0) return std::max(least_tile_memory, std::bit_ceil(needed));
  if (needed > config.memory_bytes) {
    throw UserError(
        fmt::format("{}: needs {} bytes of tile memory, which has {}; give --memory {}K, or leave it out",
                    config.file, needed, config.memory_bytes, std::bit_ceil(needed) / 1024));
  }
  return config.memory_bytes;
}

}  // namespace

TileProgramResult Simulator::tile_program(const TileProgramConfig& given, const Progress& progress,
                                          const ConsoleLine& console) {
  check_rv32(given);
  check_sanitize_backend(given);
  check_record(given);
  const TileProgram program(given.file);
  TileProgramConfig config = given;
  config.memory_bytes = memory_for(program, given);
  Machine machine(config, config.memory_bytes / 8, parts_);
  BootBlock boot;
  boot.base = program.end();
  boot.argument = config.argument;
  Rv32Tiles tiles(machine, config, program, boot);
  std::optional<RunRecorder> recorder;
  if (config.record_file)
    recorder.emplace(machine.fabric(), *config.record_file, [](Rank) { return Cycle{0}; });
  {
    const RecordedWaves waves(config.trace_file, machine.fabric(), config.backend);
    tiles.run(false, progress, console);
  }

  TileProgramResult result;
  const Fabric& fabric = machine.fabric();
  std::uint64_t messages = 0;
  result.marked = marked_part(tiles, fabric);
  result.profile = tiles.profile();
  result.config = config;
  for (Rank r = fabric.first(); r < fabric.last(); ++r) {
    const ProcessorHost& tile = tiles.tile(r);
    result.exit_code_per_rank.push_back(tile.exit_code().value());
    result.finish_cycle_per_rank.push_back(tile.active_at());
    result.instructions_per_rank.push_back(tile.instructions());
    messages += tile.messages();
    result.cycles = std::max<std::uint64_t>(result.cycles, tile.active_at());
  }
  result.cycles = parts_.maximum(result.cycles);
  result.exit_code_per_rank = parts_.gather(std::move(result.exit_code_per_rank));
  result.finish_cycle_per_rank = parts_.gather(std::move(result.finish_cycle_per_rank));
  result.instructions_per_rank = parts_.gather(std::move(result.instructions_per_rank));
  Counts counts = read_counts(machine.fabric(), config.per_link);
  result.flit_hops = counts.flit_hops();
  counts.report(result, result.cycles, parts_.sum(messages));
  if (config.per_link)
    result.places = {std::move(counts.link_flits), std::move(counts.link_stalls),
                     std::move(counts.tile_stalls)};
  result.link_cycles_compared = machine.link_cycles();
  result.processor_cycles_compared = tiles.processor_cycles_compared();
  return result;
}

}  // namespace collnoc
