#include "sim/fabric/node_state.hpp"

#include "collnoc/arch/nic_registers.hpp"

namespace collnoc {

NodeCounts counts_of(const model::Node& node) {
  const HardwareConfig& config = node.router().config();
  const auto read = [&](std::uint32_t address) {
    return node.nic().read(static_cast<std::uint16_t>(address), 0);
  };
  NodeCounts counts;
  for (unsigned o = 0; o < node.router().ports(); ++o) {
    counts.outputs.push_back({read(nic::output_flits(o)), read(nic::output_credit_stalls(o)),
                              read(nic::output_arbitration_stalls(o))});
  }
  for (unsigned c = 0; c < config.channels(); ++c) {
    counts.channels.push_back({read(nic::channel_flits(c)), read(nic::channel_credit_stalls(c)),
                               read(nic::channel_read_stalls(c)), read(nic::channel_write_stalls(c))});
  }
  return counts;
}

std::vector<WaitingFlit> waiting_flits(const model::Node& node) {
  const model::Router& router = node.router();
  const HardwareConfig& config = router.config();
  std::vector<WaitingFlit> waiting;
  for (unsigned i = 0; i < router.ports(); ++i) {
    for (unsigned vc = 0; vc < config.vcs; ++vc) {
      const model::InputBuffer& buffer = router.input(i);
      if (buffer.count_q[vc] == 0) continue;
      const model::Tag tag = buffer.front(vc);
      if (tag.multicast()) {
        for (const model::Router::WaitingCopy& w : router.waiting_copies(i, vc)) {
          const unsigned output = model::out_port(w.out), output_vc = model::out_vc(w.out);
          const unsigned q = output < config.links() ? output_vc : 0;
          waiting.push_back({i, vc, w.starts, output, output_vc,
                             ((router.outputs().busy_q >> w.out) & 1) != 0,
                             router.outputs().credit_q[4 * output + q]});
        }
        continue;
      }
      const unsigned output = model::out_port(tag.out()), output_vc = model::out_vc(tag.out());
      const bool held = (router.outputs().busy_q >> tag.out()) & 1;
      // An ejection channel has one queue for all virtual channels.
      const unsigned credits =
          router.outputs().credit_q[4 * output + (output < config.links() ? output_vc : 0)];
      waiting.push_back({i, vc, tag.head(), output, output_vc, held, credits});
    }
  }
  return waiting;
}

}  // namespace collnoc
