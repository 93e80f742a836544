// One direction of a link that is longer or narrower than a hop, with the credits that go beside its flits
// (NodeNetwork). The hardware's own HOP_CYCLES are registers of every link.
#pragma once
#include <cstdint>
#include <systemc>

#include "collnoc/model/network/timed_link.hpp"
#include "collnoc/model/systemc/wired_node.hpp"

namespace collnoc::systemc {

class LinkPipe : public sc_core::sc_module {
  template <int w>
  using Bits = sc_dt::sc_uint<w>;

 public:
  /// What `node`, whose hardware is `config`, drives on `link` arrives later, as `timing` says, which is not
  /// LinkTiming{}.
  LinkPipe(const sc_core::sc_module_name& name, const HardwareConfig& config, const WiredNode& node,
           Link link, LinkTiming timing);

  /// No flit and no credit is in it.
  bool quiescent() const;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};
  sc_core::sc_signal<bool> valid{"valid"}, head{"head"}, tail{"tail"};
  sc_core::sc_signal<Bits<2>> vc{"vc"};
  sc_core::sc_vector<sc_core::sc_signal<std::uint64_t>> data;
  sc_core::sc_signal<Bits<4>> credit{"credit"};

 private:
  static constexpr std::size_t max_flit_words = 8;
  void rising_edge();

  const WiredNode& node_;
  Link link_;
  const model::TimedLink empty_;
  model::TimedLink held_;
  std::uint64_t now_ = 0;
};

}  // namespace collnoc::systemc
