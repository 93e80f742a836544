// The network graph:tests/rtl/network/graph_mixed.toml: tiles 0 to 3, switches 4 to 5.
// Written by collnoc list network; not to be edited.
module graph_mixed #(
    parameter bit ALL_PORT = 1'b0,
    parameter int VCS = 2,
    parameter int VC_DEPTH = 4,
    parameter int FLIT_W = 64,
    parameter int MAX_PACKET = 32,
    parameter int HOP_CYCLES = 1,
    parameter int SWITCHING = 0,
    parameter bit SEQUENCER = 1'b0,
    parameter bit ACCUMULATE = 1'b0,
    parameter bit FLOAT_SUMS = 1'b0,
    parameter bit VC_READS = 1'b0,
    parameter bit MONITOR = 1'b1,
    parameter int WORDS = 8192,  // memory of a tile, 8-byte words, a power of two
    parameter int TILES = 4,  // derived, not to be set
    parameter int NODES = 6,
    parameter int SWITCH_W = 2
) (
    input logic clk_i,
    input logic rst_ni,
    input logic [TILES-1:0] tile_rst_ni,
    output logic [TILES-1:0] held_o,
    input logic [TILES-1:0] reg_valid_i,
    input logic [TILES-1:0] reg_write_i,
    input logic [TILES*10-1:0] reg_addr_i,
    input logic [TILES*32-1:0] reg_wdata_i,
    output logic [TILES-1:0] reg_ready_o,
    output logic [TILES*32-1:0] reg_rdata_o,
    output logic [TILES-1:0] event_o,
    input logic [TILES-1:0] host_valid_i,
    input logic [TILES-1:0] host_write_i,
    input logic [TILES*collnoc_pkg::ADDR_W-1:0] host_addr_i,
    input logic [TILES*64-1:0] host_wdata_i,
    input logic [TILES*8-1:0] host_strb_i,
    output logic [TILES*64-1:0] host_rdata_o,
    input logic [SWITCH_W-1:0] route_write_i,
    input logic [31:0] route_data_i,
    output logic [NODES-1:0] quiescent_o
);
  graph_network #(
      .ALL_PORT(ALL_PORT),
      .VCS(VCS),
      .VC_DEPTH(VC_DEPTH),
      .FLIT_W(FLIT_W),
      .MAX_PACKET(MAX_PACKET),
      .HOP_CYCLES(HOP_CYCLES),
      .SWITCHING(SWITCHING),
      .SEQUENCER(SEQUENCER),
      .ACCUMULATE(ACCUMULATE),
      .FLOAT_SUMS(FLOAT_SUMS),
      .VC_READS(VC_READS),
      .MONITOR(MONITOR), .RADIX(3), .ROUTES(16), .TILES(4), .SWITCHES(2), .WORDS(WORDS),
      .TO({
          16'd9, 16'd6, 16'd14,
          16'd15, 16'd3, 16'd0,
          16'd65535, 16'd1, 16'd17,
          16'd65535, 16'd65535, 16'd16,
          16'd65535, 16'd65535, 16'd13,
          16'd65535, 16'd10, 16'd12}),
      .DELAY({
          5'd1, 5'd16, 5'd1,
          5'd5, 5'd2, 5'd1,
          5'd1, 5'd3, 5'd1,
          5'd1, 5'd1, 5'd1,
          5'd1, 5'd1, 5'd2,
          5'd1, 5'd3, 5'd1}),
      .INTERVAL({
          4'd1, 4'd1, 4'd4,
          4'd2, 4'd1, 4'd1,
          4'd1, 4'd2, 4'd1,
          4'd1, 4'd1, 4'd8,
          4'd1, 4'd1, 4'd1,
          4'd1, 4'd2, 4'd1})
  ) i_network (.*);
endmodule
