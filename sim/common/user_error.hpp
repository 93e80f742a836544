// What the user gave is wrong: the program prints the message in one line and exits with 1.
#pragma once
#include <stdexcept>
#include <string>

namespace collnoc {

/// The message says what was wrong, where, and what would be right, without a newline.
class UserError : public std::runtime_error {
 public:
  explicit UserError(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace collnoc
