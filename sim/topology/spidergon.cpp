// Spidergons: the simulator's part of arch/topology/spidergon.hpp.
#include <fmt/format.h>

#include "sim/common/user_error.hpp"
#include "sim/topology/topology_form.hpp"

namespace collnoc {
namespace {

class SpidergonForm final : public TopologyForm {
 public:
  std::string_view noun() const override { return "a spidergon"; }
  std::vector<TopologyWord> words() const override {
    return {{"spidergon", "spidergon:16", "ring of an even number of nodes, 4 to 64, with links across"}};
  }

  Topology parse(std::string_view, std::string_view rest, std::string_view text) const override {
    const std::uint32_t tiles = parse_number(rest, "a number of nodes", text);
    if (tiles < Spidergon::min_tiles || tiles > Spidergon::max_tiles || tiles % 2 != 0) {
      throw UserError(fmt::format("topology '{}': spidergons have an even number of nodes, {} to {}", text,
                                  Spidergon::min_tiles, Spidergon::max_tiles));
    }
    return {TopologyKind::spidergon, Spidergon::shape(tiles)};
  }

  std::string text(const Topology& topology) const override {
    return fmt::format("spidergon:{}", topology.size());
  }

  std::string link_name(std::uint32_t, Link link) const override {
    static const char* const names[] = {"+x", "-x", "across"};
    return names[link];
  }
};

}  // namespace

const TopologyForm& form_of(Spidergon) {
  static const SpidergonForm form;
  return form;
}

}  // namespace collnoc
