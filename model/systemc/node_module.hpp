// A node with pins: rtl/tile/node.sv as a SystemC module. Behind the pins is the plain model, or whatever
// else is a node (NodeMaker): verilated RTL, or RTL and model in lockstep (sim/systemc/node_makers.hpp).
//
// Every pin has its RTL name. An RTL pin that consists of equal fields (one per link or channel) is an
// sc_vector of them. Data is in 64-bit words: word w of link or channel i is at [i * words() + w].
//
// Promises: every output is registered, so it changes only after a rising clock edge. Reset is synchronous:
// straps are sampled at each edge with rst_ni low; before the first such edge, nothing is driven. Data, head,
// tail and vc keep their last value while valid is low. Cost: one SC_METHOD per clock cycle; a quiescent node
// without input reads its pins and does nothing else.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/model/common/place.hpp"
#include "collnoc/model/systemc/hardware_check.hpp"
#include "collnoc/model/systemc/signal_access.hpp"
#include "collnoc/model/tile/clocked_node.hpp"

namespace collnoc::systemc {

/// Bits of a word address of the tile's memory: collnoc_pkg::ADDR_W.
inline constexpr int addr_w = 18;

/// Makes what is behind the pins of a node, when its reset begins. Never null.
using NodeMaker =
    std::function<std::unique_ptr<model::ClockedNode>(const HardwareConfig&, const model::Place&)>;
/// The plain model.
std::unique_ptr<model::ClockedNode> make_model(const HardwareConfig& config, const model::Place& place);

class NodeModule : public sc_core::sc_module {
  template <class T>
  using Ins = sc_core::sc_vector<sc_core::sc_in<T>>;
  template <class T>
  using Outs = sc_core::sc_vector<sc_core::sc_out<T>>;
  template <int w>
  using Bits = sc_dt::sc_uint<w>;

 public:
  /// Reports an SC_ERROR of type hardware_report if `config` is not legal.
  NodeModule(const sc_core::sc_module_name& name, const HardwareConfig& config, NodeMaker make = make_model);

  const HardwareConfig& config() const { return config_; }
  /// In a graph: the routing table after every reset, an entry per node of the network, as in the register
  /// ROUTE; without it, software writes the table. Must outlive the module; only before the simulation.
  void set_routes(const std::uint8_t* routes) { routes_ = routes; }
  /// 64-bit words per flit.
  unsigned words() const { return config_.flit_bits / 64; }

  sc_core::sc_in<bool> clk_i{"clk_i"}, rst_ni{"rst_ni"};
  // reset of the tile alone; need not be bound, then it is high
  sc_core::sc_port<sc_core::sc_signal_in_if<bool>, 1, sc_core::SC_ZERO_OR_MORE_BOUND> tile_rst_ni{
      "tile_rst_ni"};
  sc_core::sc_port<sc_core::sc_signal_inout_if<bool>, 1, sc_core::SC_ZERO_OR_MORE_BOUND> held_o{"held_o"};
  // place in the network (straps)
  sc_core::sc_in<Bits<20>> coord_i{"coord_i"}, extent_i{"extent_i"};
  sc_core::sc_in<Bits<4>> wrap_i{"wrap_i"};
  sc_core::sc_in<Bits<addr_w + 1>> mem_words_i{"mem_words_i"};
  sc_core::sc_in<Bits<32>> cycle_i{"cycle_i"};
  // links in
  Ins<bool> in_valid_i, in_head_i, in_tail_i;
  Ins<Bits<2>> in_vc_i;
  Ins<std::uint64_t> in_data_i;
  Outs<Bits<4>> in_credit_o;  ///< one bit per vc
  // links out
  Outs<bool> out_valid_o, out_head_o, out_tail_o;
  Outs<Bits<2>> out_vc_o;
  Outs<std::uint64_t> out_data_o;
  Ins<Bits<4>> out_credit_i;
  // register bus
  sc_core::sc_in<bool> reg_valid_i{"reg_valid_i"}, reg_write_i{"reg_write_i"};
  sc_core::sc_in<Bits<10>> reg_addr_i{"reg_addr_i"};
  sc_core::sc_in<Bits<32>> reg_wdata_i{"reg_wdata_i"};
  sc_core::sc_out<bool> reg_ready_o{"reg_ready_o"};
  sc_core::sc_out<Bits<32>> reg_rdata_o{"reg_rdata_o"};
  sc_core::sc_out<bool> event_o{"event_o"};
  // memory
  Outs<bool> rd_req_o;
  Outs<Bits<addr_w>> rd_addr_o;
  Ins<bool> rd_gnt_i;
  Ins<std::uint64_t> rd_data_i;
  Outs<bool> wr_req_o;
  Outs<Bits<addr_w>> wr_addr_o;
  Outs<std::uint64_t> wr_data_o;
  Outs<std::uint64_t> wr_strb_o;  ///< one bit per byte
  Ins<bool> wr_gnt_i;
  sc_core::sc_out<bool> quiescent_o{"quiescent_o"};

 private:
  /// The signals at the pins.
  struct Reads {
    struct Link {
      SignalReader<bool> valid;
      SignalReader<Bits<4>> credit;
    };
    struct Flit {
      SignalReader<bool> head, tail;
      SignalReader<Bits<2>> vc;
    };
    std::vector<Link> link;
    std::vector<Flit> flit;
    std::vector<SignalReader<std::uint64_t>> data, rd_data;
    std::vector<SignalReader<bool>> rd_gnt, wr_gnt;
    SignalReader<bool> rst_n, tile_rst_n, reg_valid, reg_write;
    SignalReader<Bits<32>> cycle;
  };
  struct Writes {
    struct Link {
      SignalWriter<bool> valid, head, tail;
      SignalWriter<Bits<2>> vc;
      SignalWriter<Bits<4>> credit;
    };
    std::vector<Link> link;
    std::vector<SignalWriter<std::uint64_t>> data, wr_data, wr_strb;
    std::vector<SignalWriter<bool>> rd_req, wr_req;
    std::vector<SignalWriter<Bits<addr_w>>> rd_addr, wr_addr;
    SignalWriter<Bits<32>> reg_rdata;
  };

  void end_of_elaboration() override;
  void rising_edge();
  void reset();
  void take_links();
  void take_memory();
  void drive();
  void drive_memory();

  HardwareConfig config_;
  NodeMaker make_;
  Reads reads_;
  Writes writes_;
  bool has_tile_rst_ = false;
  std::unique_ptr<model::ClockedNode> node_;
  model::Place place_;  // of node_
  const std::uint8_t* routes_ = nullptr;
  bool in_reset_ = false;  // since the last edge
  model::NodeIn in_;
  std::array<model::FlitRef, model::max_links> link_in_;  // to which `in_` points
  model::NodeOut out_;
  // What the pins show; a signal is only accessed if it changes, because caches hold few of them.
  std::uint32_t shown_valid_ = 0, shown_credit_ = 0, shown_rd_ = 0,
                shown_wr_ = 0;                          // one bit per link or channel
  std::array<unsigned, model::max_links> shown_tag_{};  // head, tail and vc
  unsigned shown_flags_ = 0;                            // ready, event, quiescent, held
  std::uint32_t shown_rdata_ = 0;
  std::uint32_t rd_gnt_q_ = 0;                        // reads granted in the last cycle
  std::vector<std::uint64_t> link_words_, rd_words_;  // data to which `in_` points
};

}  // namespace collnoc::systemc
