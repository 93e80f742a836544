// The network of collnoc as a library for other simulators. Everything is inline, on top of the C interface
// collnoc.h; link collnoc::network (libcollnoc), which any compiler can do. docs/user/embedding.md has
// examples.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "collnoc.h"

namespace collnoc {

/// One line: what is wrong, and what would be right.
class NetworkError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A message that has arrived: message, source, target, bytes; cycles sent, injected, accepted, arrived.
using Arrival = collnoc_arrival;

/// Every function throws NetworkError where the C function fails.
class Network {
 public:
  /// `options`: of `collnoc replay`, for the network, such as "--topology torus:8x8 --vcs 4".
  explicit Network(const std::string& options) : network_(collnoc_open(options.c_str())) {
    check(network_ != nullptr);
  }

  std::uint32_t nodes() const { return collnoc_nodes(network_.get()); }
  std::uint64_t now() const { return collnoc_now(network_.get()); }
  /// Messages that were sent and have not arrived.
  std::uint64_t under_way() const { return collnoc_under_way(network_.get()); }

  /// Gives a message to the queue of `source` in the current cycle. Returns its number, from 1.
  std::uint64_t send(std::uint32_t source, std::uint32_t target, std::uint64_t bytes) {
    const std::uint64_t number = collnoc_send(network_.get(), source, target, bytes);
    check(number != 0);
    return number;
  }

  /// Simulates `cycles` cycles.
  void step(std::uint64_t cycles = 1) { check(collnoc_step(network_.get(), cycles) == 0); }

  /// Simulates until there is an arrival that was not taken yet, no message is under way, or `most` cycles
  /// have passed. Returns whether there is an arrival.
  bool step_to_arrival(std::uint64_t most) {
    const std::int64_t arrivals = collnoc_step_to_arrival(network_.get(), most);
    check(arrivals >= 0);
    return arrivals > 0;
  }

  /// What has arrived and was not taken yet, oldest first; messages of one cycle in the order of their
  /// targets.
  std::vector<Arrival> arrivals() {
    std::vector<Arrival> all;
    std::array<Arrival, 64> some;
    for (std::size_t n = some.size(); n == some.size();) {
      n = collnoc_take_arrivals(network_.get(), some.data(), some.size());
      all.insert(all.end(), some.begin(), some.begin() + static_cast<std::ptrdiff_t>(n));
    }
    return all;
  }

 private:
  struct Close {
    void operator()(collnoc_network* network) const { collnoc_close(network); }
  };

  static void check(bool good) {
    if (!good) throw NetworkError(collnoc_error());
  }

  std::unique_ptr<collnoc_network, Close> network_;
};

}  // namespace collnoc
