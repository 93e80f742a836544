// A whole mesh or torus of KX by KY tiles. Tile number y*KX + x stands at (x, y); its register bus and its memory's
// host port are element y*KX + x of the flat vectors. Wires only: what a tile does, tile.sv says.
//
//     y=1   [2]-[3]      link 0: +x   2: +y
//            |   |       link 1: -x   3: -y     link 2d of a tile meets link 2d+1 of its neighbour
//     y=0   [0]-[1]      WRAP_X, WRAP_Y close lines to rings
//           x=0 x=1
module network #(
    parameter int KX         = 4,     // 1..64
    parameter int KY         = 4,
    parameter bit WRAP_X     = 1'b0,
    parameter bit WRAP_Y     = 1'b0,
    parameter bit ALL_PORT   = 1'b0,
    parameter int VCS        = 2,     // 1..4; a ring of more than 2 needs 2
    parameter int VC_DEPTH   = 4,     // flits, at least 2
    parameter int FLIT_W     = 64,    // 64, 128, 256, 512
    parameter int MAX_PACKET = 32,    // flits, head included, 2..256
    parameter int HOP_CYCLES = 1,     // 1, 2
    parameter int SWITCHING  = collnoc_pkg::WORMHOLE,
    parameter bit MONITOR    = 1'b1,
    parameter int WORDS      = 8192,  // memory of a tile, 8-byte words, a power of two
    parameter int TILES      = KX * KY  // derived, not to be set
) (
    input  logic                clk_i,
    input  logic                rst_ni,
    // register buses
    input  logic [TILES-1:0]    reg_valid_i,
    input  logic [TILES-1:0]    reg_write_i,
    input  logic [TILES*10-1:0] reg_addr_i,
    input  logic [TILES*32-1:0] reg_wdata_i,
    output logic [TILES-1:0]    reg_ready_o,
    output logic [TILES*32-1:0] reg_rdata_o,
    output logic [TILES-1:0]    event_o,
    // host ports of the memories
    input  logic [TILES-1:0]    host_valid_i,
    input  logic [TILES-1:0]    host_write_i,
    input  logic [TILES*collnoc_pkg::ADDR_W-1:0] host_addr_i,
    input  logic [TILES*64-1:0] host_wdata_i,
    input  logic [TILES*8-1:0]  host_strb_i,
    output logic [TILES*64-1:0] host_rdata_o,
    output logic [TILES-1:0]    quiescent_o
);
  localparam int ADDR_W = collnoc_pkg::ADDR_W;
  localparam int LINKS  = 4;
  localparam int VC_W   = VCS > 1 ? $clog2(VCS) : 1;

  // Values that nobody may choose are refused when the design is elaborated.
  if (KX < 1 || KX > 64 || KY < 1 || KY > 64) begin : gen_bad_size
    $error("network: KX and KY must be 1 to 64");
  end
  if (VCS < 2 && ((WRAP_X && KX > 2) || (WRAP_Y && KY > 2))) begin : gen_bad_ring
    $error("network: a ring of more than 2 tiles needs VCS of 2 or more");
  end

  // Every link by the tile that drives it: element tile*LINKS + link. Credits are driven by the tile that receives.
  logic [TILES*LINKS-1:0]        in_valid, in_head, in_tail, out_valid, out_head, out_tail;
  logic [TILES*LINKS*VC_W-1:0]   in_vc, out_vc;
  logic [TILES*LINKS*FLIT_W-1:0] in_data, out_data;
  logic [TILES*LINKS*VCS-1:0]    in_credit, out_credit;

  for (genvar y = 0; y < KY; y++) begin : gen_row
    for (genvar x = 0; x < KX; x++) begin : gen_tile
      localparam int T = y * KX + x;

      tile #(
          .ALL_PORT(ALL_PORT), .VCS(VCS), .VC_DEPTH(VC_DEPTH), .FLIT_W(FLIT_W), .MAX_PACKET(MAX_PACKET),
          .HOP_CYCLES(HOP_CYCLES), .SWITCHING(SWITCHING), .MONITOR(MONITOR), .WORDS(WORDS)
      ) i_tile (
          .clk_i, .rst_ni,
          .coord_i({8'(y), 8'(x)}), .extent_i({8'(KY - 1), 8'(KX - 1)}), .wrap_i({WRAP_Y, WRAP_X}),
          .in_valid_i(in_valid[T*LINKS+:LINKS]), .in_head_i(in_head[T*LINKS+:LINKS]),
          .in_tail_i(in_tail[T*LINKS+:LINKS]), .in_vc_i(in_vc[T*LINKS*VC_W+:LINKS*VC_W]),
          .in_data_i(in_data[T*LINKS*FLIT_W+:LINKS*FLIT_W]), .in_credit_o(in_credit[T*LINKS*VCS+:LINKS*VCS]),
          .out_valid_o(out_valid[T*LINKS+:LINKS]), .out_head_o(out_head[T*LINKS+:LINKS]),
          .out_tail_o(out_tail[T*LINKS+:LINKS]), .out_vc_o(out_vc[T*LINKS*VC_W+:LINKS*VC_W]),
          .out_data_o(out_data[T*LINKS*FLIT_W+:LINKS*FLIT_W]), .out_credit_i(out_credit[T*LINKS*VCS+:LINKS*VCS]),
          .reg_valid_i(reg_valid_i[T]), .reg_write_i(reg_write_i[T]), .reg_addr_i(reg_addr_i[T*10+:10]),
          .reg_wdata_i(reg_wdata_i[T*32+:32]), .reg_ready_o(reg_ready_o[T]), .reg_rdata_o(reg_rdata_o[T*32+:32]),
          .event_o(event_o[T]),
          .host_valid_i(host_valid_i[T]), .host_write_i(host_write_i[T]),
          .host_addr_i(host_addr_i[T*ADDR_W+:ADDR_W]), .host_wdata_i(host_wdata_i[T*64+:64]),
          .host_strb_i(host_strb_i[T*8+:8]), .host_rdata_o(host_rdata_o[T*64+:64]),
          .quiescent_o(quiescent_o[T])
      );

      for (genvar l = 0; l < LINKS; l++) begin : gen_link
        localparam int K  = l < 2 ? KX : KY;
        localparam int AT = l < 2 ? x : y;
        localparam bit WRAP  = l < 2 ? WRAP_X : WRAP_Y;
        localparam bit AT_END = l % 2 == 0 ? AT == K - 1 : AT == 0;
        localparam int TO = l % 2 == 0 ? (AT_END ? 0 : AT + 1) : (AT_END ? K - 1 : AT - 1);
        localparam int HERE  = T * LINKS + l;
        localparam int THERE = (l < 2 ? y * KX + TO : TO * KX + x) * LINKS + (l % 2 == 0 ? l + 1 : l - 1);
        if (K > 1 && (WRAP || !AT_END)) begin : gen_joined
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
          logic unused;
          assign unused = ^{out_valid[HERE], out_head[HERE], out_tail[HERE], out_vc[HERE*VC_W+:VC_W],
                            out_data[HERE*FLIT_W+:FLIT_W], in_credit[HERE*VCS+:VCS]};
        end
      end
    end
  end
endmodule
