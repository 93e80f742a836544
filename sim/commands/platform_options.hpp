// Options of the machine: topology, NIC, hardware parameters, backend; common to several commands.
#pragma once
#include <vector>

#include "sim/commands/settings.hpp"
#include "sim/run/catalogue.hpp"
#include "sim/run/run_config.hpp"

namespace collnoc {

/// Fills topology and NIC. Throws UserError.
void read_network(const Settings& settings, const Topology& topology, NetworkConfig& network);
/// The same, with the topology that the setting names.
void read_network(const Settings& settings, const AlgorithmCatalogue& catalogue, NetworkConfig& network);
/// Fills the parameters of a node. The default number of virtual channels is the number that the
/// network needs. The default longest packet fits into a buffer where switching requires it. Precondition:
/// read_network was called. Throws UserError for illegal values and combinations.
void read_hardware(const Settings& settings, HardwareConfig& hardware);
/// Fills all but the network. Precondition: read_network was called. Throws UserError, NotInstalled.
void read_platform(const Settings& settings, Platform& platform);

/// Throws UserError if there is no hardware of this network, only schedules. `given`: where it was named.
void require_hardware(const Given& given, const Topology& topology);

/// Throws UserError if the hardware cannot give what results are to show on any command: the energy was not
/// measured.
void check_outputs(const Platform& platform);

}  // namespace collnoc
