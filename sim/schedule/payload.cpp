#include "sim/schedule/payload.hpp"

#include "sim/schedule/portions.hpp"

namespace collnoc {

// The results come first: where they share memory with the start, the start is what the memory holds.
void Payload::fill(Rank rank, std::span<std::byte> memory) const {
  const auto write = [&](const Portion& at, std::uint8_t flip) {
    for (std::uint32_t i = 0; i < job_.bytes; ++i) {
      memory[at.address + i] = std::byte(payload_byte(at.source, at.target, i, seed_) ^ flip);
    }
  };
  for_each_result(collective_, job_, rank, [&](const Portion& at) { write(at, 0xff); });
  for_each_start(collective_, job_, rank, [&](const Portion& at) { write(at, 0); });
}

PayloadCheck Payload::check(Rank rank, std::span<const std::byte> memory) const {
  PayloadCheck result;
  for_each_result(collective_, job_, rank, [&](const Portion& at) {
    for (std::uint32_t i = 0; i < job_.bytes; ++i) {
      ++result.bytes_checked;
      if (memory[at.address + i] == std::byte(payload_byte(at.source, at.target, i, seed_))) continue;
      if (result.bytes_wrong++ == 0) result.first_wrong = at.address + i;
    }
  });
  return result;
}

}  // namespace collnoc
