#include "sim/commands/algorithm_choice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sim/commands/values.hpp"
#include "sim/schedule/most_bytes.hpp"

namespace collnoc {
namespace {

std::string here(const Platform& platform) { return platform.topology_text + " " + word_of(platform.nic()); }

std::vector<std::string> names_for(const AlgorithmCatalogue& catalogue, Collective collective) {
  std::vector<std::string> names;
  for (const AlgorithmInfo& info : catalogue.algorithms())
    if (info.collective == collective) names.push_back(info.name);
  return names;
}

/// Chooses the schedules for one size of message.
class Choice {
 public:
  Choice(const Given& given, const Given& bytes, const AlgorithmCatalogue& catalogue, const RunConfig& config,
         const SizeLimit& sizes, LeftOut& left_out)
      : given_(given),
        bytes_(bytes),
        catalogue_(catalogue),
        config_(config),
        sizes_(sizes),
        left_out_(left_out),
        known_(names_for(catalogue, config.collective)) {
    for (const std::string& name : known_)
      if (!why_not(name)) usable_.push_back(name);
  }

  /// The algorithms that --algorithm chooses, in the order given, each once.
  std::vector<std::string> made(const Best& best) {
    std::vector<std::string> chosen;
    const auto add = [&](const std::string& name) {
      if (std::find(chosen.begin(), chosen.end(), name) == chosen.end()) chosen.push_back(name);
    };
    for (const std::string& name : parse_list(given_)) {
      if (name != "all" && name != "auto") {
        add(named(name));
        continue;
      }
      if (usable_.empty()) refuse_all();
      if (name == "all") {
        for (const std::string& each : usable_) add(each);
        note_others();
      } else {
        add(best(config_, usable_));
      }
    }
    return chosen;
  }

 private:
  /// Why the catalogue does not let this schedule run.
  std::optional<std::string> why_not(const std::string& name, std::uint64_t bytes) const {
    return catalogue_.why_not(config_.collective, name, config_.topology, config_.hardware, bytes);
  }
  std::optional<std::string> why_not(const std::string& name) const {
    if (auto reason = why_not(name, config_.bytes)) return reason;
    // What data do not half fill is not looked at: programs and plans take a small part.
    if (sizes_.data_only || !sizes_.fits || !why_not(name, 2 * config_.bytes) || fits(name, config_.bytes))
      return std::nullopt;
    return fmt::format("with {} bytes and {} it exceeds a tile's memory of {} bytes", config_.bytes,
                       taken_by(), addressable_bytes);
  }
  bool fits(const std::string& name, std::uint64_t bytes) const {
    RunConfig config = config_;
    config.algorithm = name;
    config.bytes = bytes;
    return sizes_.fits(config);
  }
  bool is_known(const std::string& name) const {
    return std::find(known_.begin(), known_.end(), name) != known_.end();
  }
  void note_others() {
    for (const std::string& name : known_)
      if (const auto reason = why_not(name)) left_out_.add({name, *reason, "", 1});
  }

  /// The most bytes of this schedule whose data fit a tile's memory; 0: none.
  std::uint64_t most_data(const std::string& name) const {
    return collnoc::most_bytes(config_.bytes, sizes_.unit,
                               [&](std::uint64_t bytes) { return !why_not(name, bytes); });
  }
  /// The most bytes with which this schedule runs, if the data are at most `data`; 0: none, or it is not
  /// known.
  std::uint64_t most_bytes(const std::string& name, std::uint64_t data) const {
    if (sizes_.data_only || data == 0) return data;
    if (!sizes_.fits) return 0;
    return most_bytes_below(std::min(config_.bytes, data + sizes_.unit), sizes_.unit,
                            [&](std::uint64_t bytes) { return fits(name, bytes); });
  }

  /// What to say where no size is known to run, although data of up to `data` bytes fit.
  std::string unknown_limit(std::uint64_t data) const {
    return fmt::format(", data of at most {} bytes fit, and less with the {}: {}", data, taken_by(),
                       sizes_.unknown);
  }
  bool is_unknown(std::uint64_t data) const { return !sizes_.data_only && !sizes_.fits && data > 0; }
  /// What takes a part of the memory, beside the data.
  const char* taken_by() const { return config_.executor == Executor::nic ? "plans" : "programs"; }

  /// The registered algorithm that `name` means. Throws UserError if there is none or it does not apply.
  std::string named(const std::string& name) {
    const std::string meant = catalogue_.meant(config_.collective, name, config_.topology, config_.hardware);
    if (!catalogue_.has(config_.collective, meant)) {
      std::vector<std::string> words = known_;
      words.insert(words.end(), {"all", "auto"});
      fail(given_, fmt::format("unknown algorithm '{}' for {}; {}", meant, word_of(config_.collective),
                               suggestion(meant, words)));
    }
    if (const auto reason = why_not(meant)) {
      const std::uint64_t data = most_data(meant), most = most_bytes(meant, data);
      fail(most > 0 || is_unknown(data) ? bytes_ : given_,
           fmt::format("{} does not apply to {}: {}{}; these do: {}", meant, here(config_), *reason,
                       most > 0           ? fmt::format(", at most {} fit", most)
                       : is_unknown(data) ? unknown_limit(data)
                                          : "",
                       usable_.empty() ? "none" : fmt::format("{}", fmt::join(usable_, ", "))));
    }
    // On an all-port NIC, a name means the schedule for all ports, where that one applies.
    const std::string own = name + "-all-port";
    if (config_.hardware.all_port && meant == name && is_known(own))
      if (const auto reason = why_not(own)) left_out_.add({own, *reason, meant, 1});
    return meant;
  }

  [[noreturn]] void refuse_all() const {
    std::uint64_t most = 0, most_of_data = 0;
    std::string with;
    for (const std::string& name : known_) {
      const std::uint64_t data = most_data(name);
      if (is_unknown(data) && data > most_of_data) {
        most_of_data = data;
        with = name;
      }
      if (data <= most || (most > 0 && !sizes_.data_only && !fits(name, most + sizes_.unit))) continue;
      const std::uint64_t own = most_bytes(name, data);
      if (own > most) with = name;
      most = std::max(most, own);
    }
    const std::string where = fmt::format("for {} on {}", word_of(config_.collective), here(config_));
    if (most > 0)
      fail(bytes_, fmt::format("{} bytes exceed a tile's memory of {} bytes with every algorithm {}; at most "
                               "{} fit, with {}",
                               config_.bytes, addressable_bytes, where, most, with));
    if (most_of_data > 0)
      fail(bytes_,
           fmt::format("{} bytes exceed a tile's memory of {} bytes with every algorithm {}; with {}{}",
                       config_.bytes, addressable_bytes, where, with, unknown_limit(most_of_data)));
    LeftOut none;
    for (const std::string& name : known_) none.add({name, *why_not(name), "", 1});
    fail(given_, fmt::format("there is no algorithm {}: {}", where, none.names_by_reason()));
  }

  const Given &given_, &bytes_;
  const AlgorithmCatalogue& catalogue_;
  const RunConfig& config_;
  const SizeLimit sizes_;
  LeftOut& left_out_;
  const std::vector<std::string> known_;
  std::vector<std::string> usable_;
};

}  // namespace

std::vector<std::string> choose_algorithms(const Given& algorithm, const Given& bytes,
                                           const AlgorithmCatalogue& catalogue, const RunConfig& config,
                                           const SizeLimit& sizes, const Best& best, LeftOut& left_out) {
  return Choice(algorithm, bytes, catalogue, config, sizes, left_out).made(best);
}

}  // namespace collnoc
