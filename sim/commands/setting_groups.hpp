// The options of commands, by groups, and what is read of them without further rules: as
// sim/run/settings.toml says.
#pragma once
#include <vector>

#include "sim/commands/settings.hpp"
#include "sim/run/run_config.hpp"

namespace collnoc {

// <run: settings>
std::vector<Setting> collective_settings();
std::vector<Setting> network_settings();
std::vector<Setting> hardware_settings();
std::vector<Setting> machine_settings();
std::vector<Setting> energy_settings();
std::vector<Setting> run_settings();
std::vector<Setting> files_settings();
std::vector<Setting> processor_settings();
std::vector<Setting> traffic_settings();
std::vector<Setting> measurement_settings();
std::vector<Setting> places_settings();
std::vector<Setting> replay_settings();
std::vector<Setting> output_settings();
std::vector<Setting> drawing_settings();
std::vector<Setting> listing_settings();
std::vector<Setting> synthesis_settings();
std::vector<Setting> regression_settings();
std::vector<Setting> tuning_settings();
std::vector<Setting> sweeping_settings();
std::vector<Setting> reporting_settings();
std::vector<Setting> completion_settings();

// Of a command.
std::vector<Setting> run_command_settings();
std::vector<Setting> traffic_command_settings();
std::vector<Setting> replay_command_settings();
std::vector<Setting> schedule_command_settings();
std::vector<Setting> check_command_settings();
std::vector<Setting> network_command_settings();
std::vector<Setting> synthesize_command_settings();
std::vector<Setting> regress_command_settings();
std::vector<Setting> tune_command_settings();
std::vector<Setting> sweep_command_settings();
std::vector<Setting> report_command_settings();
std::vector<Setting> completion_command_settings();
// </run>

// Why a setting does not apply (Setting::only).
// <run: sentences>
inline constexpr const char* for_collectives = "applies to collectives only";
inline constexpr const char* for_programs = "applies to programs (--firmware FILE.elf) only";
inline constexpr const char* for_processors =
    "applies to processors only: --firmware rv32, or the ELF file of a program";
inline constexpr const char* for_mixed = "only --backend mixed chooses nodes";
inline constexpr const char* for_networks = "applies to `list network` only";
// </run>

// Fill the fields for which the command has a setting. Throw UserError.
// <run: readers>
void read_values(const Settings& settings, Instruments& config);
void read_values(const Settings& settings, MachineConfig& config);
void read_values(const Settings& settings, ProcessorTools& config);
void read_values(const Settings& settings, ReplayConfig& config);
void read_values(const Settings& settings, RunConfig& config);
void read_values(const Settings& settings, TileProgramConfig& config);
void read_values(const Settings& settings, TrafficConfig& config);
// </run>

}  // namespace collnoc
