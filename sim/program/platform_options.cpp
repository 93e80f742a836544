#include "sim/program/platform_options.hpp"

#include <limits>

#include "sim/common/errors.hpp"
#include "sim/program/values.hpp"
#include "sim/topology/topology_text.hpp"

namespace collnoc {
namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

unsigned parse_unsigned(const Settings& settings, const std::string& key, unsigned least, unsigned most) {
  return static_cast<unsigned>(parse_count(settings.get(key), least, most));
}

void read_hardware(const Settings& settings, HardwareConfig& hardware) {
  read_channels(settings, hardware);
  hardware.vc_depth = parse_unsigned(settings, "hardware.vc_depth", 2, 64);
  const Given width = settings.get("hardware.flit_bits");
  if (width.text != "64" && width.text != "128" && width.text != "256" && width.text != "512")
    fail(width, "must be one of 64, 128, 256, 512");
  hardware.flit_bits = parse_unsigned(settings, "hardware.flit_bits", 64, 512);
  hardware.max_packet_flits = parse_unsigned(settings, "hardware.max_packet_flits", 2, 256);
  hardware.hop_cycles = parse_unsigned(settings, "hardware.hop_cycles", 1, 2);
  hardware.switching = parse_word<Switching>(settings.get("hardware.switching"), "switching");
  const Given stages = settings.get("hardware.link_stages");
  if (parse_count(stages, 0, 8) != 0)
    fail(stages, "links with registers of their own are not in this version; only 0");
}

/// Cut-through and store-and-forward take a packet only where all of it fits.
void fit_packet(const Settings& settings, HardwareConfig& hardware) {
  if (hardware.switching == Switching::wormhole || hardware.max_packet_flits <= hardware.vc_depth) return;
  if (!settings.given("hardware.max_packet_flits")) {
    hardware.max_packet_flits = hardware.vc_depth;
    return;
  }
  fail(settings.get("hardware.max_packet_flits"),
       fmt::format("{} needs a buffer that holds a packet; --vc-depth {} or --max-packet-flits {}",
                   word_of(hardware.switching), std::min(hardware.max_packet_flits, 64u), hardware.vc_depth));
}

void read_backend(const Settings& settings, Platform& platform) {
  const Given backend = settings.get("backend");
  platform.backend = parse_word<Backend>(backend, "backend");
  const Given nodes = settings.get("rtl_nodes");
  if (platform.backend == Backend::mixed)
    platform.rtl_nodes = parse_ranks(nodes, platform.topology);
  else if (settings.given("rtl_nodes"))
    fail(nodes, "only --backend mixed chooses nodes");
}

}  // namespace

std::vector<Setting> operator+(std::vector<Setting> left, const std::vector<Setting>& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

std::vector<Setting> network_settings() {
  return {{"topology", "topology", "KIND:SIZES", "mesh:8x8", "network; see `collnoc list topologies`"},
          {"nic", "nic", "NIC", "one-port", "one-port or all-port"}};
}

std::vector<Setting> channel_settings() {
  return {
      {"vcs", "hardware.vcs", "N", "2", "virtual channels a link, 1 to 4; default on star graphs 2, 3, 4"},
      {"route-orders", "hardware.route_orders", "N", "1",
       "orders of dimensions a message can take: 1, or 2 (x first, or x last)"}};
}

std::vector<Setting> platform_settings() {
  return channel_settings() +
         std::vector<Setting>{
             {"switching", "hardware.switching", "MODE", "wormhole",
              "wormhole, cut-through or store-and-forward"},
             {"vc-depth", "hardware.vc_depth", "FLITS", "4", "buffer of a virtual channel, 2 to 64"},
             {"flit-bits", "hardware.flit_bits", "BITS", "64", "payload of a flit: 64, 128, 256, 512"},
             {"max-packet-flits", "hardware.max_packet_flits", "FLITS", "32",
              "longest packet, 2 to 256, head included"},
             {"hop-cycles", "hardware.hop_cycles", "N", "1", "1, or 2 with an output register"},
             {"link-stages", "hardware.link_stages", "N", "0", "registers on a link; only 0 in this version"},
             {"backend", "backend", "NAME", "model",
              "model, rtl, lockstep (both, compared), mixed, netlist, netlist-lockstep"},
             {"rtl-nodes", "rtl_nodes", "RANKS", "checkerboard",
              "backend mixed: RTL nodes, 0-7,12 or checkerboard"},
             {"seed", "seed", "N", "1", "seed of payload and traffic"},
             {"threads", "threads", "N", "1", "threads of the simulator; results do not depend on it"},
             {"max-cycles", "max_cycles", "N", "100000000", "give up after so many cycles"}};
}

std::vector<Setting> output_settings() {
  return {{"json", "output.json", "FILE", "", "write results as JSON; - is standard output"},
          {"quiet", "output.quiet", "", "", "no table"},
          {"progress", "output.progress", "", "", "progress on stderr even when it is no terminal"}};
}

void read_network(const Settings& settings, const AlgorithmCatalogue& catalogue, Platform& platform) {
  const Given topology = settings.get("topology");
  platform.topology = catalogue.topology(topology.text);
  platform.topology_text = to_text(platform.topology);
  if (platform.topology.size() > max_nodes)
    fail(topology, fmt::format("{} nodes; at most {}", platform.topology.size(), max_nodes));
  platform.hardware.fit(platform.topology);
  platform.hardware.all_port = parse_word<Nic>(settings.get("nic"), "NIC") == Nic::all_port;
}

void read_channels(const Settings& settings, HardwareConfig& hardware) {
  hardware.vcs = parse_unsigned(settings, "hardware.vcs", 1, 4);
  if (!settings.given("hardware.vcs")) hardware.vcs = hardware.default_vcs();
  hardware.route_orders = parse_unsigned(settings, "hardware.route_orders", 1, 2);
  const bool dimensions = visit_topology(
      hardware.topology, [](auto t) { return decltype(t)::structure == Structure::dimensions; });
  if (hardware.route_orders == 2 && !dimensions)
    fail(settings.get("hardware.route_orders"),
         fmt::format("{} has one order of dimensions; 1", topology_form(hardware.topology).noun()));
  if (hardware.route_orders == 2 && hardware.vcs % 2 != 0)
    fail(settings.get("hardware.vcs"), "each of 2 route orders has half of the virtual channels; 2 or 4");
}

void read_platform(const Settings& settings, Platform& platform) {
  read_hardware(settings, platform.hardware);
  fit_packet(settings, platform.hardware);
  read_backend(settings, platform);
  platform.seed = parse_count(settings.get("seed"), 0, unlimited);
  platform.threads = parse_unsigned(settings, "threads", 1, 1024);
  platform.max_cycles = parse_count(settings.get("max_cycles"), 1, unlimited);
}

}  // namespace collnoc
