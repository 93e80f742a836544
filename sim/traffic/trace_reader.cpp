#include "sim/traffic/trace_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "sim/common/json_problem.hpp"
#include "sim/common/nearest.hpp"
#include "sim/common/user_error.hpp"

namespace collnoc {
namespace {

using Json = nlohmann::json;

const std::vector<std::string> keys{"cycle", "src", "dst", "bytes", "after"};

}  // namespace

TraceReader::TraceReader(std::string file, Rank size) : file_(std::move(file)), size_(size) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (fs::is_directory(file_, error)) throw UserError(file_ + ": cannot be read: it is a folder");
  in_.open(file_, std::ios::binary);
  if (!in_) throw UserError(fmt::format("{}: cannot be read: {}", file_, std::strerror(errno)));
  if (fs::is_regular_file(file_, error)) bytes_of_file_ = fs::file_size(file_, error);
}

void TraceReader::refuse(std::uint64_t line, const std::string& what) const {
  throw UserError(fmt::format("{}:{}: {}", file_, line, what));
}

std::optional<double> TraceReader::part() const {
  if (bytes_of_file_ == 0) return std::nullopt;
  return std::min(1.0, static_cast<double>(bytes_) / static_cast<double>(bytes_of_file_));
}

bool TraceReader::read_line() {
  in_.getline(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
  const auto read = static_cast<std::size_t>(in_.gcount());
  if (in_.bad()) throw UserError(fmt::format("{}: cannot be read after line {}", file_, line_));
  if (read == 0 && in_.eof()) return false;
  ++line_;
  if (in_.fail() && !in_.eof()) refuse(line_, fmt::format("longer than {} bytes", longest_line));
  bytes_ += read;
  text_ = {buffer_.data(), in_.eof() ? read : read - 1};  // without the newline
  return true;
}

std::optional<TraceMessage> TraceReader::next() {
  if (!in_.eof() && read_line()) return parse();
  if (line_ == 0) throw UserError(file_ + ": a trace without messages");
  return std::nullopt;
}

TraceMessage TraceReader::parse() const {
  Json json;
  std::size_t given = 0;
  try {
    json = Json::parse(text_, [&given](int depth, Json::parse_event_t event, const Json&) {
      if (depth == 1 && event == Json::parse_event_t::key) ++given;
      return true;
    });
  } catch (const Json::parse_error& error) {
    refuse(line_, fmt::format("is not a JSON object, or is cut off: wrong from column {} on", error.byte));
  } catch (const Json::exception& error) {  // a number beyond every type
    refuse(line_, json_problem(error));
  }
  if (!json.is_object()) refuse(line_, "a message is a JSON object");
  for (const auto& [key, value] : json.items())
    if (std::find(keys.begin(), keys.end(), key) == keys.end())
      refuse(line_, fmt::format("unknown key '{}'; {}", key, suggestion(key, keys)));

  if (given != json.size()) refuse(line_, "a key is given twice");

  const auto number = [&](const Json& value, const char* what, std::uint64_t least, std::uint64_t most) {
    const bool good = value.is_number_unsigned() && value.get<std::uint64_t>() >= least &&
                      value.get<std::uint64_t>() <= most;
    if (!good)
      refuse(line_,
             fmt::format("{} is {}; must be a whole number, {} to {}", what, value.dump(), least, most));
    return value.get<std::uint64_t>();
  };
  const auto value = [&](const char* key, std::uint64_t most, bool needed) -> std::uint64_t {
    const auto found = json.find(key);
    if (found != json.end()) return number(*found, key, 0, most);
    if (needed) refuse(line_, fmt::format("{} is missing", key));
    return 0;
  };
  TraceMessage message;
  message.line = line_;
  message.cycle = value("cycle", most_cycles, false);
  message.src = static_cast<Rank>(value("src", size_ - 1, true));
  message.dst = static_cast<Rank>(value("dst", size_ - 1, true));
  message.bytes = value("bytes", most_bytes, true);
  if (message.src == message.dst) refuse(line_, "src and dst are the same node");
  const auto after = json.find("after");
  if (after == json.end()) return message;
  if (!after->is_array()) refuse(line_, "after must be a list of pairs [LINE, DELAY]");
  if (line_ == 1 && !after->empty()) refuse(line_, "after: there is no earlier line");
  for (const Json& pair : *after) {
    if (!pair.is_array() || pair.size() != 2)
      refuse(line_, fmt::format("after has {}; must be a pair [LINE, DELAY]", pair.dump()));
    if (pair[0].is_number_unsigned() && pair[0].get<std::uint64_t>() >= line_)
      refuse(line_, fmt::format("after names line {}, which is not an earlier line", pair[0].dump()));
    message.after.push_back({number(pair[0], "a line in after", 1, line_ - 1),
                             number(pair[1], "a delay in after", 0, most_cycles)});
  }
  return message;
}

}  // namespace collnoc
