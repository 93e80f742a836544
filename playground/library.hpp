// What the project uses of C++20's library and emscripten 3.1.6 (libc++ 13) lacks. Included before every file
// of the playground's build. WebAssembly without threads: nothing here is called by two of them.
#pragma once
#include <algorithm>
#include <atomic>
#include <cctype>
#include <charconv>
#include <compare>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <string>

namespace std {

template <class T>
class atomic_ref {
 public:
  explicit atomic_ref(T& object) : object_(object) {}
  void store(T value, memory_order = memory_order_seq_cst) const { object_ = value; }
  T load(memory_order = memory_order_seq_cst) const { return object_; }

 private:
  T& object_;
};

inline strong_ordering operator<=>(const string& a, const string& b) { return a.compare(b) <=> 0; }

/// Decimal numbers only, without white space or a plus sign before them.
inline from_chars_result from_chars(const char* first, const char* last, double& value) {
  const string text(first, last);
  const string number = text.substr(0, text.find_first_of("xX"));
  char* end = nullptr;
  const double read = strtod(number.c_str(), &end);
  if (end == number.c_str() || isspace(static_cast<unsigned char>(*first)) || *first == '+')
    return {first, errc::invalid_argument};
  value = read;
  return {first + (end - number.c_str()), errc{}};
}

/// Never started: no console of the playground wants what it would print.
class jthread {};

namespace ranges {

template <class Range, class Predicate>
bool any_of(Range&& range, Predicate predicate) {
  return std::any_of(std::begin(range), std::end(range), predicate);
}

template <class Range, class Predicate>
bool all_of(Range&& range, Predicate predicate) {
  return std::all_of(std::begin(range), std::end(range), predicate);
}

template <class Range, class Predicate>
bool none_of(Range&& range, Predicate predicate) {
  return std::none_of(std::begin(range), std::end(range), predicate);
}

template <class Range>
void sort(Range&& range) {
  std::sort(std::begin(range), std::end(range));
}

struct PermutationFound {
  bool found;
};
template <class Range>
PermutationFound next_permutation(Range&& range) {
  return {std::next_permutation(std::begin(range), std::end(range))};
}

template <class Range, class Value>
auto find(Range&& range, const Value& value) {
  return std::find(std::begin(range), std::end(range), value);
}

template <class Range, class Value>
auto lower_bound(Range&& range, const Value& value) {
  return std::lower_bound(std::begin(range), std::end(range), value);
}

template <class Range, class Predicate>
auto find_if(Range&& range, Predicate predicate) {
  return std::find_if(std::begin(range), std::end(range), predicate);
}

template <class Range, class Value, class Projection>
auto find(Range&& range, const Value& value, Projection projection) {
  return std::find_if(std::begin(range), std::end(range),
                      [&](const auto& element) { return std::invoke(projection, element) == value; });
}

template <class Range>
void reverse(Range&& range) {
  std::reverse(std::begin(range), std::end(range));
}

template <class Range>
auto max_element(Range&& range) {
  return std::max_element(std::begin(range), std::end(range));
}

template <class Range, class Value>
auto count(Range&& range, const Value& value) {
  return std::count(std::begin(range), std::end(range), value);
}

template <class Range, class Projection>
auto min_element(Range&& range, std::less<>, Projection projection) {
  return std::min_element(std::begin(range), std::end(range), [&](const auto& a, const auto& b) {
    return std::invoke(projection, a) < std::invoke(projection, b);
  });
}

template <class Range, class Value, class Projection>
auto lower_bound(Range&& range, const Value& value, std::less<>, Projection projection) {
  return std::lower_bound(
      std::begin(range), std::end(range), value,
      [&](const auto& element, const Value& than) { return std::invoke(projection, element) < than; });
}

}  // namespace ranges
}  // namespace std
