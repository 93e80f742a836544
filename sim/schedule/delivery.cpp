// Preconditions and postconditions of the collectives, and the blocks of every transfer.
#include <fmt/format.h>

#include <optional>

#include "sim/schedule/check.hpp"
#include "sim/schedule/content.hpp"
#include "sim/schedule/path.hpp"
#include "sim/schedule/portions.hpp"

namespace collnoc {
namespace {

constexpr const char* question = "delivery";

Verdict bad(std::string answer) { return {question, Verdict::Outcome::bad, std::move(answer)}; }

/// The initial memory of every rank. Padding may travel with the blocks of a table.
std::vector<Content> precondition(const Schedule& s) {
  const CollectiveForm& form = form_of(s.collective);
  const Rank n = s.job.topology.size();
  const bool alone = form.start.layout == Layout::block || form.apart;
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
  if (form.start.layout == Layout::block) return bytes + "the message";
  return fmt::format("{}{} block from rank {}", bytes, form.personal() ? "its" : "the", origin);
}

/// The first gap in the final memory, or nothing.
std::optional<std::string> postcondition(const Schedule& s, const std::vector<Content>& memory) {
  std::optional<std::string> gap;
  for (Rank rank = 0; rank < s.job.topology.size() && !gap; ++rank) {
    for_each_result(s.collective, s.job, rank, [&](const Portion& at) {
      if (gap) return;
      const Block wanted{at.source, at.target, 0, s.job.bytes};
      const std::vector<Block> found = memory[rank].read(at.address, wanted.length);
      if (found == std::vector{wanted}) return;
      std::uint32_t held = 0;
      for (const Block& b : found) {
        if (b.origin != wanted.origin || b.target != wanted.target || b.offset != held) break;
        held += b.length;
      }
      gap = fmt::format("rank {} does not get {}, first gap at byte {} (address {})", rank,
                        describe(s, wanted.origin, held), held, at.address + held);
    });
  }
  return gap;
}

/// Why the NIC would reject a put, or how the put exceeds the schedule's memory; nothing for a legal put.
std::optional<std::string> refused(const Schedule& s, Rank src, const Put& put) {
  const std::uint64_t begin = s.job.base, end = begin + s.memory_bytes;
  const auto inside = [&](std::uint32_t address) {
    return address >= begin && address + std::uint64_t{put.bytes} <= end;
  };
  if (put.dst >= s.job.topology.size()) return fmt::format("rank {} is outside the network", put.dst);
  if (put.dst == src) return "its destination is its sender";
  if (put.bytes == 0 && !put.signal) return "it has no bytes";
  if (put.local % 8 != 0 || put.remote % 8 != 0) return "an address is not a multiple of 8";
  if (!put.signal && (!inside(put.local) || !inside(put.remote))) {
    return fmt::format("{} bytes from address {} to address {} exceed the memory of {} bytes", put.bytes,
                       put.local, put.remote, s.memory_bytes);
  }
  if (put.counter >= barrier_counter) return fmt::format("counter {} is not for collectives", put.counter);
  if (!leads_there(s.job.topology, src, put.dst, put.route))
    return "its route does not lead to its destination";
  return std::nullopt;
}

/// The first rank that ends without a chain of messages from another one, or nothing.
std::optional<std::string> not_met(const Schedule& s) {
  const Rank n = s.job.topology.size();
  std::vector<std::vector<bool>> knows(n, std::vector<bool>(n, false));
  for (Rank rank = 0; rank < n; ++rank) knows[rank][rank] = true;
  for (const Step& step : s.steps) {
    const std::vector<std::vector<bool>> before = knows;
    for (const Transfer& t : step) {
      for (Rank rank = 0; rank < n; ++rank) knows[t.dst][rank] = knows[t.dst][rank] || before[t.src][rank];
    }
  }
  for (Rank rank = 0; rank < n; ++rank) {
    for (Rank other = 0; other < n; ++other) {
      if (!knows[rank][other])
        return fmt::format("rank {} does not learn that rank {} has begun", rank, other);
    }
  }
  return std::nullopt;
}

}  // namespace

Verdict trace(Schedule& schedule) {
  std::vector<Content> memory = precondition(schedule);
  std::uint64_t messages = 0;
  for (std::size_t step = 0; step < schedule.steps.size(); ++step) {
    for (Transfer& t : schedule.steps[step]) {  // all reads precede all writes of the step
      t.blocks.clear();
      for (const Put& put : t.puts) {
        if (auto why = refused(schedule, t.src, put)) {
          return bad(
              fmt::format("step {}: the message {} -> {} is not possible: {}", step, t.src, t.dst, *why));
        }
        const std::vector<Block> blocks = memory[t.src].read(put.local, put.bytes);
        std::uint32_t held = 0;
        for (const Block& b : blocks) held += b.length;
        if (held != put.bytes) {
          return bad(
              fmt::format("step {}: rank {} sends {} bytes from address {} to rank {}, but holds only {}",
                          step, t.src, put.bytes, put.local, t.dst, held));
        }
        t.blocks.insert(t.blocks.end(), blocks.begin(), blocks.end());
      }
      ++messages;
    }
    for (const Transfer& t : schedule.steps[step]) {
      auto block = t.blocks.begin();
      for (const Put& put : t.puts) {
        for (std::uint32_t done = 0; done < put.bytes; ++block) {
          memory[t.dst].write(put.remote + done, *block);
          done += block->length;
        }
      }
    }
  }
  if (auto gap = postcondition(schedule, memory)) return bad(*gap);
  if (!form_of(schedule.collective).has_data()) {
    if (auto gap = not_met(schedule)) return bad(*gap);
    return {question, Verdict::Outcome::good,
            fmt::format("every rank learns that all have begun: {} messages in {} steps", messages,
                        schedule.steps.size())};
  }
  return {
      question, Verdict::Outcome::good,
      fmt::format("every rank gets everything: {} messages in {} steps", messages, schedule.steps.size())};
}

}  // namespace collnoc
