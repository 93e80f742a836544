#include "sim/synthesis/synthesis.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "sim/synthesis/flows.hpp"
#include "sim/synthesis/search.hpp"

namespace collnoc {
namespace {

/// What is moved. Of collectives that combine, read from the end: from whom the result of a piece would come,
/// the root of a reduce, and of a reduce-scatter and of the parts of an all-reduce each rank.
std::vector<Piece> pieces_of(Collective collective, const Job& job, unsigned pieces) {
  const CollectiveForm& form = form_of(collective);
  const Rank ranks = job.topology.size();
  std::vector<Piece> all;
  const auto add = [&](Rank origin, Rank target, Rank named) {
    const bool shares = collective == Collective::all_reduce;
    const std::uint32_t count = shares ? ranks * pieces : pieces, first = shares ? origin * pieces : 0;
    for (std::uint32_t i = first; i < first + pieces; ++i) {
      const Range range = collnoc::pieces(job, i, i + 1, count);
      all.push_back({origin, target, {origin, named, range.begin, range.bytes()}});
    }
  };
  for (Rank origin = 0; origin < ranks; ++origin) {
    if (form.combines) {
      if (collective != Collective::reduce || origin == job.root)
        add(origin, no_rank, form.personal() ? origin : no_rank);
      continue;
    }
    if (form.start.who == Holders::root && origin != job.root) continue;
    if (form.personal()) {
      for (Rank target = 0; target < ranks; ++target)
        if (target != origin) add(origin, target, target);
    } else if (form.result.who == Holders::root) {
      if (origin != job.root) add(origin, job.root, no_rank);
    } else {
      add(origin, no_rank, no_rank);
    }
  }
  return all;
}

/// A route over one link, where a message can take several ways.
Route route_of(const Topology& topology, Rank src, Link link, Rank dst) {
  Route route;
  if (!topology.has_coordinates() || !topology.has_directions()) return route;
  for (unsigned d = 0; d < topology.dims(); ++d)
    for (const Direction direction : {Direction::plus, Direction::minus}) {
      Route one;
      one.direction[d] = direction;
      if (topology.coordinates(src)[d] != topology.coordinates(dst)[d] &&
          leads_there(topology, src, dst, one) &&
          first_link(topology, topology.coordinates(src), topology.coordinates(dst), one) == link)
        return one;
    }
  return route;
}

Transfer over_link(const Topology& topology, Rank src, Link link, Block block) {
  const Rank dst = topology.neighbour(src, link);
  Put put;
  put.dst = dst;
  put.bytes = block.length;
  put.route = route_of(topology, src, link, dst);
  return {src, dst, {put}, 0, {std::move(block)}};
}

void sort(std::vector<Move>& moves) {
  std::ranges::sort(moves, {}, [](const Move& m) { return std::pair(m.src, m.link); });
}

/// Blocks as the pieces name them; `combined`: with whom, in all of them.
void add_moves(Moves moves, const std::vector<Piece>& pieces, const Contributors& combined,
               Schedule& schedule) {
  for (std::vector<Move>& begun : moves) {
    sort(begun);
    Step step;
    for (const Move& m : begun) {
      Block block = pieces[m.item].block;
      if (!combined.empty()) {
        block.origin = combined.ranks().front();
        block.combined = combined;
      }
      step.push_back(over_link(schedule.job.topology, m.src, m.link, std::move(block)));
    }
    schedule.steps.push_back(std::move(step));
  }
}

/// The moves from the end to the begin, over the links back: what a node has got, it now sends, combined with
/// what comes from those to which it went on.
void add_reversed(const Moves& moves, const std::vector<Piece>& pieces, Schedule& schedule) {
  const Topology& topology = schedule.job.topology;
  std::size_t steps = 0;
  for (std::size_t step = 0; step < moves.size(); ++step)
    for (const Move& m : moves[step])
      steps = std::max<std::size_t>(steps, step + timing_of(topology, m.src, m.link, Links::back).interval);
  std::vector<std::vector<std::vector<Rank>>> behind(
      topology.size(), std::vector<std::vector<Rank>>(pieces.size()));  // [rank][item], without itself
  Moves back(steps);
  std::map<std::pair<Rank, Item>, Block> sent;  // by whom
  for (std::size_t step = moves.size(); step-- > 0;) {
    for (const Move& m : moves[step]) {
      const Rank far = topology.neighbour(m.src, m.link);
      std::vector<Rank> ranks = std::move(behind[far][m.item]);
      ranks.push_back(far);
      std::ranges::sort(ranks);
      std::vector<Rank>& nearer = behind[m.src][m.item];
      nearer.insert(nearer.end(), ranks.begin(), ranks.end());
      Block& block = sent[{far, m.item}] = pieces[m.item].block;
      block.origin = ranks.front();
      if (ranks.size() > 1) block.combined = Contributors(std::move(ranks));
      back[steps - step - timing_of(topology, m.src, m.link, Links::back).interval].push_back(
          {far, link_back(topology, m.src, m.link), m.item});
    }
  }
  for (std::vector<Move>& begun : back) {
    sort(begun);
    Step& step = schedule.steps.emplace_back();
    for (const Move& m : begun) step.push_back(over_link(topology, m.src, m.link, sent.at({m.src, m.item})));
  }
}

}  // namespace

Schedule synthesize(Collective collective, const Job& job, const SynthesisOptions& options) {
  const std::vector<Piece> pieces = pieces_of(collective, job, options.pieces);
  Schedule schedule;
  schedule.algorithm = "synthesized";
  schedule.collective = collective;
  schedule.nic = options.nic;
  schedule.job = job;
  const bool combines = form_of(collective).combines;
  if (combines) add_reversed(search(job.topology, pieces, options, Links::back), pieces, schedule);
  if (collective == Collective::all_reduce) {
    std::vector<Rank> everyone(job.topology.size());
    std::iota(everyone.begin(), everyone.end(), Rank{0});
    add_moves(search(job.topology, pieces, options, Links::there), pieces, Contributors(std::move(everyone)),
              schedule);
  }
  if (!combines) add_moves(search(job.topology, pieces, options, Links::there), pieces, {}, schedule);
  return schedule;
}

std::uint64_t step_count(const Schedule& schedule) {
  const Topology& topology = schedule.job.topology;
  std::uint64_t count = 0;
  for (std::size_t step = 0; step < schedule.steps.size(); ++step) {
    for (const Transfer& t : schedule.steps[step]) {
      for_each_hop(topology, t, [&](Rank at, Link link) {
        count = std::max<std::uint64_t>(count, step + topology.timing(at, link).interval);
      });
    }
  }
  return count;
}

std::uint64_t least_steps(Collective collective, const Job& job, const SynthesisOptions& options) {
  const Topology& topology = job.topology;
  const bool one_port = options.nic == PortModel::one_port;
  const auto add = [one_port](std::uint64_t& sum, std::uint64_t rate) {
    sum = one_port ? std::max(sum, rate) : sum + rate;
  };
  // Of links: pieces in max_interval steps.
  std::vector<std::uint64_t> leaving(topology.size()), entering(topology.size());
  std::vector<std::uint64_t> out(topology.size()), in(topology.size());
  std::uint64_t all_links = 0, hops = 0, longest = 0;
  for (Rank rank = 0; rank < topology.size(); ++rank) {
    for (Link link = 0; link < topology.links(); ++link) {
      const Rank far = topology.neighbour(rank, link);
      if (far == no_rank) continue;
      add(leaving[rank], topology.timing(rank, link).rate());
      add(entering[far], topology.timing(rank, link).rate());
      all_links += topology.timing(rank, link).rate();
    }
  }
  if (one_port) all_links = std::accumulate(leaving.begin(), leaving.end(), std::uint64_t{0});
  const auto steps = [](std::uint64_t pieces, std::uint64_t rate) {
    return (pieces * LinkTiming{}.rate() + rate - 1) / rate;
  };
  std::vector<Demand> demands;
  const std::vector<Piece> all = pieces_of(collective, job, options.pieces);
  for (const Piece& piece : all) {
    if (piece.target != no_rank) demands.push_back({piece.origin, piece.target});
    ++out[piece.origin];
    for (Rank rank = 0; rank < topology.size(); ++rank) {
      if (rank == piece.origin || (piece.target != no_rank && rank != piece.target)) continue;
      const std::uint64_t way = distance(topology, piece.origin, rank);
      ++in[rank];
      hops += piece.target == no_rank ? 1 : way;
      longest = std::max(longest, way);
    }
  }
  const std::vector<std::uint64_t> first = out;
  if (form_of(collective).combines) {
    std::swap(leaving, entering);
    if (collective == Collective::all_reduce) {
      hops *= 2;
      in = out = std::vector<std::uint64_t>(topology.size(), std::uint64_t{topology.size()} * options.pieces);
    }
  }
  std::uint64_t least = std::max(longest, steps(hops, all_links));
  // What comes into a region over narrow links: each piece for all that begins elsewhere, once.
  std::set<unsigned> intervals;
  for (Rank rank = 0; rank < topology.size(); ++rank)
    for (Link link = 0; link < topology.links(); ++link)
      if (topology.neighbour(rank, link) != no_rank) intervals.insert(topology.timing(rank, link).interval);
  for (const unsigned interval : intervals) {
    const std::vector<Rank> region = regions(topology, interval);
    std::vector<std::uint64_t> into(topology.size()), wanted(topology.size());
    for (Rank rank = 0; rank < topology.size(); ++rank) {
      for (Link link = 0; link < topology.links(); ++link) {
        const Rank far = topology.neighbour(rank, link);
        if (far == no_rank || region[rank] == region[far]) continue;
        // Of collectives that combine, the other way: read from the end, they are these.
        into[region[form_of(collective).combines ? rank : far]] += topology.timing(rank, link).rate();
      }
    }
    for (const Piece& piece : all) {
      if (piece.target != no_rank) continue;
      for (Rank rank = 0; rank < topology.size(); ++rank)
        if (region[rank] == rank && region[piece.origin] != rank) ++wanted[rank];
    }
    for (Rank rank = 0; rank < topology.size(); ++rank)
      if (wanted[rank] != 0) least = std::max(least, steps(wanted[rank], into[rank]));
  }
  if (!demands.empty())  // rounding errors of the sum do not raise it
    least = std::max(least, static_cast<std::uint64_t>(std::ceil(flow_bound(topology, demands) - 1e-6)));
  for (Rank rank = 0; rank < topology.size(); ++rank)
    least = std::max({least, steps(in[rank], entering[rank]), steps(out[rank], leaving[rank])});
  if (one_port && all.front().target == no_rank)
    least = std::max<std::uint64_t>(
        least, *std::ranges::max_element(first) - 1 + std::bit_width(topology.size() - 1));
  return least;
}

}  // namespace collnoc
