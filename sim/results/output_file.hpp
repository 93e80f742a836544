// A result file that is whole or not there: written beside its name, renamed at the end.
#pragma once
#include <memory>
#include <string>

namespace collnoc {

/// Claims `name` at once (so an unwritable path is an error before a long run), holds the content in a
/// hidden file of the same folder, and puts it in place on commit(). Without commit nothing remains.
class OutputFile {
 public:
  /// Throws UserError: "--json out/x.json: cannot be written: No such file or directory".
  OutputFile(std::string option, const std::string& name);
  ~OutputFile();
  OutputFile(OutputFile&&) = delete;

  /// Where to write until commit().
  const std::string& partial_name() const { return partial_; }
  /// Replaces the content so far.
  void write(const std::string& content);
  void commit();
  /// Keeps what a failed run left, unless that is nothing.
  void commit_what_is_there();

 private:
  [[noreturn]] void refuse(const std::string& reason) const;

  std::string option_, name_, partial_;
  bool direct_ = false;  ///< the name is a device or a pipe: written in place
  bool committed_ = false;
};

}  // namespace collnoc
