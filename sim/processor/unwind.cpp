#include "sim/processor/unwind.hpp"

#include <dwarf.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <optional>

namespace collnoc {
namespace {

constexpr unsigned return_address = 1, stack_pointer = 2;
constexpr std::size_t most_frames = 64;  // frames

struct Rule {
  enum class Kind { same, unknown, address, value } kind = Kind::unknown;
  std::uint32_t result = 0;
};

/// Evaluates an expression of call frame information; `cfa`: the frame's address, once it is known.
Rule evaluate(const Dwarf_Op* ops, std::size_t count, const HartSnapshot& hart,
              std::optional<std::uint32_t> cfa) {
  std::vector<std::uint32_t> stack;
  Rule::Kind kind = Rule::Kind::address;
  for (std::size_t i = 0; i < count; ++i) {
    const Dwarf_Op& op = ops[i];
    const auto number = static_cast<std::uint32_t>(op.number);
    if (op.atom >= DW_OP_breg0 && op.atom <= DW_OP_breg31) {
      stack.push_back(hart.regs[op.atom - DW_OP_breg0] + number);
    } else if (op.atom == DW_OP_bregx && op.number < 32) {
      stack.push_back(hart.regs[op.number] + static_cast<std::uint32_t>(op.number2));
    } else if (op.atom == DW_OP_call_frame_cfa && cfa) {
      stack.push_back(*cfa);
    } else if (op.atom == DW_OP_plus_uconst && !stack.empty()) {
      stack.back() += number;
    } else if (op.atom == DW_OP_stack_value) {
      kind = Rule::Kind::value;
    } else if (op.atom == DW_OP_regx && op.number < 32) {
      return {Rule::Kind::value, hart.regs[op.number]};
    } else if (op.atom >= DW_OP_reg0 && op.atom <= DW_OP_reg31) {
      return {Rule::Kind::value, hart.regs[op.atom - DW_OP_reg0]};
    } else {
      return {};  // what compilers do not write for C and C++ here
    }
  }
  return stack.empty() ? Rule{} : Rule{kind, stack.back()};
}

/// Where the caller's register `n` is.
Rule rule_of(Dwarf_Frame* frame, unsigned n, const HartSnapshot& hart, std::uint32_t cfa) {
  std::array<Dwarf_Op, 3> memory{};
  Dwarf_Op* ops = nullptr;
  std::size_t count = 0;
  if (dwarf_frame_register(frame, static_cast<int>(n), memory.data(), &ops, &count) != 0) return {};
  if (count == 0) return {ops == nullptr ? Rule::Kind::same : Rule::Kind::unknown, 0};
  return evaluate(ops, count, hart, cfa);
}

/// Moves `hart` to its caller. Returns whether that is known.
bool leave(Dwarf_Frame* frame, HartSnapshot& hart, bool innermost) {
  Dwarf_Op* ops = nullptr;
  std::size_t count = 0;
  if (dwarf_frame_cfa(frame, &ops, &count) != 0 || count == 0) return false;
  const Rule cfa = evaluate(ops, count, hart, std::nullopt);
  if (cfa.kind == Rule::Kind::unknown) return false;
  const HartSnapshot inner = hart;
  for (unsigned n = 1; n < 32; ++n) {
    if (n == stack_pointer) continue;
    const Rule rule = rule_of(frame, n, inner, cfa.result);
    if (rule.kind == Rule::Kind::value) hart.regs[n] = rule.result;
    if (rule.kind == Rule::Kind::address) {
      const auto word = inner.word(rule.result);
      if (!word && n == return_address) return false;
      hart.regs[n] = word.value_or(0);
    }
    // A function that calls others keeps its return address in its frame.
    if (n == return_address && !innermost && rule.kind != Rule::Kind::address) return false;
  }
  const std::uint32_t grown = cfa.result - inner.sp();
  if (cfa.result < inner.sp() || grown > inner.stack.size()) return false;
  hart.stack.erase(hart.stack.begin(), hart.stack.begin() + grown);
  hart.regs[stack_pointer] = cfa.result;
  return true;
}

}  // namespace

std::vector<std::uint32_t> return_addresses(Dwarf_CFI* frames, Dwarf_Addr bias, HartSnapshot hart,
                                            const IsCall& is_call) {
  std::vector<std::uint32_t> all;
  while (all.size() < most_frames) {
    // Behind a call that does not return, the return address may belong to the next function.
    const Dwarf_Addr at = all.empty() ? hart.pc : hart.pc - 4;
    Dwarf_Frame* found = nullptr;
    const bool known = frames != nullptr && dwarf_cfi_addrframe(frames, at - bias, &found) == 0;
    const std::unique_ptr<Dwarf_Frame, void (*)(void*)> frame(found, std::free);
    if (known ? !leave(frame.get(), hart, all.empty()) : !all.empty()) break;
    const std::uint32_t to = hart.regs[return_address];
    if (to < 4 || !is_call(to - 4)) break;
    all.push_back(to);
    hart.pc = to;
  }
  return all;
}

}  // namespace collnoc
