// The functions of a node that depend on the topology: the route of a head flit and the start of a put.
// NAME.cpp in this folder implements them for the topology NAME, as the model of rtl/topology.
#pragma once
#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/model/common/flit.hpp"
#include "collnoc/model/common/place.hpp"

namespace collnoc::model {

/// Output of a packet: port and virtual channel in one number, port * 4 + vc.
using Out = std::uint8_t;
constexpr unsigned out_port(Out out) { return out >> 2; }
constexpr unsigned out_vc(Out out) { return out & 3; }
constexpr Out to_out(unsigned port, unsigned vc) { return static_cast<Out>(port * 4 + vc); }

/// Number of virtual channels per order of dimensions, and the first one of a route's order.
inline unsigned vcs_per_order(const HardwareConfig& config) {
  return config.vcs >> (config.route_orders == 2);
}
inline unsigned first_vc(const HardwareConfig& config, std::uint8_t route) {
  return config.route_orders == 2 && (route & Head::descending) != 0 ? vcs_per_order(config) : 0;
}

/// A head flit that arrived at port `in_port` on virtual channel `in_vc`.
struct Arrival {
  const HardwareConfig& config;
  const Place& at;
  unsigned in_port, in_vc;
  Head head;

  bool from_link() const { return in_port < config.links(); }
  bool descending() const { return config.route_orders == 2 && (head.route & Head::descending) != 0; }
  /// The VC hash of the message modulo `count`. It selects one of `count` allowed virtual channels.
  unsigned hash_of(unsigned count) const {
    return hash_mod(vc_hash(head.dst, head.src, at.dims, at.bits), count);
  }
  /// The ejection channel; with an all-port NIC, that of the input link.
  Out eject() const {
    const unsigned channel = config.all_port && from_link() ? in_port : 0;
    return to_out(config.links() + channel, first_vc(config, head.route) + hash_of(vcs_per_order(config)));
  }
};

/// The part of a put that the topology needs.
struct Request {
  const HardwareConfig& config;
  const Place& at;
  std::uint32_t node;  ///< PUT_NODE
  std::uint32_t ctrl;  ///< PUT_CTRL
  bool descending;     ///< highest dimension first
};

/// The result of the topology's checks of a put.
struct Start {
  bool outside = false;    ///< the destination is not a node
  bool bad_route = false;  ///< a requested direction does not exist or does not lead to the destination
  bool differs = false;    ///< the destination is another node
  std::uint8_t minus = 0;  ///< bit d: minus in dimension d
  unsigned link = 0;       ///< of the first hop
};

template <class Type>
struct Rules;
#define COLLNOC_RULES(name, Type)            \
  template <>                                \
  struct Rules<Type> {                       \
    static Out route(const Arrival& packet); \
    static Start launch(const Request& put); \
  };
COLLNOC_TOPOLOGIES(COLLNOC_RULES)
#undef COLLNOC_RULES

}  // namespace collnoc::model
