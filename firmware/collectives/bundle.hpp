// A message put together from runs of blocks of a total exchange.
#pragma once
#include "collnoc/firmware/collectives/schedule.hpp"

namespace collnoc {

/// Blocks that lie side by side at both ends go as one put, the next ones as a further piece. The last put
/// names the counter. Blocks are numbered from job.base. Where they are padded (bytes no multiple of 8) a put
/// is one block: padding is not sent.
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
