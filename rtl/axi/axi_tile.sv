// A tile with AXI interfaces: node, memory and cycle counter as in `tile`, with an AXI4-Lite slave for the node's
// registers and the memory, and STREAMS pairs of AXI4-Streams to and from other tiles of this kind.
// All of this is outside the node, which is the same as in every other tile: both kinds work in one network.
// Promises: every AXI and link output depends on registers only. No AXI port, however slow or fast, blocks the
// network. Every AXI4-Lite access is answered.
// `tile_rst_ni` resets the AXI4-Lite slave, and, until the node's NIC is ready, the NIC and the streams. The memory keeps
// its contents.
//
//   AXI4-Lite -> axi_lite_slave -> axi_map -+-> put_keeper -> register_arbiter -> node <=> links
//                                           +-> memory           ^  ^             ^
//   AXI4-Stream -> axi_stream_tx --- launches, credits ----------+  |          tile_memory
//   AXI4-Stream <- axi_stream_rx --- arrivals, credits -------------+     (rings of the streams)
module axi_tile #(
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
    parameter int WORDS      = 8192,
    parameter int STREAMS    = 1,   // pairs, 1..16
    parameter int SLOT       = 31,  // flits of a ring's slot, header included; the same in all tiles
    parameter int SLOTS      = 8,   // of a ring, a power of two; the same in all tiles
    parameter int TIMEOUT    = 1 << 20,  // cycles after which an AXI4-Lite access that waits is answered with an error
    parameter int LINKS      = collnoc_pkg::links(TOPOLOGY, DIMS, RADIX),  // derived, not to be set
    parameter int VC_W       = VCS > 1 ? $clog2(VCS) : 1,
    parameter int KEEP_W     = FLIT_W / 8
) (
    input  logic                    clk_i,
    input  logic                    rst_ni,       // of the network: of all its tiles together
    input  logic                    tile_rst_ni,  // of this tile, and of what its AXI ports are connected to
    // place in the network (straps)
    input  logic [collnoc_pkg::NODE_W-1:0] coord_i,
    input  logic [collnoc_pkg::NODE_W-1:0] extent_i,
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
    // AXI4-Lite
    input  logic                    s_axi_awvalid_i,
    output logic                    s_axi_awready_o,
    input  logic [21:0]             s_axi_awaddr_i,
    input  logic                    s_axi_wvalid_i,
    output logic                    s_axi_wready_o,
    input  logic [31:0]             s_axi_wdata_i,
    input  logic [3:0]              s_axi_wstrb_i,
    output logic                    s_axi_bvalid_o,
    input  logic                    s_axi_bready_i,
    output logic [1:0]              s_axi_bresp_o,
    input  logic                    s_axi_arvalid_i,
    output logic                    s_axi_arready_o,
    input  logic [21:0]             s_axi_araddr_i,
    output logic                    s_axi_rvalid_o,
    input  logic                    s_axi_rready_i,
    output logic [31:0]             s_axi_rdata_o,
    output logic [1:0]              s_axi_rresp_o,
    output logic                    event_o,  // a counter was incremented
    // AXI4-Streams into the network
    input  logic [STREAMS-1:0]        s_axis_tvalid_i,
    output logic [STREAMS-1:0]        s_axis_tready_o,
    input  logic [STREAMS*FLIT_W-1:0] s_axis_tdata_i,
    input  logic [STREAMS*KEEP_W-1:0] s_axis_tkeep_i,
    input  logic [STREAMS-1:0]        s_axis_tlast_i,
    // AXI4-Streams out of the network
    output logic [STREAMS-1:0]        m_axis_tvalid_o,
    input  logic [STREAMS-1:0]        m_axis_tready_i,
    output logic [STREAMS*FLIT_W-1:0] m_axis_tdata_o,
    output logic [STREAMS*KEEP_W-1:0] m_axis_tkeep_o,
    output logic [STREAMS-1:0]        m_axis_tlast_o,
    output logic [STREAMS*16-1:0]     m_axis_tid_o    // the sender's node address
);
  localparam int ADDR_W   = collnoc_pkg::ADDR_W;
  localparam int CHANNELS = ALL_PORT ? LINKS : 1;
  localparam int PORTS    = CHANNELS + STREAMS;  // of the memory: the node's channels, then the streams,
  localparam int MORE_READS = (ACCUMULATE ? CHANNELS : 0) + (SEQUENCER ? 1 : 0);  // then more read ports of the node
  localparam int READS      = PORTS + MORE_READS;
  localparam int NODE_READS = CHANNELS + MORE_READS;
  localparam int BANKS    = 1 << $clog2(2 * PORTS * (FLIT_W / 64));
  localparam int MASTERS  = 1 + 2 * STREAMS;     // of the bus: software, then each stream's sender and receiver

  logic        held, up;  // the NIC is not ready; what uses it is out of reset
  assign up = rst_ni && tile_rst_ni && !held;

  logic [31:0] cycle_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) cycle_q <= '0;
    else cycle_q <= cycle_q + 1'b1;
  end

  // Node and memory.
  logic [READS-1:0]          rd_req, rd_gnt;
  logic [READS*ADDR_W-1:0]   rd_addr;
  logic [READS*FLIT_W-1:0]   rd_data;
  logic [NODE_READS-1:0]     node_rd_req, node_rd_gnt;
  logic [NODE_READS*ADDR_W-1:0] node_rd_addr;
  logic [NODE_READS*FLIT_W-1:0] node_rd_data;
  logic [PORTS-1:0]          wr_req, wr_gnt;
  logic [PORTS*ADDR_W-1:0]   wr_addr;
  logic [PORTS*FLIT_W-1:0]   wr_data;
  logic [PORTS*FLIT_W/8-1:0] wr_strb;
  logic                      reg_valid, reg_write, reg_ready;
  logic [9:0]                reg_addr;
  logic [31:0]               reg_wdata, reg_rdata;
  logic                      host_valid, host_write;
  logic [ADDR_W-1:0]         host_addr;
  logic [63:0]               host_wdata, host_rdata;
  logic [7:0]                host_strb;

  node #(
      // <arch: node-instance>
      .DIMS(DIMS), .ADDRESS_W(ADDRESS_W), .ALL_PORT(ALL_PORT), .VCS(VCS), .VC_DEPTH(VC_DEPTH), .FLIT_W(FLIT_W),
      .MAX_PACKET(MAX_PACKET), .HOP_CYCLES(HOP_CYCLES), .SWITCHING(SWITCHING), .ROUTE_ORDERS(ROUTE_ORDERS),
      .TOPOLOGY(TOPOLOGY), .RADIX(RADIX), .ROUTES(ROUTES), .SEQUENCER(SEQUENCER), .ACCUMULATE(ACCUMULATE),
      .FLOAT_SUMS(FLOAT_SUMS), .MULTICAST(MULTICAST), .VC_READS(VC_READS), .MONITOR(MONITOR)
      // </arch>
  ) i_node (
      .clk_i, .rst_ni, .tile_rst_ni, .held_o(held), .coord_i, .extent_i, .wrap_i, .mem_words_i((ADDR_W + 1)'(WORDS)), .cycle_i(cycle_q),
      .in_valid_i, .in_head_i, .in_tail_i, .in_vc_i, .in_data_i, .in_credit_o,
      .out_valid_o, .out_head_o, .out_tail_o, .out_vc_o, .out_data_o, .out_credit_i,
      .reg_valid_i(reg_valid), .reg_write_i(reg_write), .reg_addr_i(reg_addr), .reg_wdata_i(reg_wdata),
      .reg_ready_o(reg_ready), .reg_rdata_o(reg_rdata), .event_o,
      .rd_req_o(node_rd_req), .rd_addr_o(node_rd_addr), .rd_gnt_i(node_rd_gnt), .rd_data_i(node_rd_data),
      .wr_req_o(wr_req[CHANNELS-1:0]), .wr_addr_o(wr_addr[CHANNELS*ADDR_W-1:0]),
      .wr_data_o(wr_data[CHANNELS*FLIT_W-1:0]), .wr_strb_o(wr_strb[CHANNELS*FLIT_W/8-1:0]),
      .wr_gnt_i(wr_gnt[CHANNELS-1:0]), .quiescent_o()
  );
  assign rd_req[CHANNELS-1:0]              = node_rd_req[CHANNELS-1:0];
  assign rd_addr[CHANNELS*ADDR_W-1:0]      = node_rd_addr[CHANNELS*ADDR_W-1:0];
  assign node_rd_gnt[CHANNELS-1:0]         = rd_gnt[CHANNELS-1:0];
  assign node_rd_data[CHANNELS*FLIT_W-1:0] = rd_data[CHANNELS*FLIT_W-1:0];
  for (genvar r = 0; r < MORE_READS; r++) begin : gen_more_reads
    assign rd_req[PORTS+r]                           = node_rd_req[CHANNELS+r];
    assign rd_addr[(PORTS+r)*ADDR_W+:ADDR_W]         = node_rd_addr[(CHANNELS+r)*ADDR_W+:ADDR_W];
    assign node_rd_gnt[CHANNELS+r]                   = rd_gnt[PORTS+r];
    assign node_rd_data[(CHANNELS+r)*FLIT_W+:FLIT_W] = rd_data[(PORTS+r)*FLIT_W+:FLIT_W];
  end

  tile_memory #(
      .CHANNELS(PORTS), .READS(READS), .NARROW(SEQUENCER ? 1 : 0), .FLIT_W(FLIT_W), .WORDS(WORDS), .BANKS(BANKS)
  ) i_memory (
      .clk_i, .rst_ni,
      .rd_req_i(rd_req), .rd_addr_i(rd_addr), .rd_gnt_o(rd_gnt), .rd_data_o(rd_data),
      .wr_req_i(wr_req), .wr_addr_i(wr_addr), .wr_data_i(wr_data), .wr_strb_i(wr_strb), .wr_gnt_o(wr_gnt),
      .host_valid_i(host_valid), .host_write_i(host_write), .host_addr_i(host_addr), .host_wdata_i(host_wdata),
      .host_strb_i(host_strb), .host_rdata_o(host_rdata)
  );

  // AXI4-Lite.
  logic        axi_write_valid, axi_write_ready, axi_read_valid, axi_read_ready;
  logic [21:0] axi_write_addr, axi_read_addr;
  logic [31:0] axi_write_data, axi_read_data;
  logic [3:0]  axi_write_strb;
  logic [1:0]  axi_write_resp, axi_read_resp;
  axi_lite_slave i_slave (
      .clk_i, .rst_ni(rst_ni && tile_rst_ni),
      .awvalid_i(s_axi_awvalid_i), .awready_o(s_axi_awready_o), .awaddr_i(s_axi_awaddr_i),
      .wvalid_i(s_axi_wvalid_i), .wready_o(s_axi_wready_o), .wdata_i(s_axi_wdata_i), .wstrb_i(s_axi_wstrb_i),
      .bvalid_o(s_axi_bvalid_o), .bready_i(s_axi_bready_i), .bresp_o(s_axi_bresp_o),
      .arvalid_i(s_axi_arvalid_i), .arready_o(s_axi_arready_o), .araddr_i(s_axi_araddr_i),
      .rvalid_o(s_axi_rvalid_o), .rready_i(s_axi_rready_i), .rdata_o(s_axi_rdata_o), .rresp_o(s_axi_rresp_o),
      .write_valid_o(axi_write_valid), .write_addr_o(axi_write_addr), .write_data_o(axi_write_data),
      .write_strb_o(axi_write_strb), .write_ready_i(axi_write_ready), .write_resp_i(axi_write_resp),
      .read_valid_o(axi_read_valid), .read_addr_o(axi_read_addr), .read_ready_i(axi_read_ready),
      .read_resp_i(axi_read_resp), .read_data_i(axi_read_data)
  );

  logic        soft_valid, soft_write, soft_ready, soft_put_ready, stream_valid, stream_write;
  logic [9:0]  soft_addr, stream_addr;
  logic [31:0] soft_wdata, soft_rdata, stream_wdata, stream_rdata;
  logic [1:0]  stream_resp;
  axi_map #(.PORTS(LINKS + CHANNELS), .CHANNELS(CHANNELS), .STREAMS(STREAMS), .WORDS(WORDS), .MULTICAST(MULTICAST), .TIMEOUT(TIMEOUT)) i_map (
      .clk_i, .rst_ni(rst_ni && tile_rst_ni),
      .write_valid_i(axi_write_valid), .write_addr_i(axi_write_addr), .write_data_i(axi_write_data),
      .write_strb_i(axi_write_strb), .write_ready_o(axi_write_ready), .write_resp_o(axi_write_resp),
      .read_valid_i(axi_read_valid), .read_addr_i(axi_read_addr), .read_ready_o(axi_read_ready),
      .read_resp_o(axi_read_resp), .read_data_o(axi_read_data),
      .held_i(held), .reg_valid_o(soft_valid), .reg_write_o(soft_write), .reg_addr_o(soft_addr), .reg_wdata_o(soft_wdata),
      .reg_ready_i(soft_ready), .reg_put_ready_i(soft_put_ready), .reg_rdata_i(soft_rdata),
      .stream_valid_o(stream_valid), .stream_write_o(stream_write), .stream_addr_o(stream_addr),
      .stream_wdata_o(stream_wdata), .stream_resp_i(stream_resp), .stream_rdata_i(stream_rdata),
      .host_valid_o(host_valid), .host_write_o(host_write), .host_addr_o(host_addr), .host_wdata_o(host_wdata),
      .host_strb_o(host_strb), .host_rdata_i(host_rdata)
  );

  // The register bus.
  logic [MASTERS-1:0]    bus_valid, bus_last, bus_write, bus_ready;
  logic [MASTERS*10-1:0] bus_addr;
  logic [MASTERS*32-1:0] bus_wdata;
  logic                  bus_put_ready;
  logic [31:0]           bus_rdata;
  register_arbiter #(.MASTERS(MASTERS)) i_bus (
      .clk_i, .rst_ni(up), .valid_i(bus_valid), .last_i(bus_last), .write_i(bus_write), .addr_i(bus_addr),
      .wdata_i(bus_wdata), .ready_o(bus_ready), .put_ready_o(bus_put_ready), .rdata_o(bus_rdata),
      .reg_valid_o(reg_valid), .reg_write_o(reg_write), .reg_addr_o(reg_addr), .reg_wdata_o(reg_wdata),
      .reg_ready_i(reg_ready), .reg_rdata_i(reg_rdata)
  );
  put_keeper #(.DIMS(DIMS), .ADDRESS_W(ADDRESS_W), .MULTICAST(MULTICAST)) i_keeper (
      .clk_i, .rst_ni(up), .valid_i(soft_valid), .write_i(soft_write), .addr_i(soft_addr), .wdata_i(soft_wdata),
      .ready_o(soft_ready), .put_ready_o(soft_put_ready), .rdata_o(soft_rdata),
      .bus_valid_o(bus_valid[0]), .bus_last_o(bus_last[0]), .bus_write_o(bus_write[0]), .bus_addr_o(bus_addr[9:0]),
      .bus_wdata_o(bus_wdata[31:0]), .bus_ready_i(bus_ready[0]), .bus_put_ready_i(bus_put_ready),
      .bus_rdata_i(bus_rdata)
  );

  // Streams.
  logic [STREAMS*2-1:0]  resps;
  logic [STREAMS*32-1:0] rdatas;
  logic [3:0]            stream_q;  // the stream read in the last cycle
  assign stream_resp  = resps[stream_addr[9:6]*2+:2];
  assign stream_rdata = rdatas[stream_q*32+:32];
  always_ff @(posedge clk_i) begin
    if (stream_valid) stream_q <= stream_addr[9:6];
  end
  for (genvar s = 0; s < STREAMS; s++) begin : gen_stream
    axi_stream_pair #(.FLIT_W(FLIT_W), .SLOT(SLOT), .SLOTS(SLOTS), .WORDS(WORDS)) i_pair (
        .clk_i, .rst_ni(up),
        .s_tvalid_i(s_axis_tvalid_i[s]), .s_tready_o(s_axis_tready_o[s]),
        .s_tdata_i(s_axis_tdata_i[s*FLIT_W+:FLIT_W]), .s_tkeep_i(s_axis_tkeep_i[s*KEEP_W+:KEEP_W]),
        .s_tlast_i(s_axis_tlast_i[s]),
        .m_tvalid_o(m_axis_tvalid_o[s]), .m_tready_i(m_axis_tready_i[s]),
        .m_tdata_o(m_axis_tdata_o[s*FLIT_W+:FLIT_W]), .m_tkeep_o(m_axis_tkeep_o[s*KEEP_W+:KEEP_W]),
        .m_tlast_o(m_axis_tlast_o[s]), .m_tid_o(m_axis_tid_o[s*16+:16]),
        .valid_i(stream_valid && stream_addr[9:6] == 4'(s)), .write_i(stream_write), .addr_i(stream_addr[5:0]),
        .wdata_i(stream_wdata), .resp_o(resps[s*2+:2]), .rdata_o(rdatas[s*32+:32]),
        .rd_req_o(rd_req[CHANNELS+s]), .rd_addr_o(rd_addr[(CHANNELS+s)*ADDR_W+:ADDR_W]),
        .rd_gnt_i(rd_gnt[CHANNELS+s]), .rd_data_i(rd_data[(CHANNELS+s)*FLIT_W+:FLIT_W]),
        .wr_req_o(wr_req[CHANNELS+s]), .wr_addr_o(wr_addr[(CHANNELS+s)*ADDR_W+:ADDR_W]),
        .wr_data_o(wr_data[(CHANNELS+s)*FLIT_W+:FLIT_W]), .wr_gnt_i(wr_gnt[CHANNELS+s]),
        .bus_valid_o(bus_valid[1+2*s+:2]), .bus_last_o(bus_last[1+2*s+:2]), .bus_write_o(bus_write[1+2*s+:2]),
        .bus_addr_o(bus_addr[(1+2*s)*10+:20]), .bus_wdata_o(bus_wdata[(1+2*s)*32+:64]),
        .bus_ready_i(bus_ready[1+2*s+:2]), .bus_put_ready_i(bus_put_ready), .bus_rdata_i(bus_rdata),
        .event_i(event_o)
    );
    assign wr_strb[(CHANNELS+s)*KEEP_W+:KEEP_W] = '1;
  end
endmodule
