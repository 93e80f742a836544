// Preconditions and postconditions of the collectives, and the blocks of every transfer.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>

#include "sim/schedule/content.hpp"
#include "sim/schedule/portions.hpp"
#include "sim/schedule/step_checks.hpp"

namespace collnoc {
namespace {

constexpr const char* question = "delivery";

Verdict bad(std::string answer) { return {question, Verdict::Outcome::bad, std::move(answer)}; }

/// The initial memory of every rank. Padding may travel with the blocks of a table.
std::vector<Content> precondition(const Schedule& s) {
  const CollectiveForm& form = form_of(s.collective);
  const Rank n = s.job.topology.size();
  const bool alone = form.start.layout == Layout::block || form.keeps_own;
  const std::uint32_t length = alone ? s.job.bytes : static_cast<std::uint32_t>(padded(s.job.bytes));
  std::vector<Content> memory(n);
  for (Rank rank = 0; rank < n; ++rank) {
    for_each_start(s.collective, s.job, rank, [&](const Portion& at) {
      if (form.keeps_own && at.target == rank) return;
      memory[rank].write(at.address, {at.source, at.target, 0, length});
    });
  }
  return memory;
}

std::string describe(const Schedule& s, Rank origin, std::uint32_t begin) {
  const CollectiveForm& form = form_of(s.collective);
  const std::string bytes = fmt::format("bytes {} to {} of ", begin, s.job.bytes - 1);
  if (form.combines) return bytes + "the result";
  if (form.start.layout == Layout::block && form.start.who == Holders::root) return bytes + "the message";
  return fmt::format("{}{} block from rank {}", bytes, form.personal() ? "its" : "the", origin);
}

/// The ranks that a block has data of.
std::vector<Rank> ranks_in(const Block& block) {
  return block.combined.empty() ? std::vector<Rank>{block.origin} : block.combined.ranks();
}

/// The first rank whose contribution to a result is missing, as text; empty if none is.
std::string first_missing(const std::vector<Block>& found, const Block& wanted, std::uint32_t held) {
  for (const Block& block : found) {
    if (block.offset > held || block.offset + block.length <= held || block.target != wanted.target) continue;
    const std::vector<Rank> has = ranks_in(block), all = ranks_in(wanted);
    for (const Rank rank : all) {
      if (std::find(has.begin(), has.end(), rank) == has.end())
        return fmt::format("; the contribution of rank {} is missing", rank);
    }
  }
  return {};
}

/// The first gap in the final memory, or nothing.
std::optional<std::string> postcondition(const Schedule& s, const std::vector<Content>& memory) {
  const bool combines = form_of(s.collective).combines && memory.size() > 1;
  std::vector<Rank> ranks(memory.size());
  std::iota(ranks.begin(), ranks.end(), Rank{0});
  const Contributors everybody = combines ? Contributors(ranks) : Contributors();
  std::optional<std::string> gap;
  for (Rank rank = 0; rank < memory.size() && !gap; ++rank) {
    for_each_result(s.collective, s.job, rank, s.accumulates, [&](const Portion& at) {
      if (gap) return;
      const Rank first = at.source == no_rank ? 0 : at.source;
      const Block wanted{first, at.target, 0, s.job.bytes, everybody};
      const std::vector<Block> found = memory[rank].read(at.address, wanted.length);
      if (found == std::vector{wanted}) return;
      std::uint32_t held = 0;
      for (const Block& b : found) {
        if (b.origin != wanted.origin || b.target != wanted.target || b.offset != held ||
            b.combined != wanted.combined)
          break;
        held += b.length;
      }
      gap = fmt::format("rank {} does not get {}, first gap at byte {} (address {}){}", rank,
                        describe(s, wanted.origin, held), held, at.address + held,
                        combines ? first_missing(found, wanted, held) : "");
    });
  }
  return gap;
}

/// The two parts of a combination as they are in memory, joined piece by piece.
struct Joined {
  std::vector<Block> blocks;
  std::optional<std::string> wrong;
};

/// `of_a`, `of_b`: where the parts come from, as text.
Joined join(const std::vector<Block>& a, const std::vector<Block>& b, std::uint32_t bytes,
            const std::string& of_a, const std::string& of_b) {
  Joined joined;
  std::uint32_t done = 0, in_a = 0, in_b = 0;  // bytes in all, and of the present blocks
  auto at_a = a.begin(), at_b = b.begin();
  for (; at_a != a.end() && at_b != b.end();) {
    Block block = *at_a;
    block.offset += in_a;
    block.length = std::min(at_a->length - in_a, at_b->length - in_b);
    if (at_b->target != block.target || at_b->offset + in_b != block.offset) {
      joined.wrong = fmt::format("byte {} of {} is not the counterpart of that of {}", done, of_a, of_b);
      return joined;
    }
    const std::vector<Rank> left = ranks_in(*at_a), right = ranks_in(*at_b);
    std::vector<Rank> all, twice;
    std::set_union(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(all));
    std::set_intersection(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(twice));
    if (!twice.empty()) {
      joined.wrong = fmt::format("the contribution of rank {} is there twice", twice.front());
      return joined;
    }
    block.origin = all.front();
    block.combined = Contributors(std::move(all));
    joined.blocks.push_back(block);
    done += block.length;
    in_a += block.length;
    in_b += block.length;
    if (in_a == at_a->length) ++at_a, in_a = 0;
    if (in_b == at_b->length) ++at_b, in_b = 0;
  }
  if (done != bytes)
    joined.wrong = fmt::format("of {} bytes at {} and {} it holds only {}", bytes, of_a, of_b, done);
  return joined;
}

void write_all(Content& memory, std::uint32_t to, const std::vector<Block>& blocks) {
  for (const Block& block : blocks) {
    memory.write(to, block);
    to += block.length;
  }
}

/// Combines in the memory of a rank. Returns why it is wrong, or nothing.
std::optional<std::string> combine(const Schedule& s, Content& memory, const Combine& what) {
  const std::uint64_t begin = s.job.base, end = begin + s.memory_bytes;
  for (const std::uint32_t address : {what.to, what.a, what.b}) {
    if (address % 8 != 0) return fmt::format("address {} is not a multiple of 8", address);
    if (address < begin || address + std::uint64_t{what.bytes} > end)
      return fmt::format("address {} exceeds the memory of {} bytes", address, s.memory_bytes);
  }
  if (what.bytes == 0 || what.bytes % bytes_of(s.job.element) != 0)
    return fmt::format("{} bytes are not a number of elements", what.bytes);
  const std::vector<Block> a = memory.read(what.a, what.bytes);
  if (what.a == what.b) {
    std::uint32_t held = 0;
    for (const Block& block : a) held += block.length;
    if (held != what.bytes)
      return fmt::format("of {} bytes at address {} it holds only {}", what.bytes, what.a, held);
    write_all(memory, what.to, a);
    return std::nullopt;
  }
  const Joined joined = join(a, memory.read(what.b, what.bytes), what.bytes,
                             fmt::format("address {}", what.a), fmt::format("address {}", what.b));
  if (!joined.wrong) write_all(memory, what.to, joined.blocks);
  return joined.wrong;
}

/// The arrival of a put that combines. Returns why it is wrong, or nothing.
std::optional<std::string> accumulate(Content& memory, const Put& put, const std::vector<Block>& payload) {
  const Joined joined = join(payload, memory.read(put.remote, put.bytes), put.bytes, "the message",
                             fmt::format("address {} of rank {}", put.remote, put.dst));
  if (!joined.wrong) write_all(memory, put.remote, joined.blocks);
  return joined.wrong;
}

/// Why the NIC would reject the box of a multicast; nothing for a legal one.
std::optional<std::string> refused_box(const Topology& topology, const Transfer& t) {
  const bool star = topology.multicasts() == Multicasts::substars;
  if (!has_multicasts(topology)) return "the network has no boxes";
  for (const Rank corner : {t.box->from, t.box->to}) {
    if (corner >= topology.size()) return fmt::format("rank {} is outside the network", corner);
  }
  const Coordinates first = topology.coordinates(t.box->from), last = topology.coordinates(t.box->to);
  for (unsigned d = 0; d < topology.dims() && !star; ++d) {
    if (first[d] > last[d] && !topology.wraps(d)) return "its box is reversed";
  }
  if (star && t.box->from != t.src && topology.distance(t.src, t.box->from) != 1)
    return "its first node is neither the sender nor its neighbour";
  if (t.receivers(topology).empty()) return "its box has no node but the sender";
  return std::nullopt;
}

/// Why the NIC would reject a put, or how the put exceeds the schedule's memory; nothing for a legal put.
std::optional<std::string> refused(const Schedule& s, const Transfer& t, const Put& put) {
  const std::uint64_t begin = s.job.base, end = begin + s.memory_bytes;
  const auto inside = [&](std::uint32_t address) {
    return address >= begin && address + std::uint64_t{put.bytes} <= end;
  };
  if (t.box) {
    if (auto why = refused_box(s.job.topology, t)) return why;
    if (put.operation != Operation::replace) return "a multicast cannot combine";
  } else {
    if (put.dst >= s.job.topology.size()) return fmt::format("rank {} is outside the network", put.dst);
    if (put.dst == t.src) return "its destination is its sender";
  }
  if (put.bytes == 0 && !put.signal) return "it has no bytes";
  if (put.local % 8 != 0 || put.remote % 8 != 0) return "an address is not a multiple of 8";
  if (put.operation != Operation::replace) {
    if (!s.accumulates) return "it combines, which the schedule does not declare (accumulates)";
    if (put.operation != operation_of(s.job.op, s.job.element))
      return "its operation is not the collective's";
    if (put.bytes % element_bytes(put.operation) != 0) return "its bytes are no whole number of elements";
  }
  if (!put.signal && (!inside(put.local) || !inside(put.remote))) {
    return fmt::format("{} bytes from address {} to address {} exceed the memory of {} bytes", put.bytes,
                       put.local, put.remote, s.memory_bytes);
  }
  if (put.counter >= barrier_counter || (form_of(s.collective).combines && put.counter == combine_counter))
    return fmt::format("counter {} is not for collectives", put.counter);
  if (!t.box && !leads_there(s.job.topology, t.src, put.dst, put.route))
    return "its route does not lead to its destination";
  return std::nullopt;
}

/// What each rank knows of the others: that it has begun, by a chain of messages.
class Meeting {
 public:
  explicit Meeting(Rank size) : knows_(size, std::vector<bool>(size, false)) {
    for (Rank rank = 0; rank < size; ++rank) knows_[rank][rank] = true;
  }
  void step(const Topology& topology, const Step& transfers) {
    const std::vector<std::vector<bool>> before = knows_;
    for (const Transfer& t : transfers) {
      for (const Rank dst : t.receivers(topology)) {
        for (Rank rank = 0; rank < knows_.size(); ++rank)
          knows_[dst][rank] = knows_[dst][rank] || before[t.src][rank];
      }
    }
  }
  /// The first rank that ends without a chain of messages from another one, or nothing.
  std::optional<std::string> not_met() const {
    for (Rank rank = 0; rank < knows_.size(); ++rank) {
      for (Rank other = 0; other < knows_.size(); ++other) {
        if (!knows_[rank][other])
          return fmt::format("rank {} does not learn that rank {} has begun", rank, other);
      }
    }
    return std::nullopt;
  }

 private:
  std::vector<std::vector<bool>> knows_;
};

}  // namespace

struct DeliveryCheck::State {
  explicit State(const Schedule& s)
      : schedule(s),
        memory(precondition(s)),
        meeting(form_of(s.collective).has_data() ? 0 : s.job.topology.size()) {}

  const Schedule& schedule;
  std::vector<Content> memory;
  Meeting meeting;
  std::uint64_t messages = 0;
  std::size_t steps = 0;
};

DeliveryCheck::DeliveryCheck(const Schedule& schedule) : state_(std::make_unique<State>(schedule)) {}
DeliveryCheck::~DeliveryCheck() = default;

std::optional<Verdict> DeliveryCheck::step(Step& transfers, const std::vector<Combining>& combinings) {
  const Schedule& schedule = state_->schedule;
  std::vector<Content>& memory = state_->memory;
  const std::size_t step = state_->steps++;
  // All reads of a step, and all combinations, precede the arrivals of the step.
  auto next = combinings.begin();
  std::optional<std::string> wrong;
  const auto combine_before = [&](std::size_t transfer) {
    for (; next != combinings.end() && next->before <= transfer && !wrong; ++next) {
      if (auto why = combine(schedule, memory[next->rank], next->what))
        wrong = fmt::format("step {}: rank {} cannot combine: {}", step, next->rank, *why);
    }
    return !wrong;
  };
  for (Transfer& t : transfers) {
    if (!combine_before(static_cast<std::size_t>(&t - transfers.data()))) return bad(*wrong);
    t.blocks.clear();
    for (const Put& put : t.puts) {
      if (auto why = refused(schedule, t, put))
        return bad(fmt::format("step {}: the message {} is not possible: {}", step, t.name(), *why));
      const std::vector<Block> blocks = memory[t.src].read(put.local, put.bytes);
      std::uint32_t held = 0;
      for (const Block& b : blocks) held += b.length;
      if (held != put.bytes) {
        return bad(
            fmt::format("step {}: rank {} sends {} bytes from address {} to rank {}, but holds only {}", step,
                        t.src, put.bytes, put.local, t.dst, held));
      }
      t.blocks.insert(t.blocks.end(), blocks.begin(), blocks.end());
    }
    ++state_->messages;
  }
  if (!combine_before(transfers.size())) return bad(*wrong);
  for (const Transfer& t : transfers) {
    const std::vector<Rank> receivers = t.receivers(schedule.job.topology);
    auto block = t.blocks.begin();
    for (const Put& put : t.puts) {
      const auto first = block;
      for (std::uint32_t done = 0; done < put.bytes; ++block) done += block->length;
      const std::vector<Block> payload(first, block);
      if (put.operation == Operation::replace) {
        for (const Rank dst : receivers) write_all(memory[dst], put.remote, payload);
      } else if (auto why = accumulate(memory[t.dst], put, payload)) {
        return bad(
            fmt::format("step {}: the message {} -> {} cannot be combined: {}", step, t.src, t.dst, *why));
      }
    }
  }
  if (!form_of(schedule.collective).has_data()) state_->meeting.step(schedule.job.topology, transfers);
  return std::nullopt;
}

Verdict DeliveryCheck::end() const {
  const CollectiveForm& form = form_of(state_->schedule.collective);
  if (auto gap = postcondition(state_->schedule, state_->memory)) return bad(*gap);
  if (!form.has_data()) {
    if (auto gap = state_->meeting.not_met()) return bad(*gap);
    return {question, Verdict::Outcome::good,
            fmt::format("every rank learns that all have begun: {} messages in {} steps", state_->messages,
                        state_->steps)};
  }
  return {question, Verdict::Outcome::good,
          fmt::format("{}: {} messages in {} steps",
                      form.combines ? "every contribution is in every result exactly once"
                                    : "every rank gets everything",
                      state_->messages, state_->steps)};
}

Verdict trace(Schedule& schedule) {
  DeliveryCheck check(schedule);
  const std::vector<Combining> none;
  for (std::size_t n = 0; n < schedule.steps.size(); ++n) {
    if (auto wrong =
            check.step(schedule.steps[n], schedule.combinings.empty() ? none : schedule.combinings[n]))
      return *wrong;
  }
  return check.end();
}

}  // namespace collnoc
