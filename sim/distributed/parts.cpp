#include "sim/distributed/parts.hpp"

#include <algorithm>
#include <limits>

#include "sim/common/errors.hpp"
#include "sim/common/perform.hpp"

namespace collnoc {
namespace {

constexpr std::uint64_t no_failure = std::numeric_limits<std::uint64_t>::max();
constexpr std::size_t piece = std::size_t{1} << 30;  // of a long message
constexpr int begins = -1;                           // instead of an exit code

/// A failure as all parts throw it.
Ended wording_of(const std::exception_ptr& failure) {
  return perform([&]() -> ExitCode { std::rethrow_exception(failure); });
}

void share(Transport& transport, unsigned from, std::string& text) {
  std::uint64_t length = text.size();
  transport.broadcast(from, std::as_writable_bytes(std::span(&length, 1)));
  text.resize(length);
  if (length != 0) transport.broadcast(from, std::as_writable_bytes(std::span(text)));
}

}  // namespace

std::vector<std::byte> NetworkParts::gather_bytes(std::span<const std::byte> own) const {
  if (!first()) {
    const std::uint64_t size = own.size();
    transport_->send(0, std::as_bytes(std::span(&size, 1)));
    for (std::size_t at = 0; at < own.size(); at += piece)
      transport_->send(0, own.subspan(at, std::min(piece, own.size() - at)));
    transport_->sent();
    return {};
  }
  std::vector<std::byte> all(own.begin(), own.end());
  for (unsigned from = 1; from < count(); ++from) {
    std::uint64_t size = 0;
    transport_->receive(from, std::as_writable_bytes(std::span(&size, 1)));
    const std::size_t before = all.size();
    all.resize(before + size);
    for (std::size_t at = before; at < all.size();)
      at += transport_->receive(from, std::span(all).subspan(at, std::min(piece, all.size() - at)));
  }
  return all;
}

std::vector<std::string> NetworkParts::gather(const std::vector<std::string>& own) const {
  if (!several()) return own;
  std::vector<std::uint64_t> lengths;
  std::vector<char> text;
  for (const std::string& s : own) {
    lengths.push_back(s.size());
    text.insert(text.end(), s.begin(), s.end());
  }
  lengths = gather(std::move(lengths));
  text = gather(std::move(text));
  std::vector<std::string> all;
  auto at = text.begin();
  for (const std::uint64_t length : lengths) {
    const auto end = at + static_cast<std::ptrdiff_t>(length);
    all.emplace_back(at, end);
    at = end;
  }
  return all;
}

void NetworkParts::agree(const std::function<void()>& work) const {
  if (!several()) return work();
  std::exception_ptr failure;
  try {
    work();
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  agree(failure, 0);
}

void NetworkParts::agree(std::exception_ptr failure, std::uint64_t when) const {
  if (!several()) {
    if (failure) std::rethrow_exception(failure);
    return;
  }
  const std::uint64_t earliest = minimum(failure ? when : no_failure);
  if (earliest == no_failure) return;
  const auto who =
      static_cast<unsigned>(minimum(failure && when == earliest ? std::uint64_t{own()} : no_failure));
  collnoc::Ended wording;
  if (who == own()) wording = wording_of(failure);
  transport_->broadcast(who, std::as_writable_bytes(std::span(&wording.code, 1)));
  share(*transport_, who, wording.kind);
  share(*transport_, who, wording.message);
  throw Failure(static_cast<ExitCode>(wording.code), wording.kind, wording.message);
}

void NetworkParts::first_then_others(const std::function<void()>& work) const {
  if (!several()) return work();
  for (const bool turn : {true, false}) {
    agree([&] {
      if (first() == turn) work();
    });
  }
}

void NetworkParts::begin() const {
  if (const int code = of_first(begins); code != begins) throw Ended{code};
}

int NetworkParts::end(int code) const { return of_first(code); }

}  // namespace collnoc
