// Connects several masters to a node's register bus: one access per cycle, round-robin. A master that has not asserted
// `last` keeps the bus as long as it requests, so sequences of accesses are not interrupted. Grants come in the cycle
// of the request, read data in the next cycle. `put_ready_o` is the node's and depends on registers only. A master
// begins a put only while it is high, so the writes of a sequence never wait.
module register_arbiter #(
    parameter int MASTERS = 3
) (
    input  logic                  clk_i,
    input  logic                  rst_ni,
    // masters
    input  logic [MASTERS-1:0]    valid_i,
    input  logic [MASTERS-1:0]    last_i,
    input  logic [MASTERS-1:0]    write_i,
    input  logic [MASTERS*10-1:0] addr_i,
    input  logic [MASTERS*32-1:0] wdata_i,
    output logic [MASTERS-1:0]    ready_o,
    output logic                  put_ready_o,
    output logic [31:0]           rdata_o,      // of the read accepted in the last cycle
    // the node
    output logic                  reg_valid_o,
    output logic                  reg_write_o,
    output logic [9:0]            reg_addr_o,
    output logic [31:0]           reg_wdata_o,
    input  logic                  reg_ready_i,
    input  logic [31:0]           reg_rdata_i
);
  rr_arbiter #(.N(MASTERS)) i_arbiter (
      .clk_i, .rst_ni, .req_i(valid_i), .update_i(1'b1), .last_i((last_i & ready_o) != '0), .gnt_o(ready_o)
  );
  assign put_ready_o = reg_ready_i;
  assign rdata_o     = reg_rdata_i;
  always @* begin
    reg_valid_o = valid_i != '0;
    reg_write_o = 1'b0;
    reg_addr_o  = '0;
    reg_wdata_o = '0;
    for (int m = 0; m < MASTERS; m++) begin
      if (ready_o[m]) begin
        reg_write_o = write_i[m];
        reg_addr_o  = addr_i[m*10+:10];
        reg_wdata_o = wdata_i[m*32+:32];
      end
    end
  end
endmodule
