#include "sim/engine/waves.hpp"

#include <fmt/format.h>

#include "sim/common/errors.hpp"

#ifdef COLLNOC_FST
#include <fstapi.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <exception>
#include <vector>

#include "sim/engine/fst_files.h"
#include "sim/run/wave_scopes.hpp"

namespace collnoc {
namespace {

class Waves final : public FabricObserver {
 public:
  Waves(OutputFile& file, Fabric& fabric, Backend backend)
      : file_(file),
        fabric_(fabric),
        topology_(fabric.topology()),
        config_(fabric.config()),
        fst_(create(file)) {
    fstWriterSetTimescale(fst_, -9);
    fstWriterSetPackType(fst_, FST_WR_PT_LZ4);
    const std::vector<std::string> sides = wave_sides(backend);
    lockstep_ = !sides.empty();
    for (const std::string& side : sides) {
      scope(side);
      declare_side();
      fstWriterSetUpscope(fst_);
    }
    if (!lockstep_) declare_side();
    shown_.assign(signals_.size(), {});
  }
  /// If RTL and model differ, the run ends before the cycle that shows it; it is written here.
  ~Waves() override {
    if (lockstep_ && std::uncaught_exceptions() > 0)
      cycle(last_ + 1, [this](Rank r) -> const model::NodeOut& { return fabric_.out(r); });
    fstWriterClose(fst_);
    if (const int error = collnoc_fst_error(); error != 0) file_.failed(error);
  }

  void cycle(Cycle now, const std::function<const model::NodeOut&(Rank)>& out) override {
    stamped_ = false;
    last_ = now;
    const Rank nodes = topology_.nodes();
    for (Rank r = 0; r < nodes; ++r) {
      show(now, r, out(r));
      if (!lockstep_) continue;
      if (const model::NodeOut* own = fabric_.node(r).model_out(); own != nullptr) show(now, nodes + r, *own);
    }
  }

 private:
  static void* create(OutputFile& file) {
    if (file.in_place()) file.refuse("waves need a file of their own");
    collnoc_fst_error();
    void* const fst = fstWriterCreate(file.partial_name().c_str(), 1);
    if (fst == nullptr) file.refuse(std::strerror(errno));
    return fst;
  }

  /// Handles, in the order of wave_signals().
  struct Signals {
    fstHandle valid, head, tail, vc, data, credit;
  };
  struct Shown {
    bool valid = false;
    unsigned credit = 0;
  };

  /// `place`: the rank, on the second side the rank after all of the first.
  void show(Cycle now, std::size_t place, const model::NodeOut& o) {
    for (Link l = 0; l < topology_.links(); ++l) {
      Shown next;
      next.valid = (o.link_valid >> l) & 1;
      next.credit = (o.link_credit >> l) & 1 ? o.credit[l] : 0;
      const std::size_t n = place * topology_.links() + l;
      Shown& was = shown_[n];
      if (!next.valid && !was.valid && next.credit == was.credit && now != 0) continue;
      if (!stamped_) {
        fstWriterEmitTimeChange(fst_, now);
        stamped_ = true;
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

  void scope(const std::string& name) { fstWriterSetScope(fst_, FST_ST_VCD_MODULE, name.c_str(), nullptr); }
  void declare_side() {
    for (Rank r = 0; r < topology_.nodes(); ++r) {
      scope(node_scope(topology_, r));
      for (Link l = 0; l < topology_.links(); ++l) {
        scope(link_scope(topology_, l));
        std::array<fstHandle, 6> handles{};
        std::size_t n = 0;
        for (const WaveSignal& signal : wave_signals(config_))
          handles.at(n++) = variable(signal.name, signal.bits);
        signals_.push_back({handles[0], handles[1], handles[2], handles[3], handles[4], handles[5]});
        fstWriterSetUpscope(fst_);
      }
      fstWriterSetUpscope(fst_);
    }
  }
  fstHandle variable(const char* name, unsigned width) {
    return fstWriterCreateVar(fst_, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, width, name, 0);
  }
  void emit(fstHandle handle, unsigned value, unsigned width) {
    std::string bits;
    for (unsigned b = width; b-- > 0;) bits += (value >> b) & 1 ? '1' : '0';
    fstWriterEmitValueChange(fst_, handle, bits.c_str());
  }

  OutputFile& file_;
  Fabric& fabric_;
  Topology topology_;
  HardwareConfig config_;
  void* fst_;
  bool lockstep_ = false;
  Cycle last_ = 0;
  bool stamped_ = false;  ///< this cycle has a time in the file
  std::vector<Signals> signals_;
  std::vector<Shown> shown_;
};

}  // namespace

std::unique_ptr<FabricObserver> make_waves(OutputFile& file, Fabric& fabric, Backend backend) {
  return std::make_unique<Waves>(file, fabric, backend);
}

}  // namespace collnoc

#else

namespace collnoc {
std::unique_ptr<FabricObserver> make_waves(OutputFile&, Fabric&, Backend) {
  throw NotInstalled(
      "--trace needs the FST writer that comes with Verilator; install verilator and build again");
}
}  // namespace collnoc

#endif
