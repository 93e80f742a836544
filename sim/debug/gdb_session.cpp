#include "sim/debug/gdb_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <vector>

namespace collnoc {
namespace {

constexpr std::size_t most_bytes = 0x1000;  // of memory in one packet
constexpr char interrupt_request = 0x03;
constexpr const char* no_such = "E01";      // malformed, or no such thread
constexpr const char* bad_address = "E0e";  // EFAULT

using Text = std::string_view;

char digit(unsigned value) { return "0123456789abcdef"[value & 15]; }

template <class Bytes>
std::string to_hex(const Bytes& bytes) {
  std::string text;
  for (const auto b : bytes) {
    const auto byte = static_cast<std::uint8_t>(b);
    text += digit(byte >> 4);
    text += digit(byte);
  }
  return text;
}

/// The number at the beginning of `text`, which is then shorter.
std::optional<std::uint32_t> take_hex(Text& text) {
  std::uint32_t value = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (end.ec != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end.ptr - text.data()));
  return value;
}

bool take(Text& text, Text begin) {
  if (text.substr(0, begin.size()) != begin) return false;
  text.remove_prefix(begin.size());
  return true;
}

std::optional<std::vector<std::uint8_t>> from_hex(Text text) {
  std::vector<std::uint8_t> bytes;
  for (; text.size() >= 2; text.remove_prefix(2)) {
    Text pair = text.substr(0, 2);
    const auto byte = take_hex(pair);
    if (!byte || !pair.empty()) return std::nullopt;
    bytes.push_back(static_cast<std::uint8_t>(*byte));
  }
  if (!text.empty()) return std::nullopt;
  return bytes;
}

/// Bytes as X packets hold them.
std::vector<std::uint8_t> unescaped(Text text) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escaped = text[i] == '}' && i + 1 < text.size();
    bytes.push_back(static_cast<std::uint8_t>(escaped ? text[++i] ^ 0x20 : text[i]));
  }
  return bytes;
}

/// "ADDRESS,LENGTH" at the beginning of `text`.
struct MemoryRange {
  std::uint32_t address = 0, bytes = 0;
};
std::optional<MemoryRange> take_range(Text& text) {
  const auto address = take_hex(text);
  if (!address || !take(text, ",")) return std::nullopt;
  const auto bytes = take_hex(text);
  if (!bytes) return std::nullopt;
  return MemoryRange{*address, *bytes};
}

std::string little_endian(std::uint32_t word) {
  return to_hex(std::array<std::uint8_t, 4>{
      static_cast<std::uint8_t>(word), static_cast<std::uint8_t>(word >> 8),
      static_cast<std::uint8_t>(word >> 16), static_cast<std::uint8_t>(word >> 24)});
}

/// Without an OS ABI: for that of Linux, gdb would step by breakpoints of its own instead of asking for a
/// step.
std::string target_xml() {
  static constexpr const char* names[] = {"zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "fp",
                                          "s1",   "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7",
                                          "s2",   "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10",
                                          "s11",  "t3", "t4", "t5", "t6", "pc"};
  std::string xml =
      "<?xml version=\"1.0\"?><!DOCTYPE target SYSTEM \"gdb-target.dtd\"><target version=\"1.0\">"
      "<architecture>riscv:rv32</architecture><osabi>none</osabi><feature name=\"org.gnu.gdb.riscv.cpu\">";
  for (const char* name : names) {
    const std::string_view text = name;
    const char* type = text == "pc"                                   ? "code_ptr"
                       : text == "sp" || text == "fp" || text == "gp" ? "data_ptr"
                                                                      : "int";
    xml += fmt::format("<reg name=\"{}\" bitsize=\"32\" type=\"{}\"/>", name, type);
  }
  return xml + "</feature></target>";
}

/// The part of `text` that "OFFSET,LENGTH" asks for, as the answer of a qXfer request.
std::string part(const std::string& text, Text wanted) {
  const auto range = take_range(wanted);
  if (!range) return no_such;
  if (range->address >= text.size()) return "l";
  const std::string piece = text.substr(range->address, range->bytes);
  return (range->address + piece.size() < text.size() ? "m" : "l") + piece;
}

int signal_of(DebugStop::Why why) {
  switch (why) {
    case DebugStop::Why::interrupt: return 2;  // SIGINT
    case DebugStop::Why::fault: return 6;      // SIGABRT
    case DebugStop::Why::trap: return 11;      // SIGSEGV
    default: return 5;                         // SIGTRAP
  }
}

}  // namespace

GdbSession::GdbSession(GdbStream& stream, DebugTarget& target)
    : stream_(stream), target_(target), tile_(target.tiles().front()), resumed_(tile_) {
  stop_.tile = tile_;
}

// --- packets ---

void GdbSession::send(Text data) {
  const auto sum = std::accumulate(data.begin(), data.end(), 0u,
                                   [](unsigned s, char c) { return s + static_cast<std::uint8_t>(c); });
  last_ = fmt::format("${}#{}{}", data, digit(sum >> 4), digit(sum));
  stream_.put(last_);
}

/// The next packet with a correct checksum; nothing when the debugger has gone.
std::optional<std::string> GdbSession::receive() {
  for (;;) {
    auto c = stream_.get();
    while (c && *c != '$') {
      if (*c == '-') stream_.put(last_);
      c = stream_.get();
    }
    std::string packet;
    unsigned sum = 0;
    for (c = stream_.get(); c && *c != '#'; c = stream_.get()) {
      packet += *c;
      sum += static_cast<std::uint8_t>(*c);
    }
    const auto high = stream_.get(), low = stream_.get();
    if (!c || !high || !low) return std::nullopt;
    if (!acknowledges_) return packet;
    const auto expected = from_hex(std::string{*high, *low});
    const bool good = expected && expected->front() == (sum & 0xff);
    stream_.put(good ? "+" : "-");
    if (good) return packet;
  }
}

void GdbSession::console(Text text) { send("O" + to_hex(text)); }

// --- the run ---

DebugResume GdbSession::serve(const DebugStop& stop) {
  stop_ = stop;
  if (stop.why != DebugStop::Why::start) {
    tile_ = resumed_ = stop.tile;
    send(stop_reply());
  }
  for (;;) {
    const auto packet = receive();
    if (!packet) return {DebugResume::Action::detach, tile_, false};
    if (const auto decision = answer(*packet)) return *decision;
  }
}

bool GdbSession::interrupted() {
  while (stream_.ready()) {
    const auto c = stream_.get();
    if (!c || *c == interrupt_request) return true;
  }
  return false;
}

void GdbSession::exited(unsigned code) { send(fmt::format("W{:02x}", code & 0xff)); }

void GdbSession::failed(const std::string& why) {
  console(why + "\n");
  send("X06");
}

// --- answers ---

/// Answers a packet, unless it is the debugger's decision.
std::optional<DebugResume> GdbSession::answer(const std::string& packet) {
  using Action = DebugResume::Action;
  const Text rest = Text(packet).substr(std::min<std::size_t>(1, packet.size()));
  switch (packet.empty() ? '\0' : packet[0]) {
    case '?': send(stop_reply()); break;
    case 'c':
    case 'C': return DebugResume{Action::go, resumed_, false};
    case 's':
    case 'S': return DebugResume{Action::step, resumed_, false};
    case 'k': return DebugResume{Action::kill, tile_, false};
    case 'D': send("OK"); return DebugResume{Action::detach, tile_, false};
    case 'g': {
      std::string all;
      for (const std::uint32_t word : target_.registers(tile_)) all += little_endian(word);
      send(all);
      break;
    }
    case 'p': {
      Text number = rest;
      const auto n = take_hex(number);
      const auto registers = target_.registers(tile_);
      send(n && *n < registers.size() ? little_endian(registers[*n]) : no_such);
      break;
    }
    case 'G':
    case 'P': send(write_registers(packet)); break;
    case 'm': send(memory(packet)); break;
    case 'M':
    case 'X': send(write_memory(packet)); break;
    case 'z':
    case 'Z': send(point(packet)); break;
    case 'T': send(tile_of(rest) ? "OK" : no_such); break;
    case 'H': {
      const auto tile = tile_of(rest.substr(std::min<std::size_t>(1, rest.size())));
      if (tile) (rest[0] == 'g' ? tile_ : resumed_) = *tile;
      send(tile ? "OK" : no_such);
      break;
    }
    case 'v': return resume(packet);
    case 'q':
    case 'Q': send(query(packet)); break;
    default: send(""); break;
  }
  return std::nullopt;
}

/// vCont: all tiles always run together, because they share a clock; at most one of them is to step.
std::optional<DebugResume> GdbSession::resume(const std::string& packet) {
  using Action = DebugResume::Action;
  Text text = packet;
  if (text == "vCont?") {
    send("vCont;c;C;s;S");
  } else if (take(text, "vCont;")) {
    DebugResume decision{Action::go, resumed_, true};  // alone, unless others shall run freely
    while (!text.empty()) {
      const Text action = text.substr(0, text.find(';'));
      text.remove_prefix(std::min(action.size() + 1, text.size()));
      if (action.empty() || (action[0] != 's' && action[0] != 'S')) {
        decision.alone = false;
      } else if (decision.action == Action::go) {
        const std::size_t colon = action.find(':');
        const auto tile = colon == Text::npos ? resumed_ : tile_of(action.substr(colon + 1));
        decision = {Action::step, tile.value_or(resumed_), decision.alone};
      }
    }
    decision.alone = decision.alone && decision.action == Action::step && target_.tiles().size() > 1;
    return decision;
  } else if (take(text, "vKill")) {
    send("OK");
    return DebugResume{Action::kill, tile_, false};
  } else {
    send("");
  }
  return std::nullopt;
}

std::string GdbSession::query(const std::string& packet) {
  Text text = packet;
  if (take(text, "qSupported")) {
    return fmt::format(
        "PacketSize={:x};QStartNoAckMode+;qXfer:features:read+;vContSupported+;swbreak+;hwbreak+",
        4 * most_bytes);
  }
  if (text == "QStartNoAckMode") {
    acknowledges_ = false;  // this packet was acknowledged already
    return "OK";
  }
  if (take(text, "qXfer:features:read:target.xml:")) return part(target_xml(), text);
  if (text == "qAttached") return "1";
  if (text == "qC") return fmt::format("QC{:x}", tile_ + 1);
  if (text == "qfThreadInfo") return thread_list();
  if (text == "qsThreadInfo") return "l";
  if (take(text, "qThreadExtraInfo,")) {
    const auto tile = tile_of(text);
    return tile ? to_hex(target_.description(*tile)) : no_such;
  }
  if (take(text, "qRcmd,")) {
    const auto command = from_hex(text);
    if (!command) return no_such;
    const std::string output = target_.command({command->begin(), command->end()});
    return output.empty() ? "OK" : to_hex(output);
  }
  return "";
}

std::string GdbSession::thread_list() const {
  std::string list = "m";
  for (const Rank tile : target_.tiles()) list += fmt::format("{}{:x}", list.size() > 1 ? "," : "", tile + 1);
  return list;
}

/// The tile of a thread number; 0 and -1, any and all of them, are the current one.
std::optional<Rank> GdbSession::tile_of(Text thread) const {
  if (thread == "0" || thread == "-1") return tile_;
  const auto number = take_hex(thread);
  const std::vector<Rank> tiles = target_.tiles();
  if (!number || !thread.empty() || *number == 0) return std::nullopt;
  const bool known = std::binary_search(tiles.begin(), tiles.end(), *number - 1);
  return known ? std::optional<Rank>(*number - 1) : std::nullopt;
}

std::string GdbSession::memory(const std::string& packet) {
  Text text = Text(packet).substr(1);
  const auto range = take_range(text);
  if (!range || !text.empty()) return no_such;
  std::vector<std::uint8_t> bytes(std::min<std::size_t>(range->bytes, most_bytes));
  return target_.read(tile_, range->address, bytes) ? to_hex(bytes) : bad_address;
}

std::string GdbSession::write_memory(const std::string& packet) {
  Text text = Text(packet).substr(1);
  const auto range = take_range(text);
  if (!range || !take(text, ":")) return no_such;
  const auto bytes = packet[0] == 'X' ? std::optional(unescaped(text)) : from_hex(text);
  if (!bytes || bytes->size() != range->bytes) return no_such;
  return target_.write(tile_, range->address, *bytes) ? "OK" : bad_address;
}

/// 'P' writes one register, 'G' all of them.
std::string GdbSession::write_registers(const std::string& packet) {
  Text text = Text(packet).substr(1);
  const std::size_t count = target_.registers(tile_).size();
  unsigned first = 0;
  if (packet[0] == 'P') {
    const auto n = take_hex(text);
    if (!n || *n >= count || !take(text, "=")) return no_such;
    first = *n;
  }
  const auto bytes = from_hex(text);
  if (!bytes || bytes->size() != 4 * (packet[0] == 'P' ? 1 : count)) return no_such;
  for (unsigned i = 0; i < bytes->size() / 4; ++i) {
    const std::uint8_t* b = bytes->data() + 4 * i;
    const std::uint32_t value = b[0] | b[1] << 8 | b[2] << 16 | std::uint32_t{b[3]} << 24;
    const std::string why = target_.set_register(tile_, first + i, value);
    if (!why.empty()) return "E." + why;
  }
  return "OK";
}

std::string GdbSession::point(const std::string& packet) {
  Text text = Text(packet).substr(1);
  const auto type = take_hex(text);
  if (!type || !take(text, ",")) return no_such;
  const auto range = take_range(text);
  if (!range) return no_such;
  using Kind = StopPoint::Kind;
  static constexpr Kind kinds[] = {Kind::breakpoint, Kind::breakpoint, Kind::write, Kind::read, Kind::access};
  if (*type >= std::size(kinds)) return "";
  const StopPoint point{kinds[*type], range->address, std::max(1u, range->bytes)};
  packet[0] == 'Z' ? target_.insert(point) : target_.remove(point);
  return "OK";
}

std::string GdbSession::stop_reply() const {
  std::string reply = fmt::format("T{:02x}thread:{:x};", signal_of(stop_.why), stop_.tile + 1);
  if (stop_.why == DebugStop::Why::breakpoint) reply += "swbreak:;";
  if (stop_.why == DebugStop::Why::watch) {
    using Kind = StopPoint::Kind;
    const char* kind = stop_.point.kind == Kind::read     ? "rwatch"
                       : stop_.point.kind == Kind::access ? "awatch"
                                                          : "watch";
    reply += fmt::format("{}:{:x};", kind, stop_.address);
  }
  return reply;
}

}  // namespace collnoc
