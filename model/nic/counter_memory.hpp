// Model counterpart of rtl/nic/counter_memory.sv. The RAMs of its read ports have equal contents: one array
// here.
#pragma once
#include <array>
#include <cstdint>
#include <utility>

#include "collnoc/model/common/flit.hpp"
#include "collnoc/model/common/sparse_array.hpp"

namespace collnoc::model {

template <unsigned reads>
struct CounterMemory {
  std::uint64_t written_q = 0;  ///< one bit per word
  std::uint32_t last_write_q = 0;
  std::array<std::uint32_t, reads> data_q{};  ///< of i_ram
  std::array<bool, reads> hit_q{}, known_q{};
  SparseArray<std::uint32_t> mem_q;  ///< of every i_ram

  /// Data of the last cycle's read.
  std::uint32_t data(unsigned port) const {
    return hit_q[port] ? last_write_q : known_q[port] ? data_q[port] : 0;
  }
  /// A read; call it before the write of the same cycle. `written`: the word of that write, if there is one.
  void read(unsigned port, unsigned number, bool writes, unsigned written) {
    hit_q[port] = writes && written == number;
    known_q[port] = ((written_q >> number) & 1) != 0;
    data_q[port] = std::as_const(mem_q)[number];
  }
  void write(unsigned number, std::uint32_t value) {
    mem_q[number] = last_write_q = value;
    written_q |= std::uint64_t{1} << number;
  }
};

}  // namespace collnoc::model
