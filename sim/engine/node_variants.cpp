// The node variants that were built ahead, for `collnoc list nodes`.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>

#include "collnoc/arch/node_parameters.hpp"
#include "sim/engine/simulator.hpp"
#include "sim/fabric/paths.hpp"

namespace collnoc {
namespace {

/// "node_d2_a0_….so" in words: the parameters that differ from their defaults. Nothing for other files.
std::optional<std::string> description(std::string_view file) {
  std::string text;
  const auto take = [&](std::string_view expected) {
    if (!file.starts_with(expected)) return false;
    file.remove_prefix(expected.size());
    return true;
  };
  if (!take("node")) return std::nullopt;
  for (const NodeParameter& p : node_parameters) {
    unsigned value = 0;
    if (!take("_") || !take(p.letter)) return std::nullopt;
    const auto [end, error] = std::from_chars(file.data(), file.data() + file.size(), value);
    if (error != std::errc{} || !p.legal(value)) return std::nullopt;
    file.remove_prefix(static_cast<std::size_t>(end - file.data()));
    if (value != p.fallback) text += fmt::format("{}{}={}", text.empty() ? "" : " ", p.rtl, p.text(value));
  }
  if (file != ".so") return std::nullopt;
  return text.empty() ? "the default parameters" : text;
}

}  // namespace

std::vector<NodeVariant> Simulator::nodes() {
  std::vector<NodeVariant> variants;
  if (!std::filesystem::is_directory(node_folder())) return variants;
  for (const auto& entry : std::filesystem::directory_iterator(node_folder())) {
    const std::string file = entry.path().filename().string();
    if (const auto text = description(file)) variants.push_back({file.substr(0, file.size() - 3), *text});
  }
  std::sort(variants.begin(), variants.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return variants;
}

}  // namespace collnoc
