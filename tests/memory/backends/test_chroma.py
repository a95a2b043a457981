"""Known traps of Chroma, one test each."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

import regulars
from regulars.errors import InfrastructureError, StateError
from regulars.memory import Cue, build_memory
from regulars.memory.backends.chroma import ChromaDense
from regulars.memory.backends.chroma_client import collection_name
from regulars.memory.embedders import HashedEmbedder
from regulars.memory.parts.indexes.dense import Dense

NOW = datetime(2025, 1, 1, tzinfo=UTC)
NEAR = 0.97
"""The least share of the core's best ten that is found among hashed vectors of texts that resemble one another."""


def ask(index, text="rain 1", scope="p", k=10):
    return list(index.search(Cue(text, NOW, scope, k=k)))


def filled(index, count=8, scope="p"):
    for number in range(count):
        index.put(scope, str(number), f"rain {number}")
    return index


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Chroma server on this machine."""
    folder = tmp_path_factory.mktemp("server")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    program = Path(sys.executable).with_name("chroma")
    if not program.exists():
        pytest.skip("needs the program chroma")
    command = [str(program), "run", "--path", str(folder), "--host", "127.0.0.1", "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            try:
                with urllib.request.urlopen(f"{address}/api/v2/heartbeat", timeout=5):
                    break
            except (urllib.error.URLError, OSError):
                assert process.poll() is None, "the server ended"
                time.sleep(0.05)
        yield address
    finally:
        process.terminate()
        process.wait(20)


def test_two_indexes_share_nothing_though_ephemeral_clients_would():
    one, other = filled(ChromaDense()), ChromaDense()
    ask(one)
    other.put("p", "0", "sun")
    assert [id for id, _ in ask(other, "sun rain")] == ["0"]
    assert len(ask(one)) == 8


def test_nothing_can_be_reset():
    index = filled(ChromaDense())
    expected = ask(index)
    with pytest.raises(Exception, match=r"[Rr]eset"):
        index._stored.place.client.reset()
    assert ask(index) == expected


@pytest.mark.parametrize("scope", ["", "a", "user/ü@example.org", "x" * 600, "..", "\ud800", "a b\x00"])
def test_any_scope_has_a_collection(scope):
    index = filled(ChromaDense(), scope=scope)
    assert ask(index, scope=scope)
    assert ask(index, scope="another") == []
    name = collection_name("regulars-1", scope)
    assert 3 <= len(name) <= 512
    assert set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")


def test_scopes_that_look_alike_have_collections_of_their_own():
    names = {collection_name("regulars-1", scope) for scope in ("a b", "a_b", "A b", "a b ", "a\x00b")}
    assert len(names) == 5


def test_putting_an_id_again_replaces_its_vector():
    index = filled(ChromaDense())
    ask(index)
    index.put("p", "3", "sunshine in june")
    assert ask(index, "sunshine in june")[0] == ("3", 1.0)
    assert "3" not in [id for id, _ in ask(index, "rain 3", k=7)]


def test_any_number_of_ties_stands_in_order_of_arrival():
    index, core = ChromaDense(), Dense()
    for number in range(300):
        for one in (index, core):
            one.put("p", str(number), ("rain", "RAIN", "Rain")[number % 3])
    assert ask(index, "rain", k=7) == ask(core, "rain", k=7)
    assert [id for id, _ in ask(index, "rain", k=7)] == [str(number) for number in range(7)]


def test_chromas_own_embedder_is_never_asked(monkeypatch):
    from chromadb.utils import embedding_functions

    def forbidden(*_: object, **__: object) -> None:
        raise AssertionError("Chroma's embedder was asked")

    monkeypatch.setattr(embedding_functions.DefaultEmbeddingFunction, "__call__", forbidden)
    monkeypatch.setattr(embedding_functions.ONNXMiniLM_L6_V2, "__call__", forbidden)
    assert len(ask(filled(ChromaDense()))) == 8


def test_no_connection_is_opened_and_no_telemetry_is_on(tmp_path):
    (tmp_path / ".env").write_text("ANONYMIZED_TELEMETRY=True\nALLOW_RESET=True\n")
    script = """
import socket
from datetime import UTC, datetime
from regulars.memory import Cue
from regulars.memory.backends.chroma import ChromaDense
def forbidden(self, address): raise AssertionError(f"a connection to {address}")
socket.socket.connect = socket.socket.connect_ex = forbidden
index = ChromaDense()
index.put("p", "0", "rain")
assert index.search(Cue("rain", datetime(2025, 1, 1, tzinfo=UTC), "p")) == [("0", 1.0)]
settings = index._stored.place.client.get_settings()
print(settings.anonymized_telemetry, settings.allow_reset, repr(settings.chroma_otel_collection_endpoint))
"""
    environment = {
        "PYTHONPATH": str(Path(regulars.__file__).parents[1]),
        "PATH": "/usr/bin:/bin",
        "HOME": str(tmp_path),
        "TMPDIR": str(tmp_path),
        "ANONYMIZED_TELEMETRY": "True",
    }
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=tmp_path, env=environment, check=True
    )
    assert run.stdout.strip() == "False False ''"
    assert [path.name for path in tmp_path.iterdir()] == [".env"], "the temporary folder goes with the process"


def test_chroma_is_not_loaded_before_the_first_search():
    script = """
import sys
from regulars.memory import build_memory
memory = build_memory("dense-turn:backend=chroma")
print("chromadb" in sys.modules)
"""
    environment = {"PYTHONPATH": str(Path(regulars.__file__).parents[1])}
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=True)
    assert run.stdout.strip() == "False"


def test_a_fork_of_a_process_that_used_chroma_is_refused_and_does_not_hang(in_a_fork):
    index = filled(ChromaDense())
    expected = ask(index)

    def act() -> bool:
        with pytest.raises(StateError, match="forked"):
            ask(index)
        with pytest.raises(StateError, match="forked"):
            ask(filled(ChromaDense()))
        return True

    assert in_a_fork(act)
    assert ask(index) == expected


@pytest.mark.slow
def test_a_fork_before_the_first_search_makes_a_client_of_its_own(tmp_path):
    script = """
import os, signal
from datetime import UTC, datetime
from regulars.memory import Cue
from regulars.memory.backends.chroma import ChromaDense
index = ChromaDense()
for number in range(5):
    index.put("p", str(number), f"rain {number}")
child = os.fork()
if child == 0:
    signal.alarm(60)
found = index.search(Cue("rain 3", datetime(2025, 1, 1, tzinfo=UTC), "p"))
if child == 0:
    os._exit(0 if found[0][0] == "3" else 1)
print(found[0][0], os.waitpid(child, 0)[1])
"""
    environment = {"PYTHONPATH": str(Path(regulars.__file__).parents[1]), "TMPDIR": str(tmp_path)}
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=True)
    assert run.stdout.split() == ["3", "0"]


def test_texts_that_resemble_one_another_are_nearly_all_found():
    core, index = Dense(HashedEmbedder(256)), ChromaDense(HashedEmbedder(256))
    for number in range(1000):
        for one in (core, index):
            one.put("p", str(number), f"text {number} rain")
    same = 0
    for number in range(0, 1000, 50):
        expected = ask(core, f"text {number}")
        same += len({id for id, _ in expected} & {id for id, _ in ask(index, f"text {number}")})
    assert same >= NEAR * 200


def test_a_server_answers_as_the_core_and_is_left_clean(server, make_turn, make_cue):
    import chromadb

    memory, other = build_memory("dense-turn"), build_memory(f"dense-turn:backend=chroma;path={server}")
    for number in range(12):
        for one in (memory, other):
            one.observe(make_turn(number))
    assert other.recall(make_cue()) == memory.recall(make_cue())
    host, port = server.removeprefix("http://").split(":")
    client = chromadb.HttpClient(host, int(port))
    assert len(client.list_collections()) == 1
    del one, other
    assert client.list_collections() == []


def test_a_fork_asks_a_server_by_a_client_of_its_own(server, in_a_fork):
    index = filled(ChromaDense(path=server))
    expected = ask(index)
    assert in_a_fork(lambda: ask(index) == expected)
    assert ask(index) == expected


def test_a_server_that_is_not_there_is_an_error():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    index = filled(ChromaDense(path=address))
    with pytest.raises(InfrastructureError, match="check that the server runs"):
        ask(index)
    index.put("p", "new", "rain")
