// What a program waits for: the arrival counter that it reads, and the number that it compares it with.
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>

namespace collnoc {

/// `n` of "counter >= n" in an instruction that compares register `loaded`, which holds the counter, with
/// another one; nothing if it does not. `reg(n)`: the value of register n.
template <class Reg>
std::optional<std::uint32_t> compared_with(std::uint32_t instr, unsigned loaded, Reg reg) {
  const unsigned funct3 = instr >> 12 & 7, rs1 = instr >> 15 & 31, rs2 = instr >> 20 & 31;
  const bool branch = (instr & 0x7f) == 0x63;
  if (!branch || (rs1 != loaded && rs2 != loaded)) return std::nullopt;
  const std::uint32_t other = reg(rs1 == loaded ? rs2 : rs1);
  const bool equal = funct3 < 2;  // of beq and bne
  return equal ? std::max(1u, other) : rs1 == loaded ? other : other + 1;
}

/// Follows the instructions of a processor from its load of a counter to the comparison.
class CounterWait {
 public:
  struct Awaited {
    std::uint8_t counter = 0;
    std::uint32_t count = 0;    ///< it waits for
    std::uint32_t arrived = 0;  ///< when it looked last
  };

  /// The instruction that loads register `rd` from the counter has completed.
  void loads(std::uint8_t counter, unsigned rd) {
    counter_ = counter;
    rd_ = rd;
  }
  /// It reads something else to wait for.
  void loads_other() {
    counter_ = 0;
    last_.reset();
  }
  bool follows() const { return counter_ != 0; }
  /// A later instruction has completed, with the registers before it.
  template <class Reg>
  void completes(std::uint32_t instr, bool writes, Reg reg) {
    if (const auto count = compared_with(instr, rd_, reg)) {
      last_ = {counter_, *count, reg(rd_)};
      counter_ = 0;
    } else if (writes && (instr >> 7 & 31) == rd_) {
      counter_ = 0;
    }
  }
  /// The last comparison; nothing if the program has read something else since.
  const std::optional<Awaited>& last() const { return last_; }

 private:
  std::uint8_t counter_ = 0;
  unsigned rd_ = 0;
  std::optional<Awaited> last_;
};

}  // namespace collnoc
