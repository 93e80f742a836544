// The three-step exchange of the all-port `recursion-based` broadcast: Zhuang & Liberatore, section 8.1.
// Figure 9 is missing in the text that was read. The moves below were found by search; their costs match the
// costs given in the text.
//
// A square of side 4q is cut into 16 sub-squares of side q, in rows i and columns j. At the start, the data
// is in 8 segments on the two diagonals of the square. Each segment is spread over q nodes. After three
// steps, every sub-square has all 8 segments on its own two diagonals.
//
//     0 . . 4        M: main diagonal, where x and y differ as at the source; A: anti-diagonal
//     . 1 5 .        template t = (x_s xor y_s)/q mod 4: segment i starts on M of sub-square (i, i^t),
//     . 6 2 .        segment 4+i on A of (i, i^3^t); or both on M at half length, when only M is loaded
//     7 . . 3        (the picture shows t = 0)
//
// The move "A03M23:45" takes segments 4 and 5 from every node of A in sub-square (0,3) to M in (2,3). A move
// stays within a row (equal i, different j) or within a column. Nodes w are numbered by the rows of their
// sub-square. Moves in a row, and moves between diagonals of the same kind, go from node w to node w. All
// other moves go from w to w xor (q-1). For this reason, a diagonal of a sub-square holds some segments in
// reversed order: see `flipped`. Message lengths in the three steps: 1, 2, 2 segments when both diagonals are
// loaded; 2, 2, 2 half segments when only the main diagonal is loaded.
#pragma once
#include <array>
#include <cstdint>

namespace collnoc {

struct ExchangePlan {
  /// A diagonal of a sub-square has the index 16·(A) + 4i + j. `segments` has one bit per segment.
  struct Move {
    std::uint8_t from = 0, to = 0, segments = 0;
    constexpr bool in_row() const { return from / 4 % 4 == to / 4 % 4 && from % 4 != to % 4; }
    constexpr bool flips() const { return !in_row() && from / 16 != to / 16; }
  };
  std::array<Move, 96> moves{};
  std::array<std::uint8_t, 4> first{};     ///< step s has the moves first[s] .. first[s+1]-1
  std::array<std::uint8_t, 16> kept{};     ///< segments that remain on M of a sub-square; A has the others
  std::array<std::uint8_t, 32> flipped{};  ///< segments that a node holds in reversed order
};

/// Parses the moves of the three steps, and the segments kept on M of the 16 sub-squares.
consteval ExchangePlan exchange_plan(const char* a, const char* b, const char* c, const char* kept) {
  ExchangePlan plan;
  unsigned count = 0, step = 0;
  for (const char* text : {a, b, c}) {
    plan.first[step++] = static_cast<std::uint8_t>(count);
    while (*text != 0) {
      ExchangePlan::Move& move = plan.moves[count++];
      const auto node = [&] {
        const int n = 16 * (text[0] == 'A') + 4 * (text[1] - '0') + text[2] - '0';
        text += 3;
        return static_cast<std::uint8_t>(n);
      };
      move.from = node();
      move.to = node();
      for (++text; *text >= '0'; ++text) move.segments |= static_cast<std::uint8_t>(1 << (*text - '0'));
      if (*text == ' ') ++text;
      const unsigned held = plan.flipped[move.from] & move.segments;
      plan.flipped[move.to] |= static_cast<std::uint8_t>(move.flips() ? move.segments & ~held : held);
    }
  }
  plan.first[3] = static_cast<std::uint8_t>(count);
  for (unsigned square = 0; *kept != 0; ++kept) {
    if (*kept == ' ') {
      ++square;
    } else {
      plan.kept[square] |= static_cast<std::uint8_t>(1 << (*kept - '0'));
    }
  }
  return plan;
}

/// Both diagonals loaded, t = 0 and 1. For t = 2 and 3, use t = 1 and 0 with M and A exchanged.
inline constexpr std::array<ExchangePlan, 2> exchange_of_both = {
    exchange_plan(
        "A03M00:4 A03M23:4 A12A13:5 A12A32:5 A12M11:5 A21A31:6 A21M01:6 A21M20:6 A21M22:6 A30A32:7 "
        "A30M10:7 M00A02:0 M00M10:0 M11A12:1 M11A21:1 M11M10:1 M22A02:2 M22A21:2 M22M23:2 M33A03:3 "
        "M33A30:3",
        "A02M01:2 A02M22:0 A03A02:34 A03A13:34 A12M02:15 A13M12:5 A13M23:5 A21A20:2 A21A31:12 A21M11:26 "
        "A21M22:1 A30A20:37 A30M31:37 A31M31:6 A32A12:7 A32A33:57 A32M30:57 M00A30:04 M00M01:04 M01A00:6 "
        "M01A11:6 M01M03:6 M10M00:7 M10M13:07 M11A01:15 M11A10:15 M22A23:26 M22M32:26 M23A03:2 M23A22:24 "
        "M23M33:24 M33A32:3 M33M23:3",
        "A00M00:6 A02A00:23 A02M12:03 A10A00:15 A10M20:15 A11A12:6 A11M10:6 A12A13:1 A13A11:34 A20A10:23 "
        "A20M21:27 A21M20:2 A22M12:24 A23M13:26 A30A20:04 A30A31:04 A31A33:16 A31M30:12 A31M31:12 "
        "A32A22:37 A32A31:35 A33A23:7 M00A10:4 M00M02:07 M01M21:04 M02M03:15 M03A02:6 M03A03:6 M10A11:07 "
        "M12M22:5 M13M03:07 M13M33:0 M20A30:6 M22A23:01 M22M32:01 M23A21:35 M31A01:37 M33A32:4",
        "0467 0246 0157 0157 0167 1256 0234 0267 1256 0247 0156 2345 1257 1267 0126 0234"),
    exchange_plan(
        "A02M01:4 A02M32:4 A13M10:5 A13M23:5 A20M00:6 A20M22:6 A31A33:7 A31M11:7 A31M30:7 M01A00:0 "
        "M01M03:0 M01M21:0 M10M12:1 M10M30:1 M23A20:2 M23A33:2 M23M03:2 M32A02:3 M32A31:3",
        "A00M10:0 A02A00:34 A02A03:34 A02M12:4 A13A12:5 A13M03:5 A20M10:26 A20M21:26 A20M30:26 A31A21:37 "
        "A33A23:7 A33M32:2 M00A00:6 M00M01:6 M01M21:4 M03A02:02 M03M13:02 M10A20:5 M10M00:15 M10M11:15 "
        "M11M01:7 M11M10:7 M11M12:7 M12A13:1 M12M02:1 M12M22:1 M21A20:0 M21M22:0 M21M31:0 M22A23:6 "
        "M22M12:6 M22M32:6 M23A22:2 M23A33:5 M30A20:1 M30M31:1 M32A32:34 M32A33:34 M32M30:34",
        "A00A10:34 A02A01:23 A02A12:03 A03M13:34 A12M02:5 A12M22:5 A20A21:15 A20A30:25 A21M20:37 A22A12:2 "
        "A23A03:67 A23A22:7 A23M33:67 A31A11:37 A33A23:34 A33M32:57 M00M01:15 M01A01:06 M01M02:67 "
        "M02M03:1 M10A11:02 M10M00:27 M11A10:57 M11A31:15 M12A13:67 M12M11:46 M22A32:01 M22M23:01 "
        "M30M20:24 M30M31:6 M31A30:01 M31M33:01 M32A22:34 M32M31:24",
        "1257 1457 1567 0125 0126 1456 1467 0234 2347 0246 0156 0125 3467 0246 2567 0167")};

/// Only the main diagonal loaded, t = 0 .. 3.
inline constexpr std::array<ExchangePlan, 4> exchange_of_main = {
    exchange_plan("M00A30:04 M00M02:04 M11A01:15 M11A21:15 M11M10:15 M11M13:15 M22A12:26 M22A20:26 M22A23:26 "
                  "M22A32:26 M33A13:37 M33A31:37",
                  "A01A11:15 A12A02:26 A13A23:37 A20A00:26 A20A21:26 A21M22:15 A21M31:15 A23A33:26 A23M20:26 "
                  "A30A20:04 A30A33:04 A31M01:37 A31M30:37 A32A31:26 A32M32:26 M00A01:04 M00M10:04 M02M03:04 "
                  "M02M22:04 M10M20:15 M11M12:15 M13A03:15 M13A10:15 M22A22:26 M22M23:26 M33A32:37 M33M13:37",
                  "A02A03:26 A02M01:26 A03A02:15 A12M02:26 A13M03:37 A20M10:26 A20M21:04 A21M11:26 A23A13:26 "
                  "A23M22:37 A30M31:04 A31A21:37 A32A12:37 A33A23:04 A33A32:04 M01A02:37 M01M00:37 M01M11:37 "
                  "M02M12:04 M03M13:04 M10A00:15 M10A11:04 M11M21:15 M12A22:15 M13A10:37 M13M33:15 M20M30:26 "
                  "M22M20:4 M22M23:15 M30A20:37 M31A30:15 M31M32:15",
                  "0347 2367 0246 0347 0246 2367 0145 0145 1456 0145 0347 1256 2367 0145 1256 1357"),
    exchange_plan("M01A00:04 M01A21:04 M01M03:04 M10A00:15 M10A12:15 M10M30:15 M23A33:26 M23M13:26 M23M21:26 "
                  "M32A31:37 M32M02:37 M32M33:37",
                  "A00M03:15 A00M10:04 A12A32:15 A12M13:15 A21A23:0 A31A30:37 A31M31:37 A33A31:26 M01A31:04 "
                  "M02A12:37 M02M00:37 M03A23:4 M03M02:04 M10A11:15 M10M20:15 M13M12:26 M21A01:26 M21A20:26 "
                  "M23A22:26 M30M33:15 M32M22:37 M33A03:37",
                  "A01A03:26 A01M00:26 A01M01:26 A11A01:15 A12A13:37 A20A10:26 A20M30:26 A21M20:04 A21M31:04 "
                  "A22A02:26 A23A33:04 A30A20:37 A31A11:37 A31A30:04 A31M32:04 A32A22:15 A33M32:26 M00A01:37 "
                  "M00A10:37 M01M11:04 M02M22:04 M03A02:15 M03A13:04 M10A12:04 M12M11:26 M13M12:15 M20M21:15 "
                  "M22A21:37 M22A32:37 M22M23:37 M30A31:15 M33A23:15",
                  "2367 0246 0347 0145 0145 0246 1256 1256 0145 1256 0347 2367 1256 0347 0246 1357"),
    exchange_plan("M02A00:04 M02A03:04 M02A22:04 M13A03:15 M13A11:15 M13A33:15 M20M00:26 M20M23:26 M20M30:26 "
                  "M31M21:37 M31M30:37 M31M32:37",
                  "A00A01:04 A03M00:05 A03M33:04 A11A12:15 A11A21:15 A22A32:04 A22M20:04 A33M23:15 A33M30:15 "
                  "M00A10:26 M02M03:04 M02M12:04 M13M10:15 M20A30:26 M20M21:26 M21M22:37 M23A22:26 M23M13:26 "
                  "M30A00:27 M30A31:26 M31M11:37 M32A02:37",
                  "A00M10:04 A01A31:04 A01M00:4 A02A01:37 A02A12:37 A02M03:37 A03A02:15 A03A13:04 A10M11:2 "
                  "A11M01:15 A12A32:15 A22M02:26 A31M31:26 A31M32:26 A33M33:15 M00M01:26 M10A20:15 M11A10:37 "
                  "M11A13:37 M12M11:04 M13A03:26 M13M12:26 M20A21:04 M21A11:36 M22A20:37 M22A23:37 M23A33:26 "
                  "M23M22:15 M30A00:13 M30A31:15 M32A33:37 M33A23:04 M33A30:04",
                  "0456 1256 0246 0347 0145 0247 0246 1256 0246 2367 1357 1256 1357 2367 2367 0145"),
    exchange_plan("M03M01:04 M03M33:04 M12M02:15 M12M11:15 M12M13:15 M12M22:15 M21A23:26 M21M01:26 M21M20:26 "
                  "M21M31:26 M30A31:37 M30M10:37",
                  "A23A13:26 A23A33:26 A23M22:26 A31M11:37 M01A21:04 M01M00:04 M01M02:26 M02A12:15 M02M03:15 "
                  "M03A02:04 M03M13:04 M10A13:37 M10M00:37 M11A01:15 M12A11:15 M13A23:15 M20A22:26 M20M10:26 "
                  "M20M30:26 M22A20:15 M22M32:15 M30A32:37 M30M20:37 M33A23:04 M33A30:04",
                  "A01A00:15 A02A01:04 A02M12:04 A11A10:15 A13A03:37 A13A11:26 A13A23:37 A20A30:15 A21A20:04 "
                  "A21M11:04 A22M12:26 A23A33:15 A23M22:04 A30M10:04 A31M31:37 A32A22:37 A33M23:26 M00A10:37 "
                  "M00M02:37 M01A31:04 M02A02:25 M02A03:26 M10A00:26 M11A12:37 M11M01:37 M20M21:37 M22A21:15 "
                  "M22M23:15 M22M32:26 M30M33:37 M32A31:15 M32A32:15 M33M32:04",
                  "0347 2367 1367 0145 0246 0347 0246 0145 2367 2367 0145 1256 2367 2367 0246 0347")};

}  // namespace collnoc
