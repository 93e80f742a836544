// How many node-cycles per second of processor time a library of nodes evaluates, without links, hosts and
// memory around them: of scripts/slice-node (lanes in slices) or of scripts/verilate-node (64 nodes, one
// after the other). All get random pins with the same probabilities; a network at low load is quieter.
//
//   node_speed FLITS LIBRARY.so...    FLITS: probability of a flit and of a credit on a link in a cycle
#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include "collnoc/sim/verilated/api.hpp"
#include "sim/fabric/slices.hpp"

namespace collnoc {
namespace {

constexpr unsigned patterns = 16;  // of pins, drawn before the measurement
constexpr double access = 0.02, straps = 0.3;

double processor_time() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

/// The nanoseconds of a node-cycle: calls cycle(number) for a second.
template <class F>
double measure(unsigned nodes, const F& cycle) {
  const double start = processor_time();
  std::uint64_t cycles = 0;
  while (processor_time() - start < 1)
    for (unsigned k = 0; k < 50; ++k) cycle(cycles++);
  return (processor_time() - start) * 1e9 / static_cast<double>(cycles) / nodes;
}

class Draw {
 public:
  bool operator()(double probability) { return static_cast<double>(random_() >> 11) * 0x1p-53 < probability; }
  std::uint64_t word(double probability = 0.5) {
    std::uint64_t all = 0;
    for (unsigned b = 0; b < 64; ++b) all |= std::uint64_t{(*this)(probability)} << b;
    return all;
  }

 private:
  std::mt19937_64 random_{1};
};

double sliced_time(const std::string& library, double flits, unsigned& nodes) {
  Slices slices(library);
  nodes = slices.api().lanes;
  Draw draw;
  std::vector<int> places;
  std::array<std::vector<std::uint64_t>, patterns> pins;
  for (unsigned i = 0; i < slices.api().input_count; ++i) {
    const sliced::Signal& s = slices.api().inputs[i];
    const std::string name = s.name;
    double p = 0.5;
    if (name == "in_valid_i" || name == "out_credit_i") p = flits;
    if (name == "reg_valid_i") p = access;
    if (name == "coord_i" || name == "extent_i" || name == "wrap_i") p = straps;
    if (name == "rst_ni" || name == "tile_rst_ni") p = 1;
    for (unsigned b = 0; b < s.width; ++b) {
      places.push_back(s.planes[b]);
      for (auto& pattern : pins)
        for (unsigned w = 0; w < slices.words(); ++w) pattern.push_back(draw.word(p));
    }
  }
  const auto cycle = [&](std::uint64_t number) {
    const std::uint64_t* from = pins[number % patterns].data();
    for (const int place : places) {
      for (unsigned w = 0; w < slices.words(); ++w) slices.plane(place)[w] = *from++;
    }
    slices.settle();
    slices.step();
  };
  for (unsigned i = 0; i < slices.api().input_count; ++i) {
    const sliced::Signal& s = slices.api().inputs[i];
    if (std::string(s.name) == "rst_ni")
      for (unsigned w = 0; w < slices.words(); ++w) slices.plane(s.planes[0])[w] = 0;
  }
  for (unsigned k = 0; k < 2; ++k) slices.settle(), slices.step();
  return measure(nodes, cycle);
}

double verilated_time(const SharedLibrary& library, double flits, unsigned& nodes) {
  const auto& api = library.api<verilated::Api>(verilated::api_symbol, verilated::api_version, "node");
  nodes = 64;
  Draw draw;
  constexpr unsigned links = 4;
  struct Pins {
    model::NodeIn in;
    std::array<std::uint64_t, links + 2> data;
    std::array<model::FlitRef, links> link;
  };
  std::vector<Pins> pins(std::size_t{nodes} * patterns);
  for (Pins& p : pins) {
    for (std::uint64_t& word : p.data) word = draw.word();
    for (unsigned l = 0; l < links; ++l) {
      p.in.link_valid |= unsigned{draw(flits)} << l;
      p.link[l] = {&p.data[l], static_cast<std::uint8_t>(draw(0.5)), draw(0.5), draw(0.5)};
      p.in.credit[l] = static_cast<std::uint8_t>(unsigned{draw(flits)} | unsigned{draw(flits)} << 1);
      p.in.link_credit |= unsigned{p.in.credit[l] != 0} << l;
    }
    p.in.cycle = static_cast<std::uint32_t>(draw.word());
    p.in.link = p.link.data();
    p.in.access = {draw(access), draw(0.5), static_cast<std::uint16_t>(draw.word() & 1023),
                   static_cast<std::uint32_t>(draw.word())};
    p.in.rd_gnt = draw(0.5), p.in.wr_gnt = draw(0.5);
    p.in.rd_data = &p.data[links];
  }
  std::vector<void*> all(nodes);
  std::vector<model::NodeOut> out(nodes);
  for (unsigned n = 0; n < nodes; ++n) {
    all[n] = api.create(static_cast<std::uint32_t>(draw.word(straps) & 0xffff),
                        static_cast<std::uint32_t>(draw.word(straps) & 0xffff), unsigned{draw(straps)}, 512);
    api.reset(all[n], out[n]);
  }
  const double time = measure(nodes, [&](std::uint64_t number) {
    const Pins* pattern = &pins[number % patterns * nodes];
    for (unsigned n = 0; n < nodes; ++n) api.tick(all[n], pattern[n].in, out[n]);
  });
  for (void* node : all) api.destroy(node);
  return time;
}

}  // namespace
}  // namespace collnoc

int main(int argc, char** argv) {
  for (int a = 2; a < argc; ++a) {
    const collnoc::SharedLibrary library(argv[a], collnoc::SharedLibrary::Lifetime::process);
    const double flits = std::stod(argv[1]);
    unsigned nodes = 0;
    void* handle = dlopen(argv[a], RTLD_NOW | RTLD_LOCAL);
    const bool in_slices = dlsym(handle, collnoc::sliced::api_symbol) != nullptr;
    const double time = in_slices ? collnoc::sliced_time(argv[a], flits, nodes)
                                  : collnoc::verilated_time(library, flits, nodes);
    fmt::print("{}: {} {}, {:.1f} ns per node-cycle, {:.1f} M node-cycles/s\n", argv[a], nodes,
               in_slices ? "lanes" : "verilated nodes", time, 1e3 / time);
  }
}
