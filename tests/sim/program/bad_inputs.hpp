// Wrong commands, and the text that their one-line error message must contain. The table is used for the
// program as a function and for the binary. "{folder}" stands for an empty folder of the test.
#pragma once
#include <string>
#include <vector>

namespace collnoc::test {

struct BadInput {
  std::vector<std::string> arguments;
  std::string expected;  ///< a part of the line on stderr
};

inline const std::vector<BadInput>& bad_inputs() {
  static const std::vector<BadInput> table{
      // Commands and options.
      {{}, "no command given; one of run, schedule, check, traffic, regress, tune, list"},
      {{"rnu", "broadcast"}, "unknown command 'rnu'; did you mean 'run'?"},
      {{"shedule"}, "did you mean 'schedule'?"},
      {{"--verson"}, "did you mean '--version'?"},
      {{"frobnicate"}, "unknown command 'frobnicate'; one of"},
      {{"run", "broadcast", "--algoritm", "all"},
       "unknown option '--algoritm' of run; did you mean '--algorithm'?"},
      {{"run", "broadcast", "--topolgy=mesh:8x8"}, "did you mean '--topology'?"},
      {{"run", "broadcast", "--vcs"}, "--vcs"},
      {{"run", "broadcast", "8x8"}, "unexpected argument '8x8'"},
      {{"run", "broadcast", "-q"}, "unknown option '-q'"},
      {{"run", "broadcast", "--step-barrier=perhaps"}, "step-barrier"},
      {{"list", "algoritms"}, "did you mean 'algorithms'?"},
      {{"list"}, "one of algorithms, topologies, patterns, nodes"},
      // Collective, algorithm, topology.
      {{"run"}, "no collective given; one of broadcast, total-exchange, all-to-all-broadcast"},
      {{"run", "brodcast"}, "unknown collective 'brodcast'; did you mean 'broadcast'?"},
      {{"run", "totalexchange"}, "did you mean 'total-exchange'?"},
      {{"run", "all-togather"}, "did you mean 'all-gather'?"},
      {{"run", "all-to-all", "--root", "3"}, "total-exchange has no root"},
      {{"run", "broadcast", "--algorithm", "auto,lion"}, "unknown algorithm 'lion' for broadcast"},
      {{"run", "all-gather", "--algorithm", "recursive-division,auto"},
       "unknown algorithm 'recursive-division' for all-to-all-broadcast"},
      {{"run", "broadcast", "--algorithm", "recursive-devision"}, "did you mean 'recursive-division'?"},
      {{"run", "broadcast", "--algorithm", "direct"}, "unknown algorithm 'direct' for broadcast"},
      {{"run", "broadcast", "--algorithm", "recursive-division,"}, "an empty name"},
      {{"run", "broadcast", "--algorithm", "recursion-based", "--topology", "mesh:3x5"},
       "recursion-based does not apply to mesh:3x5 one-port"},
      {{"run", "broadcast", "--algorithm", "recursion-based,recursion-based"},
       "recursion-based is listed twice"},
      {{"schedule", "broadcast", "--algorithm", "recursion"}, "did you mean 'recursion-based'?"},
      {{"check", "broadcast", "--algorithm", "bruk"}, "unknown algorithm 'bruk'"},
      {{"run", "broadcast", "--topology", "torus:0x8"}, "torus:0x8"},
      {{"run", "broadcast", "--topology", "tours:8x8"}, "did you mean 'torus'?"},
      {{"run", "broadcast", "--topology", "mesh"}, "mesh:8x8"},
      {{"run", "broadcast", "--topology", "mesh:8x"}, "mesh:8x"},
      {{"run", "broadcast", "--topology", "mesh:8x8.5"}, "mesh:8x8.5"},
      {{"run", "broadcast", "--topology", "mesh:65537x1"}, "65536"},
      {{"run", "broadcast", "--nic", "allport"}, "unknown NIC 'allport'; did you mean 'all-port'?"},
      // Sizes and roots.
      {{"run", "broadcast", "--bytes", "0"}, "a message has at least 1 byte"},
      {{"run", "broadcast", "--bytes", "-8"}, "--bytes"},
      {{"run", "broadcast", "--bytes", "1KB"}, "not a size; write 1024, 1K, 64,4K or 64:64K:4x"},
      {{"run", "broadcast", "--bytes", "64,,128"}, "not a size"},
      {{"run", "broadcast", "--bytes", "64:1K"}, "a range is FIRST:LAST:STEP"},
      {{"run", "broadcast", "--bytes", "64:1K:1x"}, "at least 2x"},
      {{"run", "broadcast", "--bytes", "1K:64:4x"}, "ends before it begins"},
      {{"run", "broadcast", "--bytes", "1:1M:1"}, "more than 1000 values"},
      {{"run", "broadcast", "--bytes", "64,1K,64"}, "64 is listed twice"},
      {{"run", "broadcast", "--bytes", "3M"}, "at most 2097152"},
      {{"run", "broadcast", "--bytes", "99999999999999999999"}, "not a size"},
      {{"run", "total-exchange", "--bytes", "64K"}, "at most 16384"},
      {{"run", "broadcast", "--root", "64"}, "rank 64 is outside; ranks are 0 to 63"},
      {{"run", "broadcast", "--root", "3,8"}, "coordinate 8 is outside; y goes from 0 to 7"},
      {{"run", "broadcast", "--root", "1,2,3"}, "3 coordinates for 2 dimensions"},
      {{"run", "broadcast", "--root", "middle"}, "must be a rank, coordinates such as 3,5, or all"},
      {{"run", "total-exchange", "--root", "3"}, "total-exchange has no root"},
      {{"run", "all-to-all-broadcast", "--root", "3"}, "all-to-all-broadcast has no root"},
      // Hardware.
      {{"run", "broadcast", "--vcs", "0"}, "--vcs 0: must be 1 to 4"},
      {{"run", "broadcast", "--vcs", "5"}, "must be 1 to 4"},
      {{"run", "broadcast", "--vcs", "two"}, "must be a whole number, 1 to 4"},
      {{"run", "broadcast", "--vc-depth", "1"}, "must be 2 to 64"},
      {{"run", "broadcast", "--flit-bits", "96"}, "must be 64, 128, 256 or 512"},
      {{"run", "broadcast", "--max-packet-flits", "257"}, "must be 2 to 256"},
      {{"run", "broadcast", "--hop-cycles", "6"}, "must be 1 to 5"},
      {{"run", "broadcast", "--route-orders", "3"}, "must be 1 to 2"},
      {{"run", "broadcast", "--route-orders", "2", "--vcs", "3"},
       "with --route-orders 2, --vcs must be 2 or 4"},
      {{"run", "broadcast", "--switching", "wormhol"}, "did you mean 'wormhole'?"},
      {{"run", "broadcast", "--switching", "cut-through", "--max-packet-flits", "16"},
       "--max-packet-flits must be at most --vc-depth"},
      // Backends and other options of execution.
      {{"run", "broadcast", "--backend", "rlt"}, "unknown backend 'rlt'; did you mean 'rtl'?"},
      {{"run", "broadcast", "--rtl-nodes", "0-7"}, "only --backend mixed chooses nodes"},
      {{"run", "broadcast", "--backend", "mixed", "--rtl-nodes", "0-64"}, "rank 64 is outside"},
      {{"run", "broadcast", "--backend", "mixed", "--rtl-nodes", "chess"}, "0-7,12, or checkerboard"},
      {{"run", "broadcast", "--backend", "mixed", "--rtl-nodes", "7-3"}, "ends before it begins"},
      {{"run", "broadcast", "--firmware", "rv64"}, "did you mean 'rv32'?"},
      {{"run", "broadcast", "--firmware", "./x.elf"},
       "applies to collectives only; ./x.elf is a program of your own"},
      {{"run", "broadcast", "--firmware", "rv32", "--startup-cycles", "3"},
       "applies to native firmware only"},
      {{"run", "broadcast", "--firmware", "rv32", "--timeline", "x.json"}, "applies to native firmware only"},
      {{"run", "broadcast", "--memory", "128K"}, "applies to programs (--firmware FILE.elf) only"},
      {{"run", "broadcast", "--argument", "1"}, "applies to programs (--firmware FILE.elf) only"},
      {{"run", "--firmware", "x.elf", "--memory", "4M"}, "must be a power of two from 64K to 2M"},
      {{"run", "broadcast", "--startup-cycles", "-1"}, "--startup-cycles"},
      {{"run", "broadcast", "--startup-cycles", "1.5"}, "must be a whole number"},
      {{"run", "broadcast", "--threads", "0"}, "must be 1 to 1024"},
      {{"run", "broadcast", "--max-cycles", "0"}, "must be at least 1"},
      {{"run", "broadcast", "--seed", "x"}, "must be a whole number"},
      // Files.
      {{"run", "broadcast", "--json", "{folder}/none/out.json"},
       "cannot be written: No such file or directory"},
      {{"run", "broadcast", "--json", "{folder}"}, "cannot be written: it is a folder"},
      {{"run", "broadcast", "--trace", "{folder}/none/out.fst"}, "--trace"},
      {{"run", "broadcast", "--trace", "{folder}/a.fst", "--bytes", "64,128"},
       "records one run, but this command makes 2"},
      {{"run", "broadcast", "--config", "{folder}/none.toml"}, "none.toml: cannot be read"},
      {{"run", "broadcast", "--set", "hardware.vc=4"},
       "unknown key 'hardware.vc'; did you mean 'hardware.vcs'?"},
      {{"run", "broadcast", "--set", "hardware.vcs"}, "must be KEY=VALUE"},
      {{"run", "broadcast", "--set", "hardware.vcs=9"}, "--set hardware.vcs=9: must be 1 to 4"},
      {{"run", "broadcast", "--set", "step_barrier=maybe"}, "must be true or false"},
      // Traffic.
      {{"traffic", "--pattern", "unifrom"}, "unknown pattern 'unifrom'; did you mean 'uniform'?"},
      {{"traffic", "--pattern", "transpose", "--topology", "mesh:4x8"}, "needs a square network"},
      {{"traffic", "--load", "0"}, "above 0"},
      {{"traffic", "--load", "1.5"}, "at most 1"},
      {{"traffic", "--load", "a"}, "write 0.1,0.2 or 0.05:0.5:0.05"},
      {{"traffic", "--load", "0.5:0.1:0.1"}, "FIRST:LAST:STEP"},
      {{"traffic", "--load", "0.1:0.3:0.1,0.3"}, "0.3 is listed twice"},
      {{"traffic", "--load", "nan"}, "not a load"},
      {{"traffic", "--packet-flits", "33"}, "longer than the longest packet, 32 flits"},
      {{"traffic", "--measure", "0"}, "must be 1 to"},
      {{"traffic", "--topology", "mesh:1x1"}, "at least 2 nodes"},
      // Regression.
      {{"regress", "--baselines", "{folder}/none"}, "matrix.toml: cannot be read"},
      {{"regress", "--backend", "modle"}, "did you mean 'model'?"},
      {{"regress", "--backend", "mixed"}, "model, rtl or lockstep"},
      {{"regress", "--junit", "{folder}/none/j.xml"}, "--junit"},
  };
  return table;
}

}  // namespace collnoc::test
