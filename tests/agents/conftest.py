"""An endpoint on this machine, driven by scripted minds."""

from __future__ import annotations

import pytest

from regulars.agents.loopback.server import Loopback

KEY = "sk-secret-of-the-test"


@pytest.fixture
def loopback(monkeypatch):
    """A well-behaved endpoint; the environment names it, with a key."""
    with Loopback() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        yield server
