// Access to what is behind a port, for channels that are plain signals and for others.
#include "collnoc/model/systemc/signal_access.hpp"

#include <gtest/gtest.h>

namespace collnoc::systemc {
namespace {

using sc_core::sc_signal;

/// A channel whose value is computed when it is read.
class Inverted final : public sc_signal<bool> {
 public:
  Inverted() : sc_signal<bool>("inverted") {}
  const bool& read() const override {
    inverse_ = !sc_signal<bool>::read();
    return inverse_;
  }
  void write(const bool& value) override { sc_signal<bool>::write(!value); }

 private:
  mutable bool inverse_ = false;
};

void settle() { sc_core::sc_start(sc_core::SC_ZERO_TIME); }

template <class T>
void expect_passes_values(sc_core::sc_signal_inout_if<T>& channel, std::initializer_list<T> values) {
  SignalWriter<T> writer;
  SignalReader<T> reader;
  writer.bind(channel);
  reader.bind(channel);
  for (const T& value : values) {
    const T before = reader.read();
    writer.write(value);
    EXPECT_EQ(reader.read(), before) << "before the update";
    settle();
    EXPECT_EQ(reader.read(), value);
    EXPECT_EQ(channel.read(), value);
  }
}

TEST(SignalAccess, PassesValuesOfPlainSignals) {
  sc_signal<bool> bit("bit");
  sc_signal<sc_dt::sc_uint<4>> credit("credit");
  sc_signal<std::uint64_t> data("data");
  expect_passes_values<bool>(bit, {true, false, false, true});
  expect_passes_values<sc_dt::sc_uint<4>>(credit, {3, 3, 0, 15});
  expect_passes_values<std::uint64_t>(data, {~std::uint64_t{0}, 1});
}

TEST(SignalAccess, PassesValuesOfOtherChannels) {
  sc_signal<bool, sc_core::SC_MANY_WRITERS> many("many");
  sc_core::sc_buffer<bool> buffer("buffer");
  Inverted inverted;
  expect_passes_values<bool>(many, {true, false});
  expect_passes_values<bool>(buffer, {true, true, false});
  expect_passes_values<bool>(inverted, {true, false, true});
}

TEST(SignalAccess, NotifiesLikeAWriteByAPort) {
  struct Sender : sc_core::sc_module {
    explicit Sender(const sc_core::sc_module_name& name) : sc_module(name) {}
    void end_of_elaboration() override { writer.bind(out); }
    sc_core::sc_out<bool> out{"out"};
    SignalWriter<bool> writer;
  } sender("sender");
  sc_signal<bool> bit("bit");
  sender.out(bit);
  unsigned changes = 0;
  sc_core::sc_spawn([&] {
    for (;;) {
      sc_core::wait(bit.value_changed_event());
      ++changes;
    }
  });
  settle();
  for (const bool value : {true, true, false, true}) {
    sender.writer.write(value);
    settle();
    EXPECT_EQ(bit.read(), value);
  }
  settle();
  EXPECT_EQ(changes, 3u);
}

}  // namespace
}  // namespace collnoc::systemc
