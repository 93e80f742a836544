#include "sim/theory/exchange.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <string_view>

#include "collnoc/firmware/collectives/total_exchange/product_all_port.hpp"
#include "sim/topology/graph/graph_links.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc::theory {
namespace {

using Moves = std::vector<ExchangeMove>;

Exchange line_exchange(std::uint32_t n, PortModel nic) {
  Exchange exchange{n, {}};
  const Exchange1d one{n, Factor::line};
  const MultiportExchange all{n, Factor::line};
  const bool one_port = nic == PortModel::one_port;
  for (std::uint32_t t = 0; t < (one_port ? one.steps() : all.steps()); ++t) {
    Moves& moves = exchange.steps.emplace_back();
    for (Rank at = 0; at < n; ++at) {
      if (one_port) {
        const Hop hop = one.sent(at, t);
        if (hop.moves) moves.push_back({at, hop.link == 0 ? at + 1 : at - 1, hop.origin, hop.target});
        continue;
      }
      for (Link link = 0; link < 2; ++link) {
        const LinkMove move = all.sent(at, link, t);
        if (move.moves) moves.push_back({at, link == 0 ? at + 1 : at - 1, move.origin, move.target});
      }
    }
  }
  return exchange;
}

Exchange ring_exchange(std::uint32_t n) {  // all-port
  Exchange exchange{n, {}};
  const MultiportExchange ring{n, Factor::ring};
  for (std::uint32_t t = 0; t < ring.steps(); ++t) {
    Moves& moves = exchange.steps.emplace_back();
    for (Rank at = 0; at < n; ++at)
      for (Link link = 0; link < 2; ++link) {
        const LinkMove move = ring.sent(at, link, t);
        if (move.moves) moves.push_back({at, (at + (link == 0 ? 1 : n - 1)) % n, move.origin, move.target});
      }
  }
  return exchange;
}

/// Where each link leads, [link][rank]: the numbers that nodes give to their links.
GeneratorMoves numbered_links(const Topology& topology) {
  GeneratorMoves next(topology.links());
  for (Link link = 0; link < topology.links(); ++link)
    for (Rank rank = 0; rank < topology.size(); ++rank) next[link].push_back(topology.neighbour(rank, link));
  return next;
}

/// The links of a Cayley graph by its generators. A graph numbers links in another order, so there the name
/// says them.
GeneratorMoves links_by_generators(const Topology& topology) {
  if (topology.tables() == nullptr) return numbered_links(topology);
  const std::string text = to_text(topology);
  const std::size_t colon = text.find(':');
  const std::string_view kind = std::string_view(text).substr(0, colon);
  GeneratorMoves named = generators_of_graph(
      kind, colon == std::string::npos ? "" : std::string_view(text).substr(colon + 1), text);
  return named.empty() ? numbered_links(topology) : named;
}

/// A message on its way, with the links that it took and when.
struct Travel {
  Rank origin = 0, at = 0, target = 0;
  std::vector<Link> links{};
  std::vector<std::size_t> steps{};
};

/// Sends messages step by step: those with the longest way first, each over the link towards its target that
/// was taken least. `alike`: the messages of node 0 stand for those of all nodes, so that a link number is
/// taken at all nodes at once.
class ListScheduler {
 public:
  ListScheduler(const Topology& topology, const GeneratorMoves& next, PortModel nic, bool alike)
      : topology_(topology),
        next_(next),
        one_port_(nic == PortModel::one_port),
        alike_(alike),
        loads_(std::size_t{topology.size()} * next.size()) {
    for (Rank origin = 0; origin < (alike ? 1 : topology.size()); ++origin)
      for (Rank target = 0; target < topology.size(); ++target)
        if (target != origin) travels_.push_back({origin, origin, target});
  }

  std::vector<Travel> run() {
    std::vector<Travel*> left;
    for (Travel& travel : travels_) left.push_back(&travel);
    for (std::size_t step = 0; !left.empty(); ++step) {
      std::stable_sort(left.begin(), left.end(),
                       [&](const Travel* a, const Travel* b) { return way(*a, a->at) > way(*b, b->at); });
      std::vector<bool> link_taken(loads_.size()), out(topology_.size()), in(topology_.size());
      for (Travel* const travel : left) {
        const Link link = best_link(*travel, link_taken, out, in);
        if (link == next_.size()) continue;
        const Rank next = next_[link][travel->at];
        const std::size_t place = this->place(travel->at, link);
        link_taken[place] = out[node(travel->at)] = in[node(next)] = true;
        ++loads_[place];
        travel->links.push_back(link);
        travel->steps.push_back(step);
        travel->at = next;
      }
      std::erase_if(left, [](const Travel* t) { return t->at == t->target; });
    }
    return std::move(travels_);
  }

 private:
  std::uint32_t way(const Travel& travel, Rank from) const { return topology_.distance(from, travel.target); }
  Rank node(Rank rank) const { return alike_ ? 0 : rank; }
  std::size_t place(Rank rank, Link link) const { return std::size_t{node(rank)} * next_.size() + link; }
  Link best_link(const Travel& travel, const std::vector<bool>& link_taken, const std::vector<bool>& out,
                 const std::vector<bool>& in) const {
    const auto none = static_cast<Link>(next_.size());
    Link best = none;
    for (Link link = 0; link < none; ++link) {
      const Rank next = next_[link][travel.at];
      const std::size_t at = place(travel.at, link);
      if (next == no_rank || way(travel, next) >= way(travel, travel.at) || link_taken[at]) continue;
      if (one_port_ && (out[node(travel.at)] || in[node(next)])) continue;
      if (best == none || loads_[at] < loads_[place(travel.at, best)]) best = link;
    }
    return best;
  }

  const Topology& topology_;
  const GeneratorMoves& next_;
  bool one_port_, alike_;
  std::vector<std::uint64_t> loads_;  ///< messages over each link so far
  std::vector<Travel> travels_;
};

void add(Exchange& exchange, std::size_t step, const ExchangeMove& move) {
  if (exchange.steps.size() <= step) exchange.steps.resize(step + 1);
  exchange.steps[step].push_back(move);
}

/// Whether every link leads all nodes to different nodes.
bool are_generators(const GeneratorMoves& links) {
  return std::ranges::all_of(links, [](const std::vector<Rank>& next) {
    std::vector<bool> reached(next.size());
    for (const Rank rank : next) {
      if (rank == no_rank || reached[rank]) return false;
      reached[rank] = true;
    }
    return true;
  });
}

/// All nodes do as node 0; nothing if this does not bring the messages of some node to all others.
std::optional<Exchange> repeated(const Topology& topology, const GeneratorMoves& links,
                                 const std::vector<Travel>& travels) {
  Exchange exchange{topology.size(), {}};
  for (Rank origin = 0; origin < topology.size(); ++origin) {
    std::vector<bool> reached(topology.size());
    reached[origin] = true;
    for (const Travel& travel : travels) {
      Rank target = origin;
      for (const Link link : travel.links) target = links[link][target];
      if (reached[target]) return std::nullopt;
      reached[target] = true;
      Rank at = origin;
      for (std::size_t k = 0; k < travel.links.size(); ++k) {
        const Rank next = links[travel.links[k]][at];
        add(exchange, travel.steps[k], {at, next, origin, target});
        at = next;
      }
    }
  }
  return exchange;
}

Topology one_dimension(const Topology& topology, unsigned d) {
  const std::uint32_t n = topology.extent(d);
  const Factor kind = n == 2 ? Factor::line : factor(topology, d);
  const char* const word = kind == Factor::line ? "mesh:" : kind == Factor::ring ? "torus:" : "ghc:";
  return parse_topology(word + std::to_string(n));
}

}  // namespace

std::vector<Topology> factors(const Topology& topology) {
  std::vector<Topology> all;
  if (topology.has_coordinates()) {
    for (unsigned d = 0; d < topology.dims(); ++d)
      if (topology.extent(d) > 1) all.push_back(one_dimension(topology, d));
    return all;
  }
  constexpr std::string_view product = "product:";
  const std::string text = to_text(topology);
  if (text.starts_with("ring:")) return factors(parse_topology("torus:" + text.substr(5)));
  if (text.starts_with("complete:")) return factors(parse_topology("ghc:" + text.substr(9)));
  if (!text.starts_with(product)) return {topology};
  for (std::size_t begin = product.size(); begin <= text.size();) {
    const std::size_t end = std::min(text.find('+', begin), text.size());
    for (const Topology& factor : factors(parse_topology(std::string_view(text).substr(begin, end - begin))))
      all.push_back(factor);
    begin = end + 1;
  }
  return all;
}

std::optional<Exchange> factor_exchange(const Topology& topology, PortModel nic) {
  if (topology.has_coordinates() && topology.dims() == 1 && !topology.one_hop_dimensions()) {
    if (!topology.wraps(0) || topology.size() < 3) return line_exchange(topology.size(), nic);
    if (nic == PortModel::all_port) return ring_exchange(topology.size());
  }
  const GeneratorMoves links = links_by_generators(topology);
  if (are_generators(links))
    if (auto exchange = repeated(topology, links, ListScheduler(topology, links, nic, true).run()))
      return exchange;
  if (topology.size() > most_listed_nodes) return std::nullopt;
  Exchange exchange{topology.size(), {}};
  for (const Travel& travel : ListScheduler(topology, links, nic, false).run()) {
    Rank at = travel.origin;
    for (std::size_t k = 0; k < travel.links.size(); ++k) {
      const Rank next = links[travel.links[k]][at];
      add(exchange, travel.steps[k], {at, next, travel.origin, travel.target});
      at = next;
    }
  }
  return exchange;
}

Exchange combine_one_port(const Exchange& a, const Exchange& b) {
  const std::uint32_t n = a.nodes;
  Exchange product{n * b.nodes, {}};
  for (Rank r = 0; r < n; ++r)
    for (const Moves& step : b.steps) {
      Moves& moves = product.steps.emplace_back();
      for (const ExchangeMove& m : step)
        for (Rank i = 0; i < n; ++i)
          moves.push_back({i + n * m.src, i + n * m.dst, i + n * m.origin, r + n * m.target});
    }
  for (Rank k = 0; k < b.nodes; ++k)
    for (const Moves& step : a.steps) {
      Moves& moves = product.steps.emplace_back();
      for (const ExchangeMove& m : step)
        for (Rank l = 0; l < b.nodes; ++l)
          moves.push_back({m.src + n * l, m.dst + n * l, m.origin + n * k, m.target + n * l});
    }
  return product;
}

Exchange combine_all_port(const Exchange& h) {
  const std::uint32_t n = h.nodes;
  Exchange product{n * n, {}};
  for (std::uint32_t r = 0; r < n; ++r)
    for (const Moves& step : h.steps) {
      Moves& moves = product.steps.emplace_back();
      for (const ExchangeMove& m : step) {
        const std::uint32_t offset = (m.target + n - m.origin) % n;  // 1 .. n-1, in either dimension
        const std::uint32_t on = r + 1 == n ? 0 : (offset - 1 + r) % (n - 1) + 1;
        const std::uint32_t back = r == 0 ? 0 : (offset - 1 + n - 1 - (r - 1)) % (n - 1) + 1;
        for (Rank i = 0; i < n; ++i) {
          moves.push_back({i + n * m.src, i + n * m.dst, i + n * m.origin, (i + on) % n + n * m.target});
          moves.push_back(
              {m.src + n * i, m.dst + n * i, m.origin + n * ((i + n - back) % n), m.target + n * i});
        }
      }
    }
  return product;
}

bool homogeneous(const std::vector<Topology>& factors) {
  return std::has_single_bit(factors.size()) && std::ranges::all_of(factors, [&](const Topology& factor) {
           return to_text(factor) == to_text(factors.front());
         });
}

std::optional<Exchange> product_exchange(const std::vector<Topology>& factors, PortModel nic) {
  const bool one_port = nic == PortModel::one_port;
  if (factors.empty() || (!one_port && !homogeneous(factors))) return std::nullopt;
  std::optional<Exchange> product = factor_exchange(factors.front(), nic);
  if (!one_port) {
    for (std::size_t k = 1; product && k < factors.size(); k *= 2) product = combine_all_port(*product);
    return product;
  }
  for (std::size_t k = 1; product && k < factors.size(); ++k) {
    const std::optional<Exchange> next = factor_exchange(factors[k], nic);
    product = next ? std::optional(combine_one_port(*product, *next)) : std::nullopt;
  }
  return product;
}

}  // namespace collnoc::theory
