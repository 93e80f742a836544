// Hardware that contains many mutants (scripts/mutants) has a pin that selects one of them; 0 is none.
#pragma once
#include <cstdint>
#include <cstdlib>

namespace collnoc::verilated {

template <class Top>
constexpr bool has_mutants = requires(Top& top) {
  top.mutant_i = 0;
};

template <class Top>
void choose_mutant(Top& top) {
  if constexpr (has_mutants<Top>) {
    const char* number = std::getenv("COLLNOC_MUTANT");
    top.mutant_i = number == nullptr ? 0 : static_cast<std::uint16_t>(std::atoi(number));
  }
}

}  // namespace collnoc::verilated
