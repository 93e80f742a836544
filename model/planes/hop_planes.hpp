// Hops of several cycles in planes: what is in the registers between routers (Router::stages).
#pragma once
#include <cstddef>
#include <vector>

#include "collnoc/model/planes/plane.hpp"

namespace collnoc::model {

/// Of every input queue, in rows of ports as in RouterLayout: flits on their way to it and credits on their
/// way back, by the register that has them, and how many of its places its sender knows as taken. Flits from
/// a NIC enter at once, and their credits have one register. With hops of one cycle nothing is kept here: the
/// places that are taken are those with flits.
class HopPlanes {
 public:
  HopPlanes(unsigned stages, std::size_t words, unsigned vcs, unsigned width, unsigned count_bits)
      : stages_(stages),
        vcs_(vcs),
        width_(width),
        queue_(std::size_t{2 * stages + count_bits} * width),
        planes_(stages == 0 ? 0 : words * vcs * queue_) {}

  /// Registers of a link.
  unsigned stages() const { return stages_; }
  /// In register `stage`, 0 to stages() - 1; the last one drives the link.
  Plane* coming(std::size_t w, unsigned v, unsigned stage) { return queue(w, v) + stage * width_; }
  const Plane* coming(std::size_t w, unsigned v, unsigned stage) const {
    return queue(w, v) + stage * width_;
  }
  Plane* returning(std::size_t w, unsigned v, unsigned stage) {
    return queue(w, v) + (stages_ + stage) * width_;
  }
  const Plane* returning(std::size_t w, unsigned v, unsigned stage) const {
    return queue(w, v) + (stages_ + stage) * width_;
  }
  /// A number.
  Plane* taken(std::size_t w, unsigned v) { return queue(w, v) + 2 * stages_ * width_; }
  const Plane* taken(std::size_t w, unsigned v) const { return queue(w, v) + 2 * stages_ * width_; }

  /// A clock edge of the queues of a virtual channel.
  template <class Ports>
  struct Edge {
    typename Ports::Vec arrives;  ///< from a link, or now: into the first register, then out of the last one
    typename Ports::Vec enters;   ///< from the NIC
    typename Ports::Vec leaves;
    typename Ports::Vec channels;  ///< ports to the NIC
    typename Ports::Vec busy{};    ///< afterwards, something is in a register
  };
  /// `number`: that of taken(), afterwards.
  template <class Ports>
  [[gnu::always_inline]] void commit(std::size_t w, unsigned v, Edge<Ports>& edge,
                                     typename Ports::Vec* number, unsigned bits) {
    using Vec = typename Ports::Vec;
    const Vec up = edge.arrives | edge.enters;
    Vec back = edge.leaves, freed{};
    for (unsigned s = 0; s < stages_; ++s) {
      Plane* const flits = coming(w, v, s);
      const Vec before = Ports::load(flits);
      Ports::store(flits, edge.arrives);
      edge.busy |= edge.arrives | back;
      edge.arrives = before;
      Plane* const credits = returning(w, v, s);
      const Vec credited = Ports::load(credits);
      Ports::store(credits, back);
      if (s == 0) freed = credited & edge.channels;
      back = credited & ~edge.channels;
    }
    freed |= back;
    for (unsigned c = 0; c < bits; ++c) number[c] = Ports::load(taken(w, v) + c * width_);
    count_planes(number, bits, up & ~freed, freed & ~up);
    for (unsigned c = 0; c < bits; ++c) Ports::store(taken(w, v) + c * width_, number[c]);
  }

 private:
  Plane* queue(std::size_t w, unsigned v) { return &planes_[(w * vcs_ + v) * queue_]; }
  const Plane* queue(std::size_t w, unsigned v) const { return &planes_[(w * vcs_ + v) * queue_]; }

  unsigned stages_, vcs_, width_;
  std::size_t queue_;
  std::vector<Plane> planes_;
};

}  // namespace collnoc::model
