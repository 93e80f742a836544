// Without MULTICAST: the flit that every queue offers is its front, and it leaves through one output.
module unicast #(
    parameter int PORTS    = 5,
    parameter int GROUPS   = 1,  // inputs of the allocator per port
    parameter int VCS      = 2,
    parameter int VC_W     = 1,
    parameter int QUEUES   = PORTS * VCS,  // derived, not to be set
    parameter int CHANNELS = PORTS * VCS,
    parameter int INPUTS   = PORTS * GROUPS,
    parameter int GVC_W    = VCS / GROUPS > 1 ? $clog2(VCS / GROUPS) : 1
) (
    // front of every queue, [input][vc]
    input  logic [QUEUES-1:0]        valid_i,
    input  logic [QUEUES-1:0]        head_i,
    input  logic [QUEUES*CHANNELS-1:0] channel_i,  // of its packet, one-hot
    input  logic [QUEUES*VC_W-1:0]   vc_i,
    input  logic [QUEUES-1:0]        old_i,
    input  logic [QUEUES-1:0]        hurried_i,
    // channels, [output][vc]
    input  logic [CHANNELS-1:0]      body_ok_i,
    input  logic [CHANNELS-1:0]      start_i,
    input  logic [CHANNELS-1:0]      young_start_i,
    output logic [QUEUES-1:0]        ready_o,
    output logic [QUEUES*PORTS-1:0]  request_o,
    // allocation: the queue that each input has picked, and whether its flit leaves
    input  logic [INPUTS*GVC_W-1:0]  read_vc_i,
    input  logic [INPUTS-1:0]        pop_i,
    output logic [QUEUES-1:0]        leaves_o,
    output logic [PORTS*INPUTS*VC_W-1:0] vc_o  // [output][input]
);
  localparam int GVCS = VCS / GROUPS;

  for (genvar q = 0; q < QUEUES; q++) begin : gen_queue
    localparam int N = q / GVCS;
    logic [CHANNELS-1:0] channel;
    logic                body, old, young;  // may leave as one of these
    assign channel = channel_i[q*CHANNELS+:CHANNELS];
    assign body    = (channel & body_ok_i) != '0;
    assign old     = (channel & start_i) != '0;
    assign young   = (channel & young_start_i) != '0;
    assign ready_o[q] = valid_i[q] && (!head_i[q] ? body : old_i[q] ? old : young && !hurried_i[q]);
    for (genvar o = 0; o < PORTS; o++) begin : gen_output
      assign request_o[q*PORTS+o] = channel[o*VCS+:VCS] != '0;
    end
    assign leaves_o[q] = pop_i[N] && read_vc_i[N*GVC_W+:GVC_W] == GVC_W'(q % GVCS);
  end
  for (genvar n = 0; n < INPUTS; n++) begin : gen_input
    logic [VC_W-1:0] vc;
    always @* begin
      vc = '0;
      for (int v = 0; v < GVCS; v++) begin
        if (read_vc_i[n*GVC_W+:GVC_W] == GVC_W'(v)) vc = vc_i[(n*GVCS+v)*VC_W+:VC_W];
      end
    end
    for (genvar o = 0; o < PORTS; o++) begin : gen_output
      assign vc_o[(o*INPUTS+n)*VC_W+:VC_W] = vc;
    end
  end
endmodule
