// Computes the output port and output virtual channel of a head flit in a network of one dimension that is routed by
// labels (star graphs, spidergons). Combinational. The package of the topology gives the next link of the path from the
// node's label to the destination's, and the allowed virtual channels. The VC hash selects one of these.
module label_route #(
    parameter int TOPOLOGY = collnoc_pkg::STAR,
    parameter bit ALL_PORT = 1'b0,
    parameter int VCS      = 2,
    parameter int IN_PORT  = 0,  // input port this unit serves: a link, or the links + channel
    parameter int PORT_W   = 3,
    parameter int VC_W     = 1,
    parameter int RADIX    = 3
) (
    input  logic              valid_i,   // a head flit is present; otherwise all outputs are 0 and do not toggle
    input  logic [15:0]       coord_i,   // own node address: its label
    input  logic [15:0]       extent_i,  // number of nodes - 1
    input  logic [15:0]       dst_i,
    input  logic [15:0]       src_i,
    input  logic [VC_W-1:0]   vc_i,      // input virtual channel of the packet
    output logic [PORT_W-1:0] port_o,
    output logic [VC_W-1:0]   vc_o
);
  localparam int LINKS     = collnoc_pkg::links(TOPOLOGY, 1, RADIX);
  localparam bit FROM_LINK = IN_PORT < LINKS;

  logic [1:0] hash, ejection_vc;
  logic [2:0] link;
  logic [4:0] vcs;  // allowed virtual channels: {count, first}

  always @* begin
    port_o = '0;
    vc_o   = '0;
    hash   = '0;
    vcs    = '0;
    link   = '0;
    ejection_vc = '0;
    if (valid_i) begin
      hash = collnoc_pkg::vc_hash(collnoc_pkg::NODE_W'(dst_i), src_i, 1, 16);
      if (coord_i == dst_i) begin
        port_o = PORT_W'(LINKS + ((ALL_PORT && FROM_LINK) ? IN_PORT : 0));
        ejection_vc = collnoc_pkg::hash_mod(hash, VCS);
        vc_o   = VC_W'(ejection_vc);
      end else begin
        link   = collnoc_pkg::next_link(TOPOLOGY, coord_i, dst_i, extent_i, RADIX);
        port_o = PORT_W'(link);
        vcs    = collnoc_pkg::next_vcs(TOPOLOGY, coord_i, dst_i, extent_i, IN_PORT, 2'(vc_i), VCS, RADIX);
        vc_o   = VC_W'(vcs[1:0] + collnoc_pkg::hash_mod(hash, 32'(vcs[4:2])));
      end
    end
  end

  logic unused;
  assign unused = ^{extent_i, vc_i, hash, vcs, link, ejection_vc};
endmodule
