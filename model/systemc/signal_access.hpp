// What is behind a port, found once: a port asks its channel by two or three virtual calls every time, and a
// node reads and writes dozens of signals in a cycle. To be bound at the end of elaboration.
#pragma once
#include <systemc>
#include <typeinfo>

namespace collnoc::systemc {

/// Reads what an input port is bound to.
template <class T>
class SignalReader {
 public:
  template <class Port>
  void bind(const Port& port) {
    channel_ = port.operator->();
    // The value of a plain signal is always at the same place; other channels may compute it.
    if (typeid(*channel_) == typeid(sc_core::sc_signal<T>)) value_ = &channel_->read();
  }
  const T& read() const { return value_ != nullptr ? *value_ : channel_->read(); }

 private:
  const T* value_ = nullptr;
  const sc_core::sc_signal_in_if<T>* channel_ = nullptr;
};

/// Writes to what an output port is bound to.
template <class T>
class SignalWriter {
 public:
  template <class Port>
  void bind(Port& port) {
    channel_ = port.operator->();
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

}  // namespace collnoc::systemc
