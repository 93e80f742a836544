// Arithmetic, logic and comparison of two words. Combinational. The instruction's funct3 selects the operation.
module cpu_alu (
    input  logic [2:0]  funct3_i,
    input  logic        other_i,     // subtract for add, arithmetic for logical right shift
    input  logic        unsigned_i,  // comparison
    input  logic [31:0] a_i,
    input  logic [31:0] b_i,
    output logic [31:0] result_o,
    output logic        equal_o,
    output logic        less_o
);
  assign equal_o = a_i == b_i;
  assign less_o  = {a_i[31] == unsigned_i, a_i[30:0]} < {b_i[31] == unsigned_i, b_i[30:0]};

  // There is one right shifter: a left shift reverses the bits before and after it.
  logic [31:0] turned, shifter_out, turned_out;
  logic [32:0] shifter_in, shifted;
  always @* begin
    for (int i = 0; i < 32; i++) begin
      turned[i]     = a_i[31-i];
      turned_out[i] = shifter_out[31-i];
    end
  end
  assign shifter_in  = funct3_i[2] ? {other_i && a_i[31], a_i} : {1'b0, turned};
  assign shifted     = $signed(shifter_in) >>> b_i[4:0];
  assign shifter_out = shifted[31:0];

  always @* begin
    unique case (funct3_i)
      3'd0: result_o = other_i ? a_i - b_i : a_i + b_i;
      3'd1: result_o = turned_out;
      3'd2, 3'd3: result_o = {31'd0, less_o};
      3'd4: result_o = a_i ^ b_i;
      3'd5: result_o = shifter_out;
      3'd6: result_o = a_i | b_i;
      default: result_o = a_i & b_i;
    endcase
  end

  logic unused;
  assign unused = shifted[32];
endmodule
