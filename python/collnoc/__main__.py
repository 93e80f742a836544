"""The program, which prints when it has ended: python3 -m collnoc ARGUMENTS."""
import sys

from collnoc import _core
from collnoc._call import child


def main() -> int:
    code, out, err = _core.call(sys.argv[1:], child())
    sys.stdout.write(out)
    sys.stderr.write(err)
    return code


if __name__ == "__main__":
    sys.exit(main())
