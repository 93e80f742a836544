// Software's private put registers, for tiles that share the node's put registers with other masters
// (register_arbiter). Writes to PUT_SRC .. PUT_CTRL and PUT_CORNER stay here. A write to PUT_NODE or PUT_GO sends all
// values to the node in one locked sequence, of a multicast with PUT_CORNER. So no put of another master can interleave, and software never sees another master's values. All
// other accesses pass. For software, the contract of the node's register bus holds: `put_ready_o` depends on registers
// only, read data comes in the next cycle, and STATUS bit 0 is set from the launch on.
module put_keeper #(
    parameter int DIMS = 2,
    parameter int ADDRESS_W = 16,
    parameter bit MULTICAST = 1'b0
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    // software
    input  logic        valid_i,
    input  logic        write_i,
    input  logic [9:0]  addr_i,
    input  logic [31:0] wdata_i,
    output logic        ready_o,      // the access is accepted; a write to a put register only when put_ready_o
    output logic        put_ready_o,
    output logic [31:0] rdata_o,
    // a master of the register_arbiter
    output logic        bus_valid_o,
    output logic        bus_last_o,
    output logic        bus_write_o,
    output logic [9:0]  bus_addr_o,
    output logic [31:0] bus_wdata_o,
    input  logic        bus_ready_i,
    input  logic        bus_put_ready_i,
    input  logic [31:0] bus_rdata_i
);
  localparam logic [9:0] PUT_NODE = collnoc_pkg::REG_PUT_NODE, STATUS = collnoc_pkg::REG_STATUS;

  localparam logic [2:0] NODE = 3'd4, CORNER = 3'd5;  // steps of the sequence: 0, 1, 2, 3, of a multicast CORNER, NODE

  logic [31:0] put_q [5];  // PUT_SRC, PUT_ADDR, PUT_BYTES, PUT_CTRL, PUT_NODE
  logic [2:0]  step_q;
  logic        launch_q;   // the sequence is pending or in progress
  logic        put_access, go, to_corner, sends, passes, multicast;
  logic [ADDRESS_W:0] corner;

  assign put_access  = collnoc_pkg::is_put_register(addr_i);
  assign go          = addr_i == collnoc_pkg::REG_PUT_GO;
  assign to_corner   = addr_i == collnoc_pkg::REG_PUT_CORNER;
  assign put_ready_o = !launch_q;
  assign sends       = launch_q && (step_q != '0 || bus_put_ready_i);
  assign passes      = valid_i && !put_access && !sends;
  assign ready_o     = valid_i && (put_access ? !write_i || put_ready_o : passes && bus_ready_i);

  assign bus_valid_o = sends || passes;
  assign bus_last_o  = !sends || step_q == NODE;
  assign bus_write_o = sends || write_i;
  assign bus_addr_o  = !sends ? addr_i : step_q == CORNER ? collnoc_pkg::REG_PUT_CORNER : {5'b0, step_q, 2'b00};
  assign bus_wdata_o = !sends ? wdata_i : step_q == CORNER ? 32'(corner) : put_q[step_q];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      for (int i = 0; i < 5; i++) put_q[i] <= '0;
      launch_q <= 1'b0;
      step_q   <= '0;
    end else begin
      if (valid_i && write_i && put_access && put_ready_o) begin
        if (go) {put_q[4], put_q[3]} <= collnoc_pkg::go_registers(wdata_i, DIMS, ADDRESS_W);
        else if (!to_corner) put_q[addr_i[4:2]] <= wdata_i;
        launch_q <= go || addr_i == PUT_NODE;
      end
      if (sends && bus_ready_i) begin
        if (step_q == 3'd3) step_q <= multicast ? CORNER : NODE;
        else step_q <= bus_last_o ? '0 : step_q == CORNER ? NODE : step_q + 1'b1;
        if (bus_last_o) launch_q <= 1'b0;
      end
    end
  end

  // As in nic_registers: the other corner of a multicast's box, for one launch.
  if (MULTICAST) begin : gen_corner
    logic        multicast_q;
    logic [ADDRESS_W:0] corner_q;
    assign multicast = multicast_q;
    assign corner    = corner_q;
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        multicast_q <= 1'b0;
        corner_q    <= '0;
      end else if (valid_i && write_i && to_corner && put_ready_o) begin
        multicast_q <= 1'b1;
        corner_q    <= {wdata_i[31:ADDRESS_W] != '0, wdata_i[ADDRESS_W-1:0]};
      end else if (sends && bus_ready_i && bus_last_o) begin
        multicast_q <= 1'b0;
      end
    end
  end else begin : gen_no_corner
    assign multicast = 1'b0;
    assign corner    = '0;
  end

  // Read data: the stored value of a put register, or data from the node.
  logic        kept_q, waits_q;
  logic [31:0] kept_data_q;
  always_ff @(posedge clk_i) begin
    if (ready_o && !write_i) begin
      kept_q      <= put_access;
      waits_q     <= addr_i == STATUS && launch_q;
      kept_data_q <= go || to_corner ? '0 : put_q[addr_i[4:2]];
    end
  end
  assign rdata_o = kept_q ? kept_data_q : bus_rdata_i | 32'(waits_q);
endmodule
