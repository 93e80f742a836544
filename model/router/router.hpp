// Model counterpart of rtl/router/router.sv, with the registers of its submodules under their RTL names.
//
// A cycle has two halves. settle() computes what follows from the registers: allocation, flits and credits on
// the wires. commit() takes what the neighbours drive and updates the registers. Nothing driven in a cycle
// depends on what arrives in it, so routers can be settled and committed in any order.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/model/common/flit.hpp"
#include "collnoc/model/common/hardware_sizes.hpp"
#include "collnoc/model/common/place.hpp"
#include "collnoc/model/common/rr_arbiter.hpp"
#include "collnoc/model/common/sized_arrays.hpp"
#include "collnoc/model/router/input_buffer.hpp"
#include "collnoc/model/router/mesh_route.hpp"
#include "collnoc/model/router/multicast.hpp"
#include "collnoc/model/router/output_unit.hpp"
#include "collnoc/model/router/reservations.hpp"

namespace collnoc::model {

/// Event counts of one output port, in flits and cycles. Model counterpart of rtl/router/link_monitor.sv, and
/// of one port of router_monitor.sv, which stores them in parts (event_counters.sv).
struct LinkMonitor {
  std::uint32_t flits_q = 0, credit_stalls_q = 0, arbitration_stalls_q = 0;
};

class Router {
 public:
  /// Wires into the router in one cycle. Ports: links, then injection channels.
  struct In {
    std::uint32_t valid = 0;        ///< one bit per port
    const FlitRef* link = nullptr;  ///< [link]
    std::array<FlitRef, max_channels> channel;
    std::uint64_t link_credit = 0;   ///< byte l: of output link l, one bit per vc
    std::uint32_t eject_credit = 0;  ///< one bit per ejection channel
  };
  /// Wires out of the router.
  struct Out_ {  // NOLINT(readability-identifier-naming): the type of out_
    std::uint32_t valid = 0;
    std::uint32_t credit_any = 0;                  ///< ports with a credit
    std::array<std::uint8_t, max_ports> credit{};  ///< of input ports, one bit per vc; else 0
    FlitRef* channel = nullptr;                    ///< flits of the ejection channels
  };

  Router(const HardwareConfig& config, const Place& place);

  /// Writes the flits on links to `link`; `link[l]` only if one is valid.
  void settle(FlitRef* link);
  void commit(const In& in);
  /// commit() and settle() of a quiescent router whose only inputs are these credits.
  void take_credits(std::uint64_t link_credit) { output_.refund_links(link_credit); }

  const Out_& out() const { return out_; }
  bool quiescent() const {
    return filled_ == 0 && owed_ == 0 && !on_the_way_ && (!multicast_ || multicast_->decided == 0);
  }
  const LinkMonitor& monitor(unsigned port) const { return monitor_[port]; }
  /// Flits in the output registers of a port: counted by its monitor, and not yet on the link or only now.
  unsigned in_registers(unsigned port) const {
    const OutputRegister* const stage = register_.get() + port * stages_;
    return static_cast<unsigned>(
        std::count_if(stage, stage + stages(port), [](const OutputRegister& r) { return r.valid_q; }));
  }
  /// The count of this number, {output, event}; 0 if there is none.
  std::uint32_t count(unsigned number) const {
    if (number / 4 >= ports()) return 0;
    const LinkMonitor& m = monitor_[number / 4];
    const std::uint32_t counts[] = {m.flits_q, m.credit_stalls_q, m.arbitration_stalls_q, 0};
    return counts[number % 4];
  }
  const InputBuffer& input(unsigned port) const { return input_[port]; }
  const OutputUnits& outputs() const { return output_; }
  /// A copy that has not taken the front flit: its output, and whether it needs the output's virtual channel.
  struct WaitingCopy {
    Out out;
    bool starts;
  };
  /// Those of a queue whose front belongs to a multicast packet; computed from registers only.
  std::vector<WaitingCopy> waiting_copies(unsigned port, unsigned vc) const;
  unsigned ports() const { return sizes_.ports(); }
  const HardwareConfig& config() const { return config_; }
  const Place& place() const { return place_; }

  /// Passes every register to `v` with its RTL name (model/registers.hpp).
  template <class Self, class Visitor>
  static void registers(Self& self, Visitor&& v);

 private:
  friend class RouterPlanes;
  friend class NicPlanes;
  void settle_registers(FlitRef* link);
  /// Where the flit on an output goes.
  FlitRef& wire(FlitRef* link, unsigned output) {
    return *(output < sizes_.links() ? link + output : out_.channel + (output - sizes_.links()));
  }
  void commit_registers();

  template <class Self, class Visitor>
  static void copies_registers(Self& self, Visitor&& v, unsigned i, unsigned g, unsigned k, unsigned vc);
  /// Number of output registers of a port; at most one in the channels to the NIC.
  unsigned stages(unsigned port) const { return port < sizes_.links() ? stages_ : std::min(stages_, 1u); }

  /// State of MULTICAST: model counterpart of i_multicast.
  struct Copying {
    Copying(const HardwareConfig& config, const Place& place) : fixed(config, place) {}
    Multicast fixed;
    std::array<MulticastCopies, max_ports * max_vcs> copies;  ///< [port * 4 + vc]
    std::uint64_t wanted = 0;  ///< bit out: a packet waits for this channel, which is held
    unsigned decided = 0;      ///< queues whose copies will give up or resume
    std::uint64_t active = 0;  ///< queues with a multicast packet in this cycle, bit port * 4 + vc
    std::array<std::uint32_t, max_ports * max_vcs> outputs{};  ///< that these request
    // Rewritten flits on the wires; two copies alternate, as in OutputRegister.
    unsigned which = 0;
    std::array<std::array<std::array<std::uint64_t, max_flit_words>, 2 * max_ports>, 2> data{};
  };
  /// What leaves through an output: its input's picked flit.
  struct Crossing {
    Out out;
    bool head, tail;
    const std::uint64_t* data;
  };
  /// The outputs that the multicast packet in a queue requests in this cycle.
  /// `may_start`: channels that a head may take.
  std::uint32_t settle_copies(unsigned input, unsigned vc, std::uint64_t may_start);
  void settle_fronts();
  void commit_copies(std::uint64_t left);
  void write_resent(unsigned input, unsigned vc);
  void count_stalls(unsigned input, unsigned vc);
  /// The front of a queue, or the kept head, belongs to a multicast packet.
  bool is_copied(unsigned queue) const { return multicast_ && ((multicast_->active >> queue) & 1) != 0; }
  Crossing crossing(unsigned output) const;
  TagRoute route_of(unsigned input, const FlitRef& flit) const;
  void give_credit(unsigned input, unsigned vc) {
    out_.credit[input] |= static_cast<std::uint8_t>(1u << vc);
    out_.credit_any |= 1u << input;
  }

  // Data that is read in every cycle comes first. Queues are numbered port * 4 + vc, groups port * groups +
  // group.
  std::uint64_t filled_ = 0;  // queues with a flit
  std::uint64_t held_ = 0;    // queues with a kept head
  std::uint32_t owed_ = 0;    // inputs that owe a credit for one
  std::uint64_t heads_ = 0,
                ready_ = 0;    // queues: the front is a head of a packet to one node; it could leave
  std::uint32_t granted_ = 0;  // outputs that send
  std::uint32_t credit_stall_ = 0, arbitration_stall_ = 0;
  std::uint8_t* picked_;  // by group: the picked queue
  std::uint8_t* winner_;  // by output: the granted queue
  Out_ out_;
  MeshRoute mesh_route_;
  const Turns* turns_;
  std::uint32_t* request_;  // by output: requesting groups; zero between cycles
  Tag* front_q_;            // by queue: front_q of the input buffers
  OutputUnits output_;
  Reservations reservations_;
  InputBuffer* input_;  // [port]
  RrArbiter* output_arbiter_;
  RrArbiter* vc_arbiter_;
  LinkMonitor* monitor_;

  HardwareConfig config_;
  Place place_;
  HardwareSizes sizes_;
  // Hops of more than one cycle.
  unsigned stages_;                             // output registers of a link
  bool on_the_way_ = false;                     // one of them holds a flit or a credit
  std::uint16_t* credit_q_;                     // by input port: the latest stage in the low bits
  std::unique_ptr<OutputRegister[]> register_;  // [port * stages_ + stage]
  std::unique_ptr<Copying> multicast_;          // with MULTICAST
  // Registers of the input buffers.
  std::uint8_t* order_;
  std::uint64_t* data_;
  Tag* tags_;
  ArrayMemory memory_;
};

}  // namespace collnoc::model
