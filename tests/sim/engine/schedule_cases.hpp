// Every registered algorithm on some networks with both NICs, as the parameter of a test.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "collnoc/model/legality.hpp"
#include "sim/schedule/algorithm.hpp"
#include "tests/sim/engine/runs.hpp"
#include "tests/support/covering.hpp"

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
    // Both together where both are possible: fewer kinds of nodes to build.
    config.hardware.multicast = algorithm->multicasts();
    config.hardware.accumulate = algorithm->accumulates() || algorithm->multicasts();
    if (algorithm->needs_orders()) {
      config.hardware.route_orders = 2;
      config.hardware.vcs = 4;
    }
    return config;
  }
};

/// The cases to which the algorithms apply, on networks for which there is such hardware.
inline std::vector<ScheduleCase> schedule_cases(const std::vector<std::string>& topologies) {
  std::vector<ScheduleCase> all;
  for (const Algorithm* algorithm : algorithms()) {
    for (const std::string& topology : topologies) {
      for (const PortModel nic : {PortModel::one_port, PortModel::all_port}) {
        if (algorithm->why_not(parse_topology(topology), nic)) continue;
        const ScheduleCase c{algorithm, topology, nic};
        const RunConfig config = c.config(8);
        if (!why_illegal(config.hardware, config.topology)) all.push_back(c);
      }
    }
  }
  return all;
}

/// A few of `cases`, each of which can be run in `ways` ways: index / ways is a case, index % ways a way.
/// Every pair of network, NIC and way occurs, and every algorithm at least `each` times, in places that
/// differ from those of its neighbours.
inline std::vector<std::size_t> spread(const std::vector<ScheduleCase>& cases, unsigned ways, unsigned each) {
  std::vector<std::string> networks;
  std::vector<Factors> factors;
  std::map<const Algorithm*, std::vector<std::size_t>> places;
  for (const ScheduleCase& c : cases) {
    auto network = std::find(networks.begin(), networks.end(), c.topology);
    if (network == networks.end()) network = networks.insert(network, c.topology);
    for (unsigned way = 0; way < ways; ++way) {
      places[c.algorithm].push_back(factors.size());
      factors.push_back(
          {static_cast<unsigned>(network - networks.begin()), static_cast<unsigned>(c.nic), way});
    }
  }
  const std::vector<std::size_t> pairs = covering(factors, 2);
  std::set<std::size_t> chosen(pairs.begin(), pairs.end());
  std::size_t turn = 0;
  for (const Algorithm* algorithm : algorithms()) {
    const auto& of_it = places[algorithm];
    for (std::size_t n = 0; n < std::min<std::size_t>(each, of_it.size()); ++n)
      chosen.insert(of_it[(turn * 5 + n * of_it.size() / each) % of_it.size()]);
    ++turn;
  }
  return {chosen.begin(), chosen.end()};
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
