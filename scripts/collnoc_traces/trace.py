"""The trace of `collnoc replay`: moments, messages, and how a converter ends."""
import errno
import json
import os
import sys
from collections.abc import Iterable
from typing import NamedTuple, NoReturn, TextIO


class Failure(Exception):
    """The input cannot be converted: one line with its place."""


class Moment(NamedTuple):
    """The latest of a cycle and of arrivals, each plus a delay. `after`: line of the trace -> delay."""
    cycle: int = 0
    after: dict[int, int] = {}

    def later(self, cycles: int) -> "Moment":
        if cycles == 0:
            return self
        return Moment(self.cycle + cycles, {line: delay + cycles for line, delay in self.after.items()})


def latest(moments: Iterable[Moment]) -> Moment:
    cycle = 0
    after: dict[int, int] = {}
    for moment in moments:
        cycle = max(cycle, moment.cycle)
        for line, delay in moment.after.items():
            after[line] = max(delay, after.get(line, 0))
    return Moment(cycle, after)


class Trace:
    """Writes messages; each is a line, numbered from 1. `forget`: a moment may name any line, so that needless
    dependencies are left out; without, no line is kept in memory."""

    def __init__(self, out: TextIO, keep_lines: bool):
        self.out = out
        self.lines = 0
        self.bytes = 0
        self.after: list[dict[int, int]] | None = [{}] if keep_lines else None
        self.streams: dict[int, object] = {}  # of a line

    def message(self, moment: Moment, src: int, dst: int, size: int, stream: object = None) -> Moment:
        """The message that leaves at `moment`; returns its arrival. Messages of a `stream` leave in the order of their lines. So
        those from one node to another also arrive in it (docs/reference/hardware.md)."""
        moment = self.needed(moment)
        line: dict[str, object] = {"cycle": moment.cycle} if moment.cycle else {}
        line |= {"src": src, "dst": dst, "bytes": size}
        if moment.after:
            line["after"] = [[at, moment.after[at]] for at in sorted(moment.after)]
        self.out.write(json.dumps(line) + "\n")
        self.lines += 1
        self.bytes += size
        if self.after is not None:
            self.after.append(moment.after)
            if stream is not None:
                self.streams[self.lines] = (stream, src, dst)
        return Moment(0, {self.lines: 0})

    def needed(self, moment: Moment) -> Moment:
        """Without the arrivals that another one of the moment waits for, directly or through one message, or follows in a
        stream, for at least as long."""
        if self.after is None or len(moment.after) < 2:
            return moment
        rest = dict(moment.after)
        last: dict[object, int] = {}
        for line in sorted(rest, reverse=True):
            follower = last.setdefault(self.streams.get(line, line), line)
            if follower != line and rest[line] <= rest[follower]:
                del rest[line]
        for line, delay in list(rest.items()):
            for before, waited in self.after[line].items():
                if rest.get(before, -1) >= 0 and rest[before] <= waited + delay:
                    del rest[before]
                for first, longer in self.after[before].items():
                    if rest.get(first, -1) >= 0 and rest[first] <= longer + waited + delay:
                        del rest[first]
        return Moment(moment.cycle, rest)


def flush() -> None:
    """Before anything is said of the output: all of it is written, or this fails."""
    sys.stdout.flush()


def run(name: str, main) -> None:
    """Runs `main`, also for --help; a failure is one line and exit code 1, and leaves no output that looks complete."""
    if sys.stdout is None:
        sys.exit(f"{name}: standard output: cannot be written: {os.strerror(errno.EBADF)}")
    own = sys.stdout is sys.__stdout__  # not redirected by a test
    if own:  # with PYTHONUNBUFFERED, Python does not notice that only a part is written
        sys.stdout = open(sys.stdout.fileno(), "w", encoding="utf-8", closefd=False)  # noqa: SIM115

    def end(message: str = "") -> NoReturn:
        if own:  # what is still to be written is not
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(message or 1)

    try:
        try:
            main()
        except SystemExit:  # of argparse, which also prints the help
            flush()
            raise
        flush()
    except Failure as failure:
        end(f"{name}: {' '.join(str(failure).splitlines())}")
    except BrokenPipeError:  # the reader has had enough, as with `| head`
        end()
    except OSError as error:  # files that are read fail with a Failure
        end(f"{name}: standard output: cannot be written: {error.strerror}")
