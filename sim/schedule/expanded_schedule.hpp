// A schedule expanded for all ranks: the form for checks, static metrics and JSON output.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "collnoc/firmware/collectives/common/schedule.hpp"
#include "sim/schedule/action_reader.hpp"
#include "sim/schedule/path.hpp"

namespace collnoc {

/// The ranks whose data a combination contains, ascending; empty: the data is not combined.
class Contributors {
 public:
  Contributors() = default;
  explicit Contributors(std::vector<Rank> ranks)
      : ranks_(std::make_shared<const std::vector<Rank>>(std::move(ranks))) {}
  bool empty() const { return ranks_ == nullptr; }
  /// Precondition: not empty.
  const std::vector<Rank>& ranks() const { return *ranks_; }
  friend bool operator==(const Contributors& a, const Contributors& b) {
    return a.ranks_ == b.ranks_ || (!a.empty() && !b.empty() && *a.ranks_ == *b.ranks_);
  }

 private:
  std::shared_ptr<const std::vector<Rank>> ranks_;
};

/// A byte range of the initial data of `origin`: of the message or block that it broadcasts, or of its block
/// for `target`.
struct Block {
  Rank origin = 0;
  Rank target = no_rank;  ///< where blocks differ from target to target
  std::uint32_t offset = 0;
  std::uint32_t length = 0;
  Contributors combined{};  ///< with whom; `origin` is then the first of them
  friend bool operator==(const Block&, const Block&) = default;
};

/// One message: one put, or several puts that count as one message, or a multicast.
struct Transfer {
  Rank src = 0;
  Rank dst = 0;  ///< of a multicast: one corner of the box
  std::vector<Put> puts;
  std::uint32_t until = 0;    ///< starts no earlier than this many cycles after the start
  std::vector<Block> blocks;  ///< what the message carries; filled by trace()
  std::optional<Box> box{};   ///< of a multicast

  Route route() const { return puts.front().route; }
  bool goes_to(const Topology& topology, Rank rank) const {
    return box ? box->reaches(topology, src, rank) : rank == dst;
  }
  /// Ascending.
  std::vector<Rank> receivers(const Topology& topology) const;
  /// `0 -> 5`, `0 -> box 0 to 63`.
  std::string name() const;
  std::uint64_t bytes() const {
    std::uint64_t sum = 0;
    for (const Put& put : puts) sum += put.bytes;
    return sum;
  }
};
using Step = std::vector<Transfer>;

/// Calls visit(node, link) for every link on a message's path: it leaves `node` over `link`.
/// Precondition: it leads there.
template <class Visit>
constexpr void for_each_hop(const Topology& topology, const Transfer& t, Visit&& visit) {
  if (t.box) {
    for_each_tree_link(topology, t.src, *t.box, t.route(), visit);
  } else {
    for_each_link(topology, t.src, t.dst, t.route(), visit);
  }
}

/// The ranks on a message's path to one of its receivers.
std::vector<Rank> path_to(const Topology& topology, const Transfer& t, Rank dst);

/// Software of `rank` combines, before the transfer with index `before` of the same step.
struct Combining {
  Rank rank = 0;
  std::size_t before = 0;
  Combine what;
};

struct Schedule {
  std::string algorithm;
  Collective collective = Collective::broadcast;
  PortModel nic = PortModel::one_port;
  Job job;
  std::uint64_t memory_bytes = 0;  ///< bytes_needed
  std::vector<Step> steps;
  std::vector<std::vector<Combining>> combinings{};  ///< of every step, in order
  bool accumulates = false;                          ///< Algorithm::accumulates
};

/// Walks a schedule step by step without storing it.
class StepWalker {
 public:
  StepWalker(const Algorithm& algorithm, const Job& job)
      : algorithm_(algorithm),
        job_(job),
        readers_(job.topology.size()),
        pending_(job.topology.size()),
        until_(job.topology.size()) {
    for (Rank r = 0; r < readers_.size(); ++r) pending_[r] = readers_[r].next(algorithm_, job_, r);
  }
  /// The transfers of the next step, ordered by sender; false after the last step.
  bool next(Step& transfers);
  /// What the ranks combine in this step.
  const std::vector<Combining>& combinings() const { return combinings_; }

 private:
  const Algorithm& algorithm_;
  Job job_;
  std::vector<ActionReader> readers_;
  std::vector<Action> pending_;
  std::vector<std::uint32_t> until_;  ///< the last time that each rank waited for
  std::vector<Combining> combinings_;
  std::uint32_t step_ = 0;
};

/// A schedule without its steps.
Schedule heading_of(const Algorithm& algorithm, const Job& job, PortModel nic);

/// All steps, without their blocks, which trace() fills in. Precondition: why_not(algorithm, job, nic) is
/// empty.
Schedule spell_out(const Algorithm& algorithm, const Job& job, PortModel nic);

}  // namespace collnoc
