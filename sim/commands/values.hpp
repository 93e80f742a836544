// Parses the user's text into values. Every function throws UserError with the text and what is allowed.
#pragma once
#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

#include "collnoc/arch/topology/topology.hpp"
#include "sim/commands/settings.hpp"
#include "sim/common/nearest.hpp"
#include "sim/run/names.hpp"

namespace collnoc {

/// A whole number from `least` to `most`.
std::uint64_t parse_count(const Given& given, std::uint64_t least, std::uint64_t most);

/// Bytes: "1024", "64,4K", "64:64K:4x" (times 4 each), "64:256:64" (plus 64 each); K and M are 1024 and
/// 1024². All at least 1; at most 1,000 values, none twice; in the order given.
std::vector<std::uint64_t> parse_sizes(const Given& given);

/// Offered loads: "0.1,0.2" or "0.05:0.5:0.05", each above 0 and at most `most`; at most 1,000
/// values, none twice.
std::vector<double> parse_loads(const Given& given, double most);

/// A rank, coordinates "3,5", or "all".
std::vector<Rank> parse_roots(const Given& given, const Topology& topology);

/// Ranks "0-7,12", or "checkerboard": every node whose coordinates sum to an odd number. Sorted, unique.
std::vector<Rank> parse_ranks(const Given& given, const Topology& topology);

/// Comma-separated words, none empty, none twice.
std::vector<std::string> parse_list(const Given& given);

/// One of the words of E; the error calls it `noun`.
template <class E>
E parse_word(const Given& given, const std::string& noun) {
  if (const auto value = from_text<E>(given.text)) return *value;
  fail(given, fmt::format("unknown {} '{}'; {}", noun, given.text, suggestion(given.text, words_of<E>())));
}

}  // namespace collnoc
