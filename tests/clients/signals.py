"""Converts termination signals to a normal exit, so that child processes are ended too."""

from __future__ import annotations

import signal
import sys


def exit_on_signals() -> None:
    """Turn SIGTERM and SIGHUP into a normal exit."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda n, _frame: sys.exit(128 + n))
