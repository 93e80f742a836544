// A node in slices and verilated nodes, one for each lane: all pins and registers, in every cycle. SLICED is
// the folder of the libraries. In the output, "lanes of LANES" is the word that the library computes with.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "sim/fabric/slices.hpp"
#include "tests/sim/sliced/stimuli.hpp"
#include "tests/sim/sliced/verilated_nodes.hpp"

namespace collnoc::test {
namespace {

class SlicedNode {
 public:
  SlicedNode(const std::string& library, bool networks, std::uint64_t seed)
      : slices_(library),
        lanes_(slices_.api().lanes),
        nodes_(lanes_),
        in_(slices_.api().inputs, slices_.api().input_count, lanes_),
        out_(slices_.api().outputs, slices_.api().output_count, lanes_),
        stimuli_(in_, out_, lanes_, networks, seed),
        random_(seed + 1) {
    for (unsigned r = 0; r < slices_.api().register_count; ++r) {
      const sliced::Signal& signal = slices_.api().registers[r];
      const unsigned words = Slices::words_of(signal);
      registers_.push_back({&signal, words, std::vector<std::uint64_t>(std::size_t{lanes_} * words)});
    }
    for (Wave& pin : in_)
      for (unsigned l = 0; l < lanes_; ++l) in_places_.push_back(nodes_.pin(l, pin.signal->name));
    for (Wave& pin : out_)
      for (unsigned l = 0; l < lanes_; ++l) out_places_.push_back(nodes_.pin(l, pin.signal->name));
    for (Wave& r : registers_) {
      for (unsigned l = 0; l < lanes_; ++l) {
        const auto found = nodes_.registers(l).find(r.signal->name);
        if (found == nodes_.registers(l).end()) {
          if (l == 0) unknown_ += std::string(" ") + r.signal->name;
          register_places_.push_back({});
        } else {
          register_places_.push_back(found->second);
        }
      }
    }
    draw_registers([](unsigned) { return true; });
  }

  /// The first difference, or an empty text.
  std::string run(std::uint64_t cycles, std::uint64_t registers_every) {
    for (const std::uint64_t end = now_ + cycles; now_ < end; ++now_) {
      if (now_ % 25 == 0) {  // some lanes go on from a state that they would not reach
        draw_registers([&](unsigned l) { return !stimuli_.in_network(l) && random_() % 4 == 0; });
        slices_.settle();
        if (std::string wrong = compare_outputs(); !wrong.empty()) return wrong;
      }
      stimuli_.drive();
      const Place* place = in_places_.data();
      for (Wave& pin : in_) {
        slices_.write(*pin.signal, pin.values.data());
        for (unsigned l = 0; l < lanes_; ++l) (place++)->put(pin.lane(l), pin.words);
      }
      slices_.settle();
      slices_.step();
      slices_.settle();
      nodes_.edge();
      if (std::string wrong = compare_outputs(); !wrong.empty()) return wrong;
      if (now_ % registers_every != 0) continue;
      if (std::string wrong = compare_registers(); !wrong.empty()) return wrong;
    }
    return {};
  }

  const std::string& unknown_registers() const { return unknown_; }
  /// Of the verilated node, which synthesis dropped.
  std::string missing_registers() const {
    std::string missing;
    for (const auto& [name, place] : nodes_.registers(0)) {
      const auto has = [&wanted = name](const Wave& r) { return r.signal->name == wanted; };
      if (std::none_of(registers_.begin(), registers_.end(), has)) missing += " " + name;
    }
    return missing;
  }
  std::uint64_t node_cycles() const { return now_ * lanes_; }
  unsigned ones(const std::string& pin) const { return ones_.count(pin) != 0 ? ones_.at(pin) : 0; }

 private:
  static std::uint64_t mask_of(const sliced::Signal& s, unsigned word) {
    std::uint64_t mask = 0;
    for (unsigned b = word * 64; b < std::min(s.width, word * 64 + 64); ++b)
      mask |= std::uint64_t{s.planes[b] >= 0} << b % 64;
    return mask;
  }

  // Nothing is known of a register before reset: any value, the same in both.
  template <class Chosen>
  void draw_registers(const Chosen& lane_chosen) {
    std::vector<unsigned> chosen;
    for (unsigned l = 0; l < lanes_; ++l)
      if (lane_chosen(l)) chosen.push_back(l);
    for (Wave& r : registers_) {
      slices_.read(*r.signal, r.values.data());
      for (const unsigned l : chosen)
        for (unsigned w = 0; w < r.words; ++w) r.lane(l)[w] = draw() & mask_of(*r.signal, w);
      slices_.write(*r.signal, r.values.data());
    }
    const Place* place = register_places_.data();
    for (Wave& r : registers_) {  // some share a plane, some have constant bits
      slices_.read(*r.signal, r.values.data());
      for (const unsigned l : chosen)
        if (place[l].data != nullptr) place[l].put(r.lane(l), r.words);
      place += lanes_;
    }
    nodes_.settle();
  }

  /// Any value, often an extreme one: the counts of a run stay small.
  std::uint64_t draw() {
    switch (random_() % 6) {
      case 0: return 0;
      case 1: return ~std::uint64_t{0};
      case 2: return (std::uint64_t{1} << random_() % 33) - 1;  // carries up to a certain bit
      default: return random_();
    }
  }

  std::string compare_outputs() {
    const Place* place = out_places_.data();
    for (Wave& pin : out_) {
      slices_.read(*pin.signal, pin.values.data());
      unsigned& ones = ones_[pin.signal->name];
      for (unsigned l = 0; l < lanes_; ++l, ++place) {
        if (std::string wrong = compare(pin, l, *place); !wrong.empty()) return wrong;
        for (unsigned w = 0; w < pin.words; ++w) ones += pin.lane(l)[w] != 0;
      }
    }
    return {};
  }

  std::string compare_registers() {
    const Place* place = register_places_.data();
    for (Wave& r : registers_) {
      slices_.read(*r.signal, r.values.data());
      for (unsigned l = 0; l < lanes_; ++l, ++place) {
        if (place->data == nullptr) continue;
        if (std::string wrong = compare(r, l, *place); !wrong.empty()) return wrong;
      }
    }
    return {};
  }

  std::string compare(Wave& wave, unsigned l, const Place& place) const {
    std::uint64_t expected[64];
    place.get(expected, wave.words);
    for (unsigned w = 0; w < wave.words; ++w) {
      if (((expected[w] ^ wave.lane(l)[w]) & mask_of(*wave.signal, w)) == 0) continue;
      return fmt::format("cycle {}, lane {}, {}, word {}: {:#x} verilated, {:#x} in slices", now_, l,
                         wave.signal->name, w, expected[w], wave.lane(l)[w]);
    }
    return {};
  }

  Slices slices_;
  unsigned lanes_;
  VerilatedNodes nodes_;
  Waves in_, out_;
  std::vector<Wave> registers_;
  std::vector<Place> in_places_, out_places_, register_places_;
  Stimuli stimuli_;
  std::mt19937_64 random_;
  std::map<std::string, unsigned> ones_;
  std::string unknown_;
  std::uint64_t now_ = 0;
};

std::string library(unsigned lanes) {
  const char* other = std::getenv("COLLNOC_SLICED_LIBRARY");  // one with a fault
  return other != nullptr ? other : fmt::format(SLICED "/node_{}.so", lanes);
}

/// From an environment variable, for runs by hand and for faults.
std::uint64_t number(const char* variable, std::uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

TEST(SlicedNode, equals_verilated_nodes_at_every_pin_and_register) {
  const std::uint64_t runs = number("COLLNOC_RUNS", 8);
  std::map<std::string, unsigned> ones;
  for (std::uint64_t seed = 1; seed <= runs; ++seed) {  // each begins with other values in the registers
    SlicedNode node(library(64), NETWORKS, seed);
    ASSERT_EQ(node.unknown_registers(), "");
    ASSERT_EQ(node.missing_registers(), "");
    ASSERT_EQ(node.run(600, 16), "") << "seed " << seed;
    for (const char* pin : {"out_valid_o", "in_credit_o", "rd_req_o", "wr_req_o", "reg_rdata_o", "wr_strb_o",
                            "held_o", "event_o", "quiescent_o", "out_tail_o"})
      ones[pin] += node.ones(pin);
  }
  for (const auto& [pin, count] : ones) EXPECT_GT(count, 100u) << pin;  // something happens
}

TEST(SlicedNode, has_the_same_lanes_in_wider_words) {
  SlicedNode node(library(256), NETWORKS, 2);
  EXPECT_EQ(node.run(150, 16), "");
}

TEST(SlicedNodeNightly, equals_verilated_nodes_for_ten_million_cycles_of_a_node) {
  std::uint64_t cycles = 0;
  for (unsigned seed = 10; cycles < 10'000'000; ++seed) {
    SlicedNode node(library(64), NETWORKS, seed);
    ASSERT_EQ(node.run(seed % 4 == 0 ? 16'000 : 1000, 50), "") << "seed " << seed;
    cycles += node.node_cycles();
  }
}

}  // namespace
}  // namespace collnoc::test
