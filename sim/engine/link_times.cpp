#include "sim/engine/link_times.hpp"

#include <bit>

#include "collnoc/model/common/flit.hpp"

namespace collnoc {

LinkTimes::LinkTimes(const Topology& topology)
    : topology_(topology), open_(std::size_t{topology.size()} * topology.links() * model::max_vcs) {}

void LinkTimes::cycle(Cycle now, const std::function<const model::NodeOut&(Rank)>& out) {
  for (Rank node = 0; node < topology_.size(); ++node) {
    const model::NodeOut& pins = out(node);
    for (std::uint32_t left = pins.link_valid; left != 0; left &= left - 1) {
      const auto link = static_cast<Link>(std::countr_zero(left));
      const model::FlitRef& flit = pins.link[link];
      LinkSpan& span = open_[(std::size_t{node} * topology_.links() + link) * model::max_vcs + flit.vc];
      if (flit.head)
        span = {node,    link,
                flit.vc, topology_.rank_at(model::Head::of(flit.data, topology_.address_bits() > 16).dst),
                0,       now,
                0};
      ++span.flits;
      if (!flit.tail) continue;
      span.end = now + 1;
      spans_.push_back(span);
    }
  }
}

}  // namespace collnoc
