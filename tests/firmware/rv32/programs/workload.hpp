// A mixed load for a processor, modelled on the kinds of work in CoreMark: a linked list is searched,
// reversed and sorted; matrices are multiplied; a state machine reads numbers; a CRC covers all results.
#pragma once
#include <array>
#include <cstdint>

namespace collnoc::workload {

inline constexpr unsigned rounds = 8;

struct Node {
  Node* next;
  std::int16_t value, index;
};

struct List {
  std::array<Node, 64> nodes;
  Node* head;

  void fill(std::uint32_t seed) {
    head = nullptr;
    for (unsigned i = 0; i < nodes.size(); ++i) {
      seed = seed * 1'103'515'245 + 12'345;
      nodes[i] = {head, static_cast<std::int16_t>(seed >> 18), static_cast<std::int16_t>(i)};
      head = &nodes[i];
    }
  }
  const Node* find(std::int16_t index) const {
    const Node* n = head;
    while (n != nullptr && n->index != index) n = n->next;
    return n;
  }
  void reverse() {
    Node* done = nullptr;
    while (head != nullptr) {
      Node* rest = head->next;
      head->next = done;
      done = head;
      head = rest;
    }
    head = done;
  }
  /// Merge sort by value.
  static Node* sorted(Node* list, unsigned length) {
    if (length == 1) {
      list->next = nullptr;
      return list;
    }
    Node* middle = list;
    for (unsigned i = 0; i < length / 2; ++i) middle = middle->next;
    Node* b = sorted(middle, length - length / 2);
    Node* a = sorted(list, length / 2);
    Node first{};
    Node* last = &first;
    while (a != nullptr && b != nullptr) {
      Node*& least = a->value <= b->value ? a : b;
      last->next = least;
      last = least;
      least = least->next;
    }
    last->next = a != nullptr ? a : b;
    return first.next;
  }
};

class Crc {
 public:
  void add(std::uint32_t word) {
    for (unsigned i = 0; i < 32; ++i) {
      const bool carry = ((value_ ^ word) & 1) != 0;
      value_ >>= 1;
      word >>= 1;
      if (carry) value_ ^= 0xa001;
    }
  }
  std::uint32_t value() const { return value_; }

 private:
  std::uint32_t value_ = 0xffff;
};

inline constexpr unsigned width = 12;
using Matrix = std::array<std::array<std::int16_t, width>, width>;

inline void multiply(const Matrix& a, const Matrix& b,
                     std::array<std::array<std::int32_t, width>, width>& c) {
  for (unsigned i = 0; i < width; ++i) {
    for (unsigned j = 0; j < width; ++j) {
      std::int32_t sum = 0;
      for (unsigned k = 0; k < width; ++k) sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
  }
}

enum class State : std::uint8_t { start, sign, integer, point, fraction, invalid };
inline constexpr char text[] = "5012,-874,+.37,122.5,x,1e,-3.75,999,.,7.,-0.001,12a,+44,8.8.8,31415.9265,-,0";

/// Counts how often each state is entered.
inline void read_numbers(std::array<std::uint32_t, 6>& entered) {
  State state = State::start;
  for (const char* p = text; *p != '\0'; ++p) {
    const char c = *p;
    const bool digit = c >= '0' && c <= '9';
    if (c == ',') {
      state = State::start;
    } else {
      switch (state) {
        case State::start:
          state = digit                  ? State::integer
                  : c == '+' || c == '-' ? State::sign
                  : c == '.'             ? State::point
                                         : State::invalid;
          break;
        case State::sign: state = digit ? State::integer : c == '.' ? State::point : State::invalid; break;
        case State::integer:
          if (!digit) state = c == '.' ? State::fraction : State::invalid;
          break;
        case State::point: state = digit ? State::fraction : State::invalid; break;
        case State::fraction:
          if (!digit) state = State::invalid;
          break;
        case State::invalid: break;
      }
    }
    ++entered[static_cast<unsigned>(state)];
  }
}

/// Runs all parts; `measured` runs its argument, once for each of the four parts. Returns the CRC.
template <class Measured>
std::uint32_t run(std::uint32_t seed, Measured&& measured) {
  static List list;
  static Matrix a, b;
  static std::array<std::array<std::int32_t, width>, width> product;
  std::array<std::uint32_t, 6> entered{};
  std::uint32_t found = 0;
  list.fill(seed);
  for (unsigned i = 0; i < width; ++i) {
    for (unsigned j = 0; j < width; ++j) {
      a[i][j] = static_cast<std::int16_t>(seed + i * j);
      b[i][j] = static_cast<std::int16_t>(seed - 3 * i + j);
    }
  }
  const auto repeated = [&measured](auto work) {
    measured([&work] {
      for (unsigned r = 0; r < rounds; ++r) work(r);
    });
  };
  repeated([&](unsigned r) {
    for (std::int16_t i = 0; i < 64; i += 5) found += static_cast<std::uint32_t>(list.find(i)->value);
    list.reverse();
    if (r % 4 == 3) list.head = List::sorted(list.head, list.nodes.size());
  });
  repeated([&](unsigned) { multiply(a, b, product); });
  repeated([&](unsigned) { read_numbers(entered); });
  Crc crc;
  repeated([&](unsigned) {
    crc.add(found);
    for (const Node* n = list.head; n != nullptr; n = n->next) crc.add(static_cast<std::uint32_t>(n->value));
    for (const auto& row : product) crc.add(static_cast<std::uint32_t>(row[width / 2]));
    for (const std::uint32_t n : entered) crc.add(n);
  });
  return crc.value();
}

}  // namespace collnoc::workload
