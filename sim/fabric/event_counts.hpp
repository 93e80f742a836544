// The value of a counter of rtl/common/event_counters.sv, which the RTL stores in parts.
#pragma once
#include <array>
#include <cstdint>

namespace collnoc {

struct EventCount {
  /// The registers of counter `%`, below the counters.
  static constexpr std::array parts{"gen_counter[%].narrow_q", "gen_counter[%].event_q", "i_read.mem_q[%]",
                                    "turn_q", "fresh_q"};
  /// `part`: the values of these registers.
  static std::uint32_t value(const std::array<std::uint64_t, parts.size()>& part, unsigned number) {
    const auto [narrow, event, sum, turn, fresh] = part;
    // Before a counter's first turn after a reset its sum is not written.
    const bool written = fresh == 0 || number < turn;
    return static_cast<std::uint32_t>(narrow + event + (written ? sum : 0));
  }
};

}  // namespace collnoc
