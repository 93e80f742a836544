// When a rank began a step: for timelines.
#pragma once
#include <cstdint>

#include "sim/fabric/host.hpp"

namespace collnoc {

struct StepSpan {
  std::uint32_t step = 0;
  Cycle begin = 0;  ///< counted from the start of the collective
};

}  // namespace collnoc
