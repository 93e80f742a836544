// The sanitizer of one run: watches every tile of a fabric of model nodes, and names the place of software.
#pragma once
#include <deque>
#include <functional>
#include <memory>

#include "sim/engine/machine.hpp"
#include "sim/sanitize/message_sanitizer.hpp"
#include "sim/sanitize/node_watch.hpp"
#include "sim/schedule/algorithm.hpp"

namespace collnoc {

/// Throws UserError for a backend other than the model: only its registers can be observed. In lockstep, RTL
/// and model drive the same values, so a run on the model finds the same.
void check_sanitize_backend(const Platform& platform);

class RunSanitizer {
 public:
  /// `base`: first byte of every memory that belongs to messages.
  RunSanitizer(Fabric& fabric, std::uint32_t base, MessageSanitizer::PlaceText place,
               MessageSanitizer::Protected is_protected = {});

  /// Watches the next rank; `software`: where its software is.
  void watch(std::function<Site()> software);
  MessageSanitizer& messages() { return messages_; }

 private:
  Fabric& fabric_;
  MessageSanitizer messages_;
  WatchedNetwork network_;
  std::deque<NodeWatch> watches_;
};

/// Names the place of a rank in a step of a schedule that no program performs: "step 3 of scatter-collect
/// (plan() at scatter_collect.hpp:41)".
using StepText = std::function<std::string(Rank rank, std::uint32_t step, const SentMessage* message)>;
/// `algorithm` must outlive the result.
StepText step_text(const Algorithm& algorithm, const Job& job);

}  // namespace collnoc
