"""The program `regulars`: runs the command line, and ends in one line and an exit code whatever happens.

This module loads nothing but the standard library, so that an interrupt while the rest is imported ends as cleanly as
one later.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper

USAGE_ERROR = 2
INTERRUPTED = 130
"""The exit code after Ctrl-C: 128 and the number of SIGINT."""
CLOSED_PIPE = 141
"""The exit code when the reader of the output has gone: 128 and the number of SIGPIPE."""


class CommandStopped(BaseException):
    """A command was interrupted, or nobody reads its output. Its cause is the reason."""


def main() -> None:
    """Runs the command line. A known error becomes one line on standard error and exit code 2."""
    try:
        code = _run()
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = _interrupted()
    except CommandStopped as stopped:
        code = _interrupted() if isinstance(stopped.__cause__, KeyboardInterrupt) else _unread()
    except BrokenPipeError:
        code = _unread()
    except OSError as error:  # such as a full disk behind the standard output
        code = _told(f"error: {error.strerror or error}{f': {error.filename}' if error.filename else ''}", USAGE_ERROR)
        _silence()
    sys.exit(code)


def _run() -> int | str | None:
    from regulars.cli.escapes import escaped, shortened
    from regulars.errors import RegularsError

    app = import_module("regulars.cli.main").app

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        app()
    except SystemExit as end:
        return end.code
    except RegularsError as error:
        return _told(escaped(shortened(f"error: {error}"), lines=True), USAGE_ERROR)
    return None


def _interrupted() -> int:
    return _told("interrupted", INTERRUPTED)


def _unread() -> int:
    _silence()
    return CLOSED_PIPE


def _told(line: str, code: int) -> int:
    """Prints a line on standard error, if it can be printed, and returns the exit code."""
    with suppress(OSError):
        print(line, file=sys.stderr, flush=True)
    return code


def _silence() -> None:
    """Drops what is still to be printed, so that the interpreter does not fail on it once more at its end."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
            continue
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


if __name__ == "__main__":
    from regulars.cli.start import main as start  # the module that the commands know

    start()
