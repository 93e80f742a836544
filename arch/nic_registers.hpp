// The NIC's registers: byte offsets and bits, as docs/reference/hardware.md lists them. RTL, model and
// firmware are tested against this header. Freestanding.
#pragma once
#include <cstdint>

namespace collnoc::nic {

inline constexpr std::uint32_t put_src = 0x000;    ///< rw: local byte address of the next put, multiple of 8
inline constexpr std::uint32_t put_addr = 0x004;   ///< rw: remote byte address, multiple of 8
inline constexpr std::uint32_t put_bytes = 0x008;  ///< rw: length in bytes
inline constexpr std::uint32_t put_ctrl = 0x00c;   ///< rw: counter, directions, signal, order
inline constexpr std::uint32_t put_node = 0x010;   ///< w: destination node address; launches the put
inline constexpr std::uint32_t status = 0x014;     ///< r: see status_*
inline constexpr std::uint32_t error = 0x018;      ///< rw1c: see Error
inline constexpr std::uint32_t cycle = 0x01c;      ///< r: cycle counter, low 32 bits
inline constexpr std::uint32_t node = 0x020;       ///< r: own node address
inline constexpr std::uint32_t extent = 0x024;  ///< r: extent - 1 of every dimension, packed like an address
inline constexpr std::uint32_t shape =
    0x028;  ///< r: wraps, dimensions, channels, virtual channels, flit bits, orders, complete or star graph
inline constexpr std::uint32_t memory = 0x02c;  ///< r: memory size in 8-byte words

/// r: descriptors in the queue of channel c.
constexpr std::uint32_t queue(std::uint32_t c) { return 0x040 + 4 * c; }
/// r: arrivals on counter k, 1..63; a written value is subtracted.
constexpr std::uint32_t counter(std::uint32_t k) { return 0x100 + 4 * k; }
/// r: what happened at the router's output o: links, then ejection channels.
constexpr std::uint32_t output_flits(std::uint32_t o) { return 0x200 + 16 * o; }
constexpr std::uint32_t output_credit_stalls(std::uint32_t o) { return 0x204 + 16 * o; }
constexpr std::uint32_t output_arbitration_stalls(std::uint32_t o) { return 0x208 + 16 * o; }
/// r: what happened at channel c.
constexpr std::uint32_t channel_flits(std::uint32_t c) { return 0x300 + 16 * c; }
constexpr std::uint32_t channel_credit_stalls(std::uint32_t c) { return 0x304 + 16 * c; }
constexpr std::uint32_t channel_read_stalls(std::uint32_t c) { return 0x308 + 16 * c; }
constexpr std::uint32_t channel_write_stalls(std::uint32_t c) { return 0x30c + 16 * c; }

inline constexpr std::uint32_t status_launching = 1;  ///< a launch waits for its queue
inline constexpr std::uint32_t status_busy = 2;       ///< something is queued or being sent
inline constexpr std::uint32_t ctrl_signal = 1u << 16;
inline constexpr std::uint32_t ctrl_descending = 1u << 17;  ///< highest dimension first, with both orders

/// Direction bits of PUT_CTRL in dimension d: 0 shortest, 1 plus, 2 minus.
constexpr std::uint32_t ctrl_direction(std::uint32_t d, std::uint32_t value) { return value << (8 + 2 * d); }

/// Bits of the register ERROR.
enum Error : std::uint32_t {
  error_node = 1,      ///< destination outside the network
  error_zero = 2,      ///< length 0 and not a signal
  error_align = 4,     ///< an address that is not a multiple of 8
  error_memory = 8,    ///< a range that leaves the memory
  error_route = 16,    ///< a direction that does not exist or does not lead there
  error_counter = 32,  ///< counter number above 63, or bits in PUT_CTRL that this hardware does not have
};

}  // namespace collnoc::nic
