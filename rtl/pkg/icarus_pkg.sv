// For Icarus Verilog 11 only; all other tools read nothing here. It evaluates a constant function that calls a function of
// another package only if the latter was evaluated before. So the constants of this package, which nothing reads, evaluate
// these functions, the called ones first: Icarus computes the constants of packages before those of modules, and those of a
// package in alphabetical order.
`ifdef __ICARUS__
package icarus_pkg;

  localparam bit [59:0] EXTENTS = {{4{10'd1}}, 10'd4, 10'd4};

  localparam int A0 = product_pkg::extent(EXTENTS, 0);
  localparam int A1 = product_pkg::stride(EXTENTS, 1);
  localparam int A2 = product_pkg::place(EXTENTS, 0, 1);
  localparam int A3 = product_pkg::moved(EXTENTS, 0, 1, 1);
  localparam bit [19:0] A4 = product_pkg::address(EXTENTS, 0, 2, 16);
  localparam bit A5 = product_pkg::has_one_dimension(EXTENTS);

  localparam bit B0 = grid_pkg::turn_allowed(0, 1);
  localparam bit B1 = grid_pkg::is_network(EXTENTS, 6'd0, 2, 2, 1, 16);
  localparam int B2 = grid_pkg::neighbour(0, 0, EXTENTS, 6'd0);
  localparam int B3 = grid_pkg::link_back(0);

  localparam int C0 = complete_pkg::links_per_dimension(4);
  localparam bit C1 = complete_pkg::is_network(EXTENTS, 6'd0, 2, 4);
  localparam int C2 = complete_pkg::neighbour(0, 0, EXTENTS, 4);
  localparam int C3 = complete_pkg::link_back(0, EXTENTS, 4);

  localparam int D0 = star_pkg::links_per_dimension(3);
  localparam bit D1 = star_pkg::turn_allowed(0, 1);
  localparam bit D2 = star_pkg::is_network({{5{10'd1}}, 10'd6}, 6'd0, 3);
  localparam bit [15:0] D3 = star_pkg::address(0, 3);
  localparam int D4 = star_pkg::neighbour(0, 0, 3);
  localparam int D5 = star_pkg::link_back(0);

  localparam bit E0 = spidergon_pkg::turn_allowed(0, 1);
  localparam bit E1 = spidergon_pkg::is_network({{5{10'd1}}, 10'd8}, 6'd1, 2);
  localparam int E2 = spidergon_pkg::neighbour(0, 0, {{5{10'd1}}, 10'd8});
  localparam int E3 = spidergon_pkg::link_back(0);

endpackage

// It finds a type of a package that a module names only if the compilation unit imports the type.
import collnoc_pkg::head_t;
import collnoc_pkg::descriptor_t;
import collnoc_pkg::action_word_t;
import collnoc_pkg::put_word_t;
import collnoc_pkg::put_range_t;
import riscv_pkg::kind_t;
`endif
