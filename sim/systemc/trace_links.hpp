// Waves of a network with pins, as SystemC writes them.
#pragma once
#include <systemc>

#include "collnoc/model/systemc/node_network.hpp"

namespace collnoc::systemc {

/// Traces what every node drives on its links: valid, head, tail, vc, data, credit, with the names of
/// `collnoc run --trace` (sim/run/wave_scopes.hpp), "node_3_1.plus_x.valid". Flits wider than 64 bits are
/// data_0, data_1 and so on, lowest first. Before the simulation begins.
void trace_links(sc_core::sc_trace_file* file, NodeNetwork& network);

}  // namespace collnoc::systemc
