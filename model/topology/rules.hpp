// What a topology decides inside a node: where a head flit goes, and how a put starts. NAME.cpp beside this
// file has them for the topology NAME, the model of rtl/topology.
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

/// The first virtual channel of a route's order of dimensions, and how many each order has.
inline unsigned vcs_per_order(const HardwareConfig& config) { return config.vcs / config.route_orders; }
inline unsigned first_vc(const HardwareConfig& config, std::uint8_t route) {
  return config.route_orders == 2 && (route & Head::descending) != 0 ? vcs_per_order(config) : 0;
}

/// A head flit that came in by port `in_port` on `in_vc`.
struct Arrival {
  const HardwareConfig& config;
  const Place& at;
  unsigned in_port, in_vc;
  Head head;

  bool from_link() const { return in_port < config.links(); }
  bool descending() const { return config.route_orders == 2 && (head.route & Head::descending) != 0; }
  /// The VC hash of the message modulo `count`, which chooses among virtual channels that are all allowed.
  unsigned hash_of(unsigned count) const { return hash_mod(vc_hash(head.dst, head.src, at.dims), count); }
  /// The ejection channel: all-port, that of the link it came by.
  Out eject() const {
    const unsigned channel = config.all_port && from_link() ? in_port : 0;
    return to_out(config.links() + channel, first_vc(config, head.route) + hash_of(vcs_per_order(config)));
  }
};

/// A put as its topology sees it.
struct Request {
  const HardwareConfig& config;
  const Place& at;
  std::uint32_t node;  ///< PUT_NODE
  std::uint32_t ctrl;  ///< PUT_CTRL
  bool descending;     ///< highest dimension first
};

/// What the topology says of a put.
struct Start {
  bool outside = false;    ///< the destination is no node
  bool bad_route = false;  ///< no direction asked for leads there
  bool differs = false;    ///< the destination is another node
  std::uint8_t minus = 0;  ///< bit d: dimension d towards minus
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
