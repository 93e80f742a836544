// Proved: words leave in the order in which they arrived; none is lost, duplicated or overwritten. The count is
// correct.
//
// An arbitrary pushed word is tracked through the queue: the harness counts the words ahead of it. When none is left,
// its value must be at the front.
module fifo_order #(
    parameter int WIDTH = 2,
    parameter int DEPTH = 4
) (
    input logic             clk_i,
    input logic             push_i,
    input logic [WIDTH-1:0] data_i,
    input logic             pop_i,
    input logic             follow_i  // the word pushed now is the followed one
);
  logic rst_nq = 1'b0;
  always_ff @(posedge clk_i) rst_nq <= 1'b1;

  logic [WIDTH-1:0] front;
  logic             valid, full;
  logic [$clog2(DEPTH+1)-1:0] count;
  fifo #(.WIDTH(WIDTH), .DEPTH(DEPTH)) i_fifo (
      .clk_i, .rst_ni(rst_nq), .push_i, .data_i, .pop_i, .data_o(front), .valid_o(valid), .full_o(full), .count_o(count)
  );

  localparam int CNT_W = $clog2(DEPTH + 1);
  logic [CNT_W-1:0] held_q;       // words in the queue
  logic             followed_q, inside_q;
  logic [CNT_W-1:0] ahead_q;      // words ahead of the followed one
  logic [WIDTH-1:0] value_q;
  logic             follow;
  assign follow = push_i && follow_i && !followed_q;
  always_ff @(posedge clk_i) begin
    if (!rst_nq) begin
      held_q     <= 0;
      followed_q <= 1'b0;
      inside_q   <= 1'b0;
      ahead_q    <= 0;
    end else begin
      held_q <= held_q + CNT_W'(push_i) - CNT_W'(pop_i);
      if (follow) begin
        followed_q <= 1'b1;
        inside_q   <= 1'b1;
        value_q    <= data_i;
        ahead_q    <= held_q - CNT_W'(pop_i);
      end else if (inside_q && pop_i) begin
        if (ahead_q == 0) inside_q <= 1'b0;
        ahead_q <= ahead_q - 1'b1;
      end
    end
  end

  always_comb begin
    if (rst_nq) begin
      assume (!(push_i && held_q == DEPTH));
      assume (!(pop_i && held_q == 0));
      count_is_right: assert (count == held_q);
      valid_unless_empty: assert (valid == (held_q != 0));
      full_is_right: assert (full == (held_q == DEPTH));
      in_its_place: assert (!inside_q || ahead_q < held_q);
      value_kept: assert (!(inside_q && ahead_q == 0) || front == value_q);
      leaves_from_full: cover (inside_q && ahead_q == DEPTH - 1 && full && value_q != '0);
      has_left: cover (followed_q && !inside_q);
    end
  end
endmodule
