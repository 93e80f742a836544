#include "sim/schedule/schedule_json.hpp"

#include "sim/topology/topology_text.hpp"

namespace collnoc {
nlohmann::ordered_json to_json(const Schedule& schedule) {
  using Json = nlohmann::ordered_json;
  Json json{{"schema", "collnoc.schedule/1"},
            {"collective", to_text(schedule.collective)},
            {"algorithm", schedule.algorithm},
            {"topology", to_text(schedule.job.topology)},
            {"nic", to_text(schedule.nic)}};
  if (form_of(schedule.collective).rooted()) json["root"] = schedule.job.root;
  json["bytes"] = schedule.job.bytes;
  Json& steps = json["steps"] = Json::array();
  for (const Step& step : schedule.steps) {
    Json transfers = Json::array();
    for (const Transfer& t : step) {
      Json blocks = Json::array();
      for (const Block& b : t.blocks) {
        Json block{{"origin", b.origin}};
        if (!b.combined.empty()) block["combined"] = b.combined.ranks();
        if (b.target != no_rank) block["target"] = b.target;
        block["offset"] = b.offset;
        block["length"] = std::min(b.length, schedule.job.bytes - b.offset);  // no padding
        blocks.push_back(std::move(block));
      }
      for (const Rank dst : t.receivers(schedule.job.topology)) {
        Json transfer{{"src", t.src}, {"dst", dst}, {"route", path_to(schedule.job.topology, t, dst)}};
        if (t.box) transfer["box"] = {t.box->from, t.box->to};
        if (t.until != 0) transfer["until"] = t.until;
        transfer["blocks"] = blocks;
        transfers.push_back(std::move(transfer));
      }
    }
    steps.push_back(Json{{"transfers", std::move(transfers)}});
  }
  return json;
}

}  // namespace collnoc
