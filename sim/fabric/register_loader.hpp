// Visitor of model/registers.hpp that writes register values, given by RTL name, into a model node.
//
// Only model/registers.hpp knows the RTL's instance paths. Lockstep checks it against the RTL in both
// directions: every register that it names exists, and every register of the RTL is named.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sim/fabric/register_names.hpp"

namespace collnoc {

class RegisterLoader {
 public:
  /// `values`: the low 64 bits of each register.
  explicit RegisterLoader(const std::map<std::string, std::uint64_t>& values) : values_(values) {}

  bool arrays() const { return true; }
  template <class T>
  void operator()(const char* pattern, T& held, model::Indices i) {
    if (const std::uint64_t* value = find(pattern, i)) held = static_cast<T>(*value);
  }
  void shown(const char* pattern, model::Wide& wide, model::Indices i) {
    if (const std::uint64_t* value = find(pattern, i)) wide.low = *value;
  }
  void count(const char* pattern, std::uint32_t& held, unsigned number) {
    std::array<std::uint64_t, EventCount::parts.size()> part{};
    for (std::size_t p = 0; p < part.size(); ++p) {
      const std::uint64_t* value = find(count_part(pattern, p).c_str(), {number});
      if (value == nullptr) return;
      part[p] = *value;
    }
    held = EventCount::value(part, number);
  }
  // Contents of flits and contexts of the receiver: no report depends on them.
  void shown_slice(const char*, model::Wide&, unsigned, unsigned, model::Indices) {}
  void shown_words(const char*, const std::uint64_t*, unsigned, model::Indices) {}
  void shown_flit(const char*, const std::uint64_t*, unsigned, unsigned, unsigned, model::Indices) {}

  /// Whether a register is part of a count that software can read, so that synthesis keeps it.
  static bool is_count(const std::string& name) {
    return name.ends_with("flits_q") || name.ends_with("_stalls_q") ||
           name.find(".i_counters.gen_counter") != std::string::npos;
  }
  /// Names without a value.
  const std::vector<std::string>& missing() const { return missing_; }

 private:
  const std::uint64_t* find(const char* pattern, model::Indices i) {
    std::string name = register_name(pattern, i);
    const auto found = values_.find(name);
    if (found != values_.end()) return &found->second;
    missing_.push_back(std::move(name));
    return nullptr;
  }

  const std::map<std::string, std::uint64_t>& values_;
  std::vector<std::string> missing_;
};

}  // namespace collnoc
