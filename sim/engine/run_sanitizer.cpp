#include "sim/engine/run_sanitizer.hpp"

#include <fmt/format.h>

#include <utility>

#include "sim/common/errors.hpp"

namespace collnoc {
namespace {

MessageSanitizer::Layout layout_of(Fabric& fabric, std::uint32_t base) {
  MessageSanitizer::Layout layout;
  layout.ranks = fabric.topology().size();
  layout.channels = fabric.config().channels();
  layout.contexts = fabric.config().sequencer ? layout.channels : 0;
  layout.memory_bytes = 8 * fabric.memory(0).words();
  layout.base = base;
  layout.sites_are_purposes = base != 0;  // of a program
  return layout;
}

}  // namespace

void check_sanitize_backend(const Platform& platform) {
  if (!platform.sanitize || platform.backend == Backend::model) return;
  throw UserError(
      fmt::format("--sanitize observes the registers of the model; give --backend model instead of {} "
                  "(RTL and model take the same cycles)",
                  word_of(platform.backend)));
}

RunSanitizer::RunSanitizer(Fabric& fabric, std::uint32_t base, MessageSanitizer::PlaceText place,
                           MessageSanitizer::Protected is_protected)
    : fabric_(fabric),
      messages_(layout_of(fabric, base), std::move(place), std::move(is_protected)),
      network_(fabric.topology(), messages_) {}

void RunSanitizer::watch(std::function<Site()> software) {
  const auto rank = static_cast<Rank>(watches_.size());
  const model::Place place =
      model::Place::of(fabric_.topology(), fabric_.config(), rank, fabric_.memory(rank).words());
  fabric_.set_watcher(rank,
                      &watches_.emplace_back(network_, fabric_.config(), place, rank, std::move(software)));
}

StepText step_text(const Algorithm& algorithm, const Job& job) {
  return [&algorithm, job](Rank rank, std::uint32_t step, const SentMessage* message) {
    std::string text = step == algorithm.steps(job) ? fmt::format("{} after its last step", algorithm.name())
                                                    : fmt::format("step {} of {}", step, algorithm.name());
    const auto line =
        message == nullptr ? std::nullopt : algorithm.sends(job, rank, step, message->dst, message->remote);
    if (!line) return text;
    const std::string file = line->file;
    return fmt::format("{} ({}() at {}:{})", text, line->function, file.substr(file.find_last_of('/') + 1),
                       line->line);
  };
}

}  // namespace collnoc
