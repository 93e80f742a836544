// An algorithm with a fault: every action passes through an editor that may change or drop it.
#pragma once
#include <functional>
#include <utility>

#include "sim/schedule/algorithm.hpp"

namespace collnoc {

class Damaged final : public Algorithm {
 public:
  /// Receives a rank's action and may change it; returns false to drop it.
  using Edit = std::function<bool(Rank, Action&)>;

  Damaged(const Algorithm& whole, Edit edit) : whole_(whole), edit_(std::move(edit)) {}

  std::string_view name() const override { return whole_.name(); }
  std::string_view summary() const override { return whole_.summary(); }
  Collective collective() const override { return whole_.collective(); }
  bool contention_free() const override { return whole_.contention_free(); }
  bool needs_orders() const override { return whole_.needs_orders(); }
  bool accumulates() const override { return whole_.accumulates(); }
  bool multicasts() const override { return whole_.multicasts(); }
  std::optional<std::string> why_not(const Topology& topology, PortModel nic) const override {
    return whole_.why_not(topology, nic);
  }
  std::uint64_t bytes_needed(const Job& job) const override { return whole_.bytes_needed(job); }
  std::uint32_t steps(const Job& job) const override { return whole_.steps(job); }
  std::uint32_t arrivals(const Job& job, Rank rank, std::uint8_t counter, std::uint32_t step) const override {
    return whole_.arrivals(job, rank, counter, step);
  }
  Action next(const Job& job, Rank rank, Cursor& cursor) const override {
    for (;;) {
      Action action = whole_.next(job, rank, cursor);
      if (action.kind == Action::Kind::done || edit_(rank, action)) return action;
    }
  }

 private:
  const Algorithm& whole_;
  Edit edit_;
};

}  // namespace collnoc
