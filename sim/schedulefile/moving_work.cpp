#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "sim/schedule/portions.hpp"
#include "sim/schedulefile/file_work.hpp"

namespace collnoc::schedule_file {
namespace {

/// Where blocks lie: in the memory of the collective, or, what a rank only passes on, behind it.
class Places {
 public:
  explicit Places(const Content& content) : content_(content), passed_on_(content.topology.size()) {}

  /// The number of the block of `rank`'s memory in which the piece lies.
  std::uint32_t block(Rank rank, const Piece& piece) {
    const CollectiveForm& form = content_.form();
    const Rank n = content_.topology.size();
    if (rank == piece.origin) return in_start(piece);
    if (form.personal() ? rank == piece.target : holds(form.result.who, rank, content_.root)) {
      const auto first = static_cast<std::uint32_t>(form.apart ? form.start_blocks(n) : 0);
      if (form.result.layout == Layout::block) return first;
      return first + (form.result.layout == Layout::own ? rank : piece.origin);
    }
    if (form.apart) {
      const auto [place, is_new] =
          places_.try_emplace({rank, piece.origin, piece.target}, static_cast<std::uint32_t>(form.blocks(n)));
      if (is_new) place->second += passed_on_[rank]++;
      return place->second;
    }
    return in_start(piece);
  }
  /// Of the memory of a rank.
  std::uint32_t blocks() const {
    const std::uint64_t own = content_.form().blocks(content_.topology.size());
    return static_cast<std::uint32_t>(own) + *std::ranges::max_element(passed_on_);
  }

 private:
  /// The number of the piece's block among those that its origin has at the start.
  std::uint32_t in_start(const Piece& piece) const {
    if (content_.form().personal()) return piece.target;
    return content_.form().start.layout == Layout::own ? piece.origin : 0;
  }

  const Content& content_;
  std::map<std::tuple<Rank, Rank, Rank>, std::uint32_t> places_{};  // of [rank, origin, target]
  std::vector<std::uint32_t> passed_on_;                            // [rank]
};

}  // namespace

/// Which messages brought what a message carries. Of a signal: all that arrived in earlier steps.
Works moving_work(Content& content) {
  struct Held {
    std::uint32_t begin, end;
    Id from;
  };
  std::vector<Message>& messages = content.messages;
  std::map<std::tuple<Rank, Rank, Rank>, std::vector<Held>> held;  // of [rank, origin, target]
  Places places(content);
  Works works;
  works.steps = content.steps;
  works.of.resize(content.topology.size());
  for (Id id = 0, arrived = 0; id < messages.size(); ++id) {
    for (; messages[arrived].step < messages[id].step; ++arrived) {
      const Message& m = messages[arrived];
      for (const Piece& p : m.pieces) held[{m.dst, p.origin, p.target}].push_back({p.begin, p.end, arrived});
    }
    Message& m = messages[id];
    Work work{m.step, {}, id};
    for (const Id other : content.arrivals[m.src])
      if (m.pieces.empty() && messages[other].step < m.step) work.needs.push_back(other);
    for (Piece& p : m.pieces) {
      p.from = places.block(m.src, p);
      p.to = places.block(m.dst, p);
      // Every message that has written these bytes: what is written again must not be read in between.
      std::uint32_t at = p.begin;
      const std::vector<Held>& all = held[{m.src, p.origin, p.target}];
      for (const Held& h : all)
        if (h.begin < p.end && p.begin < h.end) work.needs.push_back(h.from);
      while (m.src != p.origin && at < p.end) {  // the origin has them from the start
        const auto found =
            std::ranges::find_if(all, [&](const Held& h) { return h.begin <= at && at < h.end; });
        if (found == all.end())
          fail(m.step, m.number,
               fmt::format("{} -> {}: rank {} does not have byte {} of the block of rank {}{} at the start "
                           "of this step",
                           m.src, m.dst, m.src, at, p.origin,
                           p.target == no_rank ? "" : fmt::format(" for rank {}", p.target)));
        at = found->end;
      }
    }
    if (!content.is_copy(id)) {
      works.of[m.src].push_back(std::move(work));
      continue;
    }
    for (std::size_t i = 0; i < m.pieces.size(); ++i)
      check_place(content, m, m.pieces[i], messages[m.first].pieces[i]);
  }
  works.blocks = places.blocks();
  return works;
}

}  // namespace collnoc::schedule_file
