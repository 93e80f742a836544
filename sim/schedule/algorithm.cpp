#include "sim/schedule/algorithm.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/schedule/algorithm_of.hpp"
#include "sim/schedule/most_bytes.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc {

void StepReader::wait(std::uint8_t counter, std::uint32_t at_least) {
  keep({Action::Kind::wait, false, counter, at_least, step_, {}});
}

void StepReader::until(std::uint32_t cycles) { keep({Action::Kind::until, false, 0, cycles, step_, {}}); }

void StepReader::combine(const Combine& what) { keep({Action::Kind::combine, false, 0, 0, step_, {}, what}); }

void StepReader::send(const Put& put, const char* file, unsigned line, const char* function) {
  if (topology_) return note(put.dst, put, {file, line, function});
  keep({Action::Kind::put, false, 0, 0, step_, put});
}

void StepReader::more(const Put& put, const char* file, unsigned line, const char* function) {
  if (topology_) return note(put.dst, put, {file, line, function});
  keep({Action::Kind::put, true, 0, 0, step_, put});
}

void StepReader::multicast(const Put& put, const Box& box, const char* file, unsigned line,
                           const char* function) {
  if (!topology_) return keep({Action::Kind::multicast, false, 0, 0, step_, put, {}, box});
  if (box.reaches(*topology_, src_, dst_)) note(dst_, put, {file, line, function});
}

void StepReader::keep(const Action& action) {
  if (seen_++ < from_) return;
  if (actions_)
    actions_->push_back(action);
  else if (seen_ == from_ + 1)
    action_ = action;
}

void StepReader::note(Rank dst, const Put& put, const ScheduleLine& line) {
  if (dst == dst_ && put.remote <= remote_) line_ = line;
}

std::string needs_coordinates(const Topology& topology) {
  return fmt::format("it needs coordinates, which {} does not have", topology_form(topology.kind()).noun());
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
