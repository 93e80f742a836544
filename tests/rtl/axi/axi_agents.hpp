// Agents at the AXI ports of a design under test: masters, stream sources and sinks with random pauses, and
// the check of the AXI channel rules (VALID and the payload stay unchanged until READY).
#pragma once
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <deque>
#include <random>
#include <vector>

namespace collnoc::test {

/// Random pauses: active in about `percent` of the cycles, in bursts.
class Pace {
 public:
  Pace(unsigned percent, std::uint64_t seed) : percent_(percent), random_(seed) {}
  bool next() {
    if (percent_ == 0 || percent_ >= 100) return percent_ != 0;
    if (left_ == 0) {
      left_ = 1 + random_() % 6;
      on_ = random_() % 100 < percent_;
    }
    --left_;
    return on_;
  }

 private:
  unsigned percent_, left_ = 0;
  bool on_ = false;
  std::mt19937_64 random_;
};

/// Reports an error if a channel withdraws or changes an offer before it is accepted. Call once per cycle,
/// before the edge.
class Steady {
 public:
  explicit Steady(const char* name) : name_(name) {}
  void see(bool valid, bool ready, const std::vector<std::uint64_t>& payload) {
    if (offered_) {
      EXPECT_TRUE(valid) << name_ << " gave up an offer";
      EXPECT_EQ(payload, payload_) << name_ << " changed an offer";
    }
    offered_ = valid && !ready;
    payload_ = payload;
  }

 private:
  const char* name_;
  bool offered_ = false;
  std::vector<std::uint64_t> payload_;
};

/// One beat of a stream.
struct Beat {
  std::vector<std::uint64_t> data;  // 64 bits each
  std::uint64_t keep = 0;
  bool last = false;
  bool operator==(const Beat&) const = default;
};
inline std::vector<std::uint64_t> payload(const Beat& beat) {
  std::vector<std::uint64_t> all = beat.data;
  all.push_back(beat.keep);
  all.push_back(beat.last);
  return all;
}

/// Source and sink of a stream: the source offers beats in order and never withdraws one; the sink accepts
/// what arrives.
struct Source {
  explicit Source(unsigned percent = 100, std::uint64_t seed = 1) : pace(percent, seed) {}
  void cycle() { offers = !beats.empty() && (offers || pace.next()); }
  void taken() {
    beats.pop_front();
    offers = false;
    ++sent;
  }
  Pace pace;
  std::deque<Beat> beats;
  bool offers = false;
  std::uint64_t sent = 0;
};
struct Sink {
  explicit Sink(unsigned percent = 100, std::uint64_t seed = 2) : pace(percent, seed) {}
  Pace pace;
  std::vector<Beat> beats;
  bool ready = false;
  Steady steady{"stream"};
};

/// One AXI4-Lite access and its response.
struct Access {
  bool write = false;
  std::uint32_t addr = 0, data = 0;
  unsigned strb = 0xf;
};
struct Answer {
  std::uint32_t data = 0;
  unsigned resp = 0;
  bool operator==(const Answer&) const = default;
};

/// Adds a packet of `bytes` bytes as beats of `words` 64-bit words; the rest of the last beat is null.
/// `random` gives the content.
inline void add_packet(std::deque<Beat>& beats, unsigned bytes, unsigned words, std::mt19937_64& random) {
  const unsigned width = words * 8;
  for (unsigned at = 0; at < bytes; at += width) {
    Beat beat;
    for (unsigned w = 0; w < words; ++w) beat.data.push_back(random());
    const unsigned here = bytes - at < width ? bytes - at : width;
    beat.keep = ~std::uint64_t{0} >> (64 - here);
    beat.last = at + width >= bytes;
    beats.push_back(beat);
  }
}

}  // namespace collnoc::test
