// Proved: in a put without an error both ranges are inside the memory, from the first byte to the last; it is
// aligned, has a length and a destination in the network, and takes an existing route, through the channel of its
// first hop. Its descriptor equals the registers in every bit. No node of the network is refused. While nothing is
// waiting there is no descriptor and no error.
//
// On a star graph the nodes are the permutations. The first hop brings the first symbol to its place or, if it is in
// place already, goes to the lowest place with a wrong symbol.
module launch_checked #(
    parameter int DIMS     = 2,
    parameter int ADDRESS_W = 16,  // bits of a node address
    parameter bit ALL_PORT = 1'b0,
    parameter int ROUTE_ORDERS = 1,
    parameter int TOPOLOGY = collnoc_pkg::GRID,
    parameter int RADIX    = 0,
    parameter int LINKS    = collnoc_pkg::links(TOPOLOGY, DIMS, RADIX),  // derived, not to be set
    parameter int CH_W     = (ALL_PORT && LINKS > 1) ? $clog2(LINKS) : 1
) (
    input logic            clk_i,
    input logic            valid_i,
    input logic [collnoc_pkg::NODE_W-1:0] coord_i,
    input logic [collnoc_pkg::NODE_W-1:0] extent_i,
    input logic [DIMS-1:0] wrap_i,
    input logic [collnoc_pkg::ADDR_W:0] mem_words_i,
    input logic [31:0]     src_i,
    input logic [31:0]     addr_i,
    input logic [31:0]     bytes_i,
    input logic [31:0]     ctrl_i,
    input logic [31:0]     node_i
);
  localparam int COMPLETE = TOPOLOGY == collnoc_pkg::COMPLETE ? RADIX : 0;  // longest extent of complete graphs
  localparam int STAR     = TOPOLOGY == collnoc_pkg::STAR ? RADIX : 0;      // symbols of a star graph
  localparam int COORD_W = ADDRESS_W / DIMS;
  localparam bit SPIDERGON = TOPOLOGY == collnoc_pkg::SPIDERGON;
  localparam bit DIRECTIONS = TOPOLOGY == collnoc_pkg::GRID;  // lines and rings have directions
  logic rst_nq = 1'b0;  // the module has no register; bmc3 needs one
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  logic [collnoc_pkg::DESCRIPTOR_W-1:0] bits;
  logic [collnoc_pkg::ERRORS-1:0]       errors;
  logic [CH_W-1:0]                      channel, first;
  collnoc_pkg::descriptor_t             put;
  nic_launch #(
      .DIMS(DIMS), .ADDRESS_W(ADDRESS_W), .ALL_PORT(ALL_PORT), .CH_W(CH_W), .ROUTE_ORDERS(ROUTE_ORDERS), .TOPOLOGY(TOPOLOGY), .RADIX(RADIX)
  ) i_launch (
      .valid_i, .coord_i, .extent_i, .wrap_i, .mem_words_i, .src_i, .addr_i, .bytes_i, .ctrl_i, .node_i,
      .descriptor_o(bits), .channel_o(channel), .errors_o(errors)
  );
  assign put = bits;

  // With six symbols, an address holds five, and the last one is the one that no other place has.
  function automatic logic [17:0] symbols(input logic [15:0] address);
    logic elsewhere;
    symbols = {2'b0, address};
    if (STAR == 6) begin
      symbols[17:15] = 3'd7;
      for (int s = 0; s < 6; s++) begin
        elsewhere = 1'b0;
        for (int i = 0; i < 5; i++) if (address[3*i+:3] == 3'(s)) elsewhere = 1'b1;
        if (!elsewhere) symbols[17:15] = 3'(s);
      end
    end
  endfunction
  function automatic logic is_permutation(input logic [15:0] address);
    logic [17:0] label;
    label = symbols(address);
    is_permutation = address >> (STAR == 6 ? 15 : 3 * STAR) == '0;
    for (int i = 0; i < STAR; i++) begin
      if (label[3*i+:3] >= 3'(STAR)) is_permutation = 1'b0;
      for (int j = 0; j < i; j++) if (label[3*i+:3] == label[3*j+:3]) is_permutation = 1'b0;
    end
  endfunction

  logic            good, payload;
  logic [DIMS-1:0] here, inside, reachable, shortest;
  logic [33:0]     local_end, remote_end, memory_end;  // one past the last byte
  logic [COORD_W:0] own, dst, ring, plus;
  logic            minus, away;
  logic [17:0]     from, to;  // symbols of a star graph
  assign from = symbols(coord_i[15:0]);
  assign to   = symbols(node_i[15:0]);
  assign good       = valid_i && errors == '0;
  assign payload    = good && !put.signal;
  assign memory_end = {12'b0, mem_words_i, 3'b0};
  assign local_end  = {13'b0, put.local_addr, 3'b0} + {13'b0, put.last_byte} + 34'd1;
  assign remote_end = {13'b0, put.remote_addr, 3'b0} + {13'b0, put.last_byte} + 34'd1;
  always_comb begin
    first = '0;
    away  = 1'b0;
    for (int d = DIMS - 1; d >= 0; d--) begin
      own   = {1'b0, coord_i[d*COORD_W+:COORD_W]};
      dst   = {1'b0, node_i[d*COORD_W+:COORD_W]};
      ring  = {1'b0, extent_i[d*COORD_W+:COORD_W]} + 1'b1;
      plus  = dst >= own ? dst - own : ring - own + dst;  // hops in the plus direction
      minus = put.route[d%4];
      here[d]      = own == dst;
      inside[d]    = STAR > 0 ? is_permutation(node_i[15:0]) : dst < ring;
      reachable[d] = DIRECTIONS ? wrap_i[d] || here[d] || minus == (dst < own) : !minus;
      shortest[d]  = !DIRECTIONS || ctrl_i[8+2*d+:2] != 2'd0 || !wrap_i[d] || here[d] ||
                     (minus ? plus >= ring - plus : plus <= ring - plus);
      // The first dimension of the order: the last one visited, or in descending order the first one.
      if (ALL_PORT && STAR == 0 && !here[d] && !(put.route[4] && away)) begin
        first = COMPLETE > 1 ? CH_W'(d * (COMPLETE - 1)) + CH_W'(plus - 1'b1) : CH_W'(2 * d) + CH_W'(minus);
        if (SPIDERGON) first = plus << 2 <= ring ? CH_W'(0) : (ring - plus) << 2 <= ring ? CH_W'(1) : CH_W'(2);
        away  = 1'b1;
      end
    end
    for (int i = 1; i < STAR; i++) begin
      if (ALL_PORT && !here[0] && !away) begin
        if (from[2:0] == to[2:0] ? from[3*i+:3] != to[3*i+:3] : from[2:0] == to[3*i+:3]) begin
          first = CH_W'(i - 1);
          away  = 1'b1;
        end
      end
    end
  end

  logic inside_network;  // the straps are consistent
  always_comb begin
    inside_network = mem_words_i <= (collnoc_pkg::ADDR_W + 1)'(1 << collnoc_pkg::ADDR_W);
    for (int d = 0; d < DIMS; d++) begin
      if (STAR == 0 && coord_i[d*COORD_W+:COORD_W] > extent_i[d*COORD_W+:COORD_W]) inside_network = 1'b0;
      if (COMPLETE > 1 && (extent_i[d*COORD_W+:COORD_W] >= COORD_W'(COMPLETE) || wrap_i[d])) inside_network = 1'b0;
    end
    if (SPIDERGON && (extent_i > 20'd63 || !extent_i[0])) inside_network = 1'b0;
    if (STAR > 0 && !is_permutation(coord_i[15:0])) inside_network = 1'b0;
    assume (inside_network);
    if (rst_nq) begin
      node_exists: assert (!good || (&inside && node_i[31:ADDRESS_W] == '0 && put.dst == node_i[19:0]));
      no_node_refused: assert (!valid_i || errors[collnoc_pkg::ERR_NODE] == !(&inside && node_i >> (DIMS * COORD_W) == '0));
      reads_inside_memory: assert (!payload || local_end <= memory_end);
      writes_inside_memory: assert (!payload || remote_end <= memory_end);
      no_bit_lost: assert (!payload || ({11'b0, put.local_addr, 3'b0} == src_i && {11'b0, put.remote_addr, 3'b0} == addr_i &&
                                        {11'b0, put.last_byte} + 32'd1 == bytes_i));
      counter_as_asked: assert (!good || {2'b0, put.counter} == ctrl_i[7:0]);
      signal_as_asked: assert (!good || put.signal == ctrl_i[16]);
      to_itself: assert (!good || put.self == &here);
      route_exists: assert (!good || (&reachable && put.route[3:0] >> DIMS == '0));
      order_as_asked: assert (!good || put.route[4] == (ROUTE_ORDERS == 2 && ctrl_i[17]));
      no_bit_ignored: assert (!good || (ctrl_i[31:18] == '0 && (ROUTE_ORDERS == 2 || !ctrl_i[17]) &&
                                        (DIRECTIONS || ctrl_i[15:8] == '0)));
      route_is_shortest: assert (!good || &shortest);
      by_its_first_hop: assert (!good || channel == first);
      silent: assert (valid_i || (bits == '0 && errors == '0 && channel == '0));
      whole_memory: cover (payload && {put.last_byte, local_end} == {21'h1fffff, memory_end});
      goes_round: cover (DIRECTIONS ? (good && wrap_i[0] && put.route[0] && node_i[COORD_W-1:0] > coord_i[COORD_W-1:0])
                                   : good && !put.self);
    end
  end
endmodule
