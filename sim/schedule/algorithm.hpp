// Algorithms by name. This interface hides the schedules' templates from the rest of the simulator.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/firmware/collectives/common/schedule.hpp"
#include "collnoc/firmware/runtime/executor.hpp"

namespace collnoc {

/// A line of a schedule's source.
struct ScheduleLine {
  const char* file;
  unsigned line;
  const char* function;
};

/// A schedule of firmware/collectives behind virtual functions; one static object per schedule.
class Algorithm {
 public:
  virtual ~Algorithm() = default;
  virtual std::string_view name() const = 0;
  virtual std::string_view summary() const = 0;
  virtual Collective collective() const = 0;
  /// Whether the algorithm claims that the messages of a step share no directed link.
  virtual bool contention_free() const = 0;
  /// Whether some of its messages use Order::descending, which the hardware must support.
  virtual bool needs_orders() const { return false; }
  /// Whether paper_cost() knows its cost on every network whose extents are equal powers of two.
  virtual bool closed_form() const { return true; }
  /// One-port schedules: whether messages consist of several puts even on a square network.
  virtual bool gathers() const { return false; }
  /// Whether a put relies only on the waits between it and the rank's last put before it.
  virtual bool own_waits() const { return false; }
  /// Whether its puts combine: they need hardware that accumulates. Its result takes the place of the input.
  virtual bool accumulates() const { return false; }
  /// Whether it sends multicasts: it needs hardware that has them.
  virtual bool multicasts() const { return false; }
  /// Nothing when the algorithm runs on this network, otherwise the reason as a clause ("it needs ...").
  virtual std::optional<std::string> why_not(const Topology& topology, PortModel nic) const = 0;

  // Preconditions of the functions below: the algorithm applies, job.root is a rank, job.bytes >= 1.
  /// Bytes of every tile's memory that the algorithm uses, from job.base on.
  virtual std::uint64_t bytes_needed(const Job& job) const = 0;
  virtual std::uint32_t steps(const Job& job) const = 0;
  /// The executor, firmware/runtime/executor.hpp.
  virtual Action next(const Job& job, Rank rank, Cursor& cursor) const = 0;
  /// Appends the actions of the cursor's step from cursor.item on, at once; or nothing, if that has no
  /// advantage. Precondition: cursor.stage is `items`.
  virtual void rest_of_step(const Job& /*job*/, Rank /*rank*/, const Cursor& /*cursor*/,
                            std::vector<Action>& /*actions*/) const {}
  /// The line of the schedule that sends to `dst` at `remote` in this step; of several the last one that
  /// begins there or before. Nothing if there is none.
  virtual std::optional<ScheduleLine> sends(const Job& /*job*/, Rank /*rank*/, std::uint32_t /*step*/,
                                            Rank /*dst*/, std::uint32_t /*remote*/) const {
    return std::nullopt;
  }
  /// Messages of steps < `step` that increment `counter` at `rank`.
  virtual std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter,
                                 std::uint32_t step) const = 0;
};

/// All algorithms, grouped by collective, in display order.
const std::vector<const Algorithm*>& algorithms();

/// The algorithm of that name, or nullptr.
const Algorithm* find_algorithm(Collective collective, std::string_view name);

/// The algorithm that `name` means on this network, or nullptr. On an all-port NIC, NAME means NAME-all-port
/// where that algorithm applies. NAME-one-port means NAME itself.
const Algorithm* meant_algorithm(Collective collective, std::string_view name, const Topology& topology,
                                 PortModel nic);

/// The name of its form: `broadcast`, `total-exchange`, ...
std::string_view to_text(Collective collective);
/// `one-port`, `all-port`.
std::string_view to_text(PortModel nic);

/// What the algorithm needs of the hardware and `hardware` does not have, as a clause with the option; or
/// nothing.
std::optional<std::string> lacks(const Algorithm& algorithm, const HardwareConfig& hardware,
                                 Element element = Element::u32);

/// Why this job cannot run, in one line, or nothing. Reasons: the algorithm does not apply, the root is
/// outside the network, the message is empty, or the memory of `memory_bytes` per tile is too small. `most`:
/// the limit to state then, if that memory must hold more than the job; 0: none.
std::optional<std::string> why_not(const Algorithm& algorithm, const Job& job, PortModel nic,
                                   std::uint64_t memory_bytes = addressable_bytes,
                                   const std::function<std::uint64_t()>& most = {});

/// The unit of a job's size: a byte, or an element of a collective that combines.
std::uint64_t unit_of(const Algorithm& algorithm, const Job& job);

/// The most bytes, fewer than the job has, with which it fits a memory of `memory_bytes` per tile; 0: none.
std::uint64_t most_bytes_in(std::uint64_t memory_bytes, const Algorithm& algorithm, const Job& job);

}  // namespace collnoc
