// Sends the messages of one injection channel: a queue of descriptors, split into packets, one flit per cycle.
// A flit is issued in cycle t (a payload flit: when the memory grants the read) and driven in t+1, when the
// memory's data is valid. It is issued only if a credit is available, so it never waits in between.
// A packet of a multicast ends at a multiple of 2^INDEX_W flits of the destination's memory, so that a head that a
// router sends again differs from the first one in INDEX_W bits of its address.
// A put to the tile itself uses the loop output instead, which has its own credits.
// While `halt_i` is high no packet begins; one that has begun is completed.
module nic_tx #(
    parameter int DIMS       = 2,
    parameter int ADDRESS_W  = 16,  // bits of a node address
    parameter int VCS        = 2,
    parameter int VC_W       = 1,
    parameter int INJ_DEPTH  = 4,
    parameter int FLIT_W     = 64,
    parameter int MAX_PACKET = 32,
    parameter int QUEUE      = 4,  // descriptors, 1..7
    parameter int ROUTE_ORDERS = 1,
    parameter bit MULTICAST  = 1'b0,
    parameter bit MONITOR    = 1'b1
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic [collnoc_pkg::NODE_W-1:0] coord_i,
    // descriptors
    input  logic        push_i,
    input  logic [collnoc_pkg::DESCRIPTOR_W-1:0] descriptor_i,
    output logic        full_o,
    output logic [2:0]  queued_o,
    // memory
    output logic        rd_req_o,
    output logic [collnoc_pkg::ADDR_W-1:0] rd_addr_o,
    input  logic        rd_gnt_i,
    input  logic [FLIT_W-1:0] rd_data_i,  // of the read granted in the last cycle
    // flits, to the router or to this NIC's own receiver
    output logic              valid_o,
    output logic              loop_valid_o,
    output logic              head_o,
    output logic              tail_o,
    output logic [VC_W-1:0]   vc_o,
    output logic [FLIT_W-1:0] data_o,
    input  logic [VCS-1:0]    credit_i,
    input  logic              loop_credit_i,
    input  logic              halt_i,
    output logic              drained_o,  // no packet to the router has begun, and all its credits are here
    output logic [95:0]       counts_o,   // flits, credit stalls, bank stalls
    output logic              quiescent_o
);
  localparam int ADDR_W        = collnoc_pkg::ADDR_W;
  localparam int FLIT_BYTES_W  = $clog2(FLIT_W / 8);
  localparam int WORDS         = FLIT_W / 64;
  localparam int CNT_W         = $clog2(INJ_DEPTH + 1);
  localparam int LOOP_CNT_W    = $clog2(collnoc_pkg::EJECT_DEPTH + 1);
  localparam int DESCRIPTOR_W  = collnoc_pkg::DESCRIPTOR_W;
  localparam int ORDER_VCS     = ROUTE_ORDERS == 2 ? VCS / 2 : VCS;
  localparam int HEADER_W      = ADDRESS_W > 16 ? 75 : 67;
  localparam int INDEX_W       = (MULTICAST && MAX_PACKET > 2) ? $clog2(MAX_PACKET) - 1 : 1;

  // Reject illegal parameters at elaboration.
  `ifndef __ICARUS__
  if (QUEUE < 1 || QUEUE > 7) begin : gen_bad_queue
    $error("nic_tx: QUEUE must be 1 to 7");
  end
  `endif

  // Front of the queue: the message being sent. Its virtual channel is queued with it.
  logic [1:0]               pushed_vc;
  logic [VC_W-1:0]          vc;
  logic [DESCRIPTOR_W-1:0]  front_bits;
  collnoc_pkg::descriptor_t pushed, front;
  logic                     waiting, finish;
  logic [$clog2(QUEUE+1)-1:0] queued;
  assign pushed      = descriptor_i;
  assign pushed_vc = collnoc_pkg::hash_mod(collnoc_pkg::vc_hash(pushed.dst, coord_i[15:0], DIMS, ADDRESS_W), ORDER_VCS) +
                       ((ROUTE_ORDERS == 2 && pushed.route[4]) ? 2'(ORDER_VCS) : 2'd0);
  fifo #(.WIDTH(VC_W + DESCRIPTOR_W), .DEPTH(QUEUE)) i_queue (
      .clk_i, .rst_ni, .push_i, .data_i({VC_W'(pushed_vc), descriptor_i}), .pop_i(finish),
      .data_o({vc, front_bits}), .valid_o(waiting), .full_o, .count_o(queued)
  );
  assign queued_o = 3'(queued);
  assign front = front_bits;

  // Progress within this message.
  logic              started_q;         // a payload flit was issued; the registers below are valid
  logic [ADDR_W-1:0] local_q, remote_q, remaining_q;
  logic [7:0]        left_q;            // payload flits left in the packet; 0: a head is next

  // Values computed for the front message; nothing toggles while there is none.
  logic [ADDR_W-1:0] local_addr, remote_addr;
  logic [ADDR_W-1:0] remaining;    // payload flits after the next one
  logic [ADDR_W-1:0] room;         // payload flits of the packet after the next one, if the message is long enough
  logic              multicast, last_packet;
  logic              head, tail;   // of the next flit
  logic [5:0]        last;
  collnoc_pkg::head_t header;
  logic [7:0]        high;         // bits 19:16 of the corner and of the destination
  always @* begin
    local_addr  = '0;
    remote_addr = '0;
    remaining   = '0;
    room        = '0;
    multicast   = 1'b0;
    last_packet = 1'b0;
    last        = '0;
    header      = '0;
    high        = '0;
    head        = left_q == '0;
    tail        = head ? front.signal : left_q == 8'd1;
    if (waiting) begin
      local_addr  = started_q ? local_q : front.local_addr;
      remote_addr = started_q ? remote_q : front.remote_addr;
      remaining   = started_q ? remaining_q : ADDR_W'(front.last_byte >> FLIT_BYTES_W);
      multicast   = MULTICAST && front.route[3];
      room        = multicast ? ADDR_W'(INDEX_W'(~(remote_addr >> $clog2(WORDS)))) : ADDR_W'(MAX_PACKET - 2);
      last_packet = remaining <= room;
      last[FLIT_BYTES_W-1:0] = last_packet ? front.last_byte[FLIT_BYTES_W-1:0] : '1;
      header.addr    = remote_addr;
      header.counter = (front.signal || last_packet) ? front.counter : '0;
      header.last    = last[2:0];
      header.route   = front.route;
      {header.operation, header.src} = multicast ? front.corner[15:0] : {front.operation, coord_i[11:0]};
      header.dst     = front.dst[15:0];
      if (ADDRESS_W > 16) high = {multicast ? front.corner[19:16] : 4'd0, front.dst[19:16]};
    end
  end
  assign rd_addr_o = local_addr;

  // Credits.
  logic [VCS-1:0] has_credit, has_all;
  logic           issue, loop_has_credit, may_issue;
  for (genvar v = 0; v < VCS; v++) begin : gen_credit
    logic [CNT_W-1:0] credit_q;
    logic             spend;
    assign spend         = issue && !front.self && vc == VC_W'(v);
    assign has_credit[v] = credit_q != '0;
    assign has_all[v]    = credit_q == CNT_W'(INJ_DEPTH);
    always_ff @(posedge clk_i) begin
      if (!rst_ni) credit_q <= CNT_W'(INJ_DEPTH);
      else if (spend != credit_i[v]) credit_q <= spend ? credit_q - 1'b1 : credit_q + 1'b1;
    end
  end
  logic [LOOP_CNT_W-1:0] loop_credit_q;
  logic                  loop_spend;
  assign loop_spend      = issue && front.self;
  assign loop_has_credit = loop_credit_q != '0;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) loop_credit_q <= LOOP_CNT_W'(collnoc_pkg::EJECT_DEPTH);
    else if (loop_spend != loop_credit_i) begin
      loop_credit_q <= loop_spend ? loop_credit_q - 1'b1 : loop_credit_q + 1'b1;
    end
  end
  assign may_issue = waiting && (front.self ? loop_has_credit : has_credit[vc]) && !(halt_i && head);

  // Issue: a head, or a payload flit together with its read.
  assign rd_req_o  = may_issue && !head;
  assign issue     = may_issue && (head || rd_gnt_i);
  assign finish    = issue && tail && (front.signal || remaining == '0);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      started_q <= 1'b0;
      left_q    <= '0;
    end else if (issue) begin
      if (!head) begin
        started_q <= !finish;
        left_q    <= left_q - 1'b1;
      end else if (!front.signal) begin
        left_q <= last_packet ? 8'(remaining) + 8'd1 : multicast ? 8'(room) + 8'd1 : 8'(MAX_PACKET - 1);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (issue && !head) begin
      local_q     <= local_addr + ADDR_W'(WORDS);
      remote_q    <= remote_addr + ADDR_W'(WORDS);
      remaining_q <= remaining - 1'b1;
    end
  end

  // Drive.
  logic            valid_q, loop_q, head_q, tail_q;
  logic [VC_W-1:0] vc_q;
  logic [HEADER_W-1:0] header_q;  // the head flit: behind its first 64 bits, bits 5:3 of `last`, then `high`
  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= 1'b0;
    else valid_q <= issue;
  end
  always_ff @(posedge clk_i) begin
    if (issue) begin
      loop_q <= front.self;
      head_q <= head;
      tail_q <= tail;
      vc_q   <= vc;
      if (head) header_q <= HEADER_W'({high, last[5:3], header});
    end
  end
  assign valid_o      = valid_q && !loop_q;
  assign loop_valid_o = valid_q && loop_q;
  assign head_o       = head_q;
  assign tail_o       = tail_q;
  assign vc_o         = vc_q;
  assign data_o       = head_q ? FLIT_W'(header_q) : rd_data_i;
  assign quiescent_o  = !waiting && !valid_q;
  assign drained_o    = &has_all && (left_q == '0 || front.self);

  if (MONITOR) begin : gen_monitor
    link_monitor i_monitor (
        .clk_i, .rst_ni, .flit_i(issue), .credit_stall_i(waiting && !may_issue),
        .arbitration_stall_i(rd_req_o && !rd_gnt_i), .counts_o
    );
  end else begin : gen_no_monitor
    assign counts_o = '0;
  end

  logic unused;
  assign unused = ^{coord_i, header_q, high, pushed, pushed_vc, front};
endmodule
