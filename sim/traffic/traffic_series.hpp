// What happens over time in a measurement, in pieces of equal length: from it follow how precise the mean
// latency is, and whether packets pile up at their sources.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

namespace collnoc {

/// Whether a network carries a load, judged by the flits that wait at the sources.
enum class Stability : std::uint8_t {
  stable,   ///< they come and go
  growing,  ///< they become ever more: the load is above saturation
  unknown   ///< the measurement is too short for how slowly they change
};

/// All cycles count from the beginning of the measurement.
class TrafficSeries {
 public:
  /// The approximate number of pieces of a measurement; a longer one has more.
  static constexpr std::uint64_t pieces = 256;
  /// From this many pieces on, two become one, so that memory is bounded.
  static constexpr std::uint64_t most_pieces = 1 << 15;

  explicit TrafficSeries(std::uint64_t piece_cycles) : piece_cycles_(piece_cycles) {}

  /// A packet enters the queue of its source.
  void created(std::uint64_t cycle, unsigned flits);
  /// A packet leaves its source; it may have been created before the measurement.
  void left(std::uint64_t cycle, unsigned flits) { piece(cycle).waiting -= flits; }
  /// The packet that was created in `created` has arrived.
  void arrived(std::uint64_t created, std::uint64_t latency);

  /// The stability in the cycles before `end`.
  ///
  /// Growing: the flits that wait increase by more than a random walk does, at a level of 0.5 % (one-sided t
  /// of the increments of 16 windows). In a stable network increments cancel each other, so there it happens
  /// still more rarely. Unknown: too seldom did what waits become independent of what waited before; of 128
  /// means over time fewer than 10 are independent, or of 32 fewer than 6.
  Stability stability(std::uint64_t end) const;
  /// Half of the 95 % confidence interval of the mean latency of the packets created before `end`, in cycles.
  /// Nothing unless the network is stable and all of them have arrived.
  ///
  /// Batch means with 128, 32 and, for strongly correlated packets, 16 batches; the widest interval counts.
  /// Degrees of freedom follow from the correlation of what waits at the sources, which shows congestion that
  /// comes and goes slowly before latencies do.
  std::optional<double> half_width(std::uint64_t end) const;

 private:
  struct Piece {
    std::uint64_t open = 0, count = 0, sum = 0;
    std::int64_t waiting = 0;  // change in flits
    Piece& operator+=(const Piece& other);
  };
  Piece& piece(std::uint64_t cycle);
  /// The pieces that end by `end`.
  std::vector<Piece> until(std::uint64_t end) const;
  /// [batch] flits that wait, summed over the batch, beyond those at the beginning.
  static std::vector<double> waiting(const std::vector<Piece>& of, std::size_t batches);
  /// [batch] sum of the latencies' differences from their mean, over a batch's mean number of packets.
  static std::vector<double> latencies(const std::vector<Piece>& of, std::size_t batches);
  static Stability stability(const std::vector<Piece>& of);

  std::uint64_t piece_cycles_;
  std::vector<Piece> pieces_;
};

}  // namespace collnoc
