// Nodes of a router and a NIC that are made apart, for the pins of a NodeModule and so for networks of any
// size: your own router beside our NIC, our RTL router beside the model's NIC, and so on.
#pragma once
#include "collnoc/model/nic/clocked_nic.hpp"
#include "collnoc/model/router/clocked_router.hpp"
#include "collnoc/model/systemc/node_module.hpp"

namespace collnoc::systemc {

NodeMaker make_split(model::RouterMaker router, model::NicMaker nic = model::make_model_nic);

}  // namespace collnoc::systemc
