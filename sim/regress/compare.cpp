#include "sim/regress/compare.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "sim/results/table.hpp"

namespace collnoc {
namespace {

using Json = nlohmann::ordered_json;

std::string number_text(const Json& number) {
  return number.is_number_integer() ? number.dump() : shortest(number.get<double>(), 9);
}

std::string change(const std::string& name, const Json& was, const Json& is) {
  if (was.is_number_integer() && is.is_number_integer())
    return fmt::format("   {} {:+}", name, is.get<std::int64_t>() - was.get<std::int64_t>());
  return fmt::format("   {} {} -> {}", name, number_text(was), number_text(is));
}

std::string other_changes(const Json& was, const Json& is) {
  constexpr std::size_t most = 16;
  std::vector<std::string> all;
  for (const auto& [name, value] : was.items()) {
    if (name == "cycles") continue;
    if (!is.contains(name))
      all.push_back(fmt::format("   {} is no longer measured", name));
    else if (is.at(name) != value)
      all.push_back(change(name, value, is.at(name)));
  }
  for (const auto& [name, value] : is.items())
    if (!was.contains(name)) all.push_back(fmt::format("   {} {} is new", name, number_text(value)));
  const std::size_t more = all.size() > most ? all.size() - most : 0;
  all.resize(all.size() - more);
  return fmt::format("{}{}", fmt::join(all, ""), more == 0 ? "" : fmt::format("   and {} others", more));
}

}  // namespace

std::optional<std::string> difference_line(const std::string& id, const Baseline& was, const Baseline& is,
                                           const Topology& topology) {
  // Digests of equal traces differ only if their encoding has changed. That also counts as a difference.
  const std::string moved = other_changes(was.numbers, is.numbers);
  std::string line = fmt::format("~ {}", id);
  bool same = was.trace == is.trace && moved.empty();
  if (was.numbers.contains("cycles") && is.numbers.contains("cycles")) {
    const auto before = was.numbers.at("cycles").get<std::int64_t>();
    const auto after = is.numbers.at("cycles").get<std::int64_t>();
    same &= before == after;
    line += fmt::format("   {} -> {}   {:+}", before, after, after - before);
    if (before != 0)
      line += fmt::format(" ({:+.1f}%)",
                          100.0 * static_cast<double>(after - before) / static_cast<double>(before));
  }
  same &= was.numbers.contains("cycles") == is.numbers.contains("cycles");
  if (same) return std::nullopt;
  line += moved;
  if (!was.trace || !is.trace) return line;
  if (const auto first = first_difference(*was.trace, *is.trace))
    line += "   first: " + describe(*first, topology);
  else
    line += was.trace == is.trace ? "   traces equal" : "   traces equal, digests written differently";
  return line;
}

std::string missing_line(const std::string& id) {
  return fmt::format("- {}   in the baseline, not in the matrix", id);
}

std::string added_line(const std::string& id, const Baseline& is) {
  return fmt::format("+ {}   not in the baseline{}", id,
                     is.numbers.contains("cycles") ? "   cycles " + is.numbers["cycles"].dump() : "");
}

}  // namespace collnoc
