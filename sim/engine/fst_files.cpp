#include "fst_files.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstdint>
#include <string_view>
#include <utility>

namespace {

thread_local int first_error = 0;

void keep_error() {
  if (first_error == 0) first_error = errno != 0 ? errno : EIO;
}

bool in_memory(std::string_view name) { return name.ends_with(".hier"); }

}  // namespace

int collnoc_fst_error() { return std::exchange(first_error, 0); }

FILE* collnoc_fst_open(const char* name, const char* mode) {
  return *mode == 'w' && in_memory(name) ? collnoc_fst_temporary() : ::fopen(name, mode);
}

FILE* collnoc_fst_temporary() {
  const int file = ::memfd_create("fst", MFD_CLOEXEC);
  return file < 0 ? nullptr : ::fdopen(file, "w+b");
}

/// The writer calls this for the waves before it opens them.
int collnoc_fst_unlink(const char* name) {
  return in_memory(name) || std::string_view(name).ends_with(".fst") ? 0 : ::unlink(name);
}

size_t collnoc_fst_write(const void* from, size_t size, size_t count, FILE* file) {
  errno = 0;
  const size_t wrote = ::fwrite(from, size, count, file);
  if (wrote != count) keep_error();
  return wrote;
}

int collnoc_fst_flush(FILE* file) {
  errno = 0;
  const int result = ::fflush(file);
  if (result != 0) keep_error();
  return result;
}

/// Writes what is buffered, too.
int collnoc_fst_seek(FILE* file, off_t offset, int whence) {
  errno = 0;
  const int result = ::fseeko(file, offset, whence);
  if (result != 0) keep_error();
  return result;
}

int collnoc_fst_close(FILE* file) {
  errno = 0;
  const bool failed = ::ferror(file) != 0;
  const int result = ::fclose(file);
  if (failed || result != 0) keep_error();
  return result;
}

void* collnoc_fst_map(void* at, size_t bytes, int protection, int flags, int file, off_t offset) {
  struct stat there {};
  if (::fstat(file, &there) == 0 && static_cast<std::uint64_t>(there.st_size) >= offset + bytes)
    return ::mmap(at, bytes, protection, flags, file, offset);
  errno = 0;
  keep_error();  // of the write that is missing
  return ::mmap(at, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}
