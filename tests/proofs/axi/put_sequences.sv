// Proved: among the masters on a node's register bus, the software's put is launched with the five values that
// software wrote, independent of what the others write in between. It is a multicast, with the PUT_CORNER that software
// wrote, exactly if software wrote one since its last put. A sequence of another master is never interrupted. No put
// register is written while the node cannot accept it. When software reads the put registers, it never sees values of
// another master.
//
// The node is modelled by one bit of each put register and a launch that takes an arbitrary time.
module put_sequences #(
    parameter int MASTERS = 3,
    parameter bit MULTICAST = 1'b0
) (
    input logic               clk_i,
    input logic               valid_i, write_i, data_i, go_node_i,  // go_node_i: the bit of PUT_NODE in PUT_GO
    input logic [9:0]         addr_i,
    input logic [MASTERS-1:1] want_i, last_i, write_other_i,
    input logic [(MASTERS-1)*10-1:0] addr_other_i,
    input logic               launched_i
);
  logic rst_nq = 1'b0;
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  logic        ready, put_ready, bus_put_ready, reg_valid, reg_write, reg_ready, pending_q, node_rdata_q;
  logic [31:0] rdata, bus_rdata, reg_wdata;
  logic [9:0]  reg_addr;
  logic [MASTERS-1:0]    valid, last, write, grant;
  logic [MASTERS*10-1:0] addr;
  logic [MASTERS*32-1:0] wdata;
  put_keeper #(.MULTICAST(MULTICAST)) i_keeper (
      .clk_i, .rst_ni(rst_nq), .valid_i, .write_i, .addr_i, .wdata_i({15'd0, go_node_i, 15'd0, data_i}),
      .ready_o(ready), .put_ready_o(put_ready), .rdata_o(rdata),
      .bus_valid_o(valid[0]), .bus_last_o(last[0]), .bus_write_o(write[0]), .bus_addr_o(addr[9:0]),
      .bus_wdata_o(wdata[31:0]), .bus_ready_i(grant[0]), .bus_put_ready_i(bus_put_ready), .bus_rdata_i(bus_rdata)
  );
  register_arbiter #(.MASTERS(MASTERS)) i_bus (
      .clk_i, .rst_ni(rst_nq), .valid_i(valid), .last_i(last), .write_i(write), .addr_i(addr), .wdata_i(wdata),
      .ready_o(grant), .put_ready_o(bus_put_ready), .rdata_o(bus_rdata), .reg_valid_o(reg_valid),
      .reg_write_o(reg_write), .reg_addr_o(reg_addr), .reg_wdata_o(reg_wdata), .reg_ready_i(reg_ready),
      .reg_rdata_i({31'd0, node_rdata_q})
  );

  // The other masters: arbitrary, in sequences without pauses that launch only at their end, and that start with a put
  // register only when it can be written. Within a sequence they ignore ready.
  logic [MASTERS-1:1] inside_q;
  assign valid[MASTERS-1:1] = want_i;
  assign last[MASTERS-1:1]  = last_i;
  assign write[MASTERS-1:1] = write_other_i;
  assign addr[MASTERS*10-1:10] = addr_other_i;
  assign wdata[MASTERS*32-1:32] = '1;
  always_ff @(posedge clk_i) begin
    for (int m = 1; m < MASTERS; m++) begin
      if (!rst_nq) inside_q[m] <= 1'b0;
      else if (grant[m]) inside_q[m] <= !last_i[m];
    end
  end

  // The put registers, 00 to 10, PUT_GO at 30 and PUT_CORNER at 34.
  function automatic logic is_put(input logic [9:0] addr);
    is_put = addr < 10'h14 || addr == 10'h30 || addr == 10'h34;
  endfunction
  function automatic logic launches(input logic [9:0] addr);
    launches = addr == 10'h10 || addr == 10'h30;
  endfunction

  // The node.
  logic [4:0] put_q;
  logic       put_write, launch;
  assign reg_ready = !pending_q || launched_i;
  assign put_write = reg_valid && reg_write && is_put(reg_addr);
  assign launch    = put_write && launches(reg_addr);
  always_ff @(posedge clk_i) begin
    if (!rst_nq) begin
      pending_q <= 1'b0;
      put_q     <= '0;
    end else begin
      pending_q <= launch || (pending_q && !launched_i);
      if (put_write && reg_addr == 10'h30) put_q[4:3] <= {reg_wdata[16], reg_wdata[0]};
      else if (put_write && reg_addr != 10'h34) put_q[reg_addr[4:2]] <= reg_wdata[0];
    end
    if (reg_valid && !reg_write) node_rdata_q <= 1'b1;
  end

  // PUT_CORNER: of the node, and as software wrote it, until the launch.
  logic [1:0] node_corner_q, soft_corner_q;  // bits 16 and 0
  logic node_multicast_q, soft_multicast_q;
  always_ff @(posedge clk_i) begin
    if (!rst_nq || launch) node_multicast_q <= 1'b0;
    else if (put_write && reg_addr == 10'h34) {node_multicast_q, node_corner_q} <= {1'b1, reg_wdata[16], reg_wdata[0]};
    if (!rst_nq || (launch && grant[0])) soft_multicast_q <= 1'b0;
    else if (MULTICAST && valid_i && ready && write_i && addr_i == 10'h34) begin
      {soft_multicast_q, soft_corner_q} <= {1'b1, go_node_i, data_i};
    end
  end

  // What software wrote, and what it requested.
  logic [4:0] soft_q;
  logic       asked_q, expect_q, read_put_q, disturbed_q;  // disturbed: another put was launched since the PUT_SRC write
  always_ff @(posedge clk_i) begin
    if (!rst_nq) begin
      soft_q     <= '0;
      asked_q    <= 1'b0;
      read_put_q <= 1'b0;
      disturbed_q <= 1'b0;
    end else begin
      if (valid_i && ready && write_i && addr_i == 10'h00) disturbed_q <= 1'b0;
      else if (launch && !grant[0]) disturbed_q <= 1'b1;
      if (valid_i && ready && write_i && addr_i < 10'h14) soft_q[addr_i[4:2]] <= data_i;
      if (valid_i && ready && write_i && addr_i == 10'h30) soft_q[4:3] <= {go_node_i, data_i};
      if (valid_i && ready && write_i && launches(addr_i)) asked_q <= 1'b1;
      else if (launch && grant[0]) asked_q <= 1'b0;
      read_put_q <= valid_i && ready && !write_i && is_put(addr_i);
      expect_q   <= addr_i < 10'h14 && soft_q[addr_i[4:2]];
    end
  end

  logic others_keep_rules;
  always_comb begin
    others_keep_rules = 1'b1;
    for (int m = 1; m < MASTERS; m++) begin
      if (inside_q[m] && !want_i[m]) others_keep_rules = 1'b0;
      if (!inside_q[m] && want_i[m] && (!last_i[m] || (write_other_i[m] && is_put(addr[m*10+:10]))) && !bus_put_ready) begin
        others_keep_rules = 1'b0;
      end
      if (want_i[m] && !last_i[m] && write_other_i[m] && launches(addr[m*10+:10])) others_keep_rules = 1'b0;
      if (want_i[m] && (addr[m*10+:2] != 2'b00)) others_keep_rules = 1'b0;
      if (want_i[m] && write_other_i[m] && addr[m*10+:10] == 10'h34) others_keep_rules = 1'b0;  // streams send no multicasts
    end
    if (addr_i[1:0] != 2'b00) others_keep_rules = 1'b0;
    if (valid_i && write_i && is_put(addr_i) && !put_ready) others_keep_rules = 1'b0;
    assume (others_keep_rules);
    if (rst_nq) begin
      software_put_whole: assert (!(launch && grant[0]) || (asked_q && put_q[3:0] == soft_q[3:0] && reg_wdata[0] == soft_q[4]));
      software_multicast: assert (!(launch && grant[0]) || (node_multicast_q == soft_multicast_q &&
                                                            (!node_multicast_q || node_corner_q == soft_corner_q)));
      no_other_multicast: assert (!(launch && !grant[0]) || !node_multicast_q);
      never_refused: assert (!put_write || reg_ready);
      own_values: assert (!read_put_q || rdata[0] == expect_q);
      kept_until_launched: assert (!asked_q || !put_ready);
      one_grant: assert ((grant & (grant - 1'b1)) == 0);
      unbroken: assert ((inside_q & (inside_q - 1'b1)) == 0 && (inside_q == 0 || grant == {inside_q, 1'b0}));
      disturbed: cover (launch && grant[0] && soft_q == 5'b01010 && disturbed_q);
      launched_at_once: cover (launch && grant[0] && soft_q == 5'b11010 && asked_q);
      if (MULTICAST) multicasts: cover (launch && grant[0] && node_multicast_q && disturbed_q);
      waits: cover (asked_q && pending_q && ready && !write_i && addr_i == 10'h14);
    end
  end
endmodule
