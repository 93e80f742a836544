// Tiles as processes of the host: ThreadNetwork::run_apart().
#pragma once
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "collnoc/firmware/native/thread_network.hpp"

namespace collnoc {

/// The processes of a run; ends those that are left.
class HostProcesses {
 public:
  ~HostProcesses() {
    for (const pid_t one : running_) {
      if (one != 0) kill(one, SIGKILL);
    }
    for (const pid_t one : running_) {
      if (one != 0) waitpid(one, nullptr, 0);
    }
  }
  void add(pid_t process) { running_.push_back(process); }
  unsigned left() const {
    return static_cast<unsigned>(running_.size() -
                                 static_cast<std::size_t>(std::count(running_.begin(), running_.end(), 0)));
  }
  /// Waits until one has ended: its rank and its status.
  std::pair<Rank, int> next() {
    for (;;) {
      int status = 0;
      const pid_t ended = waitpid(-1, &status, 0);
      if (ended < 0 && errno == ECHILD) throw HostFailure("the processes of the tiles are lost");
      const auto one = std::find(running_.begin(), running_.end(), ended);
      if (ended <= 0 || one == running_.end()) continue;
      *one = 0;
      return {static_cast<Rank>(one - running_.begin()), status};
    }
  }

 private:
  std::vector<pid_t> running_;  // [rank]; 0: it has ended
};

template <class Body>
std::vector<int> ThreadNetwork::run_apart(Body body) {
  begin();
  std::fflush(nullptr);  // else every process would print it
  HostProcesses processes;
  for (Rank r = 0; r < topology_.size(); ++r) {
    const pid_t process = fork();
    if (process < 0) {
      throw HostFailure("tile " + std::to_string(r) +
                        " cannot be started as a process: " + std::strerror(errno));
    }
    if (process != 0) {
      processes.add(process);
      continue;
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // it does not outlive the run
    try {
      ThreadTile tile(*this, r);
      sites_[r].code = body(tile);
      std::fflush(nullptr);
      finish(r);
    } catch (const HostFailure&) {  // it is in the shared memory
    } catch (const std::exception& thrown) {
      const Lock lock(*this);
      try {
        fail(tile_failed(r, thrown.what()));
      } catch (const HostFailure&) {
      }
    }
    std::fflush(nullptr);
    _exit(0);  // as on tiles, no destructor runs
  }
  while (processes.left() != 0) {
    const auto [rank, status] = processes.next();
    if (WIFSIGNALED(status)) {
      throw HostFailure(tile_failed(rank, "ended by signal " + std::to_string(WTERMSIG(status)) + " (" +
                                              strsignal(WTERMSIG(status)) + ")"));
    }
    if (!sites_[rank].finished && !shared_->failed) {  // by exit()
      sites_[rank].code = WEXITSTATUS(status);
      finish(rank);
    }
    check();
  }
  std::vector<int> codes;
  for (Rank r = 0; r < topology_.size(); ++r) codes.push_back(sites_[r].code);
  return codes;
}

}  // namespace collnoc
