// Builds one message of a total exchange from runs of blocks.
#pragma once
#include "collnoc/firmware/collectives/common/schedule.hpp"

namespace collnoc {

/// Blocks that are adjacent at both ends form one put. Further runs become further pieces of the message.
/// Only the last put carries the counter. Block numbers start at job.base. When blocks are padded (bytes is
/// not a multiple of 8), each block is its own put, so that padding is not sent.
template <class Out>
class Bundle {
 public:
  constexpr Bundle(const Job& job, Rank dst, std::uint8_t counter, Route route, Out& out)
      : job_(job), out_(out), counter_(counter) {
    put_.dst = dst;
    put_.route = route;
  }

  constexpr void add(std::uint32_t from, std::uint32_t to, std::uint32_t blocks) {
    const std::uint32_t together = job_.bytes % 8 == 0 ? blocks : 1;
    for (std::uint32_t b = 0; b < blocks; b += together) {
      const std::uint32_t local = block_address(job_, from + b), remote = block_address(job_, to + b);
      if (job_.bytes % 8 == 0 && local == put_.local + put_.bytes && remote == put_.remote + put_.bytes) {
        put_.bytes += together * job_.bytes;
        continue;
      }
      flush();
      put_.local = local;
      put_.remote = remote;
      put_.bytes = together * job_.bytes;
    }
  }
  constexpr void end() {
    put_.counter = counter_;
    flush();
  }

 private:
  constexpr void flush() {
    if (put_.bytes == 0) return;
    begun_ ? out_.more(put_) : out_.send(put_);
    begun_ = true;
  }

  const Job& job_;
  Out& out_;
  Put put_;
  std::uint8_t counter_;
  bool begun_ = false;
};

}  // namespace collnoc
