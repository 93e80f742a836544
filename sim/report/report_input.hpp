// The results that a report shows, read from files of several kinds into one document for the page:
//
//   sources     the files: name, kind, command line; of a sweep: points, how many have ended and failed
//   runs        of collnoc run; traffic, replays, programs, schedules, tuned: of these commands
//   timelines   of run --timeline
//   networks    by name: links, neighbours and extents of the topologies whose links have numbers
//   ranks       by name: how many ranks the topology has
//
// Every list has its elements in the order of the files, with `source`, the number of their file.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace collnoc {

/// Recognizes each file by its schema; of a folder, reads its results.jsonl. A sweep's last line that is not
/// complete, because the sweep is running, is left out. Throws UserError with the file and what is wrong.
nlohmann::ordered_json read_report(const std::vector<std::string>& files);

}  // namespace collnoc
