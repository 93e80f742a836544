#include "collnoc/model/systemc/processor_tile_module.hpp"

#include <algorithm>
#include <utility>

namespace collnoc::systemc {
namespace {

const ProgramImage& required(const char* name, const std::shared_ptr<const ProgramImage>& image) {
  if (!image) refuse_hardware(name, "program: there is none");
  return *image;
}

}  // namespace

ProcessorTileModule::ProcessorTileModule(const sc_core::sc_module_name& name, const HardwareConfig& config,
                                         const Topology& topology, Rank rank,
                                         std::shared_ptr<const ProgramImage> image, NodeMaker make_node,
                                         ProcessorMaker make_processor)
    : WiredNode(name, config,
                model::Place::of(topology, config, rank,
                                 model::TileMemory::rounded(config, required(name, image).memory_bytes / 8)),
                std::move(make_node)),
      memory("memory", config, image->memory_bytes / 8, true),
      processor("processor", image->program_bytes, std::move(make_processor)),
      program_memory("program_memory", image->text),
      reports("reports"),
      image_(std::move(image)) {
  bind_memory();
  bind_processor();
  load();
  hart_id.write(topology.address(rank));
  node.tile_rst_ni(tile_rst_n);
  node.held_o(held);
  SC_HAS_PROCESS(ProcessorTileModule);
  SC_METHOD(gate);
  sensitive << rst_ni << tile_rst_n << held << asks_memory << asks_nic << asks_report;
}

void ProcessorTileModule::bind_memory() {
  memory.clk_i(clk_i);
  memory.rst_ni(rst_ni);
  memory.rd_req_i(rd_req);
  memory.rd_addr_i(rd_addr);
  memory.rd_gnt_o(rd_gnt);
  memory.rd_data_o(rd_data);
  memory.wr_req_i(wr_req);
  memory.wr_addr_i(wr_addr);
  memory.wr_data_i(wr_data);
  memory.wr_strb_i(wr_strb);
  memory.wr_gnt_o(wr_gnt);
  memory.host->host_valid_i(host_valid);
  memory.host->host_write_i(host_write);
  memory.host->host_addr_i(host_addr);
  memory.host->host_wdata_i(host_wdata);
  memory.host->host_strb_i(host_strb);
  memory.host->host_rdata_o(host_rdata);
  program_memory.clk_i(clk_i);
  program_memory.prog_en_i(prog_en);
  program_memory.prog_addr_i(prog_addr);
  program_memory.prog_rdata_o(prog_rdata);
}

void ProcessorTileModule::bind_processor() {
  processor.clk_i(clk_i);
  processor.rst_ni(processor_rst_n);
  processor.hart_id_i(hart_id);
  processor.cycle_i(long_cycle_i);
  processor.mem_words_i(mem_words);
  processor.prog_en_o(prog_en);
  processor.prog_addr_o(prog_addr);
  processor.prog_rdata_i(prog_rdata);
  processor.host_valid_o(asks_memory);
  processor.host_write_o(host_write);
  processor.host_addr_o(host_addr);
  processor.host_wdata_o(host_wdata);
  processor.host_strb_o(host_strb);
  processor.host_rdata_i(host_rdata);
  processor.reg_valid_o(asks_nic);
  processor.reg_write_o(reg_write);
  processor.reg_addr_o(reg_addr);
  processor.reg_wdata_o(reg_wdata);
  processor.reg_ready_i(reg_ready);
  processor.reg_rdata_i(reg_rdata);
  processor.event_i(event);
  processor.report_valid_o(asks_report);
  processor.report_addr_o(report_addr);
  processor.report_wdata_o(report_wdata);
  processor.retire_o(retire);
  processor.trap_o(trap);
  processor.pc_o(pc);
  processor.instr_o(instr);
  processor.write_o(write);
  processor.wdata_o(wdata);
  processor.late_o(late);
  processor.late_wdata_o(late_wdata);
  processor.quiescent_o(processor_quiescent);
  reports.clk_i(clk_i);
  reports.rst_ni(processor_rst_n);
  reports.cycle_i(long_cycle_i);
  reports.report_valid_i(report_valid);
  reports.report_addr_i(report_addr);
  reports.report_wdata_i(report_wdata);
}

void ProcessorTileModule::load() {
  if (image_->program_bytes > 1u << 21)
    refuse_hardware(name(), "program: program memory has at most 2^21 bytes");
  if (image_->memory_bytes > 8u << addr_w)
    refuse_hardware(name(), "program: tile memory has at most 2^21 bytes");
  if (image_->text.size() > image_->program_bytes / 4)
    refuse_hardware(name(), "program: does not fit into its program memory");
  const std::uint64_t bytes = std::uint64_t{memory.memory().words()} * 8;
  for (const ProgramImage::Data& data : image_->data) {
    if (data.address > bytes || data.bytes.size() > bytes - data.address)
      refuse_hardware(name(), "program: its data do not fit into tile memory");
    std::copy(data.bytes.begin(), data.bytes.end(), memory.memory().bytes() + data.address);
  }
}

// While the tile is reset, or its NIC not ready, the processor is in reset and its requests have no effect.
void ProcessorTileModule::gate() {
  const bool runs = tile_rst_n.read() && !held.read();
  processor_rst_n.write(rst_ni.read() && runs);
  reg_valid.write(asks_nic.read() && runs);
  host_valid.write(asks_memory.read() && runs);
  report_valid.write(asks_report.read() && runs);
}

}  // namespace collnoc::systemc
