// Tests eyes, eyes-fig2 and eyes-optimal against Cang & Wu, against a direct implementation of the dynamic
// programme, and against the true minima.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "collnoc/firmware/collectives/broadcast/halving_tree.hpp"
#include "sim/schedule/check.hpp"
#include "sim/schedule/metrics.hpp"
#include "sim/schedule/paper_cost.hpp"
#include "sim/schedule/path.hpp"
#include "sim/topology/topology_text.hpp"
#include "tests/firmware/collectives/least_distance.hpp"
#include "tests/firmware/collectives/proof.hpp"

namespace collnoc {
namespace {

const char* const all_three[] = {"eyes", "eyes-fig2", "eyes-optimal"};

/// Proves the schedule (expect_proved), with d·k steps; returns the verdict on the closed form.
Verdict prove(std::string_view name, const Job& job, PortModel nic = PortModel::one_port) {
  expect_proved(broadcast(name), job, nic);
  const std::string where = fmt::format("{} on {} from {}", name, to_text(job.topology), job.root);
  const std::uint32_t steps = job.topology.dims() * log2_ceil(job.topology.extent(0));
  const Metrics m = measure(broadcast(name), job);
  EXPECT_EQ(m.steps, steps) << where;
  EXPECT_EQ(m.alpha, steps) << where;
  EXPECT_EQ(m.beta_bytes, std::uint64_t{steps} * job.bytes) << where;
  EXPECT_EQ(m.messages, job.topology.size() - 1) << where;
  return check_formula(broadcast(name), job, nic);
}

std::uint64_t tcd(std::string_view name, const Topology& topology, Rank root) {
  return measure(broadcast(name), {topology, root, 8}).message_hops;
}

/// TCD from every node.
std::vector<std::uint64_t> tcds(std::string_view name, const Topology& topology) {
  std::vector<std::uint64_t> all;
  for (Rank root = 0; root < topology.size(); ++root) all.push_back(tcd(name, topology, root));
  return all;
}

/// The first `rows` rows and columns of a square.
std::vector<std::uint64_t> corner(const std::vector<std::uint64_t>& square, std::size_t rows) {
  const auto side = static_cast<std::size_t>(std::lround(std::sqrt(square.size())));
  std::vector<std::uint64_t> part;
  for (std::size_t y = 0; y < rows; ++y) {
    for (std::size_t x = 0; x < rows; ++x) part.push_back(square[y * side + x]);
  }
  return part;
}

std::size_t differences(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  EXPECT_EQ(a.size(), b.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += a[i] != b[i];
  return count;
}

// Fig. 2, as printed: 4x4, 8x8, and the upper left quarter of 16x16.
const std::vector<std::uint64_t> fig2_a = {18, 17, 16, 18,  //
                                           16, 15, 15, 17,  //
                                           17, 15, 15, 16,  //
                                           18, 16, 17, 18};
const std::vector<std::uint64_t> fig2_b = {79, 76, 74, 76, 74, 74, 75, 79,  //
                                           75, 72, 71, 73, 70, 70, 72, 76,  //
                                           74, 70, 69, 70, 70, 69, 71, 74,  //
                                           74, 70, 70, 71, 71, 70, 73, 76,  //
                                           76, 73, 70, 71, 71, 70, 70, 74,  //
                                           74, 71, 69, 70, 70, 69, 70, 74,  //
                                           76, 72, 70, 70, 73, 71, 72, 75,  //
                                           79, 75, 74, 74, 76, 74, 76, 79};
const std::vector<std::uint64_t> fig2_c = {318, 313, 309, 311, 307, 306, 307, 311,  //
                                           312, 307, 304, 306, 301, 300, 302, 306,  //
                                           309, 303, 300, 301, 299, 297, 299, 302,  //
                                           307, 301, 299, 300, 298, 296, 299, 302,  //
                                           307, 302, 297, 298, 296, 294, 294, 298,  //
                                           303, 298, 294, 295, 293, 291, 292, 296,  //
                                           304, 298, 294, 294, 295, 292, 293, 296,  //
                                           307, 301, 298, 298, 298, 295, 297, 300};

class EyesSquare : public testing::TestWithParam<unsigned> {
 protected:
  std::uint32_t side() const { return 1u << GetParam(); }
  /// All roots up to 8x8, some roots of larger squares.
  std::uint32_t stride() const { return side() <= 8 ? 1 : side() * side() / 12 | 1; }
};

TEST_P(EyesSquare, IsProvedOnTheMeshAndAlgorithmOneCostsWhatThePaperSays) {
  const Topology mesh = Topology::mesh(side(), side());
  for (Rank root = 0; root < mesh.size(); root += stride()) {
    const Verdict formula = prove("eyes", {mesh, root, 24});
    EXPECT_EQ(formula.outcome, Verdict::Outcome::good) << formula.answer;
    prove("eyes-fig2", {mesh, root, 24});
    prove("eyes-optimal", {mesh, root, 24});
    ASSERT_FALSE(HasFailure()) << "root " << root;
  }
}

TEST_P(EyesSquare, IsProvedOnTheTorusWhereEveryNodeIsAnEye) {
  const Topology torus = Topology::torus(side(), side());
  for (Rank root = 0; root < torus.size(); root += stride()) {
    for (const char* name : all_three) {
      const Verdict formula = prove(name, {torus, root, 24});
      EXPECT_EQ(formula.outcome, Verdict::Outcome::good) << name << ": " << formula.answer;
    }
    ASSERT_FALSE(HasFailure()) << "root " << root;
  }
}

TEST_P(EyesSquare, FromAnEyeAndFromACornerIsEquationsTenAndNine) {
  const unsigned k = GetParam();
  const std::int64_t n = side(), sign = k % 2 == 0 ? 1 : -1;
  const std::int64_t from_eye = (6 * n * n - sign) / 5 - n;
  const std::int64_t from_corner = (36 * n * n + 40 * n - 60 * k - sign - 75) / 30;
  const Topology mesh = Topology::mesh(side(), side());
  for (std::uint32_t x : {eye(k), side() - 1 - eye(k)}) {
    for (std::uint32_t y : {eye(k), side() - 1 - eye(k)}) {
      for (const char* name : all_three) EXPECT_EQ(tcd(name, mesh, mesh.rank({x, y})), from_eye) << name;
    }
  }
  for (std::uint32_t x : {0u, side() - 1}) {
    for (std::uint32_t y : {0u, side() - 1}) {
      for (const char* name : all_three) EXPECT_EQ(tcd(name, mesh, mesh.rank({x, y})), from_corner) << name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Eyes, EyesSquare, testing::Range(1u, 6u),
                         [](const auto& test) { return fmt::format("side_{}", 1 << test.param); });

TEST(Eyes, AreWhereThePaperPutsThem) {
  const std::uint32_t squares[] = {0, 1, 1, 3, 5, 11, 21}, eyes[] = {0, 0, 1, 2, 5, 10, 21};
  for (unsigned k = 1; k <= 6; ++k) {
    EXPECT_EQ(eye_square(k), squares[k]);
    EXPECT_EQ(eye(k), eyes[k]);
    EXPECT_EQ(eye_square(k) + eye_square(k - 1), 1u << (k - 1)) << "Eq. 1";
  }
}

TEST(Eyes, CostsWhatThePaperPrints) {
  const std::uint64_t corners[] = {0, 3, 18, 79, 318, 1259}, eyes[] = {0, 3, 15, 69, 291, 1197};
  for (unsigned k = 1; k <= 5; ++k) {
    const Topology mesh = Topology::mesh(1u << k, 1u << k);
    EXPECT_EQ(tcd("eyes", mesh, 0), corners[k]);
    EXPECT_EQ(tcd("eyes", mesh, mesh.rank({eye(k), eye(k)})), eyes[k]);
  }
}

TEST(Eyes, IsNotWhatFigureTwoShows) {
  const auto on_8 = tcds("eyes", Topology::mesh(8, 8));
  EXPECT_EQ(std::accumulate(on_8.begin(), on_8.end(), std::uint64_t{0}), 64u * 73);
  EXPECT_EQ(differences(tcds("eyes", Topology::mesh(4, 4)), fig2_a), 0u);
  EXPECT_EQ(differences(on_8, fig2_b), 16u);
  EXPECT_EQ(differences(corner(tcds("eyes", Topology::mesh(16, 16)), 8), fig2_c), 31u);
}

TEST(EyesFig2, ReproducesEveryPrintedEntry) {
  EXPECT_EQ(tcds("eyes-fig2", Topology::mesh(4, 4)), fig2_a);
  EXPECT_EQ(tcds("eyes-fig2", Topology::mesh(8, 8)), fig2_b);
  EXPECT_EQ(corner(tcds("eyes-fig2", Topology::mesh(16, 16)), 8), fig2_c);
}

TEST(EyesOptimal, IsNeverAboveTheOthersAndBelowTheFigureAtManyNodes) {
  for (std::uint32_t side : {4u, 8u, 16u, 32u}) {
    const Topology mesh = Topology::mesh(side, side);
    for (Rank root = 0; root < mesh.size(); root += side < 32 ? 1 : 37) {
      const std::uint64_t fig2 = tcd("eyes-fig2", mesh, root);
      EXPECT_LE(tcd("eyes-optimal", mesh, root), fig2) << side << " " << root;
      EXPECT_LE(fig2, tcd("eyes", mesh, root)) << side << " " << root;
    }
  }
  const std::vector<std::uint64_t> on_4 = {18, 16, 16, 18, 16, 15, 15, 16, 16, 15, 15, 16, 18, 16, 16, 18};
  EXPECT_EQ(tcds("eyes-optimal", Topology::mesh(4, 4)), on_4);
  const auto on_8 = tcds("eyes-optimal", Topology::mesh(8, 8));
  EXPECT_EQ(std::accumulate(on_8.begin(), on_8.end(), std::uint64_t{0}), 4612u) << "a mean of 72.06";
  EXPECT_EQ(*std::min_element(on_8.begin(), on_8.end()), 69u);
  EXPECT_EQ(std::count(on_8.begin(), on_8.end(), 69u), 12);
  EXPECT_EQ(differences(corner(tcds("eyes-optimal", Topology::mesh(16, 16)), 8), fig2_c), 47u);
}

TEST(EyesOptimal, IsTheDynamicProgrammeSpelledOut) {
  for (const char* text : {"mesh:16", "mesh:2x2", "mesh:4x4", "mesh:8x8", "mesh:4x4x4", "mesh:2x2x2x2"}) {
    const Topology mesh = parse_topology(text);
    const unsigned k = log2_ceil(mesh.extent(0));
    Programme any(mesh, true), fig2(mesh, false);
    for (Rank root = 0; root < mesh.size(); ++root) {
      EXPECT_EQ(tcd("eyes-optimal", mesh, root), any.least(root, k, (1u << mesh.dims()) - 1)) << text;
      if (mesh.dims() == 2) {
        EXPECT_EQ(tcd("eyes-fig2", mesh, root), fig2.least(root, k, 3)) << text;
      }
    }
  }
}

TEST(EyesOptimal, WrapLinksDoNotShortenIt) {
  for (std::uint32_t side : {4u, 8u, 16u}) {
    const Topology torus = Topology::torus(side, side);
    Programme with_wrap(torus, true);
    std::uint64_t least = ~std::uint64_t{0};
    for (Rank root = 0; root < torus.size(); ++root) {
      least = std::min(least, with_wrap.least(root, log2_ceil(side), 3));
    }
    EXPECT_EQ(tcd("eyes-optimal", torus, 0), least);
  }
}

TEST(EyesOptimal, IsTheMinimumOfAllBroadcastsThatDoubleOnSixteenNodes) {
  const Topology mesh = Topology::mesh(4, 4), torus = Topology::torus(4, 4);
  AllDoublings on_mesh(mesh), on_torus(torus);
  for (Rank root : {0u, 1u, 5u}) {
    EXPECT_EQ(tcd("eyes-optimal", mesh, root), on_mesh.least(1u << root)) << root;
  }
  EXPECT_EQ(on_torus.least(1), 15u) << "wrap links do not help";
  EXPECT_EQ(tcd("eyes-optimal", torus, 0), 15u);
}

TEST(Eyes, InThreeDimensions) {
  const Topology mesh = parse_topology("mesh:4x4x4");
  const std::uint64_t by_outer_coordinates[] = {63, 64, 66, 69};
  for (Rank root = 0; root < mesh.size(); ++root) {
    const Coordinates c = mesh.coordinates(root);
    const auto outer = std::count_if(c.begin(), c.begin() + 3, [](auto x) { return x == 0 || x == 3; });
    EXPECT_EQ(tcd("eyes-optimal", mesh, root), by_outer_coordinates[outer]);
    if (outer == 0) {
      EXPECT_EQ(prove("eyes", {mesh, root, 8}).outcome, Verdict::Outcome::good);
    }
    prove("eyes", {mesh, root, 8});
    prove("eyes-optimal", {mesh, root, 8});
  }
}

TEST(Eyes, InMoreDimensionsFromAnEyeIsEquationThirteen) {
  for (const char* text : {"mesh:8x8", "torus:8x8", "mesh:2x2x2", "torus:4x4x4", "mesh:8x8x8", "torus:8x8x8",
                           "torus:16x16x16", "mesh:4x4x4x4", "torus:8x8x8x8"}) {
    const Topology t = parse_topology(text);
    const unsigned d = t.dims(), k = log2_ceil(t.extent(0));
    const std::int64_t n = std::int64_t{1} << k, cube = std::int64_t{1} << d, sign = k % 2 == 0 ? 1 : -1;
    const std::int64_t nodes = t.size();
    const std::int64_t printed = (cube - 1) *
                                 (3 * nodes * cube / 2 - sign * (cube / 2 - 1) - n * (cube + 1)) /
                                 (3 * (cube + 1) * (cube / 2 - 1));
    const Rank root = t.rank({eye(k), eye(k), eye(k), d > 3 ? eye(k) : 0});
    for (const char* name : {"eyes", "eyes-optimal"}) {
      EXPECT_EQ(tcd(name, t, d > 2 ? root % t.size() : t.rank({eye(k), eye(k)})), printed) << name << text;
      if (t.wraps(0)) {
        EXPECT_EQ(tcd(name, t, t.size() / 3), printed) << name << " " << text << " from anywhere";
      }
    }
    if (d == 3) {
      EXPECT_EQ(printed, 7 * (4 * nodes - sign - 3 * n) / 27) << "Eq. 14";
    }
  }
}

TEST(Eyes, RunOnLinesRingsAndTheirProducts) {
  for (const char* text : {"mesh:2", "mesh:16", "torus:32", "torus:2x2", "mesh:4x4w", "mesh:4wx4",
                           "mesh:8x8wx8", "torus:8x8x8", "mesh:4x4x4x4", "torus:2x2x2x2"}) {
    const Topology t = parse_topology(text);
    for (Rank root = 0; root < t.size(); root += 1 + t.size() / 9) {
      prove("eyes", {t, root, 1000});
      prove("eyes-optimal", {t, root, 1000});
      EXPECT_LE(tcd("eyes-optimal", t, root), tcd("eyes", t, root)) << text;
      if (t.dims() == 2) prove("eyes-fig2", {t, root, 1000});
    }
  }
  EXPECT_EQ(tcd("eyes", parse_topology("mesh:16"), 5), 5u + 2 * 3 + 4 * 1 + 8 * 1) << "sum of 2^(4-j) a_j";
}

TEST(Eyes, AreLegalOnAllPortHardware) {
  for (const char* name : all_three) {
    prove(name, {Topology::mesh(8, 8), 11, 1}, PortModel::all_port);
    prove(name, {Topology::torus(8, 8), 11, 1}, PortModel::all_port);
  }
}

TEST(EyesOptimal, RunsAtTheEndOfItsTables) {
  for (const char* text : {"mesh:64x64", "torus:64x64", "mesh:16x16x16", "mesh:8x8x8x8"}) {
    const Topology t = parse_topology(text);
    prove("eyes-optimal", {t, t.size() / 3, 8});
  }
}

TEST(EyesOptimal, TheCheckShowsWhereTheoremTwoIsWrong) {
  const Job job{Topology::mesh(4, 4), 1, 8};
  const Verdict verdict = check_formula(broadcast("eyes-optimal"), job, PortModel::one_port);
  EXPECT_EQ(verdict.outcome, Verdict::Outcome::note);
  EXPECT_EQ(paper_cost(broadcast("eyes-optimal"), job, PortModel::one_port)->message_hops, 17u);
  EXPECT_EQ(tcd("eyes-optimal", job.topology, job.root), 16u);
}

TEST(Eyes, ThatDoNotApplySayWhy) {
  const auto why = [](const char* name, const char* text) {
    return broadcast(name).why_not(parse_topology(text), PortModel::one_port).value_or("");
  };
  const std::string cube = "it needs lines or rings of one length, a power of two, at least 2";
  for (const char* text : {"mesh:8x4", "mesh:6x6", "mesh:1x1", "hypercube:4", "mesh:4x4x2"}) {
    EXPECT_EQ(why("eyes", text), cube) << text;
    EXPECT_EQ(why("eyes-optimal", text), cube) << text;
  }
  const std::string tables = "its tables end at sides of 64 in one or two dimensions, 16 in three, 8 in four";
  for (const char* text : {"mesh:128x128", "mesh:32x32x32", "torus:16x16x16x16"}) {
    EXPECT_EQ(why("eyes", text), "") << text;
    EXPECT_EQ(why("eyes-optimal", text), tables) << text;
  }
  const std::string square = "it needs a square of two dimensions whose side is a power of two, at least 2";
  for (const char* text : {"mesh:8", "mesh:8x4", "mesh:4x4x4"}) EXPECT_EQ(why("eyes-fig2", text), square);
  EXPECT_EQ(why("eyes-fig2", "mesh:128x128"), "its table ends at sides of 64");
  EXPECT_EQ(why("eyes-fig2", "torus:64x64"), "");
}

}  // namespace
}  // namespace collnoc
