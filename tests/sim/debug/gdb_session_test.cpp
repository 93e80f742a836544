// The gdb remote serial protocol, byte by byte, on tiles that do not exist.
#include "sim/debug/gdb_session.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace collnoc::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using Action = DebugResume::Action;
using Why = DebugStop::Why;

std::string packet(const std::string& data) {
  const unsigned sum = std::accumulate(data.begin(), data.end(), 0u,
                                       [](unsigned s, char c) { return s + static_cast<unsigned char>(c); });
  return fmt::format("${}#{:02x}", data, sum & 0xff);
}

/// What the debugger sends; when all is read, the debugger has gone.
class Script final : public GdbStream {
 public:
  std::string in, out;
  bool gone = false;
  std::optional<char> get() override {
    if (in.empty()) return std::nullopt;
    const char c = in.front();
    in.erase(0, 1);
    return c;
  }
  bool ready() override { return gone || !in.empty(); }
  void put(std::string_view bytes) override { out += bytes; }
};

/// Three tiles with 16 bytes of memory at address 0x40.
class FakeTiles final : public DebugTarget {
 public:
  std::vector<Rank> tiles() const override { return {0, 1, 2}; }
  std::string description(Rank tile) const override { return fmt::format("tile {}", tile); }
  Registers registers(Rank tile) const override {
    Registers all{};
    for (unsigned n = 0; n < all.size(); ++n) all[n] = 0x01020300 + 0x100 * tile + n;
    return all;
  }
  std::string set_register(Rank tile, unsigned n, std::uint32_t value) override {
    if (n == 31) return "not this one";
    written.push_back(fmt::format("{}:{}={:x}", tile, n, value));
    return {};
  }
  bool read(Rank, std::uint32_t address, std::span<std::uint8_t> bytes) const override {
    if (address < 0x40 || address + bytes.size() > 0x50) return false;
    std::copy_n(memory.begin() + (address - 0x40), bytes.size(), bytes.begin());
    return true;
  }
  bool write(Rank, std::uint32_t address, std::span<const std::uint8_t> bytes) override {
    if (address < 0x40 || address + bytes.size() > 0x50) return false;
    std::copy(bytes.begin(), bytes.end(), memory.begin() + (address - 0x40));
    return true;
  }
  void insert(const StopPoint& point) override { points.push_back(point); }
  void remove(const StopPoint& point) override { std::erase(points, point); }
  std::string command(const std::string& text) override { return "did " + text; }

  std::vector<std::uint8_t> memory = std::vector<std::uint8_t>(16, 0xab);
  std::vector<StopPoint> points;
  std::vector<std::string> written;
};

class GdbSessionTest : public ::testing::Test {
 protected:
  /// Serves the packets, without acknowledgements; the answers.
  std::string answers(const std::vector<std::string>& packets) {
    for (const std::string& data : packets) stream.in += packet(data);
    resume = session.serve({});
    std::string all;
    std::string rest = stream.out;
    stream.out.clear();
    while (!rest.empty()) {
      if (rest[0] == '+') {
        rest.erase(0, 1);
        continue;
      }
      const std::size_t end = rest.find('#');
      const std::string data = rest.substr(1, end - 1);
      EXPECT_EQ(packet(data), rest.substr(0, end + 3)) << "wrong checksum";
      all += "[" + data + "]";
      rest.erase(0, end + 3);
    }
    return all;
  }
  static std::string hex(const std::string& text) {
    std::string all;
    for (const char c : text) all += fmt::format("{:02x}", static_cast<unsigned char>(c));
    return all;
  }

  Script stream;
  FakeTiles tiles;
  GdbSession session{stream, tiles};
  DebugResume resume;
};

TEST_F(GdbSessionTest, APacketIsAcknowledgedAndAWrongOneIsAskedForAgain) {
  stream.in = "+$?#00" + packet("?");
  session.serve({});
  EXPECT_EQ(stream.out, "-+" + packet("T05thread:1;"));
}

TEST_F(GdbSessionTest, AnAnswerThatWasLostIsSentAgain) {
  stream.in = packet("qC") + "-" + packet("?");
  session.serve({});
  EXPECT_EQ(stream.out, "+" + packet("QC1") + packet("QC1") + "+" + packet("T05thread:1;"));
}

TEST_F(GdbSessionTest, WithoutAcknowledgementsChecksumsAreNotLookedAt) {
  stream.in = packet("QStartNoAckMode") + "+$qC#00";
  session.serve({});
  EXPECT_EQ(stream.out, "+" + packet("OK") + packet("QC1"));
}

TEST_F(GdbSessionTest, ReadsRegistersOfTheChosenTile) {
  EXPECT_EQ(answers({"p0", "p20", "Hg2", "p1", "p21"}), "[00030201][20030201][OK][01040201][E01]");
  const std::string all = answers({"Hg1", "g"});
  EXPECT_EQ(all.size(), std::string("[OK][]").size() + 33 * 8);
  EXPECT_THAT(all, StartsWith("[OK][0003020101030201"));
}

TEST_F(GdbSessionTest, WritesRegistersOfTheChosenTile) {
  EXPECT_EQ(answers({"P1=78563412", "Hg2", "P20=00010000", "P1f=00000000"}), "[OK][OK][OK][E.not this one]");
  EXPECT_THAT(tiles.written, ElementsAre("0:1=12345678", "1:32=100"));
  EXPECT_EQ(answers({"P21=00000000", "P1=0000", "P1", "P1=0000000g", "G00000000"}),
            "[E01][E01][E01][E01][E01]");
  tiles.written.clear();
  EXPECT_EQ(answers({"G" + std::string(31 * 8, '5')}), "[E01]");
  EXPECT_EQ(answers({"G" + std::string(33 * 8, '5')}), "[E.not this one]");
  EXPECT_EQ(tiles.written.size(), 31u);
}

TEST_F(GdbSessionTest, ReadsAndWritesMemory) {
  EXPECT_EQ(answers({"m40,2", "M41,2:0102", "m40,4", "m4f,2", "m0,1", "M4f,2:0000"}),
            "[abab][OK][ab0102ab][E0e][E0e][E0e]");
  EXPECT_EQ(answers({std::string("X42,2:}\x03Z"), "m42,2"}), "[OK][235a]") << "} and 03 mean #";
  EXPECT_EQ(answers({"m40", "M40,2:01", "M40,1:0g", "mxy,1"}), "[E01][E01][E01][E01]");
}

TEST_F(GdbSessionTest, InsertsAndRemovesStopPoints) {
  EXPECT_EQ(answers({"Z0,10,4", "Z2,44,8", "Z3,48,1", "Z4,4c,2", "z0,10,4", "Z5,0,1", "Z0,zz"}),
            "[OK][OK][OK][OK][OK][][E01]");
  using Kind = StopPoint::Kind;
  EXPECT_THAT(tiles.points, ElementsAre(StopPoint{Kind::write, 0x44, 8}, StopPoint{Kind::read, 0x48, 1},
                                        StopPoint{Kind::access, 0x4c, 2}));
}

TEST_F(GdbSessionTest, ADecisionEndsIt) {
  const auto decides = [&](const std::string& data, Action action, Rank tile, const std::string& reply = "",
                           bool alone = false) {
    EXPECT_EQ(answers({data, "qC"}), reply) << data;
    EXPECT_EQ(resume.action, action) << data;
    EXPECT_EQ(resume.tile, tile) << data;
    EXPECT_EQ(resume.alone, alone) << data;
    stream.in.clear();
  };
  decides("c", Action::go, 0);
  decides("s", Action::step, 0);
  decides("vCont;c", Action::go, 0);
  decides("vCont;s:2;c", Action::step, 1);
  decides("vCont;c:1;S05:3", Action::step, 2);
  decides("vCont;s:2", Action::step, 1, "", true);
  decides("k", Action::kill, 0);
  decides("vKill;a410", Action::kill, 0, "[OK]");
  decides("D", Action::detach, 0, "[OK]");
}

TEST_F(GdbSessionTest, ADebuggerThatGoesAwayDetaches) {
  answers({"?"});
  EXPECT_EQ(resume.action, Action::detach);
  stream.in = "$g#";
  EXPECT_EQ(session.serve({}).action, Action::detach) << "in the middle of a packet";
}

TEST_F(GdbSessionTest, AStopIsReportedWithItsReason) {
  const auto reply = [&](const DebugStop& stop) {
    stream.out.clear();
    session.serve(stop);
    return stream.out;
  };
  using Kind = StopPoint::Kind;
  EXPECT_EQ(reply({Why::step, 1, {}, 0}), packet("T05thread:2;"));
  EXPECT_EQ(reply({Why::breakpoint, 2, {}, 0}), packet("T05thread:3;swbreak:;"));
  EXPECT_EQ(reply({Why::watch, 0, {Kind::write, 0x44, 4}, 0x44}), packet("T05thread:1;watch:44;"));
  EXPECT_EQ(reply({Why::watch, 0, {Kind::read, 0x44, 4}, 0x44}), packet("T05thread:1;rwatch:44;"));
  EXPECT_EQ(reply({Why::watch, 0, {Kind::access, 0x44, 4}, 0x44}), packet("T05thread:1;awatch:44;"));
  EXPECT_EQ(reply({Why::interrupt, 0, {}, 0}), packet("T02thread:1;"));
  EXPECT_EQ(reply({Why::fault, 0, {}, 0}), packet("T06thread:1;"));
  EXPECT_EQ(reply({Why::trap, 0, {}, 0}), packet("T0bthread:1;"));
}

TEST_F(GdbSessionTest, TheStoppedTileIsTheOneThatIsReadNext) {
  stream.in = packet("qC");
  session.serve({Why::step, 2, {}, 0});
  EXPECT_THAT(stream.out, HasSubstr(packet("QC3")));
}

TEST_F(GdbSessionTest, EveryTileIsAThread) {
  EXPECT_EQ(answers({"qfThreadInfo", "qsThreadInfo", "T3", "T4", "T0x", "qThreadExtraInfo,2"}),
            "[m1,2,3][l][OK][E01][E01][" + hex("tile 1") + "]");
  EXPECT_EQ(answers({"Hg4", "Hg-1", "Hc0"}), "[E01][OK][OK]");
}

TEST_F(GdbSessionTest, DescribesTheProcessorInPieces) {
  EXPECT_THAT(answers({"qXfer:features:read:target.xml:0,20"}),
              StartsWith("[m<?xml version=\"1.0\"?><!DOCTYPE "));
  const std::string all = answers({"qXfer:features:read:target.xml:0,1000"});
  EXPECT_THAT(all, StartsWith("[l<?xml"));
  EXPECT_THAT(all, HasSubstr("<architecture>riscv:rv32</architecture>"));
  EXPECT_EQ(answers({"qXfer:features:read:target.xml:2000,20"}), "[l]");
}

TEST_F(GdbSessionTest, PassesCommandsOfTheSimulator) {
  EXPECT_EQ(answers({"qRcmd," + hex("cycle")}), "[" + hex("did cycle") + "]");
}

TEST_F(GdbSessionTest, AnythingElseIsUnknown) {
  EXPECT_EQ(answers({"vMustReplyEmpty", "qSymbol::", "!", "vAttach;1", ""}), "[][][][][]");
  EXPECT_EQ(answers({"vCont?"}), "[vCont;c;C;s;S]");
}

TEST_F(GdbSessionTest, NoticesARequestToStop) {
  EXPECT_FALSE(session.interrupted());
  stream.in = "+";
  EXPECT_FALSE(session.interrupted()) << "an acknowledgement";
  stream.in = "+\x03";
  EXPECT_TRUE(session.interrupted());
  stream.gone = true;
  EXPECT_TRUE(session.interrupted());
}

TEST_F(GdbSessionTest, ReportsTheEnd) {
  session.exited(3);
  EXPECT_EQ(stream.out, packet("W03"));
  stream.out.clear();
  session.failed("why");
  EXPECT_EQ(stream.out, packet("O" + hex("why\n")) + packet("X06"));
}

}  // namespace
}  // namespace collnoc::test
