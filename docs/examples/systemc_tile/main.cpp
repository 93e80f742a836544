// A processor model of one's own on a tile: it writes a message into tile 0's memory, tells the NIC to put it
// to tile 3, and finds it there. All it knows of collnoc is a TLM-2.0 socket and the register map.
#include <tlm_utils/simple_initiator_socket.h>

#include <cstring>
#include <iostream>
#include <string>

#include "model/systemc/network_module.hpp"
#include "model/systemc/tile_socket.hpp"

using namespace collnoc;
using namespace sc_core;

SC_MODULE(Processor) {
  tlm_utils::simple_initiator_socket<Processor> socket{"socket"};
  SC_CTOR(Processor) { SC_THREAD(program); }

  void transport(tlm::tlm_command command, std::uint64_t address, void* data, unsigned bytes) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(static_cast<unsigned char*>(data));
    payload.set_data_length(bytes);
    payload.set_streaming_width(bytes);
    sc_time delay;
    socket->b_transport(payload, delay);
    sc_assert(payload.is_response_ok());
  }
  void store(std::uint64_t address, std::uint32_t word) {
    transport(tlm::TLM_WRITE_COMMAND, address, &word, 4);
  }

  void program() {
    std::string message = "hello, tile 3";
    transport(tlm::TLM_WRITE_COMMAND, 0x100, message.data(), static_cast<unsigned>(message.size()));
    const std::uint64_t nic = systemc::register_base;
    store(nic + 0x000, 0x100);                                       // PUT_SRC
    store(nic + 0x004, 0x200);                                       // PUT_ADDR
    store(nic + 0x008, static_cast<std::uint32_t>(message.size()));  // PUT_BYTES
    store(nic + 0x00c, 1);                                           // PUT_CTRL: counter 1
    store(nic + 0x010, 0x0101);                                      // PUT_NODE: x = 1, y = 1; launches
  }
};

int sc_main(int, char**) {
  sc_clock clk("clk", 1, SC_NS);
  sc_signal<bool> rst_n("rst_n", false);
  systemc::NetworkModule network("network", Topology::mesh(2, 2), {});
  network.clk_i(clk);
  network.rst_ni(rst_n);
  systemc::TileSocket tile("tile");
  tile.bus(network.bus(0));
  Processor processor("processor");
  processor.socket.bind(tile.socket);

  sc_start(2.5, SC_NS);
  rst_n = true;
  sc_start(100, SC_NS);
  const std::string arrived(reinterpret_cast<const char*>(&network.bus(3).memory()[0x200]), 13);
  std::cout << arrived << "\n";
  return arrived == "hello, tile 3" ? 0 : 1;
}
