// What the simulator knows of a topology beyond arch/topology: how users write it, the names of its links,
// and the routes that the dependency graph has to follow. One object per topology, in NAME.cpp beside this
// file.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

/// A word before the colon of a topology's text. A topology can have several: meshes and tori are grids.
struct TopologyWord {
  std::string kind;     ///< "mesh"
  std::string example;  ///< "mesh:8x8"
  std::string summary;
};

class TopologyForm {
 public:
  virtual ~TopologyForm() = default;
  /// With its article: "a star graph".
  virtual std::string_view noun() const = 0;
  virtual std::vector<TopologyWord> words() const = 0;

  /// The network of `text`, which is KIND:REST. Throws UserError, one line that says what is wrong.
  virtual Topology parse(std::string_view kind, std::string_view rest, std::string_view text) const = 0;
  /// Inverse of parse.
  virtual std::string text(const Topology& topology) const = 0;

  /// Short, the same in every message, wave and picture.
  virtual std::string link_name(std::uint32_t radix, Link link) const = 0;

  /// What a message to somebody with too few virtual channels says is needed.
  virtual std::string vcs_needed(const Topology& topology, unsigned route_orders) const;

  /// Whether a put from src to dst can ask for these directions (bit d: dimension d towards minus).
  virtual bool can_be_asked_for(const Topology& topology, Rank src, Rank dst, unsigned minus) const;
  /// Networks whose dependency graphs, with all VC hashes, have a cycle whenever that of a large `topology`
  /// has one; empty: the whole network is judged whatever its size.
  virtual std::vector<Topology> parts(const Topology& topology) const;
};

/// All of them, in the order in which they are shown.
const std::vector<const TopologyForm*>& topology_forms();
const TopologyForm& topology_form(TopologyKind kind);

#define COLLNOC_FORM(name, Type) const TopologyForm& form_of(Type);
COLLNOC_TOPOLOGIES(COLLNOC_FORM)
#undef COLLNOC_FORM

/// For parse(): a whole number from 1; `what` it is of the topology, with its article.
std::uint32_t parse_number(std::string_view word, std::string_view what, std::string_view text);
/// For parse(): all extents of EXTENTxEXTENT...; a `w` behind one, or `wraps`, closes it to a ring.
std::vector<Dimension> parse_dimensions(std::string_view rest, bool wraps, std::string_view text);
void limit_dims(std::size_t dims, unsigned most, std::string_view text);

}  // namespace collnoc
