#include "collnoc/model/systemc/link_pipe.hpp"

#include <array>

namespace collnoc::systemc {

LinkPipe::LinkPipe(const sc_core::sc_module_name& name, const HardwareConfig& config, const WiredNode& node,
                   Link link, LinkTiming timing)
    : sc_module(name),
      data("data", node.node.words()),
      node_(node),
      link_(link),
      empty_(config, timing),
      held_(empty_) {
  SC_HAS_PROCESS(LinkPipe);
  SC_METHOD(rising_edge);
  sensitive << clk_i.pos();
  dont_initialize();
}

bool LinkPipe::quiescent() const { return !valid.read() && credit.read() == 0 && held_.empty(); }

void LinkPipe::rising_edge() {
  valid.write(false);
  credit.write(0);
  if (!rst_ni.read()) {  // what is driven at this edge was driven before the reset
    held_ = empty_;
    return;
  }
  std::array<std::uint64_t, max_flit_words> words{};
  if (node_.out_valid[link_].read()) {
    for (unsigned w = 0; w < data.size(); ++w) words[w] = node_.out_data[link_ * data.size() + w].read();
    held_.drive_flit(now_, {words.data(), static_cast<std::uint8_t>(node_.out_vc[link_].read().to_uint()),
                            node_.out_head[link_].read(), node_.out_tail[link_].read()});
  }
  if (const unsigned credits = node_.in_credit[link_].read().to_uint(); credits != 0)
    held_.drive_credits(now_, static_cast<std::uint8_t>(credits));
  held_.take(++now_, [&](const model::FlitRef* flit, std::uint8_t credits) {
    credit.write(credits);
    if (flit == nullptr) return;
    valid.write(true);
    head.write(flit->head);
    tail.write(flit->tail);
    vc.write(flit->vc);
    for (unsigned w = 0; w < data.size(); ++w) data[w].write(flit->data[w]);
  });
}

}  // namespace collnoc::systemc
