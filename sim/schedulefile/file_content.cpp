#include "sim/schedulefile/file_content.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/common/user_error.hpp"
#include "sim/schedule/algorithm.hpp"
#include "sim/schedule/expanded_schedule.hpp"
#include "sim/schedule/path.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc::schedule_file {
namespace {

/// The ranks whose data is combined.
std::vector<Rank> read_ranks(const Content& content, const Json& block, const Message& m, Rank origin) {
  const bool combined = block.contains("combined");
  if (!content.form().combines) {
    if (combined) fail(m.step, m.number, fmt::format("{} combines nothing", to_text(content.collective)));
    return {};
  }
  const auto ranks = combined ? block.at("combined").get<std::vector<Rank>>() : std::vector<Rank>{origin};
  if (ranks.front() != origin ||
      std::adjacent_find(ranks.begin(), ranks.end(), std::greater_equal{}) != ranks.end())
    fail(m.step, m.number,
         fmt::format("combined: the ranks must ascend, and the first is the origin, {}", origin));
  if (ranks.back() >= content.topology.size())
    fail(m.step, m.number,
         fmt::format("combined: rank {} is outside, ranks are 0 to {}", ranks.back(),
                     content.topology.size() - 1));
  return ranks;
}

Piece read_piece(const Content& content, const Json& block, const Message& m) {
  Piece piece{block.at("origin").get<Rank>(), block.value("target", no_rank)};
  const auto offset = block.at("offset").get<std::uint64_t>(),
             length = block.at("length").get<std::uint64_t>();
  const Rank n = content.topology.size();
  const CollectiveForm& form = content.form();
  if (piece.origin >= n)
    fail(m.step, m.number, fmt::format("origin {} is outside, ranks are 0 to {}", piece.origin, n - 1));
  if (form.start.who == Holders::root && piece.origin != content.root)
    fail(m.step, m.number,
         fmt::format("origin {}: only the root, {}, has data at the start", piece.origin, content.root));
  if (form.personal() != (piece.target != no_rank))
    fail(m.step, m.number,
         form.personal() ? "a block of this collective needs its target"
                         : "blocks of this collective have no target");
  if (form.personal() && piece.target >= n)
    fail(m.step, m.number, fmt::format("target {} is outside, ranks are 0 to {}", piece.target, n - 1));
  if (length == 0 || offset + length > content.bytes)
    fail(
        m.step, m.number,
        fmt::format("bytes {} to {} are not in a block of {} bytes", offset, offset + length, content.bytes));
  piece.begin = static_cast<std::uint32_t>(offset);
  piece.end = static_cast<std::uint32_t>(offset + length);
  if (piece.begin % 8 != 0 || (piece.end % 8 != 0 && piece.end != content.bytes))
    fail(m.step, m.number,
         fmt::format("bytes {} to {}: blocks are cut at multiples of 8", piece.begin, piece.end));
  piece.ranks = read_ranks(content, block, m, piece.origin);
  return piece;
}

/// Whether a message takes this path with this route.
bool leads(const Topology& topology, const Message& m, const Route& route, const std::vector<Rank>& ranks) {
  if (!m.box)
    return leads_there(topology, m.src, m.dst, route) && path(topology, m.src, m.dst, route) == ranks;
  if (route.order() == Order::descending) return false;
  for (unsigned d = 0; d < topology.dims(); ++d)
    if (route.direction[d] != Direction::shortest && !topology.wraps(d)) return false;
  return path_to(topology, Transfer{.src = m.src, .dst = m.dst, .puts = {Put{.route = route}}, .box = m.box},
                 m.dst) == ranks;
}

/// The route whose path this is.
Route route_of(const Topology& topology, const Message& m, const Json& wanted) {
  const auto ranks = wanted.get<std::vector<Rank>>();
  const auto leads = [&](const Route& route) { return schedule_file::leads(topology, m, route, ranks); };
  Route route;
  if (leads(route)) return route;
  if (topology.has_directions()) {
    unsigned choices = 1;
    for (unsigned d = 0; d < topology.dims(); ++d) choices *= 3;
    for (const Order order : {Order::ascending, Order::descending}) {
      for (unsigned choice = 0; choice < choices; ++choice) {
        Route other;
        other.set_order(order);
        for (unsigned d = 0, rest = choice; d < topology.dims(); ++d, rest /= 3)
          other.direction[d] = static_cast<Direction>(rest % 3);
        if (leads(other)) return other;
      }
    }
  }
  fail(m.step, m.number,
       fmt::format("no route of this network leads from {} to {} over the ranks of `route`; without it, the "
                   "message takes the shortest",
                   m.src, m.dst));
}

Box read_box(const Content& content, const Json& corners, const Message& m) {
  const Topology& topology = content.topology;
  if (corners.size() != 2) fail(m.step, m.number, "box: a set has two corners");
  const Box box{corners.at(0).get<Rank>(), corners.at(1).get<Rank>()};
  if (!has_multicasts(topology)) fail(m.step, m.number, "box: this network has no multicasts");
  if (!box.exists(topology))
    fail(m.step, m.number,
         fmt::format("box {} to {}: a corner is outside, or it is reversed where the network is no ring",
                     box.from, box.to));
  if (!box.reaches(topology, m.src, m.dst))
    fail(m.step, m.number, fmt::format("rank {} is not in the box {} to {}", m.dst, box.from, box.to));
  return box;
}

/// Finds the messages that are one multicast: those of one sender to one box with the same blocks, side by
/// side and in the order of the ranks.
void join_multicasts(Content& content) {
  std::vector<Message>& messages = content.messages;
  for (Id id = 0, end = 0; id < messages.size(); id = end) {
    const Message& first = messages[id];
    const auto continues = [&](const Message& m, const Message& before) {
      return m.step == first.step && m.stream() == first.stream() && m.until == first.until &&
             m.pieces == first.pieces && m.dst > before.dst;
    };
    for (end = id + 1; first.box && end < messages.size() && continues(messages[end], messages[end - 1]);)
      ++end;
    if (!first.box) continue;
    Id next = id;
    for (Rank rank = 0; rank < content.topology.size(); ++rank) {
      if (!first.box->reaches(content.topology, first.src, rank)) continue;
      if (next == end || messages[next].dst != rank)
        fail(first.step, first.number,
             fmt::format(
                 "the multicast of rank {} to the box {} to {} reaches rank {}, too: beside this one, a "
                 "message with equal blocks to it is missing",
                 first.src, first.box->from, first.box->to, rank));
      messages[next++].first = id;
    }
  }
}

Message read_message(const Content& content, const Json& transfer, std::uint32_t step, std::size_t number) {
  Message m{transfer.at("src").get<Rank>(), transfer.at("dst").get<Rank>(), step, number};
  const auto until = transfer.value("until", std::uint64_t{0});
  if (until > std::numeric_limits<std::uint32_t>::max())
    fail(step, number, fmt::format("until {} is above {}", until, std::numeric_limits<std::uint32_t>::max()));
  m.until = static_cast<std::uint32_t>(until);
  const Rank n = content.topology.size();
  for (const Rank rank : {m.src, m.dst})
    if (rank >= n) fail(step, number, fmt::format("rank {} is outside, ranks are 0 to {}", rank, n - 1));
  if (m.src == m.dst) fail(step, number, fmt::format("rank {} sends to itself", m.src));
  if (transfer.contains("box")) m.box = read_box(content, transfer.at("box"), m);
  if (transfer.contains("route")) m.route = route_of(content.topology, m, transfer.at("route"));
  for (const Json& block : transfer.at("blocks")) m.pieces.push_back(read_piece(content, block, m));
  const bool has_data = content.form().has_data();
  if (m.pieces.empty() == has_data)
    fail(step, number, has_data ? "a message without blocks carries nothing" : "a barrier has no blocks");
  return m;
}

}  // namespace

void fail(std::size_t step, std::size_t transfer, const std::string& what) {
  throw UserError(fmt::format("step {}, transfer {}: {}", step, transfer, what));
}

Content read_content(const Json& document) {
  const auto wanted = document.at("collective").get<std::string>();
  const auto* form =
      std::ranges::find_if(collective_forms, [&](const CollectiveForm& f) { return wanted == f.name; });
  Content content;
  content.collective = static_cast<Collective>(form - collective_forms.begin());
  content.topology = parse_topology(document.at("topology").get<std::string>());
  content.nic =
      document.at("nic") == to_text(PortModel::all_port) ? PortModel::all_port : PortModel::one_port;
  content.root = document.value("root", Rank{0});
  content.bytes = document.at("bytes").get<std::uint32_t>();
  const Rank n = content.topology.size();
  if (content.root >= n)
    throw UserError(fmt::format("root {} is outside, ranks are 0 to {}", content.root, n - 1));
  if (form->has_data() && content.bytes == 0) throw UserError("a block has at least 1 byte");
  content.sends.resize(n);
  content.arrivals.resize(n);
  for (const Json& step : document.at("steps")) {
    std::size_t number = 0;
    for (const Json& transfer : step.at("transfers")) {
      const auto id = static_cast<Id>(content.messages.size());
      const Message& m =
          content.messages.emplace_back(read_message(content, transfer, content.steps, number++));
      content.sends[m.src].push_back(id);
      content.arrivals[m.dst].push_back(id);
    }
    ++content.steps;
  }
  join_multicasts(content);
  return content;
}

}  // namespace collnoc::schedule_file
