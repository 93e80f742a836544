#include "sim/schedulefile/schedule_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>

#include "sim/common/user_error.hpp"
#include "sim/schedulefile/file_work.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc {
namespace {

using namespace schedule_file;

constexpr std::string_view prefix = "file:";

/// A schedule from a file. For other sizes than the file's, the cuts of the blocks move in proportion, to
/// multiples of 8 bytes.
class FileSchedule final : public Algorithm {
 public:
  FileSchedule(std::string name, const Json& document)
      : name_(std::move(name)), content_(read_content(document)), works_(work_of(content_)) {}

  std::string_view name() const override { return name_; }
  std::string_view summary() const override { return "a schedule from a file"; }
  Collective collective() const override { return content_.collective; }
  bool contention_free() const override { return false; }
  bool closed_form() const override { return false; }
  bool needs_orders() const override {
    return std::ranges::any_of(content_.messages,
                               [](const Message& m) { return m.route.order() == Order::descending; });
  }
  bool multicasts() const override {
    return std::ranges::any_of(content_.messages, [](const Message& m) { return m.box.has_value(); });
  }
  Rank root() const { return content_.root; }

  std::optional<std::string> why_not(const Topology& topology, PortModel nic) const override {
    if (topology != content_.topology)
      return fmt::format("the file is for {} and not for {}", to_text(content_.topology), to_text(topology));
    if (content_.nic == PortModel::all_port && nic == PortModel::one_port)
      return "the file is for an all-port NIC";
    return std::nullopt;
  }
  std::uint64_t bytes_needed(const Job& job) const override {
    return std::uint64_t{works_.blocks} * padded(job.bytes);
  }
  std::uint32_t steps(const Job& /*job*/) const override { return works_.steps; }
  Action next(const Job& job, Rank rank, Cursor& cursor) const override;
  std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter, std::uint32_t step) const override {
    std::uint32_t count = 0;
    for (const Id id : content_.arrivals[rank]) {
      const Message& m = content_.messages[id];
      count += m.counter == counter && m.step < step && is_sent(job, m);
    }
    return count;
  }

 private:
  friend struct Current;

  /// A cut of a block of the file in a block of the job.
  std::uint32_t cut(const Job& job, std::uint32_t at) const {
    if (at == content_.bytes) return job.bytes;
    if (job.bytes == content_.bytes) return at;
    return static_cast<std::uint32_t>(std::uint64_t{at} * job.bytes / content_.bytes / 8 * 8);
  }
  /// Messages whose pieces are empty in a job of few bytes are not sent.
  bool is_sent(const Job& job, const Message& m) const {
    const auto has_bytes = [&](const Piece& p) { return cut(job, p.end) > cut(job, p.begin); };
    return m.pieces.empty() || std::ranges::any_of(m.pieces, has_bytes);
  }
  /// What the counter of a message has when it has arrived, whatever else arrives before it.
  std::uint32_t count_at(const Job& job, Id id) const {
    const Message& m = content_.messages[id];
    std::uint32_t count = 0;
    for (const Id other : content_.arrivals[m.dst]) {
      count += content_.messages[other].counter == m.counter && is_sent(job, content_.messages[other]);
      if (other == id && m.counter != shared_counter) break;
    }
    return count;
  }

  template <class Out>
  void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) const;
  template <class Out>
  void combine(const Job& job, const Combination& what, Out& out) const;
  template <class Out>
  void send(const Job& job, const Message& m, Out& out) const;

  std::string name_;
  Content content_;
  Works works_;
};

template <class Out>
void FileSchedule::combine(const Job& job, const Combination& what, Out& out) const {
  const std::uint32_t begin = cut(job, what.begin), bytes = cut(job, what.end) - begin;
  if (bytes == 0) return;
  const auto at = [&](std::uint32_t block) { return block_address(job, block) + begin; };
  out.combine(Combine{at(what.to), at(what.a), at(what.b), bytes});
}

template <class Out>
void FileSchedule::send(const Job& job, const Message& m, Out& out) const {
  std::vector<Put> puts;
  for (const Piece& p : m.pieces) {
    const std::uint32_t begin = cut(job, p.begin), bytes = cut(job, p.end) - begin;
    if (bytes == 0) continue;
    const std::uint32_t local = block_address(job, p.from) + begin, remote = block_address(job, p.to) + begin;
    if (!puts.empty() && puts.back().bytes % 8 == 0 && puts.back().local + puts.back().bytes == local &&
        puts.back().remote + puts.back().bytes == remote) {
      puts.back().bytes += bytes;
    } else {
      puts.push_back({m.dst, local, remote, bytes, 0, false, m.route});
    }
  }
  if (m.pieces.empty()) puts.push_back({m.dst, 0, 0, 0, 0, true, m.route});
  puts.back().counter = m.counter;  // pieces of one message arrive in order
  for (std::size_t i = 0; i < puts.size(); ++i)
    m.box ? out.multicast(puts[i], *m.box) : i == 0 ? out.send(puts[i]) : out.more(puts[i]);
}

template <class Out>
void FileSchedule::plan(const Job& job, Rank rank, std::uint32_t step, Out& out) const {
  const std::vector<Work>& works = works_.of[rank];
  for (auto at = std::ranges::lower_bound(works, step, {}, &Work::step);
       at != works.end() && at->step == step; ++at) {
    // What a message that is not sent would have waited for, the next one does. The last of the messages
    // needed may be one that is not sent; those before it on its counter are waited for all the same.
    for (const Id need : at->needs)
      if (const std::uint32_t count = count_at(job, need); count != 0)
        out.wait(content_.messages[need].counter, count);
    if (at->message == no_message) {
      combine(job, at->combination, out);
      continue;
    }
    const Message& m = content_.messages[at->message];
    if (!is_sent(job, m)) continue;
    if (m.until != 0) out.until(m.until);
    send(job, m, out);
  }
}

/// The schedule that the executor's template calls, which takes static functions.
struct Current {
  static thread_local const FileSchedule* schedule;
  static std::uint32_t steps(const Job& job) { return schedule->steps(job); }
  static std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter, std::uint32_t step) {
    return schedule->arrivals(job, rank, counter, step);
  }
  template <class Out>
  static void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) {
    schedule->plan(job, rank, step, out);
  }
};
thread_local const FileSchedule* Current::schedule = nullptr;

Action FileSchedule::next(const Job& job, Rank rank, Cursor& cursor) const {
  Current::schedule = this;
  return collnoc::next<Current>(job, rank, cursor);
}

const FileSchedule& schedule_of_file(std::string_view name) {
  // By name and text: a file may be written again in the life of a process, and a run may still use what it
  // was.
  static std::mutex mutex;
  static std::map<std::pair<std::string, std::string>, std::unique_ptr<FileSchedule>> read;
  const std::lock_guard lock(mutex);
  const std::string file(name.substr(prefix.size()));
  std::error_code none;
  std::ifstream stream(file, std::ios::binary);
  if (!stream || std::filesystem::is_directory(file, none))
    throw UserError(fmt::format("{}: cannot be read", file));
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (!stream) throw UserError(fmt::format("{}: cannot be read", file));
  const std::pair key(std::string(name), text);
  if (const auto found = read.find(key); found != read.end()) return *found->second;
  try {
    const Json document = parse_json(text);
    if (const std::string schema = schema_of(document); schema != "schedule-1")
      throw UserError(fmt::format("is {}, and a schedule is schedule-1", schema));
    check_schema(document, "schedule-1");
    return *read.emplace(key, std::make_unique<FileSchedule>(std::string(name), document)).first->second;
  } catch (const UserError& error) {
    throw UserError(fmt::format("{}: {}", file, error.what()));
  }
}

}  // namespace

bool names_schedule_file(std::string_view name) { return name.starts_with(prefix); }

const Algorithm* algorithm_named(Collective collective, std::string_view name) {
  if (!names_schedule_file(name)) return find_algorithm(collective, name);
  const FileSchedule& schedule = schedule_of_file(name);
  if (schedule.collective() != collective)
    throw UserError(fmt::format("{}: is a schedule of {}, not of {}", name.substr(prefix.size()),
                                to_text(schedule.collective()), to_text(collective)));
  return &schedule;
}

std::optional<Rank> only_root(Collective collective, std::string_view name) {
  if (!names_schedule_file(name) || !form_of(collective).rooted()) return std::nullopt;
  return static_cast<const FileSchedule*>(algorithm_named(collective, name))->root();
}

}  // namespace collnoc
