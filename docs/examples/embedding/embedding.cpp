// Your own simulator on the network of collnoc: every tile sends to the tile opposite, which answers.
#include <cstdio>

#include "collnoc/network.hpp"

int main() {
  collnoc::Network network("--topology torus:4x4 --vc-depth 8");
  for (std::uint32_t tile = 0; tile < network.nodes(); ++tile) network.send(tile, (tile + 10) % 16, 256);
  unsigned long long answers = 0, slowest = 0;
  while (network.under_way() > 0) {
    network.step_to_arrival(1'000'000);
    for (const collnoc::Arrival& message : network.arrivals()) {
      if (message.bytes == 256)
        network.send(message.target, message.source, 64);  // in the cycle in which the request is there
      else
        ++answers, slowest = message.arrived;
    }
  }
  std::printf("%llu answers, the last in cycle %llu\n", answers, slowest);
  return answers == 16 ? 0 : 1;
}
