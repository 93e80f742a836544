// Sizes of a node that are used in every cycle.
#pragma once
#include "collnoc/arch/hardware_config.hpp"

namespace collnoc::model {

class HardwareSizes {
 public:
  explicit HardwareSizes(const HardwareConfig& config)
      : vcs_(config.vcs),
        links_(config.links()),
        channels_(config.channels()),
        groups_(config.vc_reads   ? config.vcs
                : config.vcs == 4 ? 2
                                  : 1),
        queue_shift_(groups_ == config.vcs ? 0
                     : groups_ == 2        ? 1
                                           : 2) {}
  unsigned vcs() const { return vcs_; }
  unsigned links() const { return links_; }
  unsigned channels() const { return channels_; }
  unsigned ports() const { return links_ + channels_; }
  /// Separately read parts of an input port, and their virtual channels.
  unsigned groups() const { return groups_; }
  unsigned group_vcs() const { return vcs_ / groups_; }
  // Queues are numbered port * 4 + vc, groups port * groups() + group.
  /// The logarithm of a group's number of queues.
  unsigned queue_shift() const { return queue_shift_; }
  unsigned group_of(unsigned queue) const {
    return queue_shift_ == 0 ? queue / 4 * groups_ + queue % 4 : queue >> queue_shift_;
  }
  unsigned vc_in_group(unsigned vc) const { return queue_shift_ == 0 ? 0 : groups_ == 2 ? vc % 2 : vc; }

 private:
  unsigned vcs_, links_, channels_, groups_, queue_shift_;
};

}  // namespace collnoc::model
