#include "sim/debug/gdb_stream.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "sim/common/user_error.hpp"

namespace collnoc {
namespace {

class SocketStream final : public GdbStream {
 public:
  explicit SocketStream(int socket) : socket_(socket) {
    const int on = 1;
    setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on,
               sizeof on);  // packets are short, and answered one by one
  }
  ~SocketStream() override { close(socket_); }

  std::optional<char> get() override {
    if (next_ == end_) {
      ssize_t n = 0;
      do {
        n = recv(socket_, buffer_.data(), buffer_.size(), 0);
      } while (n < 0 && errno == EINTR);
      if (n <= 0) return std::nullopt;
      next_ = 0;
      end_ = static_cast<std::size_t>(n);
    }
    return buffer_[next_++];
  }
  bool ready() override {
    if (next_ != end_) return true;
    pollfd wanted{socket_, POLLIN, 0};
    return poll(&wanted, 1, 0) > 0;
  }
  void put(std::string_view bytes) override {
    while (!bytes.empty()) {
      const ssize_t n = send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return;  // the debugger has gone: get() reports it
      bytes.remove_prefix(static_cast<std::size_t>(n));
    }
  }

 private:
  int socket_;
  std::array<char, 4096> buffer_{};
  std::size_t next_ = 0, end_ = 0;
};

}  // namespace

LoopbackPort::LoopbackPort(std::uint16_t port) : socket_(socket(AF_INET, SOCK_STREAM, 0)), number_(port) {
  const int on = 1;
  setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* plain = reinterpret_cast<sockaddr*>(&address);
  if (socket_ < 0 || bind(socket_, plain, size) != 0 || listen(socket_, 1) != 0 ||
      getsockname(socket_, plain, &size) != 0) {
    const int error = errno;
    if (socket_ >= 0) close(socket_);
    throw UserError(fmt::format("--gdb {}: the port cannot be used: {}; --gdb 0 chooses a free one", port,
                                std::strerror(error)));
  }
  number_ = ntohs(address.sin_port);
}

LoopbackPort::~LoopbackPort() { close(socket_); }

std::unique_ptr<GdbStream> LoopbackPort::accept() const {
  int connection = -1;
  do {
    connection = ::accept(socket_, nullptr, nullptr);
  } while (connection < 0 && errno == EINTR);
  if (connection < 0) throw UserError(fmt::format("--gdb {}: {}", number_, std::strerror(errno)));
  return std::make_unique<SocketStream>(connection);
}

}  // namespace collnoc
