// Constants, types and pure functions that several modules share. docs/reference/hardware.md is the contract.
package collnoc_pkg;

  // <arch: package>
  // How a packet is passed on: values of the parameter SWITCHING.
  localparam int WORMHOLE = 0;  // flit by flit
  localparam int CUT_THROUGH = 1;  // once the next buffer has space for the whole packet
  localparam int STORE_AND_FORWARD = 2;  // once the whole packet has arrived, too

  localparam int ADDR_W = 18;  // address bits of a tile's memory in 8-byte words: 2 MiB
  localparam int COUNTER_W = 6;  // bits of an arrival counter's number; number 0 means "none"
  localparam int BYTES_W = 21;  // bits of the length of a message in bytes, minus 1
  localparam int EJECT_DEPTH = 4;  // flits in the buffer of an ejection channel in the NIC

  // The first 64 bits of a head flit.
  typedef struct packed {
    logic [17:0] addr;         // destination address of the packet's first byte, in 8-byte words
    logic [5:0]  counter;      // arrival counter to increment when the tail is written
    logic [2:0]  last;         // valid bytes in the packet's last flit, minus 1
    logic [4:0]  route;        // bit d
    logic [15:0] src;          // source address
    logic [15:0] dst;          // destination address
  } head_t;

  // One put, checked and steered.
  typedef struct packed {
    logic        self;         // source and destination are the same tile
    logic        signal;       // no payload, only the counter is incremented
    logic [5:0]  counter;      // as in the head flit
    logic [4:0]  route;        // as in the head flit
    logic [15:0] dst;          // destination address
    logic [17:0] local_addr;   // in 8-byte words
    logic [17:0] remote_addr;  // in 8-byte words
    logic [20:0] last_byte;    // length - 1
  } descriptor_t;

  localparam int DESCRIPTOR_W = 86;

  // Bits of the register ERROR.
  localparam int ERR_NODE = 0;  // destination outside the network
  localparam int ERR_ZERO = 1;  // length 0, and not a signal
  localparam int ERR_ALIGN = 2;  // an address that is not a multiple of 8
  localparam int ERR_MEMORY = 3;  // a range that leaves the memory (both ranges are checked against MEMORY)
  localparam int ERR_ROUTE = 4;  // a direction that does not exist or does not lead to the destination
  localparam int ERR_COUNTER = 5;  // a counter number above 63, or a reserved bit of PUT_CTRL
  localparam int ERRORS = 6;

  // Byte offsets of the NIC's registers; of arrays, the first.
  localparam logic [9:0] REG_PUT_SRC = 10'h000;
  localparam logic [9:0] REG_PUT_ADDR = 10'h004;
  localparam logic [9:0] REG_PUT_BYTES = 10'h008;
  localparam logic [9:0] REG_PUT_CTRL = 10'h00c;
  localparam logic [9:0] REG_PUT_NODE = 10'h010;
  localparam logic [9:0] REG_STATUS = 10'h014;
  localparam logic [9:0] REG_ERROR = 10'h018;
  localparam logic [9:0] REG_CYCLE = 10'h01c;
  localparam logic [9:0] REG_NODE = 10'h020;
  localparam logic [9:0] REG_EXTENT = 10'h024;
  localparam logic [9:0] REG_SHAPE = 10'h028;
  localparam logic [9:0] REG_MEMORY = 10'h02c;
  localparam logic [9:0] REG_QUEUE = 10'h040;
  localparam logic [9:0] REG_COUNTER = 10'h100;
  localparam logic [9:0] REG_OUTPUT_FLITS = 10'h200;
  localparam logic [9:0] REG_OUTPUT_CREDIT_STALLS = 10'h204;
  localparam logic [9:0] REG_OUTPUT_ARBITRATION_STALLS = 10'h208;
  localparam logic [9:0] REG_CHANNEL_FLITS = 10'h300;
  localparam logic [9:0] REG_CHANNEL_CREDIT_STALLS = 10'h304;
  localparam logic [9:0] REG_CHANNEL_READ_STALLS = 10'h308;
  localparam logic [9:0] REG_CHANNEL_WRITE_STALLS = 10'h30c;

  // What a tile's processor sees: address bits 31:28 of the regions, byte offsets of the tile's registers.
  localparam logic [3:0] PROGRAM_BASE = 4'h0;
  localparam logic [3:0] MEMORY_BASE = 4'h4;
  localparam logic [3:0] NIC_REGISTERS_BASE = 4'h8;
  localparam logic [3:0] TILE_REGISTERS_BASE = 4'h9;
  localparam logic [7:0] TILE_CONSOLE = 8'h00;
  localparam logic [7:0] TILE_EXIT = 8'h04;
  localparam logic [7:0] TILE_MARK = 8'h08;
  localparam logic [7:0] TILE_FAULT = 8'h0c;
  localparam logic [7:0] TILE_FAULT_PC = 8'h10;
  localparam logic [7:0] TILE_FAULT_VALUE = 8'h14;
  localparam logic [7:0] TILE_EVENT = 8'h18;
  // </arch>

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
