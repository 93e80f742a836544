// A regression as JUnit XML, as Markdown, and as JSON for actions that keep a history.
#include <fmt/format.h>

#include <set>

#include "sim/regress/regress.hpp"

namespace collnoc {
namespace {

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string test_case(const Outcome& outcome) {
  const std::string suite = outcome.backend.empty() ? "baseline" : outcome.backend;
  std::string text = fmt::format(R"(    <testcase classname="regress.{}" name="{}" time="{:.3f}")", suite,
                                 escaped(outcome.id), outcome.seconds);
  const std::string message = escaped(outcome.text);
  switch (outcome.kind) {
    case Outcome::Kind::equal: return text + "/>\n";
    case Outcome::Kind::skipped: text += fmt::format("><skipped message=\"{}\"/>", message); break;
    case Outcome::Kind::differs: text += fmt::format("><failure message=\"{}\"/>", message); break;
    case Outcome::Kind::failed: text += fmt::format("><error message=\"{}\"/>", message); break;
  }
  return text + "</testcase>\n";
}

}  // namespace

std::string junit_xml(const RegressReport& report) {
  std::string cases;
  double seconds = 0;
  for (const Outcome& outcome : report.outcomes) {
    cases += test_case(outcome);
    seconds += outcome.seconds;
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
      "  <testsuite name=\"collnoc regress\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" "
      "time=\"{:.3f}\">\n{}  </testsuite>\n</testsuites>\n",
      report.outcomes.size(), report.count(Outcome::Kind::differs), report.count(Outcome::Kind::failed),
      report.count(Outcome::Kind::skipped), seconds, cases);
}

std::string markdown_summary(const RegressReport& report) {
  std::string text = fmt::format(
      "## collnoc regress\n\n| equal | differ | failed | skipped |\n|---|---|---|---|\n| {} | {} | {} | {} "
      "|\n",
      report.count(Outcome::Kind::equal), report.count(Outcome::Kind::differs),
      report.count(Outcome::Kind::failed), report.count(Outcome::Kind::skipped));
  std::string lines;
  for (const Outcome& outcome : report.outcomes)
    if (!outcome.text.empty() && outcome.kind != Outcome::Kind::skipped) lines += outcome.text + "\n";
  if (!lines.empty()) text += "\n```\n" + lines + "```\n";
  return text;
}

std::string benchmark_json(const RegressReport& report) {
  std::set<std::string> backends;
  for (const Outcome& outcome : report.outcomes)
    if (outcome.cycles) backends.insert(outcome.backend);
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Outcome& outcome : report.outcomes) {
    if (!outcome.cycles) continue;
    list.push_back({{"name", backends.size() > 1 ? outcome.id + " (" + outcome.backend + ")" : outcome.id},
                    {"unit", "cycles"},
                    {"value", *outcome.cycles},
                    {"extra", outcome.text.empty() ? "equal to its baseline" : outcome.text}});
  }
  return list.dump(1) + "\n";
}

}  // namespace collnoc
