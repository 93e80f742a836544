// The RTL in your own simulation: a 2x2 network, verilated as a whole. The program writes a message into tile
// 0's memory, makes its NIC put it to tile 3, and reads it there. It uses only the ports of
// rtl/network/network.sv.
//   verilator --cc --exe --build -F collnoc.f --top-module network -GKX=2 -GKY=2 -GWORDS=512 THIS_FILE
#include <verilated.h>

#include <cstdint>
#include <cstdio>

#include "Vnetwork.h"

namespace {

constexpr unsigned from = 0, to = 3;
Vnetwork* net;

void edge() {
  net->clk_i = 0;
  net->eval();
  net->clk_i = 1;
  net->eval();
}

/// One write on the register bus of tile `from`, held until it is accepted.
void store(unsigned address, unsigned word) {
  net->reg_valid_i = net->reg_write_i = 1 << from;
  net->reg_addr_i = static_cast<std::uint64_t>(address) << (from * 10);
  net->reg_wdata_i[from] = word;
  while (!(net->reg_ready_o >> from & 1)) edge();
  edge();
  net->reg_valid_i = 0;
}

/// Accesses one 8-byte word of a tile's memory through the host port; read data are valid after the edge.
void host(unsigned tile, unsigned word, bool write, std::uint64_t data) {
  net->host_valid_i = 1 << tile;
  net->host_write_i = write ? 1 << tile : 0;
  for (unsigned t = 0; t < 4; ++t) {
    for (unsigned bit = 0; bit < 18; ++bit) {  // 18 address bits per tile, side by side
      const unsigned at = t * 18 + bit;
      net->host_addr_i[at / 32] &= ~(1u << at % 32);
      net->host_addr_i[at / 32] |= (word >> bit & 1) << at % 32;
    }
  }
  net->host_wdata_i[2 * tile] = static_cast<unsigned>(data);
  net->host_wdata_i[2 * tile + 1] = static_cast<unsigned>(data >> 32);
  net->host_strb_i = 0xffu << (8 * tile);
  edge();
  net->host_valid_i = 0;
}

}  // namespace

int main(int argc, char** argv) {
  VerilatedContext context;
  context.commandArgs(argc, argv);
  Vnetwork network(&context);
  net = &network;
  net->rst_ni = 0;
  net->tile_rst_ni = 0xf;  // no tile alone
  edge();
  net->rst_ni = 1;

  const std::uint64_t message = 0x6f63'6c6c'6e6f'6321;
  host(from, 0x100 / 8, true, message);
  store(0x000, 0x100);   // PUT_SRC
  store(0x004, 0x180);   // PUT_ADDR
  store(0x008, 8);       // PUT_BYTES
  store(0x00c, 1);       // PUT_CTRL: counter 1
  store(0x010, 0x0101);  // PUT_NODE: x = 1, y = 1; launches
  unsigned cycles = 0;
  for (; !(net->event_o >> to & 1) && cycles < 100; ++cycles) edge();
  host(to, 0x180 / 8, false, 0);
  const std::uint64_t arrived =
      static_cast<std::uint64_t>(net->host_rdata_o[2 * to + 1]) << 32 | net->host_rdata_o[2 * to];
  std::printf("%u cycles, %s\n", cycles, arrived == message ? "arrived" : "not arrived");
  network.final();
  return arrived == message ? 0 : 1;
}
