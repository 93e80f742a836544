// Total exchanges of products as schedules: Algorithms A2 and A3 of Dimakopoulos & Dimopoulos
// (sim/theory/exchange.hpp).
#pragma once
#include <optional>

#include "sim/schedule/expanded_schedule.hpp"

namespace collnoc {

/// A2 (one-port) or A3 (all-port) on job.topology, named "synthesized", with the blocks of every message. A
/// network that is no product is one factor. Nothing where theory::product_exchange() has nothing.
/// Precondition: at least two nodes, none of which is a switch.
std::optional<Schedule> exchange_of_product(const Job& job, PortModel nic);

}  // namespace collnoc
