// Runs a collective on processors: every tile runs the program of the schedule.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <optional>

#include "sim/common/errors.hpp"
#include "sim/engine/software.hpp"
#include "sim/fabric/paths.hpp"
#include "sim/schedulefile/schedule_file.hpp"

namespace collnoc {
namespace {

class Rv32Software final : public Software {
 public:
  Rv32Software(Machine& machine, const RunConfig& config, const TileProgram& program, const Job& job,
               const std::optional<ProcessorPlan>& plan)
      : fabric_(machine.fabric()),
        tiles_(machine, config, program, boot_block(job, config.step_barrier, plan)) {
    if (!plan || plan->loaded.empty()) return;
    for (Rank r = fabric_.first(); r < fabric_.last(); ++r)
      std::memcpy(fabric_.memory(r).bytes() + plan->base, plan->loaded[r].data(), plan->loaded[r].size());
  }

  void run(const Progress& progress, const ConsoleLine& console) override {
    tiles_.run(true, progress, console);
    Cycle start = never;
    fabric_.parts().agree([&] {
      for (Rank r = fabric_.first(); r < fabric_.last(); ++r) {
        const ProcessorHost& tile = tiles_.tile(r);
        if (!tile.begin() || !tile.end()) {
          throw TileProgramFailed(fmt::format(
              "tile {}: the program does not mark the begin and the end of the collective (MARK)", r));
        }
        start = std::min(start, *tile.begin());
      }
    });
    start_ = fabric_.parts().minimum(start);
  }
  MessageSanitizer* sanitizer() override { return tiles_.sanitizer(); }
  Cycle finish_cycle(Rank rank) const override { return *tiles_.tile(rank).end() - start_; }
  std::optional<Cycle> begun(Rank rank) const override {
    const ProcessorHost& tile = tiles_.tile(rank);
    return tile.end() ? std::nullopt : tile.begin();
  }
  Counts counts_before() const override { return tiles_.counts_before(); }
  void report(RunResult& result) const override {
    Rv32Result& rv32 = result.rv32.emplace();
    for (Rank r = fabric_.first(); r < fabric_.last(); ++r) {
      rv32.instructions_per_rank.push_back(tiles_.tile(r).marked_instructions());
    }
    rv32.instructions_per_rank = fabric_.parts().gather(std::move(rv32.instructions_per_rank));
    rv32.startup = tiles_.startup();
    rv32.processor_cycles_compared = tiles_.processor_cycles_compared();
    rv32.profile = tiles_.profile();
  }

 private:
  static BootBlock boot_block(const Job& job, bool step_barrier, const std::optional<ProcessorPlan>& plan) {
    BootBlock boot;
    boot.bytes = job.bytes;
    boot.root = job.root;
    boot.base = job.base;
    boot.flit_bytes = job.timing.flit_bytes;
    boot.packet_flits = job.timing.packet_flits;
    boot.hop_cycles = job.timing.hop_cycles;
    boot.software_cycles = job.timing.software_cycles;
    boot.op = static_cast<std::uint8_t>(job.op);
    boot.element = static_cast<std::uint8_t>(job.element);
    if (plan) boot.plan = plan->base;
    if (step_barrier) boot.flags |= BootBlock::step_barrier;
    boot.argument = plan && !plan->loaded.empty() && plan->for_nic ? 1 : 0;
    return boot;
  }

  Fabric& fabric_;
  Rv32Tiles tiles_;
  Cycle start_ = 0;
};

}  // namespace

std::unique_ptr<Software> make_rv32_software(Machine& machine, const RunConfig& config,
                                             const TileProgram& program, const Job& job,
                                             const std::optional<ProcessorPlan>& plan) {
  // A plan made on the tile would have to know over which link each put leaves.
  if (config.topology.tables() != nullptr && plan && plan->loaded.empty() && config.hardware.all_port)
    throw UserError(
        "--firmware rv32 --executor nic --nic all-port: processors do not know the links of a graph; use "
        "--firmware native, --executor native or --nic one-port");
  return std::make_unique<Rv32Software>(machine, config, program, job, plan);
}

std::string schedule_program(Collective collective, const std::string& algorithm) {
  std::filesystem::path file = tile_program_folder();
  if (names_schedule_file(algorithm)) {
    file /= "planned.elf";
  } else {
    std::string name = algorithm + ".elf";
    std::replace(name.begin(), name.end(), ':', '-');
    file = file / word_of(collective) / name;
  }
  if (!std::filesystem::exists(file)) {
    throw NotInstalled(
        fmt::format("--firmware rv32: no {}; it is built with collnoc where there is a RISC-V compiler "
                    "(riscv64-unknown-elf-gcc): scripts/build schedule_programs",
                    file.string()));
  }
  return file.string();
}

}  // namespace collnoc
