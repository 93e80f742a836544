#include "sim/common/command.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <stdexcept>

namespace collnoc {
namespace {

constexpr std::array ending = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
std::atomic<int> arrived = 0;
std::atomic<pid_t> group = 0;
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<pid_t>::is_always_lock_free);

/// SIGTERM whatever arrived: the shell starts processes in the background with SIGINT ignored.
void end_group(int number) {
  const int before = errno;
  arrived = number;
  if (const pid_t now = group; now != 0) ::kill(-now, SIGTERM);
  errno = before;
}

/// While it exists, signals that would end the program end the group first. Ignored ones stay ignored.
class Watch {
 public:
  Watch() {
    arrived = 0;
    for (std::size_t n = 0; n < ending.size(); ++n) {
      struct sigaction action {};
      ::sigaction(ending[n], nullptr, &before_[n]);
      if (before_[n].sa_handler == SIG_IGN) continue;
      action.sa_handler = end_group;
      action.sa_flags = SA_RESTART;
      ::sigaction(ending[n], &action, nullptr);
    }
  }
  ~Watch() {
    group = 0;
    for (std::size_t n = 0; n < ending.size(); ++n) ::sigaction(ending[n], &before_[n], nullptr);
  }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

 private:
  std::array<struct sigaction, ending.size()> before_{};
};

/// Returns a number of <cerrno>, or 0.
int start(const std::string& command, pid_t& child) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, STDOUT_FILENO);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  ::posix_spawnattr_setpgroup(&attributes, 0);
  std::string shell = "sh", option = "-c", text = "exec " + command;
  const std::array<char*, 4> words{shell.data(), option.data(), text.data(), nullptr};
  const int problem = ::posix_spawn(&child, "/bin/sh", &files, &attributes, words.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&files);
  return problem;
}

std::mutex mutex;

}  // namespace

int run_command(const std::string& command) {
  const std::lock_guard lock(mutex);
  int status = 0;
  {
    const Watch watch;
    pid_t child = 0;
    if (const int problem = start(command, child); problem != 0)
      throw std::runtime_error(std::string("/bin/sh: ") + std::strerror(problem));
    group = child;
    if (arrived != 0) ::kill(-child, SIGTERM);  // before the group was known
    siginfo_t ended;
    while (::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
    }
    group = 0;  // its number can mean others as soon as it is waited for
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
  }
  if (arrived != 0) {
    ::raise(arrived);
    throw std::runtime_error("interrupted");
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace collnoc
