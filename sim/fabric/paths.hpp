// Where the program finds its files.
#pragma once
#include <filesystem>
#include <optional>
#include <string>

namespace collnoc {

/// The folder that an environment variable names. An empty one is like none.
std::optional<std::filesystem::path> folder_in(const char* variable);

/// Folder of the sources (scripts/, rtl/): $COLLNOC_HOME, the installed copy, or the tree it was built from.
std::filesystem::path source_folder();
/// Folder of the verilated nodes built ahead: $COLLNOC_NODES, nodes/ beside the installed libraries, which
/// need not exist, or, if the program is not installed, the one of the build.
std::filesystem::path node_folder();
/// Folder of the schedules' programs for RV32 tiles, COLLECTIVE/NAME.elf: $COLLNOC_PROGRAMS, the installed
/// one, or the one of the build.
std::filesystem::path tile_program_folder();
/// A library that the program loads when it is needed, libcollnoc_NAME.so: beside the program, installed, or,
/// if the program is not installed, that of the build; it need not exist. NAME: mpi, systemc_kernel.
std::filesystem::path own_library(const std::string& name);
/// Hash of the RTL and of all sources that a verilated node is built from.
std::string rtl_hash();
/// The same of a node in slices.
std::string slicer_hash();

}  // namespace collnoc
