// Values by number, most of which are never written.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <utility>

namespace collnoc::model {

/// 0 where nothing was written; has memory up to the highest number that was.
template <class T>
class SparseArray {
 public:
  const T& operator[](unsigned number) const { return number < size_ ? value_[number] : zero_; }
  T& operator[](unsigned number) {
    if (number >= size_) [[unlikely]]
      grow(number);
    return value_[number];
  }

 private:
  [[gnu::noinline]] void grow(unsigned number) {
    const unsigned size = std::bit_ceil(std::max(number + 1, 4u));
    auto more = std::make_unique<T[]>(size);
    std::copy_n(value_.get(), size_, more.get());
    value_ = std::move(more);
    size_ = size;
  }

  static constexpr T zero_{};
  std::uint32_t size_ = 0;
  std::unique_ptr<T[]> value_;
};

}  // namespace collnoc::model
