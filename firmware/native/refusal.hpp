// Why a NIC refuses a put, as text: the same for tiles with processors and for tiles on the host.
#pragma once
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "collnoc/arch/box.hpp"
#include "collnoc/arch/nic_registers.hpp"
#include "collnoc/arch/operation.hpp"
#include "collnoc/arch/put.hpp"
#include "collnoc/arch/topology/topology.hpp"

namespace collnoc {

inline std::string hex_text(std::uint32_t value) {
  std::string digits;
  for (; value != 0 || digits.empty(); value >>= 4)
    digits.insert(digits.begin(), "0123456789abcdef"[value & 15]);
  return "0x" + digits;
}

/// What is wrong with a value of PUT_CTRL that sets error_counter.
inline std::string control_text(std::uint32_t control) {
  if ((control & 0xc0) != 0)
    return "no such counter: " + std::to_string(control & 0xff) + "; counters are 1 to 63";
  // go_of() writes it for what PUT_GO cannot hold.
  if (nic::ctrl_directions.of(control) == 0xff)
    return "a prepared put of a counter above 63 or a direction that PUT_GO cannot hold";
  if ((control & nic::ctrl_descending) != 0 && control >> 18 == 0)
    return "an order of dimensions that needs --route-orders 2";
  if (control >> 17 == 0) return "a direction in a dimension that the network does not have";
  return "reserved bits of PUT_CTRL: " + hex_text(control & ~0x3ffffu);
}

/// `errors`: bits of the register ERROR; `control`: PUT_CTRL of the put, if it is known.
inline std::string refusal_text(std::uint32_t errors, std::optional<std::uint32_t> control = {}) {
  static constexpr std::pair<nic::Error, const char*> reasons[] = {
      {nic::error_node, "no such destination"},
      {nic::error_zero, "length 0"},
      {nic::error_align, "an address that is not a multiple of 8"},
      {nic::error_memory, "a range outside the memory"},
      {nic::error_route, "a direction that does not lead there"},
      {nic::error_counter, "no such counter or option"},
      {nic::error_operation, "an unknown operation, or a length of no whole elements"}};
  std::string text;
  for (const auto& [bit, reason] : reasons) {
    if ((errors & bit) == 0) continue;
    text += text.empty() ? "" : ", ";
    text += bit == nic::error_counter && control ? control_text(*control) : reason;
  }
  return "the NIC refuses a put: " + (text.empty() ? "no reason given" : text);
}

inline std::string rank_refusal_text(std::uint32_t rank, const Topology& topology) {
  return "put to rank " + std::to_string(rank) + "; ranks are 0 to " + std::to_string(topology.size() - 1);
}

inline std::string counter_refusal_text(std::uint32_t counter) {
  return "there is no counter " + std::to_string(counter) + "; counters are 1 to 63";
}

/// "8 bytes from 0x2004 to 0x2000 of rank 0"; `to`: "rank 0".
inline std::string put_text(bool signal, std::uint32_t bytes, std::uint32_t local, std::uint32_t remote,
                            const std::string& to) {
  if (signal) return "a signal to " + to;
  return std::to_string(bytes) + " bytes from " + hex_text(local) + " to " + hex_text(remote) + " of " + to;
}

/// The program failed, or all tiles wait: "program failed: tile 1: ...", "deadlock: ...".
class HostFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

inline std::string tile_failed(Rank rank, const std::string& why) {
  return "program failed: tile " + std::to_string(rank) + ": " + why;
}

/// The bits of ERROR that a put of rank `from` sets, in a NIC with all options; 0: it is good.
/// Precondition: put.dst is a rank.
inline std::uint32_t put_errors(const Put& put, Rank from, const Topology& topology,
                                std::uint64_t memory_bytes) {
  std::uint32_t errors = 0;
  if (!put.signal) {
    if (put.bytes == 0) errors |= nic::error_zero;
    if (((put.local | put.remote) & 7) != 0) errors |= nic::error_align;
    if (std::uint64_t{put.local} + put.bytes > memory_bytes ||
        std::uint64_t{put.remote} + put.bytes > memory_bytes) {
      errors |= nic::error_memory;
    }
  }
  const auto code = static_cast<std::uint32_t>(put.operation);
  if (code != 0 &&
      (put.signal || !is_operation(code) || put.bytes % element_bytes(static_cast<Operation>(code)) != 0)) {
    errors |= nic::error_operation;
  }
  const bool has_directions = topology.has_directions();
  const unsigned bits = has_directions ? 2 * topology.dims() : 0;
  const std::uint32_t control = put.control();
  if (put.counter >= 64 || (control & 0xffff) >> (8 + bits) != 0 || control >> 18 != 0)
    errors |= nic::error_counter;
  for (unsigned d = 0; has_directions && d < topology.dims(); ++d) {
    const unsigned choice = control >> (8 + 2 * d) & 3;
    const std::uint32_t own = topology.coordinates(from)[d], to = topology.coordinates(put.dst)[d];
    const bool leads =
        choice == 0 || (choice != 3 && (topology.wraps(d) || (choice == 1 ? to >= own : to <= own)));
    if (!leads) errors |= nic::error_route;
  }
  return errors;
}

/// Why the put of rank `from` is refused, as text; empty: it is good.
inline std::string why_refused(const Put& put, Rank from, const Topology& topology,
                               std::uint64_t memory_bytes) {
  if (put.dst >= topology.size()) return rank_refusal_text(put.dst, topology);
  const std::uint32_t errors = put_errors(put, from, topology, memory_bytes);
  if (errors == 0) return {};
  return refusal_text(errors, put.control()) + ": " +
         put_text(put.signal, put.bytes, put.local, put.remote, "rank " + std::to_string(put.dst));
}

inline std::string box_text(const Box& box) {
  return "the box from rank " + std::to_string(box.from) + " to rank " + std::to_string(box.to);
}

/// The same of a multicast to `box`; `put.dst` is not used.
inline std::string why_refused(Put put, const Box& box, Rank from, const Topology& topology,
                               std::uint64_t memory_bytes) {
  for (const Rank corner : {box.from, box.to}) {
    if (corner >= topology.size()) return rank_refusal_text(corner, topology);
  }
  bool empty = true;
  for (Rank r = 0; r < topology.size() && empty; ++r) empty = !box.reaches(topology, from, r);
  put.dst = box.from;
  std::uint32_t errors = put_errors(put, from, topology, memory_bytes);
  if (!has_multicasts(topology) || !box.exists(topology) || empty) errors |= nic::error_node;
  if (put.operation != Operation::replace) errors |= nic::error_operation;
  if (put.route.order() == Order::descending) errors |= nic::error_route;
  if (errors == 0) return {};
  return refusal_text(errors, put.control()) + ": " +
         put_text(put.signal, put.bytes, put.local, put.remote, box_text(box));
}

}  // namespace collnoc
