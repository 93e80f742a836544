// Your own router, a SystemC module with pins, in the place of the router of node 5 of a 4x4 mesh; its NIC
// and all other nodes are our RTL. Every tile sends a message to every other one. The same network with our
// router at node 5 delivers the same bytes; the cycles are compared.
#include <algorithm>
#include <iostream>
#include <memory>

#include "collnoc/systemc/native_tiles.hpp"
#include "collnoc/systemc/network_module.hpp"
#include "collnoc/systemc/node_makers.hpp"
#include "collnoc/systemc/piece_makers.hpp"
#include "collnoc/systemc/split_node.hpp"
#include "own_router.hpp"

namespace {

using namespace collnoc;

constexpr std::uint32_t bytes = 200;
constexpr Rank place_of_yours = 5;
const Topology mesh = Topology::mesh(4, 4);

/// Your router with the pins of ours.
struct InPlace : systemc::RouterPins {
  InPlace(const sc_core::sc_module_name& name, const HardwareConfig& config)
      : RouterPins(name, config), router("router") {
    router.clk(clk_i);
    router.reset_n(rst_ni);
    router.place(coord_i);
    router.in_valid(in.valid_i);
    router.in_head(in.head_i);
    router.in_tail(in.tail_i);
    router.in_vc(in.vc_i);
    router.in_data(in.data_i);
    router.in_credit(in_credit_o);
    router.out_valid(out.valid_o);
    router.out_head(out.head_o);
    router.out_tail(out.tail_o);
    router.out_vc(out.vc_o);
    router.out_data(out.data_o);
    router.out_credit(out_credit_i);
    router.nic_credit(eject_credit_i);
  }
  OwnRouter router;
};

/// A network, and the tiles' software.
struct Design {
  Design(const std::string& name, const std::function<systemc::NodeInside(Rank)>& inside)
      : network((name + "_network").c_str(), mesh, {}, 8192, inside),
        tiles((name + "_tiles").c_str(), mesh, [this](Rank r) -> systemc::TileBus& { return network.bus(r); },
              {.first_cycle = 8}, [this](systemc::NativeTile& tile) { exchange(tile); }) {}

  void exchange(systemc::NativeTile& tile) {
    const Rank me = tile.rank(), n = mesh.size();
    const auto content = [](Rank from, Rank to) { return static_cast<std::byte>(16 * from + to); };
    for (Rank r = 0; r < n; ++r) std::fill_n(tile.memory().begin() + r * bytes, bytes, content(me, r));
    for (Rank k = 1; k < n; ++k) {
      const Rank to = (me + k) % n;
      tile.put({.dst = to, .local = to * bytes, .remote = (n + me) * bytes, .bytes = bytes, .counter = 1});
    }
    tile.wait(1, n - 1);
    for (Rank r = 0; r < n; ++r) {
      const auto area = tile.memory().subspan((n + r) * bytes, bytes);
      if (r != me) right += std::count(area.begin(), area.end(), content(r, me));
    }
  }

  systemc::NetworkModule network;
  std::ptrdiff_t right = 0;  // bytes
  systemc::NativeTiles tiles;
};

}  // namespace

int sc_main(int, char**) {
  const auto say = [](const std::string& line) { std::cerr << line << "\n"; };
  const systemc::NodeMakers rtl(NodeKind::rtl, {}, say);
  const systemc::NicMakers rtl_nic(NodeKind::rtl, {}, say);
  const auto yours_beside_rtl = systemc::make_split_modules(
      [](const char* name, const HardwareConfig& c) { return std::make_unique<InPlace>(name, c); },
      rtl_nic(place_of_yours));

  sc_core::sc_clock clk("clk", 10, sc_core::SC_NS);
  sc_core::sc_signal<bool> rst_n("rst_n", false);
  Design ours("ours", rtl), yours("yours", [&](Rank r) -> systemc::NodeInside {
    if (r == place_of_yours) return yours_beside_rtl;
    return rtl(r);
  });
  for (Design* d : {&ours, &yours}) {
    d->network.clk_i(clk);
    d->network.rst_ni(rst_n);
  }
  sc_core::sc_start(15, sc_core::SC_NS);
  rst_n = true;
  for (int n = 0; n < 100 && !(ours.tiles.done() && yours.tiles.done()); ++n)
    sc_core::sc_start(1, sc_core::SC_US);

  for (Rank r = 0; r < mesh.size(); ++r)
    std::cout << "tile " << r << " has everything in cycle " << ours.tiles.finished(r)
              << ", with your router in cycle " << yours.tiles.finished(r) << "\n";
  const std::ptrdiff_t all = mesh.size() * (mesh.size() - 1) * bytes;
  std::cout << ours.right << " and " << yours.right << " bytes of " << all << " are right\n";
  return ours.right == all && yours.right == all ? 0 : 1;
}
