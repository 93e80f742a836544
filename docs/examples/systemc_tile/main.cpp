// Your own processor model on a tile: it writes a message into tile 0's memory and makes the NIC put it to
// tile 3, where the program checks it. The model uses only a TLM-2.0 socket and the register map of collnoc.
#include <tlm_utils/simple_initiator_socket.h>

#include <iostream>
#include <string>

#include "collnoc/systemc/network_module.hpp"
#include "collnoc/systemc/tile_socket.hpp"

SC_MODULE(Processor) {
  tlm_utils::simple_initiator_socket<Processor> socket{"socket"};
  SC_CTOR(Processor) { SC_THREAD(program); }  // NOLINT(google-explicit-constructor): SystemC's own form

  void write(std::uint64_t address, void* data, unsigned bytes) {
    tlm::tlm_generic_payload payload;
    payload.set_write();
    payload.set_address(address);
    payload.set_data_ptr(static_cast<unsigned char*>(data));
    payload.set_data_length(bytes);
    payload.set_streaming_width(bytes);
    sc_core::sc_time delay;
    socket->b_transport(payload, delay);
    sc_assert(payload.is_response_ok());
  }
  void program() {
    std::string message = "hello, tile 3";
    write(0x100, message.data(), 13);
    // PUT_SRC, PUT_ADDR, PUT_BYTES, PUT_CTRL (counter 1), PUT_NODE (x = 1, y = 1; launches)
    std::uint32_t put[] = {0x100, 0x200, 13, 1, 0x0101};
    write(collnoc::systemc::register_base, put, sizeof put);
  }
};

int sc_main(int, char**) {
  sc_core::sc_clock clk("clk", 1, sc_core::SC_NS);
  sc_core::sc_signal<bool> rst_n("rst_n", false);
  collnoc::systemc::NetworkModule network("network", collnoc::Topology::mesh(2, 2), {});
  network.clk_i(clk);
  network.rst_ni(rst_n);
  collnoc::systemc::TileSocket tile("tile");
  tile.bus(network.bus(0));
  Processor processor("processor");
  processor.socket.bind(tile.socket);

  sc_core::sc_start(2.5, sc_core::SC_NS);
  rst_n = true;
  sc_core::sc_start(100, sc_core::SC_NS);
  const std::string arrived(reinterpret_cast<const char*>(&network.bus(3).memory()[0x200]), 13);
  std::cout << arrived << "\n";
  return arrived == "hello, tile 3" ? 0 : 1;
}
