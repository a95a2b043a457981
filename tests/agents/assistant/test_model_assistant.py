"""A model in the assistant's seat: the real client against a server on loopback."""

from __future__ import annotations

import asyncio
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

import regulars
from regulars import registry
from regulars.agents import roster
from regulars.agents.assistant.model import ModelAssistant
from regulars.agents.models.scripted_chat import ScriptedChat
from regulars.agents.seats.compiled_graph import GraphSeat
from regulars.errors import ConfigurationError, InfrastructureError
from regulars.scenarios.generator import generate

assert roster.__name__
LIFE = [generate(1, sessions=2, probes_per_session=3)]


class Endpoint(BaseHTTPRequestHandler):
    """Answers chat completions with a fixed line, or fails on demand."""

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.seen.append((self.headers["Authorization"], body))
        status, content = self.server.answer
        reply = {
            "id": "x",
            "object": "chat.completion",
            "created": 0,
            "model": body["model"],
            "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}],
        }
        if content is None:
            reply["choices"] = [{"index": 0, "finish_reason": "stop"}]
        data = (
            b"<html>"
            if status == 202
            else json.dumps(reply if status == 200 else {"error": {"message": content}}).encode()
        )
        self.send_response(200 if status == 202 else status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


@pytest.fixture
def endpoint(monkeypatch):
    server = ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
    server.seen, server.answer = [], (200, "I don't know that; you have not told me.")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    monkeypatch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{server.server_port}/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-of-the-test")
    yield server
    server.shutdown()
    server.server_close()


def test_a_model_talks_and_names_its_row(endpoint, tmp_path):
    run = regulars.evaluate(assistant="openai:some/model:v2", memory="recency", data=LIFE, out=tmp_path / "RUN")
    assert run.systems == ["some/model:v2 + recency"]
    assert run.faults == []
    assert run.value(run.systems[0], "abstained") > 0
    headers, bodies = zip(*endpoint.seen, strict=True)
    assert {body["model"] for body in bodies} == {"some/model:v2"}
    assert set(headers) == {"Bearer sk-secret-of-the-test"}
    remembered = [body["messages"][-1]["content"] for body in bodies[3:]]
    assert any("Assistant: I don't know that" in prompt for prompt in remembered)
    written = (tmp_path / "RUN/episodes.jsonl").read_text() + (tmp_path / "RUN/config.json").read_text()
    assert "sk-secret" not in written


@pytest.mark.parametrize(
    ("answer", "reason"),
    [((400, "no such model"), "status 400 .no such model"), ((200, None), "message is missing")],
)
def test_a_run_at_an_endpoint_that_cannot_work_stops_before_its_first_episode(endpoint, tmp_path, answer, reason):
    endpoint.answer = answer
    with pytest.raises(InfrastructureError, match=f"the run was not started, as .*{reason}"):
        regulars.evaluate(assistant="openai:m", data=LIFE, out=tmp_path / "RUN")
    assert len(endpoint.seen) == 1


@pytest.mark.parametrize(
    ("answer", "ending"),
    [
        ((200, ""), "assistant_error"),
        ((202, "a page instead of an answer"), "infrastructure_error"),
    ],
)
def test_a_model_without_words_is_the_assistants_fault_and_a_page_the_endpoints(endpoint, answer, ending, tmp_path):
    endpoint.answer = answer
    assert len(regulars.evaluate(assistant="openai:m:backoff=0", data=LIFE, out=tmp_path / "RUN").faults) == 1
    record = json.loads((tmp_path / "RUN/episodes.jsonl").read_text())
    assert (record["ending"], record["valid"], record["score"]) == (ending, False, None)


def test_a_model_in_its_seat_can_be_forked(endpoint):
    cast = regulars.Cast(regulars.life_v0.env(sessions=2), assistant=registry.build("assistant", "openai:m"))
    cast.reset(seed=1)
    contrast = cast.fork(1)[0]
    cast.run()
    contrast.run()
    assert contrast.env.unwrapped.transcript == cast.env.unwrapped.transcript


def test_a_refused_key_stops_the_run_without_showing_the_key(endpoint):
    endpoint.answer = (401, "bad key sk-secret-of-the-test")
    with pytest.raises(ConfigurationError) as caught:
        regulars.evaluate(assistant="openai:m", data=LIFE)
    assert "OPENAI_API_KEY" in str(caught.value)
    assert "sk-secret" not in str(caught.value)


def test_without_a_key_or_a_model_it_is_said_at_once(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(ConfigurationError, match="OPENAI_API_KEY"):
        registry.build("assistant", "openai:m")
    with pytest.raises(ConfigurationError, match="MODEL"):
        registry.build("assistant", "openai:")


def test_awaited_it_says_the_same_plainly_and_as_a_graph(loopback):
    def talk(wrap, awaited):
        env = regulars.life_v0.raw_env(sessions=1, played=("user", "evaluator"))
        env.reset(seed=3)
        seat = wrap(ModelAssistant("openai:scripted", memory="recency"))
        seat.begin("assistant_0", 5)
        for _ in range(4):
            observation = env.observe("assistant_0")
            env.step(asyncio.run(seat.aact(observation)) if awaited else seat.act(observation))
        return [turn.text for turn in env.transcript]

    said = talk(lambda seat: seat, False)
    assert len(said) >= 8
    for wrap in (lambda seat: seat, GraphSeat):
        assert talk(wrap, True) == said
    assert talk(GraphSeat, False) == said


def test_any_model_takes_the_seat():
    seat = ModelAssistant(ScriptedChat(lambda call: "It is " + call.purpose), memory="none")
    observation = {
        "phase": 1, "message": "What?", "session": 1, "date": "2025-03-01T09:30:00+00:00", "speaker": "ada",
        "name": "Ada", "scope": "ada", "turn_id": "t1", "reply_id": "t2", "rated": 0,
    }  # fmt: skip
    assert seat.act(observation).text == "It is assistant"
