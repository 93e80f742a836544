// A processor at one moment, with what says from where its function was called.
#pragma once
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

namespace collnoc {

struct HartSnapshot {
  std::uint32_t pc = 0;
  std::array<std::uint32_t, 32> regs{};
  std::vector<std::uint8_t> stack;  ///< bytes of memory from the stack pointer upwards

  std::uint32_t sp() const { return regs[2]; }
  /// The word of the stack at `address`; nothing outside of what was kept.
  std::optional<std::uint32_t> word(std::uint32_t address) const {
    const std::uint32_t at = address - sp();
    if (address < sp() || at + std::uint64_t{4} > stack.size()) return std::nullopt;
    std::uint32_t value = 0;
    std::memcpy(&value, stack.data() + at, 4);
    return value;
  }
};

}  // namespace collnoc
