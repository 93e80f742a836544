#include "tests/support/float_puts.hpp"

#include <fmt/format.h>

#include <cstring>
#include <random>

#include "collnoc/arch/operation.hpp"
#include "sim/common/errors.hpp"
#include "tests/support/bench.hpp"

namespace collnoc::testing {
namespace {

using Random = std::mt19937;

/// Any number; or exponents at most 30 apart and few bits set or clear, so that ties are frequent; or almost
/// the opposite of the first.
std::uint32_t first_number(Random& random) {
  const std::uint32_t few = random() & random() & random();
  switch (random() % 4) {
    case 0: return random();
    case 1: return (random() % 2 << 31) | (random() & 0xff'ffff);  // subnormal, or nearly
    default: return (random() & 0xff80'0000) | ((random() % 2 != 0 ? few : ~few) & 0x7f'ffff);
  }
}
std::uint32_t second_number(std::uint32_t first, Random& random) {
  switch (random() % 4) {
    case 0: return first_number(random);
    case 1: return (first ^ 0x8000'0000) + random() % 65 - 32;
    default: {
      const std::uint32_t exponent = ((first >> 23) + random() % 61 - 30) & 0xff;
      return (random() % 2 << 31) | exponent << 23 | (first_number(random) & 0x7f'ffff);
    }
  }
}

}  // namespace

std::string run_float_puts(const Topology& network, const HardwareConfig& config, const NodeFactory& make) {
  constexpr std::uint32_t bytes = 2048, puts = 40;
  constexpr auto sum = static_cast<std::uint32_t>(Operation::sum_f32);
  Fabric fabric(network, config, {}, make);
  Bus bus;
  fabric.set_host(0, &bus);
  Random random(5);
  std::string wrong;
  try {
    for (unsigned n = 0; n < puts && wrong.empty(); ++n) {
      for (std::uint32_t b = 0; b < bytes; b += 4) {
        const std::uint32_t a = first_number(random), other = second_number(a, random);
        std::memcpy(fabric.memory(0).bytes() + b, &a, 4);
        std::memcpy(fabric.memory(1).bytes() + b, &other, 4);
      }
      bus.write(nic::put_src, 0);
      bus.write(nic::put_addr, 0);
      bus.write(nic::put_bytes, bytes | sum << 28);
      bus.write(nic::put_ctrl, 1);
      bus.write(nic::put_node, network.address(1));
      const Cycle end = fabric.now() + 10'000;
      do {
        fabric.step(16);
      } while (fabric.now() < end && !(bus.idle() && fabric.quiet()));
      if (!fabric.quiet()) wrong = "sums of single precision: still busy";
    }
  } catch (const LockstepMismatch& mismatch) {
    wrong = fmt::format("sums of single precision: {}", mismatch.what());
  }
  fabric.set_host(0, nullptr);
  return wrong;
}

}  // namespace collnoc::testing
