// A processor model that knows nothing of collnoc: a stack machine with a TLM-2.0 initiator socket and an
// interrupt, loosely timed. It runs ahead of the kernel by at most the global quantum, and accesses memory
// directly where the target allows it.
//
// A program is text. Numbers are pushed; NAME: marks a place; the words are
//   @ (address -- value)   ! (value address --)   + - * / mod xor = (a b -- a op b)
//   dup drop swap   jump NAME   jump? NAME (value --), if not 0   sleep, until an interrupt since the last
//   one   halt
// Each takes one cycle of the machine, and what a memory access takes.
#pragma once
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/tlm_quantumkeeper.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <sstream>
#include <string>
#include <systemc>
#include <tlm>
#include <vector>

class StackMachine : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<StackMachine> socket{"socket"};
  sc_core::sc_in<bool> interrupt{"interrupt"};

  /// `names` are words that push a number.
  StackMachine(const sc_core::sc_module_name& name, const std::string& program,
               std::map<std::string, std::uint32_t> names, const sc_core::sc_time& cycle)
      : sc_module(name), names_(std::move(names)), cycle_(cycle) {
    std::istringstream words(program);
    for (std::string word; words >> word;) {
      if (word.back() == ':')
        names_[word.substr(0, word.size() - 1)] = static_cast<std::uint32_t>(code_.size());
      else
        code_.push_back(word);
    }
    socket.register_invalidate_direct_mem_ptr(this, &StackMachine::invalidate);
    SC_HAS_PROCESS(StackMachine);
    SC_THREAD(run);
    SC_METHOD(remember_interrupt);
    sensitive << interrupt;  // both edges: interrupts of consecutive cycles are one level
    dont_initialize();
  }
  bool halted() const { return halted_; }
  std::uint64_t instructions() const { return instructions_; }
  std::uint64_t direct_accesses() const { return direct_; }

 private:
  void run() {
    quantum_.reset();
    for (std::size_t at = 0; !halted_; ++instructions_) {
      const std::string& word = code_.at(at++);
      quantum_.inc(cycle_);
      if (word == "@")
        push(load(pop()));
      else if (word == "!") {
        const std::uint32_t address = pop();
        store(address, pop());
      } else if (word == "dup")
        push(stack_.back());
      else if (word == "drop")
        pop();
      else if (word == "swap")
        std::swap(stack_.end()[-1], stack_.end()[-2]);
      else if (word == "jump")
        at = names_.at(code_.at(at));
      else if (word == "jump?")
        at = pop() != 0 ? names_.at(code_.at(at)) : at + 1;
      else if (word == "sleep")
        sleep();
      else if (word == "halt")
        halted_ = true;
      else if (const auto name = names_.find(word); name != names_.end())
        push(name->second);
      else if (word.size() == 1 || word == "mod" || word == "xor")
        calculate(word);
      else
        push(static_cast<std::uint32_t>(std::stoul(word, nullptr, 0)));
      if (quantum_.need_sync()) quantum_.sync();
    }
    quantum_.sync();
  }
  void calculate(const std::string& word) {
    if (word.size() == 1 && std::isdigit(word[0])) return push(static_cast<std::uint32_t>(word[0] - '0'));
    const std::uint32_t b = pop(), a = pop();
    push(word == "+"     ? a + b
         : word == "-"   ? a - b
         : word == "*"   ? a * b
         : word == "/"   ? a / b
         : word == "mod" ? a % b
         : word == "xor" ? a ^ b
                         : std::uint32_t{a == b});
  }
  void sleep() {
    quantum_.sync();
    while (!interrupted_) wait(interrupt.value_changed_event());
    interrupted_ = false;
  }
  void remember_interrupt() { interrupted_ = true; }

  std::uint32_t load(std::uint32_t address) {
    std::uint32_t value = 0;
    access(tlm::TLM_READ_COMMAND, address, &value);
    return value;
  }
  void store(std::uint32_t address, std::uint32_t value) { access(tlm::TLM_WRITE_COMMAND, address, &value); }
  void access(tlm::tlm_command command, std::uint32_t address, std::uint32_t* value) {
    const bool read = command == tlm::TLM_READ_COMMAND;
    if (memory_.get_dmi_ptr() != nullptr && address >= memory_.get_start_address() &&
        address + 3u <= memory_.get_end_address()) {
      unsigned char* const bytes = memory_.get_dmi_ptr() + (address - memory_.get_start_address());
      read ? std::memcpy(value, bytes, 4) : std::memcpy(bytes, value, 4);
      quantum_.inc(read ? memory_.get_read_latency() : memory_.get_write_latency());
      ++direct_;
      return;
    }
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(value));
    payload.set_data_length(4);
    payload.set_streaming_width(4);
    sc_core::sc_time delay = quantum_.get_local_time();
    socket->b_transport(payload, delay);
    quantum_.set(delay);
    if (payload.is_response_error()) SC_REPORT_ERROR(name(), payload.get_response_string().c_str());
    if (payload.is_dmi_allowed() && !socket->get_direct_mem_ptr(payload, memory_)) memory_.init();
  }
  void invalidate(sc_dt::uint64, sc_dt::uint64) { memory_.init(); }

  void push(std::uint32_t value) { stack_.push_back(value); }
  std::uint32_t pop() {
    const std::uint32_t value = stack_.back();
    stack_.pop_back();
    return value;
  }

  std::vector<std::string> code_;
  std::map<std::string, std::uint32_t> names_;
  sc_core::sc_time cycle_;
  tlm_utils::tlm_quantumkeeper quantum_;
  tlm::tlm_dmi memory_;  // without a pointer: not lent
  std::vector<std::uint32_t> stack_;
  bool interrupted_ = false, halted_ = false;
  std::uint64_t instructions_ = 0, direct_ = 0;
};
