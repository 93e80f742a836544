// The NIC's registers: byte offsets and fields (docs/reference/hardware.md). Freestanding.
// Written by arch/generate from arch/registers.toml; not to be edited.
#pragma once
#include <cstdint>

namespace collnoc::nic {

/// Bits low + width - 1 .. low of a register.
struct Field {
  unsigned low = 0, width = 0;
  constexpr std::uint32_t of(std::uint32_t word) const { return word >> low & ((1u << width) - 1); }
  constexpr std::uint32_t at(std::uint32_t value) const { return value << low; }
};

inline constexpr std::uint32_t put_src = 0x000;   ///< rw: local byte address of the next put, multiple of 8
inline constexpr std::uint32_t put_addr = 0x004;  ///< rw: remote byte address, multiple of 8
/// rw: length and operation. A signal needs neither; it ignores the length
inline constexpr std::uint32_t put_bytes = 0x008;
/// rw: counter, directions, signal and order of the next put. Bits that this hardware does not use are
/// reserved: error 5
inline constexpr std::uint32_t put_ctrl = 0x00c;
/// launch: destination node address; writing it launches the put. No put register is written while the
/// previous launch waits for its queue (`reg_ready_o`)
inline constexpr std::uint32_t put_node = 0x010;
inline constexpr std::uint32_t status = 0x014;  ///< r: what the NIC is doing
inline constexpr std::uint32_t error = 0x018;   ///< rw1c: why puts were refused
inline constexpr std::uint32_t cycle = 0x01c;   ///< r: cycle counter, low 32 bits
inline constexpr std::uint32_t node = 0x020;    ///< r: own node address
inline constexpr std::uint32_t extent = 0x024;  ///< r: size of the network
inline constexpr std::uint32_t shape = 0x028;   ///< r: what the hardware is
inline constexpr std::uint32_t memory = 0x02c;  ///< r: memory size in 8-byte words
/// w: sets PUT_CTRL and PUT_NODE at once and launches the put; otherwise like PUT_NODE. Reads 0
inline constexpr std::uint32_t put_go = 0x030;
/// w: only with MULTICAST: the next launch is a multicast to the box from PUT_NODE to this node address.
/// Reads 0
inline constexpr std::uint32_t put_corner = 0x034;
/// r: what a reset of this tile alone discarded; only a reset of the network clears it
inline constexpr std::uint32_t discarded = 0x038;
/// w: only with ROUTES: an entry of the routing table. A write with a link or virtual channels that the
/// router does not have does nothing. No reset clears the table. Reads 0
inline constexpr std::uint32_t route = 0x03c;
/// r: descriptors in the queue of channel c.
constexpr std::uint32_t queue(std::uint32_t c) { return 0x040 + 4 * c; }
/// rw: byte address of the plan, multiple of 8: context c begins with the word at SEQ_PLAN + 8c
inline constexpr std::uint32_t seq_plan = 0x080;
/// rw: the cycle that counts as the start when `timed` is written
inline constexpr std::uint32_t seq_at = 0x084;
/// w: starts and stops the sequencer. A start while it runs is an error `action`
inline constexpr std::uint32_t seq_control = 0x088;
inline constexpr std::uint32_t seq_state = 0x08c;  ///< r: what the sequencer is doing
/// r: byte address of the action that last raised the error `action`
inline constexpr std::uint32_t seq_fault = 0x090;
/// r: byte address of the action that context c performs or waits in; 0 when it does not run.
constexpr std::uint32_t seq_action(std::uint32_t c) { return 0x0a0 + 4 * c; }
/// subtract: arrivals on counter k, 1 to 63; writing n subtracts n.
constexpr std::uint32_t counter(std::uint32_t k) { return 0x100 + 4 * k; }
/// r: flits sent by the router's output o.
constexpr std::uint32_t output_flits(std::uint32_t o) { return 0x200 + 16 * o; }
/// r: cycles in which output o had a credit stall.
constexpr std::uint32_t output_credit_stalls(std::uint32_t o) { return 0x204 + 16 * o; }
/// r: cycles in which output o had an arbitration stall.
constexpr std::uint32_t output_arbitration_stalls(std::uint32_t o) { return 0x208 + 16 * o; }
/// r: flits injected by channel c.
constexpr std::uint32_t channel_flits(std::uint32_t c) { return 0x300 + 16 * c; }
/// r: cycles in which channel c waited for a credit.
constexpr std::uint32_t channel_credit_stalls(std::uint32_t c) { return 0x304 + 16 * c; }
/// r: cycles in which the memory refused a read of channel c.
constexpr std::uint32_t channel_read_stalls(std::uint32_t c) { return 0x308 + 16 * c; }
/// r: cycles in which the memory refused a write of channel c, or its tail waited for the increment before
/// it.
constexpr std::uint32_t channel_write_stalls(std::uint32_t c) { return 0x30c + 16 * c; }

// Fields of PUT_BYTES.
inline constexpr Field bytes_length{0, 28};     ///< in bytes, at least 1
inline constexpr Field bytes_operation{28, 4};  ///< what the put does to the destination's memory: 0 replaces
                                                ///< it. With ACCUMULATE only; otherwise bits of the length

// Fields of PUT_CTRL.
inline constexpr Field ctrl_counter{0, 6};  ///< arrival counter at the destination; 0 = none
inline constexpr Field ctrl_directions{
    8, 8};  ///< two bits per dimension: 0 shortest, 1 plus, 2 minus (reserved in complete and star graphs)
inline constexpr std::uint32_t ctrl_signal = 1u << 16;  ///< no data, only the counter is incremented
inline constexpr std::uint32_t ctrl_descending =
    1u << 17;  ///< highest dimension first (only with ROUTE_ORDERS = 2)

// Fields of STATUS.
inline constexpr std::uint32_t status_launching = 1u << 0;     ///< a launch waits for its queue
inline constexpr std::uint32_t status_busy = 1u << 1;          ///< something is queued or being sent
inline constexpr std::uint32_t status_float_sums = 1u << 29;   ///< the NIC has FLOAT_SUMS
inline constexpr std::uint32_t status_multicasts = 1u << 30;   ///< the node has MULTICAST
inline constexpr std::uint32_t status_accumulates = 1u << 31;  ///< the NIC has ACCUMULATE

// Fields of EXTENT.
inline constexpr std::uint32_t extent_wide = 1u << 31;  ///< addresses have 20 bits (ADDRESS_W)

// Fields of SHAPE.
inline constexpr Field shape_wraps{
    0, 4};  ///< bit d: dimension d is a ring; where bit 27 is set: TOPOLOGY - STAR
inline constexpr Field shape_dims{4, 4};                      ///< DIMS
inline constexpr Field shape_channels{8, 4};                  ///< CHANNELS
inline constexpr Field shape_vcs{12, 4};                      ///< VCS
inline constexpr Field shape_flit_bits{16, 10};               ///< FLIT_W
inline constexpr std::uint32_t shape_both_orders = 1u << 26;  ///< ROUTE_ORDERS = 2
inline constexpr std::uint32_t shape_no_product =
    1u << 27;                               ///< the network has no dimensions: TOPOLOGY is STAR or above
inline constexpr Field shape_radix{28, 4};  ///< RADIX

// Fields of PUT_GO.
inline constexpr Field go_counter{0, 6};                 ///< arrival counter at the destination; 0 = none
inline constexpr std::uint32_t go_signal = 1u << 6;      ///< as in PUT_CTRL
inline constexpr std::uint32_t go_descending = 1u << 7;  ///< as in PUT_CTRL
inline constexpr Field go_directions{
    8, 8};  ///< as in PUT_CTRL; where addresses have 20 bits, bits 15:14 are bits 17:16 of the node, and with
            ///< up to 2 dimensions 13:12 are its bits 19:18
inline constexpr Field go_node{16, 16};  ///< destination node address, bits 15:0

// Fields of DISCARDED.
inline constexpr Field discarded_flits{0, 16};  ///< flits that arrived for the tile while it was in reset,
                                                ///< and the rest of packets that its reset cut; stays at ffff
inline constexpr std::uint32_t discarded_restarted = 1u << 31;  ///< the tile was reset since the network was

// Fields of ROUTE.
inline constexpr Field route_link{0, 3};      ///< of the next hop
inline constexpr Field route_first_vc{3, 2};  ///< first of the virtual channels of this hop
inline constexpr Field route_more_vcs{5, 2};  ///< their number - 1; the VC hash selects one
inline constexpr Field route_node{16, 16};    ///< destination

// Fields of SEQ_CONTROL.
inline constexpr std::uint32_t seq_start = 1u << 0;  ///< start all contexts
inline constexpr std::uint32_t seq_timed = 1u
                                           << 1;  ///< with `start`: perform nothing before the cycle SEQ_AT
inline constexpr std::uint32_t seq_stop =
    1u << 2;  ///< stop all contexts; puts that the NIC has accepted are still sent

// Fields of SEQ_STATE.
inline constexpr Field seq_running{0, 8};               ///< bit c: context c has not ended
inline constexpr std::uint32_t seq_armed = 1u << 30;    ///< the start waits for the cycle SEQ_AT
inline constexpr std::uint32_t seq_present = 1u << 31;  ///< the NIC has a sequencer

/// A register, or `count` of them, `stride` bytes apart.
struct Register {
  const char* name;
  std::uint32_t offset, stride, count;
  const char*
      access;  ///< r, w, rw, rw1c, launch (a write launches), subtract (a written value is subtracted)
};
inline constexpr Register registers[] = {
    {"PUT_SRC", 0x000, 0, 1, "rw"},
    {"PUT_ADDR", 0x004, 0, 1, "rw"},
    {"PUT_BYTES", 0x008, 0, 1, "rw"},
    {"PUT_CTRL", 0x00c, 0, 1, "rw"},
    {"PUT_NODE", 0x010, 0, 1, "launch"},
    {"STATUS", 0x014, 0, 1, "r"},
    {"ERROR", 0x018, 0, 1, "rw1c"},
    {"CYCLE", 0x01c, 0, 1, "r"},
    {"NODE", 0x020, 0, 1, "r"},
    {"EXTENT", 0x024, 0, 1, "r"},
    {"SHAPE", 0x028, 0, 1, "r"},
    {"MEMORY", 0x02c, 0, 1, "r"},
    {"PUT_GO", 0x030, 0, 1, "w"},
    {"PUT_CORNER", 0x034, 0, 1, "w"},
    {"DISCARDED", 0x038, 0, 1, "r"},
    {"ROUTE", 0x03c, 0, 1, "w"},
    {"QUEUE", 0x040, 4, 8, "r"},
    {"SEQ_PLAN", 0x080, 0, 1, "rw"},
    {"SEQ_AT", 0x084, 0, 1, "rw"},
    {"SEQ_CONTROL", 0x088, 0, 1, "w"},
    {"SEQ_STATE", 0x08c, 0, 1, "r"},
    {"SEQ_FAULT", 0x090, 0, 1, "r"},
    {"SEQ_ACTION", 0x0a0, 4, 8, "r"},
    {"COUNTER", 0x100, 4, 64, "subtract"},
    {"OUTPUT_FLITS", 0x200, 16, 16, "r"},
    {"OUTPUT_CREDIT_STALLS", 0x204, 16, 16, "r"},
    {"OUTPUT_ARBITRATION_STALLS", 0x208, 16, 16, "r"},
    {"CHANNEL_FLITS", 0x300, 16, 8, "r"},
    {"CHANNEL_CREDIT_STALLS", 0x304, 16, 8, "r"},
    {"CHANNEL_READ_STALLS", 0x308, 16, 8, "r"},
    {"CHANNEL_WRITE_STALLS", 0x30c, 16, 8, "r"},
};

/// Direction bits of PUT_CTRL in dimension d: 0 shortest, 1 plus, 2 minus.
constexpr std::uint32_t ctrl_direction(std::uint32_t d, std::uint32_t value) {
  return value << (ctrl_directions.low + 2 * d);
}

/// Whether a write waits while a launch waits for its queue.
constexpr bool is_put_register(std::uint32_t offset) {
  return offset <= put_node || offset == put_go || offset == put_corner;
}

/// Bits of the register ERROR.
enum Error : std::uint32_t {
  error_node = 1,    ///< destination outside the network; of a multicast: a corner outside, a box that is
                     ///< reversed, has no node but the sender, or needs several channels; in a star graph,
                     ///< PUT_NODE other than the sender or, all-port, its neighbour in the set
  error_zero = 2,    ///< length 0, and not a signal
  error_align = 4,   ///< an address that is not a multiple of 8
  error_memory = 8,  ///< a range outside the memory (both ranges are checked against MEMORY)
  error_route = 16,  ///< a direction that does not exist or does not lead to the destination; a multicast in
                     ///< descending order
  error_counter = 32,  ///< a counter number above 63, or a reserved bit of PUT_CTRL
  error_action = 64,   ///< the sequencer met a bad action and stopped, or was started while it ran; SEQ_FAULT
                       ///< is the action's address
  error_operation = 128,  ///< an unknown operation, a length that is not a multiple of its elements, or an
                          ///< operation of a signal
};

}  // namespace collnoc::nic
