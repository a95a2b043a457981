"""A child process whose effects are observed from outside."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable

import pytest

PATIENCE = 60


@pytest.fixture
def in_a_fork() -> Callable[[Callable[[], bool]], bool]:
    """Forks, does something in the child, and says whether it came out true. A child that hangs is ended."""

    def run(act: Callable[[], bool]) -> bool:
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            signal.alarm(PATIENCE)
            code = 2
            try:
                code = 0 if act() else 1
            finally:
                os._exit(code)
        return os.waitpid(child, 0)[1] == 0

    return run
