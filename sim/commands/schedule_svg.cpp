#include "sim/commands/schedule_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <utility>
#include <vector>

#include "sim/commands/graph_places.hpp"

namespace collnoc {
namespace {

constexpr double cell = 34, radius = 10, title_height = 26, gap = 24, page = 1'200;

struct Point {
  double x = 0, y = 0;
};
Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
Point operator*(Point a, double s) { return {a.x * s, a.y * s}; }
double length(Point a) { return std::hypot(a.x, a.y); }

/// Where the nodes of a network are in a picture.
class NodePlaces {
 public:
  explicit NodePlaces(const Topology& topology) : topology_(topology), at_(topology.nodes()) {
    if (topology.tables() != nullptr) {
      const std::vector<Place> places = graph_places(topology);
      for (Rank r = 0; r < topology.nodes(); ++r) at_[r] = Point{places[r].x, places[r].y} * cell;
      for (const Point& p : at_) size_ = {std::max(size_.x, p.x), std::max(size_.y, p.y)};
      find_links();
    } else if (!topology.has_coordinates()) {
      const double around = std::max(cell * topology.size() / (2 * std::numbers::pi), cell);
      for (Rank r = 0; r < topology.size(); ++r) {
        const double angle = 2 * std::numbers::pi * static_cast<double>(r) / topology.size();
        at_[r] = Point{around + around * std::sin(angle), around - around * std::cos(angle)};
      }
      size_ = {2 * around, 2 * around};
    } else {
      for (Rank r = 0; r < topology.size(); ++r) at_[r] = {side(r, 0), side(r, 1)};
      for (const Point& p : at_) size_ = {std::max(size_.x, p.x), std::max(size_.y, p.y)};
      for (Point& p : at_) p.y = size_.y - p.y;
    }
    for (Point& p : at_) p = p + Point{cell, cell / 2 + title_height};
    size_ = size_ + Point{2 * cell, cell + title_height};
  }
  Point operator[](Rank rank) const { return at_[rank]; }
  Point size() const { return size_; }
  /// Of a graph, whose places do not say which links there are.
  const std::vector<std::pair<Rank, Rank>>& links() const { return links_; }
  /// Whether the link is a straight line; of a graph, if it passes no other node.
  bool is_straight(Rank from, Rank to) const {
    if (links_.empty()) return length(at_[to] - at_[from]) < 1.6 * cell;
    return !bent_.contains({std::min(from, to), std::max(from, to)});
  }

 private:
  void find_links() {
    for (Rank r = 0; r < topology_.nodes(); ++r) {
      for (Link l = 0; l < topology_.links(); ++l) {
        const Rank far = topology_.neighbour(r, l);
        if (far == no_rank || r > far) continue;
        links_.emplace_back(r, far);
        if (passes_a_node(r, far)) bent_.emplace(r, far);
      }
    }
  }
  bool passes_a_node(Rank from, Rank to) const {
    const Point a = at_[from], way = at_[to] - a;
    const double far = length(way);
    for (Rank r = 0; r < at_.size(); ++r) {
      const Point other = at_[r] - a;
      const double along = (other.x * way.x + other.y * way.y) / far,
                   across = std::abs(other.x * way.y - other.y * way.x) / far;
      if (r != from && r != to && along > 0 && along < far && across < radius + 2) return true;
    }
    return false;
  }
  /// Dimensions `first`, `first` + 2, .. one inside the other, with a gap between blocks.
  double side(Rank rank, unsigned first) const {
    const Coordinates c = topology_.coordinates(rank);
    double place = 0, block = cell;
    for (unsigned d = first; d < topology_.dims(); d += 2) {
      place += c[d] * block;
      block = block * topology_.extent(d) + cell / 2;
    }
    return place;
  }

  const Topology& topology_;
  std::vector<Point> at_;
  std::vector<std::pair<Rank, Rank>> links_;
  std::set<std::pair<Rank, Rank>> bent_;
  Point size_;
};

class Picture {
 public:
  Picture(const NodePlaces& places, Point corner, const std::string& title) : places_(places) {
    text_ = fmt::format("<g class=\"step\" transform=\"translate({:.0f} {:.0f})\">\n", corner.x, corner.y);
    text_ += fmt::format("<text class=\"title\" x=\"{:.0f}\" y=\"18\">{}</text>\n", cell - radius, title);
    std::string lines;
    for (const auto& [a, b] : places.links()) lines += line(a, b, 0);
    if (!lines.empty()) text_ += fmt::format("<path class=\"link\" d=\"{}\"/>\n", lines);
  }

  /// A node of this class, with this text inside.
  void node(Rank rank, const char* kind, const std::string& inside) {
    const Point at = places_[rank];
    text_ += fmt::format(
        "<circle class=\"{0}\" cx=\"{1:.1f}\" cy=\"{2:.1f}\" r=\"{3:.0f}\"><title>rank {4}</title></circle>"
        "<text class=\"in {0}\" x=\"{1:.1f}\" y=\"{5:.1f}\">{6}</text>\n",
        kind, at.x, at.y, radius, rank, at.y + 3, inside);
  }
  /// From node to node along these ranks; the arrow is at the last.
  void message(const std::vector<Rank>& route, double share) {
    std::string path;
    for (std::size_t i = 0; i + 1 < route.size(); ++i) path += hop(route[i], route[i + 1]);
    // From blue over violet to orange in the order of steps; lightness differs, too.
    text_ += fmt::format(
        "<path class=\"message\" d=\"{}\" stroke=\"hsl({:.0f} 75% {:.0f}%)\" marker-end=\"url(#arrow)\">"
        "<title>{} to {}, {} hops</title></path>\n",
        path, std::fmod(215 + 175 * share, 360), 34 + 16 * share, route.front(), route.back(),
        route.size() - 1);
  }
  std::string end() { return text_ + "</g>\n"; }

 private:
  /// A link, to the right of the straight line, so that both directions are seen. Links that lead past other
  /// nodes are bows: where links are drawn, both directions along the link's, otherwise each to its right.
  std::string hop(Rank from, Rank to) const { return line(from, to, 3); }
  std::string line(Rank from, Rank to, double aside) const {
    const Point a = places_[from], b = places_[to], way = b - a;
    const double far = length(way);
    const Point ahead = way * (1 / far), right{-ahead.y, ahead.x};
    const Point begin = a + ahead * (radius - 1) + right * aside,
                end = b - ahead * (radius + aside) + right * aside;
    if (places_.is_straight(from, to))
      return fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}", begin.x, begin.y, end.x, end.y);
    const Point outside = places_.links().empty() || from < to ? right : right * -1;
    const Point bow = a + way * 0.5 + right * aside + outside * (7 + far / 10);
    return fmt::format("M{:.1f} {:.1f}Q{:.1f} {:.1f} {:.1f} {:.1f}", begin.x, begin.y, bow.x, bow.y, end.x,
                       end.y);
  }

  const NodePlaces& places_;
  std::string text_;
};

constexpr const char* style = R"(<style>
text { font-family: sans-serif; fill: #222 }
.title { font-size: 13px }
.note { font-size: 11px }
.in { font-size: 9px; text-anchor: middle }
circle { fill: #f2f2f2; stroke: #888 }
circle.sends { fill: #1f4e99; stroke: #1f4e99 }
text.sends { fill: #fff }
circle.receives { fill: #ffd9a0; stroke: #b36b00 }
.message { fill: none; stroke-width: 1.6 }
.link { fill: none; stroke: #ccc }
</style>
<defs><marker id="arrow" viewBox="0 0 8 8" refX="5" refY="4" markerWidth="5" markerHeight="5" orient="auto">
<path d="M0 0L8 4L0 8z" fill="context-stroke"/></marker></defs>
)";

}  // namespace

std::string schedule_svg(const nlohmann::ordered_json& schedule, const Topology& topology) {
  const NodePlaces places(topology);
  const auto& steps = schedule.at("steps");
  const std::size_t count = steps.size();
  const auto word = [&](const char* key) { return schedule.at(key).get<std::string>(); };
  const auto columns = static_cast<std::size_t>(std::max(1.0, page / (places.size().x + gap)));
  const auto corner = [&](std::size_t n) {
    const std::size_t column = n % columns, row = n / columns;
    return Point{static_cast<double>(column) * (places.size().x + gap),
                 title_height + 1.3 * gap + static_cast<double>(row) * (places.size().y + gap)};
  };
  std::string pictures;
  std::vector<std::size_t> first(topology.nodes(), 0);
  std::vector<std::pair<std::vector<Rank>, std::size_t>> all;
  for (std::size_t number = 1; number <= count; ++number) {
    const auto& transfers = steps[number - 1].at("transfers");
    // A multicast is one message with an entry for each receiver.
    std::set<std::string> distinct;
    for (const auto& transfer : transfers)
      distinct.insert(fmt::format("{} {}", transfer.at("src").dump(),
                                  transfer.contains("box") ? transfer.at("box").dump() : transfer.dump()));
    const std::size_t messages = distinct.size();
    Picture picture(places, corner(number - 1),
                    fmt::format("step {}: {} message{}", number, messages, messages == 1 ? "" : "s"));
    std::vector<bool> sends(topology.nodes()), receives(topology.nodes());
    for (const auto& transfer : transfers) {
      const auto route = transfer.at("route").get<std::vector<Rank>>();
      if (route.size() < 2) continue;  // of a tile to itself
      all.emplace_back(route, number);
      sends[route.front()] = true;
      receives[route.back()] = true;
      if (first[route.back()] == 0) first[route.back()] = number;
      picture.message(route, 0);
    }
    for (Rank r = 0; r < topology.nodes(); ++r)
      picture.node(r, sends[r] ? "sends" : receives[r] ? "receives" : "idle", std::to_string(r));
    pictures += picture.end();
  }
  Picture together(places, corner(count), "all steps");
  for (const auto& [route, number] : all)
    together.message(route, count > 1 ? static_cast<double>(number - 1) / static_cast<double>(count - 1) : 0);
  for (Rank r = 0; r < topology.nodes(); ++r)
    together.node(r, first[r] == 0 && r < topology.size() ? "sends" : "idle",
                  first[r] == 0 ? "" : std::to_string(first[r]));
  pictures += together.end();
  const Point last = corner(columns * (count / columns + 1));
  const double width = static_cast<double>(std::min(columns, count + 1)) * (places.size().x + gap);
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 "
             "{0:.0f} "
             "{1:.0f}\">\n{2}<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n<text class=\"title\" "
             "x=\"{3:.0f}\" y=\"24\">{4}, {5}, {6}, {7}</text>\n<text class=\"note\" "
             "x=\"{3:.0f}\" y=\"42\">Dark nodes send, orange ones receive. The last picture has all steps, "
             "and in each node "
             "the first step in which it receives.</text>\n",
             std::max(width, 620.0), last.y, style, cell - radius, word("collective"), word("algorithm"),
             word("topology"), word("nic")) +
         pictures + "</svg>\n";
}

}  // namespace collnoc
