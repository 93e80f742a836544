// Toggles as hexadecimal bytes: for each cycle that has some, the cycles since the last such one, how many,
// and the differences of their link numbers; each number in groups of 7 bits, low group first.
#include <fmt/format.h>

#include <stdexcept>

#include "sim/run/trace_digest.hpp"

namespace collnoc {
namespace {

void put_number(std::string& text, std::uint64_t value) {
  do {
    const unsigned more = value >= 128 ? 128 : 0;
    fmt::format_to(std::back_inserter(text), "{:02x}", (value & 127) | more);
    value >>= 7;
  } while (value);
}

unsigned digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
  throw std::invalid_argument(fmt::format("'{}' is not a hexadecimal digit", c));
}

std::uint64_t take_number(const std::string& text, std::size_t& at) {
  std::uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    if (at + 2 > text.size() || shift > 63) throw std::invalid_argument("a trace ends within a number");
    const std::uint64_t byte = digit(text[at]) * 16 + digit(text[at + 1]);
    at += 2;
    value |= (byte & 127) << shift;
    if (byte < 128) return value;
  }
}

}  // namespace

std::string toggles_to_text(const std::vector<Toggle>& toggles) {
  std::string text;
  std::uint64_t cycle = 0;
  for (std::size_t i = 0; i < toggles.size();) {
    std::size_t end = i;
    while (end < toggles.size() && toggles[end].cycle == toggles[i].cycle) ++end;
    put_number(text, toggles[i].cycle - cycle);
    put_number(text, end - i);
    cycle = toggles[i].cycle;
    for (std::uint32_t before = 0; i < end; ++i) {
      put_number(text, toggles[i].number - before);
      before = toggles[i].number;
    }
  }
  return text;
}

std::vector<Toggle> toggles_from_text(const std::string& text) {
  std::vector<Toggle> toggles;
  std::uint64_t cycle = 0;
  for (std::size_t at = 0; at < text.size();) {
    cycle += take_number(text, at);
    std::uint32_t number = 0;
    for (std::uint64_t left = take_number(text, at); left > 0; --left) {
      number += static_cast<std::uint32_t>(take_number(text, at));
      toggles.push_back({cycle, number});
    }
  }
  return toggles;
}

std::string windows_to_text(const std::vector<std::uint64_t>& windows) {
  std::string text;
  for (const std::uint64_t sum : windows) fmt::format_to(std::back_inserter(text), "{:016x}", sum);
  return text;
}

std::vector<std::uint64_t> windows_from_text(const std::string& text) {
  if (text.size() % 16) throw std::invalid_argument("the windows of a trace are not 16 digits each");
  std::vector<std::uint64_t> windows(text.size() / 16);
  for (std::size_t i = 0; i < text.size(); ++i) windows[i / 16] = windows[i / 16] << 4 | digit(text[i]);
  return windows;
}

}  // namespace collnoc
