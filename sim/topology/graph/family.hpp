// Families of graphs, each a function of its text (named_graph()).
#pragma once
#include <fmt/format.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/common/user_error.hpp"
#include "sim/topology/graph/graph_links.hpp"
#include "sim/topology/topology_form.hpp"

namespace collnoc::family {

/// Numbers separated by commas.
class Numbers {
 public:
  Numbers(std::string_view rest, std::string_view text) : text_(text) {
    for (;;) {
      const std::size_t comma = rest.find(',');
      numbers_.push_back(parse_number(rest.substr(0, comma), "a number", text));
      if (comma == std::string_view::npos) break;
      rest.remove_prefix(comma + 1);
    }
  }
  /// `form`: as users write it; throws if the number of numbers is another.
  void expect(std::size_t least, std::size_t most, std::string_view form) const {
    if (numbers_.size() < least || numbers_.size() > most)
      throw UserError(fmt::format("topology '{}': write {}", text_, form));
  }
  std::uint32_t operator[](std::size_t n) const { return numbers_[n]; }
  std::size_t size() const { return numbers_.size(); }
  /// Number n, named `what`, if it is within the limits; throws otherwise.
  std::uint32_t within(std::size_t n, std::uint32_t least, std::uint32_t most, std::string_view what) const {
    if (numbers_[n] < least || numbers_[n] > most)
      throw UserError(
          fmt::format("topology '{}': {} is {} to {}, not {}", text_, what, least, most, numbers_[n]));
    return numbers_[n];
  }
  std::string_view text() const { return text_; }

 private:
  std::string_view text_;
  std::vector<std::uint32_t> numbers_;
};

// Switches, each with the same number of tiles (graph_switches.cpp).
GraphLinks dragonfly(const Numbers& n);
GraphLinks fat_tree(const Numbers& n);
GraphLinks cmesh(std::string_view rest, std::string_view text);

// Meshes that are not regular (graph_meshes.cpp).
GraphLinks holes(std::string_view rest, std::string_view text);
GraphLinks chiplets(std::string_view rest, std::string_view text);

// Permutations (graph_cayley.cpp).
GeneratorMoves cayley(std::string_view rest, std::string_view text);
/// Links reverse the first 2, 3, … symbols; or, of `neighbours`, exchange two that are side by side.
GeneratorMoves permutations(const Numbers& n, bool neighbours);

/// Of a text such as 4x2; `what` it is, for errors.
struct Extents {
  Extents(std::string_view part, std::string_view what, std::string_view text);
  std::uint32_t x, y;
};

}  // namespace collnoc::family
