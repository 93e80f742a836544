// Compares the registers of RTL in slices with those of models.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/fabric/register_comparison.hpp"
#include "sim/fabric/rtl_beside.hpp"

namespace collnoc {

class SlicedRegisters {
 public:
  /// `planes`: the models' registers are written by planes, where some have another form: queues, but for
  /// their lengths, and masks of arbiters. These are not compared then. `node`: any model.
  SlicedRegisters(const RtlBeside& rtl, const model::Node& node, bool planes);

  /// Reads those of all nodes of an array, for compare().
  void read(std::size_t array);
  /// Throws LockstepMismatch if any differs. `cycle`: in which this was found, for the message.
  void compare(Rank rank, const model::Node& model, std::uint64_t cycle);

 private:
  struct Register {
    const sliced::Signal* signal;
    std::size_t offset;
  };
  RtlBeside rtl_;
  std::optional<RegisterComparison> comparison_;
  std::vector<Register> registers_;
  std::size_t bytes_of_node_ = 0;
  std::vector<std::uint64_t> values_;
  std::vector<std::uint8_t> bytes_;  ///< of an array, by node
};

}  // namespace collnoc
