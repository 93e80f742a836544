// The page of a report: one file with the results, the program that draws them, and nothing to load.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

namespace collnoc {

/// `document`: of read_report(), and `order`: the algorithms of each collective in the order of the registry.
std::string report_page(nlohmann::ordered_json document, const std::string& title);

/// The bundle of report/, dist/report.js.
std::string_view report_script();

}  // namespace collnoc
