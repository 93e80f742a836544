#include "sim/processor/restart.hpp"

#include <optional>
#include <stdexcept>
#include <vector>

#include "collnoc/arch/tile_registers.hpp"

namespace collnoc {
namespace {

using Word = std::uint32_t;
using Csr = model::CpuCsr;

constexpr unsigned most_ticks = 1000;

constexpr Word nop = 0x13;
constexpr Word lui(unsigned rd, Word upper) { return (upper & 0xffff'f000) | rd << 7 | 0x37; }
constexpr Word jump_to(unsigned rs1, Word offset) { return offset << 20 | rs1 << 15 | 0x67; }
constexpr Word load(unsigned rd, unsigned rs1, Word offset) {
  return offset << 20 | rs1 << 15 | 2 << 12 | rd << 7 | 0x03;
}
constexpr Word write_csr(Word number, unsigned rs1) { return number << 20 | rs1 << 15 | 1 << 12 | 0x73; }
constexpr Word jump_by(Word offset) {
  return (offset >> 20 & 1) << 31 | (offset >> 1 & 0x3ff) << 21 | (offset >> 11 & 1) << 20 |
         (offset >> 12 & 0xff) << 12 | 0x6f;
}

/// The instructions, at addresses of program memory that are near the pc but not around it, and the words
/// that they load, at the beginning of tile memory.
class Loader {
 public:
  explicit Loader(const ProcessorState& state)
      : base_(state.pc < tile::boot_address + bytes ? tile::boot_address + bytes
                                                    : state.pc / bytes * bytes - bytes) {
    const Csr& c = state.csr;
    code_.push_back(lui(1, tile::memory_base));
    for (const Csr::Number n : {Csr::mtvec, Csr::mepc, Csr::mcause, Csr::mtval, Csr::mscratch, Csr::mie}) {
      set(n, *c.read(n, 0, 0));
    }
    set_both(Csr::mcycleh, Csr::mcycle, c.mcycle_offset_q + 2);  // mcycle counts on after each of the two
    set_both(Csr::minstreth, Csr::minstret, c.minstret_q - after_minstret);
    const std::size_t counted = code_.size();
    set(Csr::mstatus, *c.read(Csr::mstatus, 0, 0));
    for (unsigned n = 2; n < 32; ++n) get(n, state.regs[n]);
    get(1, state.regs[1]);
    code_.push_back(nop);
    last_ = base_ + 4 * static_cast<Word>(code_.size());
    code_.push_back(jump_by(state.pc - last_));
    if (code_.size() - counted != after_minstret || 4 * code_.size() > bytes) {
      throw std::logic_error("restart: the number of instructions has changed");
    }
  }

  /// Address of the last instruction.
  Word last() const { return last_; }
  /// The instruction at an address; nothing outside of its range, once the processor is there.
  std::optional<Word> instruction(Word address) {
    entered_ = entered_ || address == base_;
    const std::size_t n = (address - base_) / 4;
    if (address - base_ < bytes) return n < code_.size() ? code_[n] : nop;
    if (entered_) return std::nullopt;
    return address == tile::boot_address       ? lui(1, base_ + 0x800)
           : address == tile::boot_address + 4 ? jump_to(1, base_)
                                               : nop;
  }
  /// The 8 bytes of tile memory at index `n`.
  std::uint64_t data(std::size_t n) const {
    const auto word = [&](std::size_t i) { return i < words_.size() ? words_[i] : 0; };
    return std::uint64_t{word(2 * n + 1)} << 32 | word(2 * n);
  }

 private:
  static constexpr Word bytes = 256;                 // of program memory, for the instructions
  static constexpr std::size_t after_minstret = 35;  // instructions that still count

  void get(unsigned rd, Word value) {
    code_.push_back(load(rd, 1, 4 * static_cast<Word>(words_.size())));
    words_.push_back(value);
  }
  void set(Word csr, Word value) {
    get(2, value);
    code_.push_back(write_csr(csr, 2));
  }
  void set_both(Word high, Word low, std::uint64_t value) {
    set(high, static_cast<Word>(value >> 32));
    set(low, static_cast<Word>(value));
  }

  Word base_, last_ = 0;
  bool entered_ = false;
  std::vector<Word> code_, words_;
};

}  // namespace

Word restart(AnyProcessor& processor, const ProcessorState& state,
             const std::function<Word(Word)>& program_word) {
  Loader loader(state);
  processor.reset();
  model::TileProcessorIn in;
  in.cycle = 1;  // the writes of mcycle count from here, without a carry between its halves
  for (unsigned ticks = 0; ticks < most_ticks; ++ticks) {
    const model::TileProcessorOut asks = processor.out();
    processor.tick(in);
    if (asks.prog_en) {
      const auto injected = loader.instruction(asks.prog_addr);
      in.prog_rdata = injected ? *injected : program_word(asks.prog_addr);
    }
    if (asks.host_valid) in.host_rdata = loader.data(asks.host_addr);
    const model::TileProcessorOut& did = processor.out();
    if (did.retired && did.pc == loader.last()) return in.prog_rdata;
    // Just before the end: it may be an interrupt.
    if (did.retired && did.pc + 4 == loader.last()) in.event = state.event;
  }
  throw std::logic_error("restart: the processor has not reached the last instruction");
}

}  // namespace collnoc
