// The verilated nodes there are, for `collnoc list nodes`.
#include <algorithm>
#include <filesystem>
#include <regex>

#include "sim/fabric/paths.hpp"
#include "sim/run/engine.hpp"
#include "sim/topology/topology_form.hpp"

namespace collnoc {
namespace {

/// ", a star graph, radix 4"; nothing for a grid.
std::string topology(const std::string& kind, const std::string& radix) {
  const auto value = static_cast<TopologyKind>(std::stoul(kind));
  if (value == TopologyKind::grid) return "";
  return ", " + std::string(topology_form(value).noun()) + (radix == "0" ? "" : ", radix " + radix);
}

}  // namespace

std::vector<NodeVariant> node_variants() {
  std::vector<NodeVariant> variants;
  static const std::regex name(
      R"(node_d(\d+)_a(\d)_v(\d+)_b(\d+)_f(\d+)_m(\d+)_h(\d)_s(\d)_o(\d)_t(\d)_r(\d)\.so)");
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
             topology(m[10].str(), m[11].str()),
         true});
  }
  std::sort(variants.begin(), variants.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return variants;
}

}  // namespace collnoc
