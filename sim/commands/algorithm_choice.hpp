// What --algorithm chooses: the schedules that run, those that do not and why, and the sizes that fit.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sim/commands/settings.hpp"
#include "sim/run/catalogue.hpp"
#include "sim/run/left_out.hpp"
#include "sim/run/run_config.hpp"

namespace collnoc {

/// Whether the tiles' memory holds what a run needs; if not, it does not hold more bytes, either.
using Fits = std::function<bool(const RunConfig& config)>;

/// The algorithm that `auto` means in a run, one of `applicable`.
using Best = std::function<std::string(const RunConfig& config, const std::vector<std::string>& applicable)>;

/// Which sizes a message can have: multiples of `unit`. `data_only`: the tiles' memory holds what the
/// catalogue counts and nothing else. Otherwise, `fits` decides; if it is empty, no limit is known, and
/// `unknown` says why.
struct SizeLimit {
  std::uint64_t unit = 1;
  bool data_only = true;
  Fits fits;
  std::string unknown;
};

/// The algorithms that `algorithm` chooses for the collective, network, hardware, bytes and executor of
/// `config`, in the order given, each once. What `all` does not run, and what runs in place of a name, goes
/// to `left_out`. Throws UserError for an unknown name, for one that does not apply, and for a size, given as
/// `bytes`, that does not fit, with the largest one that does, or with what is known of it.
std::vector<std::string> choose_algorithms(const Given& algorithm, const Given& bytes,
                                           const AlgorithmCatalogue& catalogue, const RunConfig& config,
                                           const SizeLimit& sizes, const Best& best, LeftOut& left_out);

}  // namespace collnoc
