#include "sim/fabric/sliced_nodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "collnoc/arch/node_parameters.hpp"
#include "sim/fabric/library_cache.hpp"
#include "sim/fabric/register_loader.hpp"

namespace collnoc {

SlicedNodes::SlicedNodes(const std::string& library, Rank size) : size_(size) {
  do {
    arrays_.emplace_back(library);
  } while (arrays_.size() * lanes() < size);
  coord_ = input("coord_i");
  extent_ = input("extent_i");
  wrap_ = input("wrap_i");
  mem_words_ = input("mem_words_i");
}

SlicedPin SlicedNodes::pin(const sliced::Signal* all, unsigned count, std::string_view name) {
  for (const sliced::Signal* s = all; s != all + count; ++s) {
    if (name != s->name) continue;
    SlicedPin places(s->planes, s->planes + s->width);
    for (int& place : places) place = std::max(place, 0);
    return places;
  }
  throw std::runtime_error(fmt::format("the node in slices has no pin {}", name));
}

void SlicedNodes::put(Rank rank, const SlicedPin& pin, std::uint64_t value) {
  Slices& array = arrays_[rank / lanes()];
  std::uint64_t values[64];
  values[rank % 64] = value;
  array.scatter(pin.data(), static_cast<unsigned>(pin.size()), rank % lanes() / 64,
                std::uint64_t{1} << rank % 64, values);
}

void SlicedNodes::put(Rank rank, const model::Place& place) {
  put(rank, coord_, place.coord);
  put(rank, extent_, place.extent);
  put(rank, wrap_, place.wrap);
  put(rank, mem_words_, place.mem_words);
}

void SlicedNodes::reset() {
  const SlicedPin resets[] = {input("rst_ni"), input("tile_rst_ni")};
  for (Slices& array : arrays_) {
    const auto drive = [&](int place, std::uint64_t value) {
      if (place > 1) std::fill_n(array.plane(place), array.words(), value);
    };
    drive(resets[1][0], ~std::uint64_t{0});
    drive(resets[0][0], 0);
    for (unsigned cycle = 0; cycle < 2; ++cycle) {
      array.settle();
      array.step();
    }
    drive(resets[0][0], ~std::uint64_t{0});
    array.settle();
  }
}

namespace {

/// Notes which registers are visited.
class RegisterOrder : public RegisterVisitor<RegisterOrder> {
 public:
  explicit RegisterOrder(const std::map<std::string, int>& numbers) : numbers_(numbers) {}
  const std::uint64_t* find(const char* pattern, model::Indices i) {
    const std::string name = register_name(pattern, i);
    const auto found = numbers_.find(name);
    if (found == numbers_.end() && is_count(name))
      throw std::logic_error(fmt::format("the node in slices has no register {}", name));
    order.push_back(found == numbers_.end() ? -1 : found->second);
    return nullptr;
  }
  const std::uint64_t* find_part(const char* pattern, std::size_t part, unsigned number) {
    return find(count_part(pattern, part).c_str(), {number});
  }

  std::vector<int> order;

 private:
  const std::map<std::string, int>& numbers_;
};

/// Gives values in this order.
class OrderedLoader : public RegisterVisitor<OrderedLoader> {
 public:
  OrderedLoader(const std::vector<int>& order, const std::vector<std::vector<std::uint64_t>>& values,
                unsigned lane)
      : next_(order.data()), values_(values), lane_(lane) {}
  const std::uint64_t* find(const char*, model::Indices) {
    const int number = *next_++;
    return number < 0 ? nullptr : &values_[static_cast<std::size_t>(number)][lane_];
  }
  const std::uint64_t* find_part(const char*, std::size_t, unsigned) { return find(nullptr, {}); }

 private:
  const int* next_;
  const std::vector<std::vector<std::uint64_t>>& values_;
  unsigned lane_;
};

}  // namespace

void SlicedNodes::load(Rank rank, model::Node& node) {
  if (order_.empty()) {
    std::map<std::string, int> numbers;
    for (unsigned r = 0; r < api().register_count; ++r)
      numbers[api().registers[r].name] = static_cast<int>(r);
    RegisterOrder visitor(numbers);
    model::Node::registers(node, visitor);
    order_ = std::move(visitor.order);
    seen_.resize(api().register_count);
  }
  if (const std::size_t array = rank / lanes(); seen_array_ != array) {
    for (const int r : order_) {
      if (r < 0) continue;
      const sliced::Signal& s = api().registers[r];
      SlicedPin places(s.planes, s.planes + std::min(s.width, 64u));
      for (int& place : places) place = std::max(place, 0);
      std::vector<std::uint64_t>& values = seen_[static_cast<std::size_t>(r)];
      values.resize(lanes());
      for (unsigned w = 0; w < lanes() / 64; ++w) {
        arrays_[array].gather(places.data(), static_cast<unsigned>(places.size()), w, ~std::uint64_t{0},
                              &values[std::size_t{w} * 64]);
      }
    }
    seen_array_ = array;
  }
  OrderedLoader loader(order_, seen_, rank % lanes());
  model::Node::registers(node, loader);
}

namespace {

/// The widest instructions of this processor, as slice-node chooses them.
std::string instructions() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512vl")) return "_avx512";
  if (__builtin_cpu_supports("avx2")) return "_avx2";
#endif
  return "";
}

/// Lanes of an array. A few lanes more cost little: 256 take twice as long as 64.
unsigned lanes_for(Rank size) { return size <= 64 ? 64 : size <= 128 ? 128 : 256; }

LibraryRequest request(const HardwareConfig& c, Rank size) {
  const unsigned lanes = lanes_for(size);
  LibraryRequest r;
  r.script = "slice-node";
  r.name = "node";
  r.arguments = fmt::format("--lanes {}", lanes);
  for (const NodeParameter& p : node_parameters) {
    r.name += fmt::format("_{}{}", p.letter, p.get(c));
    r.arguments += fmt::format(" {}={}", p.rtl, p.get(c));
  }
  r.name += fmt::format("_sliced{}{}.so", lanes, instructions());
  r.doing = "slicing";
  r.missing = "the sliced RTL of this hardware variant needs Yosys, Python and a C++ compiler to be built";
  return r;
}

class SlicedNode final : public AnyNode {
 public:
  SlicedNode(std::shared_ptr<SlicedNodes> nodes, const HardwareConfig& config, const model::Place& place,
             Rank rank)
      : nodes_(std::move(nodes)), config_(config), place_(place), rank_(rank) {
    nodes_->put(rank, place);
  }
  void reset(model::NodeOut&) override {}
  void tick(const model::NodeIn&, model::NodeOut&) override {
    throw std::logic_error("a node in slices is not computed by itself");
  }
  SlicedNodes* slices() override { return nodes_.get(); }

  const model::Node& state() const override {
    state_ = std::make_unique<model::Node>(config_, place_);
    nodes_->load(rank_, *state_);
    return *state_;
  }

 private:
  std::shared_ptr<SlicedNodes> nodes_;
  HardwareConfig config_;
  model::Place place_;
  Rank rank_;
  mutable std::unique_ptr<model::Node> state_;
};

}  // namespace

std::string sliced_library(const HardwareConfig& config, Rank size,
                           const std::function<void(const std::string&)>& say) {
  return find_library(request(config, size), say).string();
}

std::unique_ptr<AnyNode> make_sliced_node(std::shared_ptr<SlicedNodes> nodes, const HardwareConfig& config,
                                          const model::Place& place, Rank rank) {
  return std::make_unique<SlicedNode>(std::move(nodes), config, place, rank);
}

}  // namespace collnoc
