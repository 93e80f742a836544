// What a router's ports are connected to inside it. `turn` is collnoc_pkg::turn_allowed.
#pragma once
#include <algorithm>
#include <array>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/model/planes/plane.hpp"
#include "collnoc/model/router/turns.hpp"

namespace collnoc::model {

/// Grids of two dimensions whose packets go through the dimensions in ascending order: known to the compiler.
template <bool all_port>
struct PlaneGrid {
  static constexpr unsigned most_links = 4, most_channels = all_port ? 4 : 1, most_ports = 4 + most_channels;
  explicit PlaneGrid(const HardwareConfig&) {}
  static bool is(const HardwareConfig& c) {
    return c.topology == TopologyKind::grid && c.dims == 2 && c.route_orders == 1 && c.all_port == all_port;
  }
  static constexpr unsigned links() { return 4; }
  static constexpr unsigned ports() { return most_ports; }
  static constexpr bool turn(unsigned i, unsigned o) {
    if (i >= 4) return o < 4 && (!all_port || i - 4 == o);
    if (o >= 4) return !all_port || o - 4 == i;
    return o / 2 == i / 2 ? o != i : o / 2 > i / 2;
  }
  template <class F>
  [[gnu::always_inline]] static void each_port(F&& f) {
    each<most_ports>(f);
  }
};

/// Any router.
struct AnyRouter {
  static constexpr unsigned most_links = max_links, most_channels = max_channels, most_ports = max_ports;
  explicit AnyRouter(const HardwareConfig& c) : links_(c.links()), ports_(c.links() + c.channels()) {
    const Turns& turns = Turns::of(c);
    for (unsigned i = 0; i < ports_; ++i) {
      for (unsigned k = 0; k < turns.outputs(i); ++k) turn_[i][turns.output(i, k)] = true;
    }
  }
  static bool is(const HardwareConfig&) { return true; }
  unsigned links() const { return links_; }
  unsigned ports() const { return ports_; }
  bool turn(unsigned i, unsigned o) const { return turn_[i][o]; }
  template <class F>
  [[gnu::always_inline]] void each_port(F&& f) const {
    for (unsigned p = 0; p < ports_; ++p) f(p);
  }

 private:
  unsigned links_, ports_;
  std::array<std::array<bool, max_ports>, max_ports> turn_{};
};

}  // namespace collnoc::model
