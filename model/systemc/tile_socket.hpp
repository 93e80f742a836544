// TLM-2.0 target for a tile: any processor model can access the NIC's registers and the tile's memory through
// it.
//
//   0x0000'0000 ..            the tile's memory
//   0x1000'0000 .. +0x3ff     NIC registers (docs/reference/hardware.md)
//
// Blocking transport. Memory: immediate, with `memory_latency` added to the delay; byte enables as in TLM.
// Registers: the initiator is synchronized to its local time; then each 32-bit word is one access on the
// register bus in its own cycle. A launch waits while the NIC is not ready. The call returns with delay 0.
//
//   address outside both, register address not a multiple of 4   TLM_ADDRESS_ERROR_RESPONSE
//   streaming width below the length, incomplete register words  TLM_BURST_ERROR_RESPONSE
//   byte enables on registers that disable a byte                TLM_BYTE_ENABLE_ERROR_RESPONSE
//
// DMI: the whole memory, read and write. It is the same memory on which the NIC works, so DMI is never
// invalidated. Debug transport: memory only; registers return no bytes.
#pragma once
#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <systemc>
#include <tlm>

#include "collnoc/model/systemc/tile_bus.hpp"

namespace collnoc::systemc {

inline constexpr std::uint64_t register_base = 0x1000'0000;
inline constexpr std::uint64_t register_bytes = 0x400;

class TileSocket : public sc_core::sc_module {
 public:
  explicit TileSocket(const sc_core::sc_module_name& name,
                      const sc_core::sc_time& memory_latency = sc_core::SC_ZERO_TIME);

  tlm_utils::simple_target_socket<TileSocket> socket{"socket"};
  sc_core::sc_port<TileBus> bus{"bus"};

 private:
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned transport_dbg(tlm::tlm_generic_payload& payload);
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi);
  tlm::tlm_response_status memory_access(tlm::tlm_generic_payload& payload);
  tlm::tlm_response_status register_access(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  bool in_memory(std::uint64_t address, std::uint64_t bytes);

  sc_core::sc_time memory_latency_;
};

}  // namespace collnoc::systemc
