// Parses what the user writes about traffic. Every function throws UserError with the text and what is
// allowed.
#pragma once
#include <cstdint>

#include "sim/commands/settings.hpp"
#include "sim/traffic/traffic_class.hpp"

namespace collnoc {

/// "uniform", "hotspot:27,28:0.3", "permutation:FILE". `seed`: of random permutations.
PatternChoice parse_pattern(const Given& given, const Topology& topology, std::uint64_t seed);
/// "bernoulli", "bursty:200:0.8" (mean length of a burst, load in a burst), "periodic", "periodic:aligned".
ProcessChoice parse_process(const Given& given);
/// Flits of packets: "8", "1,9", "1:0.8,9:0.2" with weights; each at most `most`, with this advice if above.
Lengths parse_lengths(const Given& given, unsigned most, const std::string& advice);

/// A rank on every line of a file: the destination of the node whose number is that of the line, from 0.
/// Empty lines and what follows a # are not counted. Every node must occur once.
std::vector<Rank> read_permutation(const Given& given, const std::string& file, Rank size);
/// A row of numbers for every node, separated by blanks or commas; 0 on the diagonal; sums of at most 1.
RateMatrix read_matrix(const Given& given, const std::string& file, Rank size);
/// Packets in any order: CYCLE SRC DST [FLITS], one on each line. `fixed`: flits of a packet without a number
/// of its own; `most`: of any packet, with this advice if above. Cycles are below `most_cycles`.
struct ListLimits {
  unsigned fixed, most;
  std::string advice;
  std::uint64_t most_cycles;
};
PacketList read_packet_list(const Given& given, Rank size, const ListLimits& limits);

}  // namespace collnoc
