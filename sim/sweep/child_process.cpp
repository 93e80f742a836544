#include "sim/sweep/child_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace collnoc {
namespace {

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

/// The ends of a pipe, closed by the destructor.
struct Pipe {
  std::array<int, 2> end{-1, -1};
  Pipe() {
    if (pipe2(end.data(), O_CLOEXEC) != 0) fail("pipe");
  }
  Pipe(Pipe&&) = delete;
  ~Pipe() {
    close(0);
    close(1);
  }
  void close(unsigned which) {
    if (end[which] >= 0) ::close(end[which]);
    end[which] = -1;
  }
};

/// Reads both pipes to their ends. A stop kills the child, which ends them.
void read_all(Pipe& first, Pipe& second, std::string& out, std::string& err, pid_t child,
              const Stopped& stopped) {
  constexpr int milliseconds = 100;  // to notice a stop
  std::array<pollfd, 2> files{{{first.end[0], POLLIN, 0}, {second.end[0], POLLIN, 0}}};
  const std::array<std::string*, 2> texts{&out, &err};
  for (unsigned open = 2; open > 0;) {
    if (stopped && stopped()) kill(child, SIGKILL);
    if (poll(files.data(), files.size(), stopped ? milliseconds : -1) < 0) {
      if (errno == EINTR) continue;
      fail("poll");
    }
    for (unsigned n = 0; n < 2; ++n) {
      if (files[n].fd < 0 || files[n].revents == 0) continue;
      std::array<char, 65536> buffer;
      const ssize_t got = read(files[n].fd, buffer.data(), buffer.size());
      if (got > 0) {
        texts[n]->append(buffer.data(), static_cast<std::size_t>(got));
      } else if (got == 0 || errno != EINTR) {
        files[n].fd = -1;
        --open;
      }
    }
  }
}

}  // namespace

ChildResult run_child(const std::string& file, std::vector<std::string> words, const Stopped& stopped) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);

  Pipe out, err;
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) fail("fork");
  if (child == 0) {  // only functions that are safe after a fork of several threads
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);
    dup2(out.end[1], STDOUT_FILENO);
    dup2(err.end[1], STDERR_FILENO);
    execv(file.c_str(), arguments.data());
    _exit(127);
  }
  out.close(1);
  err.close(1);
  ChildResult result;
  read_all(out, err, result.out, result.err, child, stopped);
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) fail("waitpid");
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  return result;
}

ChildResult run_self(const std::vector<std::string>& arguments, const Stopped& stopped) {
  std::vector<std::string> words{"collnoc"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return run_child("/proc/self/exe", std::move(words), stopped);
}

std::string error_of(const ChildResult& child) {
  std::string line = child.err.substr(0, child.err.find('\n'));
  if (line.starts_with("collnoc: ")) line.erase(0, 9);
  return line;
}

}  // namespace collnoc
