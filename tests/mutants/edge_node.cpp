#include "tests/mutants/edge_node.hpp"

#include <fmt/format.h>

#include <utility>

#include "collnoc/model/router/route_compute.hpp"
#include "sim/topology/topology_form.hpp"

namespace collnoc::test {
namespace {

constexpr std::uint32_t most_words = 1u << 18;

}  // namespace

EdgeNode::EdgeNode(const Topology& network, Rank rank, const HardwareConfig& config, std::uint32_t mem_words,
                   const NodeFactory& make, std::uint64_t seed)
    : network_(network),
      rank_(rank),
      config_(config),
      mem_words_(mem_words),
      random_(seed),
      memory_(config, most_words),
      node_(make(rank, config, model::Place::of(network, config, rank, mem_words))),
      senders_(network.links()),
      data_(network.links()),
      flits_(network.links()),
      held_(network.links()),
      first_cycle_(below(std::uint64_t{1} << 32)) {
  node_->reset(out_);
  for (Sender& s : senders_) s.credits.fill(config_.vc_depth);
  for (unsigned n = 0; n < 4000; ++n) {
    const Rank src = below(network.size()), dst = below(network.size());
    follow(src, dst, below(1u << network.dims()), below(config.route_orders));
  }
}

/// Notes where the packets of a message arrive at the node, if they do.
void EdgeNode::follow(Rank src, Rank dst, unsigned minus, unsigned order) {
  if (src == dst || src == rank_ ||
      !topology_form(network_.kind()).can_be_asked_for(network_, src, dst, minus))
    return;
  model::Head head;
  head.dst = network_.address(dst);
  head.src = static_cast<std::uint16_t>(network_.address(src));
  head.route = static_cast<std::uint8_t>(minus | (order != 0 ? model::Head::descending : 0u));
  Rank at = src;
  unsigned port = network_.links(), vc = 0;
  while (at != dst && at != rank_) {
    const model::Out out =
        model::route_compute(config_, model::Place::of(network_, config_, at, 1), port, vc, head);
    const Link link = model::out_port(out);
    port = network_.opposite(at, link);
    vc = model::out_vc(out);
    at = network_.neighbour(at, link);
  }
  if (at == rank_) senders_[port].packets[vc].push_back(head);
}

void EdgeNode::drive_links(model::NodeIn& in) {
  in.link = flits_.data();
  for (unsigned l = 0; l < senders_.size(); ++l) {
    Sender& s = senders_[l];
    const unsigned vc = below(config_.vcs);
    std::deque<Flit>& flits = s.flits[vc];
    if (flits.empty() && now_ < stop_ && !s.packets[vc].empty() && chance(50)) {
      model::Head head = s.packets[vc][below(s.packets[vc].size())];
      head.last = static_cast<std::uint8_t>(below(8));
      head.counter = static_cast<std::uint8_t>(below(model::counters));
      head.addr = below(most_words);
      const unsigned payload = chance(50) ? 0 : below(config_.max_packet_flits);
      flits.push_back({head.word(), true, payload == 0});
      for (unsigned f = 1; f <= payload; ++f) flits.push_back({random_(), false, f == payload});
    }
    if (flits.empty() || s.credits[vc] == 0 || chance(10)) continue;
    --s.credits[vc];
    const Flit flit = flits.front();
    flits.pop_front();
    data_[l] = flit.data;
    in.link_valid |= 1u << l;
    flits_[l] = {&data_[l], static_cast<std::uint8_t>(vc), flit.head, flit.tail};
  }
}

/// Neighbours accept every flit and return its credit later; sometimes so late that buffers fill.
void EdgeNode::return_credits(model::NodeIn& in) {
  const unsigned held_back = (now_ & 128) != 0 ? 95 : 30;
  for (unsigned l = 0; l < senders_.size(); ++l) {
    in.credit[l] = 0;
    for (unsigned vc = 0; vc < config_.vcs; ++vc) {
      if (held_[l][vc] == 0 || chance(held_back)) continue;
      --held_[l][vc];
      in.credit[l] = static_cast<std::uint8_t>(in.credit[l] | 1u << vc);
      in.link_credit |= 1u << l;
    }
    if ((out_.link_credit >> l & 1) != 0)
      for (unsigned vc = 0; vc < config_.vcs; ++vc) senders_[l].credits[vc] += out_.credit[l] >> vc & 1u;
    if ((out_.link_valid >> l & 1) != 0) ++held_[l][out_.link[l].vc];
  }
}

/// Values of PUT_SRC, PUT_ADDR, PUT_BYTES, PUT_CTRL and PUT_NODE.
std::array<std::uint32_t, 5> EdgeNode::any_put() {
  const std::uint32_t end = 8 * mem_words_;
  std::uint32_t ctrl = below(model::counters), node = network_.address(below(network_.size()));
  for (unsigned d = 0; d < network_.dims() && network_.has_directions(); ++d) ctrl |= below(3) << (8 + 2 * d);
  if (chance(10)) node ^= 1u << below(32);
  if (chance(10)) ctrl ^= 1u << below(32);
  if (chance(30))
    return {below(std::uint64_t{1} << 32), below(std::uint64_t{1} << 32), 0, ctrl | nic::ctrl_signal, node};
  std::uint32_t place = 0, bytes = 1 + below(64);
  switch (below(4)) {
    case 0: place = end + below(24) - 16 - bytes; break;  // around the end
    case 1:                                               // beyond the end: by a few bytes, or a bit
      place = chance(50) ? below(end) : below(end) & ~7u;
      bytes = end - place + (chance(50) ? 1 + below(8) : 1u << below(31));
      break;
    case 2: place = 0u - 8 * (1 + below(16)); break;  // around the end of the address space
    default: place = 1u << below(32); break;
  }
  // The other place is right, as far as a place can be that.
  const std::uint32_t other = bytes < end ? below(end - bytes + 1) & ~7u : 0;
  if (chance(50)) return {place, other, bytes, ctrl, node};
  return {other, place, bytes, ctrl, node};
}

model::RegisterAccess EdgeNode::software() {
  const auto nothing = [&] {  // then the other pins mean nothing
    const bool write = chance(50);
    const auto address = static_cast<std::uint16_t>(chance(20) ? nic::error : below(256) * 4);
    return model::RegisterAccess{false, write, address, below(std::uint64_t{1} << 32)};
  };
  if (now_ < in_reset_until_ || out_.held) {
    writer_ = {};
    return nothing();
  }
  if (!writer_.idle()) {
    const model::RegisterAccess access = writer_.drive(out_.reg_ready);
    return access.valid ? access : nothing();
  }
  if (now_ >= stop_ || chance(20)) return nothing();
  if (chance(60))
    return {true, false, static_cast<std::uint16_t>(chance(30) ? nic::error : below(256) * 4), 0};
  if (chance(40)) return {true, true, nic::error, below(std::uint64_t{1} << 32)};
  writer_.begin_raw(any_put());
  return writer_.drive(out_.reg_ready);
}

void EdgeNode::cycle() {
  model::NodeIn in;
  drive_links(in);
  return_credits(in);
  if (resets_ && now_ < stop_ && chance(1)) in_reset_until_ = now_ + 1 + below(100);
  in.tile_reset = now_ < in_reset_until_;
  in.access = software();
  in.cycle = static_cast<std::uint32_t>(first_cycle_ + now_);
  memory_.access(out_);
  in.rd_gnt = memory_.rd_gnt();
  in.wr_gnt = memory_.wr_gnt();
  in.rd_data = memory_.rd_data();
  model::NodeOut next;
  node_->tick(in, next);
  memory_.advance();
  out_ = std::move(next);
  ++now_;
}

bool EdgeNode::busy() const {
  for (const Sender& s : senders_)
    for (unsigned vc = 0; vc < config_.vcs; ++vc)
      if (!s.flits[vc].empty() || s.credits[vc] != config_.vc_depth) return true;
  return now_ < in_reset_until_ || out_.held || !out_.quiescent || out_.link_valid != 0 || !writer_.idle();
}

std::string EdgeNode::run(std::uint64_t cycles) {
  stop_ = now_ + cycles;
  while (now_ < stop_ || busy()) {
    if (now_ > stop_ + 20 * cycles) return fmt::format("still busy at cycle {}", now_);
    cycle();
  }
  return {};
}

void read_any_straps(const HardwareConfig& config, const NodeFactory& make, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto any = [&](unsigned bits) { return static_cast<std::uint32_t>(random() % (1u << bits)); };
  const unsigned wrap = config.topology == TopologyKind::grid ? any(config.dims) : 0;
  const model::Place place = model::Place::at_straps(config, any(20), any(20), wrap, any(19));
  const std::unique_ptr<AnyNode> node = make(0, config, place);
  model::TileMemory memory(config, 16);
  model::NodeOut out;
  node->reset(out);
  for (unsigned n = 0; n < 128; ++n) {
    model::NodeIn in;
    in.cycle = static_cast<std::uint32_t>(random());
    if (n % 2 == 0) in.access = {true, false, static_cast<std::uint16_t>(n % 64 * 2), 0};
    memory.access(out);
    in.rd_data = memory.rd_data();
    model::NodeOut next;
    node->tick(in, next);
    memory.advance();
    out = std::move(next);
  }
}

}  // namespace collnoc::test
