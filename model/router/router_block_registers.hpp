// The registers of RouterBlock as those of each router, and back.
#pragma once
#include <utility>

#include "collnoc/model/router/router_block.hpp"

namespace collnoc::model {

template <class Hardware, class Word>
void RouterBlock<Hardware, Word>::flush_counters() {
  for (unsigned lane = 0; lane < block_lanes; ++lane) {
    if (router_[lane] != nullptr) save_counters(lane, *router_[lane]);
  }
  counted_cycles_ = 0;
}

template <class Hardware, class Word>
void RouterBlock<Hardware, Word>::save_counters(unsigned lane, Router& router) {
  for (unsigned o = 0; o < hardware().ports(); ++o) {
    LinkMonitor& monitor = router.monitor_[o];
    monitor.flits_q += std::exchange(flits_[o][lane], Word{0});
    monitor.credit_stalls_q += std::exchange(credit_stalls_[o][lane], Word{0});
    monitor.arbitration_stalls_q += std::exchange(arbitration_stalls_[o][lane], Word{0});
  }
}

template <class Hardware, class Word>
void RouterBlock<Hardware, Word>::take_over(unsigned lane, const Router& router) {
  router_[lane] = const_cast<Router*>(&router);
  tags_[lane] = router.tags_;
  data_[lane] = router.data_;
  body_ok_[lane] = head_ok_[lane] = busy_q_[lane] = 0;
  const Reservations& r = router.reservations_;
  tick_q_[lane] = r.tick_q;
  const auto row_of = [&](std::uint64_t set) {
    Word bits = 0;
    for (; set != 0; set &= set - 1) bits |= bit_of_[static_cast<unsigned>(std::countr_zero(set))];
    return bits;
  };
  old_q_[lane] = row_of(r.old_q);
  urgent_q_[lane] = row_of(r.urgent_q);
  reserved_q_[lane] = row_of(r.reserved_q);
  for (unsigned i = 0; i < hardware().ports(); ++i) {
    const InputBuffer& buffer = router.input_[i];
    for (unsigned v = 0; v < vcs; ++v) {
      const unsigned q = i * vcs + v, out = to_out(i, v);
      queue_q_[lane][q] = {buffer.route_q[v], buffer.rd_ptr_q[v], buffer.wr_ptr_q[v], buffer.count_q[v]};
      set_front(lane, q, buffer.front(v), mask(buffer.count_q[v]));
      credit_q_[q][lane] = router.output_.credit_q[out];
      if ((router.output_.busy_q >> out & 1) != 0) busy_q_[lane] |= bit_of_[out];
      if ((router.output_.body_ok >> out & 1) != 0) body_ok_[lane] |= bit_of_[out];
      if ((router.output_.head_ok() >> out & 1) != 0) head_ok_[lane] |= bit_of_[out];
    }
    output_mask_q_[i][lane] = static_cast<Word>(router.output_arbiter_[i].mask_q);
    for (unsigned n = i * groups; n < (i + 1) * groups; ++n)
      vc_mask_q_[n][lane] = static_cast<Word>(router.vc_arbiter_[n].mask_q);
  }
}

template <class Hardware, class Word>
void RouterBlock<Hardware, Word>::save(unsigned lane, Router& router) {
  save_counters(lane, router);
  router.filled_ = 0;
  router.output_.busy_q = 0;
  const auto set_of = [&](Word bits) {
    std::uint64_t set = 0;
    for (std::uint64_t m = bits; m != 0; m &= m - 1) {
      const unsigned q = static_cast<unsigned>(std::countr_zero(m));
      set |= std::uint64_t{1} << to_out(q / vcs, q % vcs);
    }
    return set;
  };
  router.reservations_ = {set_of(old_q_[lane]), set_of(urgent_q_[lane]), set_of(reserved_q_[lane]),
                          static_cast<std::uint8_t>(tick_q_[lane])};
  for (unsigned i = 0; i < hardware().ports(); ++i) {
    InputBuffer& buffer = router.input_[i];
    for (unsigned v = 0; v < vcs; ++v) {
      const unsigned q = i * vcs + v, out = to_out(i, v);
      const QueueRegisters& r = queue_q_[lane][q];
      const unsigned popped = leaves_[lane] >> q & 1;
      buffer.count_q[v] = static_cast<std::uint8_t>(r.count + popped);
      buffer.rd_ptr_q[v] =
          static_cast<std::uint8_t>(popped == 0 ? r.rd_ptr : (r.rd_ptr == 0 ? buffer.depth : r.rd_ptr) - 1u);
      buffer.wr_ptr_q[v] = r.wr_ptr;
      buffer.route_q[v] = r.route;
      buffer.front_q[v] = buffer.tag_q[v * buffer.depth + buffer.rd_ptr_q[v]];
      router.filled_ |= std::uint64_t{buffer.count_q[v] != 0} << out;
      if (i < hardware().links() || v == 0) router.output_.set(i, v, credit_q_[q][lane]);
      router.output_.busy_q |= std::uint64_t{(busy_q_[lane] & bit_of_[out]) != 0} << out;
    }
    router.output_arbiter_[i].mask_q = output_mask_q_[i][lane];
    for (unsigned n = i * groups; n < (i + 1) * groups; ++n)
      router.vc_arbiter_[n].mask_q = vc_mask_q_[n][lane];
  }
}

}  // namespace collnoc::model
