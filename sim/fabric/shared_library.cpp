#include "sim/fabric/shared_library.hpp"

#include <dlfcn.h>

#include <utility>

namespace collnoc {

SharedLibrary::SharedLibrary(std::string path, Lifetime lifetime)
    : path_(std::move(path)),
      handle_(
          dlopen(path_.c_str(), RTLD_NOW | RTLD_LOCAL | (lifetime == Lifetime::process ? RTLD_NODELETE : 0)),
          dlclose) {
  if (handle_ == nullptr) throw std::runtime_error(fmt::format("cannot load {}: {}", path_, dlerror()));
}

const void* SharedLibrary::symbol(const char* name) const { return dlsym(handle_.get(), name); }

}  // namespace collnoc
