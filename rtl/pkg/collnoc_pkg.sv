// Constants, types and pure functions that several modules share. docs/reference/hardware.md is the contract.
package collnoc_pkg;

  // <arch: package>
  // When a router forwards a packet: values of the parameter SWITCHING.
  localparam int WORMHOLE = 0;  // flit by flit
  localparam int CUT_THROUGH = 1;  // once the next buffer has space for the whole packet
  localparam int STORE_AND_FORWARD = 2;  // once the whole packet has arrived, too
  // The kind of network: values of the parameter TOPOLOGY. From STAR on, networks have one dimension and route by addresses.
  localparam int GRID = 0;  // product of 1 to 4 lines and rings: mesh, torus
  localparam int COMPLETE = 1;  // product of 1 to 6 complete graphs: hypercube, generalized hypercube
  localparam int STAR = 2;  // star graph
  localparam int SPIDERGON = 3;  // ring with links across
  localparam int GRAPH = 4;  // any graph; a table in every node has the routes

  localparam int ADDR_W = 18;  // address bits of a tile's memory in 8-byte words: 2 MiB
  localparam int NODE_W = 20;  // most bits of a node address; ADDRESS_W are used
  localparam int COUNTER_W = 6;  // bits of an arrival counter's number; number 0 means "none"
  localparam int BYTES_W = 21;  // bits of the length of a message in bytes, minus 1
  localparam int EJECT_DEPTH = 4;  // flits in the buffer of an ejection channel in the NIC
  localparam int AGE_PERIOD = 32;  // cycles with flits after which a router lets waiting heads reserve their channels (a power of two)

  // The first 64 bits of a head flit.
  typedef struct packed {
    logic [17:0] addr;         // destination address of the packet's first byte, in 8-byte words
    logic [5:0]  counter;      // arrival counter to increment when the tail is written
    logic [2:0]  last;         // valid bytes in the packet's last flit, minus 1
    logic [4:0]  route;        // bit d
    logic [3:0]  operation;    // what the payload does to the destination's memory
    logic [11:0] src;          // low bits of the source address, for the VC hash
    logic [15:0] dst;          // destination address
  } head_t;

  // A put that was checked, with its route.
  typedef struct packed {
    logic [19:0] corner;       // of a multicast
    logic        self;         // source and destination are the same tile
    logic        signal;       // no payload, only the counter is incremented
    logic [3:0]  operation;    // as in the head flit
    logic [5:0]  counter;      // as in the head flit
    logic [4:0]  route;        // as in the head flit
    logic [19:0] dst;          // destination address
    logic [17:0] local_addr;   // in 8-byte words
    logic [17:0] remote_addr;  // in 8-byte words
    logic [20:0] last_byte;    // length - 1
  } descriptor_t;

  localparam int DESCRIPTOR_W = 114;

  // What a put does to the destination's memory.
  localparam logic [3:0] OP_REPLACE = 4'd0;  // the memory becomes the payload
  localparam logic [3:0] OP_BIT_AND = 4'd1;  // bits of both
  localparam logic [3:0] OP_BIT_OR = 4'd2;  // bits of either
  localparam logic [3:0] OP_BIT_XOR = 4'd3;  // bits of exactly one
  localparam logic [3:0] OP_SUM_32 = 4'd4;  // sums of 32-bit integers, wrapping
  localparam logic [3:0] OP_SUM_64 = 4'd5;  // sums of 64-bit integers, wrapping
  localparam logic [3:0] OP_SUM_F32 = 4'd6;  // sums of IEEE single precision, with `FLOAT_SUMS`
  localparam logic [3:0] OP_MIN_U32 = 4'd8;  // minima of unsigned 32-bit integers
  localparam logic [3:0] OP_MIN_U64 = 4'd9;  // minima of unsigned 64-bit integers
  localparam logic [3:0] OP_MIN_S32 = 4'd10;  // minima of signed 32-bit integers
  localparam logic [3:0] OP_MIN_S64 = 4'd11;  // minima of signed 64-bit integers
  localparam logic [3:0] OP_MAX_U32 = 4'd12;  // maxima of unsigned 32-bit integers
  localparam logic [3:0] OP_MAX_U64 = 4'd13;  // maxima of unsigned 64-bit integers
  localparam logic [3:0] OP_MAX_S32 = 4'd14;  // maxima of signed 32-bit integers
  localparam logic [3:0] OP_MAX_S64 = 4'd15;  // maxima of signed 64-bit integers

  // Actions of the sequencer, and the formats of their words.
  localparam logic [3:0] ACTION_PUT = 4'd1;  // a put, also in pieces. Two words
  localparam logic [3:0] ACTION_WAIT = 4'd2;  // until counter `counter` is at least `value`
  localparam logic [3:0] ACTION_UNTIL = 4'd3;  // until `value` cycles have passed since the start
  localparam logic [3:0] ACTION_CONSUME = 4'd4;  // subtract `value` from counter `counter`
  localparam logic [3:0] ACTION_MEET = 4'd5;  // until every running context is at a `meet`
  localparam logic [3:0] ACTION_CHAIN = 4'd6;  // continue at byte address `value`, which must be behind this action
  localparam logic [3:0] ACTION_END = 4'd7;  // the context's part is over; the last one raises the event
  localparam logic [3:0] ACTION_CORNER = 4'd8;  // the next put is a multicast to the box from its node to node `value`
  typedef struct packed {
    logic [31:0] value;        // count, cycles or address
    logic [21:0] reserved;     // must be 0
    logic [5:0]  counter;      // arrival counter
    logic [3:0]  kind;         // ACTION_*
  } action_word_t;
  typedef struct packed {
    logic [9:0]  count;        // piece i leaves when the gate is at least count + i
    logic [11:0] piece;        // length of a piece in 8-byte words
    logic [5:0]  gate;         // own counter that the put waits for
    logic [31:0] go;           // counter, signal, order, directions and node
    logic [3:0]  kind;         // ACTION_PUT
  } put_word_t;
  typedef struct packed {
    logic [3:0]  operation;    // as in PUT_BYTES
    logic [1:0]  reserved;     // must be 0
    logic [21:0] bytes;        // length, as in PUT_BYTES
    logic [17:0] remote_addr;  // in 8-byte words
    logic [17:0] local_addr;   // in 8-byte words
  } put_range_t;

  // Bits of the register ERROR.
  localparam int ERR_NODE = 0;  // destination outside the network; of a multicast: a corner outside, a box that is reversed, has no node but the sender, or needs several channels; in a star graph, PUT_NODE other than the sender or, all-port, its neighbour in the set
  localparam int ERR_ZERO = 1;  // length 0, and not a signal
  localparam int ERR_ALIGN = 2;  // an address that is not a multiple of 8
  localparam int ERR_MEMORY = 3;  // a range outside the memory (both ranges are checked against MEMORY)
  localparam int ERR_ROUTE = 4;  // a direction that does not exist or does not lead to the destination; a multicast in descending order
  localparam int ERR_COUNTER = 5;  // a counter number above 63, or a reserved bit of PUT_CTRL
  localparam int ERR_ACTION = 6;  // the sequencer met a bad action and stopped, or was started while it ran; SEQ_FAULT is the action's address
  localparam int ERR_OPERATION = 7;  // an unknown operation, a length that is not a multiple of its elements, or an operation of a signal
  localparam int ERRORS = 8;

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
  localparam logic [9:0] REG_PUT_GO = 10'h030;
  localparam logic [9:0] REG_PUT_CORNER = 10'h034;
  localparam logic [9:0] REG_DISCARDED = 10'h038;
  localparam logic [9:0] REG_ROUTE = 10'h03c;
  localparam logic [9:0] REG_QUEUE = 10'h040;
  localparam logic [9:0] REG_SEQ_PLAN = 10'h080;
  localparam logic [9:0] REG_SEQ_AT = 10'h084;
  localparam logic [9:0] REG_SEQ_CONTROL = 10'h088;
  localparam logic [9:0] REG_SEQ_STATE = 10'h08c;
  localparam logic [9:0] REG_SEQ_FAULT = 10'h090;
  localparam logic [9:0] REG_SEQ_ACTION = 10'h0a0;
  localparam logic [9:0] REG_COUNTER = 10'h100;
  localparam logic [9:0] REG_OUTPUT_FLITS = 10'h200;
  localparam logic [9:0] REG_OUTPUT_CREDIT_STALLS = 10'h204;
  localparam logic [9:0] REG_OUTPUT_ARBITRATION_STALLS = 10'h208;
  localparam logic [9:0] REG_CHANNEL_FLITS = 10'h300;
  localparam logic [9:0] REG_CHANNEL_CREDIT_STALLS = 10'h304;
  localparam logic [9:0] REG_CHANNEL_READ_STALLS = 10'h308;
  localparam logic [9:0] REG_CHANNEL_WRITE_STALLS = 10'h30c;

  // Addresses as a tile's processor sees them: bits 31:28 of the regions, byte offsets of the tile's registers.
  localparam logic [3:0] PROGRAM_BASE = 4'h0;
  localparam int BOOT_ADDRESS = 256;  // of the first instruction; below it, all accesses are refused
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

  // Functions that depend on the topology. They call the package of the topology in rtl/topology; all other modules
  // call them. A new topology needs a package and a line in each of these functions.
  //   links_per_dimension, links   of a node
  function automatic int links_per_dimension(input int topology, input int radix);
    case (topology)
      COMPLETE: links_per_dimension = complete_pkg::links_per_dimension(radix);
      STAR:     links_per_dimension = star_pkg::links_per_dimension(radix);
      SPIDERGON: links_per_dimension = spidergon_pkg::LINKS_PER_DIMENSION;
      GRAPH:    links_per_dimension = radix;
      default:  links_per_dimension = grid_pkg::LINKS_PER_DIMENSION;
    endcase
  endfunction
  function automatic int links(input int topology, input int dims, input int radix);
    links = dims * links_per_dimension(topology, radix);
  endfunction
  //   straight_allowed   whether a packet that arrived over link i of a dimension may leave over link o of the same one
  function automatic bit straight_allowed(input int topology, input int i, input int o);
    case (topology)
      COMPLETE: straight_allowed = complete_pkg::TURN_ALLOWED;
      STAR:     straight_allowed = star_pkg::turn_allowed(i, o);
      SPIDERGON: straight_allowed = spidergon_pkg::turn_allowed(i, o);
      GRAPH:    straight_allowed = i != o;
      default:  straight_allowed = grid_pkg::turn_allowed(i, o);
    endcase
  endfunction
  //   has_coordinates  whether the network is a product of dimensions; others are routed by labels
  //   has_directions   whether the dimensions are lines or rings
  //   has_substars     whether a multicast goes to a substar, not to a box
  function automatic bit has_coordinates(input int topology);
    has_coordinates = topology < STAR;
  endfunction
  function automatic bit has_directions(input int topology);
    has_directions = topology == GRID;
  endfunction
  function automatic bit has_substars(input int topology);
    has_substars = topology == STAR;
  endfunction
  //   shape_code   low bits of the register SHAPE: the dimensions that wrap; in a network routed by labels, the topology
  function automatic logic [3:0] shape_code(input int topology, input logic [3:0] wraps);
    case (topology)
      GRID:     shape_code = wraps;
      COMPLETE: shape_code = '0;
      default:  shape_code = 4'(topology - STAR);
    endcase
  endfunction
  //   is_node, next_link, next_vcs   in networks routed by labels: whether an address is that of a node, the link of a
  //   packet's next hop, and the virtual channels that this hop may use ({count, first})
  function automatic logic is_node(input int topology, input logic [15:0] address, input logic [15:0] extent, input int radix);
    case (topology)
      STAR:    is_node = star_pkg::is_node(address, radix);
      SPIDERGON: is_node = spidergon_pkg::is_node(address, extent);
      default: is_node = address <= extent;
    endcase
  endfunction
  function automatic logic [2:0] next_link(input int topology, input logic [15:0] own, input logic [15:0] dst,
                                           input logic [15:0] extent, input int radix);
    case (topology)
      STAR:    next_link = star_pkg::next_link(own, dst, radix);
      SPIDERGON: next_link = 3'(spidergon_pkg::next_link(own[5:0], dst[5:0], extent[5:0]));
      default: next_link = {2'b0, ^{own, dst, extent}};
    endcase
  endfunction
  function automatic logic [4:0] next_vcs(input int topology, input logic [15:0] own, input logic [15:0] dst,
                                          input logic [15:0] extent, input int in_port, input logic [1:0] vc,
                                          input int vcs, input int radix);
    case (topology)
      STAR:    next_vcs = star_pkg::next_vcs(own, in_port < links(topology, 1, radix), vc, vcs, radix);
      SPIDERGON: next_vcs = spidergon_pkg::next_vcs(own[5:0], dst[5:0], extent[5:0], in_port < 2, vc, vcs);
      default: next_vcs = {4'b0, ^{own, dst, extent}};
    endcase
  endfunction
  //   routes_width   bits of a graph's routing table (route_table.sv), at least 1
  function automatic int routes_width(input int routes, input int vcs);
    routes_width = routes == 0 ? 1 : routes * (vcs > 2 ? 7 : 5);
  endfunction
  //   is_network, address, neighbour, link_back   for network.sv, which does not wire graphs: whether the parameters are legal, the address of tile
  //   t, the tile at the other end of a link (-1: none) and the link that leads back
  function automatic bit is_network(input int topology, input bit [59:0] extents, input bit [5:0] wraps, input int dims,
                                    input int vcs, input int route_orders, input int radix, input int address_w);
    case (topology)
      COMPLETE: is_network = complete_pkg::is_network(extents, wraps, dims, radix);
      STAR:     is_network = star_pkg::is_network(extents, wraps, radix);
      SPIDERGON: is_network = spidergon_pkg::is_network(extents, wraps, vcs);
      GRAPH:    is_network = 1'b0;
      default:  is_network = grid_pkg::is_network(extents, wraps, dims, vcs, route_orders, address_w);
    endcase
  endfunction
  function automatic bit [NODE_W-1:0] address(input int topology, input int t, input bit [59:0] extents, input int dims,
                                              input int radix, input int address_w);
    case (topology)
      STAR:    address = NODE_W'(star_pkg::address(t, radix));
      default: address = product_pkg::address(extents, t, dims, address_w);
    endcase
  endfunction
  function automatic int neighbour(input int topology, input int t, input int link, input bit [59:0] extents,
                                   input bit [5:0] wraps, input int radix);
    case (topology)
      COMPLETE: neighbour = complete_pkg::neighbour(t, link, extents, radix);
      STAR:     neighbour = star_pkg::neighbour(t, link, radix);
      SPIDERGON: neighbour = spidergon_pkg::neighbour(t, link, extents);
      default:  neighbour = grid_pkg::neighbour(t, link, extents, wraps);
    endcase
  endfunction
  function automatic int link_back(input int topology, input int link, input bit [59:0] extents, input int radix);
    case (topology)
      COMPLETE: link_back = complete_pkg::link_back(link, extents, radix);
      STAR:     link_back = star_pkg::link_back(link);
      SPIDERGON: link_back = spidergon_pkg::link_back(link);
      default:  link_back = grid_pkg::link_back(link);
    endcase
  endfunction

  // Turns that a packet may take inside a router: input port i to output port o. Ports are the links, grouped by
  // dimension, then the injection or ejection channels. With ascending order only, packets turn only to a higher
  // dimension; with both orders they turn to any other one. Within a dimension the topology decides. An all-port
  // channel belongs to its link.
  //
  //   from \ to     link, same dim    link, higher   link, lower           ejection
  //   link          by topology       yes            with both orders      its own (all-port), the only one (one-port)
  //   injection     all-port: its own link only; one-port: every link      no
  function automatic bit turn_allowed(input int i, input int o, input int dims, input bit all_port,
                                      input int route_orders, input int topology, input int radix);
    int width;
    width = links_per_dimension(topology, radix);
    if (i < dims * width) begin
      if (o >= dims * width) turn_allowed = all_port ? (o - dims * width == i) : 1'b1;
      else if (i / width == o / width) turn_allowed = straight_allowed(topology, i % width, o % width);
      else turn_allowed = route_orders == 2 || o / width > i / width;
    end else begin
      turn_allowed = (o < dims * width) && (!all_port || (i - dims * width == o));
    end
  endfunction

  // Ports of a router: links, then the channels to and from the NIC.
  function automatic int ports(input int dims, input bit all_port, input int topology, input int radix);
    ports = links(topology, dims, radix) * (all_port ? 2 : 1) + (all_port ? 0 : 1);
  endfunction

  // Copies of a multicast packet (docs/reference/multicast.md) that arrives at input port i: the number of outputs that
  // it may turn to, and the output of copy k. They visit the dimensions in ascending order; with both orders, unicasts,
  // which are packets with one copy, need the other outputs as well.
  function automatic int copies(input int i, input int dims, input bit all_port, input int route_orders, input int topology,
                                input int radix);
    int o;
    copies = 0;
    for (o = 0; o < ports(dims, all_port, topology, radix); o++) begin
      if (turn_allowed(i, o, dims, all_port, route_orders, topology, radix)) copies = copies + 1;
    end
  endfunction
  function automatic int copy_output(input int i, input int k, input int dims, input bit all_port, input int route_orders,
                                     input int topology, input int radix);
    int n, o;
    n = 0;
    copy_output = 0;
    for (o = 0; o < ports(dims, all_port, topology, radix); o++) begin
      if (turn_allowed(i, o, dims, all_port, route_orders, topology, radix)) begin
        if (n == k) copy_output = o;
        n = n + 1;
      end
    end
  endfunction
  function automatic int most_copies(input int dims, input bit all_port, input int route_orders, input int topology,
                                     input int radix);
    int i;
    most_copies = 1;
    for (i = 0; i < ports(dims, all_port, topology, radix); i++) begin
      if (copies(i, dims, all_port, route_orders, topology, radix) > most_copies) begin
        most_copies = copies(i, dims, all_port, route_orders, topology, radix);
      end
    end
  endfunction

  // Marks in a head flit: a multicast; of a flit that is head and tail, an empty tail, which ends a packet early.
  function automatic logic is_multicast(input logic [35:0] data);
    is_multicast = data[35];
  endfunction
  function automatic logic is_empty_tail(input logic [36:0] data);
    is_empty_tail = data[35] && data[36];
  endfunction

  // VC hash of a message: two bits computed from its source and destination only (hardware.md, "Routing").
  function automatic logic [1:0] vc_hash(input logic [NODE_W-1:0] dst, input logic [15:0] src, input int dims,
                                         input int address_w);
    vc_hash = src[1:0];
    for (int d = 0; d < dims; d++) vc_hash = vc_hash ^ dst[d*(address_w/dims)+:2];
  endfunction

  // A VC hash modulo count, count 1..4.
  function automatic logic [1:0] hash_mod(input logic [1:0] hash, input int count);
    case (count)
      1:       hash_mod = 2'd0;
      2:       hash_mod = {1'b0, hash[0]};
      3:       hash_mod = (hash == 2'd3) ? 2'd0 : hash;
      default: hash_mod = hash;
    endcase
  endfunction

  // Virtual channel of a multicast copy that leaves over a link of a ring, of the `vcs` virtual channels of the ascending
  // order. As for unicasts, class 1 begins at the wrap link.
  function automatic logic [1:0] ring_vc(input logic [1:0] vc, input bit straight, input logic at_edge, input int vcs);
    if (straight && (!at_edge || 32'(vc) >= vcs / 2)) ring_vc = vc;
    else if (at_edge) ring_vc = 2'(vcs / 2) + hash_mod(vc, vcs - vcs / 2);
    else ring_vc = hash_mod(vc, vcs / 2 > 0 ? vcs / 2 : 1);
  endfunction

  // The NIC's put registers: a write to them waits while a launch waits for its queue.
  function automatic logic is_put_register(input logic [9:0] addr);
    is_put_register = addr[9:2] <= REG_PUT_NODE[9:2] || addr[9:2] == REG_PUT_GO[9:2] || addr[9:2] == REG_PUT_CORNER[9:2];
  endfunction

  // {PUT_NODE, PUT_CTRL} that a write to PUT_GO sets:
  //   PUT_GO      31:16 node             15:8 directions   7 descending   6 signal   5:0 counter
  //   PUT_NODE    15:0  node
  //   PUT_CTRL    17 descending   16 signal   15:8 directions   5:0 counter
  // With addresses of 20 bits, PUT_GO has bits 17:16 of the node in 15:14, and with up to two dimensions bits 19:18 in
  // 13:12; the directions are in the bits below.
  function automatic logic [63:0] go_registers(input logic [31:0] go, input int dims, input int address_w);
    go_registers = {16'd0, go[31:16], 14'd0, go[7:6], go[15:8], 2'd0, go[5:0]};
    if (address_w > 16) begin
      go_registers[49:48] = go[15:14];
      go_registers[15:14] = '0;
      if (dims <= 2) begin
        go_registers[51:50] = go[13:12];
        go_registers[13:12] = '0;
      end
    end
  endfunction

endpackage
