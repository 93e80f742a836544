// Every registered algorithm on some networks with both NICs, as the parameter of a test.
#pragma once
#include <gtest/gtest.h>

#include <cctype>
#include <string>
#include <vector>

#include "sim/schedule/algorithm.hpp"
#include "tests/sim/engine/runs.hpp"

namespace collnoc::test {

struct ScheduleCase {
  const Algorithm* algorithm;
  std::string topology;
  PortModel nic;

  /// A run of `bytes` on hardware that has the routes it needs.
  RunConfig config(std::uint64_t bytes) const {
    RunConfig config =
        collective(algorithm->collective(), std::string(algorithm->name()), topology, bytes, nic);
    if (!form_of(config.collective).has_data()) config.bytes = 0;
    config.hardware.accumulate = algorithm->accumulates();
    config.hardware.multicast = algorithm->multicasts();
    if (algorithm->needs_orders()) {
      config.hardware.route_orders = 2;
      config.hardware.vcs = 4;
    }
    return config;
  }
};

/// The cases to which the algorithms apply.
inline std::vector<ScheduleCase> schedule_cases(const std::vector<std::string>& topologies) {
  std::vector<ScheduleCase> all;
  for (const Algorithm* algorithm : algorithms()) {
    for (const std::string& topology : topologies) {
      for (const PortModel nic : {PortModel::one_port, PortModel::all_port}) {
        if (!algorithm->why_not(parse_topology(topology), nic)) all.push_back({algorithm, topology, nic});
      }
    }
  }
  return all;
}

inline std::string name_of(const ::testing::TestParamInfo<ScheduleCase>& info) {
  std::string name = std::string(to_text(info.param.algorithm->collective())) + "_" +
                     std::string(info.param.algorithm->name()) + "_" + info.param.topology + "_" +
                     std::string(to_text(info.param.nic));
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

}  // namespace collnoc::test
