#include "tests/sim/fabric/lockstep_faults.hpp"

#include <fmt/format.h>

#include <utility>

namespace collnoc::test {
namespace {

using V = std::uint64_t;
using Pair = std::optional<std::pair<V, V>>;

const std::string input = "i_router.i_inputs.gen_input[{}].gen_group[0].i_input_buffer.",
                  output = "i_router.i_outputs.gen_output[{}].i_output_unit.";
const std::string tx = "i_nic.gen_channel[0].i_tx.", rx = "i_nic.gen_channel[0].i_rx.";
const std::string arrived = "i_nic.i_counters.i_arrived.";
std::string at(const std::string& pattern, unsigned port) { return fmt::format(fmt::runtime(pattern), port); }

// Changes of a value. A change that returns the value unchanged waits for a state in which it has an effect.
V one_more(V v) { return v + 1; }
V one_less(V v) { return v == 0 ? v : v - 1; }
V zero(V v) { return v & 0; }
V set(V) { return 1; }
auto flip(unsigned bit) {
  return [bit](V v) { return v ^ (V{1} << bit); };
}
auto clear(unsigned bit) {
  return [bit](V v) { return v & ~(V{1} << bit); };
}
auto raise(unsigned bit) {
  return [bit](V v) { return v | (V{1} << bit); };
}

/// Flips bit 0 of a bit mask among the outputs: clears it if `lose`, otherwise sets it.
template <class Mask>
Fault mask_pin(std::string pin, Mask mask, bool lose) {
  return pin_fault(std::move(pin), [=](model::NodeOut& out) -> Pair {
    std::uint32_t& m = mask(out);
    if (((m & 1) != 0) != lose) return std::nullopt;
    m ^= 1;
    return std::pair<V, V>{lose, !lose};
  });
}

/// A field of the flit on link +x.
template <class Field>
Fault flit_pin(const char* name, Field field) {
  return pin_fault(fmt::format("link +x {}", name), [=](model::NodeOut& out) -> Pair {
    if (!(out.link_valid & 1)) return std::nullopt;
    return field(out.link[0]);
  });
}

// A tag of an input buffer: virtual channel, outputs (one-hot), tail, head.
constexpr unsigned outputs_at = 1, tail_bit = 5, head_bit = 6;
V another_output(V tag) {
  const V outputs = tag >> outputs_at & 0xf;
  return tag ^ (outputs ^ (outputs == 1 ? 2 : 1)) << outputs_at;
}

std::vector<NamedFault> router_faults() {
  const auto reg = [](const std::string& name, auto change) { return register_fault(name, change); };
  return {
      {"output_arbiter_forgets",
       reg("i_router.i_switch_allocator.gen_output[2].i_arbiter.gen_many.mask_q", zero)},
      {"ejection_arbiter_forgets",
       reg("i_router.i_switch_allocator.gen_output[4].i_arbiter.gen_many.mask_q", zero)},
      {"vc_arbiter_picks_the_wrong_one",
       reg("i_router.i_switch_allocator.gen_input[4].i_vc_arbiter.gen_many.mask_q", flip(1))},
      {"link_credit_too_many", reg(at(output, 0) + "gen_credit[0].credit_q", one_more)},
      {"link_credit_too_few", reg(at(output, 1) + "gen_credit[1].credit_q", one_less)},
      {"link_credit_never_returned", reg(at(output, 2) + "gen_credit[0].credit_q", zero)},
      {"ejection_credit_too_many", reg(at(output, 4) + "gen_credit[0].credit_q", one_more)},
      {"ejection_credit_too_few", reg(at(output, 4) + "gen_credit[0].credit_q", one_less)},
      {"output_stays_busy", reg(at(output, 3) + "gen_vc[0].busy_q", set)},
      {"output_is_free_too_early", reg(at(output, 4) + "gen_vc[0].busy_q", zero)},
      {"tail_comes_late", reg(at(input, 4) + "tag_q[0]", clear(tail_bit))},
      {"tail_comes_early", reg(at(input, 4) + "gen_vc[0].front_q", raise(tail_bit))},
      {"head_is_a_body", reg(at(input, 4) + "gen_vc[0].front_q", clear(head_bit))},
      {"body_is_a_head", reg(at(input, 4) + "tag_q[3]", raise(head_bit))},
      {"wrong_virtual_channel", reg(at(input, 4) + "tag_q[0]", flip(0))},
      {"wrong_output_port", reg(at(input, 4) + "tag_q[0]", another_output)},
      {"flit_is_lost", reg(at(input, 4) + "gen_vc[0].count_q", one_less)},
      {"flit_is_doubled", reg(at(input, 4) + "gen_vc[1].count_q", one_more)},
      {"queue_is_read_at_the_wrong_place", reg(at(input, 4) + "gen_vc[0].rd_ptr_q", flip(0))},
      {"queue_is_written_at_the_wrong_place", reg(at(input, 4) + "gen_vc[0].wr_ptr_q", flip(1))},
      {"flit_count_wrong", reg("i_router.gen_monitor.i_monitor.i_counters.0", one_more)},
      {"credit_stalls_wrong", reg("i_router.gen_monitor.i_monitor.i_counters.13", one_more)},
      {"arbitration_stalls_wrong", reg("i_router.gen_monitor.i_monitor.i_counters.14", one_less)},
  };
}

std::vector<NamedFault> nic_faults() {
  const auto reg = [](const std::string& name, auto change) { return register_fault(name, change); };
  return {
      {"counter_incremented_twice", reg(arrived + "gen_read[0].i_ram.mem_q[5]", one_more)},
      {"counter_incremented_by_two", reg(arrived + "last_write_q", one_more)},
      {"increment_written_to_the_wrong_counter", reg("i_nic.i_counters.incremented_q", flip(2))},
      {"increment_read_too_early", reg(arrived + "gen_read[0].hit_q", [](V v) { return v ^ 1; })},
      {"counter_read_wrong", reg(arrived + "gen_read[1].i_ram.data_q", flip(0))},
      {"counter_forgotten", reg(arrived + "written_q", zero)},
      {"counter_not_zero_after_reset", reg(arrived + "gen_read[1].known_q", [](V v) { return v ^ 1; })},
      {"subtraction_lost", reg("i_nic.i_counters.subtract_q", zero)},
      {"wrong_amount_subtracted", reg("i_nic.i_counters.amount_q", one_more)},
      {"subtracted_from_the_wrong_counter", reg("i_nic.i_counters.number_q", flip(0))},
      {"subtracted_twice", reg("i_nic.i_counters.i_subtracted.gen_read[0].i_ram.mem_q[5]", one_more)},
      {"counter_read_lost", reg("i_nic.i_counters.read_q", zero)},
      {"event_lost", reg("i_nic.i_counters.event_q", zero)},
      {"increment_lost", reg(rx + "inc_q", zero)},
      {"wrong_counter_incremented", reg(rx + "inc_counter_q", flip(3))},
      {"wrong_address_in_context", slice_fault("i_nic.gen_channel[0].i_rx.context_q", 30, 30, flip(12))},
      {"wrong_length_in_context", slice_fault("i_nic.gen_channel[0].i_rx.context_q", 0, 30, flip(0))},
      {"loop_served_out_of_turn", reg(rx + "gen_loop.prefer_loop_q", [](V v) { return v ^ 1; })},
      {"received_flit_lost", reg(rx + "i_eject.count_q", one_less)},
      {"write_bank_stalls_wrong", reg(rx + "gen_monitor.bank_stalls_q", one_more)},
      {"launch_lost", reg("i_nic.i_registers.launch_valid_q", zero)},
      {"sticky_register_lost", reg("i_nic.i_registers.put_bytes_q", zero)},
      {"error_out_of_nothing", reg("i_nic.i_registers.error_q", set)},
      {"wrong_read_data", reg("i_nic.i_registers.rdata_q", flip(0))},
      {"injection_credit_too_many", reg(tx + "gen_credit[0].credit_q", one_more)},
      {"injection_credit_too_few", reg(tx + "gen_credit[1].credit_q", one_less)},
      {"loop_credit_too_many", reg(tx + "loop_credit_q", one_more)},
      {"packet_too_long", reg(tx + "left_q", [](V v) { return v == 0 ? v : v + 1; })},
      {"payload_read_from_the_wrong_place", reg(tx + "local_q", one_more)},
      {"payload_sent_to_the_wrong_place", reg(tx + "remote_q", one_more)},
      {"payload_too_long", reg(tx + "remaining_q", one_more)},
      {"message_begins_again", reg(tx + "started_q", zero)},
      {"put_lost_from_the_queue", reg(tx + "i_queue.count_q", one_less)},
      {"wrong_header", slice_fault(tx + "header_q", 0, 64, flip(40))},
  };
}

std::vector<NamedFault> sequencer_faults() {
  const std::string all = "i_nic.gen_sequencer.i_sequencer.";
  const auto one = [&](const std::string& name, auto change) { return register_fault(all + name, change); };
  const auto ctx = [&](const std::string& name, auto change) {
    return register_fault(all + "gen_context[1].i_context." + name, change);
  };
  const auto toggle = [](V v) { return v ^ 1; };
  std::vector<NamedFault> faults = {
      {"plan_address_lost", one("plan_q", zero)},
      {"plan_begins_at_the_wrong_word", one("plan_q", flip(3))},
      {"start_time_lost", one("at_q", zero)},
      {"fault_reported_at_the_wrong_action", one("fault_q", flip(4))},
      {"time_since_the_start_wrong", one("started_q", one_more)},
      {"start_not_awaited", one("armed_q", zero)},
      {"start_never_comes", one("armed_q", set)},
      {"end_not_reported", one("event_q", zero)},
      {"end_out_of_nothing", one("event_q", set)},
      {"fetches_out_of_turn", one("i_fetch.gen_many.mask_q", flip(1))},
      {"accesses_out_of_turn", one("i_access.gen_many.mask_q", flip(2))},
      {"checks_out_of_turn", one("i_check.gen_many.mask_q", flip(4))},
      {"software_put_first_without_cause", register_fault("i_nic.gen_sequencer.owed_q", flip(0))},
      {"context_stops", ctx("running_q", zero)},
      {"context_starts_by_itself", ctx("running_q", set)},
      {"fetched_word_lost", ctx("inflight_q", zero)},
      {"word_out_of_nothing", ctx("inflight_q", set)},
      {"fetch_repeated", ctx("fetch_q", one_less)},
      {"fetch_skipped", ctx("fetch_q", one_more)},
      {"action_has_the_wrong_address", ctx("front_at_q", one_more)},
      {"queued_word_lost", ctx("i_queue.count_q", one_less)},
      {"queued_word_performed_twice", ctx("i_queue.rd_ptr_q", toggle)},
      {"queued_word_overwritten", ctx("i_queue.wr_ptr_q", toggle)},
      {"queued_word_changed", ctx("i_queue.mem_q[2]", flip(7))},
      {"first_word_lost", ctx("first_valid_q", zero)},
      {"first_word_used_twice", ctx("first_valid_q", set)},
      {"first_word_changed", ctx("first_q", flip(12))},
      {"put_lost", ctx("slot_valid_q", zero)},
      {"put_sent_twice", ctx("slot_valid_q", set)},
      {"put_to_the_wrong_place", slice_fault(all + "gen_context[1].i_context.slot_q", 0, 64, flip(21))},
      {"put_of_the_wrong_length", slice_fault(all + "gen_context[1].i_context.slot_q", 0, 64, flip(0))},
      {"waiting_put_has_the_wrong_address", ctx("slot_at_q", one_more)},
      {"gate_forgotten", ctx("gate_q", zero)},
      {"gate_is_another_counter", ctx("gate_q", toggle)},
      {"piece_leaves_early", ctx("threshold_q", one_less)},
      {"piece_leaves_late", ctx("threshold_q", one_more)},
      {"piece_too_long", ctx("piece_q", one_more)},
      {"put_in_one_piece", ctx("piece_q", zero)},
      {"counter_believed_known", ctx("known_q", set)},
      {"counter_read_again_without_cause", ctx("known_q", zero)},
      {"another_counter_followed", ctx("watched_q", toggle)},
      {"increment_counted_twice", ctx("count_q", one_more)},
      {"increment_missed", ctx("count_q", one_less)},
      {"value_that_was_read_ignored", ctx("reading_q", zero)},
      {"increment_during_the_read_forgotten", ctx("missed_q", toggle)},
      {"subtraction_during_the_read_forgotten", ctx("stale_q", toggle)},
      {"sequencer_reads_at_the_wrong_address", pin_fault("pin rd_addr_o",
                                                         [](model::NodeOut& o) -> Pair {
                                                           if (!((o.rd_req >> 4) & 1)) return std::nullopt;
                                                           const V was = o.rd_addr[4];
                                                           o.rd_addr[4] ^= 1;
                                                           return std::pair<V, V>{was, o.rd_addr[4]};
                                                         })},
  };
  for (NamedFault& fault : faults) fault.sequencer = true;
  return faults;
}

std::vector<NamedFault> pin_faults() {
  static std::array<std::uint64_t, model::max_flit_words> data;  // outlives the cycle
  const auto valid = [](model::NodeOut& o) -> std::uint32_t& { return o.link_valid; };
  const auto first = [](auto& a, bool there, V bit) -> Pair {
    if (!there) return std::nullopt;
    const V was = a[0];
    a[0] ^= static_cast<std::uint32_t>(bit);
    return std::pair<V, V>{was, a[0]};
  };
  const auto credit = [](bool lose) {
    return pin_fault("link +x credit", [=](model::NodeOut& o) -> Pair {
      const V was = o.link_credit & 1 ? o.credit[0] : 0;
      if ((was != 0) != lose) return std::nullopt;
      o.link_credit ^= 1;
      o.credit[0] = 1;
      return std::pair<V, V>{was, lose ? 0 : 1};
    });
  };
  const auto boolean = [](const char* name, auto field, bool when) {
    return pin_fault(name, [=](model::NodeOut& o) -> Pair {
      bool& b = field(o);
      if (b != when) return std::nullopt;
      b = !b;
      return std::pair<V, V>{when, !when};
    });
  };
  return {
      {"flit_lost_on_the_link", mask_pin("link +x valid", valid, true)},
      {"tail_lost_on_the_link", flit_pin("tail",
                                         [](model::FlitRef& f) -> Pair {
                                           if (!f.tail) return std::nullopt;
                                           f.tail = false;
                                           return std::pair<V, V>{1, 0};
                                         })},
      {"head_lost_on_the_link", flit_pin("head",
                                         [](model::FlitRef& f) -> Pair {
                                           if (!f.head) return std::nullopt;
                                           f.head = false;
                                           return std::pair<V, V>{1, 0};
                                         })},
      {"vc_wrong_on_the_link", flit_pin("vc",
                                        [](model::FlitRef& f) -> Pair {
                                          f.vc ^= 1;
                                          return std::pair<V, V>{f.vc ^ 1, f.vc};
                                        })},
      {"data_bit_wrong_on_the_link", flit_pin("data",
                                              [](model::FlitRef& f) -> Pair {
                                                const V was = f.data[0];
                                                data[0] = was ^ (V{1} << 17);
                                                f.data = data.data();
                                                return std::pair<V, V>{was, data[0]};
                                              })},
      {"credit_lost_on_the_link", credit(true)},
      {"credit_out_of_nothing", credit(false)},
      {"read_address_wrong",
       pin_fault("pin rd_addr_o", [=](model::NodeOut& o) { return first(o.rd_addr, o.rd_req & 1, 8); })},
      {"write_address_wrong",
       pin_fault("pin wr_addr_o", [=](model::NodeOut& o) { return first(o.wr_addr, o.wr_req & 1, 1); })},
      {"byte_enable_missing", pin_fault("pin wr_strb_o",
                                        [](model::NodeOut& o) -> Pair {
                                          if (!(o.wr_req & 1) || o.wr_strb[0] == 1) return std::nullopt;
                                          const V was = o.wr_strb[0];
                                          o.wr_strb[0] &= was >> 1;
                                          return std::pair<V, V>{was, o.wr_strb[0]};
                                        })},
      {"read_not_requested", pin_fault("pin rd_req_o",
                                       [](model::NodeOut& o) -> Pair {
                                         if (o.rd_req == 0) return std::nullopt;
                                         return std::pair<V, V>{std::exchange(o.rd_req, 0u), 0};
                                       })},
      {"event_twice", boolean(
                          "pin event_o", [](model::NodeOut& o) -> bool& { return o.event; }, false)},
      {"not_ready_without_cause",
       boolean(
           "pin reg_ready_o", [](model::NodeOut& o) -> bool& { return o.reg_ready; }, true)},
      {"quiescence_is_a_lie",
       boolean(
           "pin quiescent_o", [](model::NodeOut& o) -> bool& { return o.quiescent; }, false)},
  };
}

/// Faults that are active from some cycle on and change a value only occasionally.
std::vector<NamedFault> lasting_faults() {
  const auto keep = [](const std::string& name, auto wrong) {
    auto last = std::make_shared<std::optional<V>>();
    return Fault([=](model::Node& node, model::NodeOut& out) -> std::optional<Damage> {
      const V now = register_value(node, name);
      const V before = last->value_or(now);
      *last = now;
      const V bad = wrong(before, now);
      return bad == now ? std::nullopt : register_fault(name, [bad](V) { return bad; })(node, out);
    });
  };
  const std::string arbiter = "i_router.i_switch_allocator.gen_output[1].i_arbiter.gen_many.mask_q";
  return {
      {"arbiter_always_lowest_first", keep(arbiter, [](V, V) { return V{0}; })},
      {"arbiter_does_not_move_on", keep(arbiter, [](V before, V) { return before; })},
      {"credits_are_not_taken_back", keep(at(output, 0) + "gen_credit[1].credit_q",
                                          [](V before, V now) { return now > before ? before : now; })},
      {"sending_costs_no_credit", keep(at(output, 2) + "gen_credit[0].credit_q",
                                       [](V before, V now) { return now < before ? before : now; })},
      {"output_never_held", keep(at(output, 0) + "gen_vc[1].busy_q", [](V, V) { return V{0}; })},
      {"counter_saturates",
       keep("i_router.gen_monitor.i_monitor.i_counters.3", [](V, V now) { return now > 63 ? V{63} : now; })},
  };
}

std::vector<NamedFault> accumulate_faults() {
  const auto reg = [](const std::string& name, auto change) {
    return register_fault(rx + "gen_accumulate.i_accumulator." + name, change);
  };
  std::vector<NamedFault> faults = {
      {"accumulation_lost_before_it_is_combined", reg("read_q", zero)},
      {"accumulation_out_of_nothing", reg("read_q", set)},
      {"accumulation_lost_before_it_is_written", reg("write_q", zero)},
      {"accumulation_written_twice", reg("write_q", set)},
      {"wrong_operation", reg("read_operation_q", flip(0))},
      {"memory_replaced_instead_of_combined", reg("read_operation_q", zero)},
      {"wrong_word_held", reg("read_addr_q", flip(0))},
      {"combined_word_written_elsewhere", reg("write_addr_q", flip(3))},
      {"half_of_a_word_lost", reg("read_halves_q", flip(1))},
      {"half_of_a_word_not_written", reg("write_halves_q", flip(0))},
      {"accumulation_counted_elsewhere", reg("read_counter_q", flip(2))},
      {"accumulation_not_counted", reg("write_counter_q", zero)},
      {"another_half_of_a_word_lost", reg("read_halves_q", flip(0))},
      {"accumulation_counted_by_another_counter", reg("write_counter_q", flip(3))},
      {"wrong_operation_in_context", slice_fault("i_nic.gen_channel[0].i_rx.context_q", 34, 34, flip(30))},
      {"word_read_at_the_wrong_address", pin_fault("pin rd_addr_o",
                                                   [](model::NodeOut& o) -> Pair {
                                                     if (!((o.rd_req >> 1) & 1)) return std::nullopt;
                                                     const V was = o.rd_addr[1];
                                                     o.rd_addr[1] ^= 1;
                                                     return std::pair<V, V>{was, o.rd_addr[1]};
                                                   })},
  };
  std::vector<NamedFault> between = {
      {"memory_read_a_cycle_late", reg("gen_float_sums.read_fresh_q", zero)},
      {"sum_lost_between_its_stages", reg("gen_float_sums.order_q", zero)},
      {"sum_out_of_nothing", reg("gen_float_sums.add_q", set)},
      {"sum_written_elsewhere", reg("gen_float_sums.order_addr_q", flip(1))},
      {"half_of_a_sum_not_written", reg("gen_float_sums.add_halves_q", flip(1))},
      {"sum_counted_elsewhere", reg("gen_float_sums.add_counter_q", flip(1))},
  };
  for (NamedFault& fault : between) {
    fault.float_sums = true;
    faults.push_back(std::move(fault));
  }
  for (NamedFault& fault : faults) fault.accumulate = true;
  return faults;
}

std::vector<NamedFault> multicast_faults() {
  const auto reg = [](const std::string& name, auto change) { return register_fault(name, change); };
  const std::string multicast = "i_router.gen_multicast.i_multicast.", copies = multicast + "gen_queue[{}].",
                    places = input + "gen_vc[0].gen_places.";
  constexpr unsigned injection = 8, from_x = 0, from_y = 4;  // queues
  std::vector<NamedFault> faults = {
      {"copy_forgets_its_channel", reg(at(copies, injection) + "i_copies.holds_q", zero)},
      {"copy_holds_a_channel_it_never_got", reg(at(copies, from_x) + "i_copies.holds_q", raise(1))},
      {"copy_takes_a_flit_twice", reg(at(copies, from_y) + "i_copies.taken_q", zero)},
      {"copy_misses_a_flit", reg(at(copies, from_y) + "i_copies.taken_q", raise(0))},
      {"resent_head_has_another_address", reg(at(copies, injection) + "index_q", flip(1))},
      {"copy_that_arrived_over_a_link_misses_a_flit", reg(at(copies, from_x) + "i_copies.taken_q", raise(1))},
      {"copy_forgets_where_its_packet_is", reg(at(copies, from_y) + "index_q", flip(0))},
      {"channel_given_up_for_nobody", reg(at(copies, injection) + "i_copies.give_up_q", raise(0))},
      {"waiting_packet_not_seen", reg(at(copies, from_y) + "i_copies.give_up_q", zero)},
      {"copy_resumes_without_a_channel", reg(at(copies, from_x) + "i_copies.resume_q", raise(0))},
      {"kept_head_lost", reg(at(places, 4) + "held_q", zero)},
      {"head_kept_that_is_none", reg(at(places, 2) + "held_q", set)},
      {"credit_of_a_head_lost", reg(at(places, 4) + "owed_q", zero)},
      {"credit_of_a_head_twice", reg(at(places, 1) + "owed_q", set)},
      {"flit_read_from_another_place", reg(at(places, 4) + "gen_place[1].place_q", flip(0))},
      {"multicast_taken_for_a_unicast_in_the_buffer", reg(at(input, 2) + "gen_vc[0].front_q", clear(6))},
      {"copies_of_a_packet_changed", reg(at(input, 0) + "gen_vc[0].front_q", flip(1))},
      {"far_corner_changed", reg("i_nic.i_registers.gen_corner.corner_q", flip(8))},
      {"corner_changed", reg("i_nic.i_registers.gen_corner.corner_q", flip(0))},
      {"multicast_becomes_a_unicast", reg("i_nic.i_registers.gen_corner.multicast_q", zero)},
      {"unicast_becomes_a_multicast", reg("i_nic.i_registers.gen_corner.multicast_q", set)},
  };
  for (NamedFault& fault : faults) fault.multicast = true;
  std::vector<NamedFault> on_ports = {
      {"all_port_copy_forgets_its_channel", reg(at(copies, from_y) + "i_copies.holds_q", zero)},
      {"all_port_injected_packet_forgets_its_channel",
       reg(at(copies, injection + 1) + "i_copies.holds_q", zero)},
      {"all_port_copy_misses_a_flit", reg(at(copies, from_y) + "i_copies.taken_q", raise(0))},
      {"all_port_branch_gets_another_corner", reg("i_nic.i_registers.gen_corner.corner_q", flip(8))},
  };
  for (NamedFault& fault : on_ports) {
    fault.multicast = fault.all_port = true;
    faults.push_back(std::move(fault));
  }
  return faults;
}

}  // namespace

std::vector<NamedFault> all_faults() {
  std::vector<NamedFault> all;
  for (auto* group : {router_faults, nic_faults, sequencer_faults, accumulate_faults, multicast_faults,
                      pin_faults, lasting_faults}) {
    for (NamedFault& f : group()) all.push_back(std::move(f));
  }
  return all;
}

}  // namespace collnoc::test
