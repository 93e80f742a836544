// Atomic operations, which RV32IM has no instructions for. A tile has one hart that takes no interrupts, so
// ordinary accesses are atomic. (A program that sets mstatus.MIE must mask interrupts around them.)
#include <cstdint>
#include <cstring>

namespace {

template <class T, class F>
T exchange(volatile void* at, F next) {
  auto* value = static_cast<volatile T*>(at);
  const T before = *value;
  *value = next(before);
  return before;
}

template <class T>
bool compare_exchange(volatile void* at, void* expected, T desired) {
  auto* value = static_cast<volatile T*>(at);
  const T before = *value;
  T wanted;
  std::memcpy(&wanted, expected, sizeof wanted);
  if (before == wanted) {
    *value = desired;
    return true;
  }
  std::memcpy(expected, &before, sizeof before);
  return false;
}

}  // namespace

// The names are the compiler's own: they are given to functions of other names.
#define COLLNOC_FETCH(T, n, name, expression)                                                      \
  extern "C" T collnoc_##name##_##n(volatile void* at, T with, int) asm("__atomic_" #name "_" #n); \
  T collnoc_##name##_##n(volatile void* at, T with, int) {                                         \
    return exchange<T>(at, [with](T was) { return static_cast<T>(expression); });                  \
  }
#define COLLNOC_ATOMIC(T, n)                                                                         \
  extern "C" T collnoc_load_##n(const volatile void* at, int) asm("__atomic_load_" #n);              \
  T collnoc_load_##n(const volatile void* at, int) { return *static_cast<const volatile T*>(at); }   \
  extern "C" void collnoc_store_##n(volatile void* at, T value, int) asm("__atomic_store_" #n);      \
  void collnoc_store_##n(volatile void* at, T value, int) { *static_cast<volatile T*>(at) = value; } \
  extern "C" bool collnoc_cas_##n(volatile void* at, void* expected, T desired, bool, int,           \
                                  int) asm("__atomic_compare_exchange_" #n);                         \
  bool collnoc_cas_##n(volatile void* at, void* expected, T desired, bool, int, int) {               \
    return compare_exchange<T>(at, expected, desired);                                               \
  }                                                                                                  \
  COLLNOC_FETCH(T, n, exchange, (static_cast<void>(was), with))                                      \
  COLLNOC_FETCH(T, n, fetch_add, was + with)                                                         \
  COLLNOC_FETCH(T, n, fetch_sub, was - with)                                                         \
  COLLNOC_FETCH(T, n, fetch_and, was& with)                                                          \
  COLLNOC_FETCH(T, n, fetch_or, was | with)                                                          \
  COLLNOC_FETCH(T, n, fetch_xor, was ^ with)

COLLNOC_ATOMIC(std::uint8_t, 1)
COLLNOC_ATOMIC(std::uint16_t, 2)
COLLNOC_ATOMIC(std::uint32_t, 4)
COLLNOC_ATOMIC(std::uint64_t, 8)
