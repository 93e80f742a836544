#include "sim/engine/replay_tile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace collnoc {
namespace {

/// Longer messages are several puts.
constexpr std::uint32_t longest_put = 32 * 1024;

}  // namespace

MessageLayout::MessageLayout(const Topology& topology, const HardwareConfig& hardware)
    : flit_bytes_(hardware.flit_bytes()),
      payload_of_packet_((hardware.max_packet_flits - 1) * flit_bytes_),
      piece_(longest_put / payload_of_packet_ * payload_of_packet_),
      packets_(topology, piece_ / flit_bytes_ + 1, flit_bytes_, 1) {}

std::uint64_t MessageLayout::packets(std::uint64_t bytes) const {
  return bytes == 0 ? 1 : (bytes + payload_of_packet_ - 1) / payload_of_packet_;
}

Put MessageLayout::put(NodeAddress address, Rank dst, std::uint64_t left) const {
  Put put;
  put.dst = dst;
  if (left == 0) {
    put.signal = true;
    put.counter = 1;
    put.remote = packets_.signal(address, 0, false);
    return put;
  }
  const auto bytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(left, piece_));
  const auto read = static_cast<std::uint32_t>(payload_flits(bytes)) * flit_bytes_;
  put.local = source_end() - (bytes == left ? 0 : flit_bytes_) - read;
  put.remote = packets_.receive(address);
  put.bytes = (bytes + 7) / 8 * 8;
  return put;
}

ReplayTile::ReplayTile(const Topology& topology, const MessageLayout& layout, Rank rank,
                       model::TileMemory& memory, AwakeNodes& seen)
    : topology_(topology),
      layout_(layout),
      rank_(rank),
      address_(topology.address(rank)),
      memory_(memory),
      seen_(seen) {
  wake_at_ = never;
}

void ReplayTile::add(const Released& message) {
  waiting_.push(message);
  wake_at_ = std::min<Cycle>(wake_at_, message.leave);
}

std::string ReplayTile::waits_for() const {
  if (!current_ && waiting_.empty()) return {};
  const Released& message = current_ ? *current_ : waiting_.top();
  return fmt::format("rank {} {} line {} to {}", rank_, current_ ? "sends" : "waits to send", message.line,
                     message.dst);
}

model::RegisterAccess ReplayTile::drive(Cycle now, const model::NodeOut& node) {
  const bool free = writer_.idle() && node.reg_ready;
  if (free && !current_ && !waiting_.empty() && waiting_.top().leave <= now) {
    current_ = waiting_.top();
    waiting_.pop();
    left_ = current_->bytes;
    launched_.push_back({current_->line, topology_.address(current_->dst), layout_.packets(left_)});
    log.launched.push_back(current_->line);
    seen_.wake(rank_);
  }
  const bool begun = free && current_.has_value();
  if (begun) begin_put();
  const model::RegisterAccess access = writer_.drive(node.reg_ready);
  wake_at_ = !free || begun ? 0 : waiting_.empty() ? never : waiting_.top().leave;
  return access;
}

/// The next piece of the current message.
void ReplayTile::begin_put() {
  const Put put = layout_.put(address_, current_->dst, left_);
  left_ -= std::min<std::uint64_t>(left_, layout_.piece());
  if (!put.signal) fill(layout_.source_end() - put.local);
  writer_.begin(put, topology_.address(put.dst));
  if (left_ == 0) current_.reset();
}

void ReplayTile::fill(std::uint32_t bytes) {
  for (; filled_ < bytes; filled_ += layout_.flit_bytes()) {
    const std::uint64_t word = rank_ | (filled_ == 0 ? MessageLayout::last_mark : 0);
    std::memcpy(memory_.bytes() + layout_.source_end() - filled_ - layout_.flit_bytes(), &word, 8);
  }
}

/// Notes when the first heads of this tile's own messages leave.
void ReplayTile::head_left(Cycle now, const std::uint64_t* head) {
  const NodeAddress dst = layout_.slots().head(head).dst;
  const auto own =
      std::find_if(launched_.begin(), launched_.end(), [&](const Launched& p) { return p.address == dst; });
  if (!own->seen) {
    log.injected.push_back({own->line, now});
    seen_.wake(rank_);
  }
  own->seen = true;
  if (--own->packets == 0) launched_.erase(own);
}

void ReplayTile::signal_left(const std::uint64_t* head) {
  signals.left(SignalLog::mark(layout_.slots(), layout_.slots().head(head)));
}

void ReplayTile::counted(Cycle now) {
  arrive({topology_.rank_at(signals.counted().sender), true, now - 2, now});
}

/// Notes the first and the last payload flit of every message that is written to memory.
void ReplayTile::payload_written(Cycle now, std::uint32_t, const std::uint64_t* data) {
  const auto src = static_cast<Rank>(*data & 0xffff);
  const auto begun = std::find_if(begun_.begin(), begun_.end(), [&](const Begun& b) { return b.src == src; });
  // The head is accepted in the cycle before the first payload flit.
  const Cycle accepted = begun == begun_.end() ? now - 1 : begun->accepted;
  if ((*data & MessageLayout::last_mark) == 0) {
    if (begun == begun_.end()) begun_.push_back({src, accepted});
    return;
  }
  if (begun != begun_.end()) {
    *begun = begun_.back();
    begun_.pop_back();
  }
  arrive({src, false, accepted, now + 1});
}

void ReplayTile::arrive(const ReplayLog::Arrival& arrival) {
  log.arrived.push_back(arrival);
  seen_.wake(rank_);
}

}  // namespace collnoc
