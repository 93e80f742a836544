#include "sim/schedule/algorithm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "collnoc_algorithm_types.hpp"
#include "sim/schedule/most_bytes.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc {
namespace {

/// Receives the actions of a step and keeps the line of one of its puts.
class SendLine {
 public:
  SendLine(const Topology& topology, Rank src, Rank dst, std::uint32_t remote)
      : topology_(topology), src_(src), dst_(dst), remote_(remote) {}
  void wait(std::uint8_t, std::uint32_t) {}
  void until(std::uint32_t) {}
  void combine(const Combine&) {}
  void send(const Put& put, const char* file = __builtin_FILE(), unsigned line = __builtin_LINE(),
            const char* function = __builtin_FUNCTION()) {
    if (put.dst == dst_ && put.remote <= remote_) line_ = {file, line, function};
  }
  void more(const Put& put, const char* file = __builtin_FILE(), unsigned line = __builtin_LINE(),
            const char* function = __builtin_FUNCTION()) {
    send(put, file, line, function);
  }
  void multicast(Put put, const Box& box, const char* file = __builtin_FILE(),
                 unsigned line = __builtin_LINE(), const char* function = __builtin_FUNCTION()) {
    if (!box.reaches(topology_, src_, dst_)) return;
    put.dst = dst_;
    send(put, file, line, function);
  }
  const std::optional<ScheduleLine>& line() const { return line_; }

 private:
  const Topology& topology_;
  Rank src_, dst_;
  std::uint32_t remote_;
  std::optional<ScheduleLine> line_;
};

/// Receives the actions of a step and keeps those from the cursor's on.
class StepActions {
 public:
  StepActions(const Cursor& cursor, std::vector<Action>& actions)
      : step_(cursor.step), before_(cursor.item), actions_(actions) {}

  void wait(std::uint8_t counter, std::uint32_t at_least) {
    keep({Action::Kind::wait, false, counter, at_least, step_, {}});
  }
  void until(std::uint32_t cycles) { keep({Action::Kind::until, false, 0, cycles, step_, {}}); }
  void combine(const Combine& what) { keep({Action::Kind::combine, false, 0, 0, step_, {}, what}); }
  void send(const Put& put) { keep({Action::Kind::put, false, 0, 0, step_, put}); }
  void more(const Put& put) { keep({Action::Kind::put, true, 0, 0, step_, put}); }
  void multicast(const Put& put, const Box& box) {
    keep({Action::Kind::multicast, false, 0, 0, step_, put, {}, box});
  }

 private:
  void keep(const Action& action) {
    if (before_ == 0) {
      actions_.push_back(action);
    } else {
      --before_;
    }
  }

  std::uint32_t step_, before_;
  std::vector<Action>& actions_;
};

template <class Schedule>
class Of final : public Algorithm {
 public:
  std::string_view name() const override { return Schedule::name; }
  std::string_view summary() const override { return Schedule::summary; }
  Collective collective() const override { return Schedule::collective; }
  bool contention_free() const override { return Schedule::contention_free; }
  bool needs_orders() const override {
    if constexpr (requires { Schedule::needs_orders; }) return Schedule::needs_orders;
    return false;
  }
  bool closed_form() const override {
    if constexpr (requires { Schedule::closed_form; }) return Schedule::closed_form;
    return true;
  }
  bool gathers() const override {
    if constexpr (requires { Schedule::gathers; }) return Schedule::gathers;
    return false;
  }
  bool own_waits() const override {
    if constexpr (requires { Schedule::own_waits; }) return Schedule::own_waits;
    return false;
  }
  bool accumulates() const override {
    if constexpr (requires { Schedule::accumulates; }) return Schedule::accumulates;
    return false;
  }
  bool multicasts() const override { return collnoc::multicasts<Schedule>(); }
  std::optional<std::string> why_not(const Topology& topology, PortModel nic) const override {
    if (topology.structure() < needs())
      return fmt::format("it needs coordinates, which {} does not have",
                         topology_form(topology.kind()).noun());
    const char* reason = Schedule::refusal(topology, nic);
    return reason ? std::optional<std::string>(reason) : std::nullopt;
  }
  std::uint64_t bytes_needed(const Job& job) const override { return Schedule::bytes_needed(job); }
  std::uint32_t steps(const Job& job) const override { return Schedule::steps(job); }
  Action next(const Job& job, Rank rank, Cursor& cursor) const override {
    return collnoc::next<Schedule>(job, rank, cursor);
  }
  void rest_of_step(const Job& job, Rank rank, const Cursor& cursor,
                    std::vector<Action>& actions) const override {
    StepActions step(cursor, actions);
    Schedule::plan(job, rank, cursor.step, step);
  }
  std::optional<ScheduleLine> sends(const Job& job, Rank rank, std::uint32_t step, Rank dst,
                                    std::uint32_t remote) const override {
    SendLine line(job.topology, rank, dst, remote);
    if (step < Schedule::steps(job)) Schedule::plan(job, rank, step, line);
    return line.line();
  }
  std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter, std::uint32_t step) const override {
    return Schedule::arrivals(job, rank, counter, step);
  }

 private:
  static constexpr Structure needs() {
    if constexpr (requires { Schedule::needs; }) return Schedule::needs;
    return Structure::dimensions;
  }
};

template <class... Schedules>
std::vector<const Algorithm*> objects(AlgorithmTypes<Schedules...>) {
  static const std::tuple<Of<Schedules>...> all;
  return std::apply([](const auto&... object) { return std::vector<const Algorithm*>{&object...}; }, all);
}

}  // namespace

const std::vector<const Algorithm*>& algorithms() {
  static const auto list = objects(RegisteredAlgorithms{});
  return list;
}

const Algorithm* find_algorithm(Collective collective, std::string_view name) {
  for (const Algorithm* algorithm : algorithms()) {
    if (algorithm->collective() == collective && algorithm->name() == name) return algorithm;
  }
  return nullptr;
}

const Algorithm* meant_algorithm(Collective collective, std::string_view name, const Topology& topology,
                                 PortModel nic) {
  constexpr std::string_view all_port = "-all-port", one_port = "-one-port";
  if (nic == PortModel::all_port) {
    const Algorithm* own = find_algorithm(collective, std::string(name).append(all_port));
    if (own && !own->why_not(topology, nic)) return own;
  }
  if (name.ends_with(one_port)) {
    const std::string_view plain = name.substr(0, name.size() - one_port.size());
    if (find_algorithm(collective, std::string(plain).append(all_port)))
      return find_algorithm(collective, plain);
  }
  return find_algorithm(collective, name);
}

std::string_view to_text(Collective collective) { return form_of(collective).name; }

std::string_view to_text(PortModel nic) { return nic == PortModel::one_port ? "one-port" : "all-port"; }

std::optional<std::string> lacks(const Algorithm& algorithm, const HardwareConfig& hardware,
                                 Element element) {
  if (algorithm.needs_orders() && hardware.route_orders < 2)
    return "it needs routes in both orders of dimensions, --route-orders 2";
  if (algorithm.accumulates() && !hardware.accumulate)
    return "it needs NICs that accumulate, --accumulate on";
  if (algorithm.accumulates() && element == Element::f32 && !hardware.float_sums)
    return "it needs NICs that add numbers of single precision, --float-sums on";
  if (algorithm.multicasts() && !hardware.multicast) return "it needs routers with multicast, --multicast on";
  return std::nullopt;
}

std::optional<std::string> why_not(const Algorithm& algorithm, const Job& job, PortModel nic,
                                   std::uint64_t memory_bytes, const std::function<std::uint64_t()>& most) {
  const std::string on = fmt::format("{} on {}", algorithm.name(), to_text(job.topology));
  if (auto reason = algorithm.why_not(job.topology, nic)) return fmt::format("{}: {}", on, *reason);
  if (job.root >= job.topology.size()) {
    return fmt::format("{}: root {} is outside, ranks are 0 to {}", on, job.root, job.topology.size() - 1);
  }
  if (job.bytes == 0 && form_of(algorithm.collective()).has_data())
    return fmt::format("{}: a message has at least 1 byte", on);
  if (form_of(algorithm.collective()).combines && job.bytes % bytes_of(job.element) != 0) {
    return fmt::format("{}: {} bytes are no whole number of elements of {} bytes", on, job.bytes,
                       bytes_of(job.element));
  }
  const std::uint64_t limit = std::min(memory_bytes, addressable_bytes);
  const std::uint64_t end = job.base + algorithm.bytes_needed(job);
  if (end <= limit) return std::nullopt;
  const std::uint64_t fit = most ? most() : most_bytes_in(limit, algorithm, job);
  return fmt::format("{}: {} bytes need {} bytes of every tile's memory, which has {}{}", on, job.bytes, end,
                     limit, fit > 0 ? fmt::format("; at most {} fit", fit) : "");
}

std::uint64_t unit_of(const Algorithm& algorithm, const Job& job) {
  return form_of(algorithm.collective()).combines ? bytes_of(job.element) : 1;
}

std::uint64_t most_bytes_in(std::uint64_t memory_bytes, const Algorithm& algorithm, const Job& job) {
  return most_bytes(job.bytes, unit_of(algorithm, job), [&](std::uint64_t bytes) {
    Job other = job;
    other.bytes = static_cast<std::uint32_t>(bytes);
    return other.base + algorithm.bytes_needed(other) <= memory_bytes;
  });
}

}  // namespace collnoc
