#include "sim/fabric/paths.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <vector>

namespace collnoc {

namespace {

std::filesystem::path program_file() {
  std::error_code none;
  return std::filesystem::read_symlink("/proc/self/exe", none);
}

/// The program, or the library or Python module that other programs load, if this code is in it.
std::filesystem::path this_file() {
  std::error_code none;
  Dl_info info;
  if (dladdr(reinterpret_cast<const void*>(&this_file), &info) != 0 && info.dli_fname != nullptr) {
    const std::filesystem::path file = std::filesystem::canonical(info.dli_fname, none);
    const std::string name = file.filename().string();
    if (!none && (name.starts_with("libcollnoc.so") || name.starts_with("libcollnoc_systemc_network.so") ||
                  name.starts_with("_core.")))
      return file;
  }
  return program_file();
}

/// A file or folder that was installed with it.
std::filesystem::path installed(const std::filesystem::path& what) {
  const std::filesystem::path folder = this_file().parent_path();
  std::error_code none;
  // Libraries may be one folder deeper than programs, as in lib/x86_64-linux-gnu.
  const std::filesystem::path deeper = folder.parent_path() / COLLNOC_SHARE_RELATIVE / what;
  if (folder.parent_path().filename() == "lib" && std::filesystem::exists(deeper, none)) return deeper;
  return folder / COLLNOC_SHARE_RELATIVE / what;
}

bool is_installed() {
  std::error_code none;
  return std::filesystem::exists(installed("scripts/verilate-node"), none);
}

}  // namespace

std::optional<std::filesystem::path> folder_in(const char* variable) {
  const char* folder = std::getenv(variable);
  if (folder == nullptr || *folder == '\0') return std::nullopt;
  return folder;
}

std::filesystem::path source_folder() {
  if (const auto home = folder_in("COLLNOC_HOME")) return *home;
  // An installed program carries its own copy; one in the build folder uses the tree it was built from.
  if (is_installed()) return installed("");
  return COLLNOC_SOURCE_DIR;
}

std::filesystem::path tile_program_folder() {
  if (const auto programs = folder_in("COLLNOC_PROGRAMS")) return *programs;
  std::error_code none;
  if (std::filesystem::is_directory(installed("programs"), none)) return installed("programs");
  return COLLNOC_PROGRAM_ELF_DIRECTORY;
}

std::filesystem::path node_folder() {
  if (const auto nodes = folder_in("COLLNOC_NODES")) return *nodes;
  // Those of the build folder may be older than the installed RTL, or newer.
  if (is_installed()) return this_file().parent_path() / COLLNOC_LIBRARY_RELATIVE / "nodes";
  return COLLNOC_NODE_DIRECTORY;
}

std::filesystem::path own_library(const std::string& name) {
  const std::string file = "libcollnoc_" + name + ".so";
  std::error_code none;
  const std::filesystem::path folder = this_file().parent_path();
  const std::filesystem::path relative = folder / COLLNOC_LIBRARY_RELATIVE / file;
  for (const std::filesystem::path& place : {folder / file, folder / "collnoc" / file, relative})
    if (std::filesystem::exists(place, none)) return place;
  if (is_installed()) return relative;
  // This code may be in a package of Python, which uses the build that it is from.
  return std::filesystem::path(COLLNOC_NODE_DIRECTORY).parent_path() / file;
}

namespace {

std::string hash_of(std::initializer_list<const char*> folders, std::initializer_list<const char*> scripts) {
  std::vector<std::filesystem::path> files;
  for (const char* folder : folders) {
    const std::filesystem::path root = source_folder() / folder;
    if (!std::filesystem::exists(root)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
      const std::string ext = entry.path().extension().string();
      if (entry.is_regular_file() &&
          (ext == ".sv" || ext == ".hpp" || ext == ".cpp" || ext == ".vlt" || ext == ".py")) {
        files.push_back(entry.path());
      }
    }
  }
  for (const char* script : scripts) files.push_back(source_folder() / "scripts" / script);
  std::sort(files.begin(), files.end());
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    for (auto it = std::istreambuf_iterator<char>(in); it != std::istreambuf_iterator<char>(); ++it) {
      hash = (hash ^ static_cast<std::uint8_t>(*it)) * 0x100000001b3;
    }
  }
  return fmt::format("{:016x}", hash);
}

}  // namespace

std::string rtl_hash() {
  return hash_of({"rtl", "include/collnoc/sim/verilated", "include/collnoc/model", "include/collnoc/arch"},
                 {"verilate-node", "netlist"});
}

std::string slicer_hash() {
  return hash_of({"rtl", "include/collnoc/sim/sliced", "scripts/collnoc_slices"}, {"slice-node", "yosys"});
}

}  // namespace collnoc
