#include "collnoc/model/systemc/tile_socket.hpp"

#include <algorithm>
#include <cstring>

namespace collnoc::systemc {
namespace {

bool enabled(const tlm::tlm_generic_payload& p, unsigned byte) {
  const unsigned char* enables = p.get_byte_enable_ptr();
  return enables == nullptr || enables[byte % p.get_byte_enable_length()] != TLM_BYTE_DISABLED;
}

}  // namespace

TileSocket::TileSocket(const sc_core::sc_module_name& name, const sc_core::sc_time& memory_latency)
    : sc_module(name), memory_latency_(memory_latency) {
  socket.register_b_transport(this, &TileSocket::b_transport);
  socket.register_transport_dbg(this, &TileSocket::transport_dbg);
  socket.register_get_direct_mem_ptr(this, &TileSocket::get_direct_mem_ptr);
}

bool TileSocket::in_memory(std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t size = bus->memory().size();
  return address < size && bytes <= size - address;
}

void TileSocket::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  const std::uint64_t address = payload.get_address(), length = payload.get_data_length();
  const auto answer = [&]() -> tlm::tlm_response_status {
    if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) return tlm::TLM_OK_RESPONSE;
    if (length == 0 || payload.get_streaming_width() < length) return tlm::TLM_BURST_ERROR_RESPONSE;
    if (payload.get_byte_enable_ptr() != nullptr && payload.get_byte_enable_length() == 0) {
      return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
    }
    if (in_memory(address, length)) {
      payload.set_dmi_allowed(true);
      delay += memory_latency_;
      return memory_access(payload);
    }
    if (address >= register_base && address - register_base < register_bytes &&
        length <= register_bytes - (address - register_base)) {
      return register_access(payload, delay);
    }
    return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  };
  payload.set_response_status(answer());
}

tlm::tlm_response_status TileSocket::memory_access(tlm::tlm_generic_payload& payload) {
  auto* bytes = reinterpret_cast<unsigned char*>(bus->memory().data()) + payload.get_address();
  unsigned char* data = payload.get_data_ptr();
  for (unsigned i = 0; i < payload.get_data_length(); ++i) {
    if (!enabled(payload, i)) continue;
    (payload.is_read() ? data[i] : bytes[i]) = payload.is_read() ? bytes[i] : data[i];
  }
  return tlm::TLM_OK_RESPONSE;
}

tlm::tlm_response_status TileSocket::register_access(tlm::tlm_generic_payload& payload,
                                                     sc_core::sc_time& delay) {
  const unsigned length = payload.get_data_length();
  if (payload.get_address() % 4 != 0) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  if (length % 4 != 0) return tlm::TLM_BURST_ERROR_RESPONSE;
  for (unsigned i = 0; i < length; ++i) {
    if (!enabled(payload, i)) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  }
  if (delay != sc_core::SC_ZERO_TIME) sc_core::wait(delay);
  delay = sc_core::SC_ZERO_TIME;
  const auto offset = static_cast<unsigned>(payload.get_address() - register_base);
  for (unsigned i = 0; i < length; i += 4) {
    model::RegisterAccess access{true, payload.is_write(), static_cast<std::uint16_t>(offset + i), 0};
    if (access.write) std::memcpy(&access.wdata, payload.get_data_ptr() + i, 4);
    const std::uint32_t data = bus->access(access);
    if (!access.write) std::memcpy(payload.get_data_ptr() + i, &data, 4);
  }
  return tlm::TLM_OK_RESPONSE;
}

unsigned TileSocket::transport_dbg(tlm::tlm_generic_payload& payload) {
  const std::span<std::byte> memory = bus->memory();
  if (payload.get_address() >= memory.size()) return 0;
  const auto length = static_cast<unsigned>(
      std::min<std::uint64_t>(payload.get_data_length(), memory.size() - payload.get_address()));
  std::byte* bytes = memory.data() + payload.get_address();
  if (payload.is_read()) std::memcpy(payload.get_data_ptr(), bytes, length);
  if (payload.is_write()) std::memcpy(bytes, payload.get_data_ptr(), length);
  return length;
}

bool TileSocket::get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) {
  const std::span<std::byte> memory = bus->memory();
  if (payload.get_address() >= memory.size()) {
    dmi.set_start_address(memory.size());
    dmi.set_end_address(~sc_dt::uint64{0});
    dmi.allow_none();
    return false;
  }
  dmi.set_dmi_ptr(reinterpret_cast<unsigned char*>(memory.data()));
  dmi.set_start_address(0);
  dmi.set_end_address(memory.size() - 1);
  dmi.set_read_latency(memory_latency_);
  dmi.set_write_latency(memory_latency_);
  dmi.allow_read_write();
  return true;
}

}  // namespace collnoc::systemc
