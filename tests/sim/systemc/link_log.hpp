// A record of what every link drives in every cycle, on a Fabric or on the pins of a NetworkModule.
#pragma once
#include <compare>
#include <ostream>
#include <vector>

#include "collnoc/model/systemc/network_module.hpp"
#include "sim/fabric/fabric.hpp"

namespace collnoc::test {

/// One link in one cycle with a flit or a credit on it.
struct LinkState {
  Cycle cycle = 0;
  Rank rank = 0;
  Link link = 0;
  bool valid = false, head = false, tail = false;
  unsigned vc = 0, credit = 0;
  std::uint64_t data = 0;  ///< hash of all words of the flit
  auto operator<=>(const LinkState&) const = default;
  friend std::ostream& operator<<(std::ostream& out, const LinkState& s) {
    return out << "cycle " << s.cycle << " node " << s.rank << " link " << s.link << " valid " << s.valid
               << " head " << s.head << " tail " << s.tail << " vc " << s.vc << " credit " << s.credit
               << " data " << s.data;
  }
};
using LinkLog = std::vector<LinkState>;

inline std::uint64_t mix(std::uint64_t sum, std::uint64_t word) {
  return (sum ^ word) * 0x9e3779b97f4a7c15u + 1;
}

class FabricLog final : public FabricObserver {
 public:
  explicit FabricLog(Fabric& fabric) : fabric_(fabric) { fabric.add_observer(this); }
  void cycle(Cycle now, const std::function<const model::NodeOut&(Rank)>& out) override {
    for (Rank r = 0; r < fabric_.topology().nodes(); ++r) {
      const model::NodeOut& o = out(r);
      for (Link l = 0; l < fabric_.topology().links(); ++l) {
        LinkState s{now, r, l};
        s.valid = (o.link_valid >> l) & 1;
        if (s.valid) {
          s.head = o.link[l].head;
          s.tail = o.link[l].tail;
          s.vc = o.link[l].vc;
          for (unsigned w = 0; w < fabric_.config().flit_bits / 64; ++w)
            s.data = mix(s.data, o.link[l].data[w]);
        }
        if ((o.link_credit >> l) & 1) s.credit = o.credit[l];
        if (s.valid || s.credit != 0) log.push_back(s);
      }
    }
  }
  LinkLog log;

 private:
  Fabric& fabric_;
};

/// Samples the pins in the window of each cycle.
class PinLog final : public sc_core::sc_module {
 public:
  PinLog(const sc_core::sc_module_name& name, systemc::NetworkModule& network)
      : sc_module(name), network_(network) {
    SC_HAS_PROCESS(PinLog);
    SC_METHOD(look);
    sensitive << clk_i.neg();
    dont_initialize();
  }
  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};
  LinkLog log;

 private:
  void look() {
    if (!rst_ni.read()) return;
    for (Rank r = 0; r < network_.topology().nodes(); ++r) {
      systemc::TileModule& t = network_.tile(r);
      for (Link l = 0; l < network_.topology().links(); ++l) {
        LinkState s{network_.cycle(), r, l};
        s.valid = t.node.out_valid_o[l].read();
        if (s.valid) {
          s.head = t.node.out_head_o[l].read();
          s.tail = t.node.out_tail_o[l].read();
          s.vc = t.node.out_vc_o[l].read().to_uint();
          for (unsigned w = 0; w < t.node.words(); ++w)
            s.data = mix(s.data, t.node.out_data_o[l * t.node.words() + w].read());
        }
        s.credit = t.node.in_credit_o[l].read().to_uint();
        if (s.valid || s.credit != 0) log.push_back(s);
      }
    }
  }
  systemc::NetworkModule& network_;
};

/// First place where the logs differ, or nothing.
inline std::string first_difference(const LinkLog& a, const LinkLog& b) {
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    if (i < a.size() && i < b.size() && a[i] == b[i]) continue;
    std::ostringstream text;
    if (i < a.size()) text << a[i];
    text << " | ";
    if (i < b.size()) text << b[i];
    return text.str();
  }
  return {};
}

}  // namespace collnoc::test
