// Commands as functions with settings and results as structs: which schedule is the fastest for each size,
// and how far its busiest link is from the others.
#include "collnoc/commands.hpp"

#include <algorithm>
#include <cstdio>
#include <map>

int main() {
  try {
    collnoc::RunSettings settings;
    settings.topology = "torus:4x4";
    settings.algorithm = "all";
    settings.bytes = {64, 1024, 16384};
    settings.per_link = true;
    const auto show = [](std::size_t done, std::size_t count, const std::string& what) {
      std::fprintf(stderr, "%zu of %zu: %s\n", done, count, what.c_str());
      return true;  // go on
    };
    std::map<std::uint64_t, const collnoc::RunResult*> fastest;
    const collnoc::RunResults all = collnoc::run("broadcast", settings, show);
    for (const collnoc::RunResult& run : all.runs) {
      const collnoc::RunResult*& best = fastest[run.bytes];
      if (best == nullptr || run.cycles < best->cycles) best = &run;
    }
    for (const auto& [bytes, run] : fastest) {
      const auto less = [](const auto& a, const auto& b) { return a.flits < b.flits; };
      const collnoc::results::Link& link = *std::max_element(run->links->begin(), run->links->end(), less);
      std::printf("%llu bytes: %s, %llu cycles; %llu flits on link %s of rank %llu\n",
                  static_cast<unsigned long long>(bytes), run->algorithm.c_str(),
                  static_cast<unsigned long long>(run->cycles), static_cast<unsigned long long>(link.flits),
                  link.link.c_str(), static_cast<unsigned long long>(link.rank));
    }
    settings.root = 16;  // there are ranks 0 to 15
    collnoc::run("broadcast", settings);
  } catch (const collnoc::UserError& error) {
    std::printf("%s\n", error.what());
    return 0;
  } catch (const collnoc::NetworkError& error) {
    std::fprintf(stderr, "%s\n", error.what());
  }
  return 1;
}
