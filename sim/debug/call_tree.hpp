// Which functions a processor is in, followed from its jumps: calls write a return address to ra or t0,
// returns jump to it (RISC-V calling convention). What a program does otherwise (tail calls, threads,
// longjmp) is followed as far as it can be: the function is always that of the program counter.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sim/processor/elf.hpp"
#include "sim/processor/program_places.hpp"
#include "sim/run/profile.hpp"

namespace collnoc {

/// The function of every word of program memory; functions are called by their first address.
class FunctionMap {
 public:
  /// `places`, of the program, must outlive this object.
  FunctionMap(const TileProgram& program, ProgramPlaces& places);
  std::uint32_t operator[](std::uint32_t pc) const {
    return pc / 4 < begin_.size() ? begin_[pc / 4] : outside;
  }
  /// As ProgramPlaces writes it, or "(outside the program)".
  std::string name(std::uint32_t function) const;

  static constexpr std::uint32_t outside = 0xffff'fff0;

 private:
  ProgramPlaces& places_;
  std::vector<std::uint32_t> begin_;
};

/// The functions that a tile has been in, each once per chain of callers.
class CallTree {
 public:
  struct Node {
    std::uint32_t function = 0;
    std::size_t caller = 0;  ///< the root is its own caller
    CycleUses uses;          ///< without callees
  };
  using Place = std::size_t;  ///< a node

  explicit CallTree(const FunctionMap& functions);

  Place here() const { return stack_.back().node; }
  Node& node(Place place) { return nodes_[place]; }
  const std::vector<Node>& nodes() const { return nodes_; }
  const std::map<std::uint32_t, std::uint64_t>& calls() const { return calls_; }
  /// Frames of the stack, and the function of frame `level`, from the outermost.
  std::size_t depth() const { return stack_.size(); }
  std::uint32_t function(std::size_t level) const { return nodes_[stack_[level].node].function; }

  /// `instr` at `pc` has completed; `next` is executed next.
  void completed(std::uint32_t pc, std::uint32_t instr, std::uint32_t next);
  /// The instruction at `pc` trapped; the handler at `handler` is executed next.
  void trapped(std::uint32_t pc, std::uint32_t handler);

 private:
  struct Frame {
    std::size_t node = 0;
    std::uint32_t return_address = 0;
  };
  void call(std::uint32_t target, std::uint32_t return_address);
  bool leave_to(std::uint32_t target);
  void replace_top(std::uint32_t function, bool is_call);
  std::size_t child(std::size_t caller, std::uint32_t function);

  const FunctionMap& functions_;
  std::vector<Node> nodes_;
  std::map<std::pair<std::size_t, std::uint32_t>, std::size_t> children_;
  std::vector<Frame> stack_;
  std::map<std::uint32_t, std::uint64_t> calls_;
};

}  // namespace collnoc
