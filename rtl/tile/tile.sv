// A tile without its processor: node, memory and cycle counter. A processor or another master connects to the register
// bus and to the memory's host port. Straps give the tile's position, so all tiles of a chip are identical.
// `tile_rst_ni` resets the NIC; memory and cycle counter keep their contents. What drives the tile is in reset while
// `tile_rst_ni` is low or `held_o` is high.
module tile #(
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
    parameter int WORDS      = 8192,  // memory, 8-byte words, a power of two
    parameter int LINKS      = collnoc_pkg::links(TOPOLOGY, DIMS, RADIX),  // derived, not to be set
    parameter int VC_W       = VCS > 1 ? $clog2(VCS) : 1
) (
    input  logic                    clk_i,
    input  logic                    rst_ni,       // of the network: of all its tiles together
    input  logic                    tile_rst_ni,  // of this tile
    output logic                    held_o,       // the tile must stay in reset: its NIC is not ready
    // place in the network (straps)
    input  logic [collnoc_pkg::NODE_W-1:0] coord_i,
    input  logic [collnoc_pkg::NODE_W-1:0] extent_i,  // extent - 1 of every dimension
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
    // register bus
    input  logic                    reg_valid_i,
    input  logic                    reg_write_i,
    input  logic [9:0]              reg_addr_i,
    input  logic [31:0]             reg_wdata_i,
    output logic                    reg_ready_o,
    output logic [31:0]             reg_rdata_o,
    output logic                    event_o,
    // memory, host port
    input  logic                    host_valid_i,
    input  logic                    host_write_i,
    input  logic [collnoc_pkg::ADDR_W-1:0] host_addr_i,
    input  logic [63:0]             host_wdata_i,
    input  logic [7:0]              host_strb_i,
    output logic [63:0]             host_rdata_o,
    output logic                    quiescent_o
);
  localparam int ADDR_W   = collnoc_pkg::ADDR_W;
  localparam int CHANNELS = ALL_PORT ? LINKS : 1;
  localparam int READS    = CHANNELS * (ACCUMULATE ? 2 : 1) + (SEQUENCER ? 1 : 0);
  localparam int BANKS    = 1 << $clog2(2 * CHANNELS * (FLIT_W / 64));

  logic [31:0] cycle_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) cycle_q <= '0;
    else cycle_q <= cycle_q + 1'b1;
  end

  logic [READS-1:0]             rd_req, rd_gnt;
  logic [READS*ADDR_W-1:0]      rd_addr;
  logic [READS*FLIT_W-1:0]      rd_data;
  logic [CHANNELS-1:0]          wr_req, wr_gnt;
  logic [CHANNELS*ADDR_W-1:0]   wr_addr;
  logic [CHANNELS*FLIT_W-1:0]   wr_data;
  logic [CHANNELS*FLIT_W/8-1:0] wr_strb;

  node #(
      // <arch: node-instance>
      .DIMS(DIMS), .ADDRESS_W(ADDRESS_W), .ALL_PORT(ALL_PORT), .VCS(VCS), .VC_DEPTH(VC_DEPTH), .FLIT_W(FLIT_W),
      .MAX_PACKET(MAX_PACKET), .HOP_CYCLES(HOP_CYCLES), .SWITCHING(SWITCHING), .ROUTE_ORDERS(ROUTE_ORDERS),
      .TOPOLOGY(TOPOLOGY), .RADIX(RADIX), .ROUTES(ROUTES), .SEQUENCER(SEQUENCER), .ACCUMULATE(ACCUMULATE),
      .FLOAT_SUMS(FLOAT_SUMS), .MULTICAST(MULTICAST), .VC_READS(VC_READS), .MONITOR(MONITOR)
      // </arch>
  ) i_node (
      .clk_i, .rst_ni, .tile_rst_ni, .held_o, .coord_i, .extent_i, .wrap_i, .mem_words_i((ADDR_W + 1)'(WORDS)), .cycle_i(cycle_q),
      .in_valid_i, .in_head_i, .in_tail_i, .in_vc_i, .in_data_i, .in_credit_o,
      .out_valid_o, .out_head_o, .out_tail_o, .out_vc_o, .out_data_o, .out_credit_i,
      .reg_valid_i, .reg_write_i, .reg_addr_i, .reg_wdata_i, .reg_ready_o, .reg_rdata_o, .event_o,
      .rd_req_o(rd_req), .rd_addr_o(rd_addr), .rd_gnt_i(rd_gnt), .rd_data_i(rd_data),
      .wr_req_o(wr_req), .wr_addr_o(wr_addr), .wr_data_o(wr_data), .wr_strb_o(wr_strb), .wr_gnt_i(wr_gnt),
      .quiescent_o
  );

  tile_memory #(
      .CHANNELS(CHANNELS), .READS(READS), .NARROW(SEQUENCER ? 1 : 0), .FLIT_W(FLIT_W), .WORDS(WORDS), .BANKS(BANKS)
  ) i_memory (
      .clk_i, .rst_ni,
      .rd_req_i(rd_req), .rd_addr_i(rd_addr), .rd_gnt_o(rd_gnt), .rd_data_o(rd_data),
      .wr_req_i(wr_req), .wr_addr_i(wr_addr), .wr_data_i(wr_data), .wr_strb_i(wr_strb), .wr_gnt_o(wr_gnt),
      .host_valid_i, .host_write_i, .host_addr_i, .host_wdata_i, .host_strb_i, .host_rdata_o
  );
endmodule
