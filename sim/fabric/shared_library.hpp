// A library that is loaded at run time, and its table of functions.
#pragma once
#include <fmt/format.h>

#include <memory>
#include <stdexcept>
#include <string>

namespace collnoc {

/// The library stays open as long as the object lives, or as the process.
class SharedLibrary {
 public:
  enum class Lifetime { object, process };
  /// Throws std::runtime_error.
  explicit SharedLibrary(std::string path, Lifetime lifetime = Lifetime::object);

  /// Its table of this name, which begins with a version. Throws std::runtime_error, which calls the library
  /// a `kind` library, when there is none or it is of another version.
  template <class Api>
  const Api& api(const char* name, unsigned wanted, const char* kind) const {
    const auto* api = static_cast<const Api*>(symbol(name));
    if (api == nullptr || api->version != wanted)
      throw std::runtime_error(fmt::format("{} is not a {} library of this version", path_, kind));
    return *api;
  }

 private:
  const void* symbol(const char* name) const;

  std::string path_;
  std::unique_ptr<void, int (*)(void*)> handle_;
};

}  // namespace collnoc
