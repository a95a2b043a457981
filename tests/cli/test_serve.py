"""`regulars serve-scripted` prints its address and serves until it is stopped."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from regulars.agents.models.openai_chat import OpenAIChat
from regulars.agents.models.protocol import Message


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_until_it_is_told_to_stop(number):
    command = [sys.executable, "-m", "regulars.cli.main", "serve-scripted", "--misbehave", "500:0.2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            address = process.stdout.readline().strip()
            model = OpenAIChat("scripted", base_url=address, backoff=0.01)
            assert model.complete([Message("user", "Where do I live?")]).text
            process.send_signal(number)
            out, err = process.communicate(timeout=20)
        finally:
            process.kill()
    assert process.returncode == 0
    assert out == ""
    assert "1 call answered" in err
    assert "Traceback" not in err
