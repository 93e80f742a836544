// A node with pins: rtl/tile/node.sv as a SystemC module. Behind the pins (node_pins.hpp) is the plain model,
// or whatever else is a node (NodeMaker): verilated RTL, or RTL and model in lockstep
// (sim/systemc/node_makers.hpp).
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
#include <variant>
#include <vector>

#include "collnoc/model/common/place.hpp"
#include "collnoc/model/systemc/node_pins.hpp"
#include "collnoc/model/systemc/signal_access.hpp"
#include "collnoc/model/tile/clocked_node.hpp"

namespace collnoc::systemc {

/// Makes what is behind the pins of a node, when its reset begins. Never null.
using NodeMaker =
    std::function<std::unique_ptr<model::ClockedNode>(const HardwareConfig&, const model::Place&)>;
/// The plain model.
std::unique_ptr<model::ClockedNode> make_model(const HardwareConfig& config, const model::Place& place);

/// What is in the place of a node: a NodeModule with this behind its pins, or another module with these pins.
using NodeInside = std::variant<NodeMaker, NodeModuleMaker>;

class NodeModule : public NodePins {
 public:
  /// Reports an SC_ERROR of type hardware_report if `config` is not legal.
  NodeModule(const sc_core::sc_module_name& name, const HardwareConfig& config, NodeMaker make = make_model);

  /// In the evaluation of a rising edge, before or after this module's own: what is at its inputs; nullptr if
  /// the node need not be computed. For nodes that are computed together. Not while rst_ni is low.
  const model::NodeIn* inputs();

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
  bool take();
  void take_links();
  void take_memory();
  void drive();
  void drive_memory();

  NodeMaker make_;
  Reads reads_;
  Writes writes_;
  bool has_tile_rst_ = false;
  std::unique_ptr<model::ClockedNode> node_;
  model::Place place_;                       // of node_
  bool in_reset_ = false;                    // since the last edge
  std::uint64_t taken_ = ~std::uint64_t{0};  // the delta cycle in which inputs() found what needs_tick_ says
  bool needs_tick_ = false;
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
