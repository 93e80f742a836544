// Coverage of verilated code (scripts/coverage): included before what Verilator made with --coverage-line and
// --coverage-toggle and coverage.sed changed.
#pragma once
#include <stdlib.h>
#include <unistd.h>

#include <string>

#include "verilated.h"
#include "verilated_cov.h"

namespace collnoc::verilated {

/// A model made while this is true registers its points in its context.
inline bool writing_coverage = false;

/// One a class of models, of static storage: when program or library end, writes which points any model has
/// hit, to a new file of the folder that COLLNOC_COVERAGE names. Writes nothing without it.
template <class Model>
struct CoverageWriter {
  ~CoverageWriter() {
    const char* folder = getenv("COLLNOC_COVERAGE");
    if (folder == nullptr) return;
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
