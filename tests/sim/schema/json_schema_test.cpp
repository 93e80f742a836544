// The checker of JSON schemas says what is wrong, where, and what would be right.
#include "sim/schema/json_schema.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/common/user_error.hpp"
#include "sim/schema/schemas.hpp"

namespace collnoc::test {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;

std::string wrong(const std::string& schema, const std::string& document) {
  return JsonSchema(Json::parse(schema)).violation(Json::parse(document)).value_or("good");
}

TEST(JsonSchema, SaysTheValueAndWhatItMayBe) {
  const std::string cycles = R"({"type": "integer", "minimum": 0, "maximum": 9})";
  EXPECT_EQ(wrong(cycles, "3"), "good");
  EXPECT_EQ(wrong(cycles, "3.0"), "good") << "as JSON Schema has it";
  for (const char* value : {"-5", "10", "3.5", "1e308", "\"many\"", "null", "true"})
    EXPECT_EQ(wrong(cycles, value),
              "is " + Json::parse(value).dump() + "; must be a whole number from 0 to 9");
  EXPECT_EQ(wrong(cycles, "[3]"), "is a list; must be a whole number from 0 to 9");
  EXPECT_EQ(wrong(R"({"type": ["number", "null"], "exclusiveMinimum": 0})", "0"),
            "is 0; must be a number above 0 or null");
  EXPECT_EQ(wrong(R"({"enum": ["a", null, 7]})", "\"b\""), R"(is "b"; must be one of "a", null, 7)");
  EXPECT_EQ(wrong(R"({"const": 1})", "true"), "is true; must be 1");
  EXPECT_EQ(wrong(R"({"type": "string", "pattern": "^([0-9a-f]{2})*$"})", "\"0g\""),
            R"(is "0g"; must match ^([0-9a-f]{2})*$)");
  EXPECT_EQ(wrong(R"({"type": "array", "minItems": 1})", "[]"), "has 0 elements; must have at least 1");
  EXPECT_EQ(wrong(R"({"type": "boolean"})", "{}"), "is an object; must be true or false");
}

TEST(JsonSchema, ComparesIntegersExactly) {
  const std::string seed = R"({"type": "integer", "minimum": 0, "maximum": 18446744073709551615})";
  EXPECT_EQ(wrong(seed, "18446744073709551615"), "good");
  EXPECT_NE(wrong(seed, "18446744073709551616"), "good");
  EXPECT_NE(wrong(seed, "-1"), "good");
  EXPECT_NE(wrong(R"({"type": "integer", "maximum": 9007199254740991})", "9007199254740992"), "good");
}

TEST(JsonSchema, NamesTheWrongPartByItsPointer) {
  const std::string schema =
      R"({"type": "object", "additionalProperties": false, "required": ["a/b"], "properties": {
      "a/b": {"type": "array", "items": {"$ref": "#/$defs/n"}}, "other": {"additionalProperties": {"type": "string"}}},
      "$defs": {"n": {"type": "integer"}}})";
  EXPECT_EQ(wrong(schema, R"({"a/b": [1, 2]})"), "good");
  EXPECT_EQ(wrong(schema, R"({"a/b": [1, "x"]})"), R"(/a~1b/1: is "x"; must be a whole number)");
  EXPECT_EQ(wrong(schema, "{}"), R"(has no "a/b"; must be a list)");
  EXPECT_EQ(wrong(schema, R"({"a/b": [], "othr": {}})"),
            R"(has "othr", which is unknown; did you mean 'other'?)");
  EXPECT_EQ(wrong(schema, R"({"a/b": [], "other": {"x": 1}})"), "/other/x: is 1; must be a text");
}

TEST(JsonSchema, OfAlternativesTheOneThatIsMeantSaysWhatIsWrong) {
  const std::string schema = R"({"oneOf": [{"type": "null"},
      {"type": "object", "properties": {"ph": {"const": "X"}, "dur": {"type": "integer"}}, "required": ["ph", "dur"]},
      {"type": "object", "properties": {"ph": {"const": "M"}, "name": {"type": "string"}}, "required": ["ph", "name"]}]})";
  EXPECT_EQ(wrong(schema, "null"), "good");
  EXPECT_EQ(wrong(schema, R"({"ph": "M", "name": "a"})"), "good");
  EXPECT_EQ(wrong(schema, R"({"ph": "M", "name": 1})"), "/name: is 1; must be a text");
  EXPECT_EQ(wrong(schema, R"({"ph": "X"})"), R"(has no "dur"; must be a whole number)");
  EXPECT_EQ(wrong(schema, R"({"ph": "Q"})"), R"(/ph: is "Q"; must be one of "X", "M")");
  EXPECT_EQ(wrong(schema, "3"), "is 3; must be null or an object or an object");
}

TEST(JsonSchema, RefusesKeywordsThatItDoesNotCheck) {
  EXPECT_THROW(JsonSchema(Json::parse(R"({"maxLength": 3})")), std::invalid_argument);
  EXPECT_THROW(JsonSchema(Json::parse(R"({"type": "whole"})")), std::out_of_range);
  EXPECT_THROW(JsonSchema(Json::parse(R"({"$ref": "other.json"})")), std::invalid_argument);
}

TEST(Schemas, AreAllCompiledIntoTheProgram) {
  EXPECT_THAT(schema_names(),
              ::testing::IsSupersetOf({"result-1", "traffic-2", "tuned-1", "sweep-1", "energy-1"}));
  for (const std::string& name : schema_names()) EXPECT_TRUE(schema(name).violation(Json(3))) << name;
  EXPECT_THROW(schema("no-1"), std::out_of_range);
  EXPECT_EQ(schema_of(Json::parse(R"({"schema": "collnoc.traffic/2"})")), "traffic-2");
  EXPECT_THROW(schema_of(Json::parse(R"({"schema": 2})")), UserError);
}

TEST(Schemas, AnEventOfATimelineSaysWhichNameItMayHave) {
  EXPECT_EQ(schema("timeline-1", "/properties/traceEvents/items")
                .violation(Json::parse(R"({"ph": "M", "name": "thread", "args": {"name": "rank 1"}})"))
                .value_or("good"),
            R"(/name: is "thread"; must be one of "process_name", "thread_name")");
}

TEST(Schemas, LongTextsAreNoProblem) {
  Json line{{"id", "x"}, {"trace", {{"windows", std::string(4'000'000, 'a')}}}};
  EXPECT_THAT(schema("baseline-1").violation(line).value_or("good"), HasSubstr("has no"));
}

}  // namespace
}  // namespace collnoc::test
