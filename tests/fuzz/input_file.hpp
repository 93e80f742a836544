// A file in memory whose contents are the input of a parser that opens a name.
#pragma once
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>

namespace collnoc::test {

class InputFile {
 public:
  explicit InputFile(std::string_view content) : file_(::memfd_create("input", MFD_CLOEXEC)) {
    if (file_ < 0 || ::write(file_, content.data(), content.size()) != static_cast<ssize_t>(content.size()))
      throw std::logic_error("no file in memory");
  }
  ~InputFile() { ::close(file_); }
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  std::string name() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

/// The lines of an input that stands for several arguments; missing ones are empty.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  std::string next() {
    const std::string_view line = rest_.substr(0, rest_.find('\n'));
    rest_.remove_prefix(std::min(line.size() + 1, rest_.size()));
    return std::string(line);
  }
  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

}  // namespace collnoc::test
