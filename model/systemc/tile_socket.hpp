// TLM-2.0 target for a tile: any processor model can access the NIC's registers and the tile's memory through
// it.
//
//   0x0000'0000 ..            the tile's memory
//   0x1000'0000 .. +0x3ff     NIC registers (docs/reference/hardware.md)
//
// The base protocol of IEEE 1666, with blocking and non-blocking transport. Memory: immediate, with
// `memory_latency` added to the delay; byte enables as in TLM. Registers: the initiator is synchronized to
// its local time; then each 32-bit word is one access on the register bus in its own cycle. A launch waits
// while the NIC is not ready. The call returns with delay 0.
//
//   address outside both, register address not a multiple of 4   TLM_ADDRESS_ERROR_RESPONSE
//   streaming width below the length, incomplete register words  TLM_BURST_ERROR_RESPONSE
//   byte enables on registers that disable a byte                TLM_BYTE_ENABLE_ERROR_RESPONSE
//   no data; registers from a process that cannot wait; a second request before END_REQ; non-blocking
//   transport without a memory manager                           TLM_GENERIC_ERROR_RESPONSE
//
// Non-blocking: END_REQ when the request begins to be served, in the order of the requests; BEGIN_RESP when
// it has been, and only after the END_RESP of the one before. What is refused is completed at once. Other
// phases are ignored.
//
// DMI: the whole memory, read and write. It is the memory on which the NIC works, so the pointer remains
// right; for initiators that keep copies, DMI is invalidated when the NIC writes, with the addresses it
// wrote. Debug transport: memory only; registers return no bytes.
#pragma once
#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <functional>
#include <systemc>
#include <tlm>
#include <vector>

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
  /// The NIC's event line: from its window on, high in each cycle in which an arrival counter was
  /// incremented. Need not be bound.
  sc_core::sc_port<sc_core::sc_signal_inout_if<bool>, 1, sc_core::SC_ZERO_OR_MORE_BOUND> event_o{"event_o"};
  /// `call` is called in the window of every such cycle, from an SC_METHOD; first in the next window.
  void on_event(std::function<void()> call);

 private:
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);
  unsigned transport_dbg(tlm::tlm_generic_payload& payload);
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi);
  /// The answer to a payload that cannot be served, or TLM_OK_RESPONSE.
  tlm::tlm_response_status refusal(const tlm::tlm_generic_payload& payload);
  void access_memory(tlm::tlm_generic_payload& payload);
  void access_registers(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  void serve_requests();
  void follow_event();
  void follow_writes();

  sc_core::sc_time memory_latency_;
  // Non-blocking: a request before its END_REQ, and a response before its END_RESP.
  tlm::tlm_generic_payload *request_ = nullptr, *response_ = nullptr;
  sc_core::sc_event requested_, responded_;
  sc_core::sc_time requested_at_, responded_at_;
  std::vector<std::function<void()>> on_event_;
  sc_core::sc_event listened_;
  bool in_window_ = false;  // follow_event() runs in a window
  bool lent_ = false;       // an initiator may use the memory directly
  bool watches_ = false;    // follow_writes() waits for a write
  sc_core::sc_event lends_;
};

}  // namespace collnoc::systemc
