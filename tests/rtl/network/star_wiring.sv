// Prints what network.sv takes from star_pkg, of every tile of the star graph with RADIX symbols (star_wiring_test).
module star_wiring #(
    parameter int RADIX = 6
);
  localparam int TILES = star_pkg::factorial(RADIX);
  initial begin
    $display("tiles %0d is_network %b %b", TILES, star_pkg::is_network({{5{10'd1}}, TILES[9:0]}, 6'd0, RADIX),
             star_pkg::is_network({{5{10'd1}}, TILES[9:0] - 10'd1}, 6'd0, RADIX));
    for (int t = 0; t < TILES; t++) begin
      $write("%0d %0d %b", t, star_pkg::address(t, RADIX), star_pkg::is_even(star_pkg::address(t, RADIX), RADIX));
      for (int l = 0; l < RADIX - 1; l++) $write(" %0d", star_pkg::neighbour(t, l, RADIX));
      $display("");
    end
    $finish;
  end
endmodule
