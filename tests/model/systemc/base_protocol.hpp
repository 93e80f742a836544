// A checker of the base protocol of TLM-2.0 (IEEE 1666-2011, clauses 14 and 15) between an initiator and a
// target. It knows nothing of either, and passes every call on.
#pragma once
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstring>
#include <map>
#include <string>
#include <systemc>
#include <tlm>
#include <tuple>
#include <vector>

namespace collnoc::systemc {

class ProtocolChecker : public sc_core::sc_module {
  using Payload = tlm::tlm_generic_payload;
  using Sync = tlm::tlm_sync_enum;

 public:
  explicit ProtocolChecker(const sc_core::sc_module_name& name) : sc_module(name) {
    from.register_b_transport(this, &ProtocolChecker::b_transport);
    from.register_nb_transport_fw(this, &ProtocolChecker::nb_fw);
    from.register_transport_dbg(this, &ProtocolChecker::debug);
    from.register_get_direct_mem_ptr(this, &ProtocolChecker::dmi);
    to.register_nb_transport_bw(this, &ProtocolChecker::nb_bw);
    to.register_invalidate_direct_mem_ptr(this, &ProtocolChecker::invalidate);
  }
  tlm_utils::simple_target_socket<ProtocolChecker> from{"from"};
  tlm_utils::simple_initiator_socket<ProtocolChecker> to{"to"};

  /// What was broken, by the target or the initiator.
  std::vector<std::string> broken;
  unsigned transactions = 0, invalidations = 0;
  /// Non-blocking transactions that have not ended.
  std::size_t open() const { return open_.size(); }

 private:
  using Attributes = std::tuple<tlm::tlm_command, sc_dt::uint64, const unsigned char*, unsigned, unsigned,
                                const unsigned char*, unsigned>;
  static Attributes attributes(const Payload& p) {
    return {p.get_command(),         p.get_address(),         p.get_data_ptr(),          p.get_data_length(),
            p.get_streaming_width(), p.get_byte_enable_ptr(), p.get_byte_enable_length()};
  }
  struct Before {  // of a transaction
    Attributes attributes;
    std::vector<unsigned char> data, enables;
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time at{};  // local time of the last phase
  };

  void expect(bool holds, const char* rule) {
    if (!holds && broken.size() < 20) broken.emplace_back(rule);
  }
  Before remember(Payload& p) {
    ++transactions;
    expect(p.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE,
           "14.17: status is not INCOMPLETE at first");
    expect(!p.is_dmi_allowed(), "14.18: DMI hint is set at first");
    Before b{attributes(p), {}, {}};
    if (p.get_data_ptr() != nullptr) b.data.assign(p.get_data_ptr(), p.get_data_ptr() + p.get_data_length());
    if (p.get_byte_enable_ptr() != nullptr)
      b.enables.assign(p.get_byte_enable_ptr(), p.get_byte_enable_ptr() + p.get_byte_enable_length());
    return b;
  }
  void compare(const Before& b, Payload& p) {
    expect(b.attributes == attributes(p), "14.7: target changed an attribute");
    for (std::size_t i = 0; i < b.enables.size(); ++i)
      expect(p.get_byte_enable_ptr()[i] == b.enables[i], "14.14: target changed byte enables");
    for (std::size_t i = 0; i < b.data.size(); ++i) {
      const bool enabled = b.enables.empty() || b.enables[i % b.enables.size()] != TLM_BYTE_DISABLED;
      if (!p.is_read() || !enabled)
        expect(p.get_data_ptr()[i] == b.data[i], "14.11: target changed data that it must not");
    }
    expect(p.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE, "14.17: no response status");
  }
  static sc_core::sc_time local(const sc_core::sc_time& delay) { return sc_core::sc_time_stamp() + delay; }

  void b_transport(Payload& p, sc_core::sc_time& delay) {
    const Before before = remember(p);
    const sc_core::sc_time began = local(delay);
    to->b_transport(p, delay);
    expect(local(delay) >= began, "11.1: time went back");
    compare(before, p);
  }
  Sync nb_fw(Payload& p, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    const tlm::tlm_phase asked = phase;
    const sc_core::sc_time began = delay;
    if (phase == tlm::BEGIN_REQ) {
      expect(p.has_mm(), "14.5: no memory manager");
      expect(!open_.contains(&p), "15.2: BEGIN_REQ of a transaction in progress");
      expect(request_ == nullptr && local(delay) >= request_free_, "15.2.6: request exclusion");
      open_[&p] = remember(p);
      open_[&p].at = local(delay);
      request_ = &p;
    } else if (phase == tlm::END_RESP) {
      expect(open_.contains(&p) && open_[&p].phase == tlm::BEGIN_RESP, "15.2: END_RESP before BEGIN_RESP");
      expect(local(delay) >= open_[&p].at, "11.1: time went back");
      response_ = nullptr;
      response_free_ = local(delay);
      close(p);
    }
    const Sync answer = to->nb_transport_fw(p, phase, delay);
    expect(delay >= began, "11.1: time went back");
    if (answer == tlm::TLM_ACCEPTED) {
      expect(phase == asked, "11.1: ACCEPTED changes the phase");
    } else if (answer == tlm::TLM_UPDATED) {
      expect(asked == tlm::BEGIN_REQ && (phase == tlm::END_REQ || phase == tlm::BEGIN_RESP),
             "15.2: UPDATED to a phase that cannot follow");
      follow(p, phase, delay);
    } else if (asked == tlm::BEGIN_REQ) {
      expect(request_ == &p, "15.2: COMPLETED after END_REQ");
      request_ = nullptr;
      request_free_ = local(delay);
      close(p);
    }
    return answer;
  }
  Sync nb_bw(Payload& p, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    const sc_core::sc_time began = delay;
    follow(p, phase, delay);
    const bool responds = phase == tlm::BEGIN_RESP;
    const Sync answer = from->nb_transport_bw(p, phase, delay);
    expect(delay >= began, "11.1: time went back");
    if (responds && answer != tlm::TLM_ACCEPTED) {
      response_ = nullptr;
      response_free_ = local(delay);
      close(p);
    }
    return answer;
  }
  /// The target has come to END_REQ or BEGIN_RESP.
  void follow(Payload& p, const tlm::tlm_phase& phase, const sc_core::sc_time& delay) {
    const auto entry = open_.find(&p);
    expect(entry != open_.end(), "15.2: phase of a transaction that is not in progress");
    if (entry == open_.end()) return;
    expect(local(delay) >= entry->second.at, "11.1: time went back");
    entry->second.at = local(delay);
    if (request_ == &p) {
      request_ = nullptr;
      request_free_ = local(delay);
    }
    if (phase == tlm::END_REQ) {
      expect(entry->second.phase == tlm::BEGIN_REQ, "15.2: END_REQ out of order");
    } else {
      expect(phase == tlm::BEGIN_RESP && entry->second.phase != tlm::BEGIN_RESP,
             "15.2: BEGIN_RESP out of order");
      expect(response_ == nullptr && local(delay) >= response_free_, "15.2.6: response exclusion");
      expect(p.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE, "14.17: no response status");
      response_ = &p;
    }
    entry->second.phase = phase;
  }
  void close(Payload& p) {
    const auto entry = open_.find(&p);
    if (entry == open_.end()) return;
    compare(entry->second, p);
    open_.erase(entry);
  }
  unsigned debug(Payload& p) {
    const unsigned n = to->transport_dbg(p);
    expect(n <= p.get_data_length(), "11.3: more bytes than asked");
    return n;
  }
  bool dmi(Payload& p, tlm::tlm_dmi& d) {
    const bool granted = to->get_direct_mem_ptr(p, d);
    expect(d.get_start_address() <= p.get_address() && p.get_address() <= d.get_end_address(),
           "11.2: the region does not contain the address");
    expect(!d.is_none_allowed(), "11.2: access is NONE");
    expect(!granted || d.get_dmi_ptr() != nullptr, "11.2: no pointer");
    return granted;
  }
  void invalidate(sc_dt::uint64 from_address, sc_dt::uint64 to_address) {
    ++invalidations;
    expect(from_address <= to_address, "11.2: an empty region is invalidated");
    from->invalidate_direct_mem_ptr(from_address, to_address);
  }

  std::map<Payload*, Before> open_;
  Payload *request_ = nullptr, *response_ = nullptr;
  sc_core::sc_time request_free_, response_free_;  // local times from which on the next may begin
};

}  // namespace collnoc::systemc
