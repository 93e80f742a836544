// A catalogue without schedules and an engine without a simulator, to test the command line alone.
#pragma once
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "sim/program/program.hpp"

namespace collnoc::test {

/// Two broadcasts (one for power-of-two squares only), one total exchange; meshes and tori of 2 dimensions.
class FakeCatalogue final : public AlgorithmCatalogue {
 public:
  std::vector<AlgorithmInfo> algorithms() const override;
  std::vector<TopologyInfo> topologies() const override;
  Topology topology(const std::string& text) const override;
  std::optional<std::string> why_not(Collective collective, const std::string& algorithm,
                                     const Topology& topology, const HardwareConfig& hardware,
                                     std::uint64_t bytes) const override;
  std::string best(Collective collective, const Topology& topology, const HardwareConfig& hardware,
                   std::uint64_t bytes, Executor executor, std::uint64_t startup_cycles,
                   const std::vector<std::string>& applicable) const override;
  nlohmann::ordered_json schedule(const ScheduleRequest& request) const override;
  LinkedPlans plans(const ScheduleRequest& request) const override;
  std::vector<CheckLine> check(const ScheduleRequest& request) const override;

  bool proof_fails = false;
};

/// Gives numbers derived from the configuration; `disturb` may change them or throw.
class FakeEngine final : public Engine {
 public:
  RunResult collective(const RunConfig& config, const Progress& progress,
                       const ConsoleLine& console) override;
  /// Rank 0 prints a line; every rank's exit code is exit_code.
  TileProgramResult tile_program(const TileProgramConfig& config, const Progress& progress,
                                 const ConsoleLine& console) override;
  TrafficResult traffic(const TrafficConfig& config, double load, const Progress& progress) override;
  ReplayResult replay(const ReplayConfig& config, const PartProgress& progress) override;
  std::vector<NodeVariant> nodes() override { return {{"mesh2d-one-port", "vcs=2 depth=4"}}; }

  std::vector<RunConfig> runs;
  std::vector<TileProgramConfig> programs;
  std::uint32_t exit_code = 0;
  std::vector<TrafficConfig> traffics;
  std::vector<ReplayConfig> replays;
  std::function<void(const RunConfig&, RunResult&)> disturb;
};

/// The exit code and output of one call of the program.
struct Ended {
  int code = 0;
  std::string out, err;
};

/// `collnoc ARGUMENTS` on the fakes.
Ended collnoc(const std::vector<std::string>& arguments, FakeEngine& engine,
              const AlgorithmCatalogue& catalogue = FakeCatalogue());
Ended collnoc(const std::vector<std::string>& arguments);

/// A new folder that is removed by the destructor.
class Folder {
 public:
  Folder();
  ~Folder();
  std::string path(const std::string& name) const;
  void write(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;
  std::vector<std::string> names() const;

 private:
  std::string path_;
};

}  // namespace collnoc::test
