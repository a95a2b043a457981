"""The loopback server's settings: which draws decide its faults, and how long it waits."""

from __future__ import annotations

import json

import pytest
from openai import OpenAI

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
