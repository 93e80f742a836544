// Rejects illegal parameters of the router at elaboration. No hardware.
module router_parameters #(
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
    parameter int INJ_DEPTH = 4
);
  // <arch: router-checks>
  `ifndef __ICARUS__
  if (DIMS < 1 || DIMS > 6) begin : gen_bad_dims
    $error("router: DIMS must be 1 to 6");
  end
  if (ADDRESS_W != 16 && ADDRESS_W != 20) begin : gen_bad_address_w
    $error("router: ADDRESS_W must be 16 or 20");
  end
  if (VCS < 1 || VCS > 4) begin : gen_bad_vcs
    $error("router: VCS must be 1 to 4");
  end
  if (VC_DEPTH < 2 || VC_DEPTH > 64) begin : gen_bad_vc_depth
    $error("router: VC_DEPTH must be 2 to 64");
  end
  if (MAX_PACKET < 2 || MAX_PACKET > 256) begin : gen_bad_max_packet
    $error("router: MAX_PACKET must be 2 to 256");
  end
  if (HOP_CYCLES < 1 || HOP_CYCLES > 5) begin : gen_bad_hop_cycles
    $error("router: HOP_CYCLES must be 1 to 5");
  end
  if (SWITCHING < 0 || SWITCHING > 2) begin : gen_bad_switching
    $error("router: SWITCHING must be 0, 1 or 2");
  end
  if (ROUTE_ORDERS < 1 || ROUTE_ORDERS > 2) begin : gen_bad_route_orders
    $error("router: ROUTE_ORDERS must be 1 or 2");
  end
  if (TOPOLOGY < 0 || TOPOLOGY > 4) begin : gen_bad_topology
    $error("router: TOPOLOGY must be 0 to 4");
  end
  if (RADIX < 0 || RADIX > 9) begin : gen_bad_radix
    $error("router: RADIX must be 0 to 9");
  end
  if (ROUTES != 0 && ROUTES != 16 && ROUTES != 64 && ROUTES != 256 && ROUTES != 1024) begin : gen_bad_routes
    $error("router: ROUTES must be 0, 16, 64, 256 or 1024");
  end
  if (TOPOLOGY == collnoc_pkg::GRID && DIMS > 4) begin : gen_bad_rule_0
    $error("router: meshes and tori have 1 to 4 dimensions");
  end
  if ((TOPOLOGY == collnoc_pkg::GRID || TOPOLOGY == collnoc_pkg::SPIDERGON) && RADIX != 0) begin : gen_bad_rule_1
    $error("router: RADIX must be 0 except for complete graphs, star graphs and graphs");
  end
  if (TOPOLOGY == collnoc_pkg::COMPLETE && RADIX < 2) begin : gen_bad_rule_2
    $error("router: complete graphs have a RADIX of 2 to 9");
  end
  if (TOPOLOGY == collnoc_pkg::COMPLETE && DIMS * (RADIX - 1) > 8) begin : gen_bad_rule_3
    $error("router: a node has at most 8 links: DIMS times RADIX - 1");
  end
  if (TOPOLOGY == collnoc_pkg::STAR && (RADIX < 3 || RADIX > 6)) begin : gen_bad_rule_4
    $error("router: a star graph has a RADIX of 3 to 6");
  end
  if (TOPOLOGY == collnoc_pkg::GRAPH && (RADIX < 1 || RADIX > 8)) begin : gen_bad_rule_5
    $error("router: a node of a graph has a RADIX of 1 to 8");
  end
  if ((TOPOLOGY == collnoc_pkg::GRAPH) != (ROUTES != 0)) begin : gen_bad_rule_6
    $error("router: graphs have ROUTES of at least 16, other networks ROUTES 0");
  end
  if (TOPOLOGY > collnoc_pkg::COMPLETE && DIMS != 1) begin : gen_bad_rule_7
    $error("router: star graphs, spidergons and graphs have DIMS 1");
  end
  if (TOPOLOGY > collnoc_pkg::COMPLETE && ROUTE_ORDERS != 1) begin : gen_bad_rule_8
    $error("router: star graphs, spidergons and graphs have one order of dimensions: ROUTE_ORDERS must be 1");
  end
  if (ADDRESS_W != 16 && FLIT_W < 128) begin : gen_bad_rule_9
    $error("router: an extent above 256 in two dimensions or 32 in three needs FLIT_W of at least 128: 64 bits of a head flit have no room for addresses of 20 bits");
  end
  if (ADDRESS_W != 16 && (TOPOLOGY != collnoc_pkg::GRID || DIMS > 3)) begin : gen_bad_rule_10
    $error("router: addresses of 20 bits are for meshes and tori of 1 to 3 dimensions");
  end
  if (TOPOLOGY == collnoc_pkg::STAR && VCS < 3 * (RADIX - 1) / 2 / 2 + 1) begin : gen_bad_rule_11
    $error("router: a star graph of 3, 4, 5 and 6 symbols needs VCS of at least 2, 3, 4 and 4");
  end
  if (ROUTE_ORDERS == 2 && VCS % 2 != 0) begin : gen_bad_rule_12
    $error("router: with ROUTE_ORDERS 2, VCS must be 2 or 4: each order has half of the virtual channels");
  end
  if (SWITCHING != collnoc_pkg::WORMHOLE && MAX_PACKET > VC_DEPTH) begin : gen_bad_rule_13
    $error("router: unless SWITCHING is wormhole, MAX_PACKET must be at most VC_DEPTH: a packet must fit into a buffer");
  end
  if (MULTICAST && (TOPOLOGY == collnoc_pkg::SPIDERGON || TOPOLOGY == collnoc_pkg::GRAPH)) begin : gen_bad_rule_14
    $error("router: MULTICAST is for meshes, tori, generalized hypercubes and star graphs: spidergons and graphs have no sets of nodes");
  end
  if (MULTICAST && TOPOLOGY == collnoc_pkg::GRID && DIMS > 3) begin : gen_bad_rule_15
    $error("router: with MULTICAST, meshes and tori have 1 to 3 dimensions: the bit of the fourth direction marks a multicast");
  end
  if (MULTICAST && SWITCHING != collnoc_pkg::WORMHOLE) begin : gen_bad_rule_16
    $error("router: with MULTICAST, SWITCHING must be wormhole: a copy is cut where another packet waits, at no known length");
  end
  if (MULTICAST && VC_DEPTH < 3) begin : gen_bad_rule_17
    $error("router: with MULTICAST, VC_DEPTH must be at least 3: one place keeps the head flit of a packet");
  end
  if (MULTICAST && MAX_PACKET < 3) begin : gen_bad_rule_18
    $error("router: with MULTICAST, MAX_PACKET must be at least 3: a packet has a power of two of payload flits");
  end
  if (VC_READS && ALL_PORT) begin : gen_bad_rule_19
    $error("router: VC_READS is for NICs with one port");
  end
  if (VC_READS && MULTICAST) begin : gen_bad_rule_20
    $error("router: with MULTICAST, VC_READS must be 0: a copy is made at the one read of its port");
  end
  if (VC_READS && VCS == 4 && ((TOPOLOGY == collnoc_pkg::GRID && DIMS > 3) || (TOPOLOGY == collnoc_pkg::COMPLETE && DIMS * (RADIX - 1) > 7) || (TOPOLOGY == collnoc_pkg::GRAPH && RADIX > 7))) begin : gen_bad_rule_21
    $error("router: with VC_READS, a router reads at most 32 virtual channels: with VCS 4 it has at most 7 links");
  end
  `endif
  // </arch>
  `ifndef __ICARUS__
  if (INJ_DEPTH < 2 || INJ_DEPTH > 64) begin : gen_bad_inj_depth
    $error("router: INJ_DEPTH must be 2 to 64");
  end
  // A head is offered only when its tail is in the buffer.
  if (SWITCHING == collnoc_pkg::STORE_AND_FORWARD && MAX_PACKET > INJ_DEPTH) begin : gen_bad_switching_inj_depth
    $error("router: if SWITCHING is store-and-forward, a packet must fit an injection buffer: MAX_PACKET at most INJ_DEPTH");
  end
  `endif

  logic unused;
  assign unused = MONITOR;
endmodule
