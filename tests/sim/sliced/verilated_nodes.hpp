// The nodes that a node in slices is compared with: one verilated node for each lane, with all pins and
// registers by name. NODE_CLASS and NODE_HEADER are those of the module that collnoc_verilate_module made.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace collnoc::test {

/// A value inside a verilated node: a pin, a register or one element of an array.
struct Place {
  void* data = nullptr;
  unsigned bytes = 0;

  /// As 64-bit words.
  void get(std::uint64_t* words, unsigned n) const {
    std::memset(words, 0, n * 8);
    std::memcpy(words, data, std::min(bytes, n * 8));
  }
  void put(const std::uint64_t* words, unsigned n) const { std::memcpy(data, words, std::min(bytes, n * 8)); }
};

class VerilatedNodes {
 public:
  explicit VerilatedNodes(unsigned lanes);
  ~VerilatedNodes();
  /// By name; pins without the clock, registers relative to node.sv, elements of arrays as "mem_q[3]".
  const Place& pin(unsigned lane, const std::string& name) const { return pins_[lane].at(name); }
  const std::map<std::string, Place>& registers(unsigned lane) const { return registers_[lane]; }
  /// To be called when registers were written: computes what depends on them. The clock is low.
  void settle();
  void edge();

 private:
  struct Nodes;
  std::unique_ptr<Nodes> nodes_;
  std::vector<std::map<std::string, Place>> pins_, registers_;
};

}  // namespace collnoc::test
