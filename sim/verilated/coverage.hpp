// Coverage of verilated code (scripts/coverage). This header is included before the code that Verilator
// generates with --coverage-line and --coverage-toggle and that coverage.sed modifies.
#pragma once
#include <stdlib.h>
#include <unistd.h>

#include <string>

#include "verilated.h"
#include "verilated_cov.h"

namespace collnoc::verilated {

/// A model that is created while this is true registers its points in its context.
inline bool writing_coverage = false;

/// One static instance per model class. When the program or library ends, it writes the points that any model
/// hit to a new file in the folder COLLNOC_COVERAGE. Without this variable, or if it is empty, it
/// writes nothing.
template <class Model>
struct CoverageWriter {
  ~CoverageWriter() {
    const char* folder = getenv("COLLNOC_COVERAGE");
    if (folder == nullptr || *folder == '\0') return;
    std::string file = std::string(folder) + "/points.XXXXXX";
    const int made = mkstemp(file.data());
    if (made < 0) {
      perror(file.c_str());
      abort();
    }
    close(made);
    VerilatedContext context;
    writing_coverage = true;
    Model model(&context, "TOP");
    writing_coverage = false;
    context.coveragep()->write(file.c_str());
  }
};

}  // namespace collnoc::verilated
