#include "sim/engine/waves.hpp"

#include <fmt/format.h>

#include "sim/common/errors.hpp"

#ifdef COLLNOC_FST
#include <fstapi.h>

#include <vector>

#include "sim/topology/link_name.hpp"

namespace collnoc {
namespace {

/// "+x" to "plus_x", "x+2" to "x_plus_2".
std::string identifier(std::string link) {
  if (link[0] == '+') return "plus_" + link.substr(1);
  if (link[0] == '-') return "minus_" + link.substr(1);
  if (const std::size_t plus = link.find('+'); plus != std::string::npos) link.replace(plus, 1, "_plus_");
  return link;
}

class Waves final : public FabricObserver {
 public:
  Waves(const std::string& file, const Topology& topology, const HardwareConfig& config)
      : topology_(topology), config_(config), fst_(fstWriterCreate(file.c_str(), 1)) {
    if (fst_ == nullptr) throw UserError(fmt::format("cannot write waves to '{}'", file));
    fstWriterSetTimescale(fst_, -9);
    fstWriterSetPackType(fst_, FST_WR_PT_LZ4);
    for (Rank r = 0; r < topology.size(); ++r) {
      const Coordinates c = topology.coordinates(r);
      std::string name = "node";
      for (unsigned d = 0; d < topology.dims(); ++d) name += fmt::format("_{}", c[d]);
      fstWriterSetScope(fst_, FST_ST_VCD_MODULE, name.c_str(), nullptr);
      for (Link l = 0; l < topology.links(); ++l) {
        const std::string link = identifier(link_name(topology, l));
        fstWriterSetScope(fst_, FST_ST_VCD_MODULE, link.c_str(), nullptr);
        Signals s;
        s.valid = variable("valid", 1);
        s.head = variable("head", 1);
        s.tail = variable("tail", 1);
        s.vc = variable("vc", 2);
        s.data = variable("data", config.flit_bits);
        s.credit = variable("credit", config.vcs);
        signals_.push_back(s);
        fstWriterSetUpscope(fst_);
      }
      fstWriterSetUpscope(fst_);
    }
    shown_.assign(signals_.size(), {});
  }
  ~Waves() override { fstWriterClose(fst_); }

  void cycle(Cycle now, const std::function<const model::NodeOut&(Rank)>& out) override {
    bool stamped = false;
    for (Rank r = 0; r < topology_.size(); ++r) {
      const model::NodeOut& o = out(r);
      for (Link l = 0; l < topology_.links(); ++l) {
        Shown next;
        next.valid = (o.link_valid >> l) & 1;
        next.credit = (o.link_credit >> l) & 1 ? o.credit[l] : 0;
        const std::size_t n = std::size_t{r} * topology_.links() + l;
        Shown& was = shown_[n];
        if (!next.valid && !was.valid && next.credit == was.credit && now != 0) continue;
        if (!stamped) {
          fstWriterEmitTimeChange(fst_, now);
          stamped = true;
        }
        const Signals& s = signals_[n];
        emit(s.valid, next.valid, 1);
        emit(s.credit, next.credit, config_.vcs);
        if (next.valid) {
          const model::FlitRef& f = o.link[l];
          emit(s.head, f.head, 1);
          emit(s.tail, f.tail, 1);
          emit(s.vc, f.vc, 2);
          std::string bits;
          for (unsigned b = config_.flit_bits; b-- > 0;) bits += (f.data[b / 64] >> (b % 64)) & 1 ? '1' : '0';
          fstWriterEmitValueChange(fst_, s.data, bits.c_str());
        }
        was = next;
      }
    }
  }

 private:
  struct Signals {
    fstHandle valid, head, tail, vc, data, credit;
  };
  struct Shown {
    bool valid = false;
    unsigned credit = 0;
  };

  fstHandle variable(const char* name, unsigned width) {
    return fstWriterCreateVar(fst_, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, width, name, 0);
  }
  void emit(fstHandle handle, unsigned value, unsigned width) {
    std::string bits;
    for (unsigned b = width; b-- > 0;) bits += (value >> b) & 1 ? '1' : '0';
    fstWriterEmitValueChange(fst_, handle, bits.c_str());
  }

  Topology topology_;
  HardwareConfig config_;
  void* fst_;
  std::vector<Signals> signals_;
  std::vector<Shown> shown_;
};

}  // namespace

std::unique_ptr<FabricObserver> make_waves(const std::string& file, const Topology& topology,
                                           const HardwareConfig& config) {
  return std::make_unique<Waves>(file, topology, config);
}

}  // namespace collnoc

#else

namespace collnoc {
std::unique_ptr<FabricObserver> make_waves(const std::string&, const Topology&, const HardwareConfig&) {
  throw NotInstalled(
      "--trace needs the FST writer that comes with Verilator; install verilator and build again");
}
}  // namespace collnoc

#endif
