// A tile with a processor: tile (node, memory, cycle counter), tile_processor and its program memory. The processor
// uses the NIC's registers and the memory's host port. While `run_i` is low, the processor (and nothing else) is in
// reset, and the load port writes program and tile memory. When it rises, the processor starts at address 0.
// `tile_rst_ni` resets processor and NIC (docs/reference/hardware.md, "Resets"); the memories keep their contents, and the
// processor starts when the NIC is ready.
// Promises: link outputs and `quiescent_o` depend on registers only, `report_…` on registers, `run_i` and `tile_rst_ni`.
module processor_tile #(
    // <arch: node-parameters>
    parameter int DIMS         = 2,                      // dimensions: 1..4, of complete graphs 1..6
    parameter int ADDRESS_W    = 16,                     // bits of a node address: 16 or 20
    parameter bit ALL_PORT     = 1'b0,                   // one channel per link between NIC and router, otherwise one
    parameter int VCS          = 2,                      // virtual channels per link: 1 to 4
    parameter int VC_DEPTH     = 4,                      // flits per virtual channel buffer: 2 to 64
    parameter int FLIT_W       = 64,                     // data bits per flit: 64, 128, 256 or 512
    parameter int MAX_PACKET   = 32,                     // flits of the longest packet, including the head flit: 2 to 256
    parameter int HOP_CYCLES   = 1,                      // cycles per hop, one more than registers in a link: 1 to 5
    parameter int SWITCHING    = collnoc_pkg::WORMHOLE,  // 0 wormhole, 1 cut-through, 2 store-and-forward
    parameter int ROUTE_ORDERS = 1,                      // orders of dimensions that a message can choose from: 1 or 2
    parameter int TOPOLOGY     = collnoc_pkg::GRID,      // kind of network
    parameter int RADIX        = 0,                      // longest extent of complete graphs, symbols of a star graph, links of a graph, otherwise 0: 0 to 9
    parameter int ROUTES       = 0,                      // entries of the routing table of a graph, otherwise 0: 0, 16, 64, 256 or 1024
    parameter bit SEQUENCER    = 1'b0,                   // performs plans without software
    parameter bit ACCUMULATE   = 1'b0,                   // puts can combine with the destination's memory
    parameter bit FLOAT_SUMS   = 1'b0,                   // with ACCUMULATE, also sums of single precision
    parameter bit MULTICAST    = 1'b0,                   // puts to a box of nodes: routers copy packets
    parameter bit VC_READS     = 1'b0,                   // every virtual channel of an input port is read in a cycle
    parameter bit MONITOR      = 1'b1,                   // counters of flits and stalls
    // </arch>
    parameter int WORDS      = 8192,
    parameter int PROGRAM_BYTES = 65536,  // a power of two, 512 to 2^21
    parameter int MUL_BITS   = 32,        // as of cpu
    parameter int LINKS      = collnoc_pkg::links(TOPOLOGY, DIMS, RADIX),  // derived, not to be set
    parameter int VC_W       = VCS > 1 ? $clog2(VCS) : 1
) (
    input  logic                    clk_i,
    input  logic                    rst_ni,       // of the network: of all its tiles together
    input  logic                    tile_rst_ni,  // of this tile
    // place in the network (straps)
    input  logic [collnoc_pkg::NODE_W-1:0] coord_i,
    input  logic [collnoc_pkg::NODE_W-1:0] extent_i,
    input  logic [DIMS-1:0]         wrap_i,
    // links in
    input  logic [LINKS-1:0]        in_valid_i,
    input  logic [LINKS-1:0]        in_head_i,
    input  logic [LINKS-1:0]        in_tail_i,
    input  logic [LINKS*VC_W-1:0]   in_vc_i,
    input  logic [LINKS*FLIT_W-1:0] in_data_i,
    output logic [LINKS*VCS-1:0]    in_credit_o,
    // links out
    output logic [LINKS-1:0]        out_valid_o,
    output logic [LINKS-1:0]        out_head_o,
    output logic [LINKS-1:0]        out_tail_o,
    output logic [LINKS*VC_W-1:0]   out_vc_o,
    output logic [LINKS*FLIT_W-1:0] out_data_o,
    input  logic [LINKS*VCS-1:0]    out_credit_i,
    // run enable of the processor; load port for program and memory, used while run_i is low
    input  logic                    run_i,
    input  logic                    load_valid_i,
    input  logic                    load_memory_i,  // tile memory; otherwise program memory
    input  logic [collnoc_pkg::ADDR_W-1:0] load_addr_i,  // 8-byte words
    input  logic [63:0]             load_wdata_i,
    input  logic [7:0]              load_strb_i,
    // writes to tile registers
    output logic                    report_valid_o,
    output logic [7:0]              report_addr_o,
    output logic [31:0]             report_wdata_o,
    // trace of the processor, as in cpu
    output logic                    retire_o,
    output logic                    trap_o,
    output logic [31:0]             pc_o,
    output logic [31:0]             instr_o,
    output logic                    write_o,
    output logic [31:0]             wdata_o,
    output logic                    late_o,
    output logic [31:0]             late_wdata_o,
    output logic                    quiescent_o
);
  localparam int ADDR_W = collnoc_pkg::ADDR_W;
  localparam int ROWS   = PROGRAM_BYTES / 8;
  localparam int ROW_W  = ROWS > 1 ? $clog2(ROWS) : 1;

  // Reject illegal parameters at elaboration.
  `ifndef __ICARUS__
  if (PROGRAM_BYTES < 512 || PROGRAM_BYTES > 1 << 21 || PROGRAM_BYTES != 1 << $clog2(PROGRAM_BYTES)) begin : gen_bad_bytes
    $error("processor_tile: PROGRAM_BYTES must be a power of two, from 512 to 2^21");
  end
  `endif

  logic [63:0] cycle_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) cycle_q <= '0;
    else cycle_q <= cycle_q + 1'b1;
  end

  logic              prog_en, host_valid, host_write, reg_valid, reg_write, reg_ready, node_event, report_valid;
  logic              node_quiescent, processor_quiescent;
  logic              held, runs;
  assign runs = run_i && tile_rst_ni && !held;
  logic [31:0]       prog_addr, prog_rdata, reg_wdata, reg_rdata;
  logic [ADDR_W-1:0] host_addr;
  logic [63:0]       host_wdata, host_rdata;
  logic [7:0]        host_strb;
  logic [9:0]        reg_addr;
  tile_processor #(
      .PROGRAM_BYTES(PROGRAM_BYTES), .MUL_BITS(MUL_BITS)
  ) i_processor (
      .clk_i, .rst_ni(rst_ni && runs), .hart_id_i(32'(coord_i)), .cycle_i(cycle_q),
      .mem_words_i((ADDR_W + 1)'(WORDS)),
      .prog_en_o(prog_en), .prog_addr_o(prog_addr), .prog_rdata_i(prog_rdata),
      .host_valid_o(host_valid), .host_write_o(host_write), .host_addr_o(host_addr), .host_wdata_o(host_wdata),
      .host_strb_o(host_strb), .host_rdata_i(host_rdata),
      .reg_valid_o(reg_valid), .reg_write_o(reg_write), .reg_addr_o(reg_addr), .reg_wdata_o(reg_wdata),
      .reg_ready_i(reg_ready), .reg_rdata_i(reg_rdata), .event_i(node_event),
      .report_valid_o(report_valid), .report_addr_o, .report_wdata_o,
      .retire_o, .trap_o, .pc_o, .instr_o, .write_o, .wdata_o, .late_o, .late_wdata_o,
      .quiescent_o(processor_quiescent)
  );

  tile #(
      .WORDS(WORDS),
      // <arch: node-instance>
      .DIMS(DIMS), .ADDRESS_W(ADDRESS_W), .ALL_PORT(ALL_PORT), .VCS(VCS), .VC_DEPTH(VC_DEPTH), .FLIT_W(FLIT_W),
      .MAX_PACKET(MAX_PACKET), .HOP_CYCLES(HOP_CYCLES), .SWITCHING(SWITCHING), .ROUTE_ORDERS(ROUTE_ORDERS),
      .TOPOLOGY(TOPOLOGY), .RADIX(RADIX), .ROUTES(ROUTES), .SEQUENCER(SEQUENCER), .ACCUMULATE(ACCUMULATE),
      .FLOAT_SUMS(FLOAT_SUMS), .MULTICAST(MULTICAST), .VC_READS(VC_READS), .MONITOR(MONITOR)
      // </arch>
  ) i_tile (
      .clk_i, .rst_ni, .tile_rst_ni, .held_o(held), .coord_i, .extent_i, .wrap_i,
      .in_valid_i, .in_head_i, .in_tail_i, .in_vc_i, .in_data_i, .in_credit_o,
      .out_valid_o, .out_head_o, .out_tail_o, .out_vc_o, .out_data_o, .out_credit_i,
      .reg_valid_i(reg_valid && runs), .reg_write_i(reg_write), .reg_addr_i(reg_addr), .reg_wdata_i(reg_wdata),
      .reg_ready_o(reg_ready), .reg_rdata_o(reg_rdata), .event_o(node_event),
      .host_valid_i(run_i ? host_valid && runs : load_valid_i && load_memory_i), .host_write_i(run_i ? host_write : 1'b1),
      .host_addr_i(run_i ? host_addr : load_addr_i), .host_wdata_i(run_i ? host_wdata : load_wdata_i),
      .host_strb_i(run_i ? host_strb : load_strb_i), .host_rdata_o(host_rdata),
      .quiescent_o(node_quiescent)
  );

  // Program memory: words with even and with odd numbers.
  logic [63:0] rows;
  logic        odd_q;
  for (genvar h = 0; h < 2; h++) begin : gen_half
    localparam bit ODD = h == 1;
    ram #(.WORDS(ROWS), .WIDTH(32), .LANE_W(8)) i_ram (
        .clk_i, .rd_en_i(prog_en && prog_addr[2] == ODD), .rd_addr_i(ROW_W'(prog_addr >> 3)),
        .rd_data_o(rows[h*32+:32]),
        .wr_en_i(load_valid_i && !load_memory_i && !run_i ? load_strb_i[h*4+:4] : 4'd0),
        .wr_addr_i(ROW_W'(load_addr_i)), .wr_data_i(load_wdata_i[h*32+:32])
    );
  end
  always_ff @(posedge clk_i) odd_q <= prog_addr[2];
  assign prog_rdata = odd_q ? rows[63:32] : rows[31:0];

  assign report_valid_o = report_valid && runs;
  assign quiescent_o  = node_quiescent && processor_quiescent;
endmodule
