#include "sim/commands/report_output.hpp"

#include "sim/results/result_json.hpp"

namespace collnoc {

void conclude(Console& console, const std::string& text,
              const std::function<nlohmann::ordered_json()>& document) {
  if (console.results)
    console.results(document());
  else
    console.out << text << std::flush;
}

ReportOutput::ReportOutput(const Settings& settings, Console& console)
    : console_(console), quiet_(settings.on("output.quiet")) {
  const std::string name = settings.text("output.json");
  if (name == "-")
    json_to_stdout_ = true;
  else if (!name.empty() && console.writes_results)
    json_.emplace("--json", name);
  else if (name.empty() && settings.given("output.json"))
    fail(settings.get("output.json"), "a file name, or - for standard output");
}

void ReportOutput::write(const std::function<std::string(const Palette&)>& table,
                         const nlohmann::ordered_json& document) {
  const std::string text = json_ || json_to_stdout_ ? document_text(document) : "";
  if (json_) {
    json_->write(text);
    json_->commit();
  }
  if (console_.results) return console_.results(document);
  if (!quiet_) {
    const Palette palette{json_to_stdout_ ? console_.err_is_terminal : console_.out_is_terminal};
    (json_to_stdout_ ? console_.err : console_.out) << table(palette) << std::flush;
  }
  if (json_to_stdout_) console_.out << text << std::flush;
}

}  // namespace collnoc
