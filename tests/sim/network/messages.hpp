// Random messages through a network of libcollnoc, and the text of their arrivals.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "collnoc/network.hpp"
#include "sim/traffic/random_stream.hpp"

namespace collnoc::test {

struct Sent {
  std::uint64_t cycle;
  std::uint32_t source, target;
  std::uint64_t bytes;
};

inline std::vector<Sent> random_messages(std::uint32_t nodes, unsigned count) {
  RandomStream random(3);
  constexpr std::uint64_t lengths[]{0, 1, 8, 20, 300, 3000, 40'000};
  std::vector<Sent> messages;
  std::uint64_t cycle = 0;
  for (unsigned i = 0; i < count; ++i) {
    cycle += random.below(8) == 0 ? random.below(300) : 0;
    const auto source = static_cast<std::uint32_t>(random.below(nodes));
    const auto target = static_cast<std::uint32_t>((source + 1 + random.below(nodes - 1)) % nodes);
    messages.push_back({cycle, source, target, lengths[random.below(7)]});
  }
  return messages;
}

/// Sends all messages in their cycles and takes what arrives, in steps of at most `stride` cycles.
inline std::vector<Arrival> drive(Network& network, const std::vector<Sent>& messages,
                                  std::uint64_t stride = 1) {
  std::vector<Arrival> all;
  const auto take = [&] {
    for (const Arrival& arrival : network.arrivals()) all.push_back(arrival);
  };
  for (const Sent& message : messages) {
    while (network.now() < message.cycle) {
      network.step(std::min(stride, message.cycle - network.now()));
      take();
    }
    network.send(message.source, message.target, message.bytes);
  }
  while (network.under_way() > 0) {
    network.step(stride);
    take();
  }
  return all;
}

inline std::string text_of(const std::vector<Arrival>& arrivals) {
  std::string text;
  for (const Arrival& a : arrivals)
    text += fmt::format("{} {}-{} {} bytes {} {} {} {}\n", a.message, a.source, a.target, a.bytes, a.sent,
                        a.injected, a.accepted, a.arrived);
  return text;
}

}  // namespace collnoc::test
