#include "sim/fabric/verilated_node.hpp"

#include <fmt/format.h>

#include <cstring>
#include <map>
#include <mutex>
#include <stdexcept>
#include <vector>

#include "collnoc/arch/node_parameters.hpp"
#include "sim/fabric/library_cache.hpp"
#include "sim/fabric/register_loader.hpp"

namespace collnoc {

VerilatedLibrary::VerilatedLibrary(const std::string& path)
    : library_(path),
      api_(library_.api<verilated::Api>(verilated::api_symbol, verilated::api_version, "node")) {}

namespace {

std::string file_name(const HardwareConfig& config, NodeSource source) {
  std::string name = "node";
  for (const NodeParameter& p : node_parameters) name += fmt::format("_{}{}", p.letter, p.get(config));
  return name + (source == NodeSource::netlist ? "_netlist.so" : ".so");
}

LibraryRequest request(const HardwareConfig& c, NodeSource source) {
  const bool netlist = source == NodeSource::netlist;
  LibraryRequest r;
  r.name = file_name(c, source);
  r.arguments = netlist ? "--netlist" : "";
  for (const NodeParameter& p : node_parameters) r.arguments += fmt::format(" {}={}", p.rtl, p.get(c));
  r.doing = netlist ? "synthesizing" : "verilating";
  r.missing =
      netlist ? "the netlist of this hardware variant needs Yosys, Verilator and a C++ compiler to be built"
              : "the RTL of this hardware variant needs Verilator and a C++ compiler to be built";
  // The folder's name depends on the sources only; the script knows which Yosys made a netlist.
  r.depends_on_tools = netlist;
  return r;
}

}  // namespace

std::shared_ptr<VerilatedLibrary> verilated_library(const HardwareConfig& config, NodeSource source,
                                                    const std::function<void(const std::string&)>& say) {
  static std::mutex mutex;
  static std::map<std::string, std::weak_ptr<VerilatedLibrary>> loaded;
  const std::lock_guard lock(mutex);
  const LibraryRequest wanted = request(config, source);
  if (auto library = loaded[wanted.name].lock()) return library;
  auto library = std::make_shared<VerilatedLibrary>(find_library(wanted, say).string());
  loaded[wanted.name] = library;
  return library;
}

namespace {

class VerilatedNode final : public AnyNode {
 public:
  VerilatedNode(std::shared_ptr<VerilatedLibrary> library, const HardwareConfig& config,
                const model::Place& place)
      : library_(std::move(library)),
        api_(library_->api()),
        config_(config),
        place_(place),
        node_(api_.create(place.coord, place.extent, place.wrap, place.mem_words)) {}
  ~VerilatedNode() override { api_.destroy(node_); }
  void reset(model::NodeOut& out) override {
    api_.reset(node_, out);
    write_routes(out);
  }
  void tick(const model::NodeIn& in, model::NodeOut& out) override { api_.tick(node_, in, out); }

  void for_each(const std::function<void(const verilated::RegisterInfo&)>& f) const {
    api_.registers(
        node_,
        [](void* context, const verilated::RegisterInfo& info) {
          (*static_cast<const std::function<void(const verilated::RegisterInfo&)>*>(context))(info);
        },
        const_cast<void*>(static_cast<const void*>(&f)));
  }

  const model::Node& state() const override {
    const std::map<std::string, std::uint64_t> values = registers();
    state_ = std::make_unique<model::Node>(config_, place_);
    RegisterLoader loader(values);
    model::Node::registers(*state_, loader);
    for (const std::string& name : loader.missing()) {
      // Synthesis drops registers that nothing needs; it keeps the counts, which software can read.
      if (api_.form == verilated::Form::rtl || is_count(name)) {
        throw std::logic_error(fmt::format("the verilated node has no register {}", name));
      }
    }
    return *state_;
  }

 private:
  // The routing table of a graph's node, over the register bus. Nothing else in the node changes.
  void write_routes(model::NodeOut& out) {
    if (place_.routes == nullptr) return;
    const std::vector<std::uint64_t> nothing(std::size_t{config_.reads()} * (config_.flit_bits / 64));
    model::NodeIn in;
    in.rd_data = nothing.data();
    for (std::uint32_t to = 0; to <= place_.extent; ++to) {
      in.access = {true, true, static_cast<std::uint16_t>(nic::route),
                   nic::route_node.at(to) | place_.routes[to]};
      api_.tick(node_, in, out);
    }
  }

  // The low 64 bits of every register by its RTL name relative to node.sv; array elements as "name[3]".
  std::map<std::string, std::uint64_t> registers() const {
    std::map<std::string, std::uint64_t> all;
    for_each([&](const verilated::RegisterInfo& info) {
      if (api_.form == verilated::Form::gates) {
        add_bit(all, info);
        return;
      }
      const std::string base = register_path(info);
      for (unsigned e = 0; e < info.elements; ++e) {
        std::uint64_t value = 0;
        std::memcpy(&value, static_cast<const char*>(info.data) + e * info.bytes, std::min(8u, info.bytes));
        all[info.array ? fmt::format("{}[{}]", base, e) : base] = value;
      }
    });
    return all;
  }

  // Bit "count_q[2]" of "count_q"; a register of one bit has no index.
  static void add_bit(std::map<std::string, std::uint64_t>& all, const verilated::RegisterInfo& info) {
    std::string name = info.name;
    unsigned bit = 0;
    if (const std::size_t at = name.rfind('['); name.back() == ']') {
      bit = static_cast<unsigned>(std::stoul(name.substr(at + 1)));
      name.resize(at);
    }
    if (bit < 64) all[name] |= std::uint64_t{*static_cast<const std::uint8_t*>(info.data)} << bit;
  }

  std::shared_ptr<VerilatedLibrary> library_;
  const verilated::Api& api_;
  HardwareConfig config_;
  model::Place place_;
  void* node_;
  mutable std::unique_ptr<model::Node> state_;
};

}  // namespace

std::unique_ptr<AnyNode> make_verilated_node(std::shared_ptr<VerilatedLibrary> library,
                                             const HardwareConfig& config, const model::Place& place) {
  return std::make_unique<VerilatedNode>(std::move(library), config, place);
}

std::string register_path(const verilated::RegisterInfo& info) {
  return *info.scope == '\0' ? info.name : fmt::format("{}.{}", info.scope, info.name);
}

void verilated_registers(const AnyNode& node, const std::function<void(const verilated::RegisterInfo&)>& f) {
  dynamic_cast<const VerilatedNode&>(node).for_each(f);
}

}  // namespace collnoc
