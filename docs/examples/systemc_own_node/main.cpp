// Your own node behind the pins: a sink, which takes what arrives on its links, returns the credits, and has
// neither router nor NIC. It stands in the place of node 5 of a 4x4 mesh, to which every other tile sends a
// message. The same network with our node receives the same number of flits on each link, and the messages.
//
// Both nodes are in a wrapper that counts; it is a node, too, and can be around any other, as RTL.
#include <algorithm>
#include <array>
#include <iostream>

#include "collnoc/systemc/native_tiles.hpp"
#include "collnoc/systemc/network_module.hpp"

namespace {

using namespace collnoc;

constexpr std::uint32_t bytes = 40;
constexpr Rank place_of_sink = 5;
const Topology mesh = Topology::mesh(4, 4);

class Sink final : public model::ClockedNode {
 public:
  void reset(model::NodeOut& out) override {
    out.link_valid = out.link_credit = 0;
    out.quiescent = true;
  }
  void tick(const model::NodeIn& in, model::NodeOut& out) override {
    out.link_credit = in.link_valid;  // buffers are free again in the next cycle
    for (unsigned l = 0; l < mesh.links(); ++l)
      if ((in.link_valid >> l & 1) != 0) out.credit[l] = static_cast<std::uint8_t>(1 << in.link[l].vc);
    out.quiescent = out.link_credit == 0;  // then it is not ticked before something arrives
  }
};

using Flits = std::array<std::uint64_t, 4>;  // [link]

class Counting final : public model::ClockedNode {
 public:
  Counting(std::unique_ptr<model::ClockedNode> node, Flits& flits) : node_(std::move(node)), flits_(flits) {}
  void reset(model::NodeOut& out) override { node_->reset(out); }
  void tick(const model::NodeIn& in, model::NodeOut& out) override {
    for (unsigned l = 0; l < flits_.size(); ++l) flits_[l] += in.link_valid >> l & 1;
    node_->tick(in, out);
  }

 private:
  std::unique_ptr<model::ClockedNode> node_;
  Flits& flits_;
};

/// A network with `inside` in the place of the sink, and the tiles' software.
struct Design {
  Design(const std::string& name, const systemc::NodeMaker& inside)
      : network((name + "_network").c_str(), mesh, {}, 8192,
                [this, inside](Rank r) -> systemc::NodeMaker {
                  if (r != place_of_sink) return systemc::make_model;
                  return [this, inside](const HardwareConfig& config, const model::Place& place) {
                    return std::make_unique<Counting>(inside(config, place), flits);
                  };
                }),
        tiles((name + "_tiles").c_str(), mesh, [this](Rank r) -> systemc::TileBus& { return network.bus(r); },
              {.first_cycle = 8}, send) {}

  static void send(systemc::NativeTile& tile) {
    const Rank me = tile.rank();
    if (me == place_of_sink) return;
    std::fill_n(tile.memory().begin(), bytes, static_cast<std::byte>(me + 1));
    tile.put({.dst = place_of_sink, .local = 0, .remote = me * bytes, .bytes = bytes, .counter = 1});
  }

  Flits flits{};
  systemc::NetworkModule network;
  systemc::NativeTiles tiles;
};

}  // namespace

int sc_main(int, char**) {
  sc_core::sc_clock clk("clk", 10, sc_core::SC_NS);
  sc_core::sc_signal<bool> rst_n("rst_n", false);
  Design own("own", [](const HardwareConfig&, const model::Place&) { return std::make_unique<Sink>(); });
  Design ours("ours", systemc::make_model);
  for (Design* d : {&own, &ours}) {
    d->network.clk_i(clk);
    d->network.rst_ni(rst_n);
  }
  sc_core::sc_start(15, sc_core::SC_NS);
  rst_n = true;
  sc_core::sc_start(5, sc_core::SC_US);

  std::uint64_t sum = 0, wrong = 0;
  for (unsigned l = 0; l < own.flits.size(); ++l) {
    std::cout << "link " << l << ": " << own.flits[l] << " flits, with our node " << ours.flits[l] << "\n";
    sum += own.flits[l];
  }
  const auto arrived = ours.network.bus(place_of_sink).memory();
  for (Rank r = 0; r < mesh.size(); ++r)
    for (std::uint32_t i = 0; i < bytes && r != place_of_sink; ++i)
      wrong += arrived[r * bytes + i] != static_cast<std::byte>(r + 1) ? 1 : 0;
  const std::uint64_t expected =
      (mesh.size() - 1) * (1 + bytes / 8);  // a head flit, and 8 bytes in each other
  std::cout << sum << " flits of " << expected << ", bytes wrong with our node: " << wrong << "\n";
  return own.flits == ours.flits && sum == expected && wrong == 0 ? 0 : 1;
}
