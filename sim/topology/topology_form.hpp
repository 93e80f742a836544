// What the simulator knows of a topology beyond arch/topology: its text, the names of its links, and the
// routes in its dependency graph. One object per topology, in NAME.cpp beside this file.
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

  /// The network of `text`, which is KIND:REST. Throws UserError, a one-line message.
  virtual Topology parse(std::string_view kind, std::string_view rest, std::string_view text) const = 0;
  /// Inverse of parse.
  virtual std::string text(const Topology& topology) const = 0;

  /// A short name, the same in every message, wave and picture.
  virtual std::string link_name(std::uint32_t radix, Link link) const = 0;

  /// The clause of an error message that states how many virtual channels are needed.
  virtual std::string vcs_needed(const Topology& topology, unsigned route_orders) const;

  /// Whether a put from src to dst can request these directions (bit d: minus in dimension d).
  virtual bool can_be_asked_for(const Topology& topology, Rank src, Rank dst, unsigned minus) const;
  /// Smaller networks that replace a large `topology` in the analysis: if its dependency graph has a cycle,
  /// the graph of at least one of them, with all VC hashes, has one too. Empty: the network is examined as a
  /// whole at any size.
  virtual std::vector<Topology> parts(const Topology& topology) const;
};

/// All topologies, in display order.
const std::vector<const TopologyForm*>& topology_forms();
const TopologyForm& topology_form(TopologyKind kind);

#define COLLNOC_FORM(name, Type) const TopologyForm& form_of(Type);
COLLNOC_TOPOLOGIES(COLLNOC_FORM)
#undef COLLNOC_FORM

/// For parse(): a whole number of at least 1. `what` names it in errors: "a number of dimensions".
std::uint32_t parse_number(std::string_view word, std::string_view what, std::string_view text);
/// For parse(): all extents of EXTENTxEXTENT.... A dimension is a ring if `w` follows its extent, or with
/// `wraps`.
std::vector<Dimension> parse_dimensions(std::string_view rest, bool wraps, std::string_view text);
void limit_dims(std::size_t dims, unsigned most, std::string_view text);

}  // namespace collnoc
