// A visitor of model/registers.hpp that gets each register with its name.
#pragma once
#include <fmt/format.h>

#include <functional>
#include <string>

#include "collnoc/model/registers.hpp"
#include "sim/fabric/event_counts.hpp"

namespace collnoc {

/// From "gen_vc[%].count_q" and {1} to "gen_vc[1].count_q".
inline std::string register_name(const char* pattern, model::Indices indices) {
  std::string name;
  auto next = indices.begin();
  for (const char* p = pattern; *p != '\0'; ++p) {
    if (*p == '%') {
      name += std::to_string(*next++);
    } else {
      name += *p;
    }
  }
  return name;
}

/// From the pattern "i_counters.%" of a count to those of its parts in the RTL: "i_counters.turn_q".
inline std::string count_part(std::string_view pattern, std::size_t part) {
  return std::string(pattern.substr(0, pattern.rfind('.') + 1)) + EventCount::parts[part];
}

/// A slice of a register as the model shows it: `width` bits at `offset`; width 0 means the whole register.
struct ShownRegister {
  std::string name;
  unsigned offset = 0, width = 0;
  std::vector<std::uint32_t> words;
  bool is_count = false;  ///< of event_counters.sv, which stores it in parts (event_counts.hpp)
};

/// Calls `f(ShownRegister)` for every register.
class NamedVisitor {
 public:
  explicit NamedVisitor(std::function<void(ShownRegister)> f, bool arrays = true)
      : f_(std::move(f)), arrays_(arrays) {}

  bool arrays() const { return arrays_; }
  template <class T>
  void operator()(const char* pattern, const T& value, model::Indices i) {
    show(pattern, i, {static_cast<std::uint64_t>(value)});
  }
  void shown(const char* pattern, model::Wide w, model::Indices i) { show(pattern, i, {w.low, w.high}); }
  void shown_slice(const char* pattern, model::Wide w, unsigned offset, unsigned width, model::Indices i) {
    show(pattern, i, {w.low, w.high}, offset, width);
  }
  void shown_words(const char* pattern, const std::uint64_t* words, unsigned n, model::Indices i) {
    show(pattern, i, std::vector<std::uint64_t>(words, words + n));
  }
  void shown_flit(const char* pattern, const std::uint64_t* words, unsigned n, unsigned tag, unsigned,
                  model::Indices i) {
    std::vector<std::uint64_t> all(words, words + n);
    all.push_back(tag);
    show(pattern, i, all);
  }
  void count(const char* pattern, std::uint32_t value, unsigned number) {
    if (arrays_) show(pattern, {number}, {value}, 0, 0, true);
  }

 private:
  void show(const char* pattern, model::Indices i, const std::vector<std::uint64_t>& words,
            unsigned offset = 0, unsigned width = 0, bool is_count = false) {
    ShownRegister r{register_name(pattern, i), offset, width, {}, is_count};
    for (const std::uint64_t w : words) {
      r.words.push_back(static_cast<std::uint32_t>(w));
      r.words.push_back(static_cast<std::uint32_t>(w >> 32));
    }
    f_(std::move(r));
  }
  std::function<void(ShownRegister)> f_;
  bool arrays_;
};

}  // namespace collnoc
