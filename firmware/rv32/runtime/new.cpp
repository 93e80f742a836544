// operator new, on the heap of malloc(). Without memory, it ends the program, because there are no
// exceptions.
#include <cstdlib>
#include <new>

#include "collnoc/firmware/rv32/console.hpp"

namespace {

[[noreturn, gnu::noinline]] void no_memory(std::size_t bytes, const void* where) {
  collnoc::rv32::print("out of memory: new of ", bytes, " bytes; the program needs a larger HEAP\n");
  collnoc::rv32::fail(collnoc::tile::fault_abort, bytes, where);
}

}  // namespace

const std::nothrow_t std::nothrow{};

void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return std::malloc(bytes == 0 ? 1 : bytes);
}
void* operator new[](std::size_t bytes, const std::nothrow_t& tag) noexcept {
  return operator new(bytes, tag);
}
void* operator new(std::size_t bytes) {
  if (void* memory = operator new(bytes, std::nothrow)) return memory;
  no_memory(bytes, __builtin_return_address(0));
}
void* operator new[](std::size_t bytes) { return operator new(bytes); }

void* operator new(std::size_t bytes, std::align_val_t alignment) {
  if (void* memory = std::aligned_alloc(static_cast<std::size_t>(alignment), bytes == 0 ? 1 : bytes))
    return memory;
  no_memory(bytes, __builtin_return_address(0));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) { return operator new(bytes, alignment); }
