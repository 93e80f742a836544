// Fields of the ports of a verilated module. A port is an integer or an array of 32-bit words, of any width.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>

namespace collnoc::verilated {

/// `width` bits at `offset`.
template <class Port>
std::uint64_t get_bits(const Port& port, unsigned offset, unsigned width) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(&port);
  std::uint64_t low = 0;
  std::memcpy(&low, bytes + offset / 8, std::min<std::size_t>(8, sizeof(Port) - offset / 8));
  low >>= offset % 8;
  return width == 64 ? low : low & ((std::uint64_t{1} << width) - 1);
}

/// Field `index` of fields of `words` 64-bit words each.
template <unsigned words, class Port>
void put_words(Port& port, unsigned index, const std::uint64_t* from) {
  std::memcpy(reinterpret_cast<std::uint8_t*>(&port) + index * words * 8, from, words * 8);
}

template <unsigned words, class Port>
void get_words(const Port& port, unsigned index, std::uint64_t* to) {
  std::memcpy(to, reinterpret_cast<const std::uint8_t*>(&port) + index * words * 8, words * 8);
}

/// Sets a port of at most 64 bits.
template <class Port>
void put(Port& port, std::uint64_t value) {
  port = static_cast<Port>(value);
}

}  // namespace collnoc::verilated
