// Every register of a tile_processor with its RTL name, relative to tile_processor.sv; as in
// model/cpu/registers.hpp.
#pragma once
#include <initializer_list>
#include <string>
#include <type_traits>

#include "collnoc/model/cpu/registers.hpp"
#include "collnoc/model/tile/tile_processor.hpp"

namespace collnoc::model {

/// Prefixes register names with the processor's instance name.
template <class Visitor>
struct InCpu {
  Visitor& v;
  bool arrays() const { return v.arrays(); }
  template <class T>
  void operator()(const char* name, T& value, std::initializer_list<unsigned> indices) {
    v((std::string("i_cpu.") + name).c_str(), value, indices);
  }
};

template <class Self, class Visitor>
void TileProcessor::registers(Self& self, Visitor&& v) {
  v("event_q", self.event_q_, {});
  v("from_q", self.from_q_, {});
  v("is_upper_q", self.is_upper_q_, {});
  v("is_event_q", self.is_event_q_, {});
  Cpu::registers(self.cpu_, InCpu<std::remove_reference_t<Visitor>>{v});
}

}  // namespace collnoc::model
