// RTL beside models: on a 4x4 mesh of nodes with pins, node 5 is verilated RTL, node 10 is RTL and model in
// lockstep, and all others are models. The software of every tile is an SC_THREAD: a broadcast, then a total
// exchange, of which every byte is checked. The links are traced. The same software runs on the same network
// as one fast module, and ends in the same cycle on every tile.
#include <iostream>

#include "collnoc/firmware/runtime/collectives.hpp"
#include "collnoc/systemc/fabric_module.hpp"
#include "collnoc/systemc/native_tiles.hpp"
#include "collnoc/systemc/network_module.hpp"
#include "collnoc/systemc/node_makers.hpp"
#include "collnoc/systemc/trace_links.hpp"

namespace {

using namespace collnoc;

constexpr std::uint32_t bytes = 40;  // of a block, a multiple of 8
constexpr Rank root = 3, rtl_rank = 5, lockstep_rank = 10;
const Topology mesh = Topology::mesh(4, 4);

std::byte sample(Rank from, Rank to, std::uint32_t i) {
  return static_cast<std::byte>(from * 37 + to * 11 + i * 3);
}

/// What runs on every tile. Returns the number of wrong bytes.
std::uint64_t program(systemc::NativeTile& tile) {
  const Rank n = size(tile), me = tile.rank();
  const auto memory = tile.memory();
  std::uint64_t wrong = 0;

  for (std::uint32_t i = 0; i < bytes; ++i) memory[i] = me == root ? sample(root, root, i) : std::byte{0};
  broadcast(tile, Area{0, bytes}, root);
  for (std::uint32_t i = 0; i < bytes; ++i) wrong += memory[i] != sample(root, root, i) ? 1 : 0;

  for (Rank to = 0; to < n; ++to)
    for (std::uint32_t i = 0; i < bytes; ++i) memory[to * bytes + i] = sample(me, to, i);
  const std::uint32_t received = total_exchange(tile, Area{0, bytes});
  for (Rank from = 0; from < n; ++from)
    for (std::uint32_t i = 0; i < bytes; ++i)
      wrong += from != me && memory[received + from * bytes + i] != sample(from, me, i) ? 1 : 0;
  return wrong;
}

}  // namespace

int sc_main(int argc, char** argv) {
  const HardwareConfig config;
  const auto say = [](const std::string& line) { std::cerr << line << "\n"; };
  const systemc::NodeMakers rtl(NodeKind::rtl, config, say), lockstep(NodeKind::lockstep, config, say);

  sc_core::sc_clock clk("clk", 10, sc_core::SC_NS);
  sc_core::sc_signal<bool> rst_n("rst_n", false);
  systemc::NetworkModule pins("pins", mesh, config, 8192, [&](Rank r) -> systemc::NodeMaker {
    return r == rtl_rank ? rtl(r) : r == lockstep_rank ? lockstep(r) : systemc::make_model;
  });
  pins.clk_i(clk);
  pins.rst_ni(rst_n);
  systemc::FabricModule fast("fast", mesh, config);
  fast.clk_i(clk);

  std::uint64_t wrong = 0;
  const auto body = [&](systemc::NativeTile& tile) { wrong += program(tile); };
  const systemc::NativeTiles::Options start{.first_cycle = 8};
  systemc::NativeTiles on_pins(
      "on_pins", mesh, [&](Rank r) -> systemc::TileBus& { return pins.bus(r); }, start, body);
  systemc::NativeTiles on_fast(
      "on_fast", mesh, [&](Rank r) -> systemc::TileBus& { return fast.bus(r); }, start, body);
  sc_core::sc_trace_file* const vcd = sc_core::sc_create_vcd_trace_file(argc > 1 ? argv[1] : "links");
  systemc::trace_links(vcd, pins);

  sc_core::sc_start(15, sc_core::SC_NS);
  rst_n = true;
  for (int k = 0; k < 100 && !(on_pins.done() && on_fast.done()); ++k) sc_core::sc_start(1, sc_core::SC_US);
  sc_core::sc_close_vcd_trace_file(vcd);

  bool equal = on_pins.done() && on_fast.done();
  for (Rank r = 0; r < mesh.size(); ++r) equal = equal && on_pins.finished(r) == on_fast.finished(r);
  std::cout << "bytes wrong: " << wrong << ", links compared in lockstep: " << lockstep.link_cycles()
            << (equal ? ", pins and fast module equal, rank 0 done in cycle " +
                            std::to_string(on_pins.finished(0))
                      : ", pins and fast module differ")
            << "\n";
  return wrong == 0 && equal && lockstep.link_cycles() > 0 ? 0 : 1;
}
