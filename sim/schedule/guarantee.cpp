#include "sim/schedule/guarantee.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc {
namespace {

/// All puts of one source with one route, or multicasts to one box, to one rank.
struct Stream {
  std::vector<std::uint32_t> messages;
  std::map<std::uint8_t, std::vector<std::size_t>> on;  ///< counter -> indices in `messages`
  std::size_t sure = 0;                                 ///< messages known to have arrived
};

}  // namespace

void guarantee(const std::vector<ActionMark>& program, const std::vector<std::uint32_t>& arriving,
               std::vector<Message>& messages) {
  std::map<std::tuple<Rank, Route, std::optional<Box>>, Stream> streams;
  std::array<std::uint32_t, counter_count> total{};
  for (std::uint32_t id : arriving) {
    const Put& put = messages[id].put;
    Stream& stream = streams[{messages[id].src, put.route, messages[id].box}];
    stream.on[put.counter].push_back(stream.messages.size());
    stream.messages.push_back(id);
    ++total[put.counter];
  }
  std::array<std::vector<Stream*>, counter_count> users;
  for (auto& [key, stream] : streams) {
    for (const auto& [counter, indices] : stream.on) users[counter].push_back(&stream);
  }
  for (std::uint32_t event = 0; event < program.size(); ++event) {
    const ActionMark& wait = program[event];
    if (wait.kind != Action::Kind::wait) continue;
    for (Stream* stream : users[wait.counter]) {
      const std::vector<std::size_t>& indices = stream->on[wait.counter];
      const std::size_t others = total[wait.counter] - indices.size();
      if (wait.count <= others) continue;
      const std::size_t last = indices[std::min(wait.count - others, indices.size()) - 1];
      for (; stream->sure <= last; ++stream->sure) messages[stream->messages[stream->sure]].seen = event;
    }
  }
}

}  // namespace collnoc
