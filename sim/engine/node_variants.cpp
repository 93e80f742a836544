// The node variants that were built ahead, for `collnoc list nodes`.
#include <algorithm>
#include <filesystem>
#include <regex>

#include "sim/engine/simulator.hpp"
#include "sim/fabric/paths.hpp"

namespace collnoc {

std::vector<NodeVariant> Simulator::nodes() {
  std::vector<NodeVariant> variants;
  static const std::regex name(
      R"(node_d(\d+)_a(\d)_v(\d+)_b(\d+)_f(\d+)_m(\d+)_h(\d)_s(\d)_o(\d)_c(\d)_n(\d)\.so)");
  static const char* const switching[] = {"wormhole", "cut-through", "store-and-forward"};
  if (!std::filesystem::is_directory(node_folder())) return variants;
  for (const auto& entry : std::filesystem::directory_iterator(node_folder())) {
    const std::string file = entry.path().filename().string();
    std::smatch m;
    if (!std::regex_match(file, m, name)) continue;
    variants.push_back(
        {file.substr(0, file.size() - 3),
         m[1].str() + " dimensions, " + (m[2].str() == "1" ? "all-port" : "one-port") + ", " + m[3].str() +
             " vcs of " + m[4].str() + " flits of " + m[5].str() + " bits, packets of " + m[6].str() + ", " +
             m[7].str() + "-cycle hop, " + switching[m[8].str()[0] - '0'] +
             (m[9].str() == "2" ? ", both orders of dimensions" : "") +
             (m[10].str() == "0" ? "" : ", complete graphs of up to " + m[10].str() + " nodes") +
             (m[11].str() == "0" ? "" : ", star graph of " + m[11].str() + " symbols")});
  }
  std::sort(variants.begin(), variants.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return variants;
}

}  // namespace collnoc
