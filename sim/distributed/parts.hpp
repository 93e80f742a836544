// The parts of one network, one per process. Every process runs the whole program with the same arguments;
// each simulates the nodes of its part, and the first one has the results.
//
// All processes take the same decisions, so they call the functions below in the same order: what a decision
// depends on is combined first (sum, all, any), and what only some processes know of, a failure, is agreed
// upon (agree). With one process every function returns what it was given.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "sim/distributed/transport.hpp"

namespace collnoc {

class NetworkParts {
 public:
  /// One part: no other process.
  NetworkParts() = default;
  explicit NetworkParts(std::unique_ptr<Transport> transport) : transport_(std::move(transport)) {}

  bool several() const { return transport_ != nullptr; }
  unsigned own() const { return several() ? transport_->own() : 0; }
  unsigned count() const { return several() ? transport_->count() : 1; }
  bool first() const { return own() == 0; }
  /// Precondition: several().
  Transport& transport() const { return *transport_; }

  std::uint64_t sum(std::uint64_t value) const { return several() ? transport_->sum(value) : value; }
  bool any(bool value) const { return sum(value ? 1 : 0) != 0; }
  bool all(bool value) const { return !any(!value); }
  std::uint64_t minimum(std::uint64_t value) const { return several() ? transport_->minimum(value) : value; }
  std::uint64_t maximum(std::uint64_t value) const { return ~minimum(~value); }

  /// The first part's value.
  template <class T>
  T of_first(T value) const {
    static_assert(std::is_trivially_copyable_v<T>);
    if (several()) transport_->broadcast(0, std::as_writable_bytes(std::span(&value, 1)));
    return value;
  }
  /// At the first part, the elements of all parts in the order of parts; elsewhere nothing.
  template <class T>
  std::vector<T> gather(std::vector<T> own) const {
    static_assert(std::is_trivially_copyable_v<T>);
    if (!several()) return own;
    const std::vector<std::byte> bytes = gather_bytes(std::as_bytes(std::span(own)));
    own.resize(bytes.size() / sizeof(T));
    if (!own.empty()) std::memcpy(own.data(), bytes.data(), bytes.size());
    return own;
  }
  std::vector<std::string> gather(const std::vector<std::string>& own) const;

  /// Calls `work` in every part. If it throws in one, throws the same failure in all of them; if in several,
  /// that of the lowest part.
  void agree(const std::function<void()>& work) const;
  /// The same for what has already been caught. Of several failures, that with the lowest `when` counts.
  void agree(std::exception_ptr failure, std::uint64_t when) const;

  /// Calls `work` at the first part, then at the others: what it makes for all of them is there then.
  void first_then_others(const std::function<void()>& work) const;

  /// The processes begin work together that the first one has begun. Throws Ended if it has ended instead,
  /// because of an error that only it has met.
  void begin() const;
  struct Ended {
    int code;
  };
  /// The processes end together. Returns the exit code of the first one.
  int end(int code) const;

 private:
  std::vector<std::byte> gather_bytes(std::span<const std::byte> own) const;

  std::unique_ptr<Transport> transport_;
};

/// Used where a network is not cut.
inline const NetworkParts undivided;

}  // namespace collnoc
