// An external program: it clocks one node of the model until the node has put a message to itself, and prints
// the number of steps of a broadcast from the firmware.
#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "collnoc/arch/nic_registers.hpp"
#include "collnoc/firmware/collectives/broadcast/recursive_division.hpp"
#include "collnoc/model/tile/node.hpp"

int main() {
  using namespace collnoc;
  const Topology mesh = Topology::mesh(8, 8);
  model::Node node({}, model::Place::of(mesh, 9, 64));
  model::NodeIn in;
  model::NodeOut out;
  node.settle(out);
  const std::uint64_t memory = 0x5a;
  const std::array<std::array<std::uint32_t, 2>, 5> writes = {{{nic::put_src, 0},
                                                               {nic::put_addr, 64},
                                                               {nic::put_bytes, 8},
                                                               {nic::put_ctrl, 1},
                                                               {nic::put_node, 0x0101}}};
  std::size_t next = 0;
  std::uint64_t written = 0;
  for (in.cycle = 0; in.cycle < 100 && !out.event; ++in.cycle) {
    in.access = {};
    if (next < writes.size() && out.reg_ready) {
      in.access = {true, true, static_cast<std::uint16_t>(writes[next][0]), writes[next][1]};
      ++next;
    }
    in.rd_gnt = out.rd_req;
    in.wr_gnt = out.wr_req;
    in.rd_data = &memory;
    if (out.wr_req != 0 && out.wr_addr[0] == 8) written = *out.wr_data[0];
    node.tick(in, out);
  }
  Job job;
  job.topology = mesh;
  std::printf("%x after %u cycles, %u steps\n", static_cast<unsigned>(written), in.cycle,
              RecursiveDivision::steps(job));
  return written == memory && RecursiveDivision::steps(job) == 6 ? 0 : 1;
}
