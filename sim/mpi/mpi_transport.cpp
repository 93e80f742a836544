// Processes that mpirun has started, as a Transport.
#include <mpi.h>

#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "sim/distributed/transport.hpp"

namespace collnoc {
namespace {

constexpr int tag = 0;
static_assert(sizeof(std::uint64_t) == sizeof(unsigned long));

class MpiTransport final : public Transport {
 public:
  MpiTransport() {
    // Only the main thread calls MPI; the others step nodes.
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    if (provided < MPI_THREAD_FUNNELED) throw std::runtime_error("this MPI does not allow threads");
    MPI_Comm_rank(MPI_COMM_WORLD, &own_);
    MPI_Comm_size(MPI_COMM_WORLD, &count_);
  }
  ~MpiTransport() override { MPI_Finalize(); }

  unsigned own() const override { return static_cast<unsigned>(own_); }
  unsigned count() const override { return static_cast<unsigned>(count_); }

  void send(unsigned to, std::span<const std::byte> message) override {
    MPI_Isend(message.data(), static_cast<int>(message.size()), MPI_BYTE, static_cast<int>(to), tag,
              MPI_COMM_WORLD, &sending_.emplace_back());
  }
  void sent() override {
    MPI_Waitall(static_cast<int>(sending_.size()), sending_.data(), MPI_STATUSES_IGNORE);
    sending_.clear();
  }
  std::size_t receive(unsigned from, std::span<std::byte> message) override {
    MPI_Status status;
    MPI_Recv(message.data(), static_cast<int>(message.size()), MPI_BYTE, static_cast<int>(from), tag,
             MPI_COMM_WORLD, &status);
    int length = 0;
    MPI_Get_count(&status, MPI_BYTE, &length);
    return static_cast<std::size_t>(length);
  }

  std::uint64_t sum(std::uint64_t value) override { return reduce(value, MPI_SUM); }
  std::uint64_t minimum(std::uint64_t value) override { return reduce(value, MPI_MIN); }
  void broadcast(unsigned from, std::span<std::byte> message) override {
    MPI_Bcast(message.data(), static_cast<int>(message.size()), MPI_BYTE, static_cast<int>(from),
              MPI_COMM_WORLD);
  }

  [[noreturn]] void abort(int code) override {
    MPI_Abort(MPI_COMM_WORLD, code);
    std::_Exit(code);
  }

 private:
  static std::uint64_t reduce(std::uint64_t value, MPI_Op op) {
    std::uint64_t all = 0;
    MPI_Allreduce(&value, &all, 1, MPI_UINT64_T, op, MPI_COMM_WORLD);
    return all;
  }

  int own_ = 0, count_ = 1;
  std::vector<MPI_Request> sending_;
};

std::unique_ptr<Transport> make() { return std::make_unique<MpiTransport>(); }

}  // namespace
}  // namespace collnoc

extern "C" const collnoc::TransportApi collnoc_transport{collnoc::transport_version, collnoc::make};
