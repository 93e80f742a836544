// Model counterpart of rtl/nic/arrival_counters.sv. The NIC arbitrates increments, with bump_arbiter.
#pragma once
#include <cstdint>

#include "collnoc/model/common/rr_arbiter.hpp"
#include "collnoc/model/nic/counter_memory.hpp"

namespace collnoc::model {

struct ArrivalCounters {
  /// Inputs of one cycle.
  struct In {
    bool bump = false, read = false, subtract = false;
    unsigned bumped = 0;  ///< the counter to increment
    unsigned number = 0;  ///< the counter to read or to subtract from
    std::uint32_t amount = 0;
  };
  static constexpr unsigned by_bump = 0, by_software = 1;  // read ports

  RrArbiter bump_arbiter;
  CounterMemory<2> arrived;
  CounterMemory<1> subtracted;
  bool event_q = false, subtract_q = false, read_q = false;
  std::uint8_t bumped_q = 0, number_q = 0;
  std::uint32_t amount_q = 0;

  bool quiescent() const { return !event_q && !subtract_q && !read_q; }
  /// Value of the read in the last cycle.
  std::uint32_t value() const { return arrived.data(by_software) - subtracted.data(0); }

  void commit(const In& in) {
    const std::uint32_t more_arrived = arrived.data(by_bump) + 1,
                        more_subtracted = subtracted.data(0) + amount_q;
    if (in.bump) arrived.read(by_bump, in.bumped, event_q, bumped_q);
    if (in.read) arrived.read(by_software, in.number, event_q, bumped_q);
    if (in.read || in.subtract) subtracted.read(0, in.number, subtract_q, number_q);
    if (event_q) arrived.write(bumped_q, more_arrived);
    if (subtract_q) subtracted.write(number_q, more_subtracted);
    event_q = in.bump;
    read_q = in.read;
    subtract_q = in.subtract;
    if (in.bump) bumped_q = static_cast<std::uint8_t>(in.bumped);
    if (in.subtract) {
      number_q = static_cast<std::uint8_t>(in.number);
      amount_q = in.amount;
    }
  }
};

}  // namespace collnoc::model
