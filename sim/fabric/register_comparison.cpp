#include "sim/fabric/register_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>
#include <utility>

#include "sim/fabric/bits.hpp"
#include "sim/fabric/register_names.hpp"

namespace collnoc {
namespace {

std::shared_ptr<const RegisterSlots> shared(RegisterSlots slots) {
  static std::mutex mutex;
  static std::weak_ptr<const RegisterSlots> last;
  const std::lock_guard lock(mutex);
  std::shared_ptr<const RegisterSlots> same = last.lock();
  if (!same || *same != slots) last = same = std::make_shared<const RegisterSlots>(std::move(slots));
  return same;
}

// Compares registers in the order of model/registers.hpp, for which the names were resolved once. They are
// nearly always equal, so differences are accumulated without branches.
class Comparer {
 public:
  Comparer(const std::uint8_t* registers, const std::vector<RegisterSlot>& slots, bool arrays)
      : registers_(registers), next_(slots.data()), arrays_(arrays) {}
  bool arrays() const { return arrays_; }
  bool differs() const { return differs_ != 0; }

  template <class T>
  [[gnu::always_inline]] void operator()(const char*, const T& value, model::Indices) {
    compare(static_cast<std::uint64_t>(value), 0);
  }
  [[gnu::always_inline]] void shown(const char*, model::Wide w, model::Indices) { compare(w.low, w.high); }
  void shown_slice(const char*, model::Wide w, unsigned offset, unsigned width, model::Indices) {
    const RegisterSlot& s = *next_++;
    if (s.bytes == 0) return;
    const std::uint8_t* data = registers_ + s.offset;
    for (unsigned b = 0; b < width; ++b) {
      const std::uint64_t rtl = bit(data[(offset + b) / 8], (offset + b) % 8);
      const std::uint64_t own = b < 64 ? bit(w.low, b) : bit(w.high, b - 64);
      differs_ |= rtl ^ own;
    }
  }
  void shown_words(const char*, const std::uint64_t* words, unsigned n, model::Indices) {
    const RegisterSlot& s = *next_++;
    if (s.bytes != 0) compare_words(s, words, n);
  }
  void shown_flit(const char*, const std::uint64_t* words, unsigned n, unsigned tag, unsigned tag_bits,
                  model::Indices) {
    const RegisterSlot& s = *next_++;
    if (s.bytes == 0) return;
    compare_words(s, words, n);
    std::uint64_t rtl = 0;
    std::memcpy(&rtl, registers_ + s.offset + n * 8, std::min<unsigned>(8, s.bytes - n * 8));
    differs_ |= (rtl & ((1u << tag_bits) - 1)) ^ tag;
  }
  void count(const char*, std::uint32_t value, unsigned number) {
    if (!arrays_) return;
    std::array<std::uint64_t, EventCount::parts.size()> part{};
    bool known = true;
    for (std::uint64_t& p : part) {
      const RegisterSlot& s = *next_++;
      known &= s.bytes != 0;
      std::memcpy(&p, registers_ + s.offset, sizeof p);
      p &= s.mask;
    }
    if (known) differs_ |= EventCount::value(part, number) ^ value;
  }

 private:
  [[gnu::always_inline]] void compare(std::uint64_t low, std::uint64_t high) {
    const RegisterSlot& s = *next_++;
    if (s.bytes - 1 >= 8) [[unlikely]]
      return compare_wide(s, low, high);
    std::uint64_t rtl = 0;
    std::memcpy(&rtl, registers_ + s.offset, sizeof rtl);
    differs_ |= ((rtl & s.mask) ^ low) | high;
  }
  void compare_wide(const RegisterSlot& s, std::uint64_t low, std::uint64_t high) {
    if (s.bytes == 0) return;
    std::uint64_t rtl[2] = {0, 0};
    std::memcpy(rtl, registers_ + s.offset, std::min(16u, s.bytes));
    differs_ |= (rtl[0] ^ low) | (rtl[1] ^ high);
  }
  void compare_words(const RegisterSlot& s, const std::uint64_t* words, unsigned n) {
    differs_ |= static_cast<std::uint64_t>(std::memcmp(registers_ + s.offset, words, n * 8) != 0);
  }

  const std::uint8_t* registers_;
  const RegisterSlot* next_;
  bool arrays_;
  std::uint64_t differs_ = 0;
};

unsigned count_number(const std::string& name) {
  return static_cast<unsigned>(std::stoul(name.substr(name.rfind('.') + 1)));
}

}  // namespace

RegisterComparison::RegisterComparison(const model::Node& node,
                                       const std::function<RegisterSlot(const std::string&)>& slot) {
  RegisterSlots slots;
  for (const bool arrays : {false, true}) {
    std::vector<RegisterSlot>& of = arrays ? slots.all : slots.plain;
    NamedVisitor visitor(
        [&](const ShownRegister& r) {
          if (!r.is_count) return of.push_back(slot(r.name));
          for (std::size_t p = 0; p < EventCount::parts.size(); ++p)
            of.push_back(slot(register_name(count_part(r.name, p).c_str(), {count_number(r.name)})));
        },
        arrays);
    model::Node::registers(node, visitor);
  }
  const auto compared = [](const std::vector<RegisterSlot>& of) {
    return static_cast<std::size_t>(
        std::count_if(of.begin(), of.end(), [](const RegisterSlot& s) { return s.bytes != 0; }));
  };
  slots.compared = compared(slots.plain);
  slots.compared_of_all = compared(slots.all);
  slots_ = shared(std::move(slots));
}

RegisterComparison::Result RegisterComparison::compare(const model::Node& node, const std::uint8_t* registers,
                                                       bool arrays) const {
  Comparer comparer(registers, arrays ? slots_->all : slots_->plain, arrays);
  model::Node::registers(node, comparer);
  return {arrays ? slots_->compared_of_all : slots_->compared, comparer.differs()};
}

RegisterComparison::Difference RegisterComparison::first_difference(const model::Node& node,
                                                                    const std::uint8_t* registers) const {
  Difference found;
  std::size_t next = 0;
  NamedVisitor visitor([&](const ShownRegister& r) {
    if (r.is_count) {
      std::array<std::uint64_t, EventCount::parts.size()> part{};
      bool known = true;
      for (std::uint64_t& p : part) {
        const RegisterSlot& s = slots_->all[next++];
        known &= s.bytes != 0;
        std::memcpy(&p, registers + s.offset, sizeof p);
        p &= s.mask;
      }
      const std::uint32_t rtl = EventCount::value(part, count_number(r.name));
      if (found.where.empty() && known && rtl != r.words[0])
        found = {fmt::format("count {}", r.name), rtl, r.words[0]};
      return;
    }
    const RegisterSlot& s = slots_->all[next++];
    if (s.bytes == 0 || !found.where.empty()) return;
    const std::uint8_t* data = registers + s.offset;
    const unsigned bits = r.width != 0 ? r.width : 8 * s.bytes;
    for (unsigned low = 0; low < bits; low += 64) {
      const unsigned n = std::min(64u, bits - low);
      std::uint64_t rtl = 0, own = 0;
      for (unsigned b = 0; b < n; ++b) {
        const unsigned there = r.offset + low + b, here = low + b;
        rtl |= std::uint64_t((data[there / 8] >> (there % 8)) & 1u) << b;
        if (here / 32 < r.words.size()) own |= std::uint64_t((r.words[here / 32] >> (here % 32)) & 1u) << b;
      }
      if (rtl == own) continue;
      const std::string part =
          r.width != 0 || bits > 64 ? fmt::format("[{}:{}]", r.offset + low + n - 1, r.offset + low) : "";
      found = {fmt::format("register {}{}", r.name, part), rtl, own};
      return;
    }
  });
  model::Node::registers(node, visitor);
  if (found.where.empty()) found.where = "a register";
  return found;
}

}  // namespace collnoc
