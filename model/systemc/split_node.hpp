// Nodes of a router and a NIC that are made apart, for networks of any size: your own router beside our NIC,
// our RTL router beside the model's NIC, and so on.
#pragma once
#include "collnoc/model/nic/clocked_nic.hpp"
#include "collnoc/model/router/clocked_router.hpp"
#include "collnoc/model/systemc/node_module.hpp"
#include "collnoc/model/systemc/router_pins.hpp"

namespace collnoc::systemc {

/// Both behind the pins of one NodeModule.
NodeMaker make_split(model::RouterMaker router, model::NicMaker nic = model::make_model_nic);

/// As two modules, a router and a NicModule with pins of their own, wired as in rtl/tile/node.sv. The gate
/// between them is missing: what binds tile_rst_ni or held_o is refused.
NodeModuleMaker make_split_modules(RouterModuleMaker router, model::NicMaker nic = model::make_model_nic);

}  // namespace collnoc::systemc
