"""Runs a command that ends with the process that started it, however that one ends.

Run: python -m regulars.agents.models.providers.tethered COMMAND...

The starting process holds the other end of standard input. Once that is closed, the command is terminated.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Sequence

PATIENCE = 5.0
"""Seconds that a terminated command may take to end."""

SIGNALLED = 128
"""Added to the number of a signal in an exit code, as shells do."""


def main(command: Sequence[str]) -> int:
    """Runs the command, and returns its exit code; `SIGNALLED` and the signal's number if a signal ended it."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL)

    def watch() -> None:
        while os.read(0, 1024):  # without a buffer, whose lock a thread may hold when the interpreter ends
            pass
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()

    threading.Thread(target=watch, daemon=True).start()
    code = process.wait()
    return code if code >= 0 else SIGNALLED - code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
