// What `--algorithm auto` of a run goes by: what is known to take few cycles, or what is measured.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/commands/settings.hpp"
#include "sim/common/output_file.hpp"
#include "sim/run/catalogue.hpp"
#include "sim/run/run_config.hpp"
#include "sim/tune/tuned_table.hpp"

namespace collnoc {

class AutoChoice {
 public:
  /// Cycles of a run on the model.
  using Measure = std::function<std::uint64_t(const RunConfig& config)>;

  /// Reads the file of --tuned, and opens it for writing if there is something to measure and `writes`.
  /// Throws UserError.
  AutoChoice(const Settings& settings, const AlgorithmCatalogue& catalogue, bool writes, Measure measure);

  /// The algorithm of `applicable`, which is not empty, for the run: what the file of --tuned says of it;
  /// with --auto measure the one that takes the fewest cycles, each measured once; otherwise what the
  /// catalogue knows.
  std::string best(const RunConfig& config, const std::vector<std::string>& applicable);

  /// Writes what was measured to the file of --tuned, with what it has. Throws UserError.
  void save();

 private:
  const AlgorithmCatalogue& catalogue_;
  Measure measure_;
  bool measures_ = false;
  std::string name_;  ///< of the file of --tuned; or empty
  TunedTable table_;
  std::vector<TunedEntry> measured_;
  std::optional<OutputFile> file_;
};

}  // namespace collnoc
