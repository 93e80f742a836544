// write(2) until everything is written.
#pragma once
#include <unistd.h>

#include <cerrno>
#include <string_view>

namespace collnoc {

/// Writes `text` to an open file. The error (errno), or 0.
inline int write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t wrote = ::write(file, text.data(), text.size());
    if (wrote < 0 && errno != EINTR) return errno;
    if (wrote == 0) return EIO;
    if (wrote > 0) text.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return 0;
}

}  // namespace collnoc
