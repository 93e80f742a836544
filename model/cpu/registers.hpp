// Every register of a processor with its RTL name, relative to cpu.sv. A visitor is called as
// `v(name, value, {indices})`. In a name, each `%` stands for the next of the indices. Arrays are passed only
// if `v.arrays()`.
#pragma once
#include "collnoc/model/cpu/cpu.hpp"

namespace collnoc::model {

template <class Self, class Visitor>
void Cpu::registers(Self& self, Visitor&& v) {
  v("state_q", self.state_q, {});
  v("valid_q", self.valid_q, {});
  v("instr_q", self.instr_q, {});
  v("pc_q", self.pc_q, {});
  v("refused_q", self.refused_q, {});
  v("writes_q", self.writes_q, {});
  v("is_load_q", self.is_load_q, {});
  v("is_product_q", self.is_product_q, {});
  v("rd_q", self.rd_q, {});
  v("result_q", self.result_q, {});
  v("load_funct3_q", self.load_funct3_q, {});
  v("load_byte_q", self.load_byte_q, {});
  v("product_q", self.product_q, {});
  auto& f = self.fetch;
  v("i_fetch.fetch_pc_q", f.fetch_pc_q, {});
  v("i_fetch.front_q", f.front_q, {});
  v("i_fetch.second_q", f.second_q, {});
  v("i_fetch.front_pc_q", f.front_pc_q, {});
  v("i_fetch.second_pc_q", f.second_pc_q, {});
  v("i_fetch.count_q", f.count_q, {});
  v("i_fetch.arrives_q", f.arrives_q, {});
  v("i_fetch.arrives_refused_q", f.arrives_refused_q, {});
  v("i_fetch.front_refused_q", f.front_refused_q, {});
  v("i_fetch.second_refused_q", f.second_refused_q, {});
  v("i_fetch.i_btb.valid_q", f.btb.valid_q, {});
  v("i_fetch.i_btb.known_q", f.btb.known_q, {});
  v("i_fetch.i_btb.i_ram.data_q", f.btb.data_q, {});
  if (v.arrays()) {
    for (unsigned n = 0; n < CpuBtb::entries; ++n) v("i_fetch.i_btb.i_ram.mem_q[%]", f.btb.mem_q[n], {n});
  }
  auto& r = self.regs;
  for (unsigned p = 0; p < 2; ++p) {
    v("i_registers.gen_read[%].zero_q", r.zero_q[p], {p});
    v("i_registers.gen_read[%].hit_q", r.hit_q[p], {p});
    v("i_registers.gen_read[%].bypass_q", r.bypass_q[p], {p});
    v("i_registers.gen_read[%].i_ram.data_q", r.data_q[p], {p});
  }
  if (v.arrays()) {
    for (unsigned p = 0; p < 2; ++p) {
      for (unsigned n = 0; n < 32; ++n) v("i_registers.gen_read[%].i_ram.mem_q[%]", r.mem_q[n], {p, n});
    }
  }
  auto& m = self.mul_div;
  v("i_mul_div.high_q", m.high_q, {});
  v("i_mul_div.low_q", m.low_q, {});
  v("i_mul_div.magnitude_q", m.magnitude_q, {});
  v("i_mul_div.count_q", m.count_q, {});
  v("i_mul_div.product_high_q", m.product_high_q, {});
  auto& c = self.csr;
  v("i_csr.mstatus_mie_q", c.mstatus_mie_q, {});
  v("i_csr.mstatus_mpie_q", c.mstatus_mpie_q, {});
  v("i_csr.mie_meie_q", c.mie_meie_q, {});
  v("i_csr.mip_meip_q", c.mip_meip_q, {});
  v("i_csr.mtvec_q", c.mtvec_q, {});
  v("i_csr.mepc_q", c.mepc_q, {});
  v("i_csr.mcause_q", c.mcause_q, {});
  v("i_csr.mtval_q", c.mtval_q, {});
  v("i_csr.mscratch_q", c.mscratch_q, {});
  v("i_csr.mcycle_offset_q", c.mcycle_offset_q, {});
  v("i_csr.minstret_q", c.minstret_q, {});
}

}  // namespace collnoc::model
