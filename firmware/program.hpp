// One source file for a program that runs on tiles, both on hardware and on the host:
//
//   template <collnoc::Tile T>
//   int program(T& tile, const collnoc::BootBlock& boot) { ... }
//   COLLNOC_PROGRAM(program)
//
// On RV32, it runs on the tile (collnoc_add_firmware), and its return value is the tile's exit code. On the
// host, it is a separate executable with one process per tile: `NAME [SIZES [ARGUMENT]]`, where SIZES are
// mesh extents such as 8x8 (default 4x4), and ARGUMENT is boot.argument (default 0). It prints each non-zero
// exit code and the time of the marked part (firmware/hal/mark.hpp). It returns 0 if there is no such code, 1
// if there is one, 2 if a NIC would refuse a put, or if the program crashes or waits for messages that no
// tile will send. The program may use memory from boot.base on.
#pragma once
#include "collnoc/firmware/hal/mark.hpp"
#include "collnoc/firmware/hal/print.hpp"
#include "collnoc/firmware/hal/tile.hpp"
#include "collnoc/firmware/rv32/boot_block.hpp"

#ifdef __riscv
#include "collnoc/firmware/rv32/mmio_tile.hpp"

#define COLLNOC_PROGRAM(program)                   \
  int main() {                                     \
    static collnoc::MmioTile tile;                 \
    return (program)(tile, collnoc::boot_block()); \
  }
#else
#include <charconv>
#include <cstdio>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

#include "collnoc/firmware/native/host_processes.hpp"

namespace collnoc {

/// Parses `8x8`: a mesh of up to 4 dimensions and 1024 tiles. Returns no dimensions if the text is invalid.
inline Topology mesh_of(const char* text) {
  std::array<Dimension, max_dims> dimensions{};
  unsigned dims = 0;
  Rank size = 1;
  while (dims < 4) {
    int read = 0;
    unsigned extent = 0;
    if (std::sscanf(text, "%4u%n", &extent, &read) != 1 || extent == 0) break;
    dimensions[dims++].extent = extent;
    size *= extent;
    if (size > 1024) break;
    text += read;
    if (*text == '\0') return {dimensions, dims};
    if (*text++ != 'x') break;
  }
  return {dimensions, 0};
}

/// Parses a number of 32 bits.
inline std::optional<std::uint32_t> number_of(const std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

template <class Program>
int run_on_host(int argc, char** argv, Program program) {
  const Topology topology = mesh_of(argc > 1 ? argv[1] : "4x4");
  const auto argument = number_of(argc > 2 ? argv[2] : "0");
  if (argc > 3 || topology.dims() == 0 || !argument) {
    std::fprintf(
        stderr,
        "%s: expected the extents of a mesh of at most 1024 tiles, such as 8x8, and optionally a number "
        "of 32 bits for boot.argument\n",
        argv[0]);
    return 1;
  }
  BootBlock boot;
  boot.base = 0x1000;
  boot.argument = *argument;
  ThreadNetwork network(topology, 65536);
  std::vector<int> code;
  try {
    code = network.run_apart([&](ThreadTile& tile) { return program(tile, boot); });
  } catch (const HostFailure& failure) {
    std::fprintf(stderr, "%s: %s\n", argv[0], failure.what());
    return 2;
  }
  if (const auto time = network.marked()) {
    std::printf("marked: %.3f ms\n", static_cast<double>(*time) / 1e6);
  }
  bool good = true;
  for (Rank r = 0; r < topology.size(); ++r) {
    if (code[r] == 0) continue;
    std::printf("tile %u: exit code %d\n", r, code[r]);
    good = false;
  }
  return good ? 0 : 1;
}

}  // namespace collnoc

#define COLLNOC_PROGRAM(program)                                                                            \
  int main(int argc, char** argv) {                                                                         \
    return collnoc::run_on_host(argc, argv, [](collnoc::ThreadTile& tile, const collnoc::BootBlock& boot) { \
      return (program)(tile, boot);                                                                         \
    });                                                                                                     \
  }
#endif
