// Software of a tile whose collective the NIC performs: it starts the sequencer at a given cycle, sleeps
// until the event at the end of the plan, and reads the result. When asked, it also reads what the
// contexts wait in, for messages about a deadlock and for timelines.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "collnoc/arch/topology/shape.hpp"
#include "sim/engine/step_span.hpp"
#include "sim/fabric/host.hpp"
#include "sim/sanitize/message_sanitizer.hpp"
#include "sim/schedule/rank_plan.hpp"

namespace collnoc {

class SequencerHost final : public Host {
 public:
  /// The plan is in the tile's memory at `place.base`; `plan` must outlive this object. `start`: the cycle in
  /// which the collective starts, at least 3. `steps`: of the schedule.
  SequencerHost(const RankPlan& plan, const PlanPlace& place, Rank rank, Cycle start, std::uint32_t steps);

  model::RegisterAccess drive(Cycle now, const model::NodeOut& node) override;
  /// What is read for messages and timelines is not read by software of the tile.
  bool runs_software(Cycle now, const model::NodeOut& node) const override;

  /// Software sends nothing itself: its place is that of the plan.
  Site site() const { return {rank_, 0, place_.base}; }

  bool finished() const { return finished_; }
  /// The cycle of the event, counted from the start.
  Cycle finish_cycle() const { return finish_cycle_ - start_; }
  /// Why the sequencer stopped early, as text.
  const std::optional<std::string>& fault() const { return fault_; }

  /// Records the steps: reads the action of one context in every cycle, so a step can appear late, by up to
  /// as many cycles as there are channels. Cycles are counted from the start.
  void record_steps() {
    recording_ = true;
    wake_at_ = 0;
  }
  const std::vector<StepSpan>& steps() const { return spans_; }
  /// What the contexts do, by their actions: "put" if one of them puts, else "wait" if one waits
  /// for an arrival, also before its put, else "sleep" until a time, or "barrier". Seen as late as the steps.
  const std::vector<Activity>& activities() const { return activities_; }

  /// Reads from now on which actions the contexts are in, and their counters. Takes inspection_cycles().
  void inspect();
  Cycle inspection_cycles() const { return 2 * Cycle{place_.channels} + 2; }
  /// After an inspection: what the rank waits for, as text; empty when it waits for no arrival.
  std::string waits_for() const;

 private:
  enum class Reads { nothing, state, error, fault, action, counter };

  /// What a context waits for.
  struct Waiting {
    std::uint32_t step = 0;
    std::uint8_t counter = 0;           ///< 0: for no arrival
    std::uint32_t first = 0, last = 0;  ///< counts: of a put in pieces, of the first piece and of the last
  };
  Waiting waiting(std::uint32_t action) const;
  std::optional<std::uint32_t> index_of(std::uint32_t action) const;
  void take(Cycle now, std::uint32_t data);
  void note_step(Cycle now);
  void note_activity(Cycle now);
  model::RegisterAccess read(Reads what, std::uint32_t offset, unsigned context = 0);

  const RankPlan& plan_;
  PlanPlace place_;
  Rank rank_;
  Cycle start_;
  std::uint32_t last_step_;
  static constexpr unsigned begin_writes = 3;
  unsigned writes_ = 0;           // of those that start the sequencer
  Reads reads_ = Reads::nothing;  // the data of this cycle
  unsigned read_context_ = 0;
  bool look_ = false;   // there was an event since the last read of the state
  bool ended_ = false;  // the plan; its result is not yet known
  bool finished_ = false;
  Cycle finish_cycle_ = 0, read_at_ = 0;
  std::optional<std::string> fault_;
  bool recording_ = false;
  unsigned next_context_ = 0;  // to be read for the timeline
  bool inspecting_ = false;
  unsigned inspected_ = 0;
  std::array<std::uint32_t, max_links> actions_{}, counts_{};
  std::vector<StepSpan> spans_;
  std::vector<Activity> activities_;
};

}  // namespace collnoc
