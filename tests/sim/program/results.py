"""Results of the program, as JSON, to be compared."""
import os
import subprocess
import sys


def skip_all_without(run: subprocess.CompletedProcess) -> None:
    """Ends the tests as skipped if the program says that something is not installed. An exception would be a failure."""
    if run.returncode == 77:
        print(run.stderr, file=sys.stderr, flush=True)
        os._exit(77)


def forget(value: object, key: str) -> None:
    """Removes a key from a result, wherever it stands."""
    if isinstance(value, dict):
        value.pop(key, None)
        for inner in value.values():
            forget(inner, key)
    if isinstance(value, list):
        for inner in value:
            forget(inner, key)
