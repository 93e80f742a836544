// libFuzzer on the target that COLLNOC_FUZZ_TARGET names; scripts/fuzz builds and runs it.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const collnoc::test::Target& target = collnoc::test::fuzz_target(std::getenv("COLLNOC_FUZZ_TARGET"));
  if (const auto fault = collnoc::test::fault_of(target, {reinterpret_cast<const char*>(data), size})) {
    std::fprintf(stderr, "fault: %s\n", fault->c_str());
    std::abort();
  }
  return 0;
}
