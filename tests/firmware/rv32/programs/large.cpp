// More constants than 64 KiB of program memory hold, more data than 64 KiB of tile memory hold, and a deep
// stack.
#include <array>

#include "collnoc/firmware/rv32/mmio_tile.hpp"

namespace {

constexpr auto table = [] {
  std::array<std::uint32_t, 20'000> values{};
  for (std::uint32_t i = 0; i < values.size(); ++i) values[i] = i * 2654435761u;
  return values;
}();
std::array<std::uint32_t, 20'000> copy;

std::uint32_t deep(std::uint32_t n) {
  volatile std::uint32_t frame[16] = {n};
  return n == 0 ? 0 : frame[0] + deep(n - 1);
}

}  // namespace

int main() {
  for (std::uint32_t i = 0; i < table.size(); i += 7) copy[i] = table[i];
  for (std::uint32_t i = 0; i < table.size(); i += 7)
    if (copy[i] != i * 2654435761u) return 1;
  if (deep(100) != 5050) return 2;
  collnoc::MmioTile tile;
  if (tile.memory().size() != 262144) return 3;
  const std::uint32_t base = collnoc::boot_block().base;
  return base >= 16384 + 80'000 && collnoc::boot_block().magic == collnoc::BootBlock::good_magic ? 0 : 4;
}
