// What each collective does, as one description: who starts with which blocks, who ends with which, and
// whether they are combined. The checker, the bytes of every run, the lower bounds and the command line read
// this table and nothing else. The rows come from registry.toml (firmware/collectives/generate).
//
// <registry: form-table>
//                         start                       result
//   broadcast             the root: a block           every rank: a block
//   total exchange        every rank: a table         every rank: a table, behind that of the start
//   all-to-all broadcast  every rank: its own block   every rank: a table
//   scatter               the root: a table           every rank: its own block
//   gather                every rank: its own block   the root: a table
//   barrier               no data                     no rank ends before all have begun
//   reduce                every rank: a block         the root: a block, combined, behind that of the start
//   reduce-scatter        every rank: a table         every rank: a block, combined, behind that of the start
//   all-reduce            every rank: a block         every rank: a block, combined, behind that of the start
// </registry>
//
// A block has job.bytes bytes and begins at a multiple of 8. A table has a block for every rank. A table at
// the start holds a block for each target; a table at the end holds a block from each origin.
// Freestanding: no heap, no exceptions, no hosted library.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

namespace collnoc {

// <registry: enumeration>
enum class Collective : std::uint8_t {
  broadcast,
  total_exchange,
  all_to_all_broadcast,
  scatter,
  gather,
  barrier,
  reduce,
  reduce_scatter,
  all_reduce
};
inline constexpr std::size_t collectives = 9;
// </registry>

/// Which ranks have data before or after a collective.
enum class Holders : std::uint8_t { nobody, root, everyone };

/// How the data of a rank lies in its memory.
enum class Layout : std::uint8_t {
  block,  ///< one block, the same place on every rank
  own,    ///< one block, in the rank's place of a table
  table   ///< a block for every rank
};

struct Holding {
  Holders who = Holders::nobody;
  Layout layout = Layout::block;
};

struct CollectiveForm {
  const char* name;   ///< in results and on the command line
  const char* alias;  ///< the usual name, where `name` is a paper's; or nullptr
  Holding start, result;
  /// Where the result lies: behind the blocks of the start, or in their place.
  bool apart;
  /// A rank's block for itself stays where it is, and its place in the result is not written.
  bool keeps_own;
  /// The result is the combination (a sum, a minimum, ...) of what all ranks have, element by element.
  bool combines;
  /// What has the length --bytes; nullptr if there is no data.
  const char* unit;

  /// Whether it moves data. Otherwise it only synchronizes.
  constexpr bool has_data() const { return start.who != Holders::nobody; }

  /// Whether one rank, the root, differs from the others.
  constexpr bool rooted() const { return start.who == Holders::root || result.who == Holders::root; }
  /// Whether the blocks of a rank differ from target to target.
  constexpr bool personal() const { return start.layout == Layout::table; }
  /// Blocks in the memory of a tile, N ranks: those of the start; in all.
  constexpr std::uint64_t start_blocks(std::uint64_t n) const {
    return start.layout == Layout::block ? 1 : n;
  }
  constexpr std::uint64_t blocks(std::uint64_t n) const {
    const std::uint64_t results = result.layout == Layout::block ? 1 : n;
    if (apart) return start_blocks(n) + results;
    return results > start_blocks(n) ? results : start_blocks(n);
  }
};

/// In the order of Collective.
inline constexpr std::array<CollectiveForm, collectives> collective_forms{{
    // <registry: forms>
    {"broadcast",
     nullptr,
     {Holders::root, Layout::block},
     {Holders::everyone, Layout::block},
     false,
     false,
     false,
     "of a broadcast's message"},
    {"total-exchange",
     "all-to-all",
     {Holders::everyone, Layout::table},
     {Holders::everyone, Layout::table},
     true,
     true,
     false,
     "of a total exchange's block per pair"},
    {"all-to-all-broadcast",
     "all-gather",
     {Holders::everyone, Layout::own},
     {Holders::everyone, Layout::table},
     false,
     false,
     false,
     "of an all-to-all broadcast's block per rank"},
    {"scatter",
     nullptr,
     {Holders::root, Layout::table},
     {Holders::everyone, Layout::own},
     false,
     false,
     false,
     "of a scatter's block per rank"},
    {"gather",
     nullptr,
     {Holders::everyone, Layout::own},
     {Holders::root, Layout::table},
     false,
     false,
     false,
     "of a gather's block per rank"},
    {"barrier",
     nullptr,
     {Holders::nobody, Layout::block},
     {Holders::nobody, Layout::block},
     false,
     false,
     false,
     nullptr},
    {"reduce",
     nullptr,
     {Holders::everyone, Layout::block},
     {Holders::root, Layout::block},
     true,
     false,
     true,
     "of a reduce's vector"},
    {"reduce-scatter",
     nullptr,
     {Holders::everyone, Layout::table},
     {Holders::everyone, Layout::block},
     true,
     false,
     true,
     "of a reduce-scatter's block per rank"},
    {"all-reduce",
     nullptr,
     {Holders::everyone, Layout::block},
     {Holders::everyone, Layout::block},
     true,
     false,
     true,
     "of an all-reduce's vector"},
    // </registry>
}};

constexpr const CollectiveForm& form_of(Collective collective) {
  return collective_forms[static_cast<std::size_t>(collective)];
}

}  // namespace collnoc
