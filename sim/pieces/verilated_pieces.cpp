#include "sim/pieces/verilated_pieces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "collnoc/arch/node_parameters.hpp"
#include "sim/fabric/library_cache.hpp"

namespace collnoc {
namespace {

template <class Api>
std::shared_ptr<const PieceLibrary<Api>> piece_library(const char* piece, const char* symbol,
                                                       const HardwareConfig& config,
                                                       const std::function<void(const std::string&)>& say) {
  static std::mutex mutex;
  static std::map<std::string, std::weak_ptr<const PieceLibrary<Api>>> loaded;
  LibraryRequest request;
  request.name = piece;
  request.arguments = fmt::format("--{}", piece);
  for (const NodeParameter& p : node_parameters) {
    request.name += fmt::format("_{}{}", p.letter, p.get(config));
    request.arguments += fmt::format(" {}={}", p.rtl, p.get(config));
  }
  request.name += ".so";
  request.doing = "verilating";
  request.missing = fmt::format("the RTL of this {} needs Verilator and a C++ compiler to be built", piece);
  const std::lock_guard lock(mutex);
  if (auto library = loaded[request.name].lock()) return library;
  SharedLibrary file(find_library(request, say).string());
  const Api& api = file.api<Api>(symbol, verilated::piece_api_version, piece);
  auto library = std::make_shared<const PieceLibrary<Api>>(PieceLibrary<Api>{std::move(file), api});
  loaded[request.name] = library;
  return library;
}

/// The same hardware with the defaults of what is not in a router, so that equal routers share a library.
HardwareConfig of_router(HardwareConfig config) {
  config.sequencer = config.accumulate = config.float_sums = false;
  return config;
}
/// The same for a NIC, of whose router only the depth of its injection buffers counts.
HardwareConfig of_nic(HardwareConfig config) {
  const HardwareConfig usual;
  config.hop_cycles = usual.hop_cycles;
  config.switching = usual.switching;
  config.vc_reads = usual.vc_reads;
  config.vc_depth = std::max(config.vc_depth, 4u);
  return config;
}

class VerilatedRouter final : public model::ClockedRouter {
 public:
  VerilatedRouter(std::shared_ptr<const RouterLibrary> library, const model::Place& place)
      : library_(std::move(library)), router_(library_->api.create(place.coord, place.extent, place.wrap)) {}
  ~VerilatedRouter() override { library_->api.destroy(router_); }
  void reset(model::RouterOut& out) override { library_->api.reset(router_, out); }
  void tick(const model::RouterIn& in, model::RouterOut& out) override {
    library_->api.tick(router_, in, out);
  }

 private:
  std::shared_ptr<const RouterLibrary> library_;
  void* router_;
};

class VerilatedNic final : public model::ClockedNic {
 public:
  VerilatedNic(std::shared_ptr<const NicLibrary> library, const model::Place& place)
      : library_(std::move(library)),
        nic_(library_->api.create(place.coord, place.extent, place.wrap, place.mem_words)) {}
  ~VerilatedNic() override { library_->api.destroy(nic_); }
  void reset() override { library_->api.reset(nic_); }
  void settle(const model::NicIn& in, model::NicOut& out) override { library_->api.settle(nic_, in, out); }
  void edge(const model::NicIn& in) override { library_->api.edge(nic_, in); }

 private:
  std::shared_ptr<const NicLibrary> library_;
  void* nic_;
};

}  // namespace

std::shared_ptr<const RouterLibrary> router_library(const HardwareConfig& config,
                                                    const std::function<void(const std::string&)>& say) {
  return piece_library<verilated::RouterApi>("router", verilated::router_api_symbol, of_router(config), say);
}

std::shared_ptr<const NicLibrary> nic_library(const HardwareConfig& config,
                                              const std::function<void(const std::string&)>& say) {
  return piece_library<verilated::NicApi>("nic", verilated::nic_api_symbol, of_nic(config), say);
}

std::unique_ptr<model::ClockedRouter> make_verilated_router(std::shared_ptr<const RouterLibrary> library,
                                                            const model::Place& place) {
  return std::make_unique<VerilatedRouter>(std::move(library), place);
}

std::unique_ptr<model::ClockedNic> make_verilated_nic(std::shared_ptr<const NicLibrary> library,
                                                      const model::Place& place) {
  return std::make_unique<VerilatedNic>(std::move(library), place);
}

}  // namespace collnoc
