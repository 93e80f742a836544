#include "sim/debug/call_tree.hpp"

#include "collnoc/arch/tile_registers.hpp"
#include "collnoc/model/cpu/cpu_decode.hpp"
#include "sim/debug/hart_state.hpp"

namespace collnoc {
namespace {

constexpr std::size_t deepest = 4096;  // frames; deeper calls count for the caller

/// Registers that hold return addresses: ra, t0.
bool links(unsigned reg) { return reg == 1 || reg == 5; }

}  // namespace

FunctionMap::FunctionMap(const TileProgram& program, ProgramPlaces& places)
    : places_(places), begin_(program.program_bytes() / 4) {
  for (std::uint32_t pc = 0; pc < program.program_bytes(); pc += 4) begin_[pc / 4] = program.function(pc);
}

std::string FunctionMap::name(std::uint32_t function) const {
  return function == outside ? "(outside the program)" : places_.function(function);
}

CallTree::CallTree(const FunctionMap& functions) : functions_(functions) {
  nodes_.push_back({functions[tile::boot_address], 0, {}});
  stack_.push_back({0, 0});
  ++calls_[functions[tile::boot_address]];
}

void CallTree::completed(std::uint32_t pc, std::uint32_t instr, std::uint32_t next) {
  using Kind = model::CpuDecode::Kind;
  if (next == pc + 4 && functions_[next] == function(depth() - 1)) return;
  const Kind kind = model::CpuDecode::of(instr).kind;
  const bool jump = kind == Kind::jal || kind == Kind::jalr;
  if (jump && links(instruction::rd(instr))) {
    call(next, pc + 4);
  } else if (kind == Kind::mret || (kind == Kind::jalr && links(instruction::rs1(instr)))) {
    if (!leave_to(next)) replace_top(functions_[next], false);
  } else if (functions_[next] != function(depth() - 1)) {
    replace_top(functions_[next], jump && functions_[next] == next);
  }
}

void CallTree::trapped(std::uint32_t pc, std::uint32_t handler) { call(handler, pc); }

void CallTree::call(std::uint32_t target, std::uint32_t return_address) {
  const std::uint32_t function = functions_[target];
  if (stack_.size() == deepest) return;
  ++calls_[function];
  stack_.push_back({child(here(), function), return_address});
}

/// Leaves all frames up to that which was called from before `target`.
bool CallTree::leave_to(std::uint32_t target) {
  for (std::size_t level = stack_.size(); level-- > 1;) {
    if (stack_[level].return_address != target) continue;
    stack_.resize(level);
    if (functions_[target] != function(level - 1)) replace_top(functions_[target], false);
    return true;
  }
  return false;
}

void CallTree::replace_top(std::uint32_t function, bool is_call) {
  if (is_call) ++calls_[function];
  Frame& top = stack_.back();
  if (stack_.size() > 1) {
    top.node = child(stack_[stack_.size() - 2].node, function);
  } else {
    top.node = nodes_[0].function == function ? 0 : child(0, function);
  }
}

std::size_t CallTree::child(std::size_t caller, std::uint32_t function) {
  const auto [found, is_new] = children_.try_emplace({caller, function}, nodes_.size());
  if (is_new) nodes_.push_back({function, caller, {}});
  return found->second;
}

}  // namespace collnoc
