// The receiver's end of a narrow link: puts the parts of a flit together again. The flit is there in the cycle of its last part.
module link_deserializer #(
    parameter int INTERVAL = 2,   // cycles for each flit: 2, 4 or 8
    parameter int FLIT_W   = 64   // data bits per flit: 64, 128, 256 or 512
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    input  logic              in_valid_i,
    input  logic [FLIT_W/INTERVAL-1:0] in_data_i,
    output logic              out_valid_o,
    output logic [FLIT_W-1:0] out_data_o
);
  localparam int PART_W = FLIT_W / INTERVAL;

  logic [$clog2(INTERVAL)-1:0] part_q;  // that comes next
  logic [FLIT_W-PART_W-1:0] parts_q;    // those before

  assign out_valid_o = in_valid_i && &part_q;
  assign out_data_o  = {in_data_i, parts_q};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) part_q <= '0;
    else if (in_valid_i) part_q <= part_q + 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (in_valid_i && !(&part_q)) parts_q[part_q*PART_W+:PART_W] <= in_data_i;
  end
endmodule
