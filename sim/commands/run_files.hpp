// The files that a run writes besides its results: waves, timeline, recordings, flame graph.
#pragma once
#include <string>
#include <vector>

#include "sim/commands/settings.hpp"
#include "sim/run/run_config.hpp"

namespace collnoc {

class RunFiles {
 public:
  /// Opens the files that were asked for: those of `platform`, and `waves` and `timeline` of the run. Throws
  /// UserError.
  RunFiles(const Settings& settings, Platform& platform, RunFile& waves, RunFile& timeline);

  /// What was not committed does not appear, whoever still has the configuration.
  ~RunFiles();
  RunFiles(RunFiles&&) = delete;

  /// After the run: all of them appear, or none. Throws UserError.
  void commit();
  /// After a failure: those that are not empty appear.
  void commit_what_is_there();

 private:
  RunFile open(const Settings& settings, const std::string& key);
  /// What opens the waves in GTKWave and Surfer, beside them.
  void open_saves(const std::string& waves, const Platform& platform);

  std::vector<RunFile> files_, saves_;
  RunFile waves_;
};

}  // namespace collnoc
