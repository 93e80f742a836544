// Which flit leaves by which output this cycle: a separable allocator, inputs first. Every input picks one of
// its virtual channels that could go, then every output picks one of the inputs that ask for it. Both picks
// are round-robin and move on only when a flit really leaves, so nobody starves.
// Turns that cannot happen (collnoc_pkg::turn_allowed) have no logic.
module switch_allocator #(
    parameter int DIMS     = 2,
    parameter bit ALL_PORT = 1'b0,
    parameter int PORTS    = 5,
    parameter int VCS      = 2,
    parameter int PORT_W   = 3,
    parameter int VC_W     = 1
) (
    input  logic                        clk_i,
    input  logic                        rst_ni,
    input  logic [PORTS*VCS-1:0]        ready_i,  // [input][vc]: its front flit could leave now
    input  logic [PORTS*VCS*PORT_W-1:0] port_i,   // [input][vc]: by this output
    output logic [PORTS*VC_W-1:0]       vc_o,     // [input]: the virtual channel it picked
    output logic [PORTS-1:0]            pop_o,    // [input]: that flit leaves
    output logic [PORTS*PORTS-1:0]      grant_o   // [output][input], one-hot per output
);
  logic [PORTS*VCS-1:0]   pick;     // [input][vc]
  logic [PORTS*PORTS-1:0] request;  // [output][input]

  for (genvar i = 0; i < PORTS; i++) begin : gen_input
    logic [PORT_W-1:0] port;
    rr_arbiter #(.N(VCS)) i_vc_arbiter (
        .clk_i, .rst_ni, .req_i(ready_i[i*VCS+:VCS]), .update_i(pop_o[i]), .gnt_o(pick[i*VCS+:VCS])
    );
    always_comb begin
      vc_o[i*VC_W+:VC_W] = '0;
      port = '0;
      for (int v = 0; v < VCS; v++) begin
        if (pick[i*VCS+v]) begin
          vc_o[i*VC_W+:VC_W] = VC_W'(v);
          port = port_i[(i*VCS+v)*PORT_W+:PORT_W];
        end
      end
    end
    logic [PORTS-1:0] granted;
    for (genvar o = 0; o < PORTS; o++) begin : gen_request
      if (collnoc_pkg::turn_allowed(i, o, DIMS, ALL_PORT)) begin : gen_turn
        assign request[o*PORTS+i] = (pick[i*VCS+:VCS] != '0) && port == PORT_W'(o);
        assign granted[o] = grant_o[o*PORTS+i];
      end else begin : gen_no_turn
        assign request[o*PORTS+i] = 1'b0;
        assign granted[o] = 1'b0;
      end
    end
    assign pop_o[i] = granted != '0;
  end

  for (genvar o = 0; o < PORTS; o++) begin : gen_output
    rr_arbiter #(.N(PORTS)) i_arbiter (
        .clk_i, .rst_ni, .req_i(request[o*PORTS+:PORTS]), .update_i(1'b1), .gnt_o(grant_o[o*PORTS+:PORTS])
    );
  end
endmodule
