// The input ports of the router: route of every arriving packet, buffers, and the credits that go back.
// With four virtual channels or VC_READS, the buffer of a port has several parts (GROUPS), each with its own read.
module router_inputs #(
    // <arch: router-parameters>
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
    parameter bit MULTICAST    = 1'b0,                   // puts to a box of nodes: routers copy packets
    parameter bit VC_READS     = 1'b0,                   // every virtual channel of an input port is read in a cycle
    parameter bit MONITOR      = 1'b1,                   // counters of flits and stalls
    // </arch>
    parameter int INJ_DEPTH  = 4,
    parameter int LINKS      = collnoc_pkg::links(TOPOLOGY, DIMS, RADIX),  // derived, not to be set
    parameter int PORTS      = LINKS + (ALL_PORT ? LINKS : 1),
    parameter int VC_W       = VCS > 1 ? $clog2(VCS) : 1,
    parameter int GROUPS     = VC_READS ? VCS : VCS == 4 ? 2 : 1,
    parameter int GVC_W      = VCS / GROUPS > 1 ? $clog2(VCS / GROUPS) : 1,
    parameter int COPIES     = collnoc_pkg::most_copies(DIMS, ALL_PORT, ROUTE_ORDERS, TOPOLOGY, RADIX),
    parameter int ROUTES_W   = collnoc_pkg::routes_width(ROUTES, VCS),
    parameter int QUEUES     = PORTS * VCS,
    parameter int CHANNELS   = PORTS * VCS,
    parameter int INPUTS     = PORTS * GROUPS
) (
    input  logic                     clk_i,
    input  logic                     rst_ni,
    input  logic [collnoc_pkg::NODE_W-1:0] coord_i,
    input  logic [collnoc_pkg::NODE_W-1:0] extent_i,
    input  logic [DIMS-1:0]          wrap_i,
    input  logic [ROUTES_W-1:0]      routes_i,  // routing table of a graph
    // ports
    input  logic [PORTS-1:0]         valid_i,
    input  logic [PORTS-1:0]         head_i,
    input  logic [PORTS-1:0]         tail_i,
    input  logic [PORTS*VC_W-1:0]    vc_i,
    input  logic [PORTS*FLIT_W-1:0]  data_i,
    output logic [PORTS*VCS-1:0]     credit_o,
    // front of every queue, [input][vc]
    output logic [QUEUES-1:0]        front_valid_o,
    output logic [QUEUES-1:0]        front_head_o,
    output logic [QUEUES-1:0]        front_tail_o,
    output logic [QUEUES*CHANNELS-1:0] front_channel_o,
    output logic [QUEUES*VC_W-1:0]   front_vc_o,
    output logic [QUEUES-1:0]        front_multicast_o,
    output logic [QUEUES*COPIES-1:0] front_copies_o,
    output logic [QUEUES-1:0]        held_o,
    // the flit that each input reads, [input][group]
    input  logic [INPUTS*GVC_W-1:0]  read_vc_i,
    input  logic [QUEUES-1:0]        read_head_i,
    output logic [INPUTS*FLIT_W-1:0] read_data_o,
    // per queue: its front leaves, but stays as the head of its packet
    input  logic [QUEUES-1:0]        leaves_i,
    input  logic [QUEUES-1:0]        hold_i,
    output logic                     filled_o,   // there are flits, or credits owed
    output logic                     credits_o   // credits are on their way
);
  localparam int PORT_W  = $clog2(PORTS);
  localparam int GVCS    = VCS / GROUPS;
  localparam int ROUTE_W = ROUTE_ORDERS == 2 ? 5 : collnoc_pkg::has_directions(TOPOLOGY) ? DIMS : 1;  // bits of a head's route that are used
  localparam int NIC_HOP = HOP_CYCLES > 1 ? 2 : 1;  // HOP_CYCLES of the channels from the NIC, whose wires are short

  logic [INPUTS-1:0]       empty;
  logic [PORTS*VCS-1:0]    freed;  // [input][vc]: a place becomes free
  logic [PORTS-1:0]        credit_empty;
  assign filled_o  = !(&empty);
  assign credits_o = !(&credit_empty);

  for (genvar i = 0; i < PORTS; i++) begin : gen_input
    localparam int THIS_DEPTH = i < LINKS ? VC_DEPTH : INJ_DEPTH;
    logic [FLIT_W-1:0] data;
    logic [PORT_W-1:0] port;
    logic [VC_W-1:0]   vc;
    logic [collnoc_pkg::NODE_W-1:0] dst, corner;  // in the head flit; their upper bits are behind the first 64
    assign data = data_i[i*FLIT_W+:FLIT_W];
    if (ADDRESS_W > 16) begin : gen_wide
      assign dst    = {data[67+:4], data[0+:16]};
      assign corner = {data[71+:4], data[16+:16]};
    end else begin : gen_narrow
      assign dst    = {4'd0, data[0+:16]};
      assign corner = {4'd0, data[16+:16]};
    end

    route_compute #(
        .DIMS(DIMS), .ADDRESS_W(ADDRESS_W), .ALL_PORT(ALL_PORT), .VCS(VCS), .IN_PORT(i), .PORT_W(PORT_W), .VC_W(VC_W),
        .ROUTE_ORDERS(ROUTE_ORDERS), .TOPOLOGY(TOPOLOGY), .RADIX(RADIX), .ROUTES(ROUTES)
    ) i_route_compute (
        .valid_i(valid_i[i] && head_i[i]), .coord_i, .extent_i, .wrap_i, .dst_i(dst), .src_i(data[16+:16]),
        .route_i(5'(data[32+:ROUTE_W])), .vc_i(vc_i[i*VC_W+:VC_W]), .routes_i, .port_o(port), .vc_o(vc)
    );

    // The outputs of the packet, among those that it can leave through.
    logic [LINKS:0]    outputs;  // of a multicast
    logic              copied;   // it is one
    logic [COPIES-1:0] copies;
    if (MULTICAST) begin : gen_multicast_route
      assign copied = collnoc_pkg::is_multicast(data[35:0]);
      multicast_route #(.DIMS(DIMS), .ADDRESS_W(ADDRESS_W), .IN_PORT(i), .TOPOLOGY(TOPOLOGY), .RADIX(RADIX)) i_multicast_route (
          .valid_i(valid_i[i] && head_i[i]), .coord_i, .extent_i, .from_i(dst), .to_i(corner), .minus_i(data[32+:3]),
          .outputs_o(outputs)
      );
    end else begin : gen_no_multicast_route
      assign {outputs, copied} = '0;
      logic unused;
      assign unused = ^corner;
    end
    for (genvar k = 0; k < COPIES; k++) begin : gen_copy
      if (k < collnoc_pkg::copies(i, DIMS, ALL_PORT, ROUTE_ORDERS, TOPOLOGY, RADIX)) begin : gen_output
        localparam int O = collnoc_pkg::copy_output(i, k, DIMS, ALL_PORT, ROUTE_ORDERS, TOPOLOGY, RADIX);
        assign copies[k] = copied ? outputs[O < LINKS ? O : LINKS] : port == PORT_W'(O);
      end else begin : gen_none
        assign copies[k] = 1'b0;
      end
    end

    for (genvar g = 0; g < GROUPS; g++) begin : gen_group
      localparam int N  = i * GROUPS + g;
      localparam int V0 = i * VCS + g * GVCS;  // first virtual channel
      logic [VC_W-1:0] in_vc;
      assign in_vc = vc_i[i*VC_W+:VC_W] - VC_W'(g * GVCS);
      logic [GVCS*COPIES*VCS-1:0] channel;  // [vc][copy][vc of the output]
      input_buffer #(
          .FLIT_W(FLIT_W), .VCS(GVCS), .DEPTH(THIS_DEPTH), .SWITCHING(SWITCHING), .OUT_VC_W(VC_W), .MULTICAST(MULTICAST),
          .COPIES(COPIES), .OUT_VCS(VCS)
      ) i_input_buffer (
          .clk_i, .rst_ni,
          .valid_i(valid_i[i] && (GROUPS == 1 || in_vc < VC_W'(GVCS))), .head_i(head_i[i]),
          .tail_i(tail_i[i]), .vc_i(GVCS > 1 ? GVC_W'(in_vc) : GVC_W'(0)), .data_i(data),
          .copies_i(copies), .out_vc_i(vc),
          .front_valid_o(front_valid_o[V0+:GVCS]), .front_head_o(front_head_o[V0+:GVCS]),
          .front_tail_o(front_tail_o[V0+:GVCS]), .front_channel_o(channel),
          .front_vc_o(front_vc_o[V0*VC_W+:GVCS*VC_W]), .front_multicast_o(front_multicast_o[V0+:GVCS]),
          .front_copies_o(front_copies_o[V0*COPIES+:GVCS*COPIES]),
          .read_vc_i(read_vc_i[N*GVC_W+:GVC_W]), .read_head_i(read_head_i[V0+:GVCS]),
          .read_data_o(read_data_o[N*FLIT_W+:FLIT_W]),
          .pop_i(leaves_i[V0+:GVCS]), .hold_i(hold_i[V0+:GVCS]), .held_o(held_o[V0+:GVCS]), .credit_o(freed[V0+:GVCS]),
          .empty_o(empty[N])
      );
      for (genvar v = 0; v < GVCS; v++) begin : gen_channel
        for (genvar k = 0; k < collnoc_pkg::copies(i, DIMS, ALL_PORT, ROUTE_ORDERS, TOPOLOGY, RADIX); k++) begin : gen_output
          localparam int O = collnoc_pkg::copy_output(i, k, DIMS, ALL_PORT, ROUTE_ORDERS, TOPOLOGY, RADIX);
          assign front_channel_o[(V0+v)*CHANNELS+O*VCS+:VCS] = channel[(v*COPIES+k)*VCS+:VCS];
        end
        for (genvar o = 0; o < PORTS; o++) begin : gen_other
          if (!collnoc_pkg::turn_allowed(i, o, DIMS, ALL_PORT, ROUTE_ORDERS, TOPOLOGY, RADIX)) begin : gen_no_turn
            assign front_channel_o[(V0+v)*CHANNELS+o*VCS+:VCS] = '0;
          end
        end
      end
      logic unused;
      assign unused = ^channel;
    end

    if (HOP_CYCLES == 1) begin : gen_credit
      assign credit_o[i*VCS+:VCS] = freed[i*VCS+:VCS];
      assign credit_empty[i]      = 1'b1;  // then no flit is buffered that could leave
    end else begin : gen_credit_register
      localparam int CREDIT_W = ((i < LINKS ? HOP_CYCLES : NIC_HOP) - 1) * VCS;  // the latest in the low bits
      logic [CREDIT_W-1:0] credit_q;
      always_ff @(posedge clk_i) begin
        if (!rst_ni) credit_q <= '0;
        else credit_q <= CREDIT_W'({credit_q, freed[i*VCS+:VCS]});
      end
      assign credit_o[i*VCS+:VCS] = credit_q[CREDIT_W-1-:VCS];
      assign credit_empty[i]      = credit_q == '0;
    end
  end

  logic unused;
  assign unused = ^{MAX_PACKET, VC_READS, MONITOR};
endmodule
