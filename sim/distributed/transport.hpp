// How the processes that simulate one network together pass bytes to each other. sim/mpi implements it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace collnoc {

/// Processes are numbered 0 .. count() - 1. Messages from one process to another arrive in the order in which
/// they were sent. Every process calls the collective functions in the same order.
class Transport {
 public:
  virtual ~Transport() = default;
  virtual unsigned own() const = 0;
  virtual unsigned count() const = 0;

  /// Begins to send; `message` must not change until sent() returns.
  virtual void send(unsigned to, std::span<const std::byte> message) = 0;
  /// Waits until all messages that were sent may be overwritten.
  virtual void sent() = 0;
  /// Waits for the next message from a process; returns its length, which must fit into `message`.
  virtual std::size_t receive(unsigned from, std::span<std::byte> message) = 0;

  // Collective.
  virtual std::uint64_t sum(std::uint64_t value) = 0;
  virtual std::uint64_t minimum(std::uint64_t value) = 0;
  /// What process `from` has; of equal length everywhere.
  virtual void broadcast(unsigned from, std::span<std::byte> message) = 0;

  /// Ends all processes at once, with this exit code if possible.
  [[noreturn]] virtual void abort(int code) = 0;
};

/// What a library with a transport exports under `transport_symbol`.
struct TransportApi {
  unsigned version;  ///< transport_version
  std::unique_ptr<Transport> (*make)();
};
inline constexpr unsigned transport_version = 1;
inline constexpr const char* transport_symbol = "collnoc_transport";

}  // namespace collnoc
