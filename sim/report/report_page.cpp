#include "sim/report/report_page.hpp"

namespace collnoc {
namespace {

/// Text between tags or in a quoted attribute.
std::string escaped(const std::string& text) {
  std::string made;
  for (const char c : text) {
    switch (c) {
      case '&': made += "&amp;"; break;
      case '<': made += "&lt;"; break;
      case '>': made += "&gt;"; break;
      case '"': made += "&quot;"; break;
      default: made += c;
    }
  }
  return made;
}

/// JSON inside <script>, where "</script" would end it.
std::string embedded(const nlohmann::ordered_json& document) {
  std::string made;
  for (const char c : document.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)) {
    if (c == '<')
      made += "\\u003c";
    else
      made += c;
  }
  return made;
}

}  // namespace

std::string report_page(nlohmann::ordered_json document, const std::string& title) {
  document["title"] = title;
  std::string page =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<link rel=\"icon\" href=\"data:,\">\n<title>";
  page += escaped(title);
  page +=
      "</title>\n</head>\n<body>\n<noscript>This page draws its pictures with JavaScript.</noscript>\n"
      "<script type=\"application/json\" id=\"results\">";
  page += embedded(document);
  page += "</script>\n<script>\n";
  page += report_script();
  page += "</script>\n</body>\n</html>\n";
  return page;
}

}  // namespace collnoc
