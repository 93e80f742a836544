#include "sim/common/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "sim/common/hidden_files.hpp"
#include "sim/common/user_error.hpp"
#include "sim/common/write_all.hpp"

namespace collnoc {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t buffer_bytes = 1 << 16;

/// The file that the name stands for: behind symbolic links, except those of /proc, which stand for open
/// files.
fs::path behind_links(fs::path path) {
  std::error_code none;
  for (unsigned links = 0;; ++links) {
    path = fs::weakly_canonical(fs::absolute(path, none).parent_path(), none) / path.filename();
    if (links == 40 || !fs::is_symlink(path, none) || path.string().starts_with("/proc/")) return path;
    path = path.parent_path() / fs::read_symlink(path, none);
  }
}

}  // namespace

OutputFile::OutputFile(std::string option, std::string name)
    : option_(std::move(option)), name_(std::move(name)) {
  open();
  if (file_ >= 0) return;
  const std::string reason = std::strerror(errno);
  if (!in_place_) forget_file(partial_);
  refuse(reason);
}

void OutputFile::open() {
  if (name_.empty()) refuse("the name is empty");
  std::error_code ignored;
  const fs::path path = behind_links(name_);
  target_ = path.string();
  struct stat there {};
  const bool exists = ::stat(name_.c_str(), &there) == 0;
  if (exists && S_ISDIR(there.st_mode)) refuse("it is a folder");
  if (exists && (!S_ISREG(there.st_mode) || fs::is_symlink(path, ignored))) {
    in_place_ = true;
    partial_ = target_;
    // What is already written to an open file stays there.
    const bool own = path.parent_path() == fmt::format("/proc/{}/fd", ::getpid());
    file_ = own ? ::fcntl(std::stoi(path.filename().string()), F_DUPFD_CLOEXEC, 0)
                : ::open(target_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    return;
  }
  if (exists && ::access(name_.c_str(), W_OK) != 0) return;
  partial_ = (path.parent_path() / fmt::format(".{}-{}", ::getpid(), path.filename().string())).string();
  if (!hide_file(partial_)) refuse("another option writes the same file");
  ::unlink(partial_.c_str());  // of a killed process with the same number
  file_ = ::open(partial_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file_ >= 0 && exists) static_cast<void>(::fchmod(file_, there.st_mode & 07777));
}

OutputFile::~OutputFile() { discard(); }

void OutputFile::discard() {
  close_file();
  if (in_place_ || target_.empty()) return;
  ::unlink(partial_.c_str());
  forget_file(partial_);
  target_.clear();
}

void OutputFile::write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= buffer_bytes) flush();
}

void OutputFile::flush() {
  if (error_ == 0) error_ = write_all(file_, buffer_);
  buffer_.clear();
}

void OutputFile::failed(int error) {
  if (error_ == 0) error_ = error;
}

void OutputFile::check() const {
  if (error_ != 0) refuse(std::strerror(error_));
}

void OutputFile::close_file() {
  if (file_ < 0) return;
  if (::close(file_) != 0) failed(errno);
  file_ = -1;
}

void OutputFile::close() {
  flush();
  close_file();
  check();
}

void OutputFile::commit() {
  close();
  if (in_place_) return;
  if (::rename(partial_.c_str(), target_.c_str()) != 0) refuse(std::strerror(errno));
  forget_file(partial_);
  target_.clear();
}

bool OutputFile::commit_what_is_there() {
  flush();
  struct stat there {};
  if (in_place_ || ::stat(partial_.c_str(), &there) != 0 || there.st_size == 0) return false;
  try {
    commit();
    return true;
  } catch (const UserError&) {
    return false;
  }
}

void OutputFile::refuse(const std::string& reason) const {
  throw UserError(fmt::format("{} {}: cannot be written: {}", option_, name_, reason));
}

}  // namespace collnoc
