// Each runs parsers of configurations, options and names; the exceptions are the parsers'.
#pragma once
#include <string_view>

namespace collnoc::test {

/// A TOML file for run and traffic.
void fuzz_config(std::string_view input);
/// Each line is the value of a --set.
void fuzz_set(std::string_view input);
/// A TOML file of a sweep.
void fuzz_sweep(std::string_view input);
/// A TOML file of regress.
void fuzz_matrix(std::string_view input);
/// The text of a topology.
void fuzz_topology(std::string_view input);
/// Lines: collective, algorithm, topology, bytes, root, options after --set.
void fuzz_algorithm(std::string_view input);
/// Lines: pattern, process, lengths, classes, loads.
void fuzz_pattern(std::string_view input);
/// A file of a permutation, of a matrix, or of packets.
void fuzz_traffic_file(std::string_view input);

}  // namespace collnoc::test
