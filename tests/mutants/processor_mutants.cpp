// Mutants of processors, by the lane: in lockstep with the model, with random programs, accesses everywhere,
// products, jumps far away, and any words as instructions, which start in the middle of others. Ports and
// trace are compared in every cycle, but no registers.
#include <fmt/format.h>

#include <random>
#include <stdexcept>

#include "sim/common/errors.hpp"
#include "tests/mutants/mutant_job.hpp"
#include "tests/mutants/mutant_lanes.hpp"
#include "tests/support/tile_programs.hpp"
#include "tests/support/tile_surroundings.hpp"

namespace collnoc::test {
namespace {

constexpr std::uint64_t most_cycles = 1'000'000;  // of a program
constexpr std::uint32_t most_words = 1u << 18;    // of tile memory

/// Mutants and model of a processor, with their surroundings.
class Processor {
 public:
  Processor(MutantLanes& mutants, const ProcessorPlace& place, unsigned seed)
      : around(seed, place.mem_words, place.program_bytes),
        processor_(make_mutant_processor(mutants, place)) {}

  TileSurroundings around;

  void reset() {
    processor_->reset();
    around.restart();
  }
  const model::TileProcessorOut& cycle() {
    processor_->tick(around.answer(processor_->out()));
    return processor_->out();
  }
  template <class Done>
  void run(Done done) {
    for (std::uint64_t n = 0; !done(cycle()); ++n) {
      if (n == most_cycles) throw std::runtime_error("the program does not end");
    }
  }

 private:
  std::unique_ptr<AnyProcessor> processor_;
};

class ProcessorMutants {
 public:
  ProcessorMutants(const MutantJob& job, MutantLanes& mutants) : job_(job), mutants_(mutants) {
    for (const std::string& setting : job.settings) {
      const auto [name, value] = split_setting(setting);
      if (name == "PROGRAM_BYTES") {
        place_.program_bytes = value;
      } else if (name == "MUL_BITS") {
        place_.mul_bits = value;
      } else {
        throw std::runtime_error(fmt::format("'{}': the processor has no such parameter", setting));
      }
    }
    if (place_.program_bytes < least_program) throw std::runtime_error("PROGRAM_BYTES: at least 32768");
  }

  /// Ends when all are caught.
  void run() const {
    try {
      any_words(job_.cycles);
      for (unsigned seed = 1; seed <= (job_.full ? 60u : 2u); ++seed) program(seed);
      for (unsigned seed = 1; seed <= (job_.full ? 12u : 3u); ++seed) accesses(seed);
      if (job_.full) {
        products();
        for (unsigned seed = 1; seed <= 8; ++seed) jumps(seed);
        any_words(10 * job_.cycles);
      }
    } catch (const LockstepMismatch&) {
      if (!mutants_.all_caught()) throw;
    }
  }

 private:
  static constexpr std::uint32_t least_program = 32768;

  Processor processor(std::mt19937& random, std::uint32_t mem_words) const {
    ProcessorPlace place = place_;
    place.hart_id = static_cast<std::uint32_t>(random());
    place.mem_words = mem_words;
    return Processor(mutants_, place, static_cast<unsigned>(random()));
  }

  /// A random program somewhere in program memory, several times, each with other values in its registers.
  /// Every other program is so short that fetch remembers all its jumps.
  void program(unsigned seed) const {
    using namespace riscv;
    const bool is_short = seed % 2 == 0;
    const unsigned units = is_short ? 60 : 1500, times = is_short ? 20 : 4;
    std::mt19937 random(seed);
    Processor p = processor(random, 1024);
    Program start(tile::boot_address);
    const Word base =
        start.here() + 512 + 4 * static_cast<Word>(random() % ((place_.program_bytes - 30'000) / 4));
    start.li(1, start.here() + 16) << csr_write(mtvec, 1) << jal(0, start.to(base));
    start << csr_read(31, mcycle);  // its last instruction leads to here
    for (unsigned r = 1; r < 30; ++r) start << op(1, 0, 31, 31, 31) << addi(31, 31, 77) << op(0, 4, r, r, 31);
    p.around.load(start << jal(0, start.to(base + 4 * 62)));  // where every register has its value
    p.around.load(RandomProgram(seed, base, tile::memory_base + 0x800).make(units));
    p.reset();
    for (unsigned n = 0; n < times; ++n)
      p.run([](const model::TileProcessorOut& out) { return out.trapped; });
  }

  /// A program that ends with a report.
  void accesses(unsigned seed) const {
    std::mt19937 random(seed);
    // Sometimes enough words to use every bit of an address.
    const std::uint32_t mem_words =
        seed % 8 == 0 ? most_words
                      : 4 + static_cast<std::uint32_t>(random() % (seed % 4 == 0 ? most_words : 500));
    Processor p = processor(random, mem_words);
    for (std::uint64_t& word : p.around.memory) word = std::uint64_t{random()} << 32 | random();
    for (std::uint32_t& word : p.around.nic) word = static_cast<std::uint32_t>(random());
    p.around.not_ready_percent = seed % 4 * 30;
    p.around.event_percent = 2;
    const bool interrupts = seed % 2 == 0;
    p.around.load(seed % 3 == 0 ? random_csrs(random, place_.program_bytes, interrupts)
                                : random_accesses(random, mem_words, place_.program_bytes, interrupts, true));
    p.reset();
    p.run([&](const model::TileProcessorOut&) {
      return !p.around.reported.empty() && p.around.reported.back().first == program_done;
    });
  }

  void products() const {
    std::mt19937 random(7);
    Processor p = processor(random, 256);
    p.around.load(random_products(random, place_.program_bytes));
    p.reset();
    p.run([&](const model::TileProcessorOut&) { return !p.around.reported.empty(); });
  }

  /// Until a trap leads to where no program is.
  void jumps(unsigned seed) const {
    std::mt19937 random(seed);
    Processor p = processor(random, 256);
    const riscv::Program program = far_jumps(random, p.around.program);
    p.around.load(program);
    p.reset();
    const riscv::Word end = program.here() - 4;  // where the last instruction is
    p.run([&](const model::TileProcessorOut& out) { return out.trapped && out.pc == end; });
    for (unsigned n = 0; n < 100; ++n) p.cycle();
  }

  void any_words(std::uint64_t cycles) const {
    constexpr unsigned cycles_each = 700;
    std::mt19937 random(static_cast<unsigned>(cycles));
    Processor p = processor(random, 256);
    p.around.event_percent = 1;
    p.around.not_ready_percent = 20;
    for (std::uint64_t round = 0; round < cycles / cycles_each; ++round) {
      for (riscv::Word& word : p.around.program) {
        word = riscv::any_word(random);
        if (random() % 16 == 0) word ^= 1u << random() % 32;
      }
      p.around.load(start_of_any_words(random, place_.program_bytes, true));
      p.reset();
      for (unsigned n = 0; n < cycles_each; ++n) p.cycle();
    }
  }

  MutantJob job_;
  MutantLanes& mutants_;
  ProcessorPlace place_;
};

}  // namespace

CaughtBy processor_mutants(const MutantJob& job) {
  return [job](const std::vector<unsigned>& mutants) {
    MutantLanes lanes(job.library, mutants);
    ProcessorMutants(job, lanes).run();
    return lanes.caught();
  };
}

}  // namespace collnoc::test
