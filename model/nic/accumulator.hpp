// Model counterpart of rtl/nic/accumulator.sv and accumulate_order.sv.
#pragma once
#include <array>
#include <cstdint>

#include "collnoc/arch/operation.hpp"
#include "collnoc/model/common/flit.hpp"

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
  /// A stage: words whose read was granted, or that wait to be written.
  struct Stage {
    bool valid_q = false;
    std::uint8_t counter_q = 0;
    std::uint16_t halves_q = 0;
    std::uint32_t addr_q = 0;
    std::array<std::uint64_t, max_flit_words> data_q{};
  };

  // Registers.
  Stage read, write;
  Operation read_operation_q = Operation::replace;

  // Wires.
  bool wr_req = false;

  void settle(bool can_count) { wr_req = write.valid_q && (write.counter_q == 0 || can_count); }
  bool busy() const { return read.valid_q || write.valid_q; }
  bool advances(bool wr_gnt) const { return read.valid_q && (!write.valid_q || (wr_req && wr_gnt)); }
  /// Whether it takes a flit whose read is granted.
  bool has_space(bool wr_gnt) const { return !read.valid_q || advances(wr_gnt); }
  /// Whether a write with a counter takes place.
  bool counts(bool wr_gnt) const { return wr_req && wr_gnt && write.counter_q != 0; }

  /// `rd_data`: of the read granted in the last cycle; read only if there was one.
  void commit(bool wr_gnt, const std::uint64_t* rd_data, unsigned words, const Taken* taken) {
    const bool advance = advances(wr_gnt), writes = wr_req && wr_gnt;
    if (read_operation_q != Operation::replace) {
      for (unsigned w = 0; w < words; ++w)
        read.data_q[w] = combined(read_operation_q, rd_data[w], read.data_q[w]);
      read_operation_q = Operation::replace;
    }
    if (advance) {
      write = read;
    } else if (writes) {
      write.valid_q = false;
    }
    if (advance) read.valid_q = false;
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
    return (read.valid_q && overlap(addr, read.addr_q, words)) ||
           (write.valid_q && overlap(addr, write.addr_q, words));
  }

 private:
  static constexpr std::uint32_t window = 63;
};

}  // namespace collnoc::model
