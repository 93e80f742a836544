// Visitors of model/registers.hpp that write register values, given by RTL name, into a model node.
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

/// `Values` has find(pattern, indices) and find_part(pattern, part, number), which return nullptr or the low
/// 64 bits of a register, or of a part of a count.
template <class Values>
class RegisterVisitor {
 public:
  bool arrays() const { return true; }
  template <class T>
  void operator()(const char* pattern, T& held, model::Indices i) {
    if (const std::uint64_t* value = values().find(pattern, i)) held = static_cast<T>(*value);
  }
  void shown(const char* pattern, model::Wide& wide, model::Indices i) {
    if (const std::uint64_t* value = values().find(pattern, i)) wide.low = *value;
  }
  void count(const char* pattern, std::uint32_t& held, unsigned number) {
    std::array<std::uint64_t, EventCount::parts.size()> part{};
    bool whole = true;
    for (std::size_t p = 0; p < part.size(); ++p) {
      const std::uint64_t* value = values().find_part(pattern, p, number);
      if (value == nullptr) {
        whole = false;
      } else {
        part[p] = *value;
      }
    }
    if (whole) held = EventCount::value(part, number);
  }
  // Contents of flits and contexts of the receiver: no report depends on them.
  void shown_slice(const char*, model::Wide&, unsigned, unsigned, model::Indices) {}
  void shown_words(const char*, const std::uint64_t*, unsigned, model::Indices) {}
  void shown_flit(const char*, const std::uint64_t*, unsigned, unsigned, unsigned, model::Indices) {}

 private:
  Values& values() { return static_cast<Values&>(*this); }
};

/// Whether a register is part of a count that software can read, so that synthesis keeps it.
inline bool is_count(const std::string& name) {
  return name.ends_with("flits_q") || name.ends_with("_stalls_q") ||
         name.find(".i_counters.gen_counter") != std::string::npos;
}

class RegisterLoader : public RegisterVisitor<RegisterLoader> {
 public:
  /// `values`: the low 64 bits of each register.
  explicit RegisterLoader(const std::map<std::string, std::uint64_t>& values) : values_(values) {}

  const std::uint64_t* find(const char* pattern, model::Indices i) {
    std::string name = register_name(pattern, i);
    const auto found = values_.find(name);
    if (found != values_.end()) return &found->second;
    missing_.push_back(std::move(name));
    return nullptr;
  }
  const std::uint64_t* find_part(const char* pattern, std::size_t part, unsigned number) {
    return find(count_part(pattern, part).c_str(), {number});
  }
  /// Names without a value.
  const std::vector<std::string>& missing() const { return missing_; }

 private:
  const std::map<std::string, std::uint64_t>& values_;
  std::vector<std::string> missing_;
};

}  // namespace collnoc
