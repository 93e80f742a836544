// A queue for what most often holds nothing or little: unlike std::deque, it allocates only when it is used.
#pragma once
#include <cstddef>
#include <utility>
#include <vector>

namespace collnoc {

/// Elements that have left are freed when they are more than those that remain.
template <class T>
class Queue {
 public:
  bool empty() const { return first_ == items_.size(); }
  std::size_t size() const { return items_.size() - first_; }
  T& front() { return items_[first_]; }
  const T& front() const { return items_[first_]; }
  /// Throws std::out_of_range.
  T& at(std::size_t i) { return items_.at(first_ + i); }
  auto begin() { return items_.begin() + static_cast<std::ptrdiff_t>(first_); }
  auto end() { return items_.end(); }

  void push_back(T item) { items_.push_back(std::move(item)); }
  void pop_front() {
    ++first_;
    if (first_ == items_.size()) {
      items_.clear();
      first_ = 0;
    } else if (2 * first_ > items_.size() + 16) {
      items_.erase(items_.begin(), begin());
      first_ = 0;
    }
  }
  void erase(typename std::vector<T>::iterator item) { items_.erase(item); }

 private:
  std::vector<T> items_;
  std::size_t first_ = 0;
};

}  // namespace collnoc
