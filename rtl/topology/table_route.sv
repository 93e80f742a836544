// Computes the output port and output virtual channel of a head flit in a graph: what the node's routing table says of the
// destination. The VC hash selects one of the entry's virtual channels. Combinational.
module table_route #(
    parameter bit ALL_PORT = 1'b0,
    parameter int VCS      = 2,
    parameter int IN_PORT  = 0,  // input port this unit serves: a link, or the links + channel
    parameter int PORT_W   = 3,
    parameter int VC_W     = 1,
    parameter int RADIX    = 4,  // links
    parameter int ROUTES   = 16,
    parameter int ROUTES_W = collnoc_pkg::routes_width(ROUTES, VCS)  // derived, not to be set
) (
    input  logic                valid_i,   // a head flit is present; otherwise all outputs are 0 and do not toggle
    input  logic [15:0]         coord_i,   // own node address: its number
    input  logic [15:0]         dst_i,
    input  logic [15:0]         src_i,
    input  logic [ROUTES_W-1:0] routes_i,  // of route_table
    output logic [PORT_W-1:0]   port_o,
    output logic [VC_W-1:0]     vc_o
);
  localparam int INDEX_W = $clog2(ROUTES);
  localparam int ENTRY_W = 3 + 2 * VC_W;
  localparam bit FROM_LINK = IN_PORT < RADIX;

  logic [1:0]         hash, chosen;
  logic [ENTRY_W-1:0] entry;

  always @* begin
    port_o = '0;
    vc_o   = '0;
    hash   = '0;
    chosen = '0;
    entry  = '0;
    if (valid_i) begin
      hash  = collnoc_pkg::vc_hash(collnoc_pkg::NODE_W'(dst_i), src_i, 1, 16);
      entry = routes_i[32'(dst_i[INDEX_W-1:0])*ENTRY_W+:ENTRY_W];
      if (coord_i == dst_i) begin
        port_o = PORT_W'(RADIX + ((ALL_PORT && FROM_LINK) ? IN_PORT : 0));
        chosen = collnoc_pkg::hash_mod(hash, VCS);
        vc_o   = VC_W'(chosen);
      end else begin
        port_o = PORT_W'(entry[2:0]);
        chosen = collnoc_pkg::hash_mod(hash, 32'(entry[3+VC_W+:VC_W]) + 1);
        vc_o   = entry[3+:VC_W] + VC_W'(chosen);
      end
    end
  end

  logic unused;
  assign unused = ^{dst_i, hash, chosen, entry};
endmodule
