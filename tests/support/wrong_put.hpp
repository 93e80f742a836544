// Puts that a NIC refuses: random ones, each with one error.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <random>

#include "sim/fabric/fabric.hpp"
#include "sim/fabric/put_writer.hpp"

namespace collnoc::test {

struct WrongPut {
  std::array<std::uint32_t, 5> raw{};   ///< values of the put registers
  std::optional<PreparedPut> prepared;  ///< the same, launched by PUT_GO
  unsigned go_node_bits = 0;            ///< of the network
  std::optional<std::uint32_t> corner;  ///< of a multicast

  void begin(PutWriter& writer) const;
};

/// A put whose only effect must be an error flag.
WrongPut random_wrong_put(Fabric& fabric, Rank rank, std::mt19937_64& random);

}  // namespace collnoc::test
