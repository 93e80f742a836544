// The output ports of the router: one output_unit each. Channels are [output][vc].
module router_outputs #(
    parameter int LINKS     = 4,
    parameter int PORTS     = 5,
    parameter int VCS       = 2,
    parameter int VC_W      = 1,
    parameter int VC_DEPTH  = 4,
    parameter int FLIT_W    = 64,
    parameter int MAX_PACKET = 32,
    parameter int HOP_CYCLES = 1,
    parameter int SWITCHING = collnoc_pkg::WORMHOLE,
    parameter int CHANNELS  = PORTS * VCS  // derived, not to be set
) (
    input  logic                     clk_i,
    input  logic                     rst_ni,
    // flits through the crossbar
    input  logic [PORTS-1:0]         send_i,
    input  logic [PORTS-1:0]         head_i,
    input  logic [PORTS-1:0]         tail_i,
    input  logic [PORTS*VC_W-1:0]    vc_i,
    input  logic [PORTS*FLIT_W-1:0]  data_i,
    // what may be sent
    output logic [CHANNELS-1:0]      busy_o,
    output logic [CHANNELS-1:0]      body_ok_o,
    output logic [CHANNELS-1:0]      head_ok_o,
    output logic [CHANNELS-1:0]      start_o,
    output logic [CHANNELS-1:0]      next_start_o,
    output logic [CHANNELS-1:0]      changes_o,  // a flit is sent or a credit comes: start_o may change
    // ports
    output logic [PORTS-1:0]         valid_o,
    output logic [PORTS-1:0]         head_o,
    output logic [PORTS-1:0]         tail_o,
    output logic [PORTS*VC_W-1:0]    vc_o,
    output logic [PORTS*FLIT_W-1:0]  data_o,
    input  logic [LINKS*VCS-1:0]     credit_i,        // of the links
    input  logic [PORTS-LINKS-1:0]   eject_credit_i,  // of the ejection channels
    output logic                     empty_o
);
  localparam int NIC_HOP    = HOP_CYCLES > 1 ? 2 : 1;  // HOP_CYCLES of the channels to the NIC, whose wires are short
  localparam int HEAD_NEEDS = SWITCHING == collnoc_pkg::WORMHOLE ? 1 : MAX_PACKET;

  logic [PORTS-1:0] empty;
  assign empty_o = &empty;

  for (genvar o = 0; o < PORTS; o++) begin : gen_output
    localparam bit IS_LINK = o < LINKS;
    logic [(IS_LINK ? VCS : 1)-1:0] credit;
    if (IS_LINK) begin : gen_link_credit
      assign credit = credit_i[o*VCS+:VCS];
    end else begin : gen_eject_credit
      assign credit = eject_credit_i[o-LINKS];
    end
    assign changes_o[o*VCS+:VCS] = {VCS{send_i[o]}} | {(IS_LINK ? 1 : VCS){credit}};

    output_unit #(
        .FLIT_W(FLIT_W), .VCS(VCS), .VC_W(VC_W), .DEPTH(IS_LINK ? VC_DEPTH : collnoc_pkg::EJECT_DEPTH),
        .SHARED(!IS_LINK), .HEAD_NEEDS(IS_LINK ? HEAD_NEEDS : 1), .HOP_CYCLES(IS_LINK ? HOP_CYCLES : NIC_HOP)
    ) i_output_unit (
        .clk_i, .rst_ni, .send_i(send_i[o]), .head_i(head_i[o]), .tail_i(tail_i[o]), .vc_i(vc_i[o*VC_W+:VC_W]),
        .data_i(data_i[o*FLIT_W+:FLIT_W]),
        .busy_o(busy_o[o*VCS+:VCS]), .body_ok_o(body_ok_o[o*VCS+:VCS]), .head_ok_o(head_ok_o[o*VCS+:VCS]),
        .start_o(start_o[o*VCS+:VCS]), .next_start_o(next_start_o[o*VCS+:VCS]),
        .valid_o(valid_o[o]), .head_o(head_o[o]), .tail_o(tail_o[o]), .vc_o(vc_o[o*VC_W+:VC_W]),
        .data_o(data_o[o*FLIT_W+:FLIT_W]), .credit_i(credit), .empty_o(empty[o])
    );
  end
endmodule
