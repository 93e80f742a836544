// What `--algorithm auto` of a run goes by: what is known to take few cycles, or what is measured.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/program/settings.hpp"
#include "sim/run/catalogue.hpp"
#include "sim/run/run_config.hpp"
#include "sim/tune/tuned_table.hpp"

namespace collnoc {

class AutoChoice {
 public:
  /// Cycles of a run on the model.
  using Measure = std::function<std::uint64_t(const RunConfig& config)>;

  /// Reads the file of --tuned. Throws UserError.
  AutoChoice(const Settings& settings, const AlgorithmCatalogue& catalogue, Measure measure);

  /// The algorithm of `applicable`, which is not empty, for the run: what the file of --tuned says of it;
  /// with --auto measure the one that takes the fewest cycles, each measured once; otherwise what the
  /// catalogue knows.
  std::string best(const RunConfig& config, const std::vector<std::string>& applicable);

  /// Writes what was measured to the file of --tuned, with what it had. Throws UserError.
  void save() const;

 private:
  const AlgorithmCatalogue& catalogue_;
  Measure measure_;
  bool measures_ = false, is_new_ = false;  ///< `is_new_`: some was measured
  std::string file_;                        ///< of --tuned; or empty
  TunedTable table_;
};

}  // namespace collnoc
