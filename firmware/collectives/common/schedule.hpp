// The basis of all schedules: the job, and the vocabulary that describes one rank's part of a step.
//
// A schedule is a pure function. For (job, rank, step), it lists, in order, the arrivals that the rank waits
// for and the puts that it makes. Every rank computes its own part from its coordinates; nothing is stored.
// An algorithm is a struct of static functions:
//
//   name             text, as on the command line
//   summary          one line: the idea and its source
//   collective       the collective operation it implements
//   contention_free  whether it claims that messages of one step share no directed link
//   needs            optional: the Structure of the network that it relies on; default Structure::dimensions
//   needs_orders     optional: true if it needs hardware with two route orders (XY and YX)
//   closed_form      optional: false if no paper or page gives its steps as a formula (sim/schedule/papers)
//   gathers          optional, one-port: true if a message gathers several pieces even on a square, one put
//                    per piece
//   own_waits        optional: true if a put relies only on the waits between it and the rank's last put
//                    before it, so that on an all-port NIC no channel waits for what another one needs
//   accumulates      optional: true if puts combine (Put::operation); it needs hardware that accumulates, and
//                    where the collective has the result behind the input, it takes the input's place
//   multicasts       optional: true if it calls out.multicast; it needs hardware with multicast
//   refusal          a clause that says why it cannot run on (topology, nic), or nullptr when it can
//   bytes_needed     bytes of tile memory it uses, starting at job.base
//   steps            number of steps
//   plan             the waits and sends of one rank in one step, passed to `out`:
//                    out.wait(counter, at_least), out.send(put), out.more(put) for a further piece of the
//                    message that the last send to the same rank over the same route began,
//                    out.multicast(put, box) for a message to every node of the box but this one, to the same
//                    address and counter. put.dst is not used; put.route can override directions in
//                    dimensions in which this node is not in the box. On an all-port NIC its tree must begin
//                    with one link,
//                    out.combine(combine) where software combines two vectors, before the sends that rely on
//                    it, and out.until(cycles): what follows happens no earlier than this many cycles after
//                    the start of the collective. The cycles of a rank never decrease. They order nothing: a
//                    schedule must be safe if all of them are ignored
//   arrivals         number of messages of steps < `step` that increment `counter` at `rank`
//
// The cost terms in the headers: on the critical path, alpha is the number of start-ups, and beta is the sum
// of the message lengths, in units of the length L of the message or block. The time is alpha T_s + beta L
// T_c.
//
// Counters start at zero. Only messages of one source and one route stay in order. So a counter either
// belongs to one such stream, or a rank waits for it only when all messages that ever increment it must have
// arrived.
// Freestanding: no heap, no exceptions, no hosted library.
#pragma once
#include <array>
#include <cstdint>

#include "collnoc/arch/box.hpp"
#include "collnoc/arch/put.hpp"
#include "collnoc/arch/topology/topology.hpp"
#include "collnoc/firmware/collectives/common/collective.hpp"
#include "collnoc/firmware/collectives/common/operation.hpp"
#include "collnoc/firmware/hal/counters.hpp"

namespace collnoc {

/// Injection and ejection channels of a NIC: one, or one per link.
enum class PortModel : std::uint8_t { one_port, all_port };

/// What a schedule in time slots or in pieces must know of the hardware, and of who performs it.
struct Timing {
  std::uint32_t flit_bytes = 8;       ///< bytes of data in a flit
  std::uint32_t packet_flits = 32;    ///< longest packet in flits, including its head flit
  std::uint32_t hop_cycles = 1;       ///< cycles that a flit needs for one hop
  std::uint32_t software_cycles = 0;  ///< of a put and the wait before it; 0: the NIC performs the schedule
  std::uint32_t until_cycles = 0;  ///< by which a put after a time is later than one that waits for nothing
  std::uint32_t head_wait =
      0;  ///< cycles that a head flit may wait for a link; 0: senders are not exact enough
  friend constexpr bool operator==(const Timing&, const Timing&) = default;
};

/// One call of a collective. `bytes`: length of a block as collective.hpp describes it: of a broadcast's
/// message, of a rank's block in a scatter, and so on.
struct Job {
  Topology topology;
  Rank root = 0;            ///< where the collective has one
  std::uint32_t bytes = 0;  ///< at least 1; of a barrier 0
  std::uint32_t base = 0;   ///< byte address of the collective's memory on every tile, multiple of 8
  Timing timing{};
  Op op = Op::sum;  ///< of the collectives that combine
  Element element = Element::u32;
};

/// Number of bytes that a NIC can address.
inline constexpr std::uint64_t addressable_bytes = std::uint64_t{2} << 20;

constexpr std::uint64_t padded(std::uint64_t bytes) { return (bytes + 7) / 8 * 8; }

/// Memory of a total exchange: N send blocks indexed by target, then N receive blocks indexed by origin, each
/// padded to 8 bytes; the memory after them is for the algorithm. A rank's block for itself does not move: it
/// stays in the send table, and the same entry of the receive table is not written.
/// Memory of a broadcast: the message at job.base.
/// Memory of an all-to-all broadcast: N blocks indexed by origin, each padded to 8 bytes. A rank starts with
/// its own block in place and ends with all blocks. Scatter and gather have the same table; the root starts,
/// or ends, with all blocks, every other rank with its own. In rank order x is fastest, so rows, planes and
/// so on are contiguous. A message of whole blocks includes their padding.
constexpr std::uint32_t block_address(const Job& job, std::uint32_t index) {
  return job.base + index * static_cast<std::uint32_t>(padded(job.bytes));
}
constexpr std::uint32_t send_block(const Job& job, Rank target) { return block_address(job, target); }
constexpr std::uint32_t receive_block(const Job& job, Rank origin) {
  return block_address(job, job.topology.size() + origin);
}

/// A byte range of the broadcast message, or of a block.
struct Range {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  constexpr std::uint32_t bytes() const { return end - begin; }
  constexpr bool empty() const { return end == begin; }
};

/// Pieces [first, last) of a message that is cut into `pieces` parts. The parts differ by at most 8 bytes and
/// start at multiples of 8. A message of fewer than 8·pieces bytes has empty pieces.
constexpr Range pieces(const Job& job, std::uint32_t first, std::uint32_t last, std::uint32_t pieces) {
  const std::uint64_t words = padded(job.bytes) / 8;
  const auto cut = [&](std::uint32_t i) {
    const std::uint64_t at = words * i / pieces * 8;
    return static_cast<std::uint32_t>(at < job.bytes ? at : job.bytes);
  };
  return {cut(first), cut(last)};
}

/// A put of a range of the broadcast message, to the same address.
constexpr Put share(const Job& job, Rank dst, Range range, std::uint8_t counter, Route route) {
  const std::uint32_t address = job.base + range.begin;
  return {dst, address, address, range.bytes(), counter, false, route};
}

/// A put of `count` blocks of an all-to-all broadcast with their padding, starting with the block of rank
/// `first`, to the same addresses.
constexpr Put share_blocks(const Job& job, Rank dst, Rank first, std::uint32_t count, std::uint8_t counter,
                           Route route) {
  const std::uint32_t address = block_address(job, first);
  const std::uint32_t bytes = count * static_cast<std::uint32_t>(padded(job.bytes));
  return {dst, address, address, bytes, counter, false, route};
}

/// A signal: no data, only the increment of a counter.
constexpr Put signal(Rank dst, std::uint8_t counter) { return {dst, 0, 0, 0, counter, true, {}}; }

/// A route that never uses a wrap link. Where there are no directions, it is the only route.
constexpr Route without_wrap(const Topology& topology, Rank from, Rank to) {
  const Coordinates a = topology.coordinates(from), b = topology.coordinates(to);
  Route route;
  if (!topology.has_directions()) return route;
  for (unsigned d = 0; d < topology.dims(); ++d) {
    if (a[d] != b[d]) route.direction[d] = a[d] < b[d] ? Direction::plus : Direction::minus;
  }
  return route;
}

/// A neighbour to send to, and the route to it.
struct Successor {
  Rank rank = 0;
  Route route;
};
/// The next rank in dimension d: +1, and from the last rank to the first. On a ring, this uses the ring's
/// links; on a line, the last rank sends back in the opposite direction to all others; on a complete graph,
/// over the direct link.
constexpr Successor successor(const Topology& topology, Rank rank, unsigned d) {
  Coordinates c = topology.coordinates(rank);
  c[d] = (c[d] + 1) % topology.extent(d);
  Successor next{topology.rank(c), without_wrap(topology, rank, topology.rank(c))};
  if (topology.wraps(d) && topology.has_directions()) next.route.direction[d] = Direction::plus;
  return next;
}

/// The optional property `multicasts` of a schedule.
template <class Schedule>
constexpr bool multicasts() {
  if constexpr (requires { Schedule::multicasts; }) return Schedule::multicasts;
  return false;
}

/// log2 of a power of two, rounded up for other numbers; 0 for 0 and 1.
constexpr unsigned log2_ceil(std::uint32_t value) {
  unsigned n = 0;
  while (n < 32 && (std::uint64_t{1} << n) < value) ++n;
  return n;
}
constexpr bool is_power_of_two(std::uint32_t value) { return value != 0 && (value & (value - 1)) == 0; }

/// The lowest `bits` bits of value in reverse order.
constexpr std::uint32_t reversed(std::uint32_t value, unsigned bits) {
  std::uint32_t r = 0;
  for (unsigned i = 0; i < bits; ++i) r |= (value >> i & 1) << (bits - 1 - i);
  return r;
}

/// Waits for everything that arrives in the step before `step`, on any of the algorithm's counters 1 .. last.
template <class Algorithm, class Out>
constexpr void wait_for_last_step(const Job& job, Rank rank, std::uint32_t step, unsigned last, Out& out) {
  if (step == 0) return;
  for (unsigned c = 1; c <= last; ++c) {
    const auto counter = static_cast<std::uint8_t>(c);
    const std::uint32_t now = Algorithm::arrivals(job, rank, counter, step);
    if (now != 0 && now != Algorithm::arrivals(job, rank, counter, step - 1)) out.wait(counter, now);
  }
}

}  // namespace collnoc
