// The static proof of a schedule, in the manner of msccl-tools: collective, topology and algorithm are
// independent, and every schedule is checked to implement its collective.
#pragma once
#include <string>
#include <vector>

#include "sim/schedule/expanded_schedule.hpp"

namespace collnoc {

/// Answer to one question about a schedule.
struct Verdict {
  enum class Outcome {
    good,
    note,  ///< not so, but not claimed either (links of `direct` are shared)
    bad
  };
  std::string question;
  Outcome outcome = Outcome::good;
  std::string answer;  ///< the evidence, or the first violation with step, rank and bytes
  bool good() const { return outcome != Outcome::bad; }
};

/// Every put is one the NIC accepts and stays inside the memory the schedule claims; every sender holds what
/// it sends at the start of the step; at the end every rank has everything it must. Fills in the blocks of
/// all transfers.
Verdict trace(Schedule& schedule);

/// Channels: one-port, at most one message sent and one received a node and step; all-port, one a link.
Verdict check_ports(const Schedule& schedule);

/// No two messages of a step share a directed link under dimension order. `claimed`: sharing is an error.
Verdict check_links(const Schedule& schedule, bool claimed);

/// Without barriers, whatever the delays: every wait, when it returns, has seen the messages that are needed
/// (none of them replaced by another one on the same counter), every put reads what it should, no message
/// overwrites what a put still reads, and no rank waits for ever. The network is trusted to keep the order
/// of messages of one source, destination and route, and nothing else. Waits are judged from above: a wait
/// is taken to guarantee a message only if all others on that counter could not make up the count.
Verdict check_order(const Algorithm& algorithm, const Job& job);

/// alpha, beta and message-hops beside the paper's closed form. A difference is a note: tests say where there
/// must be none.
Verdict check_formula(const Algorithm& algorithm, const Job& job, PortModel nic);

/// All of them. Precondition: why_not(algorithm, job, nic) has no objection.
std::vector<Verdict> check(const Algorithm& algorithm, const Job& job, PortModel nic);

}  // namespace collnoc
