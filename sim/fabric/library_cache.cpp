#include "sim/fabric/library_cache.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "sim/common/command.hpp"
#include "sim/common/errors.hpp"
#include "sim/fabric/paths.hpp"

namespace collnoc {
namespace {

namespace fs = std::filesystem;

/// A folder that only this user can write to, for one who has no home. Throws UserError.
fs::path private_folder() {
  const fs::path folder = fs::temp_directory_path() / fmt::format("collnoc-cache-{}", ::geteuid());
  ::mkdir(folder.c_str(), 0700);
  struct stat there {};
  if (::lstat(folder.c_str(), &there) != 0 || !S_ISDIR(there.st_mode) || there.st_uid != ::geteuid() ||
      (there.st_mode & 077) != 0)
    throw UserError(
        fmt::format("{}: must be a folder that only you can read and write (mode 0700), because libraries "
                    "are loaded from "
                    "it; remove it, or set HOME or COLLNOC_CACHE",
                    folder.string()));
  return folder;
}

fs::path cache_folder() {
  if (const auto own = folder_in("COLLNOC_CACHE")) return *own;
  if (const auto xdg = folder_in("XDG_CACHE_HOME"); xdg && xdg->is_absolute()) return *xdg / "collnoc";
  if (const auto home = folder_in("HOME"); home && home->is_absolute()) return *home / ".cache" / "collnoc";
  return private_folder();
}

/// What cksum prints of standard input: the CRC of POSIX, and the number of bytes.
std::string checksum(const fs::path& file) {
  static const std::array<std::uint32_t, 256> table = [] {
    std::array<std::uint32_t, 256> all{};
    for (std::uint32_t byte = 0; byte < all.size(); ++byte) {
      std::uint32_t crc = byte << 24;
      for (unsigned bit = 0; bit < 8; ++bit) crc = crc << 1 ^ ((crc >> 31) != 0 ? 0x04c11db7 : 0);
      all[byte] = crc;
    }
    return all;
  }();
  std::ifstream stream(file, std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(stream), {}};
  std::uint32_t crc = 0;
  const auto add = [&](std::uint8_t byte) { crc = crc << 8 ^ table[crc >> 24 ^ byte]; };
  for (const char c : content) add(static_cast<std::uint8_t>(c));
  for (std::size_t length = content.size(); length != 0; length >>= 8) add(static_cast<std::uint8_t>(length));
  return fmt::format("{} {}", ~crc, content.size());
}

/// Whether the library is as the script wrote it, which says so in the last line of the stamp. Loading one
/// that is cut would end the program by a signal.
bool is_whole(const fs::path& library) {
  std::ifstream stamp(library.string() + ".stamp");
  std::string line, last;
  while (std::getline(stamp, line)) last = line;
  return !last.empty() && last == checksum(library);
}

fs::path cached(const LibraryRequest& request) {
  return cache_folder() / (request.script == "slice-node" ? slicer_hash() : rtl_hash()) / request.name;
}

void build(const LibraryRequest& request, const fs::path& out) {
  const fs::path script = source_folder() / "scripts" / request.script;
  if (!fs::exists(script)) {
    throw NotInstalled(
        fmt::format("this hardware variant was not built ahead, and {}, which builds it, does not exist",
                    script.string()));
  }
  std::error_code problem;
  fs::create_directories(out.parent_path(), problem);
  if (problem)
    throw UserError(fmt::format("{}: cannot be created: {}; COLLNOC_CACHE names another folder for libraries",
                                out.parent_path().string(), problem.message()));
  const std::string command = fmt::format("'{}' {} '{}'", script.string(), request.arguments, out.string());
  const int code = run_command(command);
  // Of a shell that finds no interpreter for the script: 127.
  if (code == 77 || code == 127) throw NotInstalled(request.missing);
  if (code != 0) throw std::runtime_error(fmt::format("building {} failed", out.string()));
}

}  // namespace

fs::path find_library(const LibraryRequest& request, const std::function<void(const std::string&)>& say) {
  fs::path path = node_folder() / request.name;
  if (fs::exists(path)) {
    if (is_whole(path)) return path;
    throw UserError(
        fmt::format("{}: is not as scripts/{} wrote it ({}.stamp); remove it, or build "
                    "the target nodes",
                    path.string(), request.script, path.filename().string()));
  }
  path = cached(request);
  const bool there = is_whole(path);
  if (there && !request.depends_on_tools) return path;
  if (say && !there) {
    say(fmt::format("{} {} (once; kept in {})", request.doing, request.name, path.parent_path().string()));
  }
  build(request, path);
  return path;
}

}  // namespace collnoc
