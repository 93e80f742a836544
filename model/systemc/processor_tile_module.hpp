// A tile with a processor, with pins: rtl/tile/processor_tile.sv as SystemC modules that are connected by
// signals. Its memories hold a program from the beginning; it has no load port.
//
//          links                          A link's outputs are this tile's signals; its inputs are pins of
//       +----^v-----+  memory port  +------+   `node` that the network binds to the neighbour's signals.
//       |   node    |===============|memory|
//       +-----|-----+               +---|--+
//         register bus               host port
//       +-----|-------------------------|--+     +--------------+
//       |            processor             |=====|program memory|
//       +-----------------|----------------+     +--------------+
//                      reports: console, exit code, faults
//
// The processor's reset is combinational, of rst_ni, tile_rst_n and the node's held_o, so the first two must
// not change at the same time as the clock rises.
#pragma once
#include <memory>

#include "collnoc/model/systemc/memory_module.hpp"
#include "collnoc/model/systemc/processor_module.hpp"
#include "collnoc/model/systemc/program_image.hpp"
#include "collnoc/model/systemc/program_memory.hpp"
#include "collnoc/model/systemc/tile_reports.hpp"
#include "collnoc/model/systemc/wired_node.hpp"

namespace collnoc::systemc {

class ProcessorTileModule : public WiredNode {
  template <int w>
  using Bits = sc_dt::sc_uint<w>;
  template <class T>
  using Signal = sc_core::sc_signal<T>;

 public:
  /// Reports an SC_ERROR of type hardware_report if `image` is null, a tile cannot have its memories, or they
  /// cannot hold it.
  ProcessorTileModule(const sc_core::sc_module_name& name, const HardwareConfig& config,
                      const Topology& topology, Rank rank, std::shared_ptr<const ProgramImage> image,
                      NodeMaker make_node = make_model, ProcessorMaker make_processor = make_processor_model);

  /// Cycles since reset, for the processor's counter: all 64 bits.
  sc_core::sc_in<std::uint64_t> long_cycle_i{"long_cycle_i"};
  /// Low resets processor and NIC; the memories keep their contents.
  Signal<bool> tile_rst_n{"tile_rst_n", true};

  MemoryModule memory;
  ProcessorModule processor;
  ProgramMemory program_memory;
  TileReports reports;

  // Of the processor: what it asks for, before the tile's reset holds it back.
  Signal<bool> asks_memory{"asks_memory"}, asks_nic{"asks_nic"}, asks_report{"asks_report"};
  // Program memory.
  Signal<bool> prog_en{"prog_en"};
  Signal<Bits<32>> prog_addr{"prog_addr"}, prog_rdata{"prog_rdata"};
  // Host port.
  Signal<bool> host_valid{"host_valid"}, host_write{"host_write"};
  Signal<Bits<addr_w>> host_addr{"host_addr"};
  Signal<std::uint64_t> host_wdata{"host_wdata"}, host_rdata{"host_rdata"};
  Signal<Bits<8>> host_strb{"host_strb"};
  // Reports.
  Signal<bool> report_valid{"report_valid"};
  Signal<Bits<8>> report_addr{"report_addr"};
  Signal<Bits<32>> report_wdata{"report_wdata"};
  // Trace, of the cycle before.
  Signal<bool> retire{"retire"}, trap{"trap"}, write{"write"}, late{"late"};
  Signal<Bits<32>> pc{"pc"}, instr{"instr"}, wdata{"wdata"}, late_wdata{"late_wdata"};

  Signal<bool> held{"held"}, processor_rst_n{"processor_rst_n"};
  Signal<bool> processor_quiescent{"processor_quiescent"};
  Signal<Bits<32>> hart_id{"hart_id"};

 private:
  void bind_memory();
  void bind_processor();
  void load();
  void gate();

  std::shared_ptr<const ProgramImage> image_;
};

}  // namespace collnoc::systemc
