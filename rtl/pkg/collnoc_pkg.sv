// Constants, types and pure functions that several modules share. docs/reference/hardware.md is the contract.
package collnoc_pkg;

  // Values of the parameter SWITCHING.
  localparam int WORMHOLE          = 0;
  localparam int CUT_THROUGH       = 1;
  localparam int STORE_AND_FORWARD = 2;

  localparam int ADDR_W    = 18;  // a tile's memory in 8-byte words: 2 MiB
  localparam int COUNTER_W = 6;   // arrival counters; number 0 means "none"
  localparam int BYTES_W   = 21;  // length of a message in bytes, minus 1
  localparam int EJECT_DEPTH = 4; // flits an ejection channel's buffer in the NIC holds

  // The first 64 bits of a head flit.
  typedef struct packed {
    logic [ADDR_W-1:0]    addr;     // destination, 8-byte words
    logic [COUNTER_W-1:0] counter;  // bumped when the tail is written, 0 = none
    logic [2:0]           last;     // valid bytes in the last flit, minus 1 (low bits)
    logic [4:0]           route;    // bit d: dimension d is travelled towards minus; 4: highest dimension first
    logic [15:0]          src;
    logic [15:0]          dst;
  } head_t;

  // One put, checked and steered.
  typedef struct packed {
    logic                 self;     // source and destination are one tile
    logic                 signal;   // no payload, only the bump
    logic [COUNTER_W-1:0] counter;
    logic [4:0]           route;
    logic [15:0]          dst;
    logic [ADDR_W-1:0]    local_addr;
    logic [ADDR_W-1:0]    remote_addr;
    logic [BYTES_W-1:0]   last_byte;  // length - 1
  } descriptor_t;

  localparam int DESCRIPTOR_W = 2 + COUNTER_W + 5 + 16 + 2 * ADDR_W + BYTES_W;

  // Bits of the register ERROR.
  localparam int ERR_NODE    = 0;
  localparam int ERR_ZERO    = 1;
  localparam int ERR_ALIGN   = 2;
  localparam int ERR_MEMORY  = 3;
  localparam int ERR_ROUTE   = 4;
  localparam int ERR_COUNTER = 5;
  localparam int ERRORS      = 6;

  // Turns a packet may take inside a router: input port i to output port o. Links come first, those of a
  // dimension together, injection and ejection channels follow. Ascending order only ever turns to a higher
  // dimension, where there are both orders packets turn to all others; nothing turns back; complete graphs are
  // crossed in one hop; an all-port channel belongs to its link. A star graph counts as one dimension, whose links
  // packets leave by any but the one they came by.
  //
  //   from \ to     link, same dim    link, higher   link, lower           ejection
  //   link          straight on       yes            with both orders      its own (all-port), the one (one-port)
  //   injection     all-port: its own link only; one-port: every link      no
  function automatic bit turn_allowed(input int i, input int o, input int dims, input bit all_port,
                                      input int route_orders, input int complete, input int star);
    int width, links;
    width = star > 0 ? star - 1 : complete > 1 ? complete - 1 : 2;  // links a dimension
    links = dims * width;
    if (i < links) begin
      if (o >= links) turn_allowed = all_port ? (o - links == i) : 1'b1;
      else if (i / width == o / width) turn_allowed = complete == 0 && i != o;
      else turn_allowed = route_orders == 2 || o / width > i / width;
    end else begin
      turn_allowed = (o < links) && (!all_port || (i - links == o));
    end
  endfunction

  // The link of a star graph by which a packet at label `own` goes on to `dst`: its first symbol goes home, else the
  // lowest place with a wrong symbol is fetched (docs/reference/star-graph.md).
  function automatic logic [1:0] star_link(input logic [15:0] own, input logic [15:0] dst, input int symbols);
    star_link = '0;
    for (int i = symbols - 1; i >= 1; i--) begin
      if (own[3*i+:3] != dst[3*i+:3]) star_link = 2'(i - 1);
    end
    for (int i = symbols - 1; i >= 1; i--) begin
      if (own[2:0] == dst[3*i+:3]) star_link = 2'(i - 1);
    end
  endfunction

  // Whether an address is the label of a star graph's node: every symbol once, the bits above 0.
  function automatic logic is_star_label(input logic [15:0] address, input int symbols);
    logic [7:0] seen;
    seen = '0;
    for (int i = 0; i < symbols; i++) seen = seen | (8'd1 << address[3*i+:3]);
    is_star_label = seen == 8'((1 << symbols) - 1) && address >> (3 * symbols) == '0;
  endfunction

  // Lane of a message: two bits that depend on its two ends alone (hardware.md, "Routing").
  function automatic logic [1:0] lane(input logic [15:0] dst, input logic [15:0] src, input int dims);
    lane = src[1:0];
    for (int d = 0; d < dims; d++) lane = lane ^ dst[d*(16/dims)+:2];
  endfunction

  // lane modulo count, count 1..4.
  function automatic logic [1:0] lane_mod(input logic [1:0] l, input int count);
    case (count)
      1:       lane_mod = 2'd0;
      2:       lane_mod = {1'b0, l[0]};
      3:       lane_mod = (l == 2'd3) ? 2'd0 : l;
      default: lane_mod = l;
    endcase
  endfunction

endpackage
