// What the program writes is what docs/schemas/ promises: every key described, every required key there,
// every value of the type described.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/sim/program/fakes.hpp"

namespace collnoc::test {
namespace {

using Json = nlohmann::json;

Json schema(const std::string& name) { return Json::parse(std::ifstream("docs/schemas/" + name)); }

bool has_type(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  return type == "null" && value.is_null();
}

void expect_type(const Json& value, const Json& type, const std::string& at) {
  bool good = false;
  for (const Json& one : type.is_array() ? type : Json::array({type}))
    good |= has_type(value, one.get<std::string>());
  EXPECT_TRUE(good) << at << " is " << value << ", not of type " << type;
}

/// The part of JSON Schema these schemas use: type, properties, required, additionalProperties, items, enum,
/// const, minimum.
void expect_valid(const Json& value, const Json& rule, const std::string& at) {
  if (rule.contains("type")) expect_type(value, rule["type"], at);
  if (rule.contains("const")) EXPECT_EQ(value, rule["const"]) << at;
  if (rule.contains("enum"))
    EXPECT_NE(std::find(rule["enum"].begin(), rule["enum"].end(), value), rule["enum"].end()) << at << value;
  if (rule.contains("minimum") && value.is_number()) EXPECT_GE(value, rule["minimum"]) << at;
  if (value.is_object()) {
    for (const Json& key : rule.value("required", Json::array()))
      EXPECT_TRUE(value.contains(key.get<std::string>())) << at << " lacks " << key;
    for (const auto& [key, inner] : value.items()) {
      const bool described = rule.contains("properties") && rule["properties"].contains(key);
      EXPECT_TRUE(described) << at << "." << key << " is not in the schema";
      if (described) expect_valid(inner, rule["properties"][key], fmt::format("{}.{}", at, key));
    }
  }
  if (value.is_array() && rule.contains("items"))
    for (const Json& inner : value) expect_valid(inner, rule["items"], at + "[]");
}

TEST(Schema, ResultsOfARunAreValid) {
  FakeEngine engine;
  engine.disturb = [](const RunConfig&, RunResult& result) {
    result.paper = PaperCost{6, 2.25, "Table 2", "", {}};
  };
  expect_valid(Json::parse(collnoc({"run", "broadcast", "--json", "-"}, engine).out), schema("result-1.json"),
               "$");
  expect_valid(Json::parse(collnoc({"run", "total-exchange", "--json", "-"}).out), schema("result-1.json"),
               "$");
}

TEST(Schema, ResultsOnProcessorsAreValid) {
  const std::vector<std::string> arguments{"run", "broadcast", "--firmware", "rv32", "--json", "-"};
  const Json result = Json::parse(collnoc(arguments).out);
  expect_valid(result, schema("result-1.json"), "$");
  const Json& run = result["runs"][0];
  EXPECT_TRUE(run["id"].get<std::string>().ends_with("/rv32")) << run["id"];
  EXPECT_EQ(run["rv32"]["instructions_per_rank"][0], 700);
  EXPECT_EQ(run["rv32"]["startup_cycles"]["median"], 22);
  EXPECT_EQ(run["rv32"]["startup_cycles"]["messages"], 63);

  FakeEngine engine;
  engine.disturb = [](const RunConfig&, RunResult& one) { one.rv32->startup.reset(); };
  const Json none = Json::parse(collnoc(arguments, engine).out);
  expect_valid(none, schema("result-1.json"), "$");
  EXPECT_TRUE(none["runs"][0]["rv32"]["startup_cycles"].is_null());
}

TEST(Schema, ResultsOfProgramsAreValid) {
  expect_valid(Json::parse(collnoc({"run", "--firmware", "mine.elf", "--json", "-"}).out),
               schema("program-1.json"), "$");
}

TEST(Schema, ResultsOfTrafficAreValid) {
  expect_valid(Json::parse(collnoc({"traffic", "--json", "-"}).out), schema("traffic-1.json"), "$");
}

TEST(Schema, TheTableOfTuneIsValid) {
  const Json table = Json::parse(std::ifstream("sim/tune/tuned.json"));
  expect_valid(table, schema("tuned-1.json"), "$");
}

TEST(Schema, ASchemaRefusesAnUnknownBackend) {
  const Json rule = schema("result-1.json");
  const Json& backends = rule["properties"]["runs"]["items"]["properties"]["backend"]["enum"];
  EXPECT_EQ(std::find(backends.begin(), backends.end(), "spice"), backends.end());
}

}  // namespace
}  // namespace collnoc::test
