// Libraries of verilated or sliced hardware: built ahead, or built by a script at their first use and cached.
#pragma once
#include <filesystem>
#include <functional>
#include <string>

namespace collnoc {

struct LibraryRequest {
  std::string name;                      ///< file name
  std::string arguments;                 ///< for the script, without the output
  std::string doing;                     ///< what takes long, as a participle: "verilating"
  std::string missing;                   ///< the message when a tool is missing
  bool depends_on_tools = false;         ///< the script decides whether an existing file is up to date
  std::string script = "verilate-node";  ///< or "slice-node"
};

/// The file that was built ahead (paths.hpp), or else one that the script builds in $COLLNOC_CACHE (default:
/// $XDG_CACHE_HOME/collnoc, ~/.cache/collnoc; without these a private folder below that for temporary files).
/// A file that is not as the script wrote it is built again; if it was built ahead, that is an error. `say`
/// gets a line before a build. Throws UserError, and NotInstalled when it cannot be built.
std::filesystem::path find_library(const LibraryRequest& request,
                                   const std::function<void(const std::string&)>& say);

}  // namespace collnoc
