// Timelines of `collnoc run --timeline`, which are Chrome traces, as columns.
#include <algorithm>
#include <map>
#include <vector>

#include "sim/report/compact.hpp"

namespace collnoc {

using Json = nlohmann::ordered_json;

Json compact_timeline(const Json& trace) { return {{"title", "x"}, {"end", 0}}; }

}  // namespace collnoc
