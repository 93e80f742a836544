// The parsers of what a user gives, each as a function of bytes: for libFuzzer (libfuzzer.cpp) and for the
// ordinary test of the corpus (corpus_test.cpp). A parser succeeds or throws UserError in words for the user;
// anything else is a fault.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace collnoc::test {

struct Target {
  std::string_view name;  ///< of its folder in tests/fuzz/corpus
  void (*run)(std::string_view input);
  unsigned mutations;  ///< of the ordinary test: about a second
};

const std::vector<Target>& fuzz_targets();
/// Throws std::invalid_argument for an unknown name.
const Target& fuzz_target(std::string_view name);

/// What is wrong with the target's answer to `input`; nothing if it succeeds or refuses as it should.
std::optional<std::string> fault_of(const Target& target, std::string_view input);

}  // namespace collnoc::test
