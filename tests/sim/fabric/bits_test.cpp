// Equal bits compare as equal with every compiler, even if other bits of the words differ.
#include "sim/fabric/bits.hpp"

#include <gtest/gtest.h>

namespace collnoc {
namespace {

unsigned differences = 0, set = 0;

[[gnu::noinline]] void report(std::uint64_t, std::uint64_t) { ++differences; }
[[gnu::noinline]] void note() { ++set; }

/// The loop over links of lockstep's comparison.
[[gnu::noinline]] void compare(unsigned links, const std::uint32_t& rtl, const std::uint32_t& model) {
  for (unsigned l = 0; l < links; ++l) {
    const std::uint64_t valid = bit(rtl, l), model_valid = bit(model, l);
    if (valid != model_valid) report(valid, model_valid);
    if (valid != 0) note();
  }
}

TEST(Bits, WordsOfSeveralBitsHaveNoFalseDifference) {
  for (std::uint32_t word = 0; word < 256; ++word) {
    differences = set = 0;
    compare(8, word, word);
    EXPECT_EQ(differences, 0u) << word;
    EXPECT_EQ(set, static_cast<unsigned>(__builtin_popcount(word)));
    for (unsigned l = 0; l < 8; ++l) {
      differences = 0;
      compare(8, word, word ^ 1u << l);
      EXPECT_EQ(differences, 1u) << word << " " << l;
    }
  }
}

}  // namespace
}  // namespace collnoc
