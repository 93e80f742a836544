// Nodes in slices by their pins: what each node is given in a cycle, and what it drives in the next one. For
// whoever connects nodes himself, as SystemC's signals do; a fabric connects planes to planes
// (fabric_slices.hpp).
//
// A cycle is: take() of each node to whose pins something comes, step(), show() of the nodes that are looked
// at.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "sim/fabric/sliced_nodes.hpp"

namespace collnoc {

class SlicedPins {
 public:
  /// Resets the nodes. `nodes` must outlive this object.
  SlicedPins(SlicedNodes& nodes, const HardwareConfig& config);

  /// Nodes that are not given anything in a cycle must be quiescent.
  void take(Rank rank, const model::NodeIn& in);
  /// The edge of the clock, for all nodes.
  void step();
  /// What a node drives. Data stay readable for one further step.
  void show(Rank rank, model::NodeOut& out);

 private:
  /// Up to 64 bits of pins: a word of each node, which transposes move to the planes or from them.
  struct Block {
    std::vector<int> places;
    std::vector<std::uint64_t> words;  ///< [rank]
    bool moves =
        false;  ///< of inputs: to the planes, at the next step; of outputs: has been moved since the last
    bool driven = false;  ///< the planes of inputs are not 0
  };
  /// Some bits of a block.
  struct Field {
    unsigned block, shift;
    std::uint64_t mask;
  };
  /// By link, read or channel; data by word of each.
  using Fields = std::vector<Field>;
  struct Inputs {
    Fields link;  ///< from bit 0 on: valid, head, tail, vc, credits
    Fields data, rd_data;
    Field grants;  ///< of reads, then of writes
    Field cycle;
    Field access;  ///< valid, write, address
    Field wdata;
  };
  struct Outputs {
    Fields link, data;  ///< as of inputs
    Field flags;        ///< ready, event, quiescent, held, requests of reads, of writes
    Field rdata;
    Fields rd_addr, wr_addr, wr_strb, wr_data;
  };

  /// Puts bits into a block with room.
  static Field add(std::vector<Block>& blocks, const std::vector<int>& places);
  /// The `count` equal parts of a pin.
  static Fields add_each(std::vector<Block>& blocks, const SlicedPin& pin, unsigned count);
  Fields add_links(std::vector<Block>& blocks, std::initializer_list<SlicedPin> pins) const;
  void put(const Field& f, Rank rank, std::uint64_t value);
  std::uint64_t get(const Field& f, Rank rank);
  /// f(array, word of its planes, rank of the first node)
  template <class F>
  void each_word(F&& f);

  SlicedNodes& nodes_;
  unsigned links_, words_, reads_, channels_;
  unsigned vc_w_;     // bits of a virtual channel
  unsigned credits_;  // first bit of the credits of a link
  int tile_rst_;      // place
  std::vector<Block> in_blocks_, out_blocks_;
  Inputs in_;
  Outputs out_;
  std::vector<std::uint8_t> in_reset_;  // [rank] the tile
  bool resets_ = false;                 // some of them changes
  std::vector<std::uint32_t> granted_;  // [rank] reads in the last cycle
  std::vector<std::uint64_t> data_[2];  // of two cycles: [rank] flits of links and writes to memory
  unsigned which_ = 0;
};

}  // namespace collnoc
