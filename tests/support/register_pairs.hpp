// Pairs each register of a model with the register of the verilated module that has the same name.
#pragma once
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "tests/support/verilated_pins.hpp"

namespace collnoc::test {

class RegisterPairs {
 public:
  /// Finds the RTL register of the same name and size for every register of the model, and checks that the
  /// RTL has no others. Finds none if the module is a netlist. `show` passes all registers of the model to a
  /// visitor, named relative to `module`.
  template <class Top, class Show>
  void find(Top& top, const std::string& module, Show&& show) {
    const std::string path = "TOP." + module;
    Known rtl;
    for (const auto& [scope_name, scope] : *top.contextp()->scopeNameMap()) {
      const std::string name = scope_name;
      if (scope->varsp() == nullptr || !(name + ".").starts_with(path + ".")) continue;
      const std::string relative = name == path ? "" : name.substr(path.size() + 1) + ".";
      for (const auto& [var_name, var] : *scope->varsp()) {
        const std::string n = var_name;
        if (n.ends_with("_q")) rtl[relative + n] = {&var, false};
      }
    }
    if (rtl.empty()) return;
    Visitor visitor{*this, rtl};
    show(visitor);
    for (const auto& [name, var] : rtl) EXPECT_TRUE(var.second) << "the model has no register " << name;
  }
  bool empty() const { return pairs_.empty(); }

  struct Difference {
    std::string name;
    std::uint64_t rtl = 0, model = 0;
  };
  /// The first pair whose values differ now.
  std::optional<Difference> difference() const {
    for (const Pair& p : pairs_) {
      if (std::memcmp(p.rtl, p.model, p.size) == 0) continue;
      Difference d{p.name};
      std::memcpy(&d.rtl, p.rtl, p.size);
      std::memcpy(&d.model, p.model, p.size);
      return d;
    }
    return std::nullopt;
  }
  /// Copies the values of the RTL to the model.
  void take_over() {
    for (const Pair& p : pairs_) std::memcpy(p.model, p.rtl, p.size);
  }

 private:
  struct Pair {
    std::string name;
    const void* rtl;
    void* model;
    unsigned size;
  };
  using Known = std::map<std::string, std::pair<const VerilatedVar*, bool>>;  ///< whether the model has it
  struct Visitor {
    RegisterPairs& self;
    Known& known;
    bool arrays() const { return true; }
    template <class T>
    void operator()(const char* format, T& value, std::initializer_list<unsigned> indices) {
      std::string name;
      auto index = indices.begin();
      for (const char* c = format; *c != '\0'; ++c)
        name += *c == '%' ? std::to_string(*index++) : std::string(1, *c);
      // The last index selects the element of an array.
      unsigned element = 0;
      std::string of = name;
      if (name.ends_with("]")) {
        of.resize(name.rfind('['));
        element = *(indices.end() - 1);
      }
      const auto found = known.find(of);
      ASSERT_NE(found, known.end()) << "the RTL has no register " << of;
      found->second.second = true;
      const VerilatedVar& var = *found->second.first;
      ASSERT_EQ(var.entSize(), sizeof(T)) << name;
      self.pairs_.push_back(
          {name, static_cast<const char*>(var.datap()) + element * sizeof(T), &value, sizeof(T)});
    }
  };

  std::vector<Pair> pairs_;
};

/// A visitor of a model's registers that counts them and inverts one bit of register `number`.
struct RegisterFault {
  unsigned number = 0, bit = 0, count = 0;
  std::string name{};
  bool arrays() const { return true; }
  template <class T>
  void operator()(const char* register_name, T& value, std::initializer_list<unsigned>) {
    if (count++ != number) return;
    name = register_name;
    if constexpr (std::is_same_v<T, bool>) {
      value = !value;
    } else {
      value = static_cast<T>(value ^ T{1} << (sizeof(T) == 1 ? 0 : bit));
    }
  }
};

}  // namespace collnoc::test
