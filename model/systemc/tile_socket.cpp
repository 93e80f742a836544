#include "collnoc/model/systemc/tile_socket.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace collnoc::systemc {
namespace {

using tlm::tlm_response_status, tlm::tlm_sync_enum;

bool enabled(const tlm::tlm_generic_payload& p, unsigned byte) {
  const unsigned char* enables = p.get_byte_enable_ptr();
  return enables == nullptr || enables[byte % p.get_byte_enable_length()] != TLM_BYTE_DISABLED;
}

bool in_registers(std::uint64_t address, std::uint64_t bytes) {
  return address >= register_base && address - register_base < register_bytes &&
         bytes <= register_bytes - (address - register_base);
}

void wait_until(const sc_core::sc_time& at) {
  if (at > sc_core::sc_time_stamp()) sc_core::wait(at - sc_core::sc_time_stamp());
}

/// Whether the caller is a process that can wait.
bool in_thread() {
  const sc_core::sc_curr_proc_kind kind = sc_core::sc_get_current_process_handle().proc_kind();
  return kind == sc_core::SC_THREAD_PROC_ || kind == sc_core::SC_CTHREAD_PROC_;
}

}  // namespace

TileSocket::TileSocket(const sc_core::sc_module_name& name, const sc_core::sc_time& memory_latency)
    : sc_module(name), memory_latency_(memory_latency) {
  socket.register_b_transport(this, &TileSocket::b_transport);
  socket.register_nb_transport_fw(this, &TileSocket::nb_transport_fw);
  socket.register_transport_dbg(this, &TileSocket::transport_dbg);
  socket.register_get_direct_mem_ptr(this, &TileSocket::get_direct_mem_ptr);
  SC_HAS_PROCESS(TileSocket);
  SC_THREAD(serve_requests);
  SC_METHOD(follow_event);
  SC_METHOD(follow_writes);
}

tlm_response_status TileSocket::refusal(const tlm::tlm_generic_payload& payload) {
  const std::uint64_t address = payload.get_address(), length = payload.get_data_length(),
                      size = bus->memory().size();
  if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) return tlm::TLM_OK_RESPONSE;
  if (length == 0 || payload.get_streaming_width() < length) return tlm::TLM_BURST_ERROR_RESPONSE;
  if (payload.get_data_ptr() == nullptr) return tlm::TLM_GENERIC_ERROR_RESPONSE;
  if (payload.get_byte_enable_ptr() != nullptr && payload.get_byte_enable_length() == 0)
    return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  if (address < size && length <= size - address) return tlm::TLM_OK_RESPONSE;
  if (!in_registers(address, length) || address % 4 != 0) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  if (length % 4 != 0) return tlm::TLM_BURST_ERROR_RESPONSE;
  for (unsigned i = 0; i < length; ++i)
    if (!enabled(payload, i)) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  return tlm::TLM_OK_RESPONSE;
}

void TileSocket::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  tlm_response_status answer = refusal(payload);
  if (answer == tlm::TLM_OK_RESPONSE && payload.get_command() != tlm::TLM_IGNORE_COMMAND) {
    if (payload.get_address() < register_base) {
      access_memory(payload);
      delay += memory_latency_;
    } else if (in_thread()) {
      access_registers(payload, delay);
    } else {
      answer = tlm::TLM_GENERIC_ERROR_RESPONSE;
    }
  }
  payload.set_response_status(answer);
}

void TileSocket::access_memory(tlm::tlm_generic_payload& payload) {
  auto* bytes = reinterpret_cast<unsigned char*>(bus->memory().data()) + payload.get_address();
  unsigned char* data = payload.get_data_ptr();
  for (unsigned i = 0; i < payload.get_data_length(); ++i) {
    if (!enabled(payload, i)) continue;
    (payload.is_read() ? data[i] : bytes[i]) = payload.is_read() ? bytes[i] : data[i];
  }
  payload.set_dmi_allowed(true);
}

void TileSocket::access_registers(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  if (delay != sc_core::SC_ZERO_TIME) sc_core::wait(delay);
  delay = sc_core::SC_ZERO_TIME;
  const auto offset = static_cast<unsigned>(payload.get_address() - register_base);
  for (unsigned i = 0; i < payload.get_data_length(); i += 4) {
    model::RegisterAccess access{true, payload.is_write(), static_cast<std::uint16_t>(offset + i), 0};
    if (access.write) std::memcpy(&access.wdata, payload.get_data_ptr() + i, 4);
    const std::uint32_t data = bus->access(access);
    if (!access.write) std::memcpy(payload.get_data_ptr() + i, &data, 4);
  }
}

tlm_sync_enum TileSocket::nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                          sc_core::sc_time& delay) {
  if (phase == tlm::BEGIN_REQ) {
    tlm_response_status answer = refusal(payload);
    if (request_ != nullptr || !payload.has_mm()) answer = tlm::TLM_GENERIC_ERROR_RESPONSE;
    if (answer != tlm::TLM_OK_RESPONSE) {
      payload.set_response_status(answer);
      return tlm::TLM_COMPLETED;
    }
    payload.acquire();
    request_ = &payload;
    requested_at_ = sc_core::sc_time_stamp() + delay;
    requested_.notify(sc_core::SC_ZERO_TIME);
    return tlm::TLM_ACCEPTED;
  }
  if (phase == tlm::END_RESP && response_ == &payload) {
    response_ = nullptr;
    responded_at_ = sc_core::sc_time_stamp() + delay;
    responded_.notify(sc_core::SC_ZERO_TIME);
    return tlm::TLM_COMPLETED;
  }
  return tlm::TLM_ACCEPTED;
}

void TileSocket::serve_requests() {
  const auto pass = [](sc_core::sc_time& delay) {
    if (delay != sc_core::SC_ZERO_TIME) sc_core::wait(delay);
    delay = sc_core::SC_ZERO_TIME;
  };
  for (;;) {
    while (request_ == nullptr) sc_core::wait(requested_);
    wait_until(requested_at_);
    sc_core::sc_time delay;
    // In the calls of the backward path, the initiator may already make its next request.
    tlm::tlm_generic_payload& payload = *std::exchange(request_, nullptr);
    tlm::tlm_phase phase = tlm::END_REQ;
    socket->nb_transport_bw(payload, phase, delay);
    pass(delay);
    b_transport(payload, delay);
    pass(delay);
    phase = tlm::BEGIN_RESP;
    response_ = &payload;
    if (socket->nb_transport_bw(payload, phase, delay) != tlm::TLM_ACCEPTED) {
      response_ = nullptr;
      pass(delay);
    } else {  // END_RESP may have come in that call
      while (response_ != nullptr) sc_core::wait(responded_);
      wait_until(responded_at_);
    }
    payload.release();
  }
}

unsigned TileSocket::transport_dbg(tlm::tlm_generic_payload& payload) {
  const std::span<std::byte> memory = bus->memory();
  if (payload.get_address() >= memory.size() || payload.get_data_ptr() == nullptr) return 0;
  const auto length = static_cast<unsigned>(
      std::min<std::uint64_t>(payload.get_data_length(), memory.size() - payload.get_address()));
  std::byte* bytes = memory.data() + payload.get_address();
  if (payload.is_read()) {
    std::memcpy(payload.get_data_ptr(), bytes, length);
  } else if (payload.is_write()) {
    std::memcpy(bytes, payload.get_data_ptr(), length);
  } else {
    return 0;
  }
  return length;
}

bool TileSocket::get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) {
  const std::span<std::byte> memory = bus->memory();
  dmi.allow_read_write();  // or what is denied
  if (payload.get_address() >= memory.size()) {
    dmi.set_start_address(memory.size());
    dmi.set_end_address(~sc_dt::uint64{0});
    return false;
  }
  dmi.set_dmi_ptr(reinterpret_cast<unsigned char*>(memory.data()));
  dmi.set_start_address(0);
  dmi.set_end_address(memory.size() - 1);
  dmi.set_read_latency(memory_latency_);
  dmi.set_write_latency(memory_latency_);
  bus->memory_written();  // watched from now on, not from the next delta cycle
  if (!std::exchange(lent_, true)) lends_.notify(sc_core::SC_ZERO_TIME);
  return true;
}

void TileSocket::on_event(std::function<void()> call) {
  on_event_.push_back(std::move(call));
  listened_.notify(sc_core::SC_ZERO_TIME);
}

// Sleeps until the line rises; then looks at it in every window.
void TileSocket::follow_event() {
  if (event_o.size() == 0 && on_event_.empty()) {
    next_trigger(listened_);
    return;
  }
  if (!std::exchange(in_window_, true)) {
    next_trigger(bus->falling_edge());
    return;
  }
  const bool high = in_window_ = bus->event();
  if (event_o.size() != 0) event_o->write(high);
  if (high) {
    // A call may add another one.
    for (std::size_t n = 0, all = on_event_.size(); n < all; ++n) {
      const std::function<void()> call = on_event_[n];
      call();
    }
    next_trigger(bus->falling_edge());
  } else {
    next_trigger(bus->event_rises());
  }
}

// Invalidates what is lent at the first write; then sleeps until it is lent again. A write at the edge after
// which it was lent comes in the same delta cycle.
void TileSocket::follow_writes() {
  if (watches_ || (lent_ && bus->memory_written().triggered())) {
    lent_ = false;
    const model::WordRange words = bus->written();
    socket->invalidate_direct_mem_ptr(std::uint64_t{words.from} * 8, std::uint64_t{words.end} * 8 - 1);
  }
  watches_ = lent_;
  next_trigger(lent_ ? bus->memory_written() : lends_);
}

}  // namespace collnoc::systemc
