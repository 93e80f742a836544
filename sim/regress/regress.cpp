#include "sim/regress/regress.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>

#include "sim/common/errors.hpp"
#include "sim/regress/compare.hpp"
#include "sim/regress/matrix.hpp"
#include "sim/sweep/child_process.hpp"

namespace collnoc {
namespace {

/// Ids begin with the paper's name of a collective. A glob may begin with the usual name.
std::string with_name_of_the_paper(const std::string& glob) {
  const std::size_t slash = std::min(glob.find('/'), glob.size());
  const auto collective = from_text<Collective>(glob.substr(0, slash));
  return collective ? word_of(*collective) + glob.substr(slash) : glob;
}

bool matches(const std::string& glob, const std::string& id) {
  return glob.empty() || ::fnmatch(with_name_of_the_paper(glob).c_str(), id.c_str(), 0) == 0;
}

/// The state of one regression.
class Session {
 public:
  Session(const RegressOptions& options, const AlgorithmCatalogue& catalogue, Engine& engine,
          const OnOutcome& on_outcome)
      : options_(options), engine_(engine), on_outcome_(on_outcome) {
    Matrix matrix = read_matrix((std::filesystem::path(options.folder) / "matrix.toml").string(), catalogue,
                                report_.left_out);
    cases_ = std::move(matrix.cases);
    std::erase_if(cases_, [&](const RunConfig& config) { return !matches(options.only, case_id(config)); });
    runs_ = std::move(matrix.own);
    for (const OwnRun& run : runs_) {
      for (std::size_t point = 0; point < run.plan.size(); ++point)
        if (matches(options.only, run.id(point))) own_.push_back({&run, point});
    }
    if (cases_.empty() && own_.empty())
      throw UserError(options.only.empty()
                          ? std::string("the matrix has no case that applies")
                          : fmt::format("--only {}: no case matches; a glob over ids such as "
                                        "broadcast/*/torus_8x8/*",
                                        options.only));
    if (options.update)
      read_for_update();
    else
      baselines_ = read_baselines(options.folder);
  }

  RegressReport run() {
    for (const Backend backend : options_.backends)
      for (const RegressCase& config : cases_)
        if (config.runs_on(backend)) run_case(config, backend, backend == first_backend(config));
    for (const Backend backend : options_.backends)
      for (const OwnCase& own : own_)
        if (own.run->runs_on(backend)) run_own(own, backend, backend == first_backend(*own.run));
    if (options_.update)
      update();
    else
      report_missing();
    return std::move(report_);
  }

 private:
  /// A point of a run.
  struct OwnCase {
    const OwnRun* run;
    std::size_t point;
    std::string id() const { return run->id(point); }
  };

  /// The first chosen backend that a case or a run runs on, or nothing.
  template <class Case>
  std::optional<Backend> first_backend(const Case& config) const {
    for (const Backend backend : options_.backends)
      if (config.runs_on(backend)) return backend;
    return std::nullopt;
  }

  /// Reads the baselines that an update keeps. When it replaces all of them they need not be readable.
  void read_for_update() {
    std::set<std::string> kept;
    for (const RegressCase& config : cases_)
      if (!first_backend(config)) kept.insert(case_id(config));
    for (const OwnCase& own : own_)
      if (!first_backend(*own.run)) kept.insert(own.id());
    if (!options_.only.empty() || !kept.empty()) baselines_ = read_baselines(options_.folder);
    std::erase_if(baselines_, [&](const auto& entry) {
      return matches(options_.only, entry.first) && !kept.count(entry.first);
    });
  }

  void run_case(RunConfig config, Backend backend, bool writes) {
    config.backend = backend;
    measure(case_id(config), backend, [&](Outcome& outcome) {
      const RunResult result = engine_.collective(config, progress(outcome.id), {});
      if (result.bytes_wrong > 0) throw WrongData(fmt::format("{} bytes", result.bytes_wrong));
      judge(config.topology, to_baseline(result), writes, outcome);
      outcome.cycles = result.cycles;
      if (options_.keep_results && writes) {
        report_.results.push_back(result);
        report_.results.back().config = config;
      }
    });
  }

  /// Apart from this call: its command may be any.
  void run_own(const OwnCase& own, Backend backend, bool writes) {
    measure(own.id(), backend, [&](Outcome& outcome) {
      const Progress shown = progress(outcome.id);
      std::vector<std::string> arguments = own.run->plan.arguments(own.point);
      arguments.push_back("--backend=" + word_of(backend));
      const ChildResult child = options_.run_apart(arguments, {});
      if (child.exit_code == static_cast<int>(ExitCode::not_installed)) throw NotInstalled(error_of(child));
      const auto failed = [](const std::string& why) { return Failure(ExitCode::wrong_data, "failed", why); };
      if (child.signal != 0) throw failed(fmt::format("signal {} ended it", child.signal));
      if (child.exit_code != 0) throw failed(fmt::format("exit {}, {}", child.exit_code, error_of(child)));
      const auto document = nlohmann::ordered_json::parse(child.out, nullptr, false);
      if (!document.is_object()) throw failed("it writes no JSON");
      const Baseline is = to_baseline(document);
      judge(Topology::mesh(1, 1), is, writes, outcome);
      if (is.numbers.contains("cycles")) outcome.cycles = is.numbers["cycles"].get<std::uint64_t>();
    });
  }

  /// `run` judges its numbers.
  template <class F>
  void measure(const std::string& id, Backend backend, F&& run) {
    Outcome outcome{id, word_of(backend), Outcome::Kind::equal, "", 0, {}};
    const auto start = std::chrono::steady_clock::now();
    try {
      run(outcome);
    } catch (const NotInstalled& reason) {
      outcome.kind = Outcome::Kind::skipped;
      outcome.text = fmt::format("# {}   skipped: {}", outcome.id, reason.what());
    } catch (const Failure& failure) {
      outcome.kind = Outcome::Kind::failed;
      outcome.text = fmt::format("! {}   {}: {}", outcome.id, failure.kind(), failure.what());
    }
    outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    add(outcome);
  }

  Progress progress(const std::string& id) const {
    if (!options_.progress) return {};
    std::size_t runs = 0;
    for (const Backend backend : options_.backends)
      runs += static_cast<std::size_t>(
          std::count_if(cases_.begin(), cases_.end(),
                        [&](const RegressCase& config) { return config.runs_on(backend); }) +
          std::count_if(own_.begin(), own_.end(),
                        [&](const OwnCase& own) { return own.run->runs_on(backend); }));
    return options_.progress(report_.outcomes.size(), runs, id);
  }

  void judge(const Topology& topology, const Baseline& is, bool writes, Outcome& outcome) {
    const bool accept = options_.update && writes;
    const auto known = baselines_.find(outcome.id);
    if (accept) {
      baselines_[outcome.id] = is;
    } else if (known == baselines_.end()) {
      outcome.text = added_line(outcome.id, is);
    } else if (const auto line = difference_line(outcome.id, known->second, is, topology)) {
      outcome.text = *line;
    }
    if (outcome.text.empty()) return;
    outcome.kind = Outcome::Kind::differs;
    if (options_.backends.size() > 1) outcome.text += "   backend " + outcome.backend;
  }

  void report_missing() {
    std::set<std::string> ids;
    for (const RunConfig& config : cases_) ids.insert(case_id(config));
    for (const OwnCase& own : own_) ids.insert(own.id());
    for (const auto& [id, baseline] : baselines_)
      if (!ids.count(id) && matches(options_.only, id))
        add({id, "", Outcome::Kind::differs, missing_line(id), 0, {}});
  }

  void update() {
    const bool good = report_.count(Outcome::Kind::equal) + report_.count(Outcome::Kind::skipped) ==
                      report_.outcomes.size();
    // The first backend must have run: a skipped one leaves its cases without numbers.
    const auto has = [&](const std::string& id) { return baselines_.count(id) != 0; };
    const bool measured =
        std::all_of(cases_.begin(), cases_.end(), [&](const RunConfig& c) { return has(case_id(c)); }) &&
        std::all_of(own_.begin(), own_.end(), [&](const OwnCase& own) { return has(own.id()); });
    if (!good || !measured) return;
    write_baselines(options_.folder, baselines_);
    report_.updated = true;
  }

  void add(const Outcome& outcome) {
    report_.outcomes.push_back(outcome);
    if (on_outcome_) on_outcome_(outcome);
  }

  const RegressOptions& options_;
  Engine& engine_;
  const OnOutcome& on_outcome_;
  std::vector<RegressCase> cases_;
  std::vector<OwnRun> runs_;
  std::vector<OwnCase> own_;
  Baselines baselines_;
  RegressReport report_;
};

}  // namespace

std::size_t RegressReport::count(Outcome::Kind kind) const {
  return static_cast<std::size_t>(std::count_if(
      outcomes.begin(), outcomes.end(), [&](const Outcome& outcome) { return outcome.kind == kind; }));
}

RegressReport regress(const RegressOptions& options, const AlgorithmCatalogue& catalogue, Engine& engine,
                      const OnOutcome& on_outcome) {
  return Session(options, catalogue, engine, on_outcome).run();
}

}  // namespace collnoc
