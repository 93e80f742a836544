// Decides which flit leaves through which output in this cycle: a separable, input-first allocator. Every input picks
// one of its virtual channels that are ready. Then every output picks one of the inputs that request it. Both picks are
// round-robin by packet and advance only when a flit leaves, so no requester that stays ready starves.
// An input port may have several inputs here (GROUPS), each with its own virtual channels.
// Impossible turns (collnoc_pkg::turn_allowed) have no logic.
// A virtual channel may request several outputs (MULTICAST of the router), and gets any of them.
module switch_allocator #(
    parameter int DIMS     = 2,
    parameter bit ALL_PORT = 1'b0,
    parameter int PORTS    = 5,
    parameter int GROUPS   = 1,  // inputs per port
    parameter int VCS      = 2,  // virtual channels per input
    parameter int VC_W     = 1,
    parameter bit FAST     = 1'b0,  // rr_arbiter
    parameter int ROUTE_ORDERS = 1,
    parameter int TOPOLOGY = collnoc_pkg::GRID,
    parameter int RADIX    = 0,
    parameter int INPUTS   = PORTS * GROUPS  // derived, not to be set
) (
    input  logic                        clk_i,
    input  logic                        rst_ni,
    input  logic [INPUTS*VCS-1:0]        ready_i,  // [input][vc]: its front flit could leave now
    input  logic [INPUTS*VCS-1:0]        tail_i,   // [input][vc]: its front flit is a tail
    input  logic [INPUTS*VCS*PORTS-1:0]  ports_i,  // [input][vc]: the outputs it requests, if it is ready
    output logic [INPUTS*VC_W-1:0]       vc_o,     // [input]: the virtual channel it picked
    output logic [INPUTS-1:0]            pop_o,    // [input]: the picked flit leaves
    output logic [PORTS*INPUTS-1:0]      grant_o,  // [output][input], one-hot per output
    output logic [PORTS-1:0]             sends_o   // [output]: there is a grant; known before it
);
  logic [INPUTS*VCS-1:0]   pick;     // [input][vc]
  logic [INPUTS-1:0]       tail;     // [input]: the picked flit is a tail
  logic [PORTS*INPUTS-1:0] request;  // [output][input]

  for (genvar i = 0; i < INPUTS; i++) begin : gen_input
    rr_arbiter #(.N(VCS), .FAST(FAST)) i_vc_arbiter (
        .clk_i, .rst_ni, .req_i(ready_i[i*VCS+:VCS]), .update_i(pop_o[i]), .last_i(tail[i]),
        .gnt_o(pick[i*VCS+:VCS])
    );
    always @* begin
      vc_o[i*VC_W+:VC_W] = '0;
      tail[i] = (pick[i*VCS+:VCS] & tail_i[i*VCS+:VCS]) != '0;
      for (int v = 0; v < VCS; v++) begin
        if (pick[i*VCS+v]) vc_o[i*VC_W+:VC_W] = VC_W'(v);
      end
    end
    logic [PORTS-1:0] granted;
    for (genvar o = 0; o < PORTS; o++) begin : gen_request
      if (collnoc_pkg::turn_allowed(i / GROUPS, o, DIMS, ALL_PORT, ROUTE_ORDERS, TOPOLOGY, RADIX)) begin : gen_turn
        logic [VCS-1:0] by;
        for (genvar v = 0; v < VCS; v++) begin : gen_by
          assign by[v] = pick[i*VCS+v] && ports_i[(i*VCS+v)*PORTS+o];
        end
        assign request[o*INPUTS+i] = by != '0;
        assign granted[o] = grant_o[o*INPUTS+i];
      end else begin : gen_no_turn
        assign request[o*INPUTS+i] = 1'b0;
        assign granted[o] = 1'b0;
      end
    end
    assign pop_o[i] = granted != '0;
    logic unused;
    assign unused = ^ports_i;
  end

  for (genvar o = 0; o < PORTS; o++) begin : gen_output
    assign sends_o[o] = request[o*INPUTS+:INPUTS] != '0;
    rr_arbiter #(.N(INPUTS), .FAST(FAST)) i_arbiter (
        .clk_i, .rst_ni, .req_i(request[o*INPUTS+:INPUTS]), .update_i(1'b1),
        .last_i((grant_o[o*INPUTS+:INPUTS] & tail) != '0), .gnt_o(grant_o[o*INPUTS+:INPUTS])
    );
  end
endmodule
