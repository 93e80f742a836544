// Libraries of verilated hardware: those built ahead, else made by scripts/verilate-node when first asked
// for, and kept.
#pragma once
#include <filesystem>
#include <functional>
#include <string>

namespace collnoc {

struct LibraryRequest {
  std::string name;               ///< of the file
  std::string arguments;          ///< of scripts/verilate-node, without the output
  std::string doing;              ///< what takes long: "verilating"
  std::string missing;            ///< what to say when a tool that it needs is not there
  bool depends_on_tools = false;  ///< the script is asked even when the file is there
};

/// The file: built ahead if it is there (paths.hpp); otherwise the script makes it in $COLLNOC_CACHE
/// (default:
/// ~/.cache/collnoc). `say` gets a line when something takes long. Throws NotInstalled when it has to be
/// built and cannot be.
std::filesystem::path find_library(const LibraryRequest& request,
                                   const std::function<void(const std::string&)>& say);

}  // namespace collnoc
