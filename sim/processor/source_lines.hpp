// Where an address of a program comes from: function, file and line, from the debug information of an ELF
// file (DWARF, read by elfutils' libdw). For programs of tiles and for the simulator's own process.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace collnoc {

struct SourceLine {
  std::string function;  ///< as written, with template arguments; empty if unknown
  std::string file;      ///< as the compiler was given it; empty if unknown
  unsigned line = 0;     ///< 0 if unknown

  /// The file without its folders.
  std::string base() const;
  /// "put() at mmio_tile.hpp:33"; only what is known.
  std::string text() const;
  friend bool operator==(const SourceLine&, const SourceLine&) = default;
};

class SourceLines {
 public:
  /// Of an executable with fixed addresses. A file that cannot be read, or has no debug information, is no
  /// error: then nothing is found.
  explicit SourceLines(const std::string& file);
  /// Of the running process, with its shared libraries; addresses are those of pointers.
  static SourceLines of_this_process();
  ~SourceLines();
  SourceLines(SourceLines&&) noexcept;
  SourceLines& operator=(SourceLines&&) noexcept;

  /// The place of `address`: first the innermost function, then the functions into which it is inlined, each
  /// with the line of the call. Empty where there is no debug information. Remembered, so repeated calls are
  /// cheap.
  const std::vector<SourceLine>& find(std::uint64_t address);

 private:
  struct Session;
  explicit SourceLines(std::unique_ptr<Session> session);
  std::vector<SourceLine> look_up(std::uint64_t address) const;

  std::unique_ptr<Session> session_;
  std::map<std::uint64_t, std::vector<SourceLine>> found_;
};

}  // namespace collnoc
