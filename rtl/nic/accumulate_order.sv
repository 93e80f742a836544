// Keeps accumulations exact: decides which channels may read a word of the memory to combine it. A channel reads the
// word of its front flit, and writes the result two or more cycles later; until then the word is held, one in each stage
// of its accumulator. A held word is not read. If the memory grants two reads of one word in one cycle, only the lower
// channel's counts.
// Words are compared by their lowest WINDOW_W bits: words that differ only above wait for each other without need.
// Combinational; `may_read_o` depends on registers only.
module accumulate_order #(
    parameter int CHANNELS = 1,
    parameter int WORDS    = 1,  // 8-byte words of a flit
    parameter int STAGES   = 2,  // of an accumulator
    parameter int WINDOW_W = 6
) (
    input  logic [CHANNELS-1:0]          wants_i,
    input  logic [CHANNELS*WINDOW_W-1:0] word_i,      // the first word that it wants to read
    input  logic [STAGES*CHANNELS-1:0]          holds_i,
    input  logic [STAGES*CHANNELS*WINDOW_W-1:0] held_i,  // the first words that it holds
    output logic [CHANNELS-1:0]          may_read_o,
    input  logic [CHANNELS-1:0]          rd_gnt_i,    // of this cycle
    output logic [CHANNELS-1:0]          counts_o     // a read that is granted in this cycle counts
);
  // Whether two ranges of WORDS words overlap.
  function automatic logic overlap(input logic [WINDOW_W-1:0] a, input logic [WINDOW_W-1:0] b);
    overlap = WORDS == 1 ? a == b
                         : WINDOW_W'(a - b) < WINDOW_W'(WORDS) || WINDOW_W'(b - a) < WINDOW_W'(WORDS);
  endfunction

  always @* begin
    for (int c = 0; c < CHANNELS; c++) begin
      may_read_o[c] = wants_i[c];
      counts_o[c]   = 1'b1;
      for (int o = 0; o < STAGES * CHANNELS; o++) begin
        if (holds_i[o] && overlap(word_i[c*WINDOW_W+:WINDOW_W], held_i[o*WINDOW_W+:WINDOW_W])) may_read_o[c] = 1'b0;
      end
      for (int o = 0; o < c; o++) begin
        if (rd_gnt_i[o] && wants_i[o] && overlap(word_i[c*WINDOW_W+:WINDOW_W], word_i[o*WINDOW_W+:WINDOW_W])) begin
          counts_o[c] = 1'b0;
        end
      end
    end
  end
endmodule
