// The cycles of a part of a network that is simulated by several processes.
#include <algorithm>

#include "sim/fabric/fabric.hpp"
#include "sim/fabric/fabric_planes.hpp"

namespace collnoc {

/// As step(). What crosses the cut travels while other nodes are computed. A part that has failed continues
/// to send, so that all parts learn of the failure at the end.
void Fabric::step_parts(Cycle cycles) {
  if (planes_ && parts().any(singly_)) {
    if (not_in_planes_ == nullptr) not_in_planes_ = "another process has left planes";
    end_groups();
    exchange(now_);
  }
  if (planes_) planes_->begin();
  while (cycles != 0) {
    Cycle computed = 1;
    if (planes_) {
      step_part_in_planes();
    } else if (order_ && cycles > 1 && !observed()) {
      computed = std::min<Cycle>(cycles, order_->cycles());
      step_parts_in_order(computed);
    } else {
      observe();
      deliver_timed();
      for (Partition& partition : at_cut_) step_partition(partition);
      cut_->send(wires_[(now_ + 1) % 2], awake_[(now_ + 1) % 2]);
      step_all();
      cut_->receive(wires_[(now_ + 1) % 2], awake_[(now_ + 1) % 2]);
    }
    share_failure();
    now_ += computed;
    cycles -= computed;
  }
  const Failure failure = take_failure();
  parts().agree(failure.error, failure.cycle);
  if (planes_) planes_->catch_up();
}

/// What nodes drive in a cycle over the cut.
void Fabric::exchange(Cycle cycle) {
  cut_->send(wires_[cycle % 2], awake_[cycle % 2]);
  cut_->receive(wires_[cycle % 2], awake_[cycle % 2]);
}

void Fabric::step_parts_in_order(Cycle cycles) {
  for (unsigned phase = 0; phase < order_->phases(); ++phase) {
    step_phase(phase, 0, cycles);
    if (phase / 2 >= cycles) continue;
    const Cycle next = now_ + phase / 2 + 1;
    LinkWires& wires = wires_[next % 2];
    AwakeNodes& awake = awake_[next % 2];
    phase % 2 == 0 ? cut_->send(wires, awake) : cut_->receive(wires, awake);
  }
}

}  // namespace collnoc
