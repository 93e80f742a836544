#include "sim/schedulefile/schedule_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <sstream>
#include <tuple>

#include "collnoc/firmware/collectives/schedule.hpp"
#include "sim/common/user_error.hpp"
#include "sim/schedule/path.hpp"
#include "sim/schema/schemas.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view prefix = "file:";
/// Messages for which a rank waits before its last arrival have a counter for each source and route; all
/// others have this one.
constexpr std::uint8_t shared_counter = last_call_counter;

/// Bytes of the block of `origin` (for `target`, where blocks differ) that a message carries, in the units of
/// the file.
struct Piece {
  Rank origin = 0, target = no_rank;
  std::uint32_t begin = 0, end = 0;
};

using Id = std::uint32_t;

struct Message {
  Rank src = 0, dst = 0;
  std::uint32_t step = 0;
  Route route;
  std::uint32_t until = 0;    ///< cycles after the start; 0: none
  std::vector<Piece> pieces;  ///< empty: a signal
  std::uint8_t counter = 0;   ///< at dst
  std::vector<Id> needs;  ///< messages to src that it passes on and for which no earlier message has waited
};

/// A schedule from a file. What the file does not say follows from it: where data lies (the memory of the
/// collective; what a rank only passes on lies behind it), what a rank waits for before it sends (the
/// messages that brought the data), and the counters. For other sizes than the file's, the cuts of the blocks
/// move in proportion, to multiples of 8 bytes.
class FileSchedule final : public Algorithm {
 public:
  FileSchedule(std::string name, const Json& document);

  std::string_view name() const override { return name_; }
  std::string_view summary() const override { return "a schedule from a file"; }
  Collective collective() const override { return collective_; }
  bool contention_free() const override { return false; }
  bool closed_form() const override { return false; }
  bool needs_orders() const override { return needs_orders_; }
  Rank root() const { return root_; }

  std::optional<std::string> why_not(const Topology& topology, PortModel nic) const override {
    if (topology != topology_)
      return fmt::format("the file is for {} and not for {}", to_text(topology_), to_text(topology));
    if (nic_ == PortModel::all_port && nic == PortModel::one_port) return "the file is for an all-port NIC";
    return std::nullopt;
  }
  std::uint64_t bytes_needed(const Job& job) const override {
    return (form().blocks(topology_.size()) + passed_on_) * padded(job.bytes);
  }
  std::uint32_t steps(const Job& /*job*/) const override { return steps_; }
  Action next(const Job& job, Rank rank, Cursor& cursor) const override;
  std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter, std::uint32_t step) const override {
    std::uint32_t count = 0;
    for (const Id id : arrivals_[rank])
      count += messages_[id].counter == counter && messages_[id].step < step && is_sent(job, id);
    return count;
  }

 private:
  friend struct Current;
  const CollectiveForm& form() const { return form_of(collective_); }
  [[noreturn]] static void fail(std::size_t step, std::size_t transfer, const std::string& what) {
    throw UserError(fmt::format("step {}, transfer {}: {}", step, transfer, what));
  }
  Message read(const Json& transfer, std::uint32_t step, std::size_t number) const;
  Piece read_piece(const Json& block, const Message& message, std::size_t number) const;
  Route route_of(const Message& message, const Json& path, std::size_t number) const;
  void find_needs();
  void choose_counters();
  void drop_what_was_waited_for();

  /// A cut of a block of the file in a block of the job.
  std::uint32_t cut(const Job& job, std::uint32_t at) const {
    if (at == bytes_) return job.bytes;
    return job.bytes == bytes_ ? at
                               : static_cast<std::uint32_t>(std::uint64_t{at} * job.bytes / bytes_ / 8 * 8);
  }
  /// Messages whose pieces are empty in a job of few bytes are not sent.
  bool is_sent(const Job& job, Id id) const {
    const Message& m = messages_[id];
    const auto has_bytes = [&](const Piece& p) { return cut(job, p.end) > cut(job, p.begin); };
    return m.pieces.empty() || std::ranges::any_of(m.pieces, has_bytes);
  }
  /// What the counter of a message has when it has arrived, whatever else arrives before it.
  std::uint32_t count_at(const Job& job, Id id) const {
    const Message& m = messages_[id];
    std::uint32_t count = 0;
    for (const Id other : arrivals_[m.dst]) {
      count += messages_[other].counter == m.counter && is_sent(job, other);
      if (other == id && m.counter != shared_counter) break;
    }
    return count;
  }
  std::uint32_t address(const Job& job, Rank rank, const Piece& piece) const;

  template <class Out>
  void plan(const Job& job, Rank rank, std::uint32_t step, Out& out) const;
  template <class Out>
  void send(const Job& job, Id id, Out& out) const;

  std::string name_;
  Collective collective_ = Collective::broadcast;
  Topology topology_;
  PortModel nic_ = PortModel::one_port;
  Rank root_ = 0;
  std::uint32_t bytes_ = 0, steps_ = 0;
  bool needs_orders_ = false;
  std::vector<Message> messages_;                  ///< in the order of the file
  std::vector<std::vector<Id>> sends_, arrivals_;  ///< [rank], in that order
  /// Blocks that ranks only pass on: the place of each behind the memory of the collective, and the most of a
  /// rank.
  std::map<std::tuple<Rank, Rank, Rank>, std::uint32_t> places_;
  std::uint32_t passed_on_ = 0;
};

Piece FileSchedule::read_piece(const Json& block, const Message& m, std::size_t number) const {
  Piece piece{block.at("origin").get<Rank>(), block.value("target", no_rank)};
  const auto offset = block.at("offset").get<std::uint64_t>(),
             length = block.at("length").get<std::uint64_t>();
  const Rank n = topology_.size();
  if (block.contains("combined")) fail(m.step, number, "data that are combined cannot be read from a file");
  if (piece.origin >= n)
    fail(m.step, number, fmt::format("origin {} is outside, ranks are 0 to {}", piece.origin, n - 1));
  if (form().start.who == Holders::root && piece.origin != root_)
    fail(m.step, number,
         fmt::format("origin {}: only the root, {}, has data at the start", piece.origin, root_));
  if (form().personal() != (piece.target != no_rank))
    fail(m.step, number,
         form().personal() ? "a block of this collective needs its target"
                           : "blocks of this collective have no target");
  if (form().personal() && piece.target >= n)
    fail(m.step, number, fmt::format("target {} is outside, ranks are 0 to {}", piece.target, n - 1));
  if (length == 0 || offset + length > bytes_)
    fail(m.step, number,
         fmt::format("bytes {} to {} are not in a block of {} bytes", offset, offset + length, bytes_));
  piece.begin = static_cast<std::uint32_t>(offset);
  piece.end = static_cast<std::uint32_t>(offset + length);
  if (piece.begin % 8 != 0 || (piece.end % 8 != 0 && piece.end != bytes_))
    fail(m.step, number,
         fmt::format("bytes {} to {}: blocks are cut at multiples of 8", piece.begin, piece.end));
  return piece;
}

/// The route whose path this is; without one, the shortest.
Route FileSchedule::route_of(const Message& m, const Json& wanted, std::size_t number) const {
  const auto ranks = wanted.get<std::vector<Rank>>();
  const auto leads = [&](const Route& route) {
    return leads_there(topology_, m.src, m.dst, route) && path(topology_, m.src, m.dst, route) == ranks;
  };
  Route route;
  if (leads(route)) return route;
  if (topology_.has_directions()) {
    unsigned choices = 1;
    for (unsigned d = 0; d < topology_.dims(); ++d) choices *= 3;
    for (const Order order : {Order::ascending, Order::descending}) {
      for (unsigned choice = 0; choice < choices; ++choice) {
        Route other;
        other.set_order(order);
        for (unsigned d = 0, rest = choice; d < topology_.dims(); ++d, rest /= 3)
          other.direction[d] = static_cast<Direction>(rest % 3);
        if (leads(other)) return other;
      }
    }
  }
  fail(m.step, number,
       fmt::format("no route of this network leads from {} to {} over the ranks of `route`; without it, the "
                   "message takes the shortest",
                   m.src, m.dst));
}

Message FileSchedule::read(const Json& transfer, std::uint32_t step, std::size_t number) const {
  Message m;
  m.src = transfer.at("src").get<Rank>();
  m.dst = transfer.at("dst").get<Rank>();
  m.step = step;
  const auto until = transfer.value("until", std::uint64_t{0});
  if (until > std::numeric_limits<std::uint32_t>::max())
    fail(step, number, fmt::format("until {} is above {}", until, std::numeric_limits<std::uint32_t>::max()));
  m.until = static_cast<std::uint32_t>(until);
  const Rank n = topology_.size();
  for (const Rank rank : {m.src, m.dst})
    if (rank >= n) fail(step, number, fmt::format("rank {} is outside, ranks are 0 to {}", rank, n - 1));
  if (m.src == m.dst) fail(step, number, fmt::format("rank {} sends to itself", m.src));
  if (transfer.contains("box")) fail(step, number, "multicasts cannot be read from a file");
  if (transfer.contains("route")) m.route = route_of(m, transfer.at("route"), number);
  for (const Json& block : transfer.at("blocks")) m.pieces.push_back(read_piece(block, m, number));
  if (m.pieces.empty() == form().has_data())
    fail(step, number,
         form().has_data() ? "a message without blocks carries nothing" : "a barrier has no blocks");
  return m;
}

FileSchedule::FileSchedule(std::string name, const Json& document) : name_(std::move(name)) {
  const auto wanted = document.at("collective").get<std::string>();
  const auto* form =
      std::ranges::find_if(collective_forms, [&](const CollectiveForm& f) { return wanted == f.name; });
  collective_ = static_cast<Collective>(form - collective_forms.begin());
  if (form->combines)
    throw UserError(fmt::format("{} combines data, which cannot be read from a file", form->name));
  topology_ = parse_topology(document.at("topology").get<std::string>());
  nic_ = document.at("nic") == to_text(PortModel::all_port) ? PortModel::all_port : PortModel::one_port;
  root_ = document.value("root", Rank{0});
  bytes_ = document.at("bytes").get<std::uint32_t>();
  if (root_ >= topology_.size())
    throw UserError(fmt::format("root {} is outside, ranks are 0 to {}", root_, topology_.size() - 1));
  if (form->has_data() && bytes_ == 0) throw UserError("a block has at least 1 byte");
  sends_.resize(topology_.size());
  arrivals_.resize(topology_.size());
  for (const Json& step : document.at("steps")) {
    std::size_t number = 0;
    for (const Json& transfer : step.at("transfers")) {
      const auto id = static_cast<Id>(messages_.size());
      messages_.push_back(read(transfer, steps_, number++));
      sends_[messages_[id].src].push_back(id);
      arrivals_[messages_[id].dst].push_back(id);
      needs_orders_ |= messages_[id].route.order() == Order::descending;
    }
    ++steps_;
  }
  find_needs();
  choose_counters();
  drop_what_was_waited_for();
}

/// Which messages brought what a message carries. Of a signal: all that arrived in earlier steps.
void FileSchedule::find_needs() {
  struct Held {
    std::uint32_t begin, end;
    Id from;
  };
  std::map<std::tuple<Rank, Rank, Rank>, std::vector<Held>> held;  // of [rank, origin, target]
  std::vector<std::uint32_t> passed_on(topology_.size());
  for (Id id = 0, arrived = 0, first_of_step = 0; id < messages_.size(); ++id) {
    if (messages_[id].step != messages_[first_of_step].step) first_of_step = id;
    for (; messages_[arrived].step < messages_[id].step; ++arrived) {
      const Message& m = messages_[arrived];
      for (const Piece& p : m.pieces) held[{m.dst, p.origin, p.target}].push_back({p.begin, p.end, arrived});
    }
    Message& m = messages_[id];
    for (const Id other : arrivals_[m.src])
      if (m.pieces.empty() && messages_[other].step < m.step) m.needs.push_back(other);
    for (const Piece& p : m.pieces) {
      if (form().apart && m.dst != p.target && m.dst != p.origin &&
          !places_.contains({m.dst, p.origin, p.target}))
        places_[{m.dst, p.origin, p.target}] = passed_on[m.dst]++;
      // Every message that has written these bytes: what is written again must not be read in between.
      std::uint32_t at = p.begin;
      const std::vector<Held>& all = held[{m.src, p.origin, p.target}];
      for (const Held& h : all)
        if (h.begin < p.end && p.begin < h.end) m.needs.push_back(h.from);
      while (m.src != p.origin && at < p.end) {  // the origin has them from the start
        const auto found =
            std::ranges::find_if(all, [&](const Held& h) { return h.begin <= at && at < h.end; });
        if (found == all.end())
          fail(m.step, id - first_of_step,
               fmt::format("{} -> {}: rank {} does not have byte {} of the block of rank {}{} at the start "
                           "of this step",
                           m.src, m.dst, m.src, at, p.origin,
                           p.target == no_rank ? "" : fmt::format(" for rank {}", p.target)));
        at = found->end;
      }
    }
  }
  passed_on_ = passed_on.empty() ? 0 : *std::ranges::max_element(passed_on);
}

/// Messages of one source and route arrive in order; those of several do not. So a counter on which a rank
/// waits before the end has one source and route, or the rank waits for all its messages at once.
void FileSchedule::choose_counters() {
  std::vector<bool> needed(messages_.size());
  for (const Message& m : messages_)
    for (const Id id : m.needs) needed[id] = true;
  for (Rank rank = 0; rank < topology_.size(); ++rank) {
    std::map<std::pair<Rank, Route>, std::uint8_t> counters;
    for (const Id id : arrivals_[rank])
      if (needed[id] && counters.size() + 1 < shared_counter)
        counters.try_emplace({messages_[id].src, messages_[id].route},
                             static_cast<std::uint8_t>(counters.size() + 1));
    std::uint32_t last_shared = 0;
    for (const Id id : arrivals_[rank]) {
      const auto own = counters.find({messages_[id].src, messages_[id].route});
      messages_[id].counter = own == counters.end() ? shared_counter : own->second;
      if (own == counters.end()) last_shared = messages_[id].step;
    }
    for (const Id id : sends_[rank])
      for (const Id need : messages_[id].needs)
        if (messages_[need].counter == shared_counter && last_shared >= messages_[id].step)
          throw UserError(
              fmt::format("step {}: rank {} passes on what more than {} ranks have sent, while others still "
                          "send to it; a rank can wait for {} "
                          "sources apart",
                          messages_[id].step, rank, shared_counter - 1, shared_counter - 1));
  }
}

void FileSchedule::drop_what_was_waited_for() {
  for (const std::vector<Id>& sends : sends_) {
    std::map<std::uint8_t, Id> waited;  // the latest by counter
    for (const Id id : sends) {
      std::map<std::uint8_t, Id> latest;
      for (const Id need : messages_[id].needs) {
        const auto [at, is_new] = latest.try_emplace(messages_[need].counter, need);
        at->second = std::max(at->second, need);
      }
      messages_[id].needs.clear();
      for (const auto& [counter, need] : latest) {
        const auto before = waited.find(counter);
        if (before != waited.end() && (before->second >= need || counter == shared_counter)) continue;
        messages_[id].needs.push_back(need);
        waited[counter] = need;
      }
    }
  }
}

std::uint32_t FileSchedule::address(const Job& job, Rank rank, const Piece& piece) const {
  std::uint32_t block = 0;
  const Rank n = topology_.size();
  if (form().apart) {
    block = rank == piece.origin   ? piece.target
            : rank == piece.target ? n + piece.origin
                                   : static_cast<std::uint32_t>(form().blocks(n)) +
                                         places_.at({rank, piece.origin, piece.target});
  } else if (form().personal()) {
    block = piece.target;
  } else if (form().start.layout == Layout::own) {
    block = piece.origin;
  }
  return block_address(job, block) + cut(job, piece.begin);
}

template <class Out>
void FileSchedule::send(const Job& job, Id id, Out& out) const {
  const Message& m = messages_[id];
  std::vector<Put> puts;
  for (const Piece& p : m.pieces) {
    const std::uint32_t bytes = cut(job, p.end) - cut(job, p.begin);
    if (bytes == 0) continue;
    const std::uint32_t local = address(job, m.src, p), remote = address(job, m.dst, p);
    if (!puts.empty() && puts.back().bytes % 8 == 0 && puts.back().local + puts.back().bytes == local &&
        puts.back().remote + puts.back().bytes == remote) {
      puts.back().bytes += bytes;
    } else {
      puts.push_back({m.dst, local, remote, bytes, 0, false, m.route});
    }
  }
  if (m.pieces.empty()) puts.push_back({m.dst, 0, 0, 0, 0, true, m.route});
  puts.back().counter = m.counter;  // pieces of one message arrive in order
  for (std::size_t i = 0; i < puts.size(); ++i) i == 0 ? out.send(puts[i]) : out.more(puts[i]);
}

template <class Out>
void FileSchedule::plan(const Job& job, Rank rank, std::uint32_t step, Out& out) const {
  const std::vector<Id>& sends = sends_[rank];
  const auto first = std::ranges::lower_bound(sends, step, {}, [this](Id id) { return messages_[id].step; });
  for (auto at = first; at != sends.end() && messages_[*at].step == step; ++at) {
    const Id id = *at;
    // What a message that is not sent would have waited for, the next one does. The last of the messages
    // needed may be one that is not sent; those before it on its counter are waited for all the same.
    for (const Id need : messages_[id].needs)
      if (const std::uint32_t count = count_at(job, need); count != 0)
        out.wait(messages_[need].counter, count);
    if (!is_sent(job, id)) continue;
    if (messages_[id].until != 0) out.until(messages_[id].until);
    send(job, id, out);
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
  std::ifstream stream(file, std::ios::binary);
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
