// The names of files that exist only while they are written. A signal that ends the program removes them.
#pragma once
#include <string>

namespace collnoc {

/// From now on, a signal that ends the program removes the file. Exceptions: SIGKILL, those of wrong memory
/// accesses and instructions, and signals with a handler or that are ignored. False if the name is already
/// there.
bool hide_file(const std::string& name);
/// The file is not there any more, or has another name.
void forget_file(const std::string& name);

}  // namespace collnoc
