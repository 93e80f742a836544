// Decides which flit leaves through which output in this cycle: a separable, input-first allocator. Every input picks
// one of its virtual channels that are ready. Then every output picks one of the inputs that request it. Both picks are
// round-robin by packet and advance only when a flit leaves, so no requester that stays ready starves.
// An input port may have several inputs here (GROUPS), each with its own virtual channels.
// Impossible turns (collnoc_pkg::turn_allowed) have no logic.
// With MULTICAST, a virtual channel may request several outputs, and gets any of them.
module switch_allocator #(
    parameter int DIMS     = 2,
    parameter bit ALL_PORT = 1'b0,
    parameter int PORTS    = 5,
    parameter int GROUPS   = 1,  // inputs per port
    parameter int VCS      = 2,  // virtual channels per input
    parameter int PORT_W   = 3,
    parameter int VC_W     = 1,
    parameter int ROUTE_ORDERS = 1,
    parameter int TOPOLOGY = collnoc_pkg::GRID,
    parameter int RADIX    = 0,
    parameter bit MULTICAST = 1'b0,
    parameter int INPUTS   = PORTS * GROUPS  // derived, not to be set
) (
    input  logic                        clk_i,
    input  logic                        rst_ni,
    input  logic [INPUTS*VCS-1:0]        ready_i,  // [input][vc]: its front flit could leave now
    input  logic [INPUTS*VCS-1:0]        tail_i,   // [input][vc]: its front flit is a tail
    input  logic [INPUTS*VCS*PORT_W-1:0] port_i,   // [input][vc]: the output it requests; with MULTICAST,
    input  logic [INPUTS*VCS*PORTS-1:0] ports_i,   // [input][vc]: the outputs it requests
    output logic [INPUTS*VC_W-1:0]       vc_o,     // [input]: the virtual channel it picked
    output logic [INPUTS-1:0]            pop_o,    // [input]: the picked flit leaves
    output logic [PORTS*INPUTS-1:0]      grant_o   // [output][input], one-hot per output
);
  logic [INPUTS*VCS-1:0]   pick;     // [input][vc]
  logic [INPUTS-1:0]       tail;     // [input]: the picked flit is a tail
  logic [PORTS*INPUTS-1:0] request;  // [output][input]

  for (genvar i = 0; i < INPUTS; i++) begin : gen_input
    logic [PORT_W-1:0] port;
    rr_arbiter #(.N(VCS)) i_vc_arbiter (
        .clk_i, .rst_ni, .req_i(ready_i[i*VCS+:VCS]), .update_i(pop_o[i]), .last_i(tail[i]),
        .gnt_o(pick[i*VCS+:VCS])
    );
    always @* begin
      vc_o[i*VC_W+:VC_W] = '0;
      port = '0;
      tail[i] = (pick[i*VCS+:VCS] & tail_i[i*VCS+:VCS]) != '0;
      for (int v = 0; v < VCS; v++) begin
        if (pick[i*VCS+v]) begin
          vc_o[i*VC_W+:VC_W] = VC_W'(v);
          port = port_i[(i*VCS+v)*PORT_W+:PORT_W];
        end
      end
    end
    logic [PORTS-1:0] granted;
    for (genvar o = 0; o < PORTS; o++) begin : gen_request
      if (collnoc_pkg::turn_allowed(i / GROUPS, o, DIMS, ALL_PORT, ROUTE_ORDERS, TOPOLOGY, RADIX)) begin : gen_turn
        if (MULTICAST) begin : gen_several
          logic [VCS-1:0] by;
          for (genvar v = 0; v < VCS; v++) begin : gen_by
            assign by[v] = (VCS == 1 || pick[i*VCS+v]) && ports_i[(i*VCS+v)*PORTS+o];  // it is ready if it requests
          end
          assign request[o*INPUTS+i] = by != '0;
        end else begin : gen_one
          assign request[o*INPUTS+i] = (pick[i*VCS+:VCS] != '0) && port == PORT_W'(o);
        end
        assign granted[o] = grant_o[o*INPUTS+i];
      end else begin : gen_no_turn
        assign request[o*INPUTS+i] = 1'b0;
        assign granted[o] = 1'b0;
      end
    end
    assign pop_o[i] = granted != '0;
    logic unused;
    assign unused = ^{ports_i, port};
  end

  for (genvar o = 0; o < PORTS; o++) begin : gen_output
    rr_arbiter #(.N(INPUTS)) i_arbiter (
        .clk_i, .rst_ni, .req_i(request[o*INPUTS+:INPUTS]), .update_i(1'b1),
        .last_i((grant_o[o*INPUTS+:INPUTS] & tail) != '0), .gnt_o(grant_o[o*INPUTS+:INPUTS])
    );
  end
endmodule
