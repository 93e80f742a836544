// Sixteen routers of equal, usual hardware, computed together: the same registers and the same cycle as
// router.hpp, which is the reference and computes every other hardware.
//
// A register of all routers is a row with a lane per router. Allocation, credits, arbiters and counters are
// computed for a whole row at once, whether a lane has flits or not. Only flits are moved one by one. Outputs
// are sets with one bit per (port, virtual channel), `port * vcs + vc`; queues are numbered alike. Flits and
// their tags stay in the memory of the router's input buffers.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "collnoc/model/common/flit.hpp"
#include "collnoc/model/common/known_hardware.hpp"
#include "collnoc/model/router/router.hpp"
#include "collnoc/model/router/router_cycle.hpp"
#include "collnoc/model/router/rows.hpp"

namespace collnoc::model {

/// `Word`: unsigned, with at least ports * vcs bits. `Hardware`: usual (model/common/known_hardware.hpp).
template <class Hardware, class Word>
class RouterBlock : Rows<Word> {
 public:
  explicit RouterBlock(const HardwareConfig& config)
      : sizes_(config),
        words_(config.flit_bits / 64),
        head_needs_(config.switching == Switching::wormhole ? 1 : config.max_packet_flits) {
    for (unsigned port = 0; port < most_ports; ++port) {
      for (unsigned v = 0; v < vcs; ++v)
        bit_of_[to_out(port, v)] = static_cast<Word>(Word{1} << (port * vcs + v));
    }
    unsigned place = 0;
    for (unsigned q = 0; q < hardware().ports() * vcs; ++q) {
      const unsigned depth = q / vcs < hardware().links() ? config.vc_depth : std::max(config.vc_depth, 4u);
      queue_[q] = {static_cast<std::uint16_t>(place), static_cast<std::uint16_t>(depth)};
      place += depth;
    }
#if defined(COLLNOC_WIDE_ROWS)
    wide_rows_ = __builtin_cpu_supports("avx2");
#endif
  }

  /// A router's registers are here from now on. Call start() when all are.
  void take_over(unsigned lane, const Router& router);
  void start() { settle_rows(); }
  /// Writes a router's registers back.
  void save(unsigned lane, Router& router);
  /// Its counters only.
  void save_counters(unsigned lane, Router& router);

  // A cycle: flits and credits arrive, step(), the routers drive their wires.
  /// `links`: link l in byte l, one bit per vc; `channels`: one bit per ejection channel.
  void take_credits(unsigned lane, std::uint64_t links, std::uint32_t channels) {
    unsigned bits = 0;
    for (unsigned l = 0; l < hardware().links(); ++l)
      bits |= static_cast<unsigned>(links >> (8 * l) & ((1u << vcs) - 1)) << (l * vcs);
    for (; channels != 0; channels &= channels - 1)
      bits |= 1u << ((hardware().links() + static_cast<unsigned>(std::countr_zero(channels))) * vcs);
    credits_in_[lane] = static_cast<Word>(bits);
  }
  [[gnu::always_inline]] void push(unsigned lane, const Router& router, unsigned port, const FlitRef& flit) {
    const unsigned q = port * vcs + flit.vc;
    QueueRegisters& r = queue_q_[lane][q];
    const unsigned to = r.wr_ptr, at = queue_[q].place + to;
    if (flit.head) r.route = router.route_of(hardware(), port, flit);
    Tag tag;
    tag.bits = static_cast<std::uint16_t>((flit.head ? Tag::head_bit : 0) | (flit.tail ? Tag::tail_bit : 0) |
                                          r.route);
    tags_[lane][at] = tag;
    if (words_ == 1) {
      data_[lane][at] = flit.data[0];
    } else {
      std::memcpy(data_[lane] + at * words_, flit.data, words_ * sizeof(std::uint64_t));
    }
    r.wr_ptr = static_cast<std::uint8_t>(to + 1 == queue_[q].depth ? 0 : to + 1);
    const Tag front = tags_[lane][queue_[q].place + r.rd_ptr];  // the same, if there is none before it
    ++r.count;
    set_front(lane, q, front, ~Word{0});
  }
  /// The clock edge of all routers, and what they do in the cycle after it.
  void step() {
#if defined(COLLNOC_WIDE_ROWS)
    if (wide_rows_) return step_wide();
#endif
    commit_rows();
    settle_rows();
  }
  /// What the routers drive in this cycle: calls on_link(lane, link, FlitRef) and to_nic(lane, channel,
  /// FlitRef) for flits, and credit(lane, port, vc). All flits in one loop, since how often a loop for each
  /// router is passed would be random.
  template <class OnLink, class ToNic, class Credit>
  [[gnu::always_inline]] void drive(OnLink&& on_link, ToNic&& to_nic, Credit&& credit) {
    constexpr unsigned bits = 8 * sizeof(Word), together = 64 / bits;
    const unsigned links = hardware().links();
    std::uint64_t of_links = 0;
    for (unsigned lane = 0; lane < together; ++lane)
      of_links |= ((std::uint64_t{1} << (links * vcs)) - 1) << (lane * bits);
    for (unsigned first = 0; first < block_lanes; first += together) {
      std::uint64_t sent = 0;
      std::memcpy(&sent, &sent_.lane[first], sizeof sent);
      for (std::uint64_t m = sent & of_links; m != 0; m &= m - 1) {
        const unsigned bit = static_cast<unsigned>(std::countr_zero(m));
        send(first + bit / bits, bit % bits, on_link, credit);
      }
      for (std::uint64_t m = sent & ~of_links; m != 0; m &= m - 1) {
        const unsigned bit = static_cast<unsigned>(std::countr_zero(m));
        const auto on_channel = [&](unsigned lane, unsigned o, const FlitRef& flit) {
          to_nic(lane, o - links, flit);
        };
        send(first + bit / bits, bit % bits, on_channel, credit);
      }
    }
  }
  /// Ports with a flit, and with a credit, in this cycle.
  std::uint32_t valid(unsigned lane) const { return valid_[lane]; }
  std::uint32_t credit_any(unsigned lane) const { return credit_any_[lane]; }
  /// Credits of the ports from `first` on, one bit per vc in a byte of each.
  std::uint64_t credits(unsigned lane, unsigned first, unsigned ports) const {
    std::uint64_t bytes = 0;
    for (unsigned p = 0; p < ports; ++p)
      bytes |= (std::uint64_t{leaves_[lane]} >> ((first + p) * vcs) & ((1u << vcs) - 1)) << (8 * p);
    return bytes;
  }
  /// No flit is in the router.
  bool quiescent(unsigned lane) const { return filled_[lane] == 0; }

 private:
  using typename Rows<Word>::Row, typename Rows<Word>::Vec;
  using Rows<Word>::load, Rows<Word>::all, Rows<Word>::any, Rows<Word>::choose, Rows<Word>::grant,
      Rows<Word>::update, Rows<Word>::store;
  static constexpr unsigned vcs = Hardware::vcs(), groups = Hardware::groups(), group_vcs = vcs / groups;
  static constexpr unsigned most_ports = std::min<unsigned>(8 * sizeof(Word) / vcs, Hardware::most_ports);
  static constexpr unsigned queues = most_ports * vcs;

  Hardware hardware() const { return Hardware{sizes_}; }
  /// The flit at output `k`.
  template <class Flit, class Credit>
  [[gnu::always_inline]] void send(unsigned lane, unsigned k, Flit&& flit, Credit&& credit) {
    const unsigned o = k / vcs, n = static_cast<unsigned>(std::countr_zero(unsigned{grant_[o][lane]}));
    const unsigned q = n * group_vcs + (pick_[n][lane] >> 1);  // of at most three
    const unsigned at = queue_[q].place + queue_q_[lane][q].rd_ptr;
    const Tag tag = tags_[lane][at];
    flit(lane, o,
         FlitRef{data_[lane] + at * words_, static_cast<std::uint8_t>(k % vcs), tag.head(), tag.tail()});
    credit(lane, q / vcs, q % vcs);
    pop(lane, q);
  }
  /// The flit on the wires leaves its queue. The queue's registers have the next cycle's values from here on;
  /// save() takes that back.
  [[gnu::always_inline]] void pop(unsigned lane, unsigned q) {
    QueueRegisters& r = queue_q_[lane][q];
    r.rd_ptr = static_cast<std::uint8_t>(r.rd_ptr + 1 == queue_[q].depth ? 0 : r.rd_ptr + 1);
    --r.count;
    set_front(lane, q, tags_[lane][queue_[q].place + r.rd_ptr], mask(r.count));
  }
  /// All bits if there are flits. Computed so that no compiler makes a branch of it: its outcome is random.
  static Word mask(unsigned count) { return static_cast<Word>(Word{0} - ((count + 255) >> 8)); }
  /// `filled`: whether there is one.
  [[gnu::always_inline]] void set_front(unsigned lane, unsigned q, Tag tag, Word filled) {
    want_[q][lane] = bit_of_[tag.out()] & filled;
    head_[q][lane] = static_cast<Word>(tag.head() ? ~Word{0} : 0);
    tail_[q][lane] = static_cast<Word>(tag.tail() ? ~Word{0} : 0);
  }
  [[gnu::always_inline]] inline void settle_rows();
  [[gnu::always_inline]] inline void settle_reservations(const Vec& heads, const Vec& ready,
                                                         const Vec& leaves);
  [[gnu::always_inline]] inline void commit_rows();
#if defined(COLLNOC_WIDE_ROWS)
  COLLNOC_WIDE_ROWS void step_wide() {
    commit_rows();
    settle_rows();
  }
  bool wide_rows_;
#endif
  void flush_counters();

  HardwareSizes sizes_;
  unsigned words_, head_needs_;
  struct Queue {
    std::uint16_t place, depth;  // in the memory of the router's buffers, in flits
  };
  std::array<Queue, queues> queue_{};
  std::array<Word, max_ports * max_vcs> bit_of_{};  // by Out
  // By queue: its front flit. `want`: the output, none if the queue is empty.
  std::array<Row, queues> want_, head_, tail_;
  // By output; an ejection channel has one count, the first.
  std::array<Row, queues> credit_q_;
  Row body_ok_, head_ok_, busy_q_;
  std::array<Row, most_ports * groups> vc_mask_q_;
  std::array<Row, most_ports> output_mask_q_;
  // Wires of this cycle.
  Row credits_in_;                             // outputs
  std::array<Row, most_ports * groups> pick_;  // of a group: the virtual channel, one bit
  std::array<Row, most_ports> grant_;          // of an output: the group, one bit
  Row sent_, sent_tails_;                      // outputs with a flit, with a tail
  Row leaves_;                                 // queues
  Row last_of_group_;                          // groups whose flit that leaves is a tail
  Row credit_stall_, arbitration_stall_;       // outputs
  Row filled_;                                 // not zero: some queue has a flit
  // Of the reservations (model/router/reservations.hpp), and their next values.
  Row tick_q_;                         // a number
  Row old_q_, urgent_q_, reserved_q_;  // queues; reserved_q: outputs
  Row old_, urgent_, reserved_;
  Row valid_, credit_any_;  // ports with a flit, with a credit
  // Events since the counters were written to the routers, by port.
  std::array<Row, most_ports> flits_, credit_stalls_, arbitration_stalls_;
  unsigned counted_cycles_ = 0;
  // Registers of the queues, by lane.
  struct QueueRegisters {
    TagRoute route = 0;  // of the packet that is arriving
    std::uint8_t rd_ptr = 0, wr_ptr = 0, count = 0;
  };
  std::array<std::array<QueueRegisters, queues>, block_lanes> queue_q_{};
  std::array<Tag*, block_lanes> tags_{};
  std::array<std::uint64_t*, block_lanes> data_{};
  std::array<Router*, block_lanes> router_{};
};

template <class Hardware, class Word>
void RouterBlock<Hardware, Word>::settle_rows() {
  const unsigned ports = hardware().ports(), parts = ports * groups;
  const Vec body = load(body_ok_), busy = load(busy_q_);
  const Vec head_ok = head_needs_ == 1 ? body : load(head_ok_), old = load(old_q_), urgent = load(urgent_q_);
  const Vec free = head_ok & ~busy, may_start = free & ~load(reserved_q_);
  Vec arbitration_stall{}, credit_stall{}, filled{}, heads{}, could_leave{};

  // Inputs: each group of queues picks one that is ready.
  std::array<Vec, most_ports * groups> picked, picked_tail;
  for (unsigned n = 0; n < parts; ++n) {
    std::array<Vec, group_vcs> ready;
    Vec asks{};
    const Vec others_may_start =
        group_vcs == 1 ? may_start
                       : may_start & ~any(urgent & all(((1u << group_vcs) - 1) << (n * group_vcs)));
    for (unsigned v = 0; v < group_vcs; ++v) {
      const unsigned q = n * group_vcs + v;
      const Vec want = load(want_[q]), head = load(head_[q]), bit = all(1u << q);
      ready[v] = want & choose(head, choose(any(old & bit), free, others_may_start), body);
      const Vec waits = want ^ ready[v], held = waits & (busy | head_ok) & head;
      heads |= any(want) & head & bit;
      could_leave |= any(ready[v]) & bit;
      filled |= want;
      arbitration_stall |= held;
      credit_stall |= waits ^ held;
      asks |= any(ready[v]) & all(1u << v);
    }
    const Vec pick = vcs == 1 ? asks : grant(asks, vc_mask_q_[n]);
    store(pick_[n], pick);
    picked[n] = picked_tail[n] = Vec{};
    for (unsigned v = 0; v < group_vcs; ++v) {
      const Vec chosen = group_vcs == 1 ? ~Vec{} : any(pick & all(1u << v));
      picked[n] |= ready[v] & chosen;
      picked_tail[n] |= load(tail_[n * group_vcs + v]) & chosen;
      if (group_vcs != 1) arbitration_stall |= ready[v] & ~chosen;
    }
  }

  // Outputs: each picks one of the groups that request it.
  Vec granted{};
  for (unsigned o = 0; o < ports; ++o) {
    const Vec output = all(((1u << vcs) - 1) << (o * vcs));
    Vec request{};
    for (unsigned n = 0; n < parts; ++n) request |= any(picked[n] & output) & all(1u << n);
    const Vec one = grant(request, output_mask_q_[o]);
    store(grant_[o], one);
    granted |= one;
    arbitration_stall |= any(request ^ one) & output;
  }
  Vec sent{}, tails{}, leaves{}, last{};
  for (unsigned n = 0; n < parts; ++n) {
    const Vec part = all(1u << n), won = any(granted & part);
    sent |= picked[n] & won;
    tails |= picked[n] & won & picked_tail[n];
    last |= part & won & picked_tail[n];
    leaves |= (load(pick_[n]) & won) << all(n * group_vcs);
  }
  Vec valid{}, credit_any{};
  for (unsigned o = 0; o < ports; ++o) {
    const Vec port = all(((1u << vcs) - 1) << (o * vcs));
    valid |= any(sent & port) & all(1u << o);
    credit_any |= any(leaves & port) & all(1u << o);
  }
  settle_reservations(heads, could_leave, leaves);
  store(valid_, valid);
  store(credit_any_, credit_any);
  store(sent_, sent);
  store(sent_tails_, tails);
  store(leaves_, leaves);
  store(last_of_group_, last);
  store(credit_stall_, credit_stall);
  store(arbitration_stall_, arbitration_stall);
  store(filled_, filled);
}

/// The next values of the reservations, as in Reservations::commit().
template <class Hardware, class Word>
void RouterBlock<Hardware, Word>::settle_reservations(const Vec& heads, const Vec& ready, const Vec& leaves) {
  const Vec old = load(old_q_), kept = load(reserved_q_), stay = heads & ~leaves;
  const Vec tick = (Vec)(load(tick_q_) == all(age_period - 1));
  Vec reserved{}, joins{};
  for (unsigned q = 0; q < hardware().ports() * vcs; ++q) {
    const Vec bit = all(1u << q), want = load(want_[q]);
    reserved |= want & any(old & stay & bit);
    joins |= bit & ~any(want & kept);
  }
  store(urgent_, old & ready & ~leaves);
  store(old_, stay & (old | (tick & joins)));
  store(reserved_, reserved);
}

template <class Hardware, class Word>
void RouterBlock<Hardware, Word>::commit_rows() {
  const unsigned ports = hardware().ports(), links = hardware().links();
  const Vec sent = load(sent_), tails = load(sent_tails_), arrive = load(credits_in_);
  store(credits_in_, Vec{});
  store(busy_q_, (load(busy_q_) | sent) & ~tails);
  // Without a flit none of the others changes.
  store(tick_q_, (load(tick_q_) + (any(load(filled_)) & all(1))) & all(age_period - 1));
  old_q_ = old_;
  urgent_q_ = urgent_;
  reserved_q_ = reserved_;
  if (++counted_cycles_ == 0x4000) flush_counters();
  const Vec credit_stall = load(credit_stall_), arbitration_stall = load(arbitration_stall_);
  for (unsigned o = 0; o < ports; ++o) {
    const Vec output = all(((1u << vcs) - 1) << (o * vcs));
    store(flits_[o], load(flits_[o]) - any(sent & output));
    store(credit_stalls_[o], load(credit_stalls_[o]) - any(credit_stall & output));
    store(arbitration_stalls_[o], load(arbitration_stalls_[o]) - any(arbitration_stall & output));
    update(output_mask_q_[o], load(grant_[o]), any(tails & output), ports * groups);
  }
  if (group_vcs > 1) {
    const Vec leaves = load(leaves_), last = load(last_of_group_);
    for (unsigned n = 0; n < ports * groups; ++n) {
      update(vc_mask_q_[n], (leaves >> all(n * group_vcs)) & all((1u << group_vcs) - 1),
             any(last & all(1u << n)), group_vcs);
    }
  }
  Vec body{}, head{};
  for (unsigned o = 0; o < ports; ++o) {
    const bool link = o < links;
    const unsigned counts = link ? vcs : 1;
    for (unsigned v = 0; v < counts; ++v) {
      const unsigned k = o * vcs + v;
      const Vec bit = all(1u << k), serves = link ? bit : all(((1u << vcs) - 1) << k);
      const Vec credits = load(credit_q_[k]) + any(sent & serves) - any(arrive & bit);
      store(credit_q_[k], credits);
      const Vec ok = any(credits) & serves;
      body |= ok;
      if (head_needs_ != 1) head |= link ? (Vec)(credits >= all(head_needs_)) & serves : ok;
    }
  }
  store(body_ok_, body);
  store(head_ok_, head);
}

}  // namespace collnoc::model
