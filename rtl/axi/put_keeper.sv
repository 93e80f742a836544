// Software's private put registers, for tiles that share the node's put registers with other masters
// (register_arbiter). Writes to PUT_SRC .. PUT_CTRL stay here. A write to PUT_NODE or
// PUT_GO sends all five values to the node in one locked sequence. So no put of another master can interleave, and software never sees another master's values. All
// other accesses pass. For software, the contract of the node's register bus holds: `put_ready_o` depends on registers
// only, read data comes in the next cycle, and STATUS bit 0 is set from the launch on.
module put_keeper (
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

  logic [31:0] put_q [5];  // PUT_SRC, PUT_ADDR, PUT_BYTES, PUT_CTRL, PUT_NODE
  logic [2:0]  step_q;     // of the sequence
  logic        launch_q;   // the sequence is pending or in progress
  logic        put_access, go, sends, passes;

  assign put_access  = collnoc_pkg::is_put_register(addr_i);
  assign go          = addr_i == collnoc_pkg::REG_PUT_GO;
  assign put_ready_o = !launch_q;
  assign sends       = launch_q && (step_q != '0 || bus_put_ready_i);
  assign passes      = valid_i && !put_access && !sends;
  assign ready_o     = valid_i && (put_access ? !write_i || put_ready_o : passes && bus_ready_i);

  assign bus_valid_o = sends || passes;
  assign bus_last_o  = !sends || step_q == 3'd4;
  assign bus_write_o = sends || write_i;
  assign bus_addr_o  = sends ? {5'b0, step_q, 2'b00} : addr_i;
  assign bus_wdata_o = sends ? put_q[step_q] : wdata_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      for (int i = 0; i < 5; i++) put_q[i] <= '0;
      launch_q <= 1'b0;
      step_q   <= '0;
    end else begin
      if (valid_i && write_i && put_access && put_ready_o) begin
        if (go) {put_q[4], put_q[3]} <= collnoc_pkg::go_registers(wdata_i);
        else put_q[addr_i[4:2]] <= wdata_i;
        launch_q <= go || addr_i == PUT_NODE;
      end
      if (sends && bus_ready_i) begin
        step_q <= bus_last_o ? '0 : step_q + 1'b1;
        if (bus_last_o) launch_q <= 1'b0;
      end
    end
  end

  // Read data: the stored value of a put register, or data from the node.
  logic        kept_q, waits_q;
  logic [31:0] kept_data_q;
  always_ff @(posedge clk_i) begin
    if (ready_o && !write_i) begin
      kept_q      <= put_access;
      waits_q     <= addr_i == STATUS && launch_q;
      kept_data_q <= go ? '0 : put_q[addr_i[4:2]];
    end
  end
  assign rdata_o = kept_q ? kept_data_q : bus_rdata_i | 32'(waits_q);
endmodule
