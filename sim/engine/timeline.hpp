// The steps of every rank over time, as a trace for Perfetto (ui.perfetto.dev).
#pragma once
#include <string>
#include <vector>

#include "sim/engine/executor_host.hpp"

namespace collnoc {

/// Chrome trace-event JSON: one track per rank, one slice per step; 1 cycle is shown as 1 us.
std::string timeline_json(const std::vector<std::unique_ptr<ExecutorHost>>& hosts, const std::string& title);

}  // namespace collnoc
