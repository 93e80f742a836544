// Star graphs: the simulator's part of arch/topology/star.hpp.
#include <fmt/format.h>

#include "sim/common/user_error.hpp"
#include "sim/topology/topology_form.hpp"

namespace collnoc {
namespace {

class StarForm final : public TopologyForm {
 public:
  std::string_view noun() const override { return "a star graph"; }
  std::vector<TopologyWord> words() const override {
    return {{"star", "star:4",
             "star graph of 3 to 6 symbols: 6, 24, 120 or 720 nodes; star:7 (5,040) has schedules only"}};
  }

  Topology parse(std::string_view, std::string_view rest, std::string_view text) const override {
    const std::uint32_t symbols = parse_number(rest, "a number of symbols", text);
    if (symbols < star::min_symbols || symbols > star::max_symbols) {
      throw UserError(fmt::format("topology '{}': star graphs have {} to {} symbols", text, star::min_symbols,
                                  star::max_symbols));
    }
    return Topology::star(symbols);
  }

  std::string text(const Topology& topology) const override {
    return fmt::format("star:{}", topology.radix());
  }

  /// "g1", "g2", ...: the papers' names for the exchange of places 0 and 1, 0 and 2, ...
  std::string link_name(std::uint32_t, Link link) const override { return fmt::format("g{}", link + 1); }
};

}  // namespace

const TopologyForm& form_of(Star) {
  static const StarForm form;
  return form;
}

}  // namespace collnoc
