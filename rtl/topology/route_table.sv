// The routing table of a node of a graph: for every destination the link of the next hop and its virtual channels.
// Software writes it once, before messages go to or through this node; no reset clears it. A write with a link or virtual
// channels that the router does not have does nothing.
module route_table #(
    parameter int ENTRIES = 16,  // nodes of the network, at most
    parameter int LINKS   = 4,
    parameter int VCS     = 2,
    parameter int VC_W    = VCS > 1 ? $clog2(VCS) : 1,  // derived, not to be set
    parameter int ENTRY_W = 3 + 2 * VC_W
) (
    input  logic                       clk_i,
    input  logic                       write_i,  // of the register ROUTE
    input  logic [31:0]                data_i,
    output logic [ENTRIES*ENTRY_W-1:0] routes_o  // by destination: {virtual channels - 1, the first one, link}
);
  localparam int INDEX_W = $clog2(ENTRIES);

  logic [ENTRY_W-1:0] table_q[ENTRIES];
  logic [2:0]         link;
  logic [1:0]         first, more;
  logic [15:0]        node;
  logic               possible;

  assign {node, more, first, link} = {data_i[31:16], data_i[6:0]};
  assign possible = 4'(link) < 4'(LINKS) && 3'(first) + 3'(more) < 3'(VCS) && 32'(node) < ENTRIES;

  always_ff @(posedge clk_i) begin
    if (write_i && possible) table_q[node[INDEX_W-1:0]] <= {VC_W'(more), VC_W'(first), link};
  end
  for (genvar n = 0; n < ENTRIES; n++) begin : gen_entry
    assign routes_o[n*ENTRY_W+:ENTRY_W] = table_q[n];
  end

  logic unused;
  assign unused = ^{data_i[15:7], node};
endmodule
