// Proved: the router duplicates or misroutes no flit and reorders none within its packet. Every arriving flit leaves
// at most once, through the output given by its dimension order, by the routing of a star graph or by the routing table
// of a graph, at its position in its packet, and it has left when the router is quiescent. Packets are not mixed. A packet
// holds the virtual channel of its output from head to tail. Nothing is sent without a free buffer space. Every buffer
// space of every input is returned as a credit at most once, and all are returned when the router is quiescent.
//
// The routing table of a graph stays as it is. What it has for other nodes are links and virtual channels of the router, and
// no packet turns back.
//
// One flit is marked by its own bit. Each packet has an arbitrary colour that all its flits carry.
module router_delivery #(
    parameter int DIMS       = 1,
    parameter bit ALL_PORT   = 1'b0,
    parameter int VCS        = 1,
    parameter int VC_DEPTH   = 2,
    parameter int HOP_CYCLES = 1,
    parameter int SWITCHING  = 0,
    parameter int MAX_PACKET = 2,
    parameter int ROUTE_ORDERS = 1,
    parameter int TOPOLOGY   = collnoc_pkg::GRID,
    parameter int RADIX      = 0,
    parameter int ROUTES     = 0,
    parameter int LINKS      = collnoc_pkg::links(TOPOLOGY, DIMS, RADIX),  // derived, not to be set
    parameter int CHANNELS   = ALL_PORT ? LINKS : 1,
    parameter int PORTS      = LINKS + CHANNELS,
    parameter int VC_W       = VCS > 1 ? $clog2(VCS) : 1
) (
    input logic                  clk_i,
    input logic [PORTS-1:0]      valid_i,
    input logic [PORTS-1:0]      head_i,
    input logic [PORTS-1:0]      tail_i,
    input logic [PORTS*VC_W-1:0] vc_i,
    input logic [PORTS*16-1:0]   dst_i,
    input logic [PORTS*16-1:0]   src_i,
    input logic [PORTS*DIMS-1:0] minus_i,
    input logic [PORTS-1:0]      descending_i,
    input logic [PORTS-1:0]      colour_i,  // of a head
    input logic [LINKS*VCS-1:0]  out_credit_i,
    input logic [CHANNELS-1:0]   eject_credit_i,
    input logic                  follow_i
);
  localparam int COMPLETE = TOPOLOGY == collnoc_pkg::COMPLETE ? RADIX : 0;  // longest extent of complete graphs
  localparam int COORD_W = 16 / DIMS;
  localparam int ROUTE_W = ROUTE_ORDERS == 2 ? 5 : DIMS;
  localparam int FLIT_W  = 34 + ROUTE_W;  // header, colour, mark
  localparam int WIDTH   = LINKS / DIMS;
  localparam int PORT_W  = $clog2(PORTS);
  localparam int POS_W   = $clog2(MAX_PACKET + 1);
  localparam int ROUTES_W = collnoc_pkg::routes_width(ROUTES, VCS);
  localparam int ENTRY_W  = ROUTES > 0 ? ROUTES_W / ROUTES : 5;  // {virtual channels - 1, the first one, link}
  localparam int INDEX_W  = ROUTES > 0 ? $clog2(ROUTES) : 1;
  localparam int ENTRY_VC_W = ROUTES > 0 ? (ENTRY_W - 3) / 2 : 1;
  logic rst_nq = 1'b0;
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  (* anyconst *) logic [collnoc_pkg::NODE_W-1:0] coord;
  (* anyconst *) logic [collnoc_pkg::NODE_W-1:0] extent;
  (* anyconst *) logic [DIMS-1:0]   wrap;
  (* anyconst *) logic [ROUTES_W-1:0] routes;
  (* anyconst *) logic [PORT_W-1:0] me;        // input at which the marked flit arrives
  (* anyconst *) logic [PORT_W-1:0] there;     // output whose colours are observed
  (* anyconst *) logic [VC_W-1:0]   there_vc;

  logic [PORTS-1:0]        out_valid, out_head, out_tail, mark, inside, routes_ok, colour;
  logic [PORTS*VC_W-1:0]   out_vc;
  logic [PORTS*FLIT_W-1:0] in_data, out_data;
  logic [PORTS*VCS-1:0]    in_credit;
  logic [PORTS*PORT_W-1:0] to;                 // output of a head
  logic                    quiescent, follow, followed_q;
  router #(
      .DIMS(DIMS), .ALL_PORT(ALL_PORT), .VCS(VCS), .VC_DEPTH(VC_DEPTH), .INJ_DEPTH(VC_DEPTH), .FLIT_W(FLIT_W),
      .MAX_PACKET(MAX_PACKET), .HOP_CYCLES(HOP_CYCLES), .SWITCHING(SWITCHING),
      .ROUTE_ORDERS(ROUTE_ORDERS), .TOPOLOGY(TOPOLOGY), .RADIX(RADIX), .ROUTES(ROUTES), .MONITOR(1'b0)
  ) i_router (
      .clk_i, .rst_ni(rst_nq), .coord_i(coord), .extent_i(extent), .wrap_i(wrap), .routes_i(routes), .in_valid_i(valid_i),
      .in_head_i(head_i), .in_tail_i(tail_i), .in_vc_i(vc_i), .in_data_i(in_data), .in_credit_o(in_credit),
      .out_valid_o(out_valid), .out_head_o(out_head), .out_tail_o(out_tail), .out_vc_o(out_vc), .out_data_o(out_data),
      .out_credit_i, .eject_credit_i, .count_read_i(1'b0), .count_number_i(6'd0), .count_o(), .quiescent_o(quiescent)
  );
  assign follow = rst_nq && valid_i[me] && follow_i && !followed_q;

  // Inputs.
  logic [PORTS-1:0]       sender_ok, credits_ok, held;
  logic [PORTS*VCS-1:0]   colour_q;
  for (genvar i = 0; i < PORTS; i++) begin : gen_input
    logic [VCS-1:0]     holds;
    logic [ROUTE_W-1:0] route;
    logic [COORD_W-1:0] own, dst, extent_of;
    logic               away;
    logic [ENTRY_W-1:0] entry;
    sender_rules #(.VCS(VCS), .VC_W(VC_W), .DEPTH(VC_DEPTH), .MAX_PACKET(MAX_PACKET)) i_sender (
        .clk_i, .rst_ni(rst_nq), .valid_i(valid_i[i]), .head_i(head_i[i]), .tail_i(tail_i[i]),
        .vc_i(vc_i[i*VC_W+:VC_W]), .credit_i(in_credit[i*VCS+:VCS]), .rules_ok_o(sender_ok[i]),
        .credits_ok_o(credits_ok[i]), .held_o(holds), .open_o()
    );
    assign held[i]   = holds != '0;
    assign colour[i] = head_i[i] ? colour_i[i] : colour_q[i*VCS+vc_i[i*VC_W+:VC_W]];
    if (ROUTE_ORDERS == 2) begin : gen_orders
      assign route = {descending_i[i], 4'(minus_i[i*DIMS+:DIMS])};
    end else begin : gen_order
      assign route = minus_i[i*DIMS+:DIMS];
    end
    assign in_data[i*FLIT_W+:FLIT_W] = {follow && me == PORT_W'(i), colour[i], route, src_i[i*16+:16], dst_i[i*16+:16]};
    for (genvar v = 0; v < VCS; v++) begin : gen_vc
      always_ff @(posedge clk_i) begin
        if (valid_i[i] && head_i[i] && vc_i[i*VC_W+:VC_W] == VC_W'(v)) colour_q[i*VCS+v] <= colour_i[i];
      end
    end
    always_comb begin
      to[i*PORT_W+:PORT_W] = PORT_W'(LINKS + ((ALL_PORT && i < LINKS) ? i : 0));
      routes_ok[i] = 1'b0;
      away         = 1'b0;
      inside[i]    = 1'b1;
      entry        = '0;
      if (TOPOLOGY == collnoc_pkg::GRAPH) begin
        entry = routes[32'(dst_i[i*16+:INDEX_W])*ENTRY_W+:ENTRY_W];
        if (32'(dst_i[i*16+:16]) >= ROUTES) inside[i] = 1'b0;
        if (dst_i[i*16+:16] != coord[15:0] && (32'(entry[2:0]) >= LINKS ||
            32'(entry[3+:ENTRY_VC_W]) + 32'(entry[3+ENTRY_VC_W+:ENTRY_VC_W]) >= VCS)) inside[i] = 1'b0;
      end
      for (int d = DIMS - 1; d >= 0; d--) begin
        own       = coord[d*COORD_W+:COORD_W];
        dst       = dst_i[i*16+d*COORD_W+:COORD_W];
        extent_of = extent[d*COORD_W+:COORD_W];
        if (own != dst && !(ROUTE_ORDERS == 2 && descending_i[i] && away)) begin
          away = 1'b1;
          if (TOPOLOGY == collnoc_pkg::GRAPH) to[i*PORT_W+:PORT_W] = PORT_W'(entry[2:0]);
          else if (TOPOLOGY >= collnoc_pkg::STAR) to[i*PORT_W+:PORT_W] =
                PORT_W'(collnoc_pkg::next_link(TOPOLOGY, coord, dst_i[i*16+:16], extent, RADIX));
          else if (COMPLETE == 0) to[i*PORT_W+:PORT_W] = PORT_W'(2 * d) + PORT_W'(minus_i[i*DIMS+d]);
          else to[i*PORT_W+:PORT_W] = PORT_W'(d * WIDTH) + PORT_W'(dst > own ? dst - own - 1'b1 : dst - own + extent_of);
        end
        if (COMPLETE > 0 && (dst > extent_of || own > extent_of || extent_of >= COORD_W'(COMPLETE))) inside[i] = 1'b0;
      end
      if (TOPOLOGY == collnoc_pkg::SPIDERGON && !(dst <= extent_of && own <= extent_of && extent_of <= COORD_W'(63))) inside[i] = 1'b0;
      for (int o = 0; o < PORTS; o++) begin
        if (to[i*PORT_W+:PORT_W] == PORT_W'(o) && collnoc_pkg::turn_allowed(i, o, DIMS, ALL_PORT, ROUTE_ORDERS, TOPOLOGY, RADIX)) begin
          routes_ok[i] = inside[i];
        end
      end
      if (!valid_i[i] || !head_i[i]) routes_ok[i] = 1'b1;
    end
  end

  // Outputs.
  logic [PORTS-1:0] receiver_ok, room, packets;
  for (genvar o = 0; o < PORTS; o++) begin : gen_output
    localparam bit IS_LINK = o < LINKS;
    localparam int QUEUES  = IS_LINK ? VCS : 1;
    logic [QUEUES-1:0] credit;
    if (IS_LINK) begin : gen_link
      assign credit = out_credit_i[o*VCS+:VCS];
    end else begin : gen_eject
      assign credit = eject_credit_i[o-LINKS];
    end
    receiver_rules #(
        .VCS(VCS), .VC_W(VC_W), .DEPTH(IS_LINK ? VC_DEPTH : collnoc_pkg::EJECT_DEPTH), .SHARED(!IS_LINK)
    ) i_receiver (
        .clk_i, .rst_ni(rst_nq), .valid_i(out_valid[o]), .head_i(out_head[o]), .tail_i(out_tail[o]),
        .vc_i(out_vc[o*VC_W+:VC_W]), .credit_i(credit), .rules_ok_o(receiver_ok[o]), .room_o(room[o]),
        .packets_o(packets[o]), .open_o(), .held_o()
    );
    assign mark[o] = out_valid[o] && out_data[o*FLIT_W+FLIT_W-1];
  end

  // The marked flit: its position in its packet, and the output of its packet; by virtual channel of `me`.
  logic [VCS*POS_W-1:0]  pos_q;
  logic [VCS*PORT_W-1:0] to_q;
  logic [VC_W-1:0]       my_vc;
  logic [POS_W-1:0]      my_pos, out_pos_q, out_pos;
  logic [PORT_W-1:0]     my_to;
  logic                  inside_q, watched, there_colour, there_colour_q;
  logic [POS_W+PORT_W+1:0] flit_q;  // position, output, head, tail of the marked flit
  assign my_vc  = vc_i[me*VC_W+:VC_W];
  assign my_pos = head_i[me] ? '0 : pos_q[my_vc*POS_W+:POS_W];
  assign my_to  = head_i[me] ? to[me*PORT_W+:PORT_W] : to_q[my_vc*PORT_W+:PORT_W];
  assign watched      = out_valid[there] && out_vc[there*VC_W+:VC_W] == there_vc;
  assign out_pos      = out_head[there] ? '0 : out_pos_q;
  assign there_colour = out_data[there*FLIT_W+FLIT_W-2];
  always_ff @(posedge clk_i) begin
    if (valid_i[me]) begin
      pos_q[my_vc*POS_W+:POS_W]  <= my_pos + 1'b1;
      to_q[my_vc*PORT_W+:PORT_W] <= my_to;
    end
    if (watched) begin
      out_pos_q      <= out_pos + 1'b1;
      there_colour_q <= there_colour;
    end
    if (follow) flit_q <= {my_pos, my_to, head_i[me], tail_i[me]};
    if (!rst_nq) {followed_q, inside_q} <= '0;
    else begin
      if (follow) followed_q <= 1'b1;
      inside_q <= follow || (inside_q && mark == '0);
    end
  end

  always_comb begin
    assume (me < (PORT_W + 1)'(PORTS) && there < (PORT_W + 1)'(PORTS) && there_vc < (VC_W + 1)'(VCS));
    if (rst_nq) begin
      assume (&sender_ok && &routes_ok && &receiver_ok);
      places_paid_once: assert (&credits_ok);
      never_without_a_place: assert (&room);
      whole_packets: assert (&packets);
      not_duplicated: assert ($onehot0(mark) && (mark == '0 || inside_q));
      by_its_output: assert (mark == '0 || mark == (PORTS'(1) << flit_q[2+:PORT_W]));
      in_its_place: assert (!(watched && mark[there]) ||
                            {out_pos, there, out_head[there], out_tail[there]} == flit_q);
      packets_unmixed: assert (!watched || out_head[there] || there_colour == there_colour_q);
      not_lost: assert (!quiescent || !inside_q);
      all_paid_back: assert (!quiescent || held == '0);
      tail_leaves: cover (inside_q && mark != '0 && flit_q[1:0] == 2'b01 && watched && mark[there] && there_colour);
      all_inputs: cover (&valid_i && &head_i);
      quiet_again: cover (followed_q && quiescent);
    end
  end
endmodule
