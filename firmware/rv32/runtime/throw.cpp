// What libstdc++'s headers call where they would throw. There are no exceptions: the program says why and
// ends.
#include <cstddef>

#include "collnoc/firmware/rv32/console.hpp"

namespace {

[[noreturn, gnu::noinline]] void end(const char* what, const void* where) {
  collnoc::rv32::print(what, '\n');
  collnoc::rv32::fail(collnoc::tile::fault_abort, 0, where);
}

}  // namespace

namespace std {

#define COLLNOC_THROWS(name) \
  [[noreturn]] void __throw_##name(const char* what) { end(what, __builtin_return_address(0)); }
COLLNOC_THROWS(domain_error)
COLLNOC_THROWS(invalid_argument)
COLLNOC_THROWS(length_error)
COLLNOC_THROWS(logic_error)
COLLNOC_THROWS(out_of_range)
COLLNOC_THROWS(overflow_error)
COLLNOC_THROWS(range_error)
COLLNOC_THROWS(runtime_error)
COLLNOC_THROWS(underflow_error)
#undef COLLNOC_THROWS

[[noreturn]] void __throw_out_of_range_fmt(const char* what, ...) { end(what, __builtin_return_address(0)); }
[[noreturn]] void __throw_bad_alloc() { end("out of memory", __builtin_return_address(0)); }
[[noreturn]] void __throw_bad_array_new_length() {
  end("length of a new array", __builtin_return_address(0));
}
[[noreturn]] void __throw_bad_function_call() {
  end("call of an empty function", __builtin_return_address(0));
}
[[noreturn]] void terminate() noexcept { end("std::terminate()", __builtin_return_address(0)); }

}  // namespace std
