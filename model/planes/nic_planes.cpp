#include "collnoc/model/planes/nic_planes.hpp"

namespace collnoc::model {

void NicPlanes::take(std::size_t w) {
  if (!plain_) return;
  Word& of = word_[w];
  const RouterPlanes::Given& given = routers_.given(w);
  for (unsigned v = 0; v < config_.vcs; ++v) {
    of.given.flits[v] = given.flits[v] & ~of.alone;
    of.given.heads[v] = given.heads[v] & ~of.alone;
    of.given.tails[v] = given.tails[v] & ~of.alone;
    of.receiving[v] = (of.receiving[v] | (given.heads[v] & of.alone)) & ~(given.tails[v] & of.alone);
  }
}

Plane NicPlanes::issues(std::size_t w) {
  Word& of = word_[w];
  Plane issues = 0, waits = 0, received = 0;
  for (unsigned v = 0; v < config_.vcs; ++v) {
    const Plane issued = std::exchange(of.issued[v], Plane{0}), wants = of.wants[v];
    received |= of.received.flits[v];
    of.passed[v] = issued;
    if (issued != 0) routers_.inject(w, v, issued);
    if (wants == 0) continue;
    of.issued[v] = wants & routers_.injection_room(w, v, issued);
    issues |= of.issued[v];
    waits |= wants;
  }
  routers_.count_waiting(w, waits & ~issues);
  routers_.refund(w, received);  // what is received leaves its place
  const Plane payload = issues & of.sending;
  Plane more = 0, down = payload;
  for (unsigned c = 0; c < left_bits_; ++c) {
    const Plane x = of.left[c];
    more |= of.left[c] = x ^ down;
    down &= ~x;
  }
  const Plane last = payload & ~more;
  of.sending &= ~last;
  return (issues & ~payload) | last | (payload & (eager_ | of.overlaps));
}

Plane NicPlanes::receives(std::size_t w) {
  Word& of = word_[w];
  Plane events = 0;
  for (unsigned v = 0; v < config_.vcs; ++v) {
    const Plane flits = of.received.flits[v];
    if (flits == 0) continue;
    const Plane heads = of.received.heads[v], tails = of.received.tails[v];
    Plane up = flits & ~heads, any = 0;
    for (unsigned c = 0; c < left_bits_; ++c) {
      const Plane x = of.come[v][c] & ~heads;
      any |= x;
      of.come[v][c] = x ^ up;
      up &= x;
    }
    of.receiving[v] = (of.receiving[v] | heads) & ~tails;
    events |= heads | tails | (flits & ((of.watched & ~any) | of.overlaps | of.listened));
  }
  return events;
}

/// A head, or the last flit of a packet; any flit if packets overlap.
void NicPlanes::issue(Rank rank) {
  Tile& tile = tile_[rank];
  NicTx& tx = *tile.tx;
  Word& of = word_of(rank);
  const Plane bit = bit_of(rank);
  const unsigned vc = tx.queue_q[tx.rd_ptr_q].vc;
  bool finish = false;
  if (tx.left_q == 0) {
    finish = tx.issue();
    tile.packet = routers_.new_packet(rank, 1u + tx.left_q);
    Packet& p = routers_.packet(tile.packet);
    routers_.begin(p, tx.header_q.data());
    p.source = rank;
    routers_.arrive(rank, links_, vc, tile.packet);
    if (tx.left_q != 0) {
      of.sending |= bit;
      for (unsigned c = 0; c < left_bits_; ++c)
        of.left[c] |= Plane{tx.left_q >> c & 1u} << (rank % plane_nodes);
      find_overlaps(rank);
    }
  } else if ((of.sending & bit) != 0) {
    read_flits(tile, tx.left_q - left(rank));
  } else {
    read_flits(tile, tx.left_q - 1u);
    Packet& p = routers_.packet(tile.packet);
    tile.memory->read_flits(tx.next_address(), p.data + p.have++ * flit_words_, 1);
    finish = tx.issue();
    if ((of.overlaps & bit) != 0) find_overlaps(rank);
  }
  if (!finish) return;
  tx.pop();
  of.blocked &= ~bit;
  of.wants[vc] &= ~bit;
  want(of, bit, tx);
}

/// The next flits that were issued, none of which is the last of its packet.
void NicPlanes::read_flits(Tile& tile, unsigned n) {
  if (n == 0) return;
  Packet& p = routers_.packet(tile.packet);
  tile.memory->read_flits(tile.tx->next_address(), p.data + p.have * flit_words_, n);
  p.have = static_cast<std::uint16_t>(p.have + n);
  tile.tx->issue_next(n);
}

/// Of the packet that is received, these payload flits are in memory afterwards.
void NicPlanes::write_flits(Rank rank, unsigned v, unsigned come) {
  Arriving& in = arriving(rank, v);
  const unsigned n = come - in.written;
  if (n == 0) return;
  const Packet& p = packet_with(in.packet, come + 1);
  NicRx::Context& context = tile_[rank].rx->context_q[v];
  tile_[rank].memory->write_flits(context.addr, flit(p, in.written + 1u), n);
  context.addr = (context.addr + n * flit_words_) & address_mask;
  in.written = static_cast<std::uint16_t>(come);
}

/// A packet of which at least so many flits are read.
Packet& NicPlanes::packet_with(std::uint32_t packet, unsigned flits) {
  Packet& p = routers_.packet(packet);
  if (eager_ == 0 && p.have < flits) {
    Tile& source = tile_[p.source];
    read_flits(source, source.tx->left_q - left(p.source));
  }
  return p;
}

void NicPlanes::catch_up(Rank rank) {
  const Word& of = word_of(rank);
  const Plane bit = bit_of(rank) & ~alone(rank / plane_nodes);
  Tile& tile = tile_[rank];
  if ((of.sending & bit) != 0) read_flits(tile, tile.tx->left_q - left(rank));
  for (unsigned v = 0; v < config_.vcs; ++v)
    if ((of.receiving[v] & bit) != 0) write_flits(rank, v, come(rank, v));
}

/// A packet begins or ends: whether two of those that are sent and received may have a word in common. Memory
/// is as it would be in this cycle afterwards.
void NicPlanes::find_overlaps(Rank rank) {
  Word& of = word_of(rank);
  const Plane bit = bit_of(rank);
  const Tile& tile = tile_[rank];
  struct Range {
    std::uint32_t addr;
    unsigned flits;
  } range[max_vcs + 1];
  unsigned ranges = 0;
  if ((of.sending & bit) != 0) range[ranges++] = {tile.tx->next_address(), tile.tx->left_q};
  for (unsigned v = 0; v < config_.vcs; ++v) {
    if ((of.receiving[v] & bit) == 0) continue;
    const Arriving& in = arriving(rank, v);
    range[ranges++] = {tile.rx->context_q[v].addr, routers_.packet(in.packet).flits - 1u - in.written};
  }
  bool overlaps = false;
  for (unsigned k = 1; k < ranges; ++k) {
    for (unsigned n = 0; n < k; ++n)
      overlaps |= tile.memory->may_overlap(range[k].addr, range[k].flits, range[n].addr, range[n].flits);
  }
  if (overlaps) catch_up(rank);
  of.overlaps = overlaps ? of.overlaps | bit : of.overlaps & ~bit;
}

// Nic::commit() and Nic::settle() without channels: answer() and launch().

void NicPlanes::answer(Rank rank, Node& node, const RegisterAccess& a, std::uint32_t cycle, NodeOut& out) {
  Nic& nic = node.nic_;
  Word& of = word_of(rank);
  const Plane bit = bit_of(rank);
  if (a.valid && !a.write) {
    save_sender(rank, nic.tx_[0]);
    if (a.addr >> 8 == 2) routers_.save_counts(rank, node.router_);
  }
  nic.read_register(a, cycle);
  NicRx& rx = nic.rx_[0];
  ArrivalCounters::In x;
  if (a.valid && (a.addr >> 8) == 1) {
    x.read = !a.write;
    x.subtract = a.write;
    x.number = (a.addr >> 2) & 63;
    x.amount = a.wdata;
  }
  x.inc = std::exchange(rx.inc_q, false);
  x.incremented = rx.inc_counter_q;
  nic.counters_.commit(x);
  out.event = nic.event();
  out.reg_rdata = nic.reg_rdata();
  const bool more = nic.count_valid_q_ || nic.counters_.read_q || nic.counters_.subtract_q;
  of.answering = more ? of.answering | bit : of.answering & ~bit;
}

bool NicPlanes::launch(Rank rank, Node& node, const RegisterAccess& a, NodeOut& out) {
  Nic& nic = node.nic_;
  NicTx& tx = nic.tx_[0];
  Word& of = word_of(rank);
  const Plane bit = bit_of(rank);
  const bool done = nic.launch_done_;
  if (done && nic.launch_.errors == 0) {
    tx.queue(nic.launch_.descriptor);
    if (tx.count_q == 1) want(of, bit, tx);
  }
  const bool launches = nic.commit_put(a);
  if (launches) nic.launch_ = nic_launch(config_, node.router_.place(), nic.put_);
  nic.launch_done_ = nic.launch_valid_q_ && (nic.launch_.errors != 0 || !tx.full());

  out.reg_ready = nic.reg_ready();
  of.launching = nic.launch_valid_q_ ? of.launching | bit : of.launching & ~bit;
  of.blocked = nic.launch_valid_q_ && !nic.launch_done_ ? of.blocked | bit : of.blocked & ~bit;
  const bool leaves = launches && nic.launch_.descriptor.self;
  if (leaves) go_alone(rank, node, out);
  return leaves;
}

void NicPlanes::save_sender(Rank rank, NicTx& tx) {
  const Word& of = word_of(rank);
  catch_up(rank);
  tx.valid_q = false;
  for (unsigned v = 0; v < config_.vcs; ++v) {
    const bool issued = (of.issued[v] & bit_of(rank)) != 0;
    tx.valid_q |= issued;
    tx.credit_q[v] = static_cast<std::uint8_t>(routers_.injection_credits(rank, v) - issued);
  }
  tx.monitor.credit_stalls_q += routers_.take_waiting(rank);
}

/// What the router gave in this cycle.
void NicPlanes::save_receiver(Rank rank, NicRx& rx) {
  const Word& of = word_of(rank);
  const Plane bit = bit_of(rank);
  rx.eject.reset();
  for (unsigned v = 0; v < config_.vcs; ++v) {
    if ((of.given.flits[v] & bit) == 0) continue;
    const bool head = (of.given.heads[v] & bit) != 0;
    const unsigned n = head ? 0 : come(rank, v) + 1;
    const Packet& p = packet_with(head ? routers_.beginning(rank, v) : arriving(rank, v).packet, n + 1);
    rx.eject.push({flit(p, n), static_cast<std::uint8_t>(v), head, (of.given.tails[v] & bit) != 0},
                  flit_words_);
  }
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
  save_receiver(rank, node.nic_.rx_[0]);
  for (unsigned v = 0; v < config_.vcs; ++v) {
    of.wants[v] &= ~bit;
    if ((of.given.heads[v] & bit) != 0) arriving(rank, v).packet = routers_.beginning(rank, v);
    of.receiving[v] = (of.receiving[v] | (of.given.heads[v] & bit)) & ~(of.given.tails[v] & bit);
    if ((of.given.tails[v] & bit) != 0) routers_.retire(rank, arriving(rank, v).packet);
    for (Plane* given : {of.given.flits, of.given.heads, of.given.tails}) given[v] &= ~bit;
  }
  of.sending &= ~bit;
  of.overlaps &= ~bit;
  for (Plane& left : of.left) left &= ~bit;
  for (Plane* registers : {&of.counting, &of.events, &of.launching, &of.blocked, &of.answering})
    *registers &= ~bit;
  of.alone |= bit;
  of.busy |= bit;
  node.nic_.settle();
  node.nic_quiet_ = false;
  node.settle_nic(out);
}

void NicPlanes::tick(Rank rank, Node& node, bool given, const NodeIn& in, NodeOut& out) {
  const unsigned links = sizes_.links(), channels = sizes_.channels();
  Nic& nic = node.nic_;
  Word& of = word_of(rank);
  const Plane bit = bit_of(rank);
  Router::Out_& driven = node.router_.out_;
  for (unsigned c = 0; given && c < channels; ++c) driven.credit[links + c] = routers_.credits(rank, c);
  if (in.access.valid && (in.access.addr >> 8) == 2) routers_.save_counts(rank, node.router_);
  for (std::uint32_t m = nic.eject_credits(in.rd_gnt, in.wr_gnt); m != 0; m &= m - 1)
    routers_.refund(rank, static_cast<unsigned>(std::countr_zero(m)));
  bool passed = false;  // a flit that was issued in planes
  for (unsigned v = 0; v < config_.vcs; ++v) passed |= (of.passed[v] & bit) != 0;
  for (unsigned c = 0; c < channels; ++c) {
    const NicTx& tx = nic.tx(c);
    if (tx.valid_q && !tx.loop_q && !passed)
      routers_.inject(rank, c, tx.driven(in.rd_data + c * node.flit_words_), tx.left_q);
  }
  nic.read_register(in.access, in.cycle);
  nic.commit({in.access, in.cycle, in.rd_gnt, in.wr_gnt, in.rd_data}, driven);
  if (in.access.valid) node.write_route(in.access);
  nic.settle();
  node.nic_quiet_ = nic.quiescent();
  node.settle_nic(out);
  for (unsigned c = 0; given && c < channels; ++c) driven.credit[links + c] = 0;
  if (given) driven.valid = 0;
  of.busy = node.nic_quiet_ ? of.busy & ~bit : of.busy | bit;
  Plane receiving = 0;
  for (unsigned v = 0; v < config_.vcs; ++v) receiving |= of.receiving[v];
  if (node.nic_quiet_) of.alone &= ~bit | of.stays | receiving;
}

/// All senders read what they have issued.
void NicPlanes::read_all() {
  for (std::size_t w = 0; w < word_.size(); ++w) {
    for (Plane m = word_[w].sending; m != 0; m &= m - 1) {
      const auto rank = static_cast<Rank>(w * plane_nodes + static_cast<unsigned>(std::countr_zero(m)));
      read_flits(tile_[rank], tile_[rank].tx->left_q - left(rank));
    }
  }
}

void NicPlanes::save(Rank rank, Node& node) {
  read_all();
  routers_.save(rank, node.router_);
  if ((alone(rank / plane_nodes) & bit_of(rank)) == 0) {
    save_sender(rank, node.nic_.tx_[0]);
    save_receiver(rank, node.nic_.rx_[0]);
  } else if (plain_) {
    node.nic_.tx_[0].monitor.credit_stalls_q += routers_.take_waiting(rank);
  }
}

void NicPlanes::show(Rank rank, Node& node, NodeOut& out) {
  save(rank, node);
  if ((alone(rank / plane_nodes) & bit_of(rank)) == 0) {
    node.nic_.settle();
    node.nic_quiet_ = node.nic_.quiescent();
  }
  node.router_.settle(out.link);
  node.settle(out);
}

void NicPlanes::hide(Node& node) {
  node.router_.out_.valid = 0;
  node.router_.out_.credit = {};
}

void NicPlanes::leave(Rank rank) {
  Plane issued = 0;
  for (unsigned v = 0; v < config_.vcs; ++v) issued |= word_of(rank).issued[v];
  if ((issued & bit_of(rank)) == 0) return;
  const Packet& p = routers_.packet(tile_[rank].packet);
  tile_[rank].memory->show_read(flit(p, p.have - 1u));
}

}  // namespace collnoc::model
