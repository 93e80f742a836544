// What an initiator on a tile's TLM-2.0 socket hears of the NIC without asking: events, and that directly
// accessed memory is no longer as it was.
#pragma once
#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <systemc>
#include <tuple>
#include <vector>

#include "collnoc/model/systemc/tile_socket.hpp"

namespace collnoc::test {

class SocketLog : public sc_core::sc_module {
 public:
  SocketLog(const sc_core::sc_module_name& name, systemc::TileBus& bus) : sc_module(name), bus_(bus) {
    tile_.bus(bus);
    tile_.event_o(event_);
    tile_.on_event([this] { log.emplace_back('c', bus_.cycle(), 0, 0); });
    out_.bind(tile_.socket);
    out_.register_invalidate_direct_mem_ptr(this, &SocketLog::invalidate);
    SC_HAS_PROCESS(SocketLog);
    SC_METHOD(changed);
    sensitive << event_;
    dont_initialize();
  }
  /// Kind (event, callback, write), cycle, and the value or the addresses.
  std::vector<std::tuple<char, std::uint64_t, std::uint64_t, std::uint64_t>> log;

 private:
  void start_of_simulation() override { borrow(); }
  void borrow() {
    tlm::tlm_generic_payload payload;
    tlm::tlm_dmi dmi;
    payload.set_read();
    out_->get_direct_mem_ptr(payload, dmi);
  }
  void changed() { log.emplace_back('e', bus_.cycle(), event_.read(), 0); }
  void invalidate(sc_dt::uint64 from, sc_dt::uint64 to) {
    log.emplace_back('w', bus_.cycle(), from, to);
    borrow();
  }

  systemc::TileBus& bus_;
  systemc::TileSocket tile_{"tile"};
  sc_core::sc_signal<bool> event_{"event"};
  tlm_utils::simple_initiator_socket<SocketLog> out_{"out"};
};

}  // namespace collnoc::test
