// What lanes of nodes see on their pins: some are closed networks with puts, the others get random and
// extreme values.
#pragma once
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "collnoc/arch/topology/topology.hpp"
#include "sim/fabric/put_writer.hpp"
#include "sim/sliced/api.hpp"

namespace collnoc::test {

/// Values of a signal in all lanes, as Slices::read and write have them.
struct Wave {
  const sliced::Signal* signal = nullptr;
  unsigned words = 0;
  std::vector<std::uint64_t> values;

  std::uint64_t* lane(unsigned l) { return values.data() + std::size_t{l} * words; }
  std::uint64_t bits(unsigned l, unsigned offset, unsigned width) const;
  void set(unsigned l, unsigned offset, unsigned width, std::uint64_t value);
};

class Waves {
 public:
  Waves(const sliced::Signal* signals, unsigned count, unsigned lanes);
  Wave& operator[](const std::string& name);
  std::vector<Wave>::iterator begin() { return all_.begin(); }
  std::vector<Wave>::iterator end() { return all_.end(); }

 private:
  std::vector<Wave> all_;
};

class Stimuli {
 public:
  /// Of grids of two dimensions, lanes 0 to 15 of 64 are a mesh and 16 to 31 a torus; of other hardware, no
  /// lane is.
  Stimuli(Waves& in, Waves& out, unsigned lanes, bool networks, std::uint64_t seed);
  /// Writes the inputs of the next cycle. `out` has the outputs of the last one.
  void drive();

  bool in_network(unsigned l) const { return networks_ && l % 64 < 32; }

 private:
  struct Lane {
    unsigned reset = 2;  // cycles
    unsigned valid = 50, credit = 50, bus = 50, kind = 0;
    PutWriter writer;
  };
  bool chance(unsigned percent) { return random_() % 100 < percent; }
  std::uint64_t any(unsigned percent);
  void straps(unsigned l);
  void new_epoch(Lane& lane);
  void drive_random(unsigned l);
  void drive_network(unsigned l);
  std::uint64_t flit(unsigned l, bool head);

  Waves& in_;
  Waves& out_;
  bool networks_;
  std::mt19937_64 random_;
  std::vector<Lane> lanes_;
  unsigned links_, vc_w_, vcs_, flit_words_, dims_;
  std::uint64_t now_ = 0;
  Topology mesh_ = Topology::mesh(4, 4), torus_ = Topology::torus(4, 4);
};

}  // namespace collnoc::test
