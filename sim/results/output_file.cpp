#include "sim/results/output_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include "sim/common/user_error.hpp"

namespace collnoc {

namespace fs = std::filesystem;

OutputFile::OutputFile(std::string option, const std::string& name)
    : option_(std::move(option)), name_(name) {
  std::error_code ignored;
  const fs::path path(name);
  const fs::file_status status = fs::status(path, ignored);
  if (fs::is_directory(status)) refuse("it is a folder");
  direct_ = fs::exists(status) && !fs::is_regular_file(status);
  if (direct_) {
    partial_ = name;
    if (::access(name.c_str(), W_OK) != 0) refuse(std::strerror(errno));
    return;
  }
  if (fs::exists(status) && ::access(name.c_str(), W_OK) != 0) refuse(std::strerror(errno));
  partial_ = (path.parent_path() / fmt::format(".{}-{}", ::getpid(), path.filename().string())).string();
  errno = 0;
  if (!std::ofstream(partial_)) refuse(errno ? std::strerror(errno) : "unknown reason");
}

OutputFile::~OutputFile() {
  std::error_code ignored;
  if (!committed_ && !direct_ && !partial_.empty()) fs::remove(partial_, ignored);
}

void OutputFile::write(const std::string& content) {
  errno = 0;
  std::ofstream stream(partial_, std::ios::binary | std::ios::trunc);
  if (!(stream << content << std::flush)) refuse(errno ? std::strerror(errno) : "unknown reason");
}

void OutputFile::commit() {
  std::error_code error;
  if (!direct_) fs::rename(partial_, name_, error);
  if (error) refuse(error.message());
  committed_ = true;
}

bool OutputFile::commit_what_is_there() {
  std::error_code error;
  const auto size = direct_ ? 0 : fs::file_size(partial_, error);
  if (error || size == 0) return false;
  commit();
  return true;
}

void OutputFile::refuse(const std::string& reason) const {
  throw UserError(fmt::format("{} {}: cannot be written: {}", option_, name_, reason));
}

}  // namespace collnoc
