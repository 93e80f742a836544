// Mutants by the lane: a circuit in slices (sim/sliced/api.hpp), a node or a processor, whose lanes are the
// same circuit with one mutation each; lane 0 is unmutated. All lanes get the inputs that the model gets, so
// a lane is what the mutated hardware would be up to the first cycle in which one of its pins differs from
// the model's, or one of its registers from that of lane 0. In that cycle it is caught.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/fabric/lockstep_node.hpp"
#include "sim/fabric/slices.hpp"
#include "sim/processor/any_processor.hpp"

namespace collnoc::test {

/// Mutants of one run, with all its circuits.
class MutantLanes {
 public:
  static constexpr unsigned lanes = 256, most = lanes - 1;
  using Mask = std::array<std::uint64_t, lanes / 64>;

  /// `library`: made by scripts/mutants. `mutants`: their numbers, at most `most`.
  MutantLanes(std::string library, std::vector<unsigned> mutants);

  const std::string& library() const { return library_; }
  const std::vector<unsigned>& mutants() const { return mutants_; }
  /// How each was caught, in the order of the numbers; empty if it was not.
  const std::vector<std::string>& caught() const { return caught_; }
  bool all_caught() const { return left_ == 0; }

  /// Notes the lanes that differ. Throws LockstepMismatch if none is left, and std::runtime_error if lane 0
  /// differs.
  template <class Where>
  void differs(const Mask& lanes_that_differ, const Where& where) {
    std::uint64_t any = 0;
    for (unsigned w = 0; w < lanes / 64; ++w) any |= lanes_that_differ[w] & alive_[w];
    if (any != 0) [[unlikely]]
      note(lanes_that_differ, where());
  }

 private:
  void note(const Mask& differ, const std::string& where);

  std::string library_;
  std::vector<unsigned> mutants_;
  std::vector<std::string> caught_;
  Mask alive_{};  ///< and lane 0
  std::size_t left_;
};

/// Places in the array of planes of the bits of a pin or register; -1: synthesis dropped the bit.
using Places = std::span<const int>;

/// One circuit in slices, with a mutant in each lane.
class MutantCircuit {
 public:
  explicit MutantCircuit(MutantLanes& mutants);

  /// Throws std::runtime_error if there is no such pin.
  Places pin(std::string_view name) const;
  /// Gives up to 64 bits this value in all lanes.
  void put(Places places, std::uint64_t value) {
    for (std::size_t b = 0; b < places.size(); ++b) put_bit(places[b], value >> b & 1);
  }
  void put_words(Places places, std::size_t first_bit, const std::uint64_t* words, std::size_t count) {
    for (std::size_t w = 0; w < count; ++w) put(places.subspan(first_bit + 64 * w, 64), words[w]);
  }
  void put_bit(int place, bool value);
  bool in_lane_0(int place) const { return place >= 0 && (slices_.plane(place)[0] & 1) != 0; }
  void settle() { slices_.settle(); }
  void step() { slices_.step(); }
  const sliced::Api& api() const { return slices_.api(); }

  /// Catches the lanes in which these bits are not those of `value`.
  template <class Where>
  void same(Places places, std::uint64_t value, const Where& where) {
    mutants_.differs(differing(places, value), where);
  }
  /// Catches the lanes in which these bits are not those of lane 0.
  template <class Where>
  void same_as_lane_0(Places places, const Where& where) {
    mutants_.differs(differing(places), where);
  }

 private:
  MutantLanes::Mask differing(Places places, std::uint64_t value);
  MutantLanes::Mask differing(Places places);

  MutantLanes& mutants_;
  Slices slices_;
  std::map<std::string, Places, std::less<>> pins_;
};

/// Options as of a lockstep node. Without `registers`, registers and memories start with random values, the
/// same in all lanes. `many_arrivals`: sums of arrivals at the counters change again and again, so that their
/// upper bits do.
std::unique_ptr<AnyNode> make_mutant_node(MutantLanes& mutants, const HardwareConfig& config,
                                          const model::Place& place, Rank rank,
                                          const LockstepOptions& options, bool many_arrivals = false);

std::unique_ptr<AnyProcessor> make_mutant_processor(MutantLanes& mutants, const ProcessorPlace& place);

}  // namespace collnoc::test
