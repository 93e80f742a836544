// Runs the matrix on several backends and compares every number with its baseline.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/regress/baseline.hpp"
#include "sim/run/catalogue.hpp"
#include "sim/run/engine.hpp"
#include "sim/run/left_out.hpp"
#include "sim/sweep/child_process.hpp"

namespace collnoc {

struct RegressOptions {
  std::string folder = "tests/baselines";  ///< matrix.toml and *.jsonl
  std::string only;                        ///< glob over ids; empty: all
  std::vector<Backend> backends{Backend::model, Backend::rtl};
  bool update = false;
  bool keep_results = false;  ///< fill RegressReport::results
  /// Makes the reporter of run `index` of `count`; may be empty.
  std::function<Progress(std::size_t index, std::size_t count, const std::string& id)> progress;
  RunApart run_apart = run_self;  ///< for runs of one's own
};

/// How one case on one backend ended.
struct Outcome {
  enum class Kind { equal, differs, failed, skipped };
  std::string id;
  std::string backend;  ///< empty: a baseline without a case, so nothing ran
  Kind kind = Kind::equal;
  std::string text;  ///< the line that is printed; empty when equal
  double seconds = 0;
  std::optional<std::uint64_t> cycles = std::nullopt;  ///< if the run ended well
};

struct RegressReport {
  std::vector<Outcome> outcomes;
  std::vector<RunResult> results;  ///< of the first backend of each case
  bool updated = false;            ///< baselines were written
  LeftOut left_out;                ///< schedules of the whole matrix that do not apply to a case
  std::size_t count(Outcome::Kind kind) const;
};

/// Called after each outcome.
using OnOutcome = std::function<void(const Outcome&)>;

/// Every backend is compared with the same line of a baseline. With `update` the first backend of each case
/// writes the baselines, unless another one disagrees with it or a run fails; then nothing is written. Cases
/// outside `only` keep their baselines. Throws UserError.
RegressReport regress(const RegressOptions& options, const AlgorithmCatalogue& catalogue, Engine& engine,
                      const OnOutcome& on_outcome);

/// For CI pages.
std::string junit_xml(const RegressReport& report);
std::string markdown_summary(const RegressReport& report);
/// The cycles of every run as a list of {name, unit, value, extra}: what github-action-benchmark reads as
/// customSmallerIsBetter.
std::string benchmark_json(const RegressReport& report);

}  // namespace collnoc
