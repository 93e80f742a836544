// A processor of somebody else (stack_machine.hpp) on each of 16 tiles: together they compute an all-reduce
// by recursive doubling, as docs/examples/all_reduce does, through the tiles' TLM-2.0 sockets.
#include <deque>
#include <iostream>

#include "collnoc/systemc/network_module.hpp"
#include "collnoc/systemc/tile_socket.hpp"
#include "stack_machine.hpp"

namespace {

constexpr std::uint32_t words = 8, tiles = 16;
constexpr std::uint32_t nic = collnoc::systemc::register_base;

// Words of memory: step at 0, bit at 4, i at 8; the sum before step s at 256 + 64 s, what comes in it at 1024
// + 64 s. Counter s + 1 counts what comes in step s.
const char* const program = R"(
  0 i !
fill:
  rank 10 * i @ +   i @ 4 * 256 +  !
  i @ 1 +  i !   i @ 8 = 1 xor  jump? fill
  0 step !  1 bit !
next:
  step @ 64 * 256 +   PUT_SRC !
  step @ 64 * 1024 +  PUT_ADDR !
  32 PUT_BYTES !
  step @ 1 +  PUT_CTRL !
  rank bit @ xor  dup 4 mod  swap 4 / 256 * +  PUT_NODE !
look:
  step @ 1 + 4 * COUNTERS + @  jump? came
  sleep  jump look
came:
  1  step @ 1 + 4 * COUNTERS +  !
  0 i !
add:
  step @ 64 * 256 +  i @ 4 * +  @    step @ 64 * 1024 +  i @ 4 * +  @   +
  step @ 64 * 320 +  i @ 4 * +  !
  i @ 1 +  i !   i @ 8 = 1 xor  jump? add
  step @ 1 +  step !   bit @ 2 *  bit !
  step @ 4 = 1 xor  jump? next
  halt
)";

struct Tile : sc_core::sc_module {
  Tile(const sc_core::sc_module_name& name, collnoc::systemc::TileBus& bus, std::uint32_t rank)
      : sc_module(name),
        machine("machine", program,
                {{"rank", rank},
                 {"step", 0},
                 {"bit", 4},
                 {"i", 8},
                 {"PUT_SRC", nic},
                 {"PUT_ADDR", nic + 0x004},
                 {"PUT_BYTES", nic + 0x008},
                 {"PUT_CTRL", nic + 0x00c},
                 {"PUT_NODE", nic + 0x010},
                 {"COUNTERS", nic + 0x100}},
                sc_core::sc_time(10, sc_core::SC_NS)) {
    socket.bus(bus);
    socket.event_o(event);
    machine.interrupt(event);
    machine.socket.bind(socket.socket);
  }
  sc_core::sc_signal<bool> event{"event"};
  collnoc::systemc::TileSocket socket{"socket",
                                      sc_core::sc_time(20, sc_core::SC_NS)};  // latency of the memory
  StackMachine machine;
};

}  // namespace

int sc_main(int, char**) {
  tlm::tlm_global_quantum::instance().set(sc_core::sc_time(1, sc_core::SC_US));
  sc_core::sc_clock clk("clk", 10, sc_core::SC_NS);
  sc_core::sc_signal<bool> rst_n("rst_n", false);
  collnoc::systemc::NetworkModule network("network", collnoc::Topology::mesh(4, 4), {});
  network.clk_i(clk);
  network.rst_ni(rst_n);
  std::deque<Tile> all;
  for (std::uint32_t rank = 0; rank < tiles; ++rank)
    all.emplace_back(("tile_" + std::to_string(rank)).c_str(), network.bus(rank), rank);

  sc_core::sc_start(25, sc_core::SC_NS);
  rst_n = true;
  sc_core::sc_start(200, sc_core::SC_US);
  unsigned wrong = 0;
  for (std::uint32_t rank = 0; rank < tiles; ++rank) {
    std::uint32_t sum[words];
    std::memcpy(sum, &network.bus(rank).memory()[256 + 64 * 4], sizeof sum);
    wrong += !all[rank].machine.halted();
    for (std::uint32_t i = 0; i < words; ++i) wrong += sum[i] != 10 * (tiles * (tiles - 1) / 2) + tiles * i;
  }
  const StackMachine& machine = all[0].machine;
  std::cout << wrong << " of " << tiles * words << " sums are wrong; tile 0 executed "
            << machine.instructions() << " instructions and accessed memory directly "
            << machine.direct_accesses() << " times\n";
  return wrong == 0 && machine.direct_accesses() > 100 ? 0 : 1;
}
