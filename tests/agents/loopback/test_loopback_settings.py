"""The loopback server's settings: which draws decide its faults, how long it waits, how much it reads."""

from __future__ import annotations

import json
import socket

import pytest
from openai import OpenAI

from regulars.agents.loopback import server as served
from regulars.agents.loopback.server import Loopback
from regulars.agents.models.openai_chat import OpenAIChat
from regulars.agents.models.protocol import Message
from regulars.agents.seats.openai_client import ClientSeat, GivenClient
from regulars.dialogue import Phase
from regulars.errors import InfrastructureError
from regulars.seeding import SeedTree, content_hash

PROBE, LISTEN, CLOSING = (int(phase) for phase in (Phase.PROBE, Phase.LISTEN, Phase.CLOSING))
ASKED = (Message("user", "Draft: I live in Bergen."),)


@pytest.mark.parametrize(("given", "seed"), [({}, 0), ({"seed": 3}, 3)])
def test_faults_follow_the_seed_which_is_0_unless_given(given, seed) -> None:
    """A call fails if the draw at its content and its number, below `misbehave`, is under the rate."""
    endpoints = Loopback(misbehave="500:0.5", **given).endpoints
    failed = []
    for number in range(12):
        body = json.dumps({"model": "m", "messages": [{"role": "user", "content": f"Draft: {number}"}]}).encode()
        mark = SeedTree(seed).child("misbehave").draws(content_hash(body.decode(), 32), 1).uniform()
        failed.append(mark < 0.5)
        answered = endpoints.answer("POST", "/v1/chat/completions", {}, body)
        assert (answered.status == 500) is failed[-1], number
    assert {*failed} == {True, False}


def test_a_server_with_a_latency_answers_too_late_for_a_client_in_a_hurry() -> None:
    with Loopback(latency=20.0) as server:
        chat = OpenAIChat("m", base_url=server.url, timeout=0.05, retries=0)
        with pytest.raises(InfrastructureError, match="no answer in time"):
            chat.complete(ASKED)


def sent_to(server: Loopback, request: bytes) -> bytes:
    """The first line of the answer to a request in bytes; empty if the server hangs up."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall(request)
        return connection.makefile("rb").readline()


def test_a_request_may_be_64_mebibytes_long_and_its_head_64_kibibytes() -> None:
    assert (served.LONGEST_BODY, served.LONGEST_HEAD) == (67_108_864, 65_536)
    with Loopback() as server:
        for length in (67_108_865, -1):
            head = f"POST /v1/models HTTP/1.1\r\nContent-Length: {length}\r\n\r\n"
            assert sent_to(server, head.encode()) == b"HTTP/1.1 413 Content Too Large\r\n"
        assert sent_to(server, b"GET /v1/models HTTP/1.1\r\nX-Long: " + b"x" * 70_000 + b"\r\n\r\n") == b""
        assert sent_to(server, b"GET /v1/models HTTP/1.1\r\nX-Long: " + b"x" * 60_000 + b"\r\n\r\n") == (
            b"HTTP/1.1 200 OK\r\n"
        )


def test_a_clients_own_url_is_named_where_it_does_not_answer() -> None:
    client = OpenAI(base_url="http://127.0.0.1:9/v1", api_key="k")
    with pytest.raises(InfrastructureError, match=r"check that it answers at http://127\.0\.0\.1:9/v1"):
        GivenClient(client, "m", retries=0).complete(ASKED)
    assert GivenClient(client, "m").options["base_url"] == "http://127.0.0.1:9/v1/"
    assert GivenClient(client, "m")._key() == "k"
    assert GivenClient(OpenAI(base_url="http://127.0.0.1:9/v1", api_key=lambda: "k"), "m")._key() == "none"


def test_a_client_is_sent_parameters_and_system_message_with_the_session_so_far() -> None:
    """The second session begins anew; a probe sees the session and leaves no trace; a closing line gets no reply."""
    bodies = []
    with Loopback() as server:
        answer = server.endpoints.answer

        def noted(method, path, headers, body):
            bodies.append(json.loads(body))
            return answer(method, path, headers, body)

        server.endpoints.answer = noted
        seat = ClientSeat(OpenAI(base_url=server.url, api_key="k"), model="m", system="Be brief.", temperature=0.5)

        def said(message, session=1, phase=1, speaker="p"):
            return seat.act({"message": message, "speaker": speaker, "session": session, "phase": phase})

        assert said("Draft: One.") == "One."
        assert said("Draft: Aside.", phase=PROBE) == "Aside."
        assert said("Noted.", phase=LISTEN, speaker="assistant") == ""
        assert said("Draft: Two.") == "Two."
        assert said("Bye.", phase=CLOSING) == ""
        assert said("Draft: Three.", session=2) == "Three."
    system = {"role": "system", "content": "Be brief."}
    one, two = ({"role": "user", "content": f"Draft: {word}."} for word in ("One", "Two"))
    replied = {"role": "assistant", "content": "One."}
    assert [body["messages"] for body in bodies] == [
        [system, one],
        [system, one, replied, {"role": "user", "content": "Draft: Aside."}],
        [system, one, replied, {"role": "assistant", "content": "Noted."}, two],
        [system, {"role": "user", "content": "Draft: Three."}],
    ]
    assert [(body["model"], body["temperature"], "seed" in body) for body in bodies] == [("m", 0.5, False)] * 4


def test_a_message_without_words_has_no_tokens() -> None:
    """`Draft: One.` is four tokens: two words and two marks."""
    messages = [{"role": "system", "content": None}, {"role": "assistant"}, {"role": "user", "content": "Draft: One."}]
    body = json.dumps({"model": "m", "messages": messages}).encode()
    answered = Loopback().endpoints.answer("POST", "/v1/chat/completions", {}, body)
    usage = json.loads(answered.pieces[0])["usage"]
    assert usage == {"prompt_tokens": 4, "completion_tokens": 2, "total_tokens": 6}
