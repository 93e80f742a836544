// A mesh of KX by KY AXI tiles, connected as in rtl/network/network.sv. The AXI ports of tile y*KX + x are element
// y*KX + x of the flat vectors. Wires only.
module axi_mesh #(
    parameter int KX       = 2,
    parameter int KY       = 2,
    parameter bit ALL_PORT = 1'b0,
    parameter int VCS      = 2,
    parameter int FLIT_W   = 64,
    parameter int WORDS    = 1024,
    parameter int STREAMS  = 1,
    parameter int SLOT     = 31,
    parameter int SLOTS    = 8,
    parameter bit MULTICAST = 1'b0,
    parameter int TIMEOUT  = 1 << 20,
    parameter int TILES    = KX * KY  // derived, not to be set
) (
    input  logic                clk_i,
    input  logic                rst_ni,
    input  logic [TILES-1:0]    tile_rst_ni,
    input  logic [TILES-1:0]    awvalid_i,
    output logic [TILES-1:0]    awready_o,
    input  logic [TILES*22-1:0] awaddr_i,
    input  logic [TILES-1:0]    wvalid_i,
    output logic [TILES-1:0]    wready_o,
    input  logic [TILES*32-1:0] wdata_i,
    input  logic [TILES*4-1:0]  wstrb_i,
    output logic [TILES-1:0]    bvalid_o,
    input  logic [TILES-1:0]    bready_i,
    output logic [TILES*2-1:0]  bresp_o,
    input  logic [TILES-1:0]    arvalid_i,
    output logic [TILES-1:0]    arready_o,
    input  logic [TILES*22-1:0] araddr_i,
    output logic [TILES-1:0]    rvalid_o,
    input  logic [TILES-1:0]    rready_i,
    output logic [TILES*32-1:0] rdata_o,
    output logic [TILES*2-1:0]  rresp_o,
    output logic [TILES-1:0]    event_o,
    input  logic [TILES*STREAMS-1:0]          s_tvalid_i,
    output logic [TILES*STREAMS-1:0]          s_tready_o,
    input  logic [TILES*STREAMS*FLIT_W-1:0]   s_tdata_i,
    input  logic [TILES*STREAMS*FLIT_W/8-1:0] s_tkeep_i,
    input  logic [TILES*STREAMS-1:0]          s_tlast_i,
    output logic [TILES*STREAMS-1:0]          m_tvalid_o,
    input  logic [TILES*STREAMS-1:0]          m_tready_i,
    output logic [TILES*STREAMS*FLIT_W-1:0]   m_tdata_o,
    output logic [TILES*STREAMS*FLIT_W/8-1:0] m_tkeep_o,
    output logic [TILES*STREAMS-1:0]          m_tlast_o,
    output logic [TILES*STREAMS*16-1:0]       m_tid_o
);
  localparam int LINKS = 4;
  localparam int VC_W  = VCS > 1 ? $clog2(VCS) : 1;
  localparam int S     = STREAMS;
  localparam int W     = STREAMS * FLIT_W;

  // Links by the tile that drives them: element tile*LINKS + link. The receiving tile drives the credits.
  logic [TILES*LINKS-1:0]        in_valid, in_head, in_tail, out_valid, out_head, out_tail;
  logic [TILES*LINKS*VC_W-1:0]   in_vc, out_vc;
  logic [TILES*LINKS*FLIT_W-1:0] in_data, out_data;
  logic [TILES*LINKS*VCS-1:0]    in_credit, out_credit;

  for (genvar t = 0; t < TILES; t++) begin : gen_tile
    axi_tile #(
        .ALL_PORT(ALL_PORT), .VCS(VCS), .FLIT_W(FLIT_W), .WORDS(WORDS), .STREAMS(STREAMS), .SLOT(SLOT), .SLOTS(SLOTS),
        .MULTICAST(MULTICAST), .TIMEOUT(TIMEOUT)
    ) i_tile (
        .clk_i, .rst_ni, .tile_rst_ni(tile_rst_ni[t]), .coord_i({8'(t / KX), 8'(t % KX)}), .extent_i({8'(KY - 1), 8'(KX - 1)}), .wrap_i(2'b00),
        .in_valid_i(in_valid[t*LINKS+:LINKS]), .in_head_i(in_head[t*LINKS+:LINKS]),
        .in_tail_i(in_tail[t*LINKS+:LINKS]), .in_vc_i(in_vc[t*LINKS*VC_W+:LINKS*VC_W]),
        .in_data_i(in_data[t*LINKS*FLIT_W+:LINKS*FLIT_W]), .in_credit_o(in_credit[t*LINKS*VCS+:LINKS*VCS]),
        .out_valid_o(out_valid[t*LINKS+:LINKS]), .out_head_o(out_head[t*LINKS+:LINKS]),
        .out_tail_o(out_tail[t*LINKS+:LINKS]), .out_vc_o(out_vc[t*LINKS*VC_W+:LINKS*VC_W]),
        .out_data_o(out_data[t*LINKS*FLIT_W+:LINKS*FLIT_W]), .out_credit_i(out_credit[t*LINKS*VCS+:LINKS*VCS]),
        .s_axi_awvalid_i(awvalid_i[t]), .s_axi_awready_o(awready_o[t]), .s_axi_awaddr_i(awaddr_i[t*22+:22]),
        .s_axi_wvalid_i(wvalid_i[t]), .s_axi_wready_o(wready_o[t]), .s_axi_wdata_i(wdata_i[t*32+:32]),
        .s_axi_wstrb_i(wstrb_i[t*4+:4]), .s_axi_bvalid_o(bvalid_o[t]), .s_axi_bready_i(bready_i[t]),
        .s_axi_bresp_o(bresp_o[t*2+:2]), .s_axi_arvalid_i(arvalid_i[t]), .s_axi_arready_o(arready_o[t]),
        .s_axi_araddr_i(araddr_i[t*22+:22]), .s_axi_rvalid_o(rvalid_o[t]), .s_axi_rready_i(rready_i[t]),
        .s_axi_rdata_o(rdata_o[t*32+:32]), .s_axi_rresp_o(rresp_o[t*2+:2]), .event_o(event_o[t]),
        .s_axis_tvalid_i(s_tvalid_i[t*S+:S]), .s_axis_tready_o(s_tready_o[t*S+:S]),
        .s_axis_tdata_i(s_tdata_i[t*W+:W]), .s_axis_tkeep_i(s_tkeep_i[t*W/8+:W/8]),
        .s_axis_tlast_i(s_tlast_i[t*S+:S]), .m_axis_tvalid_o(m_tvalid_o[t*S+:S]),
        .m_axis_tready_i(m_tready_i[t*S+:S]), .m_axis_tdata_o(m_tdata_o[t*W+:W]),
        .m_axis_tkeep_o(m_tkeep_o[t*W/8+:W/8]), .m_axis_tlast_o(m_tlast_o[t*S+:S]),
        .m_axis_tid_o(m_tid_o[t*S*16+:S*16])
    );
    for (genvar l = 0; l < LINKS; l++) begin : gen_link
      localparam int X = t % KX + (l == 0 ? 1 : l == 1 ? -1 : 0);
      localparam int Y = t / KX + (l == 2 ? 1 : l == 3 ? -1 : 0);
      localparam int HERE  = t * LINKS + l;
      localparam int THERE = (Y * KX + X) * LINKS + (l ^ 1);
      if (X >= 0 && X < KX && Y >= 0 && Y < KY) begin : gen_joined
        assign in_valid[HERE] = out_valid[THERE];
        assign in_head[HERE]  = out_head[THERE];
        assign in_tail[HERE]  = out_tail[THERE];
        assign in_vc[HERE*VC_W+:VC_W]       = out_vc[THERE*VC_W+:VC_W];
        assign in_data[HERE*FLIT_W+:FLIT_W] = out_data[THERE*FLIT_W+:FLIT_W];
        assign out_credit[HERE*VCS+:VCS]    = in_credit[THERE*VCS+:VCS];
      end else begin : gen_edge
        assign in_valid[HERE] = 1'b0;
        assign in_head[HERE]  = 1'b0;
        assign in_tail[HERE]  = 1'b0;
        assign in_vc[HERE*VC_W+:VC_W]       = '0;
        assign in_data[HERE*FLIT_W+:FLIT_W] = '0;
        assign out_credit[HERE*VCS+:VCS]    = '0;
      end
    end
  end
endmodule
