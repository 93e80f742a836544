#include "tests/support/combining_puts.hpp"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <random>
#include <utility>

#include "collnoc/arch/operation.hpp"
#include "sim/common/errors.hpp"
#include "tests/support/bench.hpp"
#include "tests/support/combinations.hpp"

namespace collnoc::test {
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

/// Two words: of single precision, or equal in all bits but one or in few.
std::pair<std::uint64_t, std::uint64_t> words(bool floats, Random& random) {
  std::array<std::uint32_t, 4> half{};
  for (std::uint32_t& h : half) h = random();
  const auto whole = [&](unsigned at) { return std::uint64_t{half[at]} << 32 | half[at + 1]; };
  if (floats) {
    half = {first_number(random), first_number(random)};
    half[2] = second_number(half[0], random);
    half[3] = second_number(half[1], random);
  } else if (random() % 4 != 0) {
    return {whole(0), whole(0) ^ std::uint64_t{1} << random() % 64};
  }
  return {whole(0), whole(2)};
}

}  // namespace

std::string run_combining_puts(const Topology& network, const HardwareConfig& config,
                               const NodeFactory& make) {
  constexpr std::uint32_t bytes = 1024, puts = 8, mem_words = 1u << 18;
  constexpr auto sum = static_cast<unsigned>(Operation::sum_f32);
  Fabric::Options options;
  options.mem_words = mem_words;
  Fabric fabric(network, config, options, make);
  Bus bus;
  fabric.set_host(0, &bus);
  Random random(5);
  std::string wrong;
  try {
    for (const Combination& combination : combinations(config.float_sums)) {
      for (unsigned n = 0; n < (combination.code == sum ? 10 : 1) * puts && wrong.empty(); ++n) {
        const auto place = [&] { return static_cast<std::uint32_t>(random() % (mem_words - bytes / 8)) * 8; };
        const std::uint32_t from = place(), to = place();
        for (std::uint32_t b = 0; b < bytes; b += 8) {
          const auto [a, other] = words(combination.code == sum, random);
          std::memcpy(fabric.memory(0).bytes() + from + b, &a, 8);
          std::memcpy(fabric.memory(1).bytes() + to + b, &other, 8);
        }
        bus.write(nic::put_src, from);
        bus.write(nic::put_addr, to);
        bus.write(nic::put_bytes, bytes | combination.code << 28);
        bus.write(nic::put_ctrl, 1);
        bus.write(nic::put_node, network.address(1));
        const Cycle end = fabric.now() + 10'000;
        do {
          fabric.step(16);
        } while (fabric.now() < end && !(bus.idle() && fabric.quiet()));
        if (!fabric.quiet()) wrong = "puts that combine: still busy";
      }
    }
  } catch (const LockstepMismatch& mismatch) {
    wrong = fmt::format("puts that combine: {}", mismatch.what());
  }
  fabric.set_host(0, nullptr);
  return wrong;
}

}  // namespace collnoc::test
