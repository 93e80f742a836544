// The router: LINKS links to the neighbours and CHANNELS injection and ejection channels to the NIC.
// Input-queued, virtual channels, credits. A flit passes the modules in this order:
//
//   link -> route_compute -> input_buffer -> unicast -> switch_allocator -> crossbar -> output_unit -> link
//           [cycle t]        | register |    [cycle t+1]                                           [driven in t+1]
//           `--- router_inputs ---------'                                            router_outputs
//
// The module reservations makes heads wait for older ones; router_monitor counts flits and stalls.
// With MULTICAST, multicast_route computes the outputs of packets to several nodes, and the module multicast copies them,
// in place of unicast.
//
// A hop takes one cycle. HOP_CYCLES above 1 adds HOP_CYCLES - 1 registers for flits and credits between router and
// link, which may be placed along the link's wires, and one register between router and NIC.
// With four virtual channels, an input port is read twice per cycle, once for each half of them (GROUPS). The allocator
// treats the halves as two inputs. With fewer virtual channels, an input port is read once. With VC_READS, every virtual
// channel is read by itself.
// Every output depends on registers only. `quiescent_o`: without input, the state does not change.
module router #(
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
    parameter int INJ_DEPTH  = 4,   // depth of the injection buffers per virtual channel
    parameter int LINKS      = collnoc_pkg::links(TOPOLOGY, DIMS, RADIX),  // derived, not to be set
    parameter int CHANNELS   = ALL_PORT ? LINKS : 1,
    parameter int PORTS      = LINKS + CHANNELS,
    parameter int VC_W       = VCS > 1 ? $clog2(VCS) : 1,
    parameter int ROUTES_W   = collnoc_pkg::routes_width(ROUTES, VCS)
) (
    input  logic                     clk_i,
    input  logic                     rst_ni,
    // place in the network
    input  logic [collnoc_pkg::NODE_W-1:0] coord_i,
    input  logic [collnoc_pkg::NODE_W-1:0] extent_i,  // extent - 1
    input  logic [DIMS-1:0]          wrap_i,
    input  logic [ROUTES_W-1:0]      routes_i,  // routing table of a graph
    // ports: links first, then injection channels (inputs) and ejection channels (outputs)
    input  logic [PORTS-1:0]         in_valid_i,
    input  logic [PORTS-1:0]         in_head_i,
    input  logic [PORTS-1:0]         in_tail_i,
    input  logic [PORTS*VC_W-1:0]    in_vc_i,
    input  logic [PORTS*FLIT_W-1:0]  in_data_i,
    output logic [PORTS*VCS-1:0]     in_credit_o,
    output logic [PORTS-1:0]         out_valid_o,
    output logic [PORTS-1:0]         out_head_o,
    output logic [PORTS-1:0]         out_tail_o,
    output logic [PORTS*VC_W-1:0]    out_vc_o,
    output logic [PORTS*FLIT_W-1:0]  out_data_o,
    input  logic [LINKS*VCS-1:0]     out_credit_i,    // of the links
    input  logic [CHANNELS-1:0]      eject_credit_i,  // of the ejection channels
    // read of an event count: the value comes one cycle later (router_monitor)
    input  logic                     count_read_i,
    input  logic [5:0]               count_number_i,  // {output, event}
    output logic [31:0]              count_o,
    output logic                     quiescent_o
);
  localparam int GROUPS   = VC_READS ? VCS : VCS == 4 ? 2 : 1;  // separately read parts of an input port
  localparam int INPUTS   = PORTS * GROUPS;
  localparam int GVCS     = VCS / GROUPS;      // virtual channels of a group
  localparam int GVC_W    = GVCS > 1 ? $clog2(GVCS) : 1;
  localparam int QUEUES   = PORTS * VCS;       // [input][vc]
  localparam int OUT_CHANNELS = PORTS * VCS;   // [output][vc]
  localparam int COPIES   = collnoc_pkg::most_copies(DIMS, ALL_PORT, ROUTE_ORDERS, TOPOLOGY, RADIX);  // outputs of an input

  router_parameters #(
      .INJ_DEPTH(INJ_DEPTH),
      // <arch: router-instance>
      .DIMS(DIMS), .ADDRESS_W(ADDRESS_W), .ALL_PORT(ALL_PORT), .VCS(VCS), .VC_DEPTH(VC_DEPTH), .FLIT_W(FLIT_W),
      .MAX_PACKET(MAX_PACKET), .HOP_CYCLES(HOP_CYCLES), .SWITCHING(SWITCHING), .ROUTE_ORDERS(ROUTE_ORDERS),
      .TOPOLOGY(TOPOLOGY), .RADIX(RADIX), .ROUTES(ROUTES), .MULTICAST(MULTICAST), .VC_READS(VC_READS),
      .MONITOR(MONITOR)
      // </arch>
  ) i_parameters ();

  // Inputs: the front of every queue, and what each input reads, [input][group].
  logic [QUEUES-1:0]        front_valid, front_head, front_tail, front_multicast, held;
  logic [QUEUES*OUT_CHANNELS-1:0] front_channel, head_channel;  // head_channel: of packets to one node
  logic [QUEUES*VC_W-1:0]   front_vc;
  logic [QUEUES*COPIES-1:0] front_copies;
  logic [INPUTS*FLIT_W-1:0] read_data;
  logic                     filled, credits;

  // What every queue offers, and who leaves.
  logic [QUEUES-1:0]        ready, old, hurried;
  logic [QUEUES-1:0]        offers_head, offers_tail;
  logic [QUEUES*PORTS-1:0]  requested;
  logic [INPUTS*GVC_W-1:0]  read_vc;  // the queue that each input picks in its group
  logic [INPUTS-1:0]        pop;      // its flit leaves
  logic [PORTS*INPUTS-1:0]  grant;    // [output][input, group]
  logic [QUEUES-1:0]        leaves, hold, read_kept;  // hold: it stays as the head of its packet

  // Crossbar and outputs.
  logic [PORTS*INPUTS*VC_W-1:0] read_out_vc;  // [output][input, group]
  logic [INPUTS*FLIT_W-1:0] flit_data;
  logic [PORTS-1:0]         sent, sent_head, sent_tail, copy_credit_stall, copy_arbitration_stall;
  logic [PORTS*VC_W-1:0]    sent_vc;
  logic [PORTS*FLIT_W-1:0]  sent_data;
  logic [OUT_CHANNELS-1:0]  busy, body_ok, head_ok, start, next_start, changes, young_start;
  logic                     copies_quiescent, outputs_empty;

  router_inputs #(
      .INJ_DEPTH(INJ_DEPTH),
      // <arch: router-instance>
      .DIMS(DIMS), .ADDRESS_W(ADDRESS_W), .ALL_PORT(ALL_PORT), .VCS(VCS), .VC_DEPTH(VC_DEPTH), .FLIT_W(FLIT_W),
      .MAX_PACKET(MAX_PACKET), .HOP_CYCLES(HOP_CYCLES), .SWITCHING(SWITCHING), .ROUTE_ORDERS(ROUTE_ORDERS),
      .TOPOLOGY(TOPOLOGY), .RADIX(RADIX), .ROUTES(ROUTES), .MULTICAST(MULTICAST), .VC_READS(VC_READS),
      .MONITOR(MONITOR)
      // </arch>
  ) i_inputs (
      .clk_i, .rst_ni, .coord_i, .extent_i, .wrap_i, .routes_i,
      .valid_i(in_valid_i), .head_i(in_head_i), .tail_i(in_tail_i), .vc_i(in_vc_i), .data_i(in_data_i),
      .credit_o(in_credit_o),
      .front_valid_o(front_valid), .front_head_o(front_head), .front_tail_o(front_tail), .front_channel_o(front_channel),
      .front_vc_o(front_vc), .front_multicast_o(front_multicast), .front_copies_o(front_copies), .held_o(held),
      .read_vc_i(read_vc), .read_head_i(read_kept), .read_data_o(read_data),
      .leaves_i(leaves), .hold_i(hold), .filled_o(filled), .credits_o(credits)
  );

  if (MULTICAST) begin : gen_multicast
    multicast #(
        .DIMS(DIMS), .ADDRESS_W(ADDRESS_W), .ALL_PORT(ALL_PORT), .VCS(VCS), .FLIT_W(FLIT_W), .MAX_PACKET(MAX_PACKET),
        .ROUTE_ORDERS(ROUTE_ORDERS), .TOPOLOGY(TOPOLOGY), .RADIX(RADIX)
    ) i_multicast (
        .clk_i, .rst_ni, .coord_i, .extent_i, .wrap_i,
        .valid_i(front_valid), .head_i(front_head), .tail_i(front_tail), .multicast_i(front_multicast), .held_i(held),
        .copies_i(front_copies), .vc_i(front_vc), .old_i(old), .hurried_i(hurried), .channel_o(head_channel),
        .busy_i(busy), .body_ok_i(body_ok), .head_ok_i(head_ok), .start_i(start), .young_start_i(young_start),
        .ready_o(ready), .request_o(requested), .head_o(offers_head), .tail_o(offers_tail),
        .read_vc_i(read_vc), .grant_i(grant), .pop_o(leaves), .hold_o(hold),
        .read_head_o(read_kept), .read_data_i(read_data), .data_o(flit_data), .vc_o(read_out_vc),
        .quiescent_o(copies_quiescent),
        .credit_stall_o(copy_credit_stall), .arbitration_stall_o(copy_arbitration_stall)
    );
    logic unused;
    assign unused = ^{pop, front_channel};
  end else begin : gen_unicast
    unicast #(.PORTS(PORTS), .GROUPS(GROUPS), .VCS(VCS), .VC_W(VC_W)) i_unicast (
        .valid_i(front_valid), .head_i(front_head), .channel_i(front_channel), .vc_i(front_vc), .old_i(old),
        .hurried_i(hurried), .body_ok_i(body_ok), .start_i(start), .young_start_i(young_start),
        .ready_o(ready), .request_o(requested), .read_vc_i(read_vc), .pop_i(pop), .leaves_o(leaves), .vc_o(read_out_vc)
    );
    assign {offers_head, offers_tail, flit_data, head_channel} = {front_head, front_tail, read_data, front_channel};
    assign {hold, read_kept, copy_credit_stall, copy_arbitration_stall} = '0;
    assign copies_quiescent = 1'b1;
    logic unused;
    assign unused = ^{front_copies, held};
  end

  reservations #(.PORTS(PORTS), .GROUPS(GROUPS), .VCS(VCS)) i_reservations (
      .clk_i, .rst_ni, .active_i(filled), .head_i(front_valid & front_head & ~front_multicast), .channel_i(head_channel),
      .ready_i(ready), .leaves_i(leaves), .start_i(start), .next_start_i(next_start), .changes_i(changes),
      .young_start_o(young_start), .old_o(old), .hurried_o(hurried)
  );

  switch_allocator #(
      .DIMS(DIMS), .ALL_PORT(ALL_PORT), .PORTS(PORTS), .GROUPS(GROUPS), .VCS(GVCS), .VC_W(GVC_W),
      .FAST(VCS > 1), .ROUTE_ORDERS(ROUTE_ORDERS), .TOPOLOGY(TOPOLOGY), .RADIX(RADIX)
  ) i_switch_allocator (
      .clk_i, .rst_ni, .ready_i(ready), .tail_i(offers_tail), .ports_i(requested), .vc_o(read_vc), .pop_o(pop),
      .grant_o(grant), .sends_o(sent)
  );

  crossbar #(
      .DIMS(DIMS), .ALL_PORT(ALL_PORT), .PORTS(PORTS), .GROUPS(GROUPS), .VCS(GVCS), .FLIT_W(FLIT_W), .VC_W(VC_W),
      .ROUTE_ORDERS(ROUTE_ORDERS), .TOPOLOGY(TOPOLOGY), .RADIX(RADIX)
  ) i_crossbar (
      .grant_i(grant), .valid_i(sent), .head_i(offers_head), .tail_i(offers_tail), .read_vc_i(read_vc), .vc_i(read_out_vc),
      .data_i(flit_data), .head_o(sent_head), .tail_o(sent_tail), .vc_o(sent_vc), .data_o(sent_data)
  );

  router_outputs #(
      .LINKS(LINKS), .PORTS(PORTS), .VCS(VCS), .VC_W(VC_W), .VC_DEPTH(VC_DEPTH), .FLIT_W(FLIT_W), .MAX_PACKET(MAX_PACKET),
      .HOP_CYCLES(HOP_CYCLES), .SWITCHING(SWITCHING)
  ) i_outputs (
      .clk_i, .rst_ni, .send_i(sent), .head_i(sent_head), .tail_i(sent_tail), .vc_i(sent_vc), .data_i(sent_data),
      .busy_o(busy), .body_ok_o(body_ok), .head_ok_o(head_ok), .start_o(start), .next_start_o(next_start),
      .changes_o(changes), .valid_o(out_valid_o), .head_o(out_head_o), .tail_o(out_tail_o), .vc_o(out_vc_o),
      .data_o(out_data_o), .credit_i(out_credit_i), .eject_credit_i, .empty_o(outputs_empty)
  );

  if (MONITOR) begin : gen_monitor
    router_monitor #(.PORTS(PORTS), .VCS(VCS), .MULTICAST(MULTICAST)) i_monitor (
        .clk_i, .rst_ni, .active_i(filled), .sent_i(sent), .valid_i(front_valid), .head_i(front_head),
        .channel_i(front_channel), .ready_i(ready), .leaves_i(leaves), .busy_i(busy), .head_ok_i(head_ok),
        .copy_credit_stall_i(copy_credit_stall), .copy_arbitration_stall_i(copy_arbitration_stall),
        .read_i(count_read_i), .number_i(count_number_i), .value_o(count_o)
    );
  end else begin : gen_no_monitor
    assign count_o = '0;
    logic unused;
    assign unused = ^{copy_credit_stall, copy_arbitration_stall, count_read_i, count_number_i, busy, head_ok};
  end

  assign quiescent_o = !filled && outputs_empty && !credits && copies_quiescent;
endmodule
