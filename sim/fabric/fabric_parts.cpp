// The cycles of a part of a network that is simulated by several processes.
#include <exception>

#include "sim/fabric/fabric.hpp"

namespace collnoc {

/// As step(). What crosses the cut travels while the other nodes are computed. A part that has failed goes on
/// sending, so that all learn of it at the end.
void Fabric::step_parts(Cycle cycles) {
  std::exception_ptr failure;
  Cycle failed_at = 0;
  const auto guarded = [&](auto&& compute) {
    try {
      compute();
    } catch (...) {
      return std::current_exception();
    }
    return std::exception_ptr{};
  };
  for (; cycles != 0; --cycles) {
    observe();
    std::exception_ptr head, tail, middle;
    if (!failure) {
      head = guarded([&] { step_partition(at_cut_[0]); });
      tail = guarded([&] { step_partition(at_cut_[1]); });
    }
    cut_->send(wires_[parity_ ^ 1], awake_[parity_ ^ 1]);
    if (!failure) {
      middle = guarded([&] { step_all(); });
      failure = head ? head : middle ? middle : tail;  // that of the lowest rank
      failed_at = now_;
    }
    cut_->receive(wires_[parity_ ^ 1], awake_[parity_ ^ 1]);
    end_cycle();
  }
  parts().agree(failure, failed_at);
}

}  // namespace collnoc
