// Model counterpart of rtl/router/reservations.sv.
#pragma once
#include <bit>
#include <cstdint>

#include "collnoc/model/common/flit.hpp"
#include "collnoc/model/router/route_compute.hpp"

namespace collnoc::model {

/// Which heads own their output virtual channel. Sets of queues (bit port * 4 + vc) and of channels (bit
/// out).
struct Reservations {
  std::uint64_t waits_q = 0;  ///< queues whose head was at the front at the last tick
  std::uint64_t old_q =
      0;  ///< queues whose head has waited long; per channel, none joins while there are some
  std::uint64_t owner_q = 0;     ///< of the old heads for a channel, the first
  std::uint64_t urgent_q = 0;    ///< owners that were ready and did not leave
  std::uint64_t reserved_q = 0;  ///< channels with an owner
  std::uint8_t tick_q = 0;

  /// Queues whose heads let an urgent one of the same input go first; 2^shift queues are an input. The owners
  /// among them do not.
  std::uint64_t stand_back(unsigned shift) const {
    std::uint64_t queues = 0;
    for (std::uint64_t urgent = urgent_q; urgent != 0; urgent &= urgent - 1) {
      const unsigned first = static_cast<unsigned>(std::countr_zero(urgent)) >> shift << shift;
      queues |= ((std::uint64_t{1} << (1u << shift)) - 1) << first;
    }
    return queues;
  }

  /// A clock edge while there are flits. `front`: of the queues; `heads`: queues whose front is the head of a
  /// packet to one node, `ready`: fronts that could leave, `left`: those that do.
  void commit(const Tag* front, std::uint64_t heads, std::uint64_t ready, std::uint64_t left) {
    const std::uint64_t stay = heads & ~left;
    std::uint64_t awaited = 0, owner = 0, reserved = 0;
    for (std::uint64_t queues = old_q; queues != 0; queues &= queues - 1) {
      const unsigned q = static_cast<unsigned>(std::countr_zero(queues));
      const std::uint64_t here = std::uint64_t{1} << front[q].out();
      if ((awaited & here) == 0 && ((left >> q) & 1) == 0) {
        owner |= std::uint64_t{1} << q;
        reserved |= here;
      }
      awaited |= here;
    }
    urgent_q = owner_q & ready & ~left;
    owner_q = owner;
    reserved_q = reserved;
    const bool tick = tick_q == age_period - 1;
    tick_q = static_cast<std::uint8_t>((tick_q + 1) % age_period);
    if (tick) {
      for (std::uint64_t queues = stay & waits_q; queues != 0; queues &= queues - 1) {
        const unsigned q = static_cast<unsigned>(std::countr_zero(queues));
        old_q |= ((awaited >> front[q].out() & 1) ^ 1) << q;
      }
      waits_q = stay;
    }
    waits_q &= stay;
    old_q &= stay;
  }
};

}  // namespace collnoc::model
