// Interprets plans of the sequencer by docs/reference/sequencer.md alone: contexts, senders and messages take
// turns in random order, without any notion of time. It knows neither RTL nor model. Every put is compared
// with the executor's: it must come in order, and not before everything that the executor waits for.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <cstring>
#include <deque>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "sim/schedule/payload.hpp"
#include "sim/schedule/rank_plan.hpp"

namespace collnoc::test {

/// Who comes first when several could go on.
enum class Turns { random, contexts_first, messages_first };

class PlanInterpreter {
 public:
  PlanInterpreter(const Algorithm& algorithm, const Job& job, const PlanPlace& place,
                  const std::vector<RankPlan>& plans)
      : algorithm_(algorithm),
        job_(job),
        place_(place),
        payload_(algorithm.collective(), job, 5, algorithm.accumulates()) {
    // docs/reference/schedules.md: what a plan's schedule knows about the sequencer.
    job_.timing.until_cycles = 3;
    job_.timing.head_wait = place.channels == 1 ? 2 : 0;
    const Rank size = job.topology.size();
    for (Rank r = 0; r < size; ++r) {
      Tile& tile = tiles_.emplace_back();
      tile.memory.resize(place.base + 8 * plans[r].words.size());
      payload_.fill(r, tile.memory);
      std::memcpy(tile.memory.data() + place.base, plans[r].words.data(), 8 * plans[r].words.size());
      for (unsigned c = 0; c < place.channels; ++c) tile.contexts[c].at = place.base + 8 * c;
      expect(r);
    }
  }

  /// Empty if everything is as it must be, otherwise the first violation.
  std::string run(std::uint64_t seed, Turns turns) {
    random_.seed(seed);
    while (fault_.empty() && somebody_goes_on(turns)) {
    }
    if (!fault_.empty()) return fault_;
    for (Rank r = 0; r < tiles_.size(); ++r) {
      const Tile& tile = tiles_[r];
      for (unsigned c = 0; c < place_.channels; ++c) {
        if (tile.contexts[c].running)
          return fmt::format("rank {} context {} never continues after {}", r, c, tile.contexts[c].at);
      }
      for (const Expected& put : tile.expected)
        if (!put.done) return fmt::format("rank {} does not put to {} in step {}", r, put.put.dst, put.step);
      for (unsigned k = 1; k < counter_count; ++k)
        if (tile.counters[k] != 0) return fmt::format("rank {} counter {} is {}", r, k, tile.counters[k]);
      const PayloadCheck check = payload_.check(r, tile.memory);
      if (check.bytes_wrong != 0) return fmt::format("rank {}: byte {} is wrong", r, check.first_wrong);
      checked_ += check.bytes_checked;
    }
    return {};
  }
  std::uint64_t bytes_checked() const { return checked_; }

 private:
  struct Context {
    bool running = true;
    std::uint32_t at = 0;                   ///< byte address of its action
    std::uint32_t piece = 0;                ///< of the put: pieces that have left
    std::optional<std::uint16_t> corner{};  ///< of the put that follows
    std::uint32_t until = 0;                ///< the greatest time that it, or whom it has met, has waited for
  };
  /// A put of the executor, and what came before it.
  struct Expected {
    Put put;
    std::optional<Box> box{};
    std::uint32_t step = 0, until = 0, round = 0;
    std::array<std::uint32_t, counter_count> waits{};
    bool done = false;
  };
  struct Message {
    Put put;
    std::optional<Box> box{};
    std::vector<std::byte> data{};
  };
  struct Tile {
    std::vector<std::byte> memory;
    std::array<std::uint32_t, counter_count> counters{};
    std::array<Context, max_links> contexts{};
    std::array<std::deque<Message>, max_links> senders;
    std::vector<Expected> expected;
    std::vector<std::uint32_t> puts_of_round, done_of_round;
  };

  void expect(Rank rank) {
    Tile& tile = tiles_[rank];
    Expected next;
    std::uint32_t combined = 0;
    Cursor cursor;
    cursor.step_barrier = place_.step_barrier;
    tile.puts_of_round.assign(1, 0);
    for (;;) {
      const Action action = algorithm_.next(job_, rank, cursor);
      if (action.kind == Action::Kind::done) break;
      if (action.kind == Action::Kind::wait)
        next.waits[action.counter] = std::max(next.waits[action.counter], action.count);
      if (action.kind == Action::Kind::until) next.until = action.count;
      if (action.kind == Action::Kind::barrier) {
        ++next.round;
        tile.puts_of_round.push_back(0);
      }
      if (action.kind == Action::Kind::combine) {
        const Combine& what = action.combine;
        const bool copies = what.a == what.b;
        if (!copies && what.to != what.a && what.to != what.b)
          expect_to_itself(rank, next, what.a, what, 0, Operation::replace);
        expect_to_itself(rank, next, copies || what.to == what.b ? what.a : what.b, what, combine_counter,
                         copies ? Operation::replace : operation_of(job_.op, job_.element));
        next.waits[combine_counter] = ++combined;
        continue;
      }
      if (!action.starts_message()) continue;
      next.put = action.put;
      next.box.reset();
      if (action.kind == Action::Kind::multicast) {
        next.box = action.box;
        next.put.dst = action.box.from;
      }
      next.step = action.step;
      tile.expected.push_back(next);
      ++tile.puts_of_round.back();
      if (algorithm_.own_waits()) next.waits = {};
    }
    tile.done_of_round.assign(tile.puts_of_round.size(), 0);
  }

  /// Arithmetic: a put of the tile to itself, and everything after it waits for its arrival.
  void expect_to_itself(Rank rank, Expected next, std::uint32_t from, const Combine& what,
                        std::uint8_t counter, Operation operation) {
    Tile& tile = tiles_[rank];
    next.put = {rank, from, what.to, what.bytes, counter, false, {}, operation};
    tile.expected.push_back(next);
    ++tile.puts_of_round.back();
  }

  bool somebody_goes_on(Turns turns) {
    std::array<unsigned, 3> order{0, 1, 2};
    if (turns == Turns::random) std::shuffle(order.begin(), order.end(), random_);
    if (turns == Turns::messages_first) std::swap(order[0], order[2]);
    return std::any_of(order.begin(), order.end(), [&](unsigned who) {
      return who == 0 ? a_context() : who == 1 ? a_sender() : a_message();
    });
  }
  template <class Try>
  bool from_a_random_one(std::size_t count, Try&& goes_on) {
    if (count == 0) return false;
    const std::size_t first = random_() % count;
    for (std::size_t i = 0; i < count; ++i)
      if (goes_on((first + i) % count)) return true;
    return false;
  }
  bool a_context() {
    return from_a_random_one(tiles_.size() * place_.channels, [&](std::size_t i) {
      return step(static_cast<Rank>(i / place_.channels), static_cast<unsigned>(i % place_.channels));
    });
  }
  /// A sender reads the data of its oldest message.
  bool a_sender() {
    return from_a_random_one(tiles_.size() * place_.channels, [&](std::size_t i) {
      const Rank rank = static_cast<Rank>(i / place_.channels);
      Tile& tile = tiles_[rank];
      auto& queue = tile.senders[i % place_.channels];
      if (queue.empty()) return false;
      Message message = std::move(queue.front());
      queue.pop_front();
      const Put& put = message.put;
      message.data.assign(tile.memory.begin() + put.local, tile.memory.begin() + put.local + put.bytes);
      for (Rank dst = 0; dst < tiles_.size(); ++dst) {
        const bool gets_it = message.box ? message.box->reaches(job_.topology, rank, dst) : dst == put.dst;
        if (!gets_it) continue;
        const auto [stream, is_new] =
            stream_of_.try_emplace({rank, dst, put.route, message.box}, streams_.size());
        if (is_new) streams_.emplace_back();
        streams_[stream->second].push_back(message);
        streams_[stream->second].back().put.dst = dst;
      }
      return true;
    });
  }
  /// A message arrives. Those of one source and one route stay in order.
  bool a_message() {
    return from_a_random_one(streams_.size(), [&](std::size_t i) {
      auto& queue = streams_[i];
      if (queue.empty()) return false;
      const Message& message = queue.front();
      Tile& to = tiles_[message.put.dst];
      arrive(message, to.memory.data() + message.put.remote);
      ++to.counters[message.put.counter];
      queue.pop_front();
      return true;
    });
  }

  static void arrive(const Message& message, std::byte* to) {
    for (std::size_t at = 0; at < message.data.size(); at += 8) {
      const std::size_t n = std::min<std::size_t>(8, message.data.size() - at);
      std::uint64_t memory = 0, payload = 0;
      std::memcpy(&memory, to + at, n);
      std::memcpy(&payload, message.data.data() + at, n);
      memory = combined(message.put.operation, memory, payload);
      std::memcpy(to + at, &memory, n);
    }
  }

  bool bad(Rank rank, const Context& context, const std::string& why) {
    if (fault_.empty()) fault_ = fmt::format("rank {} address {}: {}", rank, context.at, why);
    return false;
  }
  static std::uint32_t bits(std::uint64_t word, unsigned high, unsigned low) {
    return static_cast<std::uint32_t>(word >> low & ((std::uint64_t{2} << (high - low)) - 1));
  }
  std::uint64_t word_at(const Tile& tile, std::uint32_t address) const {
    std::uint64_t word = 0;
    if (address + 8 <= tile.memory.size()) std::memcpy(&word, tile.memory.data() + address, 8);
    return word;  // outside: kind 0, which is bad
  }

  /// One action, or one piece of a put. False if it must wait.
  bool step(Rank rank, unsigned c) {
    Tile& tile = tiles_[rank];
    Context& context = tile.contexts[c];
    if (!context.running) return false;
    const std::uint64_t word = word_at(tile, context.at);
    const std::uint32_t kind = bits(word, 3, 0), value = bits(word, 63, 32);
    const std::uint32_t counter = bits(word, 9, 4);
    if (kind == 1) return put(rank, c);
    if (bits(word, 31, 10) != 0) return bad(rank, context, "reserved bits");
    if ((kind == 2 || kind == 4) != (counter != 0)) return bad(rank, context, "counter");
    switch (kind) {
      case 2:
        if (tile.counters[counter] < value) return false;
        break;
      case 3: context.until = std::max(context.until, value); break;
      case 4:
        if (tile.counters[counter] < value) return bad(rank, context, "subtracts what has not arrived");
        tile.counters[counter] -= value;
        break;
      case 5: return value == 0 ? meet(tile) : bad(rank, context, "value");
      case 6:
        if (value <= context.at || value % 8 != 0) return bad(rank, context, "leads back");
        context.at = value;
        return true;
      case 7:
        if (value != 0) return bad(rank, context, "value");
        context.running = false;
        return true;
      case 8:
        if (value >> 16 != 0) return bad(rank, context, "value");
        context.corner = static_cast<std::uint16_t>(value);
        break;
      default: return bad(rank, context, fmt::format("kind {}", kind));
    }
    context.at += 8;
    return true;
  }
  bool meet(Tile& tile) {
    std::uint32_t until = 0;
    for (unsigned c = 0; c < place_.channels; ++c) {
      const Context& context = tile.contexts[c];
      if (context.running && bits(word_at(tile, context.at), 3, 0) != 5) return false;
      until = std::max(until, context.until);
    }
    for (unsigned c = 0; c < place_.channels; ++c) {
      tile.contexts[c].until = until;
      if (tile.contexts[c].running) tile.contexts[c].at += 8;
    }
    return true;
  }
  bool put(Rank rank, unsigned c) {
    Tile& tile = tiles_[rank];
    Context& context = tile.contexts[c];
    const std::uint64_t first = word_at(tile, context.at), second = word_at(tile, context.at + 8);
    const std::uint32_t gate = bits(first, 41, 36), piece = 8 * bits(first, 53, 42);
    const std::uint32_t count = bits(first, 63, 54), length = bits(second, 57, 36);
    if (bits(second, 59, 58) != 0) return bad(rank, context, "reserved bits");
    if (gate != 0 && tile.counters[gate] < count + context.piece) return false;
    const std::uint32_t done = context.piece * piece;
    const bool signal = bits(first, 10, 10) != 0;
    if (!signal && length == 0) return bad(rank, context, "no bytes");
    const bool last = piece == 0 || signal || length - done <= piece;
    Put put;
    put.local = 8 * bits(second, 17, 0) + done;
    put.remote = 8 * bits(second, 35, 18) + done;
    put.bytes = last ? length - done : piece;
    put.signal = signal;
    put.operation = static_cast<Operation>(bits(second, 63, 60));
    if (put.bytes % element_bytes(put.operation) != 0) return bad(rank, context, "no whole elements");
    put.counter = static_cast<std::uint8_t>(bits(first, 9, 4));
    put.dst = job_.topology.rank_at(static_cast<std::uint16_t>(bits(first, 35, 20)));
    for (unsigned d = 0; d < 4; ++d)
      put.route.direction[d] = static_cast<Direction>(bits(first, 13 + 2 * d, 12 + 2 * d));
    put.route.set_order(static_cast<Order>(bits(first, 11, 11)));
    if (put.dst >= tiles_.size()) return bad(rank, context, "no such rank");
    if (std::max(put.local, put.remote) + put.bytes > place_.base) return bad(rank, context, "outside");
    std::optional<Box> box;
    if (context.corner) box = Box{put.dst, job_.topology.rank_at(*context.corner)};
    if (box && box->to >= tiles_.size()) return bad(rank, context, "no such corner");
    if (!box && channel_of(job_.topology, place_.channels, rank, put.dst, put.route) != c)
      return bad(rank, context, "the put leaves on another channel");
    if (!check(rank, context, put, box)) return false;
    tile.senders[c].push_back({put, box});
    ++context.piece;
    if (last) {
      context.corner.reset();
      context.piece = 0;
      context.at += 16;
    }
    return true;
  }

  /// The executor's next put to this rank over this route is this one, and nothing that precedes it is
  /// missing.
  bool check(Rank rank, const Context& context, const Put& put, const std::optional<Box>& box) {
    Tile& tile = tiles_[rank];
    if (place_.step_barrier && put.signal && put.counter == barrier_counter) return true;
    const auto next = std::find_if(tile.expected.begin(), tile.expected.end(), [&](const Expected& e) {
      return !e.done && e.put.dst == put.dst && e.put.route == put.route && e.box == box;
    });
    if (next == tile.expected.end() || next->put != put)
      return bad(rank, context, "the executor has no such put, or not yet");
    for (unsigned k = 1; k < barrier_counter; ++k) {
      if (tile.counters[k] < next->waits[k])
        return bad(rank, context, fmt::format("does not wait until counter {} is {}", k, next->waits[k]));
    }
    if (context.until < next->until)
      return bad(rank, context, fmt::format("does not wait for the time {}", next->until));
    for (const Tile& other : tiles_) {
      const std::uint32_t before = next->round - 1;  // its puts have been checked against the one before
      if (next->round != 0 && other.done_of_round[before] != other.puts_of_round[before])
        return bad(rank, context, fmt::format("passes barrier {} too early", before));
    }
    next->done = true;
    ++tile.done_of_round[next->round];
    return true;
  }

  const Algorithm& algorithm_;
  Job job_;
  PlanPlace place_;
  Payload payload_;
  std::vector<Tile> tiles_;
  struct Stream {
    Rank src, dst;
    Route route;
    std::optional<Box> box;  ///< of multicasts
    friend auto operator<=>(const Stream&, const Stream&) = default;
  };
  std::map<Stream, std::size_t> stream_of_;  ///< index in streams_
  std::vector<std::deque<Message>> streams_;
  std::mt19937_64 random_;
  std::string fault_;
  std::uint64_t checked_ = 0;
};

}  // namespace collnoc::test
