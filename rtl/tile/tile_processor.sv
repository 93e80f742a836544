// A tile's processor: the cpu and its address decoder, without the memories. Bits 31:28 of an address select:
//   0  program memory, PROGRAM_BYTES: fetches, and loads of constants, which have priority; stores are refused, and
//      everything below BOOT_ADDRESS, where the processor starts: null pointers lead there
//   4  tile memory, mem_words_i words of 8 bytes, through the memory's host port
//   8  registers of the NIC, 0x000 to 0x3ff, whole words
//   9  tile registers, 0x00 to 0xff, whole words. 0x18 is EVENT: bit 0 is set if the NIC reported an event since the
//      last write to this register; it is the processor's interrupt. A write to any other tile register is reported on
//      report_… (console, exit ..); these registers read as 0
// All other accesses are refused: an access fault. Read data comes in the cycle after the request.
// Promises: requests depend on registers only. Only writes to the NIC's put registers stall the processor. While
// `quiescent_o` holds and there is no event, no register changes.
module tile_processor #(
    parameter int PROGRAM_BYTES = 65536,  // a power of two, 512 to 2^28
    parameter int MUL_BITS      = 32      // multiplier bits per cycle: 1, 2, 4, 8, 16, 32
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic [31:0] hart_id_i,
    input  logic [63:0] cycle_i,
    input  logic [collnoc_pkg::ADDR_W:0] mem_words_i,
    // program memory
    output logic        prog_en_o,
    output logic [31:0] prog_addr_o,   // bytes, a multiple of 4
    input  logic [31:0] prog_rdata_i,
    // tile memory
    output logic        host_valid_o,
    output logic        host_write_o,
    output logic [collnoc_pkg::ADDR_W-1:0] host_addr_o,
    output logic [63:0] host_wdata_o,
    output logic [7:0]  host_strb_o,
    input  logic [63:0] host_rdata_i,
    // registers of the NIC
    output logic        reg_valid_o,
    output logic        reg_write_o,
    output logic [9:0]  reg_addr_o,
    output logic [31:0] reg_wdata_o,
    input  logic        reg_ready_i,   // a write to a put register is accepted
    input  logic [31:0] reg_rdata_i,
    input  logic        event_i,
    // writes to tile registers
    output logic        report_valid_o,
    output logic [7:0]  report_addr_o,
    output logic [31:0] report_wdata_o,
    // trace: what happens in this cycle, as in cpu
    output logic        retire_o,
    output logic        trap_o,
    output logic [31:0] pc_o,
    output logic [31:0] instr_o,
    output logic        write_o,
    output logic [31:0] wdata_o,
    output logic        late_o,
    output logic [31:0] late_wdata_o,
    output logic        quiescent_o
);
  localparam int ADDR_W = collnoc_pkg::ADDR_W;
  localparam int         BOOT     = collnoc_pkg::BOOT_ADDRESS;
  localparam logic [3:0] PROGRAM  = collnoc_pkg::PROGRAM_BASE;
  localparam logic [3:0] MEMORY   = collnoc_pkg::MEMORY_BASE;
  localparam logic [3:0] NIC      = collnoc_pkg::NIC_REGISTERS_BASE;
  localparam logic [3:0] TILE     = collnoc_pkg::TILE_REGISTERS_BASE;
  localparam logic [7:0] EVENT    = collnoc_pkg::TILE_EVENT;

  // Reject illegal parameters at elaboration.
  `ifndef __ICARUS__
  if (PROGRAM_BYTES <= BOOT || PROGRAM_BYTES > 1 << 28 || PROGRAM_BYTES != 1 << $clog2(PROGRAM_BYTES)) begin : gen_bad_bytes
    $error("tile_processor: PROGRAM_BYTES must be a power of two, from 512 to 2^28");
  end
  `endif

  logic        instr_req, instr_gnt, instr_error;
  logic        req, write, gnt, refused, quiescent;
  logic [31:0] instr_addr, addr, wdata, rdata;
  logic [3:0]  strb;
  logic        event_q;
  cpu #(.BOOT_ADDR(BOOT), .MUL_BITS(MUL_BITS)) i_cpu (
      .clk_i, .rst_ni, .hart_id_i, .cycle_i, .irq_i(event_q),
      .instr_req_o(instr_req), .instr_addr_o(instr_addr), .instr_gnt_i(instr_gnt), .instr_error_i(instr_error),
      .instr_rdata_i(prog_rdata_i),
      .data_req_o(req), .data_write_o(write), .data_addr_o(addr), .data_strb_o(strb), .data_wdata_o(wdata),
      .data_gnt_i(gnt), .data_error_i(refused), .data_rdata_i(rdata),
      .retire_o, .trap_o, .pc_o, .instr_o, .write_o, .wdata_o, .late_o, .late_wdata_o, .quiescent_o(quiescent)
  );

  // Target of the data request.
  logic [3:0] region;
  logic       whole, to_program, to_memory, to_nic, to_tile;
  assign region     = addr[31:28];
  assign whole      = strb == 4'b1111;
  assign to_program = req && region == PROGRAM && 32'(addr[27:0]) < 32'(PROGRAM_BYTES) &&
                      32'(addr[27:0]) >= 32'(BOOT) && !write;
  assign to_memory  = req && region == MEMORY && addr[27:3] < 25'(mem_words_i);
  assign to_nic     = req && region == NIC && addr[27:10] == '0 && whole;
  assign to_tile    = req && region == TILE && addr[27:8] == '0 && whole;
  assign refused    = !(to_program || to_memory || to_nic || to_tile);
  // The NIC accepts all accesses at once except writes to put registers. Stalling others would execute them twice.
  assign gnt        = !(to_nic && write && collnoc_pkg::is_put_register(addr[9:0])) || reg_ready_i;

  // Program memory has one port.
  assign instr_error = instr_addr >= 32'(PROGRAM_BYTES) || instr_addr < 32'(BOOT);
  assign instr_gnt   = !to_program;
  assign prog_en_o   = to_program || (instr_req && !instr_error);
  assign prog_addr_o = to_program ? addr : instr_addr;

  assign host_valid_o = to_memory;
  assign host_write_o = write;
  assign host_addr_o  = addr[ADDR_W+2:3];
  assign host_wdata_o = {2{wdata}};
  assign host_strb_o  = addr[2] ? {strb, 4'd0} : {4'd0, strb};

  assign reg_valid_o = to_nic;
  assign reg_write_o = write;
  assign reg_addr_o  = addr[9:0];
  assign reg_wdata_o = wdata;

  logic is_event;
  assign is_event     = addr[7:0] == EVENT;
  assign report_valid_o = to_tile && write && !is_event;
  assign report_addr_o  = addr[7:0];
  assign report_wdata_o = wdata;

  // An event in the cycle in which EVENT is cleared is not lost.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) event_q <= 1'b0;
    else event_q <= event_i || (event_q && !(to_tile && write && is_event));
  end

  // Read data, a cycle later.
  logic [3:0] from_q;      // the region of the last request
  logic       is_upper_q;  // half of a word of tile memory
  logic       is_event_q;
  always_ff @(posedge clk_i) begin
    if (req) begin
      from_q     <= region;
      is_upper_q <= addr[2];
      is_event_q <= is_event;
    end
  end
  always @* begin
    unique case (from_q)
      PROGRAM: rdata = prog_rdata_i;
      MEMORY:  rdata = is_upper_q ? host_rdata_i[63:32] : host_rdata_i[31:0];
      NIC:     rdata = reg_rdata_i;
      default: rdata = {31'd0, is_event_q && event_q};
    endcase
  end

  assign quiescent_o = quiescent && !event_q;
endmodule
