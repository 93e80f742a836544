// Short functions that make configurations of runs.
#pragma once
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>

#include "sim/common/output_file.hpp"
#include "sim/engine/simulator.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc::test {

inline RunResult run_collective(const RunConfig& config, const Progress& progress = {}) {
  return Simulator().collective(config, progress, {});
}

inline TrafficResult run_traffic(const TrafficConfig& config, double load, const Progress& progress = {}) {
  return Simulator().traffic(config, load, progress);
}

inline void place_on(Platform& platform, const std::string& topology, PortModel nic = PortModel::one_port) {
  platform.topology = parse_topology(topology);
  platform.topology_text = topology;
  platform.hardware.fit(platform.topology);
  platform.hardware.all_port = nic == PortModel::all_port;
  platform.hardware.vcs = platform.hardware.default_vcs();
}

inline RunConfig collective(Collective what, const std::string& algorithm, const std::string& topology,
                            std::uint64_t bytes, PortModel nic = PortModel::one_port) {
  RunConfig config;
  place_on(config, topology, nic);
  config.collective = what;
  config.algorithm = algorithm;
  config.bytes = bytes;
  return config;
}

inline RunConfig broadcast(const std::string& topology, std::uint64_t bytes) {
  return collective(Collective::broadcast, "recursive-division", topology, bytes);
}

inline TrafficConfig traffic(const std::string& topology, unsigned vcs, unsigned vc_depth,
                             unsigned packet_flits) {
  TrafficConfig config;
  place_on(config, topology);
  config.hardware.vcs = vcs;
  config.hardware.vc_depth = vc_depth;
  config.classes[0].lengths = Lengths(packet_flits);
  return config;
}

inline void set_pattern(TrafficConfig& config, Pattern pattern) {
  PatternChoice& choice = config.classes[0].pattern;
  choice.kind = pattern;
  if (pattern == Pattern::hotspot) choice.hot_nodes = {middle_of(config.topology)};
}

inline double mean_latency(const TrafficResult& result) { return result.latency.total.mean(); }

/// The name of a temporary file of this process, which is removed at the end.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& extension)
      : path_((std::filesystem::temp_directory_path() /
               ("collnoc-test-" + std::to_string(::getpid()) + extension))
                  .string()) {}
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  const std::string& path() const { return path_; }
  /// For a run, which writes to it; commit() gives it its name.
  RunFile output() { return output_ = std::make_shared<OutputFile>("--file", path_); }
  void commit() { output_->commit(); }

 private:
  std::string path_;
  RunFile output_;
};

}  // namespace collnoc::test
