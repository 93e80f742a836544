// An error in the user's input: the program prints the message on one line and exits with 1.
#pragma once
#include <stdexcept>
#include <string>

namespace collnoc {

/// The message states the error, its place and the allowed values; it has no newline.
class UserError : public std::runtime_error {
 public:
  explicit UserError(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace collnoc
