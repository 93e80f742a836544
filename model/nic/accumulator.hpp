// Model counterpart of rtl/nic/accumulator.sv and accumulate_order.sv.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include "collnoc/arch/operation.hpp"
#include "collnoc/model/common/flit.hpp"
#include "collnoc/model/nic/float_adder.hpp"

namespace collnoc::model {

class Accumulator {
 public:
  /// A flit that is taken with the read of its words.
  struct Taken {
    Operation operation = Operation::replace;
    std::uint32_t addr = 0;
    const std::uint64_t* data = nullptr;
    std::uint16_t halves = 0;  ///< one bit per 4 bytes
    std::uint8_t counter = 0;  ///< 0: none
  };
  /// A flit in a stage: where it is written.
  struct Place {
    bool valid_q = false;
    std::uint8_t counter_q = 0;
    std::uint16_t halves_q = 0;
    std::uint32_t addr_q = 0;
  };
  /// A stage: words whose read was granted, or that wait to be written.
  struct Stage : Place {
    std::unique_ptr<std::uint64_t[]> data_q;  ///< [word of a flit]
  };
  /// The stages with FLOAT_SUMS, whose words are in the adders.
  struct FloatSums {
    Place order, add;
    std::array<FloatAdder, std::size_t{2} * max_flit_words> adder;  ///< of each half of a word
    bool read_fresh_q = false;
    std::array<std::uint64_t, max_flit_words> read_memory_q{};
  };
  /// Which flits advance in a cycle, and whether a result is written.
  struct Moves {
    bool writes = false, end = false, add = false, advance = false;
  };

  // Registers.
  Stage read, write;
  Operation read_operation_q = Operation::replace;
  std::unique_ptr<FloatSums> floats;  ///< parameter FLOAT_SUMS

  /// `words`: of a flit.
  explicit Accumulator(unsigned words) {
    read.data_q = std::make_unique<std::uint64_t[]>(words);
    write.data_q = std::make_unique<std::uint64_t[]>(words);
  }

  /// A reset: the registers that have one.
  void reset() {
    read.valid_q = write.valid_q = false;
    if (floats) {
      floats->order.valid_q = floats->add.valid_q = floats->read_fresh_q = false;
    } else {
      read_operation_q = Operation::replace;
    }
  }

  // Wires.
  bool wr_req = false;

  void settle(bool can_count) { wr_req = write.valid_q && (write.counter_q == 0 || can_count); }
  bool busy() const {
    return read.valid_q || write.valid_q || (floats && (floats->order.valid_q || floats->add.valid_q));
  }
  Moves moves(bool wr_gnt) const {
    Moves m;
    m.writes = wr_req && wr_gnt;
    const bool write_free = !write.valid_q || m.writes;
    if (floats) {
      m.end = floats->add.valid_q && write_free;
      m.add = floats->order.valid_q && (!floats->add.valid_q || write_free);
      m.advance = read.valid_q && (!floats->order.valid_q || m.add);
    } else {
      m.end = m.advance = read.valid_q && write_free;
    }
    return m;
  }
  /// Whether it takes a flit whose read is granted.
  bool has_space(bool wr_gnt) const { return !read.valid_q || moves(wr_gnt).advance; }
  /// Whether a write with a counter takes place.
  bool counts(bool wr_gnt) const { return wr_req && wr_gnt && write.counter_q != 0; }

  /// `rd_data`: of the read granted in the last cycle; read only if there was one.
  void commit(bool wr_gnt, const std::uint64_t* rd_data, unsigned words, const Taken* taken) {
    const Moves move = moves(wr_gnt);
    if (move.writes) write.valid_q = false;
    if (floats) {
      commit_float_sums(move, rd_data, words, taken != nullptr);
    } else {
      if (read_operation_q != Operation::replace) {
        combine(read, read.data_q.get(), rd_data, words);
        read_operation_q = Operation::replace;
      }
      if (move.end) {
        static_cast<Place&>(write) = static_cast<const Place&>(read);
        std::copy_n(read.data_q.get(), words, write.data_q.get());
      }
    }
    if (move.advance) read.valid_q = false;
    if (taken != nullptr) {
      read.valid_q = true;
      read.addr_q = taken->addr;
      read.halves_q = taken->halves;
      read.counter_q = taken->counter;
      for (unsigned w = 0; w < words; ++w) read.data_q[w] = taken->data[w];
      read_operation_q = taken->operation;
    }
  }

  /// Whether the words from `a` and from `b` on may overlap: compared by their low bits.
  static bool overlap(std::uint32_t a, std::uint32_t b, unsigned words) {
    return ((a - b) & window) < words || ((b - a) & window) < words;
  }
  /// Whether it holds one of the words from `addr` on.
  bool holds(std::uint32_t addr, unsigned words) const {
    const auto in = [&](const Place& stage) { return stage.valid_q && overlap(addr, stage.addr_q, words); };
    return in(read) || in(write) || (floats && (in(floats->order) || in(floats->add)));
  }

 private:
  static constexpr std::uint32_t window = 63;

  /// Elements that do not change are not written; their place holds the payload.
  void combine(Place& at, std::uint64_t* data, const std::uint64_t* memory, unsigned words) const {
    const bool extremes = read_operation_q >= Operation::min_u32;
    for (unsigned w = 0; w < words; ++w) {
      if (extremes) {
        const unsigned stay = halves_that_stay(read_operation_q, memory[w], data[w]);
        at.halves_q &= static_cast<std::uint16_t>(~(stay << (2 * w)));
      } else {
        data[w] = combined(read_operation_q, memory[w], data[w]);
      }
    }
  }
  /// The stages with FLOAT_SUMS. The memory's data stay beside the payload while the first stage has to wait.
  void commit_float_sums(const Moves& move, const std::uint64_t* rd_data, unsigned words, bool takes) {
    FloatSums& f = *floats;
    if (move.end) {
      static_cast<Place&>(write) = f.add;
      for (unsigned w = 0; w < words; ++w)
        write.data_q[w] = f.adder[2 * w].sum() | std::uint64_t{f.adder[2 * w + 1].sum()} << 32;
      f.add.valid_q = false;
    }
    if (move.add) {
      f.add = f.order;
      for (unsigned h = 0; h < 2 * words; ++h) f.adder[h].add();
      f.order.valid_q = false;
    }
    if (f.read_fresh_q) std::copy_n(rd_data, words, f.read_memory_q.begin());
    f.read_fresh_q = takes;
    if (move.advance) order(f, words);
  }
  void order(FloatSums& f, unsigned words) const {
    const bool sums = read_operation_q == Operation::sum_f32;
    std::array<std::uint64_t, max_flit_words> word{};
    std::copy_n(read.data_q.get(), words, word.begin());
    f.order = static_cast<const Place&>(read);
    if (!sums) combine(f.order, word.data(), f.read_memory_q.data(), words);
    for (unsigned h = 0; h < 2 * words; ++h) {
      const auto half = [&](const auto& data) {
        return static_cast<std::uint32_t>(data[h / 2] >> (32 * (h % 2)));
      };
      const std::uint32_t memory = half(f.read_memory_q), payload = half(read.data_q);
      if (sums) {
        f.adder[h].order_sum(memory, payload);
      } else {
        f.adder[h].order(half(word), memory, payload);
      }
    }
  }
};

}  // namespace collnoc::model
