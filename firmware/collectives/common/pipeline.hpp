// The length of a piece when a message travels in pieces from node to node.
//
// A relay of a piece begins when the whole piece has arrived, so short pieces pass many relays quickly. But
// every piece has a head flit. With R relays on the longest path, and n pieces of F flits:
//
//   link 0    |piece 0|piece 1|piece 2|              cycles = R (F + c) + n F
//   link 1      F + c >|piece 0|piece 1|piece 2|
//
// c: hop, ejection, increment of the counter and the sequencer's reaction (docs/reference/hardware.md and
// docs/reference/sequencer.md, section Timing). The best length is near sqrt(W/R) words for W words. If
// software performs the schedule, every relay takes its cycles, too, and so does every further piece that is
// shorter than they are.
// Freestanding: no heap, no exceptions, no hosted library.
#pragma once
#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc {

/// Flits of a message, with the head flit of each of its packets.
constexpr std::uint32_t message_flits(const Timing& timing, std::uint32_t bytes) {
  const std::uint32_t payload = (bytes + timing.flit_bytes - 1) / timing.flit_bytes;
  const std::uint32_t most = timing.packet_flits - 1;
  const std::uint32_t packets = (payload + most - 1) / most;
  return payload + (packets == 0 ? 1 : packets);
}

/// Flits of a multicast to `address`: its packets end at multiples of the largest power of two of flits that
/// is below the longest packet (docs/reference/multicast.md).
constexpr std::uint32_t multicast_flits(const Timing& timing, std::uint32_t address, std::uint32_t bytes) {
  std::uint32_t block = 1;
  while (2 * block < timing.packet_flits) block *= 2;
  const std::uint32_t payload = (bytes + timing.flit_bytes - 1) / timing.flit_bytes;
  const std::uint32_t before = address / timing.flit_bytes % block;
  return payload + (payload == 0 ? 1 : (before + payload + block - 1) / block);
}

/// Flits of its last packet.
constexpr std::uint32_t last_packet_flits(const Timing& timing, std::uint32_t bytes) {
  const std::uint32_t payload = (bytes + timing.flit_bytes - 1) / timing.flit_bytes;
  const std::uint32_t most = timing.packet_flits - 1;
  return payload == 0 ? 1 : (payload - 1) % most + 2;
}

/// Cycles between the head flits of a message of `flits` flits and of its relay on their injection channels,
/// when the message takes `hops` hops and the relay waits for its last flit.
constexpr std::uint32_t relay_cycles(const Timing& timing, std::uint32_t hops, std::uint32_t flits) {
  return hops * timing.hop_cycles + (timing.hop_cycles < 2 ? timing.hop_cycles : 2) + flits + 4;
}

/// A pipeline: what happens to the pieces of a message.
struct Pipeline {
  std::uint32_t words = 1;        ///< length of the message in 8-byte words
  std::uint32_t relays = 0;       ///< on the longest path
  std::uint32_t hops = 1;         ///< of a relay
  std::uint32_t puts = 1;         ///< of a node while one piece passes over a link
  std::uint32_t least_flits = 0;  ///< of a piece: a NIC increments one counter per cycle

  /// Predicted cycles with pieces of `piece` words.
  constexpr std::uint64_t cycles(const Timing& timing, std::uint32_t piece) const {
    const std::uint32_t flits = message_flits(timing, piece * 8);
    const std::uint64_t count = (words + piece - 1) / piece, software = puts * timing.software_cycles;
    return relays * (relay_cycles(timing, hops, flits) + software) +
           count * (flits < software ? software : flits);
  }

  /// The length of a piece in words for which cycles() is least. A piece is at most one packet, and has
  /// `least_flits` or more unless the message is shorter.
  constexpr std::uint32_t piece_words(const Timing& timing) const {
    const std::uint32_t packet = (timing.packet_flits - 1) * timing.flit_bytes / 8;
    const std::uint32_t most = words < packet ? words : packet;
    std::uint32_t best = 1;
    while (best < most && message_flits(timing, best * 8) < least_flits) ++best;
    for (std::uint32_t piece = best + 1; piece <= most; ++piece) {
      if (cycles(timing, piece) < cycles(timing, best)) best = piece;
    }
    return best;
  }
};

/// A message, cut into parts, and each part into pieces of equal length; the last may be shorter.
class PiecesOfParts {
 public:
  /// Length of a piece in 8-byte words.
  constexpr std::uint32_t piece_words() const { return piece_; }
  constexpr std::uint32_t pieces(unsigned part) const {
    return (first_word(part + 1) - first_word(part) + piece_ - 1) / piece_;
  }
  constexpr Range piece(unsigned part, std::uint32_t index) const {
    const std::uint32_t begin = first_word(part) + index * piece_, last = first_word(part + 1);
    const std::uint32_t end = (last - begin < piece_ ? last : begin + piece_) * 8;
    return {begin * 8, end < bytes_ ? end : bytes_};
  }

 protected:
  constexpr PiecesOfParts(const Job& job, std::uint32_t parts)
      : bytes_(job.bytes), words_(static_cast<std::uint32_t>(padded(job.bytes) / 8)), parts_(parts) {}

  /// Words of the longest part.
  constexpr std::uint32_t most_words() const { return fixed_ != 0 ? fixed_ : (words_ + parts_ - 1) / parts_; }

  std::uint32_t piece_ = 1;
  std::uint32_t fixed_ = 0;  ///< words of every part but the last ones; 0: parts differ by a word at most

 private:
  constexpr std::uint32_t first_word(unsigned part) const {
    if (fixed_ == 0) return static_cast<std::uint32_t>(std::uint64_t{words_} * part / parts_);
    return part * fixed_ < words_ ? part * fixed_ : words_;
  }
  std::uint32_t bytes_, words_, parts_;
};

}  // namespace collnoc
