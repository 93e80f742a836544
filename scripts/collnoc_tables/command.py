"""Entry point of every command of this package: exit codes, `--help`, and missing programs and libraries."""
import argparse
import importlib
import os
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
DIFFERS = 3
SKIPPED = 77


class Failure(Exception):
    """A message for the user, and the exit code of the command."""

    def __init__(self, message: str, code: int = 1):
        super().__init__(message)
        self.code = code


def build_directory() -> Path:
    """BUILD_DIR, below the top of the source tree unless it is absolute."""
    return TOP / os.environ.get("BUILD_DIR", "build")


def say(name: str, message: str) -> None:
    print(f"== {name}: {message}", flush=True)


def parser(name: str, text: str) -> argparse.ArgumentParser:
    """An argument parser that exits with 1 on a usage error, as all scripts here do."""

    class Parser(argparse.ArgumentParser):
        def error(self, message):
            raise Failure(message)

    return Parser(
        prog=f"scripts/{name}",
        description=text,
        add_help=True,
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def run(name: str, module: str) -> None:
    """Run `main(name, arguments)` of a module in the top directory, and exit."""
    os.chdir(TOP)
    try:
        code = importlib.import_module(f"collnoc_tables.{module}").main(name, sys.argv[1:])
    except ModuleNotFoundError as missing:
        print(
            f"{name}: no Python module {missing.name} (scripts/setup installs it): skipped", file=sys.stderr
        )
        code = SKIPPED
    except Failure as failure:
        print(f"{name}: {failure}", file=sys.stderr)
        code = failure.code
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    except subprocess.CalledProcessError as failure:
        command = failure.cmd if isinstance(failure.cmd, str) else " ".join(map(str, failure.cmd))
        print(f"{failure.stderr or ''}{name}: exit {failure.returncode}: {command}", file=sys.stderr)
        code = SKIPPED if failure.returncode == SKIPPED else 1
    sys.exit(code)
