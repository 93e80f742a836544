// A result file that appears complete or not at all: written under another name, then renamed.
#pragma once
#include <memory>
#include <string>

namespace collnoc {

/// Checks at once that `name` can be written, before a long run. Writes to a hidden file in the same folder,
/// and renames it on commit(). Without commit() nothing remains.
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
  /// Keeps the output of a failed run, unless it is empty; whether it did.
  bool commit_what_is_there();

 private:
  [[noreturn]] void refuse(const std::string& reason) const;

  std::string option_, name_, partial_;
  bool direct_ = false;  ///< the name is a device or a pipe: written in place
  bool committed_ = false;
};

}  // namespace collnoc
