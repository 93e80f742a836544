/* The same in C: every tile sends to the tile opposite, which answers. */
#include <collnoc.h>
#include <stdio.h>

static int fail(void) {
  fprintf(stderr, "%s\n", collnoc_error());
  return 1;
}

int main(void) {
  collnoc_network* network = collnoc_open("--topology torus:4x4 --vc-depth 8");
  collnoc_arrival message;
  unsigned answers = 0;
  unsigned long long slowest = 0;
  uint32_t tile;
  if (network == NULL) return fail();
  for (tile = 0; tile < collnoc_nodes(network); ++tile)
    if (collnoc_send(network, tile, (tile + 10) % 16, 256) == 0) return fail();
  while (collnoc_under_way(network) > 0) {
    if (collnoc_step_to_arrival(network, 1000000) < 0) return fail();
    while (collnoc_take_arrivals(network, &message, 1) == 1) {
      if (message.bytes == 64) {
        ++answers;
        slowest = message.arrived;
      } else if (collnoc_send(network, (uint32_t)message.target, (uint32_t)message.source, 64) == 0) {
        return fail();
      }
    }
  }
  collnoc_close(network);
  printf("%u answers, the last in cycle %llu\n", answers, slowest);
  return answers == 16 ? 0 : 1;
}
