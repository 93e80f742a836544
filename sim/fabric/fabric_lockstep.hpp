// The RTL in slices (sim/sliced) of a fabric whose nodes are the model: lockstep of all nodes at once.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "collnoc/model/planes/nic_planes.hpp"
#include "collnoc/model/planes/router_planes.hpp"
#include "sim/fabric/fabric.hpp"
#include "sim/fabric/rtl_beside.hpp"
#include "sim/fabric/sliced_network.hpp"
#include "sim/fabric/sliced_registers.hpp"

namespace collnoc {

// The model, in planes or node by node, calls hosts and moves data to and from memories. Its part of a cycle
// leaves, for 64 nodes each, what they drive, as planes or as words of single nodes, and what hosts and
// memories answer. step() then compares the pins of the RTL, gives it the same answers, and computes the
// clock edge.
//
// Compared in every cycle: all pins, and those registers of routers that the model has in planes. All
// registers, counts and memories every RtlBeside::register_period cycles; but if the model was in planes, not
// what has another form there: queues, but for their lengths, and masks of arbiters.
class Fabric::Lockstep : private SlicedNetwork {
 public:
  /// Resets all nodes of the RTL.
  Lockstep(Fabric& fabric, const RtlBeside& rtl);

  std::string how_computed() const;
  /// Before the first step. `planes`: nothing if nodes are computed one by one.
  void begin(Planes* planes);
  using SlicedNetwork::reset_tile;

  // What the model does in a cycle. First: what all nodes drive, but for requests to memory.
  void driven(const model::RouterPlanes& routers, const model::NicPlanes& nics);
  void driven();
  void access(Rank rank, const model::RegisterAccess& access);
  /// A NIC in planes reads a flit from memory at `addr`, in 8-byte words; writes one.
  void read(Rank rank, std::uint32_t addr, const std::uint64_t* flit);
  void write(Rank rank, std::uint32_t addr, const std::uint64_t* flit, std::uint64_t strobes);
  /// Any other node drives `out` and gets `in`; `rd_data`: of reads that are granted.
  void asks(Rank rank, const model::NodeOut& out, const model::NodeIn& in, const std::uint64_t* rd_data);

  /// What the RTL of a node drives in this cycle.
  const model::NodeOut& rtl_out(Rank rank);
  /// The same cycle of the RTL. Throws LockstepMismatch.
  void step(Cycle now);
  /// Compares all registers, after the last step. Throws LockstepMismatch.
  void compare_registers();

 private:
  /// What 64 nodes drive in a cycle, and get.
  struct Word {
    model::RouterPlanes::LinkPins link[model::max_links];
    std::uint64_t event = 0, ready = 0, held = 0, quiescent = 0;
    std::uint64_t accesses = 0;  ///< nodes that software accesses
    std::uint64_t active = 0;    ///< nodes that drive a link, or request or get anything
    std::uint64_t rd_req[model::max_reads] = {}, wr_req[model::max_channels] = {};  ///< by port
    std::uint64_t rd_gnt[model::max_reads] = {}, wr_gnt[model::max_channels] = {};
    Lanes access, rdata;
    std::vector<Lanes> flits;                                        ///< [link * words of a flit + word]
    std::vector<Lanes> rd_addr, wr_addr, wr_strb, wr_data, rd_data;  ///< by port, by word of a flit
  };
  struct RegisterPlane {
    int place;          ///< in the RTL
    std::size_t plane;  ///< in the model
    std::string name;
  };

  Word& word_of(Rank rank) { return model_[rank / 64]; }
  static std::uint64_t bit_of(Rank rank) { return std::uint64_t{1} << rank % 64; }
  template <unsigned n>
  void step_words(Array& a, Cycle now);
  std::uint64_t flags_differ(const Array& a, unsigned k) const;
  /// Whether any pin of word `k` differs.
  bool pins_differ(const Array& a, unsigned k);
  bool flits_differ(const Array& a, unsigned k, const SlicedPin& pin, unsigned first, std::uint64_t nodes,
                    const Lanes* expected);
  void answer(Array& a, unsigned k);
  std::uint64_t register_planes_differ(const Array& a, unsigned k) const;
  [[noreturn]] void report_pins(const Array& a, Cycle now);
  [[noreturn]] void report_registers(const Array& a);
  void show_model(Rank rank, model::NodeOut& out);
  void see_nics(std::size_t w);
  void compare_array(const Array& a);

  Fabric& fabric_;
  RtlBeside rtl_;
  const model::RouterPlanes* routers_ = nullptr;  // if nodes were in planes
  std::vector<Word> model_;                       // by word of the network
  std::vector<RegisterPlane> register_planes_;
  std::vector<bool> changed_;  // by array: since registers were compared
  Cycle now_ = 0;              // of the last step
  std::optional<SlicedRegisters> registers_;
  struct Shown {
    model::NodeOut out;
    std::vector<std::uint64_t> flits;
  };
  std::vector<Shown> shown_rtl_;      // [rank]
  std::vector<std::uint64_t> shown_;  // flits of a node
};

}  // namespace collnoc
