// When each packet was on each link: for timelines.
#pragma once
#include <vector>

#include "sim/fabric/fabric.hpp"

namespace collnoc {

/// A packet on a link: from the cycle of its head flit to the one after its tail flit.
struct LinkSpan {
  Rank node = 0;  ///< that drives the link
  Link link = 0;
  unsigned vc = 0;
  Rank dst = 0;  ///< of a multicast, the first corner of its box
  unsigned flits = 0;
  Cycle begin = 0, end = 0;
};

class LinkTimes final : public LinkObserver {
 public:
  explicit LinkTimes(const Topology& topology);

  void flit(Cycle now, Rank node, Link link, const model::FlitRef& flit) override;
  /// In the order of their tail flits.
  const std::vector<LinkSpan>& spans() const { return spans_; }

 private:
  Topology topology_;
  std::vector<LinkSpan> open_;  ///< [(node * links + link) * max_vcs + vc]; no flits: none
  std::vector<LinkSpan> spans_;
};

}  // namespace collnoc
