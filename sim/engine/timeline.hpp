// When every rank was in which step, as a trace that Perfetto (ui.perfetto.dev) shows.
#pragma once
#include <string>
#include <vector>

#include "sim/engine/executor_host.hpp"

namespace collnoc {

/// Chrome trace-event JSON: a track a rank, a slice a step; 1 cycle is shown as 1 us.
std::string timeline_json(const std::vector<std::unique_ptr<ExecutorHost>>& hosts, const std::string& title);

}  // namespace collnoc
