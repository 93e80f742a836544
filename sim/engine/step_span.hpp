// When a rank began a step, and what it did in it: for timelines.
#pragma once
#include <cstdint>
#include <string_view>

#include "sim/fabric/host.hpp"

namespace collnoc {

struct StepSpan {
  std::uint32_t step = 0;
  Cycle begin = 0;  ///< counted from the start of the collective
};

/// What a rank does from one cycle to another within a step.
struct Activity {
  std::string_view name;  ///< "put", "wait": a literal
  Cycle begin = 0, end = 0;
};

}  // namespace collnoc
