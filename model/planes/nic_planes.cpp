#include "collnoc/model/planes/nic_planes.hpp"

#include "collnoc/model/nic/nic_cycle.hpp"
#include "collnoc/model/tile/node_cycle.hpp"

namespace collnoc::model {

int NicPlanes::read(Rank rank, Node& node, const RegisterAccess& access, std::uint32_t cycle) {
  Nic& nic = node.nic_;
  if (access.valid && !access.write) {
    save_sender(rank, nic.tx_[0]);
    if (access.addr >> 8 == 2) routers_.save_counts(rank, node.router_);
  }
  nic.read_register(access, cycle);
  NicRx& rx = nic.rx_[0];
  return std::exchange(rx.inc_q, false) ? rx.inc_counter_q : -1;
}

// Nic::commit() and Nic::settle() without channels.
void NicPlanes::registers(Rank rank, Node& node, const RegisterAccess& a, int increment, NodeOut& out) {
  Nic& nic = node.nic_;
  NicTx& tx = nic.tx_[0];
  Word& of = word_of(rank);
  const Plane bit = bit_of(rank);
  if (increment >= 0 || a.valid || !nic.counters_.quiescent()) {
    ArrivalCounters::In x;
    if (a.valid && (a.addr >> 8) == 1) {
      x.read = !a.write;
      x.subtract = a.write;
      x.number = (a.addr >> 2) & 63;
      x.amount = a.wdata;
    }
    x.inc = increment >= 0;
    if (x.inc) x.incremented = static_cast<unsigned>(increment);
    nic.counters_.commit(x);
  }
  const bool done = nic.launch_done_;
  if (done && nic.launch_.errors == 0) {
    tx.queue(nic.launch_.descriptor);
    if (tx.count_q == 1) want(of, bit, tx);
  }
  const bool launches = nic.commit_put(a);
  if (launches) nic.launch_ = nic_launch(config_, node.router_.place(), nic.put_);
  nic.launch_done_ = nic.launch_valid_q_ && (nic.launch_.errors != 0 || !tx.full());

  out.reg_ready = nic.reg_ready();
  out.event = nic.event();
  out.reg_rdata = nic.reg_rdata();
  const bool more =
      nic.launch_valid_q_ || nic.count_valid_q_ || !nic.counters_.quiescent() || nic.rx_[0].inc_q;
  of.registers = more ? of.registers | bit : of.registers & ~bit;
  if (launches && nic.launch_.descriptor.self) go_alone(rank, node, out);
}

/// A head, or a payload flit that is first or last of its packet.
void NicPlanes::issue_end(Rank rank, Tile& tile) {
  NicTx& tx = *tile.tx;
  Word& of = word_of(rank);
  const Plane bit = bit_of(rank);
  const unsigned vc = tx.queue_q[tx.rd_ptr_q].vc;
  const bool head = tx.left_q == 0;
  const std::uint32_t from = head ? 0 : tx.next_address();
  const bool finish = tx.issue();
  if (head) {
    tile.packet = routers_.new_packet(1u + tx.left_q);
    std::copy_n(tx.header_q.data(), flit_words_, routers_.next_flit(tile.packet));
    routers_.arrive(rank, links_, vc, tile.packet);
  } else {
    tile.memory->read(from, routers_.next_flit(tile.packet));
  }
  of.issued[vc] |= bit;
  if (!finish) return;
  tx.pop();
  of.wants[vc] &= ~bit;
  want(of, bit, tx);
}

void NicPlanes::save_sender(Rank rank, NicTx& tx) {
  const Word& of = word_of(rank);
  tx.valid_q = false;
  for (unsigned v = 0; v < config_.vcs; ++v) {
    const bool issued = (of.issued[v] & bit_of(rank)) != 0;
    tx.valid_q |= issued;
    tx.credit_q[v] = static_cast<std::uint8_t>(routers_.injection_credits(rank, v) - issued);
  }
  tx.monitor.credit_stalls_q += routers_.take_waiting(rank);
}

void NicPlanes::go_alone(Rank rank, Node& node, NodeOut& out) {
  Word& of = word_of(rank);
  const Plane bit = bit_of(rank);
  NicTx& tx = node.nic_.tx_[0];
  save_sender(rank, tx);
  // The queue is as it was before this cycle.
  for (unsigned v = 0; v < config_.vcs; ++v) {
    const unsigned back = routers_.credits(rank, 0) >> v & 1, spent = (of.passed[v] & bit) != 0 ? 1 : 0;
    tx.credit_q[v] = static_cast<std::uint8_t>(tx.credit_q[v] + back - spent);
  }
  if (tx.left_q != 0 || tx.valid_q) routers_.resume(rank, tx.vc_q, tile_[rank].packet);
  for (unsigned v = 0; v < config_.vcs; ++v) of.wants[v] &= ~bit;
  of.registers &= ~bit;
  of.alone |= bit;
  of.busy |= bit;
  node.nic_.settle(AnyHardware{sizes_});
  node.nic_quiet_ = false;
  node.settle_nic(AnyHardware{sizes_}, out);
}

void NicPlanes::tick(Rank rank, Node& node, bool given, const NodeIn& in, NodeOut& out) {
  const AnyHardware hardware{sizes_};
  const unsigned links = hardware.links(), channels = hardware.channels();
  Nic& nic = node.nic_;
  Word& of = word_of(rank);
  const Plane bit = bit_of(rank);
  Router::Out_& driven = node.router_.out_;
  for (unsigned c = 0; given && c < channels; ++c) driven.credit[links + c] = routers_.credits(rank, c);
  if (in.access.valid && (in.access.addr >> 8) == 2) routers_.save_counts(rank, node.router_);
  for (std::uint32_t m = nic.eject_credits(hardware, in.rd_gnt, in.wr_gnt); m != 0; m &= m - 1)
    routers_.refund(rank, static_cast<unsigned>(std::countr_zero(m)));
  bool passed = false;  // a flit that was issued in planes
  for (unsigned v = 0; v < config_.vcs; ++v) passed |= (of.passed[v] & bit) != 0;
  for (unsigned c = 0; c < channels; ++c) {
    const NicTx& tx = nic.tx(c);
    if (tx.valid_q && !tx.loop_q && !passed)
      routers_.inject(rank, c, tx.driven(in.rd_data + c * node.flit_words_), tx.left_q);
  }
  nic.read_register(in.access, in.cycle);
  nic.commit(hardware, {in.access, in.cycle, in.rd_gnt, in.wr_gnt, in.rd_data}, driven);
  nic.settle(hardware);
  node.nic_quiet_ = nic.quiescent(hardware);
  node.settle_nic(hardware, out);
  for (unsigned c = 0; given && c < channels; ++c) driven.credit[links + c] = 0;
  if (given) driven.valid = 0;
  of.busy = node.nic_quiet_ ? of.busy & ~bit : of.busy | bit;
  if (node.nic_quiet_) of.alone &= ~bit | of.stays;
}

void NicPlanes::save(Rank rank, Node& node) {
  routers_.save(rank, node.router_);
  if ((alone(rank / plane_nodes) & bit_of(rank)) == 0) {
    save_sender(rank, node.nic_.tx_[0]);
  } else if (plain_) {
    node.nic_.tx_[0].monitor.credit_stalls_q += routers_.take_waiting(rank);
  }
}

void NicPlanes::show(Rank rank, Node& node, NodeOut& out) {
  const AnyHardware hardware{sizes_};
  save(rank, node);
  if ((alone(rank / plane_nodes) & bit_of(rank)) == 0) {
    node.nic_.settle(hardware);
    node.nic_quiet_ = node.nic_.quiescent(hardware);
  }
  node.router_.settle(hardware, out.link);
  node.settle(out);
}

void NicPlanes::hide(Node& node) {
  node.router_.out_.valid = 0;
  node.router_.out_.credit = {};
}

void NicPlanes::leave(Rank rank) {
  Plane issued = 0;
  for (unsigned v = 0; v < config_.vcs; ++v) issued |= word_of(rank).issued[v];
  if ((issued & bit_of(rank)) != 0) tile_[rank].memory->show_read(routers_.last_flit(tile_[rank].packet));
}

}  // namespace collnoc::model
