// Plans for the NICs' sequencers as a C++ header that a tile program includes (`collnoc schedule --plan`).
#pragma once
#include <string>

#include "sim/run/catalogue.hpp"

namespace collnoc {

/// The namespace of a header: "my_broadcast" for "out/my_broadcast.hpp". Empty if the name is no identifier
/// followed by .hpp.
std::string plan_namespace(const std::string& file);

/// The text of the header. `command`: the command line that made it.
std::string plan_header(const std::string& name, const ScheduleRequest& request, const LinkedPlans& plans,
                        const std::string& command);

}  // namespace collnoc
