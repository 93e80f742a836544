#include "collnoc/model/systemc/link_pipe.hpp"

#include <algorithm>

namespace collnoc::systemc {

LinkPipe::LinkPipe(const sc_core::sc_module_name& name, const WiredNode& node, Link link, unsigned cycles)
    : sc_module(name),
      data("data", node.node.words()),
      node_(node),
      link_(link),
      words_(node.node.words()),
      stages_(cycles),
      data_(std::size_t{cycles} * words_) {
  SC_HAS_PROCESS(LinkPipe);
  SC_METHOD(rising_edge);
  sensitive << clk_i.pos();
  dont_initialize();
}

bool LinkPipe::quiescent() const {
  return !valid.read() && credit.read() == 0 &&
         std::none_of(stages_.begin(), stages_.end(),
                      [](const Stage& s) { return s.valid || s.credit != 0; });
}

// The signals are the last register, so a pipe of one cycle has its stage for what goes in and out at once.
void LinkPipe::rising_edge() {
  if (!rst_ni.read()) {  // what is driven at this edge was driven before the reset
    std::fill(stages_.begin(), stages_.end(), Stage{});
    valid.write(false);
    credit.write(0);
    return;
  }
  Stage& in = stages_[next_];
  std::uint64_t* in_data = &data_[next_ * words_];
  in = {.valid = node_.out_valid[link_].read(),
        .head = node_.out_head[link_].read(),
        .tail = node_.out_tail[link_].read(),
        .vc = node_.out_vc[link_].read(),
        .credit = node_.in_credit[link_].read()};
  for (unsigned w = 0; w < words_; ++w) in_data[w] = node_.out_data[link_ * words_ + w].read();
  next_ = (next_ + 1) % stages_.size();
  const Stage& out = stages_[next_];
  valid.write(out.valid);
  head.write(out.head);
  tail.write(out.tail);
  vc.write(out.vc);
  credit.write(out.credit);
  for (unsigned w = 0; w < words_; ++w) data[w].write(data_[next_ * words_ + w]);
}

}  // namespace collnoc::systemc
