#include "sim/processor/verilated_processor.hpp"

#include <fmt/format.h>

#include <map>
#include <mutex>
#include <utility>

#include "sim/fabric/library_cache.hpp"

namespace collnoc {

ProcessorLibrary::ProcessorLibrary(const std::string& path)
    : library_(path),
      api_(library_.api<verilated::ProcessorApi>(verilated::processor_api_symbol,
                                                 verilated::processor_api_version, "processor")) {}

std::shared_ptr<ProcessorLibrary> processor_library(std::uint32_t program_bytes,
                                                    const std::function<void(const std::string&)>& say) {
  static std::mutex mutex;
  static std::map<std::uint32_t, std::weak_ptr<ProcessorLibrary>> loaded;
  const std::lock_guard lock(mutex);
  if (auto library = loaded[program_bytes].lock()) return library;
  LibraryRequest request;
  request.name = fmt::format("processor_p{}_m{}.so", program_bytes, model::default_mul_bits);
  request.arguments =
      fmt::format("--processor PROGRAM_BYTES={} MUL_BITS={}", program_bytes, model::default_mul_bits);
  request.doing = "verilating";
  request.missing = "the RTL of the processor needs Verilator and a C++ compiler to be built";
  auto library = std::make_shared<ProcessorLibrary>(find_library(request, say).string());
  loaded[program_bytes] = library;
  return library;
}

namespace {

class VerilatedProcessor final : public AnyProcessor {
 public:
  VerilatedProcessor(std::shared_ptr<ProcessorLibrary> library, const ProcessorPlace& place)
      : library_(std::move(library)),
        api_(library_->api()),
        processor_(api_.create(place.hart_id, place.mem_words)) {}
  ~VerilatedProcessor() override { api_.destroy(processor_); }
  void reset() override { api_.reset(processor_, out_); }
  const model::TileProcessorOut& out() const override { return out_; }
  void tick(const model::TileProcessorIn& in) override { api_.tick(processor_, in, out_); }

 private:
  std::shared_ptr<ProcessorLibrary> library_;
  const verilated::ProcessorApi& api_;
  void* processor_;
  model::TileProcessorOut out_;
};

}  // namespace

std::unique_ptr<AnyProcessor> make_verilated_processor(std::shared_ptr<ProcessorLibrary> library,
                                                       const ProcessorPlace& place) {
  return std::make_unique<VerilatedProcessor>(std::move(library), place);
}

}  // namespace collnoc
