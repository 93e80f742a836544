#include "sim/topology/topology_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "sim/common/nearest.hpp"
#include "sim/common/user_error.hpp"
#include "sim/topology/topology_hint.hpp"

namespace collnoc {

const std::vector<TopologyWord>& topology_words() {
  static const std::vector<TopologyWord> words = [] {
    std::vector<TopologyWord> all;
    for (const TopologyForm* form : topology_forms()) {
      for (const TopologyWord& word : form->words()) all.push_back(word);
    }
    return all;
  }();
  return words;
}

Topology parse_topology(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view kind = text.substr(0, colon);
  for (const TopologyForm* form : topology_forms()) {
    for (const TopologyWord& word : form->words()) {
      if (word.kind != kind) continue;
      if (colon == std::string_view::npos) {
        throw UserError(
            fmt::format("topology '{}' has no extents; write for example {}", text, word.example));
      }
      return form->parse(kind, text.substr(colon + 1), text);
    }
  }
  std::vector<std::string> kinds;
  for (const TopologyWord& word : topology_words()) kinds.push_back(word.kind);
  const std::optional<std::string> hint = topology_hint(text);
  throw UserError(fmt::format("topology '{}': unknown kind '{}'; {}", text, kind,
                              hint ? fmt::format("did you mean '{}'?", *hint) : suggestion(kind, kinds)));
}

std::string to_text(const Topology& topology) { return topology_form(topology.kind()).text(topology); }

}  // namespace collnoc
