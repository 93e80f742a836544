#include "sim/engine/run_recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/common/errors.hpp"

namespace collnoc {

namespace {

/// More than a replay writes put registers for one put.
constexpr Cycle kept_cycles = 8;

}  // namespace

void check_record(const Platform& platform) {
  if (!platform.record_file) return;
  if (platform.backend != Backend::model)
    throw UserError(fmt::format(
        "--record observes the registers of the model; give --backend model instead of {} (RTL and "
        "model take the same cycles)",
        word_of(platform.backend)));
  if (platform.sanitize) throw UserError("--record and --sanitize need a run each");
}

RunRecorder::RunRecorder(Fabric& fabric, OutputFile& file, Begun begun)
    : out_(file),
      topology_(fabric.topology()),
      begun_(std::move(begun)),
      layout_(fabric.topology(), fabric.config()),
      registers_(fabric.topology().size()),
      last_(fabric.topology().size()),
      network_(fabric.topology(), *this) {
  for (Rank r = 0; r < fabric.topology().size(); ++r) {
    const model::Place place =
        model::Place::of(fabric.topology(), fabric.config(), r, fabric.memory(r).words());
    fabric.set_watcher(r, &watches_.emplace_back(network_, fabric.config(), place, r, [r] {
      return Site{r, 0, 0};
    }));
  }
}

RunRecorder::Arrival RunRecorder::latest(Rank rank, Cycle until) const {
  Arrival found;
  for (const Arrival& arrival : last_[rank])
    if (arrival.cycle <= until && arrival.cycle >= found.cycle) found = arrival;
  return found;
}

Cycle RunRecorder::writes_before(const SentMessage& message) {
  auto& have = registers_[message.site.rank];
  Cycle first = 0;
  std::uint64_t left = message.bytes;
  for (bool more = true, begun = false; more; begun = true) {
    const Put put = layout_.put(topology_.address(message.site.rank), message.dst, left);
    const std::array<std::uint32_t, 4> want{put.local, put.remote, put.length(), put.control()};
    for (unsigned r = 0; r < 4 && !begun; ++r) first += !have || (*have)[r] != want[r] ? 1 : 0;
    have = want;
    left -= std::min<std::uint64_t>(left, layout_.piece());
    more = left != 0;
  }
  return first;
}

MessageId RunRecorder::puts(Cycle now, SentMessage message) {
  const Rank src = message.site.rank, dst = message.dst;
  InFlight& put = in_flight_[next_];
  put.message = std::move(message);
  const std::optional<Cycle> begun = begun_(src);
  if (src == dst || !begun) return next_++;
  // No message is recorded before the first rank begins, so the first that is recorded knows the start.
  if (start_ == never)
    for (Rank r = 0; r < topology_.size(); ++r) start_ = std::min(start_, begun_(r).value_or(never));
  put.line = ++lines_;
  const Cycle leave = now - std::min(now - start_, writes_before(put.message));
  const Arrival last = latest(src, put.message.site.thread == 0 ? leave : now);
  if (last.line == 0)
    out_.write(fmt::format("{{\"cycle\":{},\"src\":{},\"dst\":{},\"bytes\":{}}}\n", leave - start_, src, dst,
                           put.message.bytes));
  else
    out_.write(fmt::format("{{\"src\":{},\"dst\":{},\"bytes\":{},\"after\":[[{},{}]]}}\n", src, dst,
                           put.message.bytes, last.line, leave - std::min(leave, last.cycle)));
  return next_++;
}

void RunRecorder::arrived(Cycle now, MessageId id) {
  const auto found = in_flight_.find(id);
  const InFlight& put = found->second;
  // As in a replay: payload is in memory in the next cycle; a signal's event is shown one cycle later.
  if (put.line != 0) {
    std::deque<Arrival>& last = last_[put.message.dst];
    last.push_back({put.line, now + (put.message.data() ? 1 : 2)});
    while (last.size() > 1 && last[1].cycle + kept_cycles < now) last.pop_front();
  }
  in_flight_.erase(found);
}

}  // namespace collnoc
