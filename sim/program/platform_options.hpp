// Options of the machine: topology, NIC, hardware parameters, backend; common to several commands.
#pragma once
#include <vector>

#include "sim/program/settings.hpp"
#include "sim/run/catalogue.hpp"
#include "sim/run/run_config.hpp"

namespace collnoc {

/// --topology, --nic.
std::vector<Setting> network_settings();
/// The parameters of a node that the user can choose.
std::vector<Setting> hardware_settings();
/// hardware_settings(), backend, seed, threads, limits.
std::vector<Setting> platform_settings();
/// --energy.
std::vector<Setting> energy_settings();
/// --json, --quiet, --progress.
std::vector<Setting> output_settings();

/// Fills topology and NIC. Throws UserError.
void read_network(const Settings& settings, const Topology& topology, Platform& platform);
/// The same, with the topology that the setting names.
void read_network(const Settings& settings, const AlgorithmCatalogue& catalogue, Platform& platform);
/// Fills the parameters of hardware_settings(). The default number of virtual channels is the number that the
/// network needs. The default longest packet fits into a buffer where switching requires it. Precondition:
/// read_network was called. Throws UserError for illegal values and combinations.
void read_hardware(const Settings& settings, HardwareConfig& hardware);
/// Fills all but the network. Precondition: read_network was called. Throws UserError, NotInstalled.
void read_platform(const Settings& settings, Platform& platform);

/// Precondition: read_platform was called. Throws UserError for hardware whose energy was not measured.
void read_energy(const Settings& settings, Platform& platform);

/// Concatenation.
std::vector<Setting> operator+(std::vector<Setting> left, const std::vector<Setting>& right);

}  // namespace collnoc
