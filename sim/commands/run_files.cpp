#include "sim/commands/run_files.hpp"

#include <filesystem>

#include "sim/common/output_file.hpp"
#include "sim/results/wave_saves.hpp"

namespace collnoc {

RunFiles::RunFiles(const Settings& settings, Platform& platform, RunFile& waves, RunFile& timeline) {
  if (settings.given("output.trace") && !settings.text("output.trace").ends_with(".fst"))
    fail(settings.get("output.trace"),
         "must end with .fst: waves are written as FST, which GTKWave and Surfer read (fst2vcd makes VCD of "
         "it)");
  waves_ = waves = open(settings, "output.trace");
  if (waves) open_saves(settings.text("output.trace"), platform);
  timeline = open(settings, "output.timeline");
  platform.record_file = open(settings, "output.record");
  platform.tools.instruction_trace_file = open(settings, "output.trace_instructions");
  platform.tools.flame_graph_file = open(settings, "output.flame_graph");
}

RunFiles::~RunFiles() {
  for (const auto* all : {&files_, &saves_})
    for (const RunFile& file : *all) file->discard();
}

RunFile RunFiles::open(const Settings& settings, const std::string& key) {
  if (!settings.given(key)) return nullptr;
  const Given given = settings.get(key);
  if (given.text.empty()) fail(given, "must be the name of a file");
  const std::string name = key.substr(key.find('.') + 1);
  std::string option = "--" + name;
  for (char& c : option)
    if (c == '_') c = '-';
  return files_.emplace_back(std::make_shared<OutputFile>(option, given.text));
}

void RunFiles::open_saves(const std::string& waves, const Platform& platform) {
  const std::filesystem::path path = waves;
  const auto save = [&](const char* extension, const std::string& text) {
    std::filesystem::path name = path;
    saves_.push_back(std::make_shared<OutputFile>("--trace", name.replace_extension(extension).string()));
    saves_.back()->write(text);
  };
  save(".gtkw", gtkwave_save(path.filename().string(), platform));
  save(".sucl", surfer_commands(platform));
}

void RunFiles::commit() {
  for (const auto* all : {&files_, &saves_})
    for (const RunFile& file : *all) file->close();
  for (const auto* all : {&files_, &saves_})
    for (const RunFile& file : *all) file->commit();
}

void RunFiles::commit_what_is_there() {
  for (const RunFile& file : files_) {
    if (!file->commit_what_is_there() || file != waves_) continue;
    for (const RunFile& save : saves_) save->commit();
  }
}

}  // namespace collnoc
