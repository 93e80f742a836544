// The NIC's registers as software sees them (docs/reference/hardware.md, "NIC registers"): sticky put
// registers, launch, errors, and reads of all other values. Read data comes one cycle after the access.
// `ready_o` shows whether a write to a put register is accepted; it depends on registers only.
module nic_registers #(
    parameter int DIMS     = 2,
    parameter int ADDRESS_W = 16,  // bits of a node address
    parameter int CHANNELS = 1,
    parameter int VCS      = 2,
    parameter int FLIT_W   = 64,
    parameter int ROUTE_ORDERS = 1,
    parameter int TOPOLOGY = collnoc_pkg::GRID,
    parameter int RADIX    = 0,
    parameter bit SEQUENCER = 1'b0,
    parameter bit ACCUMULATE = 1'b0,
    parameter bit FLOAT_SUMS = 1'b0,
    parameter bit MULTICAST = 1'b0
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    // bus
    input  logic        valid_i,
    input  logic        write_i,
    input  logic [9:0]  addr_i,   // bytes, multiple of 4
    input  logic [31:0] wdata_i,
    output logic        ready_o,
    output logic [31:0] rdata_o,
    // launch
    output logic        launch_valid_o,
    output logic [31:0] put_src_o,
    output logic [31:0] put_addr_o,
    output logic [31:0] put_bytes_o,
    output logic [31:0] put_ctrl_o,
    output logic [31:0] put_node_o,
    output logic [collnoc_pkg::NODE_W+1:0] put_corner_o,  // {the next launch is a multicast, its box's other corner}
    input  logic        launch_done_i,  // the launch ends in this cycle, with a descriptor or an error
    input  logic [collnoc_pkg::ERRORS-1:0] launch_errors_i,
    // sequencer: its registers and its errors
    input  logic [31:0] sequencer_i,
    input  logic [collnoc_pkg::ERRORS-1:0] sequencer_errors_i,
    // values that can be read
    input  logic [31:0] cycle_i,
    input  logic [collnoc_pkg::NODE_W-1:0] coord_i,
    input  logic [collnoc_pkg::NODE_W-1:0] extent_i,
    input  logic [DIMS-1:0] wrap_i,
    input  logic [collnoc_pkg::ADDR_W:0] mem_words_i,
    input  logic        busy_i,
    input  logic [CHANNELS*3-1:0] queued_i,
    input  logic [31:0] discarded_i,
    input  logic        counter_valid_i,            // an arrival counter was read in the last cycle,
    input  logic [31:0] counter_i,                  // with this value
    output logic        count_read_o,               // a count of the router is read;
    output logic [5:0]  count_number_o,             // {output, event}
    input  logic [31:0] count_i,                    // in the next cycle it is here
    input  logic [CHANNELS*128-1:0] channel_counts_i,
    output logic        quiescent_o
);
  logic [3:0] shape_low;
  assign shape_low = collnoc_pkg::shape_code(TOPOLOGY, 4'(wrap_i));

  logic [31:0] put_src_q, put_addr_q, put_bytes_q, put_ctrl_q, put_node_q, rdata_q;
  logic        launch_valid_q;
  localparam int ERRORS = ACCUMULATE ? collnoc_pkg::ERRORS : SEQUENCER ? collnoc_pkg::ERR_OPERATION :
                          collnoc_pkg::ERR_ACTION;  // those that can happen
  logic [ERRORS-1:0] error_q, raised;
  assign raised = (launch_done_i ? launch_errors_i[ERRORS-1:0] : '0) | sequencer_errors_i[ERRORS-1:0];

  assign {put_src_o, put_addr_o, put_bytes_o} = {put_src_q, put_addr_q, put_bytes_q};
  assign {put_ctrl_o, put_node_o} = {put_ctrl_q, put_node_q};
  assign launch_valid_o = launch_valid_q;
  assign ready_o = !launch_valid_q || launch_done_i;

  // Values that come one cycle after their read.
  logic        late;
  logic [31:0] late_value;
  logic        count_valid_q;
  assign late        = counter_valid_i || count_valid_q;
  assign late_value  = counter_valid_i ? counter_i : count_i;
  assign rdata_o     = late ? late_value : rdata_q;
  assign quiescent_o = !count_valid_q;

  logic put_write, go, launch;
  assign put_write = valid_i && write_i && ready_o;
  assign go        = put_write && addr_i == collnoc_pkg::REG_PUT_GO;
  assign launch    = go || (put_write && addr_i == collnoc_pkg::REG_PUT_NODE);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      put_src_q      <= '0;
      put_addr_q     <= '0;
      put_bytes_q    <= '0;
      put_ctrl_q     <= '0;
      put_node_q     <= '0;
      launch_valid_q <= 1'b0;
      error_q        <= '0;
    end else begin
      if (put_write) begin
        if (addr_i == collnoc_pkg::REG_PUT_SRC) put_src_q <= wdata_i;
        if (addr_i == collnoc_pkg::REG_PUT_ADDR) put_addr_q <= wdata_i;
        if (addr_i == collnoc_pkg::REG_PUT_BYTES) put_bytes_q <= wdata_i;
        if (addr_i == collnoc_pkg::REG_PUT_CTRL) put_ctrl_q <= wdata_i;
        if (addr_i == collnoc_pkg::REG_PUT_NODE) put_node_q <= wdata_i;
        if (go) {put_node_q, put_ctrl_q} <= collnoc_pkg::go_registers(wdata_i, DIMS, ADDRESS_W);
      end
      if (launch) launch_valid_q <= 1'b1;
      else if (launch_done_i) launch_valid_q <= 1'b0;
      if (valid_i && write_i && addr_i == collnoc_pkg::REG_ERROR) error_q <= (error_q & ~wdata_i[ERRORS-1:0]) | raised;
      else error_q <= error_q | raised;
    end
  end

  // The other corner of a multicast's box, for one launch. Bit ADDRESS_W: it is no node, since a bit from there on was set.
  if (MULTICAST) begin : gen_corner
    logic        multicast_q;
    logic [ADDRESS_W:0] corner_q;
    assign put_corner_o = {multicast_q, (collnoc_pkg::NODE_W + 1)'(corner_q)};
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        multicast_q <= 1'b0;
        corner_q    <= '0;
      end else if (put_write && addr_i == collnoc_pkg::REG_PUT_CORNER) begin
        multicast_q <= 1'b1;
        corner_q    <= {wdata_i[31:ADDRESS_W] != '0, wdata_i[ADDRESS_W-1:0]};
      end else if (launch_done_i) begin
        multicast_q <= 1'b0;
      end
    end
  end else begin : gen_no_corner
    assign put_corner_o = '0;
  end

  // Reads: nothing toggles unless there is a read. Arrival counters and counts of the router come one cycle later.
  logic        read;
  logic [31:0] read_data;
  assign read           = valid_i && !write_i;
  assign count_read_o   = read && addr_i[9:8] == 2'd2;
  assign count_number_o = addr_i[7:2];
  always_ff @(posedge clk_i) begin
    if (!rst_ni) count_valid_q <= 1'b0;
    else count_valid_q <= count_read_o;
  end

  always @* begin
    read_data = '0;
    if (read) begin
      case (addr_i[9:8])
        2'd0: begin
          if (addr_i[7:6] == 2'd0) begin
            case ({4'd0, addr_i[5:2], 2'd0})
              collnoc_pkg::REG_PUT_SRC:     read_data = put_src_q;
              collnoc_pkg::REG_PUT_ADDR:    read_data = put_addr_q;
              collnoc_pkg::REG_PUT_BYTES:   read_data = put_bytes_q;
              collnoc_pkg::REG_PUT_CTRL:    read_data = put_ctrl_q;
              collnoc_pkg::REG_PUT_NODE:    read_data = put_node_q;
              collnoc_pkg::REG_STATUS:      read_data = {ACCUMULATE, MULTICAST, FLOAT_SUMS, 27'b0, busy_i, launch_valid_q};
              collnoc_pkg::REG_ERROR:       read_data = 32'(error_q);
              collnoc_pkg::REG_CYCLE:       read_data = cycle_i;
              collnoc_pkg::REG_NODE:        read_data = 32'(coord_i);
              collnoc_pkg::REG_EXTENT:      read_data = {1'(ADDRESS_W > 16), 31'(extent_i)};
              collnoc_pkg::REG_SHAPE:       read_data = {4'(RADIX), !collnoc_pkg::has_coordinates(TOPOLOGY), 1'(ROUTE_ORDERS - 1),
                                                         10'(FLIT_W), 4'(VCS), 4'(CHANNELS), 4'(DIMS), shape_low};
              collnoc_pkg::REG_MEMORY:      read_data = 32'(mem_words_i);
              collnoc_pkg::REG_DISCARDED:   read_data = discarded_i;
              default:                      read_data = '0;
            endcase
          end else if (addr_i[7:6] == 2'd1) begin
            for (int c = 0; c < CHANNELS; c++) begin
              if (addr_i[5:2] == 4'(c)) read_data = 32'(queued_i[c*3+:3]);
            end
          end else begin
            read_data = sequencer_i;
          end
        end
        2'd1, 2'd2: read_data = '0;
        default: begin
          for (int c = 0; c < CHANNELS; c++) begin
            for (int j = 0; j < 4; j++) begin
              if (addr_i[7:2] == {4'(c), 2'(j)}) read_data = channel_counts_i[c*128+j*32+:32];
            end
          end
        end
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) rdata_q <= '0;
    else if (read) rdata_q <= read_data;
    else if (late) rdata_q <= late_value;
  end

  logic unused;
  assign unused = ^{addr_i[1:0], wrap_i, launch_errors_i, sequencer_errors_i};
endmodule
