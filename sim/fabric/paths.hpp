// Where the program finds what belongs to it.
#pragma once
#include <filesystem>
#include <string>

namespace collnoc {

/// Folder of the sources (scripts/, rtl/), from $COLLNOC_HOME or as built.
std::filesystem::path source_folder();
/// Folder of the verilated nodes built ahead, from $COLLNOC_NODES or as built.
std::filesystem::path node_folder();
/// Folder of the schedules' programs for RV32 tiles, COLLECTIVE/NAME.elf, from $COLLNOC_PROGRAMS, installed,
/// or as built.
std::filesystem::path tile_program_folder();
/// What the RTL and its shim amount to: changes when a verilated node would.
std::string rtl_hash();

}  // namespace collnoc
