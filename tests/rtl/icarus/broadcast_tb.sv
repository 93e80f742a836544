// A test bench of the network in plain Verilog, for any simulator. It was written from docs/reference/hardware.md and
// docs/reference/modules/network.md; no other code of this project computes what it expects.
//
//   1. The memories are loaded through the host ports during reset.
//   2. Every tile reads its own address.
//   3. A broadcast from tile ROOT by a binomial tree: in round k, rank v < 2^k puts to rank v + 2^k. Ranks count from ROOT.
//   4. All tiles put a block to all others at once, which makes them wait for each other.
//   5. Every byte of every memory is checked, and that no NIC has an error and that all nodes are quiescent.
//   6. Latencies of single puts of tile 0 are checked against the contract's "Timing": to itself, and to every other tile of
//      a mesh or torus with wormhole switching.
//
// It prints a digest of all that the links carried, with cycles, and with +links also each of these events. The last line
// is "PASS" or "FAIL".
//
// Everything happens at rising edges: registers change by nonblocking assignments, and what drives the network is a
// function of registers. So no result depends on the order in which a simulator runs processes.
// With RELEASE defined, the network is one that scripts/verilog has written with the same parameters.

// What a tile's processor does, on the register bus and the host port of its memory.
module rank #(
    parameter RANK   = 0,  // relative to the root of the broadcast
    parameter RANKS  = 4,
    parameter TILE   = 0,
    parameter BYTES  = 301,
    parameter BLOCK  = 61,
    parameter WORDS  = 512
) (
    input             clk_i,
    output            reg_valid_o,
    output            reg_write_o,
    output     [9:0]  reg_addr_o,
    output     [31:0] reg_wdata_o,
    input             reg_ready_i,
    input      [31:0] reg_rdata_i,
    output            host_valid_o,
    output            host_write_o,
    output     [17:0] host_addr_o,
    output     [63:0] host_wdata_o,
    output     [7:0]  host_strb_o,
    input      [63:0] host_rdata_i,
    output reg [19:0] node_o,            // own address
    input      [RANKS*20-1:0] nodes_i,   // addresses of all ranks
    input      [2:0]  step_i,            // 1 load, 2 name the own node, 3 broadcast, 4 all to all, 5 check
    output reg [2:0]  done_o,            // the last step that is finished
    output reg [31:0] errors_o
);
  localparam [9:0] PUT_SRC = 10'h000, PUT_ADDR = 10'h004, PUT_BYTES = 10'h008, PUT_CTRL = 10'h00c, PUT_NODE = 10'h010,
                   ERROR = 10'h018, NODE = 10'h020, COUNTER = 10'h100;
  // Byte addresses: the broadcast's message, the own block, and the blocks of all ranks, in slots of whole words.
  localparam MESSAGE = 64;
  localparam SLOT    = (BLOCK + 7) / 8 * 8;
  localparam OWN     = MESSAGE + (BYTES + 15) / 8 * 8;
  localparam OTHERS  = OWN + SLOT;

  // The first rank to which this one puts in the broadcast is RANK + FIRST, the smallest power of two above RANK. The
  // highest set bit of RANK is the round in which the message arrives.
  function integer above(input integer value);
    for (above = 1; above <= value; above = 2 * above) ;
  endfunction
  localparam FIRST = above(RANK);

  // Byte i of the message of `of`: a rank's block, or the broadcast's message (of = RANKS).
  function [7:0] message(input integer of, input integer i);
    message = (of * 97 + i * 31 + i / 256 * 5 + 7) ^ (i / 8 * 13);
  endfunction

  // Byte `i` of the memory: of the own messages, and after all steps (`after`) of those that arrived; others have a
  // pattern that no message writes.
  function [7:0] content(input after, input integer i);
    begin
      content = 8'ha5 ^ i ^ (TILE * 29);
      if (i >= MESSAGE && i < MESSAGE + BYTES && (after || RANK == 0)) content = message(RANKS, i - MESSAGE);
      else if (i >= OWN && i < OWN + BLOCK) content = message(RANK, i - OWN);
      else if (after && i >= OTHERS && i < OTHERS + RANKS * SLOT && (i - OTHERS) % SLOT < BLOCK &&
               (i - OTHERS) / SLOT != RANK) content = message((i - OTHERS) / SLOT, (i - OTHERS) % SLOT);
    end
  endfunction

  reg [63:0] at_first [0:WORDS-1];  // the memory before and after all steps
  reg [63:0] at_last  [0:WORDS-1];
  integer    byte_at;
  initial begin
    for (byte_at = 0; byte_at < 8 * WORDS; byte_at = byte_at + 1) begin
      at_first[byte_at/8][byte_at%8*8+:8] = content(1'b0, byte_at);
      at_last[byte_at/8][byte_at%8*8+:8]  = content(1'b1, byte_at);
    end
  end

  localparam [3:0] WAIT = 0, LOAD = 1, NAME = 2, RECEIVE = 3, SUBTRACT = 4, PUT = 5, ERRORS = 6, COUNTERS = 7, MEMORY = 8;
  reg  [3:0] state;
  integer    at;       // LOAD, MEMORY: word; PUT: distance of the rank that it goes to; COUNTERS: counter
  reg  [2:0] part;     // PUT: the register that is written
  reg        reading;  // the bus shows the data of a read

  // The register bus.
  wire        broadcast = step_i == 3;
  wire [5:0]  counter   = state == COUNTERS ? at[5:0] : broadcast ? 6'd1 : 6'd2;
  wire [31:0] arrivals  = broadcast ? 1 : RANKS - 1;
  wire [31:0] target    = (RANK + at) % RANKS;
  wire        accepted  = reg_valid_o && reg_ready_i;
  assign reg_valid_o = !reading && state >= NAME && state <= COUNTERS;
  assign reg_write_o = state == SUBTRACT || state == PUT;
  assign reg_addr_o  = state == NAME   ? NODE :
                       state == ERRORS ? ERROR :
                       state != PUT    ? COUNTER + {2'd0, counter, 2'd0} :
                       part == 0       ? PUT_SRC :
                       part == 1       ? PUT_ADDR :
                       part == 2       ? PUT_BYTES :
                       part == 3       ? PUT_CTRL : PUT_NODE;
  assign reg_wdata_o = state != PUT    ? arrivals :
                       part == 0       ? (broadcast ? MESSAGE : OWN) :
                       part == 1       ? (broadcast ? MESSAGE : OTHERS + RANK * SLOT) :
                       part == 2       ? (broadcast ? BYTES : BLOCK) :
                       part == 3       ? {26'd0, counter} : {12'd0, nodes_i[20*target+:20]};

  // The memory's host port. Data of a read come in the next cycle, when `at` is one more.
  assign host_valid_o = (state == LOAD || state == MEMORY) && at < WORDS;
  assign host_write_o = state == LOAD;
  assign host_addr_o  = at[17:0];
  assign host_wdata_o = at_first[at];
  assign host_strb_o  = 8'hff;

  initial begin
    state    = WAIT;
    at       = 0;
    part     = 0;
    reading  = 1'b0;
    node_o   = 0;
    done_o   = 0;
    errors_o = 0;
  end

  task finish;
    begin
      state  <= WAIT;
      done_o <= step_i;
    end
  endtask

  task complain(input [8*24-1:0] what, input integer where, input [63:0] is, input [63:0] expected);
    begin
      errors_o <= errors_o + 1;
      if (errors_o < 4) $display("tile %0d: %0s %0d: %h, not %h", TILE, what, where, is, expected);
    end
  endtask

  always @(posedge clk_i) begin
    reading <= accepted && !reg_write_o;
    case (state)
      WAIT: begin
        part <= 0;
        at   <= broadcast ? FIRST : step_i == 4 ? 1 : 0;
        if (step_i > done_o) begin
          case (step_i)
            1: state <= LOAD;
            2: state <= NAME;
            3: state <= RANK == 0 ? PUT : RECEIVE;
            4: state <= PUT;
            5: state <= ERRORS;
            default: done_o <= step_i;
          endcase
        end
      end
      LOAD: begin
        at <= at + 1;
        if (at == WORDS - 1) finish;
      end
      NAME: if (reading) begin
        node_o <= reg_rdata_i[19:0];
        finish;
      end
      RECEIVE: if (reading && reg_rdata_i >= arrivals) state <= SUBTRACT;
      SUBTRACT: if (accepted) begin
        if (broadcast && RANK + FIRST < RANKS) state <= PUT;
        else finish;
      end
      PUT: if (accepted) begin
        part <= part == 4 ? 0 : part + 1;
        if (part == 4) begin
          at <= broadcast ? 2 * at : at + 1;
          if (broadcast) begin
            if (RANK + 2 * at >= RANKS) finish;
          end else if (at + 1 == RANKS) state <= RECEIVE;
        end
      end
      ERRORS: if (reading) begin
        if (reg_rdata_i !== 0) complain("ERROR", 0, {32'd0, reg_rdata_i}, 0);
        at    <= 1;
        state <= COUNTERS;
      end
      COUNTERS: if (reading) begin
        if (reg_rdata_i !== 0) complain("counter", at, {32'd0, reg_rdata_i}, 0);
        at <= at == 63 ? 0 : at + 1;
        if (at == 63) state <= MEMORY;
      end
      MEMORY: begin
        if (at > 0 && host_rdata_i !== at_last[at-1]) complain("word", at - 1, host_rdata_i, at_last[at-1]);
        at <= at + 1;
        if (at == WORDS) finish;
      end
      default: ;
    endcase
  end
endmodule

module broadcast_tb #(
    parameter DIMS         = 2,
    parameter ALL_PORT     = 0,
    parameter VCS          = 2,
    parameter VC_DEPTH     = 4,
    parameter FLIT_W       = 64,
    parameter MAX_PACKET   = 32,
    parameter HOP_CYCLES   = 1,
    parameter SWITCHING    = 0,
    parameter ROUTE_ORDERS = 1,
    parameter TOPOLOGY     = 0,
    parameter RADIX        = 0,
    parameter SEQUENCER    = 0,
    parameter ACCUMULATE   = 0,
    parameter MULTICAST    = 0,
    parameter VC_READS     = 0,
    parameter MONITOR      = 1,
    parameter KX           = 2,
    parameter KY           = 2,
    parameter KZ           = 1,
    parameter WRAP_X       = 0,
    parameter WRAP_Y       = 0,
    parameter LINKS        = 2 * DIMS,  // of a node
    parameter ROOT         = 1,
    parameter BYTES        = 301,       // of the broadcast's message
    parameter BLOCK        = 61,        // that every tile sends to every other one
    parameter WORDS        = 512,       // of a memory
    parameter PUTS         = 7,         // sizes, of 7, whose latencies are measured to each tile
    parameter PAIRS        = 1          // 0: latencies only of tile 0 to itself
);
  localparam TILES = KX * KY * KZ;
  localparam VC_W  = VCS > 2 ? 2 : 1;

  reg  clk = 1'b0;
  always #5 clk = !clk;

  reg  rst_n;
  wire [TILES-1:0]    reg_valid, reg_write, reg_ready, event_out, host_valid, host_write;
  wire [TILES-1:0]    quiescent, held;
  wire [TILES*10-1:0] reg_addr;
  wire [TILES*32-1:0] reg_wdata, reg_rdata;
  wire [TILES*18-1:0] host_addr;
  wire [TILES*64-1:0] host_wdata, host_rdata;
  wire [TILES*8-1:0]  host_strb;

  // The bus of tile 0 while latencies are measured.
  reg         measuring;
  wire        probe_valid;
  wire [9:0]  probe_addr;
  wire [31:0] probe_data;

`ifdef RELEASE
  network
`else
  network #(
      .DIMS(DIMS), .ALL_PORT(ALL_PORT), .VCS(VCS), .VC_DEPTH(VC_DEPTH), .FLIT_W(FLIT_W), .MAX_PACKET(MAX_PACKET),
      .HOP_CYCLES(HOP_CYCLES), .SWITCHING(SWITCHING), .ROUTE_ORDERS(ROUTE_ORDERS), .TOPOLOGY(TOPOLOGY), .RADIX(RADIX),
      .SEQUENCER(SEQUENCER), .ACCUMULATE(ACCUMULATE), .MULTICAST(MULTICAST), .VC_READS(VC_READS), .MONITOR(MONITOR),
      .KX(KX), .KY(KY), .KZ(KZ), .WRAP_X(WRAP_X), .WRAP_Y(WRAP_Y), .WORDS(WORDS)
  )
`endif
  dut (
      .clk_i(clk), .rst_ni(rst_n), .tile_rst_ni({TILES{1'b1}}), .held_o(held),
      .reg_valid_i(measuring ? {{TILES - 1{1'b0}}, probe_valid} : reg_valid),
      .reg_write_i(measuring ? {TILES{1'b1}} : reg_write),
      .reg_addr_i(measuring ? {TILES{probe_addr}} : reg_addr), .reg_wdata_i(measuring ? {TILES{probe_data}} : reg_wdata),
      .reg_ready_o(reg_ready), .reg_rdata_o(reg_rdata), .event_o(event_out),
      .host_valid_i(host_valid), .host_write_i(host_write), .host_addr_i(host_addr), .host_wdata_i(host_wdata),
      .host_strb_i(host_strb), .host_rdata_o(host_rdata), .quiescent_o(quiescent)
  );

  reg  [2:0]          step;
  wire [TILES*3-1:0]  done;
  wire [TILES*32-1:0] rank_errors;
  wire [TILES*20-1:0] nodes;  // by rank
  genvar t;
  generate
    for (t = 0; t < TILES; t = t + 1) begin : gen_rank
      localparam RANK = (t + TILES - ROOT) % TILES;
      rank #(.RANK(RANK), .RANKS(TILES), .TILE(t), .BYTES(BYTES), .BLOCK(BLOCK), .WORDS(WORDS)) i_rank (
          .clk_i(clk), .reg_valid_o(reg_valid[t]), .reg_write_o(reg_write[t]), .reg_addr_o(reg_addr[10*t+:10]),
          .reg_wdata_o(reg_wdata[32*t+:32]), .reg_ready_i(reg_ready[t]), .reg_rdata_i(reg_rdata[32*t+:32]),
          .host_valid_o(host_valid[t]), .host_write_o(host_write[t]), .host_addr_o(host_addr[18*t+:18]),
          .host_wdata_o(host_wdata[64*t+:64]), .host_strb_o(host_strb[8*t+:8]), .host_rdata_i(host_rdata[64*t+:64]),
          .node_o(nodes[20*RANK+:20]), .nodes_i(nodes), .step_i(step), .done_o(done[3*t+:3]),
          .errors_o(rank_errors[32*t+:32])
      );
    end
  endgenerate

  // Everything on the links: flits at the tile that sends them, credits at the tile that receives them. A cycle ends at
  // the rising edge where its values are read.
  reg  [63:0] digest, mixed;
  reg         print;
  integer     cycle, flits, count, link, wide;
  integer     first_flit;  // cycle of the first one since the last put whose latency is measured, or 0
  function [63:0] mix(input [63:0] from, input [63:0] what);
    begin
      mix = (from ^ what) * 64'h0000_0100_0000_01b3;
      mix = {mix[40:0], mix[63:41]};
    end
  endfunction
  task watch;
    begin
      mixed = digest;
      for (link = 0; link < TILES * LINKS; link = link + 1) begin
        if (dut.out_valid[link] !== 1'b0) begin
          mixed = mix(mixed, {cycle[31:0], link[15:0], {8 - VC_W{1'b0}}, dut.out_vc[VC_W*link+:VC_W], 5'd0, dut.out_valid[link],
                              dut.out_head[link], dut.out_tail[link]});
          for (wide = 0; wide < FLIT_W; wide = wide + 64) mixed = mix(mixed, dut.out_data[FLIT_W*link+wide+:64]);
          if (print) begin
            $display("cycle %0d link %0d: flit vc %0d head %b tail %b data %h", cycle, link, dut.out_vc[VC_W*link+:VC_W],
                     dut.out_head[link], dut.out_tail[link], dut.out_data[FLIT_W*link+:FLIT_W]);
          end
          count = count + 1;
        end
        if (dut.in_credit[VCS*link+:VCS] !== {VCS{1'b0}}) begin
          mixed = mix(mixed, {cycle[31:0], link[15:0], {16 - VCS{1'b0}}, dut.in_credit[VCS*link+:VCS]});
          if (print) $display("cycle %0d link %0d: credit %b", cycle, link, dut.in_credit[VCS*link+:VCS]);
        end
      end
      digest <= mixed;
      flits  <= flits + count;
    end
  endtask

  // Latencies of puts from tile 0, each in an idle network: to tile `tile`, of size_of(size) bytes (0: a signal). The
  // sizes that go to a tile begin with its number.
  localparam SIZES = 7, FLYING = 5, RESTING = 6, OVER = 7;
  function integer size_of(input integer which);
    case (which)
      0: size_of = 0;
      1: size_of = 1;
      2: size_of = 8;
      3: size_of = 9;
      4: size_of = FLIT_W / 8 * (MAX_PACKET - 1);      // the longest packet
      5: size_of = FLIT_W / 8 * (MAX_PACKET - 1) + 1;  // the shortest second one
      default: size_of = 301;
    endcase
  endfunction
  localparam EVERY = PAIRS && TOPOLOGY == 0 && SWITCHING == 0 && VC_DEPTH >= 2 * HOP_CYCLES;  // what this formula needs
  integer tile, size, puts, written, pause;
  reg  [2:0] phase;  // 0 to 4: the put register that is written; then FLYING, RESTING, and at the end OVER

  // Hops between two coordinates.
  function integer distance(input integer a, input integer b, input integer extent, input integer wraps);
    begin
      distance = a < b ? b - a : a - b;
      if (wraps != 0 && extent - distance < distance) distance = extent - distance;
    end
  endfunction

  function integer hops(input integer to);
    hops = distance(0, to % KX, KX, WRAP_X) + distance(0, to / KX % KY, KY, WRAP_Y) + to / KX / KY;
  endfunction

  function integer expected(input integer to, input integer bytes);
    integer payload, packets;
    begin
      payload  = (8 * bytes + FLIT_W - 1) / FLIT_W;
      packets  = payload == 0 ? 1 : (payload + MAX_PACKET - 2) / (MAX_PACKET - 1);
      expected = payload + packets + 5;
      if (to != 0) expected = expected + hops(to) * HOP_CYCLES + (HOP_CYCLES < 2 ? HOP_CYCLES : 2);
    end
  endfunction

  assign probe_valid = measuring && phase < FLYING;
  assign probe_addr  = {5'd0, phase, 2'd0};
  assign probe_data  = phase == 0 ? 64 :
                       phase == 1 ? 64 + 8 * (tile % 2) :
                       phase == 2 ? size_of(size) :
                       phase == 3 ? {15'd0, size == 0, 10'd0, 6'd3} : {12'd0, nodes[20*((tile+TILES-ROOT)%TILES)+:20]};

  task fail;
    failures <= failures + 1;
  endtask

  task measure;
    case (phase)
      FLYING: begin
        if (count != 0 && first_flit == 0) first_flit <= cycle;
        if (event_out[tile] === 1'b1) begin
          phase <= RESTING;
          pause <= 0;
          if (cycle - written != expected(tile, size_of(size))) begin
            fail;
            $display("%0d bytes to tile %0d, %0d hops: %0d cycles, not %0d", size_of(size), tile, hops(tile), cycle - written,
                     expected(tile, size_of(size)));
          end else if (tile == 0 ? first_flit != 0 : HOP_CYCLES == 1 && first_flit - written != 4) begin
            fail;
            $display("%0d bytes to tile %0d: on the first link after %0d cycles", size_of(size), tile, first_flit - written);
          end
        end
      end
      RESTING: begin
        pause <= pause + 1;
        if (pause == 10) begin
          size  <= (size + 1) % SIZES;
          puts  <= puts + 1;
          phase <= 0;
          if (puts + 1 == PUTS) begin
            tile <= tile + 1;
            size <= (tile + 1) % SIZES;
            puts <= 0;
            if (tile == (EVERY ? TILES - 1 : 0)) phase <= OVER;
          end
        end
      end
      OVER: ;
      default: if (reg_ready[0]) begin
        phase <= phase + 1;
        if (phase == 4) begin
          written    <= cycle;
          first_flit <= 0;
        end
      end
    endcase
  endtask

  integer failures, i, wrong;
  reg [19:0] address;
  initial begin
    print      = $test$plusargs("links");
    cycle      = 0;
    rst_n      = 1'b0;
    step       = 0;
    measuring  = 1'b0;
    failures   = 0;
    flits      = 0;
    first_flit = 0;
    digest     = 64'hcbf2_9ce4_8422_2325;
    tile       = 0;
    size       = 0;
    puts       = 0;
    phase      = 0;
    written    = 0;
    pause      = 0;
  end
  always @(posedge clk) begin
    cycle <= cycle + 1;
    count = 0;
    if (rst_n) watch;
    if (measuring) measure;
    else if (done == {TILES{step}} && (step != 4 || quiescent == {TILES{1'b1}})) begin
      if (step < 5) step <= step + 1;
      if (step == 1) rst_n <= 1'b1;
      if (step == 5) measuring <= 1'b1;
    end
    if (phase == OVER || cycle == 20000) begin
      wrong = failures;
      if (phase != OVER) begin
        wrong = wrong + 1;
        $display("step %0d does not end", measuring ? 6 : step);
      end
      for (i = 0; i < TILES; i = i + 1) begin
        wrong = wrong + rank_errors[32*i+:32];
        address = i % KX | i / KX % KY << 16 / DIMS | i / KX / KY << 2 * (16 / DIMS);
        if (TOPOLOGY == 0 && nodes[20*((i+TILES-ROOT)%TILES)+:20] !== address) begin
          wrong = wrong + 1;
          $display("tile %0d: address %h", i, nodes[20*((i+TILES-ROOT)%TILES)+:20]);
        end
      end
      if (quiescent !== {TILES{1'b1}}) begin
        wrong = wrong + 1;
        $display("nodes are not quiescent: %b", quiescent);
      end
      if (held !== {TILES{1'b0}}) begin
        wrong = wrong + 1;
        $display("tiles are held in reset: %b", held);
      end
      $display("%0d tiles, %0d cycles, %0d flits on links, digest %h", TILES, cycle, flits, digest);
      if (^digest === 1'bx || flits == 0) wrong = wrong + 1;
      if (wrong == 0) $display("PASS");
      else $display("FAIL");
      $finish;
    end
  end
endmodule
