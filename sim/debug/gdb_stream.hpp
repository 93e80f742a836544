// The connection to a debugger: bytes in both directions.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace collnoc {

class GdbStream {
 public:
  virtual ~GdbStream() = default;
  /// The next byte; waits for it. Nothing once the debugger has gone.
  virtual std::optional<char> get() = 0;
  /// Whether get() returns at once.
  virtual bool ready() = 0;
  virtual void put(std::string_view bytes) = 0;
};

/// A port on the loopback interface where one debugger can connect.
class LoopbackPort {
 public:
  /// Port 0: any free one. Throws UserError if the port is not free.
  explicit LoopbackPort(std::uint16_t port);
  ~LoopbackPort();
  LoopbackPort(const LoopbackPort&) = delete;
  LoopbackPort& operator=(const LoopbackPort&) = delete;

  std::uint16_t number() const { return number_; }
  /// Waits for the debugger.
  std::unique_ptr<GdbStream> accept() const;

 private:
  int socket_;
  std::uint16_t number_;
};

}  // namespace collnoc
