// Parsers of files other than configurations.
#include "tests/fuzz/file_targets.hpp"

#include <filesystem>
#include <fstream>
#include <string>

#include "sim/common/user_error.hpp"
#include "sim/energy/energy_table.hpp"
#include "sim/processor/elf.hpp"
#include "sim/processor/source_lines.hpp"
#include "sim/regress/baseline.hpp"
#include "sim/report/report_input.hpp"
#include "sim/sweep/sweep_results.hpp"
#include "sim/traffic/trace_reader.hpp"
#include "sim/tune/tuned_table.hpp"
#include "tests/fuzz/input_file.hpp"

namespace collnoc::test {
namespace {

/// A folder with one file of a given name.
class InputFolder {
 public:
  InputFolder(const std::string& name, std::string_view content) {
    const std::filesystem::path memory = "/dev/shm";
    path_ = ((std::filesystem::exists(memory) ? memory : std::filesystem::temp_directory_path()) /
             "collnoc-fuzz-XXXXXX")
                .string();
    if (::mkdtemp(path_.data()) == nullptr) throw std::logic_error("no folder " + path_);
    std::ofstream(path_ + "/" + name, std::ios::binary) << content;
  }
  ~InputFolder() { std::filesystem::remove_all(path_); }
  InputFolder(const InputFolder&) = delete;
  InputFolder& operator=(const InputFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace

void fuzz_report(std::string_view input) {
  const InputFile file(input);
  (void)read_report({file.name()});
}

void fuzz_baseline(std::string_view input) {
  const InputFolder folder("broadcast.jsonl", input);
  for (const auto& [id, baseline] : read_baselines(folder.path())) (void)baseline_line(id, baseline);
}

void fuzz_tuned(std::string_view input) {
  try {
    (void)TunedTable::parse(std::string(input)).text();
  } catch (const std::runtime_error& error) {  // as it promises
    throw UserError(error.what());
  }
}

void fuzz_energy(std::string_view input) {
  const InputFile file(input);
  (void)read_energy(file.name());
}

void fuzz_sweep_results(std::string_view input) {
  SweepPlan plan;
  plan.command = {"traffic"};
  plan.options = {{"topology", "mesh:2x2"}};
  plan.grid = {{"load", {"0.1", "0.2"}}};
  const InputFolder folder("results.jsonl", input);
  SweepResults results(folder.path(), plan, Shard{});
  (void)results.missing();
  (void)results.failures();
  results.finish();
}

void fuzz_elf(std::string_view input) {
  const InputFile file(input);
  const TileProgram program(file.name());
  for (const std::uint32_t pc : {0u, 4u, 64u, 256u, 65532u})
    (void)(program.place(pc) + program.file()).size();
  (void)program.functions("main");
}

void fuzz_source_lines(std::string_view input) {
  const InputFile file(input);
  SourceLines lines(file.name());
  for (const std::uint64_t pc : {std::uint64_t{0}, std::uint64_t{64}, std::uint64_t{256}}) {
    for (const SourceLine& line : lines.find(pc)) (void)line.text();
    (void)lines.object(pc);
  }
}

void fuzz_trace(std::string_view input) {
  const InputFile file(input);
  TraceReader reader(file.name(), 16);
  while (reader.next()) (void)reader.part();
}

}  // namespace collnoc::test
