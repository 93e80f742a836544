// The network interface: one-sided puts with counters. Software fills the put registers. The NIC checks the put and
// selects its channel (nic_launch), then queues and sends the message (nic_tx, one per channel). Arriving messages are
// written to memory and counted without software (nic_rx, one per channel; arrival_counters).
// Memory requests depend on registers only. Flits also depend on the memory's read data, and ejection credits on its
// write grants of the same cycle. Both end in registers of the router.
module nic #(
    // <arch: nic-parameters>
    parameter int DIMS         = 2,                      // dimensions: 1..4, of complete graphs 1..6
    parameter int ADDRESS_W    = 16,                     // bits of a node address: 16 or 20
    parameter bit ALL_PORT     = 1'b0,                   // one channel per link between NIC and router, otherwise one
    parameter int VCS          = 2,                      // virtual channels per link: 1 to 4
    parameter int FLIT_W       = 64,                     // data bits per flit: 64, 128, 256 or 512
    parameter int MAX_PACKET   = 32,                     // flits of the longest packet, including the head flit: 2 to 256
    parameter int ROUTE_ORDERS = 1,                      // orders of dimensions that a message can choose from: 1 or 2
    parameter int TOPOLOGY     = collnoc_pkg::GRID,      // kind of network
    parameter int RADIX        = 0,                      // longest extent of complete graphs, symbols of a star graph, links of a graph, otherwise 0: 0 to 9
    parameter int ROUTES       = 0,                      // entries of the routing table of a graph, otherwise 0: 0, 16, 64, 256 or 1024
    parameter bit SEQUENCER    = 1'b0,                   // performs plans without software
    parameter bit ACCUMULATE   = 1'b0,                   // puts can combine with the destination's memory
    parameter bit FLOAT_SUMS   = 1'b0,                   // with ACCUMULATE, also sums of single precision
    parameter bit MULTICAST    = 1'b0,                   // puts to a box of nodes: routers copy packets
    parameter bit MONITOR      = 1'b1,                   // counters of flits and stalls
    // </arch>
    parameter int INJ_DEPTH  = 4,
    parameter int LINKS      = collnoc_pkg::links(TOPOLOGY, DIMS, RADIX),  // derived, not to be set
    parameter int CHANNELS   = ALL_PORT ? LINKS : 1,
    parameter int READS      = CHANNELS * (ACCUMULATE ? 2 : 1) + (SEQUENCER ? 1 : 0),
    parameter int VC_W       = VCS > 1 ? $clog2(VCS) : 1,
    parameter int ROUTES_W   = collnoc_pkg::routes_width(ROUTES, VCS)
) (
    input  logic                       clk_i,
    input  logic                       rst_ni,
    // place and surroundings
    input  logic [collnoc_pkg::NODE_W-1:0] coord_i,
    input  logic [collnoc_pkg::NODE_W-1:0] extent_i,
    input  logic [DIMS-1:0]            wrap_i,
    input  logic [ROUTES_W-1:0]        routes_i,     // routing table of a graph
    input  logic [collnoc_pkg::ADDR_W:0] mem_words_i,
    input  logic [31:0]                cycle_i,
    // register bus
    input  logic                       reg_valid_i,
    input  logic                       reg_write_i,
    input  logic [9:0]                 reg_addr_i,
    input  logic [31:0]                reg_wdata_i,
    output logic                       reg_ready_o,
    output logic [31:0]                reg_rdata_o,
    output logic                       event_o,
    // injection and ejection channels
    output logic [CHANNELS-1:0]        inj_valid_o,
    output logic [CHANNELS-1:0]        inj_head_o,
    output logic [CHANNELS-1:0]        inj_tail_o,
    output logic [CHANNELS*VC_W-1:0]   inj_vc_o,
    output logic [CHANNELS*FLIT_W-1:0] inj_data_o,
    input  logic [CHANNELS*VCS-1:0]    inj_credit_i,
    input  logic [CHANNELS-1:0]        ej_valid_i,
    input  logic [CHANNELS-1:0]        ej_head_i,
    input  logic [CHANNELS-1:0]        ej_tail_i,
    input  logic [CHANNELS*VC_W-1:0]   ej_vc_i,
    input  logic [CHANNELS*FLIT_W-1:0] ej_data_i,
    output logic [CHANNELS-1:0]        ej_credit_o,
    // memory: one read and one write port per channel, with ACCUMULATE a second read port per channel, then one read
    // port of the sequencer
    output logic [READS-1:0]           rd_req_o,
    output logic [READS*collnoc_pkg::ADDR_W-1:0] rd_addr_o,
    input  logic [READS-1:0]           rd_gnt_i,
    input  logic [READS*FLIT_W-1:0]    rd_data_i,
    output logic [CHANNELS-1:0]        wr_req_o,
    output logic [CHANNELS*collnoc_pkg::ADDR_W-1:0] wr_addr_o,
    output logic [CHANNELS*FLIT_W-1:0] wr_data_o,
    output logic [CHANNELS*FLIT_W/8-1:0] wr_strb_o,
    input  logic [CHANNELS-1:0]        wr_gnt_i,
    // before a reset of the tile alone (tile_gate)
    input  logic                       halt_i,       // no packet begins
    output logic                       drained_o,    // with halt_i: the router is owed nothing, and owes nothing
    // to be read by software: counts of the router's outputs, one cycle later; register DISCARDED
    output logic                       count_read_o,
    output logic [5:0]                 count_number_o,
    input  logic [31:0]                count_i,
    input  logic [31:0]                discarded_i,
    output logic                       quiescent_o
);
  localparam int CH_W         = CHANNELS > 1 ? $clog2(CHANNELS) : 1;
  localparam int COUNTER_W    = collnoc_pkg::COUNTER_W;
  localparam int DESCRIPTOR_W = collnoc_pkg::DESCRIPTOR_W;
  localparam int CORNER_W     = collnoc_pkg::NODE_W + 2;

  // Launch.
  logic                           launch_valid, launch_done;
  logic [31:0]                    put_src, put_addr, put_bytes, put_ctrl, put_node;
  logic [DESCRIPTOR_W-1:0]        descriptor;
  logic [CH_W-1:0]                channel;
  logic [collnoc_pkg::ERRORS-1:0] errors;
  logic [CHANNELS-1:0]            queue_full, push;
  logic [159:0]                   software_put, put;  // put: the one that is checked
  logic [CORNER_W-1:0]            software_corner, corner;  // {a multicast, its box's other corner}
  logic                           checked;            // it is the one that software launches

  // Channels.
  logic [CHANNELS*3-1:0]          queued;
  logic [CHANNELS-1:0]            tx_quiescent, rx_quiescent, tx_drained, rx_drained, inc, inc_gnt;
  logic [CHANNELS*COUNTER_W-1:0]  inc_counter;
  logic [CHANNELS*128-1:0]        channel_counts;
  logic                           registers_quiescent;
  logic                           loop_valid, loop_head, loop_tail, loop_credit;
  logic [FLIT_W-1:0]              loop_data;
  logic                           counter_access, counter_valid, counters_quiescent, counter_event;
  logic                           counter_read, counter_subtract, inc_any;
  logic [COUNTER_W-1:0]           counter_number, inc_number;
  logic [31:0]                    counter_value, counter_amount;

  // Sequencer; without one, all its signals are 0.
  logic [31:0]                    seq_rdata;
  logic [collnoc_pkg::ERRORS-1:0] seq_errors;
  logic                           seq_event, seq_quiescent, seq_check;
  logic                           seq_counter_read, seq_counter_subtract, seq_counter_reading;
  logic [CHANNELS-1:0]            seq_push, seq_push_gnt;
  logic [CHANNELS*DESCRIPTOR_W-1:0] seq_descriptor;

  nic_registers #(
      .DIMS(DIMS), .ADDRESS_W(ADDRESS_W), .CHANNELS(CHANNELS), .VCS(VCS), .FLIT_W(FLIT_W),
      .ROUTE_ORDERS(ROUTE_ORDERS), .TOPOLOGY(TOPOLOGY), .RADIX(RADIX), .SEQUENCER(SEQUENCER), .ACCUMULATE(ACCUMULATE),
      .FLOAT_SUMS(FLOAT_SUMS), .MULTICAST(MULTICAST)
  ) i_registers (
      .clk_i, .rst_ni,
      .valid_i(reg_valid_i), .write_i(reg_write_i), .addr_i(reg_addr_i), .wdata_i(reg_wdata_i),
      .ready_o(reg_ready_o), .rdata_o(reg_rdata_o),
      .launch_valid_o(launch_valid), .put_src_o(put_src), .put_addr_o(put_addr), .put_bytes_o(put_bytes),
      .put_ctrl_o(put_ctrl), .put_node_o(put_node), .put_corner_o(software_corner),
      .launch_done_i(launch_done), .launch_errors_i(errors),
      .sequencer_i(seq_rdata), .sequencer_errors_i(seq_errors),
      .cycle_i, .coord_i, .extent_i, .wrap_i, .mem_words_i,
      .busy_i(!(&tx_quiescent)), .queued_i(queued), .discarded_i,
      .counter_valid_i(counter_valid && !seq_counter_reading), .counter_i(counter_value),
      .count_read_o, .count_number_o, .count_i, .channel_counts_i(channel_counts), .quiescent_o(registers_quiescent)
  );

  assign software_put = {put_node, put_ctrl, put_bytes, put_addr, put_src};

  nic_launch #(
      .DIMS(DIMS), .ADDRESS_W(ADDRESS_W), .ALL_PORT(ALL_PORT), .CH_W(CH_W), .ROUTE_ORDERS(ROUTE_ORDERS), .TOPOLOGY(TOPOLOGY), .RADIX(RADIX),
      .VCS(VCS), .ROUTES(ROUTES), .ACCUMULATE(ACCUMULATE), .FLOAT_SUMS(FLOAT_SUMS), .MULTICAST(MULTICAST)
  ) i_launch (
      .valid_i(checked || seq_check), .coord_i, .extent_i, .wrap_i, .routes_i, .mem_words_i,
      .src_i(put[31:0]), .addr_i(put[63:32]), .bytes_i(put[95:64]), .ctrl_i(put[127:96]), .node_i(put[159:128]),
      .corner_i(corner),
      .descriptor_o(descriptor), .channel_o(channel), .errors_o(errors)
  );
  assign launch_done = checked && (errors != '0 || (!queue_full[channel] && !seq_push_gnt[channel]));

  assign counter_access = reg_valid_i && reg_addr_i[9:8] == 2'd1;
  arrival_counters #(.CHANNELS(CHANNELS)) i_counters (
      .clk_i, .rst_ni, .inc_i(inc), .inc_counter_i(inc_counter), .inc_gnt_o(inc_gnt),
      .inc_o(inc_any), .inc_number_o(inc_number),
      .read_i(counter_read), .subtract_i(counter_subtract), .number_i(counter_number), .amount_i(counter_amount),
      .value_valid_o(counter_valid), .value_o(counter_value), .event_o(counter_event), .quiescent_o(counters_quiescent)
  );
  assign counter_read     = (counter_access && !reg_write_i) || seq_counter_read;
  assign counter_subtract = (counter_access && reg_write_i) || seq_counter_subtract;
  assign event_o          = counter_event || seq_event;

  if (SEQUENCER) begin : gen_sequencer
    logic [159:0]         seq_put;
    logic [CORNER_W-1:0]  seq_corner;
    logic [COUNTER_W-1:0] seq_counter_number;
    logic [31:0]          seq_counter_amount;
    logic [CHANNELS-1:0]  owed_q;  // the channel at which software's put stood back for a context, so it is next
    nic_sequencer #(.DIMS(DIMS), .ADDRESS_W(ADDRESS_W), .CHANNELS(CHANNELS), .CH_W(CH_W), .MULTICAST(MULTICAST)) i_sequencer (
        .clk_i, .rst_ni, .cycle_i, .mem_words_i,
        .reg_write_i(reg_valid_i && reg_write_i), .reg_addr_i, .reg_wdata_i, .reg_rdata_o(seq_rdata),
        .errors_o(seq_errors), .event_o(seq_event), .quiescent_o(seq_quiescent),
        .rd_req_o(rd_req_o[READS-1]), .rd_addr_o(rd_addr_o[(READS-1)*collnoc_pkg::ADDR_W+:collnoc_pkg::ADDR_W]),
        .rd_gnt_i(rd_gnt_i[READS-1]), .rd_data_i(rd_data_i[(READS-1)*FLIT_W+:64]),
        .counters_taken_i(counter_access), .counter_read_o(seq_counter_read),
        .counter_subtract_o(seq_counter_subtract), .counter_number_o(seq_counter_number),
        .counter_amount_o(seq_counter_amount), .counter_reading_o(seq_counter_reading), .counter_value_i(counter_value),
        .inc_i(inc_any), .inc_number_i(inc_number),
        .subtracted_i(counter_subtract), .subtracted_number_i(counter_number),
        .software_check_i(launch_valid), .software_check_gnt_o(checked), .check_o(seq_check), .put_o(seq_put), .put_corner_o(seq_corner),
        .put_errors_i(errors), .descriptor_i(descriptor), .channel_i(channel),
        .push_o(seq_push), .descriptor_o(seq_descriptor), .push_gnt_i(seq_push_gnt)
    );
    assign put            = checked ? software_put : seq_put;
    assign corner         = checked ? software_corner : seq_corner;
    assign counter_number = counter_access ? reg_addr_i[2+:COUNTER_W] : seq_counter_number;
    assign counter_amount = counter_access ? reg_wdata_i : seq_counter_amount;
    assign seq_push_gnt   = seq_push & ~queue_full & ~owed_q;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) owed_q <= '0;
      else if (checked) begin
        owed_q <= '0;
        if (errors == '0) owed_q[channel] <= seq_push_gnt[channel] || (owed_q[channel] && queue_full[channel]);
      end
    end
    logic unused;
    assign unused = ^rd_data_i;
  end else begin : gen_no_sequencer
    assign {seq_rdata, seq_errors, seq_event, seq_check, seq_counter_read, seq_counter_subtract} = '0;
    assign {seq_counter_reading, seq_push, seq_push_gnt, seq_descriptor} = '0;
    assign seq_quiescent  = 1'b1;
    assign checked        = launch_valid;
    assign put            = software_put;
    assign corner         = software_corner;
    assign counter_number = reg_addr_i[2+:COUNTER_W];
    assign counter_amount = reg_wdata_i;
    logic unused;
    assign unused = ^{inc_any, inc_number, seq_push};
  end

  // Accumulation; without it, all its signals are 0.
  localparam int ADDR_W = collnoc_pkg::ADDR_W;
  localparam int STAGES = FLOAT_SUMS ? 4 : 2;  // of each accumulator
  logic [CHANNELS-1:0]        wants, read_counts;
  logic [STAGES*CHANNELS-1:0] holds;
  logic [CHANNELS*ADDR_W-1:0] wanted_addr;
  logic [STAGES*CHANNELS*ADDR_W-1:0] held_addr;
  logic [CHANNELS*FLIT_W-1:0] read_data;
  if (ACCUMULATE) begin : gen_accumulate
    localparam int WINDOW_W = 6;
    logic [CHANNELS*WINDOW_W-1:0]   wanted;
    logic [STAGES*CHANNELS*WINDOW_W-1:0] held;
    logic [CHANNELS-1:0]            counts;
    for (genvar c = 0; c < CHANNELS; c++) begin : gen_wanted
      assign wanted[c*WINDOW_W+:WINDOW_W] = wanted_addr[c*ADDR_W+:WINDOW_W];
    end
    for (genvar h = 0; h < STAGES * CHANNELS; h++) begin : gen_held
      assign held[h*WINDOW_W+:WINDOW_W] = held_addr[h*ADDR_W+:WINDOW_W];
    end
    accumulate_order #(.CHANNELS(CHANNELS), .WORDS(FLIT_W / 64), .STAGES(STAGES), .WINDOW_W(WINDOW_W)) i_order (
        .wants_i(wants), .word_i(wanted), .holds_i(holds), .held_i(held),
        .may_read_o(rd_req_o[CHANNELS+:CHANNELS]), .rd_gnt_i(rd_gnt_i[CHANNELS+:CHANNELS]), .counts_o(counts)
    );
    assign rd_addr_o[CHANNELS*ADDR_W+:CHANNELS*ADDR_W] = wanted_addr;
    assign read_counts = rd_req_o[CHANNELS+:CHANNELS] & rd_gnt_i[CHANNELS+:CHANNELS] & counts;
    assign read_data   = rd_data_i[CHANNELS*FLIT_W+:CHANNELS*FLIT_W];
    logic unused;
    assign unused = ^held_addr;
  end else begin : gen_no_accumulate
    assign read_counts = '0;
    assign read_data   = '0;
    logic unused;
    assign unused = ^{wants, holds, wanted_addr, held_addr};
  end

  for (genvar c = 0; c < CHANNELS; c++) begin : gen_channel
    localparam bit     FIRST = c == 0;
    logic              this_loop_valid, this_loop_credit;
    logic [FLIT_W-1:0] inj_data;

    assign push[c] = seq_push_gnt[c] || (launch_done && errors == '0 && channel == CH_W'(c));
    nic_tx #(
        .DIMS(DIMS), .ADDRESS_W(ADDRESS_W), .VCS(VCS), .VC_W(VC_W), .INJ_DEPTH(INJ_DEPTH), .FLIT_W(FLIT_W),
        .MAX_PACKET(MAX_PACKET), .ROUTE_ORDERS(ROUTE_ORDERS), .MULTICAST(MULTICAST), .MONITOR(MONITOR)
    ) i_tx (
        .clk_i, .rst_ni, .coord_i,
        .push_i(push[c]),
        .descriptor_i(seq_push_gnt[c] ? seq_descriptor[c*DESCRIPTOR_W+:DESCRIPTOR_W] : descriptor),
        .full_o(queue_full[c]), .queued_o(queued[c*3+:3]),
        .rd_req_o(rd_req_o[c]), .rd_addr_o(rd_addr_o[c*collnoc_pkg::ADDR_W+:collnoc_pkg::ADDR_W]),
        .rd_gnt_i(rd_gnt_i[c]), .rd_data_i(rd_data_i[c*FLIT_W+:FLIT_W]),
        .valid_o(inj_valid_o[c]), .loop_valid_o(this_loop_valid), .head_o(inj_head_o[c]),
        .tail_o(inj_tail_o[c]), .vc_o(inj_vc_o[c*VC_W+:VC_W]), .data_o(inj_data),
        .credit_i(inj_credit_i[c*VCS+:VCS]), .loop_credit_i(this_loop_credit),
        .halt_i, .drained_o(tx_drained[c]),
        .counts_o(channel_counts[c*128+:96]), .quiescent_o(tx_quiescent[c])
    );
    assign inj_data_o[c*FLIT_W+:FLIT_W] = inj_data;

    // Puts to the tile itself use channel 0.
    if (c == 0) begin : gen_loop
      assign loop_valid       = this_loop_valid;
      assign loop_head        = inj_head_o[c];
      assign loop_tail        = inj_tail_o[c];
      assign loop_data        = inj_data;
      assign this_loop_credit = loop_credit;
    end else begin : gen_no_loop
      logic unused;
      assign unused = this_loop_valid;
      assign this_loop_credit = 1'b0;
    end

    logic this_loop_credit_out;
    nic_rx #(
        .VCS(VCS), .VC_W(VC_W), .FLIT_W(FLIT_W), .LOOP(FIRST), .ACCUMULATE(ACCUMULATE), .FLOAT_SUMS(FLOAT_SUMS),
        .MULTICAST(MULTICAST), .MONITOR(MONITOR)
    ) i_rx (
        .clk_i, .rst_ni,
        .valid_i(ej_valid_i[c]), .head_i(ej_head_i[c]), .tail_i(ej_tail_i[c]), .vc_i(ej_vc_i[c*VC_W+:VC_W]),
        .data_i(ej_data_i[c*FLIT_W+:FLIT_W]), .credit_o(ej_credit_o[c]),
        .loop_valid_i(FIRST && loop_valid), .loop_head_i(loop_head), .loop_tail_i(loop_tail),
        .loop_data_i(loop_data), .loop_credit_o(this_loop_credit_out),
        .wr_req_o(wr_req_o[c]), .wr_addr_o(wr_addr_o[c*collnoc_pkg::ADDR_W+:collnoc_pkg::ADDR_W]),
        .wr_data_o(wr_data_o[c*FLIT_W+:FLIT_W]), .wr_strb_o(wr_strb_o[c*FLIT_W/8+:FLIT_W/8]),
        .wr_gnt_i(wr_gnt_i[c]),
        .wants_o(wants[c]), .holds_o(holds[STAGES*c+:STAGES]), .held_addr_o(held_addr[STAGES*c*ADDR_W+:STAGES*ADDR_W]),
        .rd_addr_o(wanted_addr[c*ADDR_W+:ADDR_W]), .rd_gnt_i(read_counts[c]), .rd_data_i(read_data[c*FLIT_W+:FLIT_W]),
        .inc_o(inc[c]), .inc_counter_o(inc_counter[c*COUNTER_W+:COUNTER_W]), .inc_gnt_i(inc_gnt[c]),
        .bank_stalls_o(channel_counts[c*128+96+:32]), .drained_o(rx_drained[c]), .quiescent_o(rx_quiescent[c])
    );
    if (c == 0) begin : gen_loop_credit
      assign loop_credit = this_loop_credit_out;
    end else begin : gen_no_loop_credit
      logic unused;
      assign unused = this_loop_credit_out;
    end
  end

  assign drained_o   = &tx_drained && &rx_drained;
  assign quiescent_o = !launch_valid && registers_quiescent && &tx_quiescent && &rx_quiescent && counters_quiescent && seq_quiescent;
endmodule
