// Branch target buffer: where jumps went the last time. Direct-mapped, with its entries in a RAM.
// A pc looked up in cycle t is answered in t+1, while `pc_i` is that pc: whether there is a jump, and its target. The
// answer is kept until the next lookup. It is a guess, which execution checks: only 16 bits of pc and target are
// stored, and the upper bits of the target are taken from the pc.
// `learn_i` and `forget_i` change the entry of a pc. A lookup in the same cycle does not see it. Reset forgets all.
module cpu_btb #(
    parameter int ENTRIES = 32  // a power of two, 2 to 8192
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    // lookup
    input  logic        lookup_i,
    input  logic [31:0] lookup_pc_i,
    input  logic [31:0] pc_i,      // of the last lookup
    output logic        jumps_o,
    output logic [31:0] target_o,
    // what execution found
    input  logic        learn_i,   // the instruction at found_pc_i went to found_target_i
    input  logic        forget_i,  // it does not jump
    input  logic [31:0] found_pc_i,
    input  logic [31:0] found_target_i
);
  localparam int WORD_W  = 14;  // bits 15:2 of pc and target
  localparam int INDEX_W = $clog2(ENTRIES);
  localparam int TAG_W   = WORD_W - INDEX_W;

  // Reject illegal parameters at elaboration.
  `ifndef __ICARUS__
  if (ENTRIES < 2 || ENTRIES > 8192 || ENTRIES != 1 << $clog2(ENTRIES)) begin : gen_bad_entries
    $error("cpu_btb: ENTRIES must be a power of two, from 2 to 8192");
  end
  `endif

  logic [ENTRIES-1:0] valid_q;
  logic               known_q;  // the entry of the last lookup was valid
  logic [INDEX_W-1:0] index, found_index;
  logic [TAG_W-1:0]   tag;
  logic [WORD_W-1:0]  target;
  assign index       = lookup_pc_i[2+:INDEX_W];
  assign found_index = found_pc_i[2+:INDEX_W];
  ram #(.WORDS(ENTRIES), .WIDTH(TAG_W + WORD_W)) i_ram (
      .clk_i, .rd_en_i(lookup_i), .rd_addr_i(index), .rd_data_o({tag, target}),
      .wr_en_i(learn_i), .wr_addr_i(found_index),
      .wr_data_i({found_pc_i[2+INDEX_W+:TAG_W], found_target_i[2+:WORD_W]})
  );
  assign jumps_o  = known_q && tag == pc_i[2+INDEX_W+:TAG_W];
  assign target_o = {pc_i[31:2+WORD_W], target, 2'd0};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= '0;
    else if (learn_i || forget_i) valid_q[found_index] <= learn_i;
  end
  always_ff @(posedge clk_i) begin
    if (lookup_i) known_q <= valid_q[index];
  end

  logic unused;
  assign unused = ^{lookup_pc_i, pc_i, found_pc_i, found_target_i};
endmodule
