// What is behind a port, found once: a port asks its channel by two or three virtual calls every time, and a
// node reads and writes dozens of signals in a cycle. To be bound at the end of elaboration; signals
// themselves at any time.
#pragma once
#include <systemc>
#include <typeinfo>
#include <vector>

namespace collnoc::systemc {

/// Reads a signal, or what an input port is bound to.
template <class T>
class SignalReader {
 public:
  void bind(const sc_core::sc_port_b<sc_core::sc_signal_in_if<T>>& port) { bind(*port.operator->()); }
  void bind(const sc_core::sc_signal_in_if<T>& channel) {
    channel_ = &channel;
    // The value of a plain signal is always at the same place; other channels may compute it.
    if (typeid(*channel_) == typeid(sc_core::sc_signal<T>)) value_ = &channel_->read();
  }
  const T& read() const { return value_ != nullptr ? *value_ : channel_->read(); }
  /// read() will be called soon.
  void prefetch() const { __builtin_prefetch(value_); }

 private:
  const T* value_ = nullptr;
  const sc_core::sc_signal_in_if<T>* channel_ = nullptr;
};

/// Writes to a signal, or to what an output port is bound to.
template <class T>
class SignalWriter {
 public:
  void bind(sc_core::sc_port_b<sc_core::sc_signal_inout_if<T>>& port) { bind(*port.operator->()); }
  void bind(sc_core::sc_signal_inout_if<T>& channel) {
    channel_ = &channel;
    if (typeid(*channel_) == typeid(sc_core::sc_signal<T>))
      signal_ = dynamic_cast<sc_core::sc_signal<T>*>(channel_);
  }
  void write(const T& value) const {
    if (signal_ != nullptr) {
      signal_->sc_core::template sc_signal<T>::write(value);  // not virtual
    } else {
      channel_->write(value);
    }
  }

 private:
  sc_core::sc_signal<T>* signal_ = nullptr;
  sc_core::sc_signal_inout_if<T>* channel_ = nullptr;
};

/// Of a vector of ports or signals.
template <class Access, class Pins>
void bind_all(std::vector<Access>& accesses, Pins& pins) {
  accesses.resize(pins.size());
  for (unsigned i = 0; i < pins.size(); ++i) accesses[i].bind(pins[i]);
}

}  // namespace collnoc::systemc
