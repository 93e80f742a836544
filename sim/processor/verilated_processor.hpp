// Processors of verilated RTL, from the library that scripts/verilate-node --processor builds.
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "collnoc/sim/verilated/processor_api.hpp"
#include "sim/fabric/shared_library.hpp"
#include "sim/processor/any_processor.hpp"

namespace collnoc {

/// A loaded library.
class ProcessorLibrary {
 public:
  explicit ProcessorLibrary(const std::string& path);  ///< throws std::runtime_error
  const verilated::ProcessorApi& api() const { return api_; }

 private:
  SharedLibrary library_;
  const verilated::ProcessorApi& api_;
};

/// With program memory of `program_bytes`. `say` gets a line before a build. Throws NotInstalled when it must
/// be built and cannot be.
std::shared_ptr<ProcessorLibrary> processor_library(std::uint32_t program_bytes,
                                                    const std::function<void(const std::string&)>& say = {});

std::unique_ptr<AnyProcessor> make_verilated_processor(std::shared_ptr<ProcessorLibrary> library,
                                                       const ProcessorPlace& place);

}  // namespace collnoc
