// Written by sim/run/generate from sim/run/results.toml: the rows of tables.
#include "sim/results/table_parts.hpp"

namespace collnoc {

std::vector<Table::Cell> run_cells(const RunResult& r, [[maybe_unused]] const RunConfig& c) {
  return {{"bytes", std::to_string(c.bytes)},
          {"algorithm", c.algorithm, true},
          {"root", std::to_string(c.root)},
          {"steps", std::to_string(r.steps)},
          {"alpha", std::to_string(r.alpha)},
          {"beta", shortest(r.beta)},
          {"cycles", std::to_string(r.cycles)},
          {"bound", std::to_string(r.bound_cycles)},
          {"bound%", percent_text(r.bound_cycles, r.cycles)},
          {"predicted", std::to_string(r.predicted_cycles)},
          {"stalls", std::to_string(r.stalls.total())},
          {"flit-hops", std::to_string(r.flit_hops)},
          {"peak-link", std::to_string(r.peak_link_flits)},
          {"wrong", std::to_string(r.bytes_wrong)},
          {"instructions", r.rv32 ? spread_text(r.rv32->instructions_per_rank) : "-"},
          {"T_s", startup_text(r)}};
}

std::vector<Table::Cell> program_cells(const TileProgramResult& r,
                                       [[maybe_unused]] const TileProgramConfig& c) {
  return {{"tiles", std::to_string(c.topology.size())},
          {"cycles", std::to_string(r.cycles)},
          {"marked", r.marked ? std::to_string(r.marked->cycles) : "-"},
          {"instructions", spread_text(r.instructions_per_rank)},
          {"flit-hops", std::to_string(r.flit_hops)},
          {"failed", std::to_string(failed(r))}};
}

std::vector<Table::Cell> traffic_load_cells(const TrafficResult& r, [[maybe_unused]] const TrafficConfig& c) {
  return {{"load", load_text(r.load)},
          {"offered", load_text(r.offered)},
          {"accepted", throughput_text(r.accepted)},
          {"mean", mean_text(r.latency.total)},
          {"p50", percentile_text(r.latency.total, 0.5)},
          {"p99", percentile_text(r.latency.total, 0.99)},
          {"max", percentile_text(r.latency.total, 1)},
          {"packets", std::to_string(r.packets)},
          {"saturated", saturated_text(r.stability), true},
          {"+-", half_width_text(r)},
          {"queueing", mean_text(r.latency.queueing)},
          {"network", mean_text(r.latency.network)},
          {"serial", mean_text(r.latency.serialization)},
          {"least", served_text(r.least)},
          {"most", served_text(r.most)},
          {"link%", busiest_text(r.link_flits, r.measured_cycles)},
          {"credit", std::to_string(r.stalls.credit)},
          {"arbitration", std::to_string(r.stalls.arbitration)},
          {"bank", std::to_string(r.stalls.bank)}};
}

std::vector<Table::Cell> replay_result_cells(const ReplayResult& r, [[maybe_unused]] const ReplayConfig& c) {
  return {{"cycles", std::to_string(r.cycles)},
          {"messages", std::to_string(r.messages)},
          {"accepted", throughput_text(r.accepted)},
          {"mean", mean_text(r.latency.total)},
          {"p50", percentile_text(r.latency.total, 0.5)},
          {"p99", percentile_text(r.latency.total, 0.99)},
          {"max", percentile_text(r.latency.total, 1)},
          {"queueing", mean_text(r.latency.queueing)},
          {"network", mean_text(r.latency.network)},
          {"serial", mean_text(r.latency.serialization)},
          {"least", served_text(r.least)},
          {"most", served_text(r.most)},
          {"link%", busiest_text(r.link_flits, r.cycles)},
          {"credit", std::to_string(r.stalls.credit)},
          {"arbitration", std::to_string(r.stalls.arbitration)},
          {"bank", std::to_string(r.stalls.bank)}};
}

}  // namespace collnoc
