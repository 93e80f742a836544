// Static proof of a schedule. As in msccl-tools, collective, topology and algorithm are independent, and
// every schedule is checked to implement its collective.
#pragma once
#include <string>
#include <vector>

#include "sim/schedule/expanded_schedule.hpp"

namespace collnoc {

/// Answer to one question about a schedule.
struct Verdict {
  enum class Outcome {
    good,
    note,  ///< the property does not hold and is not claimed (`direct` shares links)
    bad
  };
  std::string question;
  Outcome outcome = Outcome::good;
  std::string answer;  ///< the evidence, or the first violation with step, rank and bytes
  bool good() const { return outcome != Outcome::bad; }
};

/// Checks delivery. The NIC accepts every put, and every put stays inside the memory that the schedule
/// claims. Every sender holds the bytes that it sends at the start of the step. At the end every rank has all
/// bytes that the collective requires. Fills in the blocks of all transfers.
Verdict trace(Schedule& schedule);

/// One-port: each node sends at most one message and receives at most one per step. All-port: the same for
/// each link of a node.
Verdict check_ports(const Schedule& schedule);

/// No two messages of a step share a directed link on their paths. `claimed`: sharing is an error.
Verdict check_links(const Schedule& schedule, bool claimed);

/// Safety without barriers, for all possible delays. Every wait returns only after the required messages have
/// arrived; no other message on the same counter can replace one of them. Every put reads the right data, no
/// message overwrites data that a put still reads, and no rank waits forever. The only assumption on the
/// network is that messages with the same source, destination and route arrive in order. With own_waits, a
/// put may rely only on the waits directly before it. The analysis of waits is conservative: a wait
/// guarantees a message only if the other messages on that counter cannot reach the count without it.
Verdict check_order(const Algorithm& algorithm, const Job& job);

/// Compares alpha, beta and message-hops with the paper's closed form. A difference is a note; tests define
/// the cases without any.
Verdict check_formula(const Algorithm& algorithm, const Job& job, PortModel nic);

/// All checks. After a failed trace() the others are skipped. Precondition: why_not(algorithm, job, nic) is
/// empty.
std::vector<Verdict> check(const Algorithm& algorithm, const Job& job, PortModel nic);

}  // namespace collnoc
