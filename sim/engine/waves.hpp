// Writes the waves of every link of a network to an FST file (GTKWave, Surfer), on any backend; in lockstep
// those of RTL and model.
#pragma once
#include <memory>

#include "sim/common/output_file.hpp"
#include "sim/fabric/fabric.hpp"
#include "sim/run/run_config.hpp"

namespace collnoc {

/// An observer that writes valid, head, tail, vc, data and credit of every link of every node, with the names
/// of wave_scopes.hpp; 1 cycle is 1 ns. `file` and `fabric` must outlive it. Throws NotInstalled when built
/// without the FST writer, UserError when the file cannot be opened. When the object is destroyed, the file
/// is complete, or has failed().
std::unique_ptr<FabricObserver> make_waves(OutputFile& file, Fabric& fabric, Backend backend);

/// Records the waves of a fabric from now on, as long as the object lives; does nothing without a file.
class RecordedWaves {
 public:
  RecordedWaves(const RunFile& file, Fabric& fabric, Backend backend) : fabric_(fabric) {
    if (file) fabric.add_observer((waves_ = make_waves(*file, fabric, backend)).get());
  }
  ~RecordedWaves() {
    if (waves_) fabric_.remove_observer(waves_.get());
  }
  RecordedWaves(const RecordedWaves&) = delete;
  RecordedWaves& operator=(const RecordedWaves&) = delete;

 private:
  Fabric& fabric_;
  std::unique_ptr<FabricObserver> waves_;
};

}  // namespace collnoc
