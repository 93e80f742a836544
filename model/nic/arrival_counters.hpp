// Model counterpart of rtl/nic/arrival_counters.sv. The NIC arbitrates increments, with inc_arbiter.
#pragma once
#include <cstdint>

#include "collnoc/model/common/rr_arbiter.hpp"
#include "collnoc/model/nic/counter_memory.hpp"

namespace collnoc::model {

struct ArrivalCounters {
  /// Inputs of one cycle.
  struct In {
    bool inc = false, read = false, subtract = false;
    unsigned incremented = 0;  ///< the counter to increment
    unsigned number = 0;       ///< the counter to read or to subtract from
    std::uint32_t amount = 0;
  };
  static constexpr unsigned by_arrival = 0, by_software = 1;  // read ports

  RrArbiter inc_arbiter;
  bool event_q = false, subtract_q = false, read_q = false;
  std::uint8_t incremented_q = 0, number_q = 0;
  std::uint32_t amount_q = 0;
  CounterMemory<1> subtracted;
  CounterMemory<2> arrived;

  /// A reset: the registers that have one.
  void reset() {
    inc_arbiter.mask_q = 0;
    event_q = subtract_q = read_q = false;
    subtracted.written_q = arrived.written_q = 0;
  }
  bool quiescent() const { return !event_q && !subtract_q && !read_q; }
  /// Value of the read in the last cycle.
  std::uint32_t value() const { return arrived.data(by_software) - subtracted.data(0); }

  void commit(const In& in) {
    if (in.read || in.subtract || subtract_q) [[unlikely]]
      access(in);
    read_q = in.read;
    subtract_q = in.subtract;
    count(in.inc, in.incremented);
  }
  /// A cycle without software.
  void count(bool inc, unsigned incremented) {
    const std::uint32_t more_arrived = arrived.data(by_arrival) + 1;
    if (inc) arrived.read(by_arrival, incremented, event_q, incremented_q);
    if (event_q) arrived.write(incremented_q, more_arrived);
    event_q = inc;
    if (inc) incremented_q = static_cast<std::uint8_t>(incremented);
  }

 private:
  /// What software reads and subtracts in this cycle.
  void access(const In& in) {
    const std::uint32_t more_subtracted = subtracted.data(0) + amount_q;
    if (in.read) arrived.read(by_software, in.number, event_q, incremented_q);
    if (in.read || in.subtract) subtracted.read(0, in.number, subtract_q, number_q);
    if (subtract_q) subtracted.write(number_q, more_subtracted);
    if (in.subtract) {
      number_q = static_cast<std::uint8_t>(in.number);
      amount_q = in.amount;
    }
  }
};

}  // namespace collnoc::model
