#include "sim/traffic/message_window.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace collnoc {

void MessageWindow::add(const TraceMessage& message, std::uint64_t now, const TraceReader& reader) {
  const std::uint64_t line = first_ + messages_.size();
  Message m{message.src, message.dst, message.bytes, message.cycle, now, 0, 0, 0, {}};
  for (const TraceDependency& dependency : message.after) {
    if (dependency.line < first_)
      reader.refuse(message.line, fmt::format("after names line {}, which is {} lines before; --window is {}",
                                              dependency.line, line - dependency.line, lines_));
    Message& before = at(dependency.line);
    if (before.arrived != not_yet) {
      offer(m, before, dependency.line, dependency.delay);
      continue;
    }
    std::uint32_t edge = free_edge_;
    if (edge != none) {
      free_edge_ = edges_[edge].next;
    } else {
      edge = static_cast<std::uint32_t>(edges_.size());
      edges_.emplace_back();
    }
    edges_[edge] = {line, dependency.delay, before.waiting};
    before.waiting = edge;
    ++m.unmet;
  }
  messages_.push_back(m);
  ++open_;
  if (m.unmet == 0) release(line);
  if (messages_.size() > lines_) {
    messages_.pop_front();
    ++first_;
  }
}

/// If two dependencies allow a message to leave in the same cycle, the one with the lower line counts.
void MessageWindow::offer(Message& waiting, const Message& arrived, std::uint64_t line,
                          std::uint64_t delay) const {
  const std::uint64_t ready = arrived.arrived + delay;
  if (waiting.parent != 0 && (ready < waiting.ready || (ready == waiting.ready && line > waiting.parent)))
    return;
  waiting.ready = ready;
  waiting.parent = line;
  waiting.parent_arrived = arrived.arrived;
  waiting.chain = arrived.chain;
}

void MessageWindow::release(std::uint64_t line) {
  Message& m = at(line);
  const std::uint64_t wish = std::max(m.leave, m.ready);
  if (wish < m.entered) ++held_;
  const bool chained = m.parent != 0 && m.ready >= m.leave && m.ready >= m.entered;
  m.leave = std::max(wish, m.entered);
  if (chained) {
    m.chain.delay += m.leave - m.parent_arrived;
  } else {
    m.parent = 0;
    m.chain = {};
    m.chain.first = line;
    m.chain.start = m.leave;
  }
  m.chain.last = line;
  ++m.chain.messages;
  released_.push_back({line, m.leave, m.src, m.dst, m.bytes});
}

void MessageWindow::launched(std::uint64_t line) {
  const Message& m = at(line);
  Queue& queue = pairs_[pair_of(m.src, m.dst, m.bytes == 0)];
  (queue.tail == 0 ? queue.head : at(queue.tail).next) = line;
  queue.tail = line;
  ++in_network_;
}

DeliveredPacket MessageWindow::arrived(Rank src, Rank dst, bool signal, std::uint64_t accepted,
                                       std::uint64_t cycle) {
  const auto pair = pairs_.find(pair_of(src, dst, signal));
  if (pair == pairs_.end()) throw std::logic_error("a message arrived that nobody sent");
  const std::uint64_t line = pair->second.head;
  Message& m = at(line);
  if (line == pair->second.tail)
    pairs_.erase(pair);
  else
    pair->second.head = m.next;
  m.arrived = cycle;
  m.chain.queueing += m.injected - m.leave;
  m.chain.network += accepted - m.injected;
  m.chain.serialization += cycle - accepted;
  --in_network_;
  --open_;
  if (longest_.messages == 0 || cycle > longest_.end() || (cycle == longest_.end() && line < longest_.last))
    longest_ = m.chain;
  last_ = {line, m.leave, src, dst, m.bytes, {}};
  for (std::uint32_t edge = m.waiting; edge != none;) {
    const Edge e = edges_[edge];
    Message& waiting = at(e.line);
    offer(waiting, m, line, e.delay);
    if (--waiting.unmet == 0) release(e.line);
    edges_[edge].next = free_edge_;
    free_edge_ = edge;
    edge = e.next;
  }
  m.waiting = none;
  return {src, dst, 0, false, 0, m.leave, m.injected, accepted, cycle};
}

std::vector<ChainLink> MessageWindow::end_of_longest(std::size_t most) const {
  std::vector<ChainLink> links;
  for (std::uint64_t line = longest_.last; line >= first_ && links.size() < most; line = at(line).parent) {
    const Message& m = at(line);
    links.push_back({line, m.src, m.dst, m.bytes, m.leave, m.arrived});
  }
  std::reverse(links.begin(), links.end());
  return links;
}

}  // namespace collnoc
