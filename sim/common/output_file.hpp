// The way in which every file is written that the program writes: complete or not at all. Only the journal of
// a sweep grows in place (sim/sweep/sweep_results.hpp).
#pragma once
#include <string>
#include <string_view>

namespace collnoc {

/// Checks at once that `name` can be written, before a long run. Writes to a hidden file in the same folder,
/// and renames it on commit(). Without commit() nothing remains, also when a signal ends the program. A
/// device, a pipe and an open file of the process (/dev/stdout) are written in place. Symbolic links are
/// followed.
class OutputFile {
 public:
  /// Throws UserError: "--json out/x.json: cannot be written: No such file or directory"; also if another
  /// OutputFile that is not committed yet has the same file.
  OutputFile(std::string option, std::string name);
  ~OutputFile();
  OutputFile(OutputFile&&) = delete;

  /// Appends. After an error nothing more is written; check() reports it.
  void write(std::string_view text);
  /// An error of a library that writes to partial_name() itself, as errno.
  void failed(int error);
  /// Throws UserError after an error.
  void check() const;
  /// Writes out what is buffered. The file is complete, under its hidden name. Throws UserError.
  void close();
  /// Closes it, and gives it its name. Throws UserError.
  void commit();
  /// Keeps the output of a failed run, unless it is empty or incomplete; whether it did.
  bool commit_what_is_there();
  /// Removes what was not committed, as the destructor does.
  void discard();

  /// The file until commit(), for libraries that open it themselves.
  const std::string& partial_name() const { return partial_; }
  /// Whether it is written in place, so that it may not be possible to go back in it.
  bool in_place() const { return in_place_; }
  [[noreturn]] void refuse(const std::string& reason) const;

 private:
  void open();
  void flush();
  void close_file();

  std::string option_, name_;
  std::string target_, partial_;
  std::string buffer_;
  int file_ = -1;
  int error_ = 0;  ///< errno
  bool in_place_ = false;
};

}  // namespace collnoc
