// Model counterpart of rtl/nic/nic_tx.sv: sends the messages of one injection channel.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "collnoc/model/common/flit.hpp"
#include "collnoc/model/nic/descriptor.hpp"
#include "collnoc/model/router/router.hpp"

namespace collnoc::model {

class NicTx {
 public:
  static constexpr unsigned queue_depth = 4;

  // Registers, as in nic_tx.sv and its i_queue. Data that is read in every cycle comes first.
  std::uint8_t rd_ptr_q = 0, wr_ptr_q = 0, count_q = 0;
  bool started_q = false;  ///< a payload flit of the message was issued; the registers below are valid
  std::uint32_t local_q = 0, remote_q = 0, remaining_q = 0;
  std::uint8_t left_q = 0;  ///< payload flits left in the packet; 0: a head is next
  std::array<std::uint8_t, max_vcs> credit_q{};
  std::uint8_t loop_credit_q = eject_depth;
  bool valid_q = false, loop_q = false, head_q = false, tail_q = false;
  std::uint8_t vc_q = 0;

  // Wires of this cycle.
  bool rd_req = false;
  std::uint32_t rd_addr = 0;  ///< 8-byte words

 private:
  bool may_issue_ = false;
  std::uint32_t coord_ = 0;
  const HardwareConfig* config_ = nullptr;

 public:
  LinkMonitor monitor;  ///< flits, credit stalls, bank stalls
  std::array<std::uint64_t, max_flit_words> header_q{};
  std::array<Descriptor, queue_depth> queue_q{};

  void init(const HardwareConfig& config, std::uint32_t coord) {
    config_ = &config;
    coord_ = coord;
    credit_q.fill(all_credits());
  }

  /// A reset: the registers that have one.
  void reset() {
    rd_ptr_q = wr_ptr_q = count_q = 0;
    started_q = valid_q = false;
    left_q = 0;
    credit_q.fill(all_credits());
    loop_credit_q = eject_depth;
    monitor = {};
  }
  /// After settle(): no packet begins in this cycle.
  void halt() { may_issue_ = may_issue_ && left_q != 0; }
  /// No packet to the router has begun, and all its credits are here.
  bool drained() const {
    return (left_q == 0 || queue_q[rd_ptr_q].self) &&
           std::all_of(credit_q.begin(), credit_q.begin() + config_->vcs,
                       [this](std::uint8_t credits) { return credits == all_credits(); });
  }

  bool full() const { return count_q == queue_depth; }
  bool quiescent() const { return count_q == 0 && !valid_q; }

  void settle() {
    may_issue_ = rd_req = false;
    if (count_q == 0) return;
    const Descriptor& front = queue_q[rd_ptr_q];
    may_issue_ = front.self ? loop_credit_q != 0 : credit_q[front.vc] != 0;
    if (may_issue_ && left_q != 0) {
      rd_req = true;
      rd_addr = next_address();
    }
  }

  /// The flit driven in this cycle; `rd_data` is the data that the memory read for it.
  FlitRef driven(const std::uint64_t* rd_data) const {
    return {head_q ? header_q.data() : rd_data, vc_q, head_q, tail_q};
  }

  void commit(bool rd_gnt, std::uint8_t credits, bool loop_credit, const Descriptor* push) {
    if (count_q != 0 && !may_issue_) ++monitor.credit_stalls_q;
    if (rd_req && !rd_gnt) ++monitor.arbitration_stalls_q;
    valid_q = may_issue_ && (left_q == 0 || rd_gnt);
    const bool finish = valid_q && issue();
    for (; credits != 0; credits &= static_cast<std::uint8_t>(credits - 1))
      ++credit_q[std::countr_zero(credits)];
    if (loop_credit) ++loop_credit_q;
    if (push != nullptr) queue(*push);
    if (finish) pop();
  }

  // The parts of commit().
  /// The next flit of the front message leaves. True if it is the last.
  bool issue() {
    const bool head = left_q == 0;
    ++monitor.flits_q;
    const Descriptor& front = queue_q[rd_ptr_q];
    const unsigned log_bytes = static_cast<unsigned>(std::countr_zero(config_->flit_bytes()));
    const std::uint32_t remaining = started_q ? remaining_q : (front.last_byte >> log_bytes) & address_mask;
    const bool multicast = config_->multicast && (front.route & multicast_route_bit) != 0;
    const std::uint32_t remote = started_q ? remote_q : front.remote_addr;
    const std::uint32_t room = multicast ? rest_of_block(remote) : config_->max_packet_flits - 2;
    const bool last_packet = remaining <= room;
    const bool tail = head ? front.signal : left_q == 1;
    const bool finish = tail && (front.signal || remaining == 0);
    loop_q = front.self;
    head_q = head;
    tail_q = tail;
    vc_q = front.vc;
    if (head) {
      Head h;
      h.dst = front.dst;
      h.src = static_cast<std::uint16_t>((multicast ? front.corner : coord_) & 0xfff);
      h.operation = multicast ? static_cast<std::uint8_t>(front.corner >> 12 & 0xf) : front.operation;
      h.route = front.route;
      h.last = static_cast<std::uint8_t>((last_packet ? front.last_byte : ~0u) & (config_->flit_bytes() - 1));
      h.counter = front.signal || last_packet ? front.counter : 0;
      h.addr = remote;
      header_q[0] = h.word();
      header_q[1] = h.second(multicast ? front.corner : 0);
      if (!front.signal) left_q = static_cast<std::uint8_t>((last_packet ? remaining : room) + 1);
    } else {
      local_q = ((started_q ? local_q : front.local_addr) + words()) & address_mask;
      remote_q = ((started_q ? remote_q : front.remote_addr) + words()) & address_mask;
      remaining_q = (remaining - 1) & address_mask;
      started_q = !finish;
      --left_q;
    }
    if (front.self) {
      --loop_credit_q;
    } else {
      --credit_q[front.vc];
    }
    return finish;
  }
  /// issue() of the next payload flits, one after the other, none of which is the last of its packet.
  void issue_next(unsigned flits) {
    local_q = (next_address() + flits * words()) & address_mask;
    const Descriptor& front = queue_q[rd_ptr_q];
    const unsigned log_bytes = static_cast<unsigned>(std::countr_zero(config_->flit_bytes()));
    remote_q = ((started_q ? remote_q : front.remote_addr) + flits * words()) & address_mask;
    remaining_q =
        ((started_q ? remaining_q : (front.last_byte >> log_bytes) & address_mask) - flits) & address_mask;
    monitor.flits_q += flits;
    head_q = tail_q = false;
    started_q = true;
    left_q = static_cast<std::uint8_t>(left_q - flits);
  }
  /// The memory address of the payload flit that issue() sends next, in 8-byte words.
  std::uint32_t next_address() const { return started_q ? local_q : queue_q[rd_ptr_q].local_addr; }
  void queue(const Descriptor& message) {
    queue_q[wr_ptr_q] = message;
    queue_q[wr_ptr_q].vc = static_cast<std::uint8_t>(
        first_vc(*config_, message.route) +
        hash_mod(vc_hash(message.dst, coord_, config_->dims, config_->coordinate_bits()),
                 vcs_per_order(*config_)));
    wr_ptr_q = (wr_ptr_q + 1) % queue_depth;
    ++count_q;
  }
  void pop() {
    rd_ptr_q = (rd_ptr_q + 1) % queue_depth;
    --count_q;
  }

 private:
  std::uint8_t all_credits() const { return static_cast<std::uint8_t>(std::max(config_->vc_depth, 4u)); }
  unsigned words() const { return config_->flit_bits / 64; }
  /// Flits of a block of the memory after the one at `address`: where a multicast packet must end.
  std::uint32_t rest_of_block(std::uint32_t address) const {
    const unsigned block = std::bit_floor(config_->max_packet_flits - 1);
    return block - 1 - address / words() % block;
  }
};

}  // namespace collnoc::model
