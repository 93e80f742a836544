// What the tiles of a program do when a run ends before them, in groups of tiles that do the same.
#pragma once
#include <string>
#include <vector>

#include "sim/distributed/parts.hpp"
#include "sim/processor/processor_host.hpp"
#include "sim/processor/program_places.hpp"

namespace collnoc {

class TileActivities {
 public:
  /// `places` must outlive this object.
  explicit TileActivities(ProgramPlaces& places) : places_(places) {}

  /// A tile of this part whose program has not ended.
  void add(Rank rank, const ProcessorHost& tile);
  /// Called by all parts together; the first one gets the text: "15 tiles (0 to 2, 4 to 15) wait in main() at
  /// jacobi.cpp:71 for counter 2 to be 4, it is 3; tile 3 computes in ...". The largest groups come first.
  std::string text(const NetworkParts& parts);

 private:
  enum class What : std::uint8_t {
    wait_for_counter,
    wait_for_sequencer,
    wait_for_event,
    wait_for_nic,
    compute
  };
  struct Activity {
    Rank rank = 0;
    What what = What::compute;
    bool of_library = false;
    std::uint8_t counter = 0;
    std::uint32_t count = 0, arrived = 0;
    Cycle idle_since = 0;  ///< computes, and has written nothing since
  };
  struct Group;

  ProgramPlaces& places_;
  std::vector<Activity> activities_;
  std::vector<std::string> texts_;
};

}  // namespace collnoc
