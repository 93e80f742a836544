// Lengths that a collective accepts.
#pragma once
#include "sim/schedule/algorithm.hpp"

namespace collnoc {

/// `bytes`, or if the algorithm combines, the next number of whole elements of 4 bytes.
inline std::uint32_t whole_elements(const Algorithm& algorithm, std::uint32_t bytes) {
  return form_of(algorithm.collective()).combines ? (bytes + 3) / 4 * 4 : bytes;
}

}  // namespace collnoc
