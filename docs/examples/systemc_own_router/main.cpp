// Your own router beside our NIC: in the place of the router of one node, then of all, of a 4x4 mesh on which
// every tile sends a message to every other one. All bytes arrive; how long it takes is compared with ours.
#include <algorithm>
#include <iostream>
#include <memory>

#include "collnoc/systemc/native_tiles.hpp"
#include "collnoc/systemc/network_module.hpp"
#include "own_router.hpp"

namespace {

using namespace collnoc;

constexpr std::uint32_t bytes = 200;
const Topology mesh = Topology::mesh(4, 4);

systemc::NodeMaker own_router() {
  return systemc::make_split([](const HardwareConfig& config, const model::Place& place) {
    return std::make_unique<OwnRouter>(config, place);
  });
}

struct Design {
  Design(const std::string& name, const std::function<systemc::NodeMaker(Rank)>& maker)
      : network((name + "_network").c_str(), mesh, {}, 8192, maker),
        tiles((name + "_tiles").c_str(), mesh, [this](Rank r) -> systemc::TileBus& { return network.bus(r); },
              {.first_cycle = 8}, exchange) {}

  static void exchange(systemc::NativeTile& tile) {
    const Rank me = tile.rank(), n = mesh.size();
    for (Rank r = 0; r < n; ++r) std::fill_n(tile.memory().begin() + r * bytes, bytes, content(me, r));
    for (Rank k = 1; k < n; ++k) {
      const Rank to = (me + k) % n;
      tile.put({.dst = to, .local = to * bytes, .remote = (n + me) * bytes, .bytes = bytes, .counter = 1});
    }
    tile.wait(1, n - 1);
  }
  static std::byte content(Rank from, Rank to) { return static_cast<std::byte>(16 * from + to); }
  std::uint64_t wrong() {
    std::uint64_t count = 0;
    for (Rank to = 0; to < mesh.size(); ++to) {
      for (Rank from = 0; from < mesh.size(); ++from) {
        const auto area = network.bus(to).memory().subspan((mesh.size() + from) * bytes, bytes);
        if (from != to)
          count +=
              bytes - static_cast<std::uint64_t>(std::count(area.begin(), area.end(), content(from, to)));
      }
    }
    return count;
  }
  std::uint64_t cycles() const {
    std::uint64_t last = 0;
    for (Rank r = 0; r < mesh.size(); ++r) last = std::max(last, tiles.finished(r));
    return last;
  }

  systemc::NetworkModule network;
  systemc::NativeTiles tiles;
};

}  // namespace

int sc_main(int, char**) {
  sc_core::sc_clock clk("clk", 10, sc_core::SC_NS);
  sc_core::sc_signal<bool> rst_n("rst_n", false);
  Design ours("ours", [](Rank) { return systemc::make_model; });
  Design one("one", [](Rank r) { return r == 5 ? own_router() : systemc::make_model; });
  Design all("all", [](Rank) { return own_router(); });
  for (Design* d : {&ours, &one, &all}) {
    d->network.clk_i(clk);
    d->network.rst_ni(rst_n);
  }
  sc_core::sc_start(15, sc_core::SC_NS);
  rst_n = true;
  sc_core::sc_start(100, sc_core::SC_US);

  bool good = true;
  const auto report = [&](const char* routers, Design& d) {
    good = good && d.tiles.done() && d.wrong() == 0;
    std::cout << routers << ": " << d.cycles() << " cycles, " << d.wrong() << " bytes wrong\n";
  };
  report("our routers", ours);
  report("yours at node 5", one);
  report("yours everywhere", all);
  return good ? 0 : 1;
}
