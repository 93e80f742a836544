// Tests sim/schedule/schedule_json.hpp: schema collnoc.schedule/1.
#include "sim/schedule/schedule_json.hpp"

#include <gtest/gtest.h>

#include "sim/schedule/check.hpp"

namespace collnoc {
namespace {

nlohmann::ordered_json json_of(const Algorithm* algorithm, const Job& job) {
  Schedule schedule = spell_out(*algorithm, job, PortModel::one_port);
  EXPECT_TRUE(trace(schedule).good());
  return to_json(schedule);
}

TEST(ScheduleJson, OfABroadcastIsAsDocumented) {
  const auto json =
      json_of(find_algorithm(Collective::broadcast, "recursion-based"), {Topology::mesh(2, 2), 0, 16});
  EXPECT_EQ(
      json.dump(),
      R"({"schema":"collnoc.schedule/1","collective":"broadcast","algorithm":"recursion-based",)"
      R"("topology":"mesh:2x2","nic":"one-port","root":0,"bytes":16,"steps":[)"
      R"({"transfers":[{"src":0,"dst":3,"route":[0,1,3],"blocks":[{"origin":0,"offset":8,"length":8}]}]},)"
      R"({"transfers":[{"src":0,"dst":2,"route":[0,2],"blocks":[{"origin":0,"offset":0,"length":8}]},)"
      R"({"src":3,"dst":1,"route":[3,1],"blocks":[{"origin":0,"offset":8,"length":8}]}]},)"
      R"({"transfers":[{"src":0,"dst":1,"route":[0,1],"blocks":[{"origin":0,"offset":0,"length":8}]},)"
      R"({"src":1,"dst":0,"route":[1,0],"blocks":[{"origin":0,"offset":8,"length":8}]},)"
      R"({"src":2,"dst":3,"route":[2,3],"blocks":[{"origin":0,"offset":0,"length":8}]},)"
      R"({"src":3,"dst":2,"route":[3,2],"blocks":[{"origin":0,"offset":8,"length":8}]}]}]})");
}

TEST(ScheduleJson, OfATotalExchangeNamesTargetsAndNoRoot) {
  const auto json =
      json_of(find_algorithm(Collective::total_exchange, "product"), {Topology::torus(2, 2), 0, 5});
  EXPECT_FALSE(json.contains("root"));
  EXPECT_EQ(json["steps"].size(), 4u);
  EXPECT_EQ(json["steps"][0]["transfers"][0].dump(),
            R"({"src":0,"dst":2,"route":[0,2],"blocks":[{"origin":0,"target":2,"offset":0,"length":5}]})");
}

TEST(ScheduleJson, OfAnAllToAllBroadcastNamesOriginsAndNoPadding) {
  const auto json =
      json_of(find_algorithm(Collective::all_to_all_broadcast, "ring"), {Topology::torus(2, 2), 0, 5});
  EXPECT_FALSE(json.contains("root"));
  EXPECT_EQ(json["steps"].size(), 2u);
  EXPECT_EQ(json["steps"][1]["transfers"][0].dump(),
            R"({"src":0,"dst":2,"route":[0,2],"blocks":[{"origin":0,"offset":0,"length":5},)"
            R"({"origin":1,"offset":0,"length":5}]})");
}

}  // namespace
}  // namespace collnoc
