// A native tile without a thread: the resumable executor (firmware/runtime/executor.hpp) on a register bus.
//
// Cost of software in cycles: a put costs `startup_cycles`, then one write per put register that changes. A
// wait costs one read of its counter, which is repeated after every event of the NIC until the count is
// reached; a count that was read before is remembered. To combine two vectors costs a cycle for every 8 bytes
// of the result. Everything else is free. A schedule's time slots are
// counted from cycle 0, in which the collective starts.
#pragma once
#include <array>
#include <functional>
#include <optional>
#include <string_view>

#include "collnoc/model/common/sparse_array.hpp"
#include "sim/distributed/parts.hpp"
#include "sim/engine/step_span.hpp"
#include "sim/fabric/host.hpp"
#include "sim/fabric/put_writer.hpp"
#include "sim/sanitize/message_sanitizer.hpp"
#include "sim/schedule/action_reader.hpp"

namespace collnoc {

/// A barrier that costs nothing: `--step-barrier`, as the papers assume. Released between cycles.
class IdealBarrier {
 public:
  explicit IdealBarrier(Rank size, Rank first = 0, const NetworkParts& parts = undivided)
      : parts_(parts), first_(first), arrived_(size, 0) {}
  /// `rank`: of this part, which has `size` ranks from `first` on.
  void arrive(Rank rank) { arrived_[rank - first_] = 1; }
  /// Called between cycles. True once, when every rank has arrived.
  bool release();
  std::uint32_t round() const { return round_; }

 private:
  const NetworkParts& parts_;
  Rank first_;
  std::vector<std::uint8_t> arrived_;  // bytes, so that threads can write to neighbouring elements
  std::uint32_t round_ = 0;
};

class ExecutorHost final : public Host {
 public:
  /// `job` outlives it. `memory`: of the tile, from address 0 on; for algorithms that combine.
  ExecutorHost(const Algorithm& algorithm, const Job& job, Rank rank, std::uint64_t startup_cycles,
               IdealBarrier* barrier, std::byte* memory = nullptr);

  model::RegisterAccess drive(Cycle now, const model::NodeOut& node) override;
  /// Once for each action, and again after a start-up or arithmetic.
  bool runs_software(Cycle now, const model::NodeOut& node) const override;

  bool finished() const { return finished_; }
  Cycle finish_cycle() const { return finish_cycle_; }
  const std::vector<StepSpan>& steps() const { return steps_; }
  const std::vector<Activity>& activities() const { return activities_; }
  void record_steps() { recording_ = true; }
  /// What it waits for, as text; empty when it does not wait.
  std::string waits_for() const;
  /// The cycle until which its schedule lets it sleep.
  std::optional<Cycle> sleeps_until() const;
  void wake(Cycle at) { wake_at_ = at; }
  /// From now on, waits, subtractions and arithmetic are reported.
  void sanitize(MessageSanitizer* sanitizer) { sanitizer_ = sanitizer; }
  /// The step that it is in.
  Site site() const { return {rank_, 0, place_}; }

 private:
  void advance();
  /// When recording: the rank does this from `begin` to `end`. Extends the last activity if it continues.
  void record(std::string_view what, Cycle begin, Cycle end);
  /// The write of this cycle of the put that has begun. After the last, the next drive() advances.
  model::RegisterAccess write_put(Cycle now, bool ready);
  void report_combine(Cycle now);

  const Algorithm& algorithm_;
  const Job& job_;
  Rank rank_;
  std::uint64_t startup_cycles_;
  IdealBarrier* barrier_;
  std::byte* memory_;
  MessageSanitizer* sanitizer_ = nullptr;
  std::uint32_t place_ = 0;  ///< the step of the last action that has begun
  ActionReader reader_;
  Action action_;
  bool launched_ = false;  ///< action_'s put
  PutWriter writer_;
  model::SparseArray<std::uint32_t> seen_;  // known arrivals per counter
  bool reading_ = false;                    // the read of action_'s counter returns in this cycle
  bool recorded_ = false;                   // the last activity is of action_
  /// The start-up of action_'s put, or the time of its arithmetic, has passed; its wait has begun.
  bool charged_ = false;
  bool at_barrier_ = false;
  std::uint32_t barrier_round_ = 0;
  bool finished_ = false, recording_ = false;
  Cycle finish_cycle_ = 0;
  std::vector<StepSpan> steps_;
  std::vector<Activity> activities_;
  Cycle since_ = 0;  ///< the start of action_, where it takes time
};

}  // namespace collnoc
