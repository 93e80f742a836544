#include "sim/engine/link_times.hpp"

#include "collnoc/model/common/flit.hpp"

namespace collnoc {

LinkTimes::LinkTimes(const Topology& topology)
    : topology_(topology), open_(std::size_t{topology.nodes()} * topology.links() * model::max_vcs) {}

void LinkTimes::flit(Cycle now, Rank node, Link link, const model::FlitRef& flit) {
  LinkSpan& span = open_[(std::size_t{node} * topology_.links() + link) * model::max_vcs + flit.vc];
  if (flit.head)
    span = {
        node, link, flit.vc, topology_.rank_at(model::Head::of(flit.data, topology_.address_bits() > 16).dst),
        0,    now,  0};
  ++span.flits;
  if (!flit.tail) return;
  span.end = now + 1;
  spans_.push_back(span);
}

}  // namespace collnoc
