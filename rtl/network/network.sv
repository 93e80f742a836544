// A whole network of tiles: lines and rings of 1 to 4 dimensions (mesh, torus), complete graphs of 1 to 6 (hypercube,
// generalized hypercube), or a star graph. Tiles are numbered dimension 0 (x) fastest; a tile's register bus and its memory's host port
// are the element of the flat vectors with its number. Wires only: what a tile does, tile.sv says.
//
//     y=1   [2]-[3]      link 0: +x   2: +y
//            |   |       link 1: -x   3: -y     link 2d of a tile meets link 2d+1 of its neighbour
//     y=0   [0]-[1]      WRAP_X, ... close lines to rings
//           x=0 x=1
//
// Complete graphs (COMPLETE is the longest extent): link d*(COMPLETE-1) + o-1 leads o on in dimension d, around its
// extent, and meets the link that leads extent-o on.
//
// Star graph (STAR is the number of its symbols): tiles have the numbers of docs/reference/star-graph.md; link i leads to
// the tile with the symbols in places 0 and i+1 exchanged, and meets its link i.
module network #(
    // <arch: node-parameters>
    parameter int DIMS         = 2,                      // dimensions: 1..4, of complete graphs 1..6
    parameter bit ALL_PORT     = 1'b0,                   // one channel per link between NIC and router, otherwise one
    parameter int VCS          = 2,                      // virtual channels per link: 1 to 4
    parameter int VC_DEPTH     = 4,                      // flits per virtual channel buffer: 2 to 64
    parameter int FLIT_W       = 64,                     // data bits per flit: 64, 128, 256 or 512
    parameter int MAX_PACKET   = 32,                     // flits of the longest packet, including the head flit: 2 to 256
    parameter int HOP_CYCLES   = 1,                      // cycles per hop, one more than registers in a link: 1 to 5
    parameter int SWITCHING    = collnoc_pkg::WORMHOLE,  // 0 wormhole, 1 cut-through, 2 store-and-forward
    parameter int ROUTE_ORDERS = 1,                      // orders of dimensions that a message can choose from: 1 or 2
    parameter int COMPLETE     = 0,                      // 0 for lines and rings, otherwise the longest extent of complete graphs: 0 to 9
    parameter int STAR         = 0,                      // 0 for products of dimensions, otherwise the number of symbols of a star graph: 0 to 5
    parameter bit MONITOR      = 1'b1,                   // counters of flits and stalls
    // </arch>
    parameter int KX         = 4,     // extents, 1..64; 1 in dimensions from DIMS on; of a star graph its tiles: 6, 24, 120
    parameter int KY         = 4,
    parameter int KZ         = 1,
    parameter int KW         = 1,
    parameter int KV         = 1,
    parameter int KU         = 1,
    parameter bit WRAP_X     = 1'b0,
    parameter bit WRAP_Y     = 1'b0,
    parameter bit WRAP_Z     = 1'b0,
    parameter bit WRAP_W     = 1'b0,
    parameter int WORDS      = 8192,  // memory of a tile, 8-byte words, a power of two
    parameter int TILES      = KX * KY * KZ * KW * KV * KU  // derived, not to be set
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
  localparam int ADDR_W  = collnoc_pkg::ADDR_W;
  localparam int WIDTH   = STAR > 0 ? STAR - 1 : COMPLETE > 1 ? COMPLETE - 1 : 2;  // links a dimension
  localparam int LINKS   = DIMS * WIDTH;
  localparam int VC_W    = VCS > 1 ? $clog2(VCS) : 1;
  localparam int COORD_W = 16 / DIMS;
  localparam bit [DIMS-1:0] WRAP = DIMS'({WRAP_W, WRAP_Z, WRAP_Y, WRAP_X});

  // The geometry: extent of a dimension, distance in tile numbers of neighbours in it, a tile's place in it.
  function automatic int extent_of(input int d);
    case (d)
      0:       extent_of = KX;
      1:       extent_of = KY;
      2:       extent_of = KZ;
      3:       extent_of = KW;
      4:       extent_of = KV;
      default: extent_of = KU;
    endcase
  endfunction
  function automatic int stride_of(input int d);
    stride_of = 1;
    for (int e = 0; e < d; e++) stride_of = stride_of * extent_of(e);
  endfunction
  function automatic int place_of(input int t, input int d);
    place_of = t / stride_of(d) % extent_of(d);
  endfunction
  function automatic bit [15:0] address_of(input int t);
    address_of = '0;
    for (int d = 0; d < DIMS; d++) address_of = address_of | 16'(place_of(t, d) << (d * COORD_W));
  endfunction

  // A star graph's node: the label of a tile, and the tile of a label. Place i counts how many of the symbols before it
  // are greater than its own.
  function automatic int factorial(input int n);
    factorial = 1;
    for (int i = 2; i <= n; i++) factorial = factorial * i;
  endfunction
  function automatic bit [15:0] label_of(input int t);
    bit [7:0] used;
    int rest, greater;
    label_of = '0;
    used     = '0;
    rest     = t;
    for (int i = STAR - 1; i >= 0; i--) begin
      greater = rest / factorial(i);
      rest    = rest % factorial(i);
      for (int s = STAR - 1; s >= 0; s--) begin
        if (!used[s]) begin
          if (greater == 0) begin
            label_of[3*i+:3] = 3'(s);
            used[s]          = 1'b1;
          end
          greater = greater - 1;
        end
      end
    end
  endfunction
  function automatic int greater_before(input bit [15:0] l, input int i);
    greater_before = 0;
    for (int j = 0; j < i; j++) if (l[3*j+:3] > l[3*i+:3]) greater_before = greater_before + 1;
  endfunction
  function automatic int tile_of(input bit [15:0] l);
    tile_of = 0;
    for (int i = 1; i < STAR; i++) tile_of = tile_of + greater_before(l, i) * factorial(i);
  endfunction
  function automatic bit is_even(input bit [15:0] l);
    is_even = 1'b1;
    for (int i = 1; i < STAR; i++) is_even = is_even ^ (greater_before(l, i) % 2 == 1);
  endfunction
  function automatic bit [15:0] exchanged(input bit [15:0] l, input int i);
    exchanged         = l;
    exchanged[0+:3]   = l[3*i+:3];
    exchanged[3*i+:3] = l[0+:3];
  endfunction

  // Values that nobody may choose are refused when the design is elaborated.
  if (({WRAP_W, WRAP_Z, WRAP_Y, WRAP_X} >> DIMS) != '0) begin : gen_bad_wraps
    $error("network: only dimensions below DIMS can be rings");
  end
  if (STAR != 0 && (KX != factorial(STAR) || WRAP != '0)) begin : gen_bad_star
    $error("network: a star graph has KX of STAR factorial, and no rings");
  end
  for (genvar d = 0; d < 6; d++) begin : gen_extent
    if (STAR == 0 && (extent_of(d) < 1 || extent_of(d) > 64)) begin : gen_bad_size
      $error("network: extents must be 1 to 64");
    end
    if (d < DIMS ? extent_of(d) > 1 << COORD_W : extent_of(d) != 1) begin : gen_bad_dims
      $error("network: an extent must fit 16/DIMS bits, and be 1 beyond DIMS");
    end
    if (COMPLETE > 1 && d < DIMS && (extent_of(d) < 2 || extent_of(d) > COMPLETE)) begin : gen_bad_complete
      $error("network: complete graphs have 2 to COMPLETE nodes");
    end
    if (COMPLETE > 1 && d < DIMS && WRAP != '0) begin : gen_bad_wrap
      $error("network: complete graphs are no rings");
    end
    if (d < DIMS && d < 4 && WRAP[d%DIMS] && extent_of(d) > 2 && VCS < 2 * ROUTE_ORDERS) begin : gen_bad_ring
      $error("network: a ring of more than 2 tiles needs VCS of 2 or more for each of ROUTE_ORDERS");
    end
  end

  // Every link by the tile that drives it: element tile*LINKS + link. Credits are driven by the tile that receives.
  logic [TILES*LINKS-1:0]        in_valid, in_head, in_tail, out_valid, out_head, out_tail;
  logic [TILES*LINKS*VC_W-1:0]   in_vc, out_vc;
  logic [TILES*LINKS*FLIT_W-1:0] in_data, out_data;
  logic [TILES*LINKS*VCS-1:0]    in_credit, out_credit;

  for (genvar t = 0; t < TILES; t++) begin : gen_tile
    tile #(
        .WORDS(WORDS),
        // <arch: node-instance>
        .DIMS(DIMS), .ALL_PORT(ALL_PORT), .VCS(VCS), .VC_DEPTH(VC_DEPTH), .FLIT_W(FLIT_W), .MAX_PACKET(MAX_PACKET),
        .HOP_CYCLES(HOP_CYCLES), .SWITCHING(SWITCHING), .ROUTE_ORDERS(ROUTE_ORDERS), .COMPLETE(COMPLETE),
        .STAR(STAR), .MONITOR(MONITOR)
        // </arch>
    ) i_tile (
        .clk_i, .rst_ni,
        .coord_i(STAR > 0 ? label_of(t) : address_of(t)), .extent_i(address_of(TILES - 1)),
        .wrap_i(STAR > 0 ? DIMS'(is_even(label_of(t))) : WRAP),
        .in_valid_i(in_valid[t*LINKS+:LINKS]), .in_head_i(in_head[t*LINKS+:LINKS]),
        .in_tail_i(in_tail[t*LINKS+:LINKS]), .in_vc_i(in_vc[t*LINKS*VC_W+:LINKS*VC_W]),
        .in_data_i(in_data[t*LINKS*FLIT_W+:LINKS*FLIT_W]), .in_credit_o(in_credit[t*LINKS*VCS+:LINKS*VCS]),
        .out_valid_o(out_valid[t*LINKS+:LINKS]), .out_head_o(out_head[t*LINKS+:LINKS]),
        .out_tail_o(out_tail[t*LINKS+:LINKS]), .out_vc_o(out_vc[t*LINKS*VC_W+:LINKS*VC_W]),
        .out_data_o(out_data[t*LINKS*FLIT_W+:LINKS*FLIT_W]), .out_credit_i(out_credit[t*LINKS*VCS+:LINKS*VCS]),
        .reg_valid_i(reg_valid_i[t]), .reg_write_i(reg_write_i[t]), .reg_addr_i(reg_addr_i[t*10+:10]),
        .reg_wdata_i(reg_wdata_i[t*32+:32]), .reg_ready_o(reg_ready_o[t]), .reg_rdata_o(reg_rdata_o[t*32+:32]),
        .event_o(event_o[t]),
        .host_valid_i(host_valid_i[t]), .host_write_i(host_write_i[t]),
        .host_addr_i(host_addr_i[t*ADDR_W+:ADDR_W]), .host_wdata_i(host_wdata_i[t*64+:64]),
        .host_strb_i(host_strb_i[t*8+:8]), .host_rdata_o(host_rdata_o[t*64+:64]),
        .quiescent_o(quiescent_o[t])
    );

    for (genvar l = 0; l < LINKS; l++) begin : gen_link
      localparam int D  = l / WIDTH;
      localparam int O  = l % WIDTH;
      localparam int K  = extent_of(D);
      localparam int AT = place_of(t, D);
      // Steps on around the extent, the neighbour's link back, and whether there is one.
      localparam int STEPS  = (COMPLETE > 1 || O == 0) ? O + 1 : K - 1;
      localparam int BACK   = D * WIDTH + (COMPLETE > 1 ? K - 2 - O : 1 - O);
      localparam bit AT_END = STAR > 0 ? 1'b0 : COMPLETE > 1 ? O >= K - 1 : !WRAP[D] && (O == 0 ? AT == K - 1 : AT == 0);
      localparam int HERE   = t * LINKS + l;
      localparam int THERE  = STAR > 0 ? tile_of(exchanged(label_of(t), l + 1)) * LINKS + l
                                       : (t + ((AT + STEPS) % K - AT) * stride_of(D)) * LINKS + BACK;
      if (K > 1 && !AT_END) begin : gen_joined
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
endmodule
