// The crossbar: each output gets the tag and data of the granted input. Combinational. Impossible turns
// (collnoc_pkg::turn_allowed) have no wires. An output without a grant drives zeros.
module crossbar #(
    parameter int DIMS     = 2,
    parameter bit ALL_PORT = 1'b0,
    parameter int PORTS    = 5,
    parameter int GROUPS   = 1,  // inputs per port, as in the allocator
    parameter int VCS      = 2,  // virtual channels per input
    parameter int FLIT_W   = 64,
    parameter int VC_W     = 1,
    parameter int ROUTE_ORDERS = 1,
    parameter int TOPOLOGY = collnoc_pkg::GRID,
    parameter int RADIX    = 0,
    parameter int INPUTS   = PORTS * GROUPS,  // derived, not to be set
    parameter int READ_W   = VCS > 1 ? $clog2(VCS) : 1
) (
    input  logic [PORTS*INPUTS-1:0]  grant_i,  // [output][input], one-hot per output
    input  logic [PORTS-1:0]         valid_i,  // there is a grant
    // the flit that each input reads, of one of its queues
    input  logic [INPUTS*VCS-1:0]    head_i,     // [input][vc]
    input  logic [INPUTS*VCS-1:0]    tail_i,     // [input][vc]
    input  logic [INPUTS*READ_W-1:0] read_vc_i,
    input  logic [PORTS*INPUTS*VC_W-1:0] vc_i,  // [output][input]
    input  logic [INPUTS*FLIT_W-1:0] data_i,
    // outputs
    output logic [PORTS-1:0]         head_o,
    output logic [PORTS-1:0]         tail_o,
    output logic [PORTS*VC_W-1:0]    vc_o,
    output logic [PORTS*FLIT_W-1:0]  data_o
);
  logic [INPUTS-1:0] read_head, read_tail;
  always @* begin
    for (int n = 0; n < INPUTS; n++) begin
      read_head[n] = 1'b0;
      read_tail[n] = 1'b0;
      for (int v = 0; v < VCS; v++) begin
        if (read_vc_i[n*READ_W+:READ_W] == READ_W'(v)) begin
          read_head[n] = head_i[n*VCS+v];
          read_tail[n] = tail_i[n*VCS+v];
        end
      end
    end
  end

  for (genvar o = 0; o < PORTS; o++) begin : gen_output
    logic [INPUTS-1:0] grant;
    logic [FLIT_W-1:0] data;
    logic [VC_W-1:0]   vc;
    logic              head, tail;
    assign grant = grant_i[o*INPUTS+:INPUTS];
    always @* begin
      data = '0;
      vc   = '0;
      head = 1'b0;
      tail = 1'b0;
      if (valid_i[o]) begin
        for (int n = 0; n < INPUTS; n++) begin
          if (collnoc_pkg::turn_allowed(n / GROUPS, o, DIMS, ALL_PORT, ROUTE_ORDERS, TOPOLOGY, RADIX) && grant[n]) begin
            data = data | data_i[n*FLIT_W+:FLIT_W];
            vc   = vc | vc_i[(o*INPUTS+n)*VC_W+:VC_W];
            head = head | read_head[n];
            tail = tail | read_tail[n];
          end
        end
      end
    end
    assign head_o[o]  = head;
    assign tail_o[o]  = tail;
    assign vc_o[o*VC_W+:VC_W] = vc;
    assign data_o[o*FLIT_W+:FLIT_W] = data;
  end
endmodule
