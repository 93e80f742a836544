#include "sim/common/hidden_files.hpp"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <mutex>

namespace collnoc {
namespace {

/// Elements are never removed: a handler may be reading the list, on any thread.
struct Hidden {
  explicit Hidden(std::string file) : name(std::move(file)) {}
  const std::string name;
  std::atomic<bool> there = true;
  Hidden* next = nullptr;
};
std::atomic<Hidden*> first = nullptr;
static_assert(std::atomic<Hidden*>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

/// Calls only functions that are safe in a handler. SA_RESETHAND: when it returns, the signal ends the
/// program.
void remove_files(int number) {
  for (const Hidden* file = first; file != nullptr; file = file->next)
    if (file->there) ::unlink(file->name.c_str());
  ::raise(number);
}

void catch_signals() {
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU, SIGUSR1, SIGUSR2, SIGALRM,
                           SIGVTALRM, SIGPROF, SIGABRT}) {
    struct sigaction action {};
    if (::sigaction(number, nullptr, &action) != 0 || action.sa_handler != SIG_DFL) continue;
    action.sa_handler = remove_files;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    ::sigaction(number, &action, nullptr);
  }
}

std::mutex mutex;

}  // namespace

bool hide_file(const std::string& name) {
  const std::lock_guard lock(mutex);
  static const bool caught = (catch_signals(), true);
  static_cast<void>(caught);
  for (const Hidden* file = first; file != nullptr; file = file->next)
    if (file->there && file->name == name) return false;
  Hidden* const added = new Hidden(name);
  added->next = first;
  first = added;
  return true;
}

void forget_file(const std::string& name) {
  const std::lock_guard lock(mutex);
  for (Hidden* file = first; file != nullptr; file = file->next)
    if (file->name == name) file->there = false;
}

}  // namespace collnoc
