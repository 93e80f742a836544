// Arrays of the sizes that a configuration needs, in one piece of memory, because caches limit the speed of
// large networks.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

namespace collnoc::model {

/// Frees what malloc, calloc or aligned_alloc returned.
struct FreeMemory {
  void operator()(void* memory) const { std::free(memory); }
};
using ArrayMemory = std::unique_ptr<std::byte[], FreeMemory>;

/// An array to be made: the pointer to set, and its number of values.
template <class T>
struct SizedArray {
  SizedArray(T*& at, std::size_t count) : array(at), size(count) {}
  T*& array;
  std::size_t size;
};

/// Makes `array` of each point to `size` values in the returned memory, which must outlive their use. Those
/// that need more alignment come first.
template <class... T>
ArrayMemory make_arrays(const SizedArray<T>&... arrays) {
  static_assert((std::is_trivially_destructible_v<T> && ...));
  const auto place = [&](auto&& make) {
    std::size_t used = 0;
    const auto one = [&]<class U>(const SizedArray<U>& a) {
      used = (used + alignof(U) - 1) / alignof(U) * alignof(U);
      make(a, used);
      used += a.size * sizeof(U);
    };
    (one(arrays), ...);
    return used;
  };
  const std::size_t bytes = place([](const auto&, std::size_t) {});
  constexpr std::size_t align = std::max({alignof(std::max_align_t), alignof(T)...});
  ArrayMemory memory(static_cast<std::byte*>(std::aligned_alloc(align, (bytes + align - 1) / align * align)));
  if (!memory) throw std::bad_alloc();
  place([&]<class U>(const SizedArray<U>& a, std::size_t at) {
    a.array = reinterpret_cast<U*>(memory.get() + at);
    std::uninitialized_value_construct_n(a.array, a.size);
  });
  return memory;
}

}  // namespace collnoc::model
