// Mutations of given inputs, in an order that a seed chooses: bytes changed, removed, repeated and exchanged,
// pieces of other inputs inserted, numbers made extreme.
#pragma once
#include <cstdint>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace collnoc::test {

class Mutator {
 public:
  /// Precondition: at least one input.
  Mutator(std::vector<std::string> inputs, std::uint64_t seed) : inputs_(std::move(inputs)), random_(seed) {}

  std::string next() {
    std::string text = inputs_[below(inputs_.size())];
    for (std::size_t changes = 1 + below(4); changes > 0; --changes) change(text);
    return text;
  }

 private:
  /// The same numbers with every standard library.
  std::size_t below(std::size_t bound) { return bound == 0 ? 0 : random_() % bound; }

  std::string piece(const std::string& text) {
    const std::size_t begin = below(text.size());
    return text.substr(begin, 1 + below(20));
  }

  void change(std::string& text) {
    static const char* const extreme[] = {"0",     "-1",    "1",          "2",
                                          "255",   "65536", "4294967296", "18446744073709551615",
                                          "1e308", "nan",   "0x7f",       "9999999999999999999999",
                                          ".5",    ""};
    const std::size_t at = below(text.size() + 1);
    switch (below(8)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(below(256));
        break;
      case 1:
        if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
        break;
      case 2: text.erase(at, 1 + below(8)); break;
      case 3: text.insert(at, piece(text)); break;
      case 4: text.insert(at, piece(inputs_[below(inputs_.size())])); break;
      case 5: text.resize(at); break;
      case 6: text.insert(at, std::string(1 + below(3), "[]{}\",:=.-#x\n\\/0"[below(16)])); break;
      default: {
        const std::size_t digit = text.find_first_of("0123456789", at);
        if (digit == std::string::npos) break;
        const std::size_t end = text.find_first_not_of("0123456789", digit);
        text.replace(digit, end == std::string::npos ? end : end - digit, extreme[below(std::size(extreme))]);
      }
    }
  }

  std::vector<std::string> inputs_;
  std::mt19937_64 random_;
};

}  // namespace collnoc::test
