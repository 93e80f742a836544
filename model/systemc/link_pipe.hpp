// A long wire: registers in one direction of a link, flits and the credits that go with them, for a network
// whose links differ in length (NodeNetwork). The hardware's own HOP_CYCLES are registers of every link.
#pragma once
#include <cstdint>
#include <systemc>
#include <vector>

#include "collnoc/model/systemc/wired_node.hpp"

namespace collnoc::systemc {

class LinkPipe : public sc_core::sc_module {
  template <int w>
  using Bits = sc_dt::sc_uint<w>;

 public:
  /// What `node` drives on `link` arrives `cycles` later, at least 1.
  LinkPipe(const sc_core::sc_module_name& name, const WiredNode& node, Link link, unsigned cycles);

  /// No flit and no credit is in it.
  bool quiescent() const;

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};
  sc_core::sc_signal<bool> valid{"valid"}, head{"head"}, tail{"tail"};
  sc_core::sc_signal<Bits<2>> vc{"vc"};
  sc_core::sc_vector<sc_core::sc_signal<std::uint64_t>> data;
  sc_core::sc_signal<Bits<4>> credit{"credit"};

 private:
  struct Stage {
    bool valid = false, head = false, tail = false;
    Bits<2> vc;
    Bits<4> credit;
  };
  void rising_edge();

  const WiredNode& node_;
  unsigned link_, words_;
  std::vector<Stage> stages_;        // of which next_ comes out next
  std::vector<std::uint64_t> data_;  // [stage][word]
  std::size_t next_ = 0;
};

}  // namespace collnoc::systemc
