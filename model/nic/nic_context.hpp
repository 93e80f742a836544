// Model counterpart of rtl/nic/nic_context.sv: one context of the sequencer.
#pragma once
#include <array>
#include <cstdint>

#include "collnoc/arch/action.hpp"
#include "collnoc/model/nic/descriptor.hpp"

namespace collnoc::model {

class NicContext {
 public:
  static constexpr unsigned queue_words = 4;

  // Registers, as in nic_context.sv and its i_queue.
  std::array<std::uint64_t, queue_words> queue_q{};
  std::uint8_t rd_ptr_q = 0, wr_ptr_q = 0, queued_q = 0;
  bool running_q = false, first_valid_q = false, slot_valid_q = false, inflight_q = false;
  bool known_q = false, reading_q = false, missed_q = false, stale_q = false;
  std::uint32_t fetch_q = 0, front_at_q = 0;  ///< 8-byte words: next to fetch; the front word's
  std::uint64_t first_q = 0;                  ///< first word of a put
  Descriptor slot_q;                          ///< what is left of the put that waits
  std::uint32_t slot_at_q = 0, threshold_q = 0;
  std::uint8_t gate_q = 0, watched_q = 0;
  std::uint16_t piece_q = 0;  ///< 8-byte words; 0: one piece
  std::uint32_t count_q = 0;  ///< of the watched counter
  bool multicast_q = false;   ///< with MULTICAST: the next put is one, to the box with the other corner
  std::uint32_t corner_q = 0;
  const HardwareConfig* config = nullptr;

  /// A reset: the registers that have one.
  void reset() {
    rd_ptr_q = wr_ptr_q = queued_q = 0;
    running_q = first_valid_q = slot_valid_q = inflight_q = known_q = reading_q = multicast_q = false;
  }

  // Wires that depend on registers only.
  bool fetch = false, read = false, subtract = false, at_meet = false, check = false, push = false;
  bool ends = false;

  /// `go`: actions may be performed.
  void settle(bool go, std::uint32_t mem_words) {
    fetch = read = subtract = at_meet = check = push = ends = jump_ = bad_ = lost_ = take_first_ = false;
    may_wait_ = reached_ = may_pass_ = until_ = takes_corner_ = false;
    if (!running_q) return;
    const bool front_valid = queued_q != 0, outside = fetch_q >= mem_words;
    action_ = action::ActionWord::from_word(queue_q[rd_ptr_q]);
    const auto kind = static_cast<action::Kind>(action_.kind);
    const bool next = front_valid && !first_valid_q && !slot_valid_q;
    take_first_ = front_valid && !first_valid_q && kind == action::Kind::put;
    check = front_valid && first_valid_q && !slot_valid_q;
    lost_ = !front_valid && !inflight_q && outside && !slot_valid_q;
    if (next) {
      bad_ = is_bad(kind, mem_words);
      if (!bad_) {
        may_wait_ = kind == action::Kind::wait;
        until_ = kind == action::Kind::until;
        at_meet = kind == action::Kind::meet;
        jump_ = kind == action::Kind::chain;
        takes_corner_ = kind == action::Kind::corner;
        subtract = go && kind == action::Kind::consume;
        ends = go && kind == action::Kind::end;
      }
    }
    needed_ = slot_valid_q ? gate_q : may_wait_ ? action_.counter : std::uint8_t{0};
    const bool fresh = known_q && watched_q == needed_;
    const std::uint32_t least = slot_valid_q ? threshold_q : action_.value;
    reached_ = (slot_valid_q && gate_q == 0) || (fresh && count_q >= least);
    read = needed_ != 0 && !reading_q && !fresh;
    push = go && slot_valid_q && reached_;
    may_pass_ = go;
    fetch = !jump_ && !outside && queued_q + (inflight_q ? 1u : 0u) < queue_words;
  }

  std::uint32_t fetch_addr() const { return fetch_q & address_mask; }
  std::uint8_t number() const { return read ? needed_ : action_.counter; }
  std::uint32_t amount() const { return action_.value; }
  /// 8-byte word of the action that it performs or waits in.
  std::uint32_t at() const {
    return slot_valid_q ? slot_at_q : (front_at_q - (first_valid_q ? 1u : 0u)) & (2 * address_mask + 1);
  }
  bool quiescent(bool all_meet) const {
    if (inflight_q) return false;
    return !running_q ||
           !(fetch || take_first_ || check || read || reading_q || bad_ || lost_ || jump_ || subtract ||
             ends || push || until_ || takes_corner_ || (may_wait_ && reached_) || (at_meet && all_meet));
  }
  /// Whether the next action is bad, or there is none.
  bool fault() const { return bad_ || lost_; }

  /// The put of the front words, while `check` holds.
  PutRegisters put() const {
    const auto first = action::PutWord::from_word(first_q);
    const auto range = action::PutRange::from_word(queue_q[rd_ptr_q]);
    PutRegisters put;
    put.put_src_q = range.local_addr << 3;
    put.put_addr_q = range.remote_addr << 3;
    put.put_bytes_q = nic::bytes_operation.at(range.operation) | range.bytes;
    put.put_ctrl_q = nic::control_of_go(first.go, config->go_node_bits()) | std::uint32_t{range.reserved}
                                                                                << 30;
    put.put_node_q = nic::node_of_go(first.go, config->go_node_bits());
    put.multicast_q = multicast_q;
    put.corner_q = corner_q;
    return put;
  }
  /// The piece that leaves next, while `push` holds.
  Descriptor piece() const {
    Descriptor piece = slot_q;
    if (!last_piece()) piece.last_byte = (std::uint32_t{piece_q} << 3) - 1;
    return piece;
  }

  struct In {
    bool stop = false;   ///< also for a fault of any context
    bool fault = false;  ///< of this context
    bool fetch_gnt = false, access_gnt = false, check_gnt = false, push_gnt = false, all_meet = false;
    std::uint32_t elapsed = 0;  ///< cycles since the start
    std::uint64_t fetched = 0;  ///< of the fetch granted in the last cycle
    std::uint32_t value = 0;    ///< of the counter read in the last cycle
    bool inc = false, subtracted = false;
    std::uint8_t inc_number = 0, subtracted_number = 0;
    const Descriptor* checked = nullptr;  ///< with check_gnt, unless the put was refused
  };
  void commit(const In& in) {
    const bool until = may_pass_ && until_ && in.elapsed >= action_.value;
    const bool performs = (may_pass_ && may_wait_ && reached_) || until ||
                          (may_pass_ && at_meet && in.all_meet) || (subtract && in.access_gnt) ||
                          takes_corner_;
    const bool take_put = in.checked != nullptr;
    const bool pop = take_first_ || take_put || performs || jump_ || ends;
    const bool flush = in.stop || jump_ || ends || in.fault;
    const bool inc_watched = in.inc && in.inc_number == watched_q;
    const bool subtracted_watched = in.subtracted && in.subtracted_number == watched_q;
    const bool reads = read && in.access_gnt;

    // The counter.
    const bool was_reading = reading_q;
    if (was_reading) {
      count_q = in.value + (missed_q ? 1u : 0u) + (inc_watched ? 1u : 0u);
    } else if (known_q && inc_watched) {
      ++count_q;
    }
    if (was_reading) {
      known_q = !stale_q && !subtracted_watched;
    } else if (subtracted_watched || reads) {
      known_q = false;
    }
    if (in.stop || ends || in.fault) known_q = false;
    reading_q = reads && !in.stop;
    if (reads) {
      watched_q = needed_;
      missed_q = in.inc && in.inc_number == needed_;
      stale_q = in.subtracted && in.subtracted_number == needed_;
    }

    // The put.
    const std::uint64_t front = queue_q[rd_ptr_q];
    const bool pushes = push && in.push_gnt, last = last_piece();
    if (take_put) {
      const auto first = action::PutWord::from_word(first_q);
      slot_q = *in.checked;
      slot_at_q = (front_at_q - 1) & address_mask;
      gate_q = first.gate;
      threshold_q = first.count;
      piece_q = first.piece;
    } else if (pushes && !last) {
      slot_q.local_addr = (slot_q.local_addr + piece_q) & address_mask;
      slot_q.remote_addr = (slot_q.remote_addr + piece_q) & address_mask;
      slot_q.last_byte = (slot_q.last_byte - (std::uint32_t{piece_q} << 3)) & 0x1fffff;
      threshold_q = (threshold_q + 1) & 0xfffff;
    }
    if (take_first_) first_q = front;
    if (take_put) {
      multicast_q = false;
    } else if (takes_corner_) {
      multicast_q = true;
    }
    if (takes_corner_) corner_q = action_.value;
    if (in.stop || in.fault) {
      first_valid_q = slot_valid_q = false;
    } else {
      if (take_first_) {
        first_valid_q = true;
      } else if (take_put) {
        first_valid_q = false;
      }
      if (take_put) {
        slot_valid_q = true;
      } else if (pushes && last) {
        slot_valid_q = false;
      }
    }

    // The queue.
    const bool fetches = fetch && in.fetch_gnt;
    const std::uint32_t at_mask = 2 * address_mask + 1;
    if (jump_) {
      fetch_q = front_at_q = (action_.value >> 3) & at_mask;
    } else {
      if (fetches) fetch_q = (fetch_q + 1) & at_mask;
      if (pop) front_at_q = (front_at_q + 1) & at_mask;
    }
    const bool arrives = inflight_q && running_q;
    if (arrives) queue_q[wr_ptr_q] = in.fetched;
    if (flush) {
      rd_ptr_q = wr_ptr_q = queued_q = 0;
    } else {
      if (arrives) wr_ptr_q = (wr_ptr_q + 1) % queue_words;
      if (pop) rd_ptr_q = (rd_ptr_q + 1) % queue_words;
      queued_q = static_cast<std::uint8_t>(queued_q + (arrives ? 1 : 0) - (pop ? 1 : 0));
    }
    inflight_q = fetches;
    if (in.stop || ends || in.fault) running_q = false;
  }
  /// Precondition: it does not run.
  void start(std::uint32_t word) {
    running_q = true;
    fetch_q = front_at_q = word;
    rd_ptr_q = wr_ptr_q = queued_q = 0;
    multicast_q = false;
  }

 private:
  bool is_bad(action::Kind kind, std::uint32_t mem_words) const {
    const std::uint32_t target = action_.value >> 3;
    if (kind == action::Kind::put) return false;
    if (action_.reserved != 0) return true;
    const bool counter = action_.counter != 0;
    switch (kind) {
      case action::Kind::wait:
      case action::Kind::consume: return !counter;
      case action::Kind::until: return counter;
      case action::Kind::meet:
      case action::Kind::end: return counter || action_.value != 0;
      case action::Kind::chain:
        return counter || (action_.value & 7) != 0 || target <= front_at_q || target >= mem_words;
      case action::Kind::corner:
        return !config->multicast || counter || action_.value >> config->address_bits != 0;
      default: return true;
    }
  }
  bool last_piece() const { return piece_q == 0 || slot_q.signal || (slot_q.last_byte >> 3) < piece_q; }

  action::ActionWord action_{};
  std::uint8_t needed_ = 0;
  bool jump_ = false, bad_ = false, lost_ = false, take_first_ = false;
  bool may_wait_ = false, until_ = false, reached_ = false, may_pass_ = false, takes_corner_ = false;
};

}  // namespace collnoc::model
