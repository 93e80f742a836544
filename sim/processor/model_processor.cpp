// The model of a tile's processor (model/tile/tile_processor.hpp) as an AnyProcessor: passes its calls on.
#include "sim/processor/any_processor.hpp"

namespace collnoc {
namespace {

class ModelProcessor final : public AnyProcessor {
 public:
  explicit ModelProcessor(const ProcessorPlace& place)
      : model_(place.program_bytes, place.mul_bits, place.hart_id, place.mem_words) {}
  void reset() override { model_.reset(); }
  const model::TileProcessorOut& out() const override { return model_.out(); }
  void tick(const model::TileProcessorIn& in) override { model_.tick(in); }
  const model::Cpu* cpu() const override { return &model_.cpu(); }

 private:
  model::TileProcessor model_;
};

}  // namespace

std::unique_ptr<AnyProcessor> make_model_processor(const ProcessorPlace& place) {
  return std::make_unique<ModelProcessor>(place);
}

}  // namespace collnoc
