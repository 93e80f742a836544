#include "sim/schedule/payload.hpp"

#include <algorithm>
#include <concepts>
#include <cstring>

#include "sim/schedule/portions.hpp"

namespace collnoc {
namespace {

/// The combination of two elements, written without firmware/collectives/common/operation.hpp, which it
/// checks.
template <std::integral T>
T combined(T a, T b, Op op) {
  switch (op) {
    case Op::sum: return static_cast<T>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
    case Op::min: return std::min(a, b);
    case Op::max: return std::max(a, b);
    case Op::bit_and: return a & b;
    case Op::bit_or: return a | b;
    case Op::bit_xor: break;
  }
  return a ^ b;
}
float combined(float a, float b, Op) { return a + b; }

template <class T>
void add_to(std::vector<std::byte>& sum, const std::vector<std::byte>& more, Op op) {
  for (std::size_t i = 0; i < sum.size(); i += sizeof(T)) {
    T a, b;
    std::memcpy(&a, &sum[i], sizeof a);
    std::memcpy(&b, &more[i], sizeof b);
    a = combined(a, b, op);
    std::memcpy(&sum[i], &a, sizeof a);
  }
}

/// Small integers in single precision, of which every sum over all ranks is exact, in any order.
void make_floats(std::vector<std::byte>& bytes, Rank ranks) {
  constexpr std::uint32_t exact = 1u << 24;  // integers up to here are exact
  const std::uint32_t most = std::clamp<std::uint32_t>(exact / ranks, 1, 1000);
  for (std::size_t i = 0; i + sizeof(float) <= bytes.size(); i += sizeof(float)) {
    std::uint32_t any;
    std::memcpy(&any, &bytes[i], sizeof any);
    const float number = static_cast<float>(any % (2 * most + 1)) - static_cast<float>(most);
    std::memcpy(&bytes[i], &number, sizeof number);
  }
}

}  // namespace

std::vector<std::byte> Payload::input(Rank source, Rank target) const {
  std::vector<std::byte> bytes(job_.bytes);
  // The result of `and` and `or` must depend on every rank: a bit is set, or clear, on about one rank.
  const bool sparse = form_of(collective_).combines && (job_.op == Op::bit_and || job_.op == Op::bit_or);
  const unsigned draws = sparse ? std::max(1u, log2_ceil(job_.topology.size())) : 1;
  const std::uint8_t flip = sparse && job_.op == Op::bit_and ? 0xff : 0;
  for (std::uint32_t i = 0; i < job_.bytes; ++i) {
    std::uint8_t byte = payload_byte(source, target, i, seed_);
    for (unsigned draw = 1; draw < draws; ++draw)
      byte &= payload_byte(source, target, i, seed_ + (draw << 16));
    bytes[i] = std::byte(byte ^ flip);
  }
  if (form_of(collective_).combines && job_.element == Element::f32) make_floats(bytes, job_.topology.size());
  return bytes;
}

const std::vector<std::byte>& Payload::expected(Rank source, Rank target) const {
  if (known_ && known_source_ == source && known_target_ == target) return *known_;
  known_source_ = source;
  known_target_ = target;
  known_ = input(source == no_rank ? 0 : source, target);
  for (Rank rank = 1; source == no_rank && rank < job_.topology.size(); ++rank) {
    const std::vector<std::byte> more = input(rank, target);
    switch (job_.element) {
      case Element::u32: add_to<std::uint32_t>(*known_, more, job_.op); break;
      case Element::i32: add_to<std::int32_t>(*known_, more, job_.op); break;
      case Element::u64: add_to<std::uint64_t>(*known_, more, job_.op); break;
      case Element::i64: add_to<std::int64_t>(*known_, more, job_.op); break;
      case Element::f32: add_to<float>(*known_, more, job_.op); break;
    }
  }
  return *known_;
}

// The results come first: where they share memory with the start, the start is what the memory holds.
void Payload::fill(Rank rank, std::span<std::byte> memory) const {
  for_each_result(collective_, job_, rank, in_place_, [&](const Portion& at) {
    const std::vector<std::byte>& bytes = expected(at.source, at.target);
    for (std::uint32_t i = 0; i < job_.bytes; ++i) memory[at.address + i] = ~bytes[i];
  });
  for_each_start(collective_, job_, rank, [&](const Portion& at) {
    const std::vector<std::byte> bytes = input(at.source, at.target);
    std::copy(bytes.begin(), bytes.end(), memory.begin() + at.address);
  });
}

PayloadCheck Payload::check(Rank rank, std::span<const std::byte> memory) const {
  PayloadCheck result;
  for_each_result(collective_, job_, rank, in_place_, [&](const Portion& at) {
    const std::vector<std::byte>& bytes = expected(at.source, at.target);
    for (std::uint32_t i = 0; i < job_.bytes; ++i) {
      ++result.bytes_checked;
      if (memory[at.address + i] == bytes[i]) continue;
      if (result.bytes_wrong++ == 0) result.first_wrong = at.address + i;
    }
  });
  return result;
}

}  // namespace collnoc
