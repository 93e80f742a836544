// Where an address of a program comes from: function, file and line, from the debug information of an ELF
// file (DWARF, read by elfutils' libdw). For programs of tiles and for the simulator's own process.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/processor/hart_snapshot.hpp"

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
  /// Reads an executable with fixed addresses. A file that cannot be read, or has no debug information, is no
  /// error: then nothing is found.
  explicit SourceLines(const std::string& file);
  /// Reads the running process, with its shared libraries; addresses are those of pointers.
  static SourceLines of_this_process();
  ~SourceLines();
  SourceLines(SourceLines&&) noexcept;
  SourceLines& operator=(SourceLines&&) noexcept;

  /// The place of `address`: first the innermost function, then the functions into which it is inlined, each
  /// with the line of the call. Empty where there is no debug information. Remembered, so repeated calls are
  /// cheap.
  const std::vector<SourceLine>& find(std::uint64_t address);

  /// What find() says of a processor's pc, then of each call that led there, innermost first; up to where the
  /// calls are not known. `is_call`: whether the instruction at an address calls a function.
  std::vector<std::vector<SourceLine>> stack(const HartSnapshot& hart,
                                             const std::function<bool(std::uint32_t)>& is_call);

  /// A function or variable of the symbol table.
  struct Object {
    std::string name;
    std::uint64_t begin = 0, end = 0;
  };
  /// The one that contains `address`.
  std::optional<Object> object(std::uint64_t address) const;

 private:
  struct Session;
  explicit SourceLines(std::unique_ptr<Session> session);
  std::vector<SourceLine> look_up(std::uint64_t address) const;

  std::unique_ptr<Session> session_;
  std::map<std::uint64_t, std::vector<SourceLine>> found_;
};

}  // namespace collnoc
