// The gdb remote serial protocol: answers a debugger's requests about tiles that stand still. Tile R is
// thread R + 1. Source: "Debugging with GDB", appendix E.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "sim/debug/debug_target.hpp"
#include "sim/debug/gdb_stream.hpp"

namespace collnoc {

class GdbSession {
 public:
  /// `stream` and `target` must outlive this object.
  GdbSession(GdbStream& stream, DebugTarget& target);

  /// Reports the stop, unless it is the start, and answers requests until the debugger decides. A debugger
  /// that goes away detaches.
  DebugResume serve(const DebugStop& stop);
  /// Whether the debugger asks running tiles to stop, or has disconnected; serve() finds out which.
  bool interrupted();
  /// The run is over: reports the program's exit code, or that it was ended by a failure, with its text.
  void exited(unsigned code);
  void failed(const std::string& why);

 private:
  std::optional<std::string> receive();
  void send(std::string_view data);
  std::optional<DebugResume> answer(const std::string& packet);
  std::optional<DebugResume> resume(const std::string& packet);
  std::string query(const std::string& packet);
  std::string memory(const std::string& packet);
  std::string write_memory(const std::string& packet);
  std::string write_registers(const std::string& packet);
  std::string point(const std::string& packet);
  std::string stop_reply() const;
  std::string thread_list() const;
  std::optional<Rank> tile_of(std::string_view thread) const;
  void console(std::string_view text);

  GdbStream& stream_;
  DebugTarget& target_;
  bool acknowledges_ = true;
  std::string last_;  ///< the last packet sent, in case it is asked for again
  DebugStop stop_;
  Rank tile_;     ///< of the requests about registers and memory
  Rank resumed_;  ///< of old requests to step
};

}  // namespace collnoc
