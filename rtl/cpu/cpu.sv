// RISC-V processor: RV32IM, machine mode, in order, one hart, three stages and a write-back. Fetch requests an
// instruction word. Decode reads the registers in the cycle in which the word arrives. Execute does everything else. All
// effects occur there, so traps are precise; only registers are written one cycle later.
// One instruction per cycle, with these exceptions: a redirect of fetch takes 2 cycles (a trap, mret, and a jump or
// branch that does not go where fetch expects), a product 32/MUL_BITS, a quotient or remainder 34, a refused access 3;
// and every cycle without a memory grant stalls.
// All results are available to the next instruction, with two exceptions, which cost it one cycle: the word of a load
// arrives only then; and a product is an operand of the next product or quotient one cycle later.
// Promises: both ports depend on registers only. A data request stays unchanged until it is granted; read data is taken
// in the cycle after its grant. An error together with a grant refuses the access: a trap, which an instruction word
// causes only if it is executed. While `quiescent_o` holds and no interrupt comes, no register changes, so the clock
// can be stopped: the processor sleeps in wfi.
module cpu #(
    parameter int BOOT_ADDR   = 0,   // of the first instruction, a multiple of 4
    parameter int MUL_BITS    = 32,  // multiplier bits per cycle: 1, 2, 4, 8, 16, 32
    parameter int BTB_ENTRIES = 32   // jumps that fetch remembers, a power of two, 2 to 8192
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic [31:0] hart_id_i,
    input  logic [63:0] cycle_i,
    input  logic        irq_i,
    // instruction port: one word per cycle; the address may change while there is no grant
    output logic        instr_req_o,
    output logic [31:0] instr_addr_o,
    input  logic        instr_gnt_i,
    input  logic        instr_error_i,  // with the grant: there is no such word
    input  logic [31:0] instr_rdata_i,  // of the word granted in the last cycle
    // data port
    output logic        data_req_o,
    output logic        data_write_o,
    output logic [31:0] data_addr_o,    // a multiple of 4
    output logic [3:0]  data_strb_o,    // byte enables, also for reads
    output logic [31:0] data_wdata_o,
    input  logic        data_gnt_i,
    input  logic        data_error_i,   // with the grant: nothing is read or written
    input  logic [31:0] data_rdata_i,   // of the read granted in the last cycle
    // trace: what happens in this cycle
    output logic        retire_o,       // the instruction completes
    output logic        trap_o,         // a trap is taken instead
    output logic [31:0] pc_o,
    output logic [31:0] instr_o,
    output logic        write_o,        // with this result, unless it is a load or product
    output logic [31:0] wdata_o,
    output logic        late_o,         // the load or product that completed in the last cycle has this result
    output logic [31:0] late_wdata_o,
    output logic        quiescent_o
);
  // States of the execute stage.
  localparam logic [2:0] EXECUTE  = 3'd0;  // the instruction's first cycle
  localparam logic [2:0] REQUEST  = 3'd1;  // its memory request was not granted
  localparam logic [2:0] COMPUTE  = 3'd2;  // product or quotient
  localparam logic [2:0] ASLEEP   = 3'd3;  // wfi
  localparam logic [2:0] REFUSED  = 3'd4;  // its memory request was refused

  logic [2:0]  state_q, state_d;
  logic        valid_q;
  logic        refused_q;  // there is no word at pc_q
  logic [31:0] instr_q, pc_q;

  // Write-back: of the instruction that completed last.
  logic        writes_q;       // that was in the last cycle, and it has a register to write
  logic        is_load_q, is_product_q;
  logic [4:0]  rd_q;
  logic [31:0] result_q;       // of others
  logic [2:0]  load_funct3_q;
  logic [1:0]  load_byte_q;    // of the word that arrives

  // Fetch and decode.
  logic        next_valid, next_refused, take, waits, fetch_idle, redirect, learn, forget, leave;
  logic [31:0] next_instr, next_pc, target;
  assign take = next_valid && (!valid_q || leave) && !redirect;
  cpu_fetch #(.BOOT_ADDR(BOOT_ADDR), .BTB_ENTRIES(BTB_ENTRIES)) i_fetch (
      .clk_i, .rst_ni, .instr_req_o, .instr_addr_o, .instr_gnt_i, .instr_error_i, .instr_rdata_i,
      .valid_o(next_valid), .instr_o(next_instr), .pc_o(next_pc), .refused_o(next_refused), .take_i(take),
      .redirect_i(redirect), .target_i(target), .learn_i(learn), .forget_i(forget), .found_pc_i(pc_q),
      .idle_o(fetch_idle)
  );

  // An instruction that waits reads its registers again. A product is forwarded.
  logic [31:0] rs1, rs2, rd_data, result, product;
  logic [63:0] read;
  logic [9:0]  sources;
  logic [1:0]  product_q;                // by operand: it is the last product
  logic        has_result, is_product;  // of the instruction in the execute stage
  assign sources = waits ? {instr_q[24:20], instr_q[19:15]} : {next_instr[24:20], next_instr[19:15]};
  cpu_registers i_registers (
      .clk_i, .read_i(take || waits), .number_i(sources), .data_o(read),
      .write_i(writes_q), .rd_i(rd_q), .wdata_i(rd_data),
      .next_write_i(valid_q && !waits && has_result), .next_rd_i(instr_q[11:7]), .next_wdata_i(result)
  );
  always_ff @(posedge clk_i) begin
    for (int i = 0; i < 2; i++) begin
      if (take || waits) begin
        product_q[i] <= valid_q && !waits && is_product && instr_q[11:7] != 5'd0 && sources[i*5+:5] == instr_q[11:7];
      end
    end
  end
  assign rs1 = product_q[0] ? product : read[31:0];
  assign rs2 = product_q[1] ? product : read[63:32];

  always_ff @(posedge clk_i) begin
    if (take) begin
      instr_q   <= next_instr;
      pc_q      <= next_pc;
      refused_q <= next_refused;
    end
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      state_q <= EXECUTE;
    end else begin
      valid_q <= take || (valid_q && !leave);
      state_q <= state_d;
    end
  end

  // Execute: the instruction's result.
  riscv_pkg::kind_t kind;
  logic [2:0]  funct3;
  logic [31:0] imm, alu_result, address, jump_target;
  logic        use_imm, other, equal, less;
  logic        is_load, is_store, is_branch, is_mul_div;
  assign funct3     = instr_q[14:12];
  assign is_load    = kind == riscv_pkg::LOAD;
  assign is_store   = kind == riscv_pkg::STORE;
  assign is_branch  = kind == riscv_pkg::BRANCH;
  assign is_mul_div = kind == riscv_pkg::MUL_DIV;
  cpu_decode i_decode (
      .instr_i(instr_q), .kind_o(kind), .imm_o(imm), .use_imm_o(use_imm), .other_o(other)
  );
  cpu_alu i_alu (
      .funct3_i(funct3), .other_i(other), .unsigned_i(is_branch ? funct3[1] : funct3[0]),
      .a_i(rs1), .b_i(use_imm ? imm : rs2), .result_o(alu_result), .equal_o(equal), .less_o(less)
  );
  logic        from_register;  // JALR, LOAD, STORE
  logic [31:0] base;
  assign from_register = kind == riscv_pkg::JALR || is_load || is_store;
  assign base          = from_register ? rs1 : pc_q;
  assign address       = base + imm;

  logic taken, jumps;
  assign taken = (funct3[2] ? less : equal) != funct3[0];
  assign jump_target = {address[31:1], 1'b0};
  assign jumps = kind == riscv_pkg::JAL || kind == riscv_pkg::JALR || (is_branch && taken);

  // Whether the instruction starts, or waits for the result before it.
  logic first, reads_rs1, reads_rs2, reads_it;
  assign reads_rs1  = !(kind == riscv_pkg::LUI || kind == riscv_pkg::AUIPC || kind == riscv_pkg::JAL ||
                        (kind == riscv_pkg::CSR && funct3[2]));
  assign reads_rs2  = is_store || is_branch || is_mul_div || (kind == riscv_pkg::ALU && !use_imm);
  assign reads_it   = (reads_rs1 && instr_q[19:15] == rd_q) || (reads_rs2 && instr_q[24:20] == rd_q);
  assign waits      = valid_q && writes_q && reads_it && (is_load_q || (is_product_q && is_mul_div));
  assign first      = valid_q && state_q == EXECUTE && !waits;
  assign is_product = is_mul_div && !funct3[2];

  logic        compute_done, compute_idle, trap;
  logic [31:0] quotient;
  cpu_mul_div #(.MUL_BITS(MUL_BITS)) i_mul_div (
      .clk_i, .rst_ni, .start_i(first && is_mul_div && !trap), .funct3_i(funct3), .a_i(read[31:0]), .b_i(read[63:32]),
      .done_o(compute_done), .idle_o(compute_idle), .product_o(product), .quotient_o(quotient)
  );

  // Traps.
  logic        csr_legal, interrupt, wake, pending, retire;
  logic        misaligned_jump, misaligned_data;
  logic [4:0]  cause;
  logic [31:0] csr_rdata, mtvec, mepc, value;
  assign misaligned_jump = jumps && address[1];
  assign misaligned_data = (funct3[0] && address[0]) || (funct3[1] && address[1:0] != 2'd0);
  always @* begin
    trap  = first || state_q == REFUSED;
    cause = riscv_pkg::CAUSE_ILLEGAL;
    value = '0;
    if (state_q == REFUSED) begin
      cause = is_store ? riscv_pkg::CAUSE_STORE_ACCESS : riscv_pkg::CAUSE_LOAD_ACCESS;
      value = address;
    end else if (interrupt) begin
      cause = riscv_pkg::CAUSE_INTERRUPT;
    end else if (refused_q) begin
      cause = riscv_pkg::CAUSE_FETCH_ACCESS;
      value = pc_q;
    end else if (kind == riscv_pkg::ILLEGAL || (kind == riscv_pkg::CSR && !csr_legal)) begin
      value = instr_q;
    end else if (kind == riscv_pkg::ECALL) begin
      cause = riscv_pkg::CAUSE_ECALL;
    end else if (kind == riscv_pkg::EBREAK) begin
      cause = riscv_pkg::CAUSE_BREAKPOINT;
    end else if (misaligned_jump) begin
      cause = riscv_pkg::CAUSE_FETCH_MISALIGNED;
      value = jump_target;
    end else if (is_load && misaligned_data) begin
      cause = riscv_pkg::CAUSE_LOAD_MISALIGNED;
      value = address;
    end else if (is_store && misaligned_data) begin
      cause = riscv_pkg::CAUSE_STORE_MISALIGNED;
      value = address;
    end else begin
      trap = 1'b0;
    end
  end
  cpu_csr i_csr (
      .clk_i, .rst_ni, .hart_id_i, .cycle_i, .irq_i,
      .number_i(instr_q[31:20]), .op_i(funct3[1:0]), .operand_i(funct3[2] ? {27'd0, instr_q[19:15]} : rs1),
      .writes_i(funct3[1:0] == 2'd1 || instr_q[19:15] != 5'd0), .commit_i(retire && kind == riscv_pkg::CSR),
      .rdata_o(csr_rdata), .legal_o(csr_legal),
      .trap_i(trap), .cause_i(cause), .pc_i(pc_q), .value_i(value), .mret_i(retire && kind == riscv_pkg::MRET),
      .retire_i(retire), .mtvec_o(mtvec), .mepc_o(mepc), .interrupt_o(interrupt), .wake_o(wake), .pending_o(pending)
  );

  // The next address, and whether fetch continues there. base + imm is compared with an address without waiting for
  // carries: they are equal if every carry into a bit is the one that the bits below make.
  logic [31:0] following, expected, carry_in;
  logic [30:0] carry_out;
  logic        follows;
  assign following = pc_q + 32'd4;
  assign expected  = {next_pc[31:1], base[0] ^ imm[0]};
  assign carry_in  = base ^ imm ^ expected;
  assign carry_out = (base[30:0] & imm[30:0]) | ((base[30:0] | imm[30:0]) & ~expected[30:0]);
  assign follows   = jumps ? carry_in == {carry_out, 1'b0} : next_pc == following;
  assign learn     = first && !trap && jumps && !follows;
  assign forget    = first && !trap && !jumps && !follows;
  assign redirect  = trap || (first && (!follows || kind == riscv_pkg::MRET));
  always @* begin
    if (trap) target = mtvec;
    else if (kind == riscv_pkg::MRET) target = mepc;
    else if (jumps) target = jump_target;
    else target = following;
  end

  // Data port.
  assign data_req_o   = (is_load || is_store) && valid_q && ((first && !trap) || state_q == REQUEST);
  assign data_write_o = is_store;
  assign data_addr_o  = {address[31:2], 2'd0};
  always @* begin
    unique case (funct3[1:0])
      2'd0: begin
        data_strb_o  = 4'b0001 << address[1:0];
        data_wdata_o = {4{rs2[7:0]}};
      end
      2'd1: begin
        data_strb_o  = address[1] ? 4'b1100 : 4'b0011;
        data_wdata_o = {2{rs2[15:0]}};
      end
      default: begin
        data_strb_o  = 4'b1111;
        data_wdata_o = rs2;
      end
    endcase
  end
  logic [31:0] shifted, loaded;
  assign shifted = data_rdata_i >> {load_byte_q, 3'd0};
  always @* begin
    unique case (load_funct3_q[1:0])
      2'd0: loaded = {{24{shifted[7] && !load_funct3_q[2]}}, shifted[7:0]};
      2'd1: loaded = {{16{shifted[15] && !load_funct3_q[2]}}, shifted[15:0]};
      default: loaded = shifted;
    endcase
  end

  // When the instruction is done.
  always @* begin
    state_d = EXECUTE;
    retire  = 1'b0;
    unique case (state_q)
      EXECUTE, REQUEST: begin
        if (!valid_q || waits || trap) begin
          retire = 1'b0;
        end else if (is_load || is_store) begin
          retire = data_gnt_i && !data_error_i;
          if (!data_gnt_i) state_d = REQUEST;
          else if (data_error_i) state_d = REFUSED;
        end else if (is_mul_div) begin
          retire = compute_done;
          if (!compute_done) state_d = COMPUTE;
        end else if (kind == riscv_pkg::WFI) begin
          state_d = ASLEEP;
        end else begin
          retire = 1'b1;
        end
      end
      COMPUTE: begin
        retire = compute_done;
        if (!compute_done) state_d = COMPUTE;
      end
      REFUSED: retire = 1'b0;
      default: begin
        retire = wake;
        if (!wake) state_d = ASLEEP;
      end
    endcase
  end
  assign leave = retire || trap;

  // Write-back.
  logic writes;
  always @* begin
    has_result = 1'b1;
    unique case (kind)
      riscv_pkg::ALU:                  result = alu_result;
      riscv_pkg::LUI:                  result = imm;
      riscv_pkg::AUIPC:                result = address;
      riscv_pkg::JAL, riscv_pkg::JALR: result = following;
      riscv_pkg::MUL_DIV:              result = quotient;
      riscv_pkg::CSR:                  result = csr_rdata;
      default: begin
        result     = '0;
        has_result = is_load;
      end
    endcase
  end
  assign writes = retire && has_result && instr_q[11:7] != 5'd0;
  always @* begin
    if (is_load_q) rd_data = loaded;
    else if (is_product_q) rd_data = product;
    else rd_data = result_q;
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) writes_q <= 1'b0;
    else writes_q <= writes;
  end
  always_ff @(posedge clk_i) begin
    if (retire) begin
      is_load_q     <= is_load;
      is_product_q  <= is_product;
      rd_q          <= instr_q[11:7];
      result_q      <= result;
      load_funct3_q <= funct3;
      load_byte_q   <= address[1:0];
    end
  end

  assign retire_o     = retire;
  assign trap_o       = trap;
  assign pc_o         = pc_q;
  assign instr_o      = instr_q;
  assign write_o      = writes && !is_load && !is_product;
  assign wdata_o      = result;
  assign late_o       = writes_q && (is_load_q || is_product_q);
  assign late_wdata_o = rd_data;
  assign quiescent_o  = valid_q && state_q == ASLEEP && !writes_q && !pending && compute_idle && fetch_idle;
endmodule
