#include "sim/fabric/library_cache.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <cstdlib>
#include <stdexcept>

#include "sim/common/errors.hpp"
#include "sim/fabric/paths.hpp"

namespace collnoc {
namespace {

std::filesystem::path cache_folder() {
  if (const char* own = std::getenv("COLLNOC_CACHE")) return own;
  if (const char* xdg = std::getenv("XDG_CACHE_HOME")) return std::filesystem::path(xdg) / "collnoc";
  if (const char* home = std::getenv("HOME")) return std::filesystem::path(home) / ".cache" / "collnoc";
  return std::filesystem::temp_directory_path() / "collnoc-cache";
}

void build(const LibraryRequest& request, const std::filesystem::path& out) {
  const std::filesystem::path script = source_folder() / "scripts" / "verilate-node";
  if (!std::filesystem::exists(script)) {
    throw NotInstalled(
        fmt::format("this hardware variant was not built ahead, and {}, which builds it, does not exist",
                    script.string()));
  }
  std::filesystem::create_directories(out.parent_path());
  const std::string command =
      fmt::format("'{}' {} '{}' 1>&2", script.string(), request.arguments, out.string());
  const int status = std::system(command.c_str());
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
  if (code == 77) throw NotInstalled(request.missing);
  if (code != 0) throw std::runtime_error(fmt::format("building {} failed", out.string()));
}

}  // namespace

std::filesystem::path find_library(const LibraryRequest& request,
                                   const std::function<void(const std::string&)>& say) {
  std::filesystem::path path = node_folder() / request.name;
  if (std::filesystem::exists(path)) return path;
  path = cache_folder() / rtl_hash() / request.name;
  const bool there = std::filesystem::exists(path);
  if (there && !request.depends_on_tools) return path;
  if (say && !there) {
    say(fmt::format("{} {} (once; kept in {})", request.doing, request.name, path.parent_path().string()));
  }
  build(request, path);
  return path;
}

}  // namespace collnoc
