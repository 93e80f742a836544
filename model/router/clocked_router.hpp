// A router at its clock, by the pins of rtl/router/router.sv: what the model, RTL, both in lockstep, and a
// router of your own have in common. With a NIC it is a node (model/tile/split_node.hpp).
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <memory>

#include "collnoc/arch/hardware_config.hpp"
#include "collnoc/model/common/flit.hpp"
#include "collnoc/model/common/place.hpp"

namespace collnoc::model {

/// Inputs of one cycle. Ports: the links, then the injection channels. Array elements are read only where a
/// mask bit is set.
struct RouterIn {
  std::uint32_t cycle = 0;                            ///< only for reports
  std::uint32_t valid = 0;                            ///< one bit per port
  std::array<FlitRef, max_ports> flit;                ///< [port]
  std::array<std::uint8_t, max_links> link_credit{};  ///< [output link] one bit per vc
  std::uint32_t eject_credit = 0;                     ///< one bit per ejection channel
  bool count_read = false;
  std::uint8_t count_number = 0;  ///< {output, event} (docs/reference/hardware.md, registers of counts)
};

/// Outputs; they depend on the router's registers only. Ports: the links, then the ejection channels.
struct RouterOut {
  std::uint32_t valid = 0;
  std::array<FlitRef, max_ports> flit;
  std::array<std::uint8_t, max_ports> credit{};  ///< [input port] one bit per vc
  std::uint32_t count = 0;                       ///< that was read in the last cycle; undefined if none was
  bool quiescent = true;
};

class ClockedRouter {
 public:
  virtual ~ClockedRouter() = default;
  /// Writes the outputs right after reset. Called once, before the first tick.
  virtual void reset(RouterOut& out) = 0;
  /// Simulates one clock edge: reads the inputs of this cycle and writes the outputs of the next. What `out`
  /// points to stays readable for one further tick.
  virtual void tick(const RouterIn& in, RouterOut& out) = 0;
};

/// Makes a router when its reset begins. Never null.
using RouterMaker = std::function<std::unique_ptr<ClockedRouter>(const HardwareConfig&, const Place&)>;
/// The plain model.
std::unique_ptr<ClockedRouter> make_model_router(const HardwareConfig& config, const Place& place);

}  // namespace collnoc::model
