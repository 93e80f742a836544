// The part of a cycle that is the same for nodes that are computed one by one and for NICs beside planes.
#pragma once
#include "sim/fabric/fabric.hpp"

namespace collnoc {

/// What a node's host, memory and watchers do in a cycle before the node is evaluated. False if it need not
/// be. `awake`: the node is not quiescent, or something arrives; `due`: the host is to be called.
inline bool Fabric::prepare(Cycle now, Site& s, bool awake, bool due, model::NodeIn& in,
                            Partition& partition) {
  model::NodeOut& out = s.out;
  const bool called = (due || out.event) && s.host != nullptr;
  if (called) {
    in.access = s.drive(now);
    ++partition.calls;
  }
  if (!awake && !in.access.valid) {
    if (called) s.memory.idle();  // the host may use it
    return false;
  }
  in.cycle = static_cast<std::uint32_t>(now);
  in.rd_data = s.rd_data;
  if ((out.rd_req | out.wr_req) != 0) {
    s.memory.access(out);
    in.rd_gnt = s.memory.rd_gnt();
    in.wr_gnt = s.memory.wr_gnt();
    if (s.listener != nullptr && in.wr_gnt != 0) s.listener->written(now, out, in.wr_gnt);
    s.memory.advance();
    s.rd_data = s.memory.rd_data();
  } else if (called) {
    s.memory.idle();
  }
  if (s.pin_watcher != nullptr &&
      ((out.link_valid | out.link_credit | in.link_valid | in.link_credit | in.rd_gnt | in.wr_gnt) != 0 ||
       out.event)) {
    s.pin_watcher->see(now, out, in);
  }
  ++partition.evaluations;
  return true;
}

}  // namespace collnoc
