// Closed forms of Cang & Wu.
#include <cstdlib>

#include "collnoc/firmware/collectives/broadcast/halving_tree.hpp"
#include "sim/schedule/papers/papers.hpp"

namespace collnoc::papers {
namespace {

/// MD_k^d(E_k), from an eye: Eq. 11 and 12; in two dimensions Eq. 3. (The closed form, Eq. 13, is 0/0 for
/// d = 1.)
std::uint64_t from_eye(unsigned dims, unsigned k) {
  const std::uint64_t quarters = std::uint64_t{1} << dims;
  if (k == 1) return quarters - 1;
  return (quarters - 1) * eye_square(k) + quarters * from_eye(dims, k - 1);
}

/// f_k of Lemma 1 (Eq. 5) for a source u columns to the left of the upper left eye and v rows above it. The
/// printed regions omit the outermost row and column, u or v = 2^(k-1) - 1/2 - a_k/2. These belong to the
/// last regions.
std::int64_t excess(unsigned k, std::int64_t u, std::int64_t v) {
  const std::int64_t a = eye_square(k - 1);
  std::int64_t f = v > 0 ? 2 * v : 0;
  if (u > 0) f += 2 * u > a ? u + std::abs(u - a) : 2 * u;
  return f;
}

/// D_k(S) of Algorithm 1: Lemma 1 (Eq. 4).
std::uint64_t from_any(unsigned k, std::uint32_t x, std::uint32_t y) {
  if (k == 1) return 3;
  const std::uint32_t side = 1u << k, half = side / 2;
  while (x >= half || y >= half) {  // a quarter turn
    const std::uint32_t old = x;
    x = side - 1 - y;
    y = old;
  }
  const std::int64_t e = eye(k);
  return static_cast<std::uint64_t>(excess(k, e - x, e - y)) + 3 * eye_square(k) + from_any(k - 1, x, y) +
         3 * from_eye(2, k - 1);
}

}  // namespace

std::optional<PaperCost> cang_wu(std::string_view name, const Job& job, PortModel) {
  if (name != "eyes" && name != "eyes-fig2" && name != "eyes-optimal") return std::nullopt;
  const Topology& topology = job.topology;
  const unsigned dims = topology.dims(), k = *cube_order(topology);
  const std::uint32_t last = topology.extent(0) - 1, e = eye(k);
  const Coordinates root = topology.coordinates(job.root);
  bool is_eye = true, is_mesh = true;
  for (unsigned d = 0; d < dims; ++d) {
    is_eye = is_eye && (topology.wraps(d) || root[d] == e || root[d] == last - e);
    is_mesh = is_mesh && !topology.wraps(d);
  }
  const double steps = dims * k;
  PaperCost cost{steps,
                 steps,
                 "Cang & Wu, section 4: d·k",
                 "alpha is the least: informed nodes at most double in a step",
                 {}};
  if (is_eye) {
    cost.message_hops = from_eye(dims, k);
    cost.source = dims == 2 ? "Cang & Wu, section 3, from an eye: 2k, Eq. 3 and 10"
                            : "Cang & Wu, section 4, from an eye: d·k, Eq. 12 and 13";
  } else if (is_mesh && dims == 2) {
    cost.message_hops = from_any(k, root[0], root[1]);
    const bool corner = (root[0] == 0 || root[0] == last) && (root[1] == 0 || root[1] == last);
    cost.source = corner ? "Cang & Wu, section 3, from a corner: 2k, Eq. 8 and 9"
                         : "Cang & Wu, section 3: 2k, Lemma 1 (Eq. 4 and 5)";
    if (name != "eyes") cost.source += ", which Theorem 2 calls the minimum";
  }
  return cost;
}

}  // namespace collnoc::papers
