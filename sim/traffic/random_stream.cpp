#include "sim/traffic/random_stream.hpp"

#include <cstring>

namespace collnoc {

#if defined(__x86_64__)
[[gnu::target("avx2")]] std::uint64_t RandomStream::skip_eights(std::uint64_t below, std::uint64_t most) {
  using Four [[gnu::vector_size(32)]] = std::uint64_t;
  Four x = Four{1, 2, 3, 4} * step + state_;
  std::uint64_t n = 0;
  for (; n + 8 <= most; n += 8, x += 8 * step) {
    Four a = x, b = x + 4 * step;
    mix(a);
    mix(b);
    // The highest bit of a difference is set if the draw may be below.
    const Four differences = ((a >> 33) - (below + 1)) | ((b >> 33) - (below + 1));
    std::uint64_t d[4];
    std::memcpy(d, &differences, sizeof d);
    if ((d[0] | d[1] | d[2] | d[3]) >> 63 != 0) break;
  }
  state_ += n * step;
  return n;
}
#endif

}  // namespace collnoc
