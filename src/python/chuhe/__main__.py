"""The program: `python -m chuhe`, and the command `chuhe` that the installation puts on the path."""

import signal
import sys
from typing import NoReturn

from ._chuhe import _run_program


def main() -> NoReturn:
    """Runs the program with the arguments of the command line, and ends the process."""
    # Python's own handler would only set a flag, which no code of Python reads while the program runs.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _run_program(["chuhe", *sys.argv[1:]], sys.executable)


if __name__ == "__main__":
    main()
