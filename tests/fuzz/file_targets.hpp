// Each runs a parser of files on the bytes of one; the exceptions are the parser's.
#pragma once
#include <string_view>

namespace collnoc::test {

void fuzz_report(std::string_view input);
void fuzz_baseline(std::string_view input);
void fuzz_tuned(std::string_view input);
void fuzz_energy(std::string_view input);
void fuzz_sweep_results(std::string_view input);
void fuzz_elf(std::string_view input);
void fuzz_source_lines(std::string_view input);
void fuzz_trace(std::string_view input);

}  // namespace collnoc::test
