// Model counterpart of rtl/router/reservations.sv.
#pragma once
#include <bit>
#include <cstdint>

#include "collnoc/model/common/flit.hpp"
#include "collnoc/model/router/route_compute.hpp"

namespace collnoc::model {

/// Which heads reserve their output virtual channels. Sets of queues (bit port * 4 + vc) and of channels (bit
/// out).
struct Reservations {
  std::uint64_t old_q = 0;       ///< queues whose head reserves its channel
  std::uint64_t urgent_q = 0;    ///< those that were ready and did not leave
  std::uint64_t reserved_q = 0;  ///< channels
  std::uint8_t tick_q = 0;

  /// Queues whose heads let an urgent one of the same input go first, if they are not old; 2^shift queues are
  /// an input.
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
    std::uint64_t reserved = 0, joins = 0;
    for (std::uint64_t queues = old_q & stay; queues != 0; queues &= queues - 1)
      reserved |= std::uint64_t{1} << front[std::countr_zero(queues)].out();
    if (tick_q == age_period - 1) {
      for (std::uint64_t queues = stay; queues != 0; queues &= queues - 1) {
        const unsigned q = static_cast<unsigned>(std::countr_zero(queues));
        joins |= ((reserved_q >> front[q].out() & 1) ^ 1) << q;
      }
    }
    tick_q = static_cast<std::uint8_t>((tick_q + 1) % age_period);
    urgent_q = old_q & ready & ~left;
    old_q = stay & (old_q | joins);
    reserved_q = reserved;
  }
};

}  // namespace collnoc::model
