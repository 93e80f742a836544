#include "sim/engine/sequencer_host.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "collnoc/arch/nic_registers.hpp"

namespace collnoc {

SequencerHost::SequencerHost(const RankPlan& plan, const PlanPlace& place, Rank rank, Cycle start,
                             std::uint32_t steps)
    : plan_(plan), place_(place), rank_(rank), start_(start), last_step_(steps) {}

model::RegisterAccess SequencerHost::read(Reads what, std::uint32_t offset, unsigned context) {
  reads_ = what;
  read_context_ = context;
  wake_at_ = 0;
  return {true, false, static_cast<std::uint16_t>(offset), 0};
}

bool SequencerHost::runs_software(Cycle, const model::NodeOut& node) const {
  return writes_ < begin_writes || look_ || node.event || reads_ == Reads::state || reads_ == Reads::error ||
         reads_ == Reads::fault;
}

model::RegisterAccess SequencerHost::drive(Cycle now, const model::NodeOut& node) {
  const std::array<std::array<std::uint32_t, 2>, begin_writes> begin{
      {{nic::seq_plan, place_.base},
       {nic::seq_at, static_cast<std::uint32_t>(start_)},
       {nic::seq_control, nic::seq_start | nic::seq_timed}}};
  if (writes_ < begin.size()) {
    const auto [offset, value] = begin[writes_++];
    if (writes_ == begin.size()) wake_at_ = recording_ ? start_ : never;
    return {true, true, static_cast<std::uint16_t>(offset), value};
  }
  if (reads_ != Reads::nothing) take(now, node.reg_rdata);
  look_ = look_ || node.event;
  if (fault_ && fault_->empty()) return read(Reads::fault, nic::seq_fault);
  if (ended_ && !finished_) return read(Reads::error, nic::error);
  if (look_ && !finished_) {
    look_ = false;
    read_at_ = now;
    return read(Reads::state, nic::seq_state);
  }
  if (inspecting_) {
    for (; inspected_ < 2 * place_.channels; ++inspected_) {
      const unsigned c = inspected_ % place_.channels;
      const bool action = inspected_ < place_.channels;
      const std::uint8_t counter = action ? std::uint8_t{0} : waiting(actions_[c]).counter;
      if (!action && counter == 0) continue;
      ++inspected_;
      return action ? read(Reads::action, nic::seq_action(c), c)
                    : read(Reads::counter, nic::counter(counter), c);
    }
    inspecting_ = false;
  } else if (recording_ && !finished_) {
    read_at_ = now;
    const unsigned c = next_context_++ % place_.channels;
    return read(Reads::action, nic::seq_action(c), c);
  }
  wake_at_ = never;
  return {};
}

void SequencerHost::take(Cycle now, std::uint32_t data) {
  switch (reads_) {
    case Reads::nothing: break;
    case Reads::state:
      if (nic::seq_running.of(data) != 0) break;
      ended_ = true;
      finish_cycle_ = read_at_;
      if (!activities_.empty()) activities_.back().end = finish_cycle_ - start_;
      break;
    case Reads::error:
      finished_ = data == 0;
      if (data != 0) fault_.emplace();
      break;
    case Reads::fault:
      finished_ = true;
      fault_ = fmt::format("cycle {}: the sequencer of rank {} refuses the action at address {:#x}",
                           finish_cycle_, rank_, data);
      break;
    case Reads::action:
      actions_[read_context_] = data;
      if (recording_ && !inspecting_) {
        note_step(now - 1);
        note_activity(now - 1);
      }
      break;
    case Reads::counter: counts_[read_context_] = data; break;
  }
  reads_ = Reads::nothing;
}

void SequencerHost::note_step(Cycle now) {
  if (next_context_ < place_.channels) return;  // not all have been read
  std::uint32_t step = last_step_;
  for (unsigned c = 0; c < place_.channels; ++c) {
    if (const auto index = index_of(actions_[c])) step = std::min(step, plan_.steps[*index]);
  }
  if (step == last_step_ || (!spans_.empty() && spans_.back().step >= step)) return;
  spans_.push_back({step, spans_.empty() ? 0 : now - start_});
}

void SequencerHost::note_activity(Cycle now) {
  if (next_context_ < place_.channels || ended_) return;
  constexpr std::array<std::string_view, 4> names{"put", "wait", "sleep", "barrier"};
  std::size_t most = names.size();
  for (unsigned c = 0; c < place_.channels; ++c) {
    const auto index = index_of(actions_[c]);
    if (!index) continue;
    const auto kind = static_cast<action::Kind>(action::ActionWord::from_word(plan_.words[*index]).kind);
    const bool waits =
        kind == action::Kind::wait || (kind == action::Kind::put && waiting(actions_[c]).counter != 0);
    const std::size_t does = waits                         ? 1
                             : kind == action::Kind::put   ? 0
                             : kind == action::Kind::until ? 2
                             : kind == action::Kind::meet  ? 3
                                                           : names.size();
    most = std::min(most, does);
  }
  // Actions that take no time belong to what was before them.
  if (most == names.size()) return;
  const Cycle at = activities_.empty() ? 0 : now - start_;
  if (!activities_.empty() && activities_.back().name == names.at(most)) {
    activities_.back().end = at;
    return;
  }
  if (!activities_.empty()) activities_.back().end = at;
  activities_.push_back({names.at(most), at, at});
}

void SequencerHost::inspect() {
  inspecting_ = true;
  inspected_ = 0;
  wake_at_ = 0;
}

std::optional<std::uint32_t> SequencerHost::index_of(std::uint32_t action) const {
  if (action < place_.base || (action - place_.base) / 8 >= plan_.words.size()) return std::nullopt;
  return (action - place_.base) / 8;
}

SequencerHost::Waiting SequencerHost::waiting(std::uint32_t action) const {
  const auto index = index_of(action);
  if (!index) return {};
  const std::uint64_t word = plan_.words[*index];
  const auto any = action::ActionWord::from_word(word);
  Waiting result{plan_.steps[*index], 0, 0, 0};
  if (any.kind == static_cast<std::uint8_t>(action::Kind::wait)) {
    result.counter = any.counter;
    result.first = result.last = any.value;
  } else if (any.kind == static_cast<std::uint8_t>(action::Kind::put)) {
    const auto put = action::PutWord::from_word(word);
    const std::uint32_t bytes = action::PutRange::from_word(plan_.words[*index + 1]).bytes;
    const std::uint32_t piece = 8u * put.piece;
    result.counter = put.gate;
    result.first = put.count;
    result.last = put.count + (piece == 0 || bytes == 0 ? 0 : (bytes - 1) / piece);
  }
  return result;
}

std::string SequencerHost::waits_for() const {
  if (finished_) return {};
  for (unsigned c = 0; c < place_.channels; ++c) {
    const Waiting w = waiting(actions_[c]);
    if (w.counter == 0 || counts_[c] >= w.last) continue;
    const std::string when = w.step == last_step_ ? "after its last step" : fmt::format("in step {}", w.step);
    return fmt::format("rank {} {} waits until counter {} is {}, it is {}", rank_, when, w.counter,
                       std::max(w.first, counts_[c] + 1), counts_[c]);
  }
  return {};
}

}  // namespace collnoc
