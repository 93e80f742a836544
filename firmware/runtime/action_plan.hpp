// Writes one rank's part of a schedule as a plan for the NIC's sequencer (docs/reference/sequencer.md), in
// tile memory. The actions are those of the executor (executor.hpp).
//
//   ActionPlan plan(topology, rank, channels, words, base);   // words: memory from byte address `base` on
//   write_plan<Schedule>(job, step_barrier, plan);
//   if (plan.fits()) ...                                      // write SEQ_PLAN = base, start
//
// Context c performs the puts that leave on channel c:
//
//   base + 8c   chain ---> [wait] put [wait] put .. chain ---> .. meet end
//
// Before a put, a context waits only for what the rank has waited for since the context's last put, and only
// for the greatest count of each counter. With `own_waits` (schedule.hpp), it waits only for what the rank
// has waited for since its last put on any channel: no channel waits for what another one needs. The last of
// these waits is the put's gate, so it takes no action of its own. Puts of equal pieces, each waiting for one
// arrival more, become one put in pieces. Of times without a put in between, a context waits only for the
// last one; but a single context waits for each, so a schedule can place its words. Arithmetic is done by
// puts of the tile to itself, which combine (arch/operation.hpp): everything after it waits for their
// arrival, on counter 62. At the end, context 0 waits for all other arrivals, all contexts meet, and context
// 0 subtracts the arrivals from the counters: no context still waits for them then. Freestanding: no heap, no
// exceptions, no hosted library.
#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "collnoc/arch/action.hpp"
#include "collnoc/arch/box.hpp"
#include "collnoc/arch/route.hpp"
#include "collnoc/firmware/runtime/barrier.hpp"
#include "collnoc/firmware/runtime/executor.hpp"

namespace collnoc {

/// Receives the actions of one rank in their order, and ends with finish().
class ActionPlan {
 public:
  /// Limits of the words of a put.
  static constexpr std::uint32_t max_gate_count = 1023, max_piece_words = 4095,
                                 max_put_bytes = (1u << 22) - 1;
  /// Words that a context takes from the memory at a time, if another context writes, too.
  static constexpr std::uint32_t chunk_words = 32;

  /// `channels`: of the NIC. `words`: memory for the plan, from byte address `base` of the tile on, a
  /// multiple of 8. `steps`, if not empty, has as many elements as `words` and takes the step of every
  /// action.
  constexpr ActionPlan(const Topology& topology, Rank rank, unsigned channels, std::span<std::uint64_t> words,
                       std::uint32_t base, std::span<std::uint32_t> steps = {})
      : topology_(topology),
        own_(topology.coordinates(rank)),
        rank_(rank),
        channels_(channels),
        words_(words),
        steps_(steps),
        base_(base),
        end_(channels) {
    for (unsigned c = 0; c < channels; ++c) contexts_[c].at = c;
  }

  constexpr Rank rank() const { return rank_; }
  /// The hardware's timing, with that of a sequencer. Channels that share a memory can delay each other.
  constexpr Timing timing(Timing hardware) const {
    hardware.until_cycles = 3;
    hardware.head_wait = channels_ == 1 ? 2 : 0;
    return hardware;
  }
  /// The schedule's property `own_waits`. Before the first action.
  constexpr void set_own_waits(bool own_waits) { own_waits_ = own_waits; }
  /// What combine() does, and the counter of its arrivals. Before the first action of a schedule that
  /// combines.
  constexpr void set_operation(Operation operation, std::uint8_t counter = combine_counter) {
    operation_ = operation;
    combine_counter_ = counter;
  }
  /// Whether the memory is large enough. Otherwise the plan must not run.
  constexpr bool fits() const { return end_ <= words_.size(); }
  /// Words of the actions of context c, without chains.
  constexpr std::uint32_t length(unsigned c) const { return contexts_[c].length; }
  /// Before the first action: context c will have `words` words. If that is true for all contexts, the plan
  /// has no empty words and at most one chain for each context.
  constexpr void expect(unsigned c, std::uint32_t words) { contexts_[c].expected = words; }
  /// Length in 8-byte words, also of a plan that does not fit.
  constexpr std::uint32_t length() const { return end_; }

  /// The actions that follow are those of `step`; after the last step, their number.
  constexpr void step_begin(std::uint32_t step) { step_ = step; }
  // Called by next_step() and Schedule::plan.
  constexpr void wait(std::uint8_t counter, std::uint32_t at_least) {
    if (!own_waits_ && at_least <= counted_[counter]) return;
    counted_[counter] = at_least;
    last_ = counter;
    for (unsigned c = 0; c < channels_; ++c) contexts_[c].waits |= std::uint64_t{1} << counter;
  }
  constexpr void until(std::uint32_t cycles) {
    if (cycles <= until_) return;
    if (channels_ == 1 && contexts_[0].until < until_) require(contexts_[0], nullptr);
    until_ = cycles;
    last_ = 0;
  }
  /// Combines b with what is at `to`; before that, `to` becomes a. Needs hardware that accumulates.
  constexpr void combine(const Combine& what) {
    const auto to_itself = [&](std::uint32_t from, std::uint8_t counter, Operation operation) {
      send(Put{rank_, from, what.to, what.bytes, counter, false, {}, operation});
    };
    if (what.a == what.b) {
      to_itself(what.a, combine_counter_, Operation::replace);
    } else {
      if (what.to != what.a && what.to != what.b) to_itself(what.a, 0, Operation::replace);
      to_itself(what.to == what.b ? what.a : what.b, combine_counter_, operation_);
    }
    wait(combine_counter_, ++combined_);
  }
  constexpr void send(const Put& put) {
    add_put(put);
    for (unsigned c = 0; own_waits_ && c < channels_; ++c) contexts_[c].waits = 0;
  }
  constexpr void more(const Put& put) { send(put); }
  /// To every node of `box` but this one; `put.dst` is not used. On an all-port NIC it is one put for each
  /// link with which the tree begins. Precondition: hardware with MULTICAST.
  constexpr void multicast(Put put, const Box& box) {
    const auto part = [&](const Box& to, Route route) {
      put.dst = to.from;
      put.route = route;
      corner_ = static_cast<std::uint32_t>(topology_.address(to.to)) | has_corner;
      add_put(put);
      corner_ = 0;
    };
    for_each_put(topology_, own_, channels_, box, put.route, part);
    for (unsigned c = 0; own_waits_ && c < channels_; ++c) contexts_[c].waits = 0;
  }
  constexpr void consume(std::uint8_t counter, std::uint32_t count) {
    if (!ending_) {
      ending_ = true;
      gather();
      meet();
    }
    add_action(contexts_[0], action::Kind::consume, counter, count);
  }
  /// All ranks arrive here: the software barrier (barrier.hpp). Afterwards every context knows what the rank
  /// has waited for.
  constexpr void barrier() {
    for (unsigned c = 0; c < channels_; ++c)
      contexts_[c].used = true;  // now or later; so each meets as often
    gather();
    meet();
    for (unsigned c = 0; c < channels_; ++c) {
      contexts_[c].waits = 0;
      contexts_[c].until = until_;
    }
    BarrierTile tile{*this};
    collnoc::barrier(tile);
    tile.meet();
  }
  /// After the last action.
  constexpr void finish() {
    if (combined_ != 0) consume(combine_counter_, combined_);
    if (!ending_) gather();
    for (unsigned c = 0; c < channels_; ++c) add_action(contexts_[c], action::Kind::end, 0, 0, 0);
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0},
                                 has_corner = has_wide_addresses ? 1u << 31 : 1u << 16;

  struct Context {
    std::uint32_t at = 0;        ///< index of its next word
    std::uint32_t space = 1;     ///< words from there on, at least 1: for a chain or the end
    std::uint32_t length = 0;    ///< words of its actions
    std::uint32_t expected = 0;  ///< length of what follows, if it is known; taken at once
    bool used = false;           ///< performs anything but its end
    std::uint32_t until = 0;     ///< the time that it has waited for
    std::uint64_t waits = 0;     ///< bit c: it must still wait for counted_[c] arrivals on counter c
    // Its last action, if put_at + 2 == at, is a put that may get more pieces.
    std::uint32_t put_at = none - 2;
    std::uint32_t piece_bytes = 0;  ///< 0: no more pieces
    std::uint32_t gate_count = 0;   ///< of the last piece
    std::uint32_t corner = 0;       ///< as corner_
    action::PutWord put{};
    action::PutRange range{};
  };
  /// A destination by one route: its node address, and the channel of the first hop.
  struct Destination {
    Rank dst = no_rank;
    Route route{};
    unsigned channel = 0;
    NodeAddress address = 0;
  };
  /// The tile as the software barrier sees it. Context 0 waits and consumes; a signal is sent by the context
  /// of its channel. A signal follows what context 0 has done before because they meet.
  struct BarrierTile {
    ActionPlan& plan;
    bool ahead = false;  ///< context 0 has done something that the others have not met

    constexpr Rank rank() const { return plan.rank_; }
    constexpr const Topology& topology() const { return plan.topology_; }
    constexpr void wait(std::uint8_t counter, std::uint32_t count) {
      plan.add_action(plan.contexts_[0], action::Kind::wait, counter, count);
      ahead = true;
    }
    constexpr void consume(std::uint8_t counter, std::uint32_t count) {
      plan.add_action(plan.contexts_[0], action::Kind::consume, counter, count);
      ahead = true;
    }
    constexpr void put(const Put& put) {
      if (plan.destination(put).channel != 0) meet();
      plan.send(put);
    }
    constexpr void meet() {
      if (ahead) plan.meet();
      ahead = false;
    }
  };

  constexpr void add_put(const Put& put) {
    const Destination& to = destination(put);
    Context& context = contexts_[to.channel];
    if (continues(context, put, to)) {
      context.put.piece = static_cast<std::uint16_t>(context.piece_bytes / 8);
      context.range.bytes += put.bytes;
      context.gate_count += context.put.gate != 0;
      if (put.bytes != context.piece_bytes) context.piece_bytes = 0;
      context.waits = 0;
      write(context.put_at, context.put.word());
      write(context.put_at + 1, context.range.word());
      return;
    }
    context.put = {static_cast<std::uint8_t>(action::Kind::put),
                   go_of(put.control(), to.address, topology_.go_node_bits())};
    require(context, &context.put);
    context.gate_count = context.put.count;
    context.range = {put.local / 8, put.remote / 8, put.signal ? 0 : put.bytes, 0,
                     static_cast<std::uint8_t>(put.operation)};
    context.corner = corner_;
    if (corner_ != 0) add_action(context, action::Kind::corner, 0, corner_ & (has_corner - 1), 3);
    context.piece_bytes = put.signal || put.bytes % 8 != 0 || put.bytes / 8 > max_piece_words ? 0 : put.bytes;
    reserve(context, 2);
    context.put_at = context.at;
    add(context, context.put.word());
    add(context, context.range.word());
  }
  constexpr void write(std::uint32_t index, std::uint64_t word) {
    if (index >= words_.size()) return;
    words_[index] = word;
    if (!steps_.empty()) steps_[index] = step_;
  }
  constexpr void add(Context& context, std::uint64_t word) {
    write(context.at++, word);
    --context.space;
    ++context.length;
  }
  /// Makes space for `n` words of one action and one more.
  constexpr void reserve(Context& context, std::uint32_t n) {
    if (context.space > n) return;
    const std::uint32_t expected = context.expected < n + 1 ? n + 1 : context.expected;
    if (context.at + context.space == end_) {
      end_ += expected - context.space;
      context.space = expected;
    } else {
      write(context.at, action::word(action::Kind::chain, 0, base_ + 8 * end_));
      context.at = end_;
      context.space = context.expected != 0 ? expected : chunk_words;
      end_ += context.space;
    }
    context.expected = 0;
  }
  constexpr void add_action(Context& context, action::Kind kind, std::uint8_t counter, std::uint32_t value,
                            std::uint32_t space = 1) {
    reserve(context, space);
    add(context, action::word(kind, counter, value));
  }
  /// Context 0 waits for everything that the rank has waited for and no other context has.
  constexpr void gather() {
    Context& first = contexts_[0];
    for (unsigned c = 1; c < channels_; ++c) {
      first.waits &= contexts_[c].waits;
      if (first.until < contexts_[c].until) first.until = contexts_[c].until;
    }
    require(first, nullptr);
  }
  constexpr void meet() {
    unsigned used = 0;
    contexts_[0].used = true;
    for (unsigned c = 0; c < channels_; ++c) used += contexts_[c].used;
    if (used == 1) return;
    for (unsigned c = 0; c < channels_; ++c) {
      if (contexts_[c].used) add_action(contexts_[c], action::Kind::meet, 0, 0);
    }
  }

  /// Lets the context wait for everything that the rank has waited for. The last wait becomes the gate of
  /// `put` if there is one and the count is not too large.
  constexpr void require(Context& context, action::PutWord* put) {
    const std::uint64_t last = last_ == 0 ? 0 : context.waits & std::uint64_t{1} << last_;
    std::uint64_t others = context.waits & ~last;
    context.waits = 0;
    for (std::uint8_t counter = 1; others >> counter != 0; ++counter) {
      if ((others >> counter & 1) != 0) add_action(context, action::Kind::wait, counter, counted_[counter]);
    }
    if (context.until < until_) {
      context.until = until_;
      add_action(context, action::Kind::until, 0, until_);
    }
    if (last != 0 && put != nullptr && counted_[last_] <= max_gate_count) {
      put->gate = last_;
      put->count = static_cast<std::uint16_t>(counted_[last_]);
    } else if (last != 0) {
      add_action(context, action::Kind::wait, last_, counted_[last_]);
    }
    context.used = true;
  }

  /// Whether `put` can be a further piece of the context's last put: the same with the next addresses, and
  /// the gate one arrival later.
  constexpr bool continues(const Context& context, const Put& put, const Destination& to) const {
    const std::uint32_t words = context.range.bytes / 8;
    if (context.put_at + 2 != context.at || context.piece_bytes == 0) return false;
    if (put.local != 8 * (context.range.local_addr + words) ||
        put.remote != 8 * (context.range.remote_addr + words))
      return false;
    if (put.signal || put.bytes > context.piece_bytes || context.range.bytes + put.bytes > max_put_bytes)
      return false;
    if (static_cast<std::uint8_t>(put.operation) != context.range.operation) return false;
    if (go_of(put.control(), to.address, topology_.go_node_bits()) != context.put.go ||
        corner_ != context.corner)
      return false;
    if (context.until < until_) return false;
    const std::uint8_t gate = context.put.gate;
    if (gate == 0) return context.waits == 0;
    return context.waits == std::uint64_t{1} << gate && counted_[gate] == context.gate_count + 1;
  }

  /// Small and direct-mapped: schedules send to few ranks at a time, and an address costs divisions.
  constexpr const Destination& destination(const Put& put) {
    Destination& to = destinations_[put.dst % destinations_.size()];
    if (to.dst == put.dst && to.route == put.route) return to;
    to = {put.dst, put.route, 0, topology_.address(put.dst)};
    if (channels_ > 1 && put.dst != rank_)
      to.channel = first_link(topology_, own_, topology_.coordinates(put.dst), put.route);
    return to;
  }

  Topology topology_;
  Coordinates own_;
  Rank rank_;
  unsigned channels_;
  std::span<std::uint64_t> words_;
  std::span<std::uint32_t> steps_;
  std::uint32_t base_;
  std::uint32_t end_;  ///< words that are in use
  std::uint32_t step_ = 0;
  std::uint32_t until_ = 0;   ///< the latest time that the rank has waited for
  std::uint8_t last_ = 0;     ///< counter of the rank's last wait; 0: it has waited for a time since
  std::uint32_t corner_ = 0;  ///< of the put that is being added, if it is a multicast
  bool ending_ = false;
  bool own_waits_ = false;
  Operation operation_ = Operation::replace;  ///< of combine()
  std::uint8_t combine_counter_ = combine_counter;
  std::uint32_t combined_ = 0;                          ///< calls of combine()
  std::array<std::uint32_t, counter_count> counted_{};  ///< arrivals that the rank has waited for
  std::array<Context, max_links> contexts_{};
  std::array<Destination, 16> destinations_{};
};

/// Passes the whole schedule of a rank to `plan`, which must be new. Returns whether it fits.
template <class Schedule>
constexpr bool write_plan(Job job, bool step_barrier, ActionPlan& plan) {
  job.timing = plan.timing(job.timing);
  Cursor at;
  at.step_barrier = step_barrier;
  plan.set_operation(operation_of(job.op, job.element));
  if constexpr (requires { Schedule::own_waits; }) plan.set_own_waits(Schedule::own_waits);
  const std::uint32_t steps = Schedule::steps(job);
  do plan.step_begin(at.step);
  while (next_step<Schedule>(job, plan.rank(), at, steps, plan));
  plan.finish();
  return plan.fits();
}

}  // namespace collnoc
