// Sixteen nodes of equal, usual hardware, whose routers are computed together
// (model/router/router_block.hpp). In every cycle they do what Node::tick() does.
#pragma once
#include <array>
#include <bit>
#include <cstdint>

#include "collnoc/model/router/router_block_registers.hpp"
#include "collnoc/model/tile/node_cycle.hpp"

namespace collnoc::model {

template <class Hardware, class Word>
class NodeBlock {
 public:
  explicit NodeBlock(const HardwareConfig& config) : sizes_(config), routers_(config) {}

  /// Takes over a node that has just been reset. It must outlive this object, and must not be ticked.
  void add(unsigned lane, Node& node) {
    nodes_[lane] = &node;
    routers_.take_over(lane, node.router_);
  }
  /// Writes the registers of a node back, so that they can be read.
  void save(unsigned lane) { routers_.save(lane, nodes_[lane]->router_); }
  /// Gives a node back: it can be ticked again.
  void remove(unsigned lane) {
    save(lane);
    std::array<FlitRef, max_links> same;  // as on the wires
    nodes_[lane]->router_.settle(Hardware{sizes_}, same.data());
  }

  // A clock edge: push() of flits that arrive, take() of each node that has an input or is not quiescent,
  // step(), drive().
  [[gnu::always_inline]] void push(unsigned lane, unsigned link, const FlitRef& flit) {
    routers_.push(lane, nodes_[lane]->router_, link, flit);
  }
  /// The inputs of a node except flits on links. Writes the outputs of its NIC in the next cycle to `out`.
  [[gnu::always_inline]] void take(unsigned lane, std::uint64_t link_credits, const NodeIn& in,
                                   NodeOut& out) {
    const Hardware hardware{sizes_};
    const unsigned links = hardware.links();
    std::uint32_t ejected = 0;
    const std::uint32_t valid = routers_.valid(lane), credit_any = routers_.credit_any(lane);
    if (((~quiet_ >> lane & 1) | (valid | credit_any) >> links | std::uint32_t{in.access.valid}) != 0) {
      Node& node = *nodes_[lane];
      Nic& nic = node.nic_;
      Router::Out_& driven = node.router_.out_;
      driven.valid = valid;
      const std::uint64_t credits = routers_.credits(lane, links, hardware.channels());
      std::memcpy(driven.credit.data() + links, &credits, hardware.channels());
      if (in.access.valid && (in.access.addr >> 8) == 2) routers_.save_counters(lane, node.router_);
      ejected = nic.eject_credits(hardware, in.rd_gnt, in.wr_gnt);
      for (unsigned c = 0; c < hardware.channels(); ++c) {
        const NicTx& tx = nic.tx(c);
        if (tx.valid_q && !tx.loop_q)
          routers_.push(lane, node.router_, links + c, tx.driven(in.rd_data + c * node.flit_words_));
      }
      nic.read_register(in.access, in.cycle);
      nic.commit(hardware, {in.access, in.cycle, in.rd_gnt, in.wr_gnt, in.rd_data}, driven);
      nic.settle(hardware);
      node.nic_quiet_ = nic.quiescent(hardware);
      quiet_ = (quiet_ & ~(1u << lane)) | std::uint32_t{node.nic_quiet_} << lane;
      node.settle_nic(hardware, out);
    }
    routers_.take_credits(lane, link_credits, ejected);
  }
  void start() { routers_.start(); }
  void step() { routers_.step(); }
  /// Calls flit(lane, link, FlitRef) and credit(lane, link, vc) for the flits and credits on links in the
  /// next cycle.
  template <class Flit, class Credit>
  [[gnu::always_inline]] void drive(Flit&& flit, Credit&& credit) {
    const unsigned links = Hardware{sizes_}.links();
    routers_.drive(
        flit,
        [&](unsigned lane, unsigned channel, const FlitRef& ref) {
          nodes_[lane]->router_.out_.channel[channel] = ref;
        },
        [&](unsigned lane, unsigned port, unsigned vc) {
          if (port < links) credit(lane, port, vc);
        });
  }
  /// After drive(): the outputs of a node for links, except flits and credits.
  [[gnu::always_inline]] void settle(unsigned lane, NodeOut& out) const {
    const std::uint32_t links = (1u << Hardware{sizes_}.links()) - 1;
    out.link_valid = routers_.valid(lane) & links;
    out.link_credit = routers_.credit_any(lane) & links;
    out.quiescent = ((quiet_ >> lane & 1) & std::uint32_t{routers_.quiescent(lane)}) != 0;
  }
  /// Its credits.
  void show_credits(unsigned lane, NodeOut& out) const {
    const std::uint64_t credits = routers_.credits(lane, 0, Hardware{sizes_}.links());
    std::memcpy(out.credit.data(), &credits, sizeof credits);
  }

 private:
  HardwareSizes sizes_;
  RouterBlock<Hardware, Word> routers_;
  std::array<Node*, block_lanes> nodes_{};
  std::uint32_t quiet_ = ~0u;  // nodes whose NIC is quiescent
};

/// Calls f(NodeBlock type) with the one for this hardware. False if such nodes are computed one by one.
template <class F>
bool for_node_block(const HardwareConfig& config, F&& f) {
  const HardwareSizes sizes(config);
  const unsigned outputs = (sizes.links + sizes.channels) * sizes.vcs;
  return for_hardware(config, sizes, [&](auto hardware) {
    using Hardware = decltype(hardware);
    if constexpr (Hardware::usual) {
      constexpr unsigned most = Hardware::most_ports * Hardware::vcs();
      if (outputs <= 16) {
        if constexpr (most <= 16 || !Hardware::plain_nic)
          return f(std::type_identity<NodeBlock<Hardware, std::uint16_t>>()), true;
      } else if (outputs <= 32) {
        if constexpr (most > 16) return f(std::type_identity<NodeBlock<Hardware, std::uint32_t>>()), true;
      }
    }
    return false;
  });
}

}  // namespace collnoc::model
