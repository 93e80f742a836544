// Parts of a network in threads of one process, to test without MPI.
#pragma once
#include <algorithm>
#include <barrier>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "sim/distributed/parts.hpp"

namespace collnoc::test {

/// What the threads share.
class Mailboxes {
 public:
  explicit Mailboxes(unsigned threads) : count(threads), values(threads), everybody(threads) {}
  using Message = std::vector<std::byte>;
  void put(unsigned from, unsigned to, Message message) {
    const std::lock_guard lock(mutex_);
    boxes_[{from, to}].push_back(std::move(message));
    changed_.notify_all();
  }
  Message take(unsigned from, unsigned to) {
    std::unique_lock lock(mutex_);
    std::deque<Message>& box = boxes_[{from, to}];
    changed_.wait(lock, [&] { return !box.empty(); });
    Message message = std::move(box.front());
    box.pop_front();
    return message;
  }

  const unsigned count;
  std::vector<std::uint64_t> values;
  std::barrier<> everybody;

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::pair<unsigned, unsigned>, std::deque<Message>> boxes_;
};

class ThreadTransport final : public Transport {
 public:
  ThreadTransport(Mailboxes& mail, unsigned own) : mail_(mail), own_(own) {}
  unsigned own() const override { return own_; }
  unsigned count() const override { return mail_.count; }
  void send(unsigned to, std::span<const std::byte> message) override {
    mail_.put(own_, to, {message.begin(), message.end()});
  }
  void sent() override {}
  std::size_t receive(unsigned from, std::span<std::byte> message) override {
    const Mailboxes::Message got = mail_.take(from, own_);
    if (got.size() > message.size()) throw std::length_error("the message is too long");
    std::copy(got.begin(), got.end(), message.begin());
    return got.size();
  }
  std::uint64_t sum(std::uint64_t value) override {
    return combine(value, [](std::uint64_t a, std::uint64_t b) { return a + b; });
  }
  std::uint64_t minimum(std::uint64_t value) override {
    return combine(value, [](std::uint64_t a, std::uint64_t b) { return std::min(a, b); });
  }
  void broadcast(unsigned from, std::span<std::byte> message) override {
    for (unsigned to = 0; own_ == from && to < count(); ++to)
      if (to != from) send(to, message);
    if (own_ != from) receive(from, message);
  }
  [[noreturn]] void abort(int) override { std::abort(); }

 private:
  template <class Two>
  std::uint64_t combine(std::uint64_t value, Two two) {
    mail_.values[own_] = value;
    mail_.everybody.arrive_and_wait();
    std::uint64_t all = mail_.values[0];
    for (unsigned p = 1; p < count(); ++p) all = two(all, mail_.values[p]);
    mail_.everybody.arrive_and_wait();
    return all;
  }

  Mailboxes& mail_;
  unsigned own_;
};

/// Calls `work` in `count` parts at the same time.
inline void in_parts(unsigned count, const std::function<void(const NetworkParts&)>& work) {
  Mailboxes mail(count);
  std::vector<std::thread> threads;
  for (unsigned own = 0; own < count; ++own) {
    threads.emplace_back([&, own] {
      const NetworkParts parts(std::make_unique<ThreadTransport>(mail, own));
      work(parts);
    });
  }
  for (std::thread& t : threads) t.join();
}

}  // namespace collnoc::test
