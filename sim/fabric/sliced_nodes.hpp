// All nodes of a network in slices (sim/sliced): arrays of as many nodes as the library has lanes.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/model/common/place.hpp"
#include "sim/fabric/any_node.hpp"
#include "sim/fabric/slices.hpp"

namespace collnoc {

/// The places of a pin's bits, none of which is negative: bits that synthesis dropped are at 0, which is
/// always 0.
using SlicedPin = std::vector<int>;

class SlicedNodes {
 public:
  /// `size`: of the network. Node n is lane n % lanes() of array n / lanes(). Throws std::runtime_error.
  SlicedNodes(const std::string& library, Rank size);

  Rank size() const { return size_; }
  unsigned lanes() const { return arrays_.front().api().lanes; }
  std::vector<Slices>& arrays() { return arrays_; }
  /// A pin of node.sv. Throws std::runtime_error if there is none.
  SlicedPin input(std::string_view name) const { return pin(api().inputs, api().input_count, name); }
  SlicedPin output(std::string_view name) const { return pin(api().outputs, api().output_count, name); }
  std::span<const sliced::Signal> registers() const { return {api().registers, api().register_count}; }
  /// Writes the straps of a node.
  void put(Rank rank, const model::Place& place);
  /// Two cycles of reset; outputs are those of the cycle after it.
  void reset();
  /// Gives a model node the values of a node's registers, as far as synthesis kept them. Those of all nodes
  /// of its array are kept until the next call of changed(). Throws std::logic_error without a count.
  void load(Rank rank, model::Node& node);
  void changed() { seen_array_ = none; }

 private:
  const sliced::Api& api() const { return arrays_.front().api(); }
  static SlicedPin pin(const sliced::Signal* all, unsigned count, std::string_view name);
  void put(Rank rank, const SlicedPin& pin, std::uint64_t value);
  static constexpr std::size_t none = ~std::size_t{0};

  Rank size_;
  std::vector<Slices> arrays_;
  SlicedPin coord_, extent_, wrap_, mem_words_;
  std::size_t seen_array_ = none;                 ///< whose registers are in seen_
  std::vector<std::vector<std::uint64_t>> seen_;  ///< [register][lane]
  /// The registers, in the order in which model/registers.hpp visits them; -1: not there.
  std::vector<int> order_;
};

/// The sliced library for `config` and a network of `size` nodes, found by find_library (library_cache.hpp).
/// Throws NotInstalled without Yosys, Python or a compiler, when it was not built before.
std::string sliced_library(const HardwareConfig& config, Rank size,
                           const std::function<void(const std::string&)>& say = {});

/// A node of `nodes`, which only a fabric computes, all together.
std::unique_ptr<AnyNode> make_sliced_node(std::shared_ptr<SlicedNodes> nodes, const HardwareConfig& config,
                                          const model::Place& place, Rank rank);

}  // namespace collnoc
