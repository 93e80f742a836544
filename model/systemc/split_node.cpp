#include "collnoc/model/systemc/split_node.hpp"

#include <utility>

#include "collnoc/model/tile/split_node.hpp"

namespace collnoc::systemc {

NodeMaker make_split(model::RouterMaker router, model::NicMaker nic) {
  return [router = std::move(router), nic = std::move(nic)](const HardwareConfig& config,
                                                            const model::Place& place) {
    return std::make_unique<model::SplitNode>(config, router(config, place), nic(config, place));
  };
}

}  // namespace collnoc::systemc
