"""The loopback endpoint answers by scripted policies and misbehaves reproducibly."""

from __future__ import annotations

import inspect
import json
import urllib.error
import urllib.request
from pathlib import Path
from typing import Literal

import openai
import pytest
from pydantic import BaseModel, Field

from regulars.agents.loopback.endpoints import Endpoints
from regulars.agents.loopback.misbehaviour import FaultSchedule, Misbehaviour, parse_rates
from regulars.agents.loopback.scripted_policies import Answer, ScriptedPolicies, fill
from regulars.agents.loopback.sections import remembered, sections
from regulars.agents.loopback.server import Loopback
from regulars.agents.models.endpoint import Connection
from regulars.agents.models.openai_chat import OpenAIChat
from regulars.agents.models.schemas import strict_schema
from regulars.errors import ConfigurationError, InfrastructureError
from regulars.memory.embedders import HashedEmbedder

LINES = "[2025-03-01 09:30] Ada: I live in Bergen.\n[2025-05-01 09:30] Ada: Just got home to Kraków, and I'm soaked."


def asked(*contents):
    return [{"role": role, "content": words} for role, words in contents]


@pytest.fixture
def client(loopback):
    return openai.OpenAI(max_retries=0)


def test_the_client_lists_models_and_talks(client):
    assert [model.id for model in client.models.list()] == ["scripted"]
    messages = asked(("system", LINES), ("user", "Which city do I live in?"))
    said = client.chat.completions.create(model="any/name", messages=messages)
    assert "Kraków" in said.choices[0].message.content
    assert said.usage.total_tokens == said.usage.prompt_tokens + said.usage.completion_tokens > 0
    pieces = list(client.chat.completions.create(model="any/name", messages=messages, stream=True))
    assert "".join(piece.choices[0].delta.content or "" for piece in pieces) == said.choices[0].message.content
    assert pieces[-1].choices[0].finish_reason == "stop"


@pytest.mark.parametrize("encoding", ["float", "base64"])
def test_embeddings_are_those_of_the_hashed_embedder(client, encoding):
    made = client.embeddings.create(model="e", input=["Bergen", "Oslo"], dimensions=64, encoding_format=encoding)
    if encoding == "float":
        wanted = HashedEmbedder(64).embed(["Bergen", "Oslo"])
        assert [one.embedding for one in made.data] == [pytest.approx(list(map(float, row))) for row in wanted]
    assert [one.index for one in made.data] == [0, 1]
    plain = client.embeddings.create(model="e", input="Bergen")
    assert len(plain.data[0].embedding) == 256


def test_the_clients_own_parsing_of_schemas_works(client):
    class Verdict(BaseModel):
        correct: bool
        grade: Literal["yes", "no"]

    messages = asked(("user", "Correct Answer: Bergen\n\nModel Response: You live in Oslo.\n\nIs it right?"))
    said = client.chat.completions.parse(model="m", messages=messages, response_format=Verdict)
    assert said.choices[0].message.parsed == Verdict(correct=False, grade="no")


def test_an_assistant_answers_from_its_lines_and_knows_nothing_else():
    policies = ScriptedPolicies()
    question = ("user", "Which city do I live in?")
    assert "Kraków" in policies.answer(asked(("system", LINES), question)).text
    unknown = policies.answer(asked(("system", "Nothing is known."), question)).text
    assert "Kraków" not in unknown
    assert "Bergen" not in unknown
    listed = json.dumps([{"date": "2025-03-01", "name": "Ada", "text": "I live in Bergen."}])
    assert "Bergen" in policies.answer(asked(("system", f"You remember:\n{listed}"), question)).text


def test_a_user_says_its_draft():
    text = ScriptedPolicies().answer(
        asked(("system", "You are Ada."), ("user", "Draft: I live in Bergen.\n\nRewrite it."))
    )
    assert text.text == "I live in Bergen."


@pytest.mark.parametrize(
    ("gold", "reply", "right"),
    [
        ("Bergen", "You live in Bergen.", True),
        ("Bergen", "You live in Oslo.", False),
        ("Bergen", "I don't know where you live.", False),
        ("The question is unanswerable", "I don't know that; you have not told me.", True),
        ("The question is unanswerable", "Bergen.", False),
    ],
)
def test_a_judge_compares_words(gold, reply, right):
    prompt = (
        f"Question: Where do I live?\n\nCorrect Answer: {gold}\n\nModel Response: {reply}\n\nAnswer yes or no only."
    )
    assert ScriptedPolicies().answer(asked(("user", prompt))) == Answer("yes" if right else "no", right)


def test_sections_are_found_by_headings_and_by_tags():
    assert sections(["## Draft:\nHello\nyou\n\nand more"]) == {"draft": "Hello\nyou"}
    assert sections(["<reply>a\n\nb</reply> **Reference answer:** c"]) == {"reply": "a\n\nb"}
    assert sections(["**Reference answer:** c"]) == {"gold": "c"}
    assert remembered([LINES, "and so on"]) == LINES


def test_any_schema_is_filled():
    class Part(BaseModel):
        name: str
        score: int = Field(ge=1, le=5)

    class Whole(BaseModel):
        parts: list[Part] = Field(min_length=2)
        verdict: Literal["no", "yes"]
        share: float | None
        first: Part
        settled: bool

    for right in (True, False):
        filled = Whole.model_validate(fill(strict_schema(Whole), Answer("words", right)))
        assert filled.settled is right
        assert filled.verdict == ("yes" if right else "no")
        assert filled.first.score == (5 if right else 1)
        assert [part.name for part in filled.parts] == ["words", "words"]


def test_faults_are_drawn_by_content_and_not_by_order():
    rates = parse_rates("429:0.2, drop:0.1,refusal:0.1")
    bodies = [f"body {number}".encode() for number in range(400)]
    forward, backward = FaultSchedule(rates, 5), FaultSchedule(rates, 5)
    found = {body: forward.of("m", body)[1] for body in bodies}
    assert found == {body: backward.of("m", body)[1] for body in reversed(bodies)}
    shares = [sum(kind is wanted for kind in found.values()) / 400 for wanted in rates]
    assert shares == pytest.approx([0.2, 0.1, 0.1], abs=0.06)
    assert {body: forward.of("m", body)[1] for body in bodies} != found
    assert {body: FaultSchedule(rates, 6).of("m", body)[1] for body in bodies} != found


def test_a_name_or_header_asks_for_a_fault():
    schedule = FaultSchedule()
    assert schedule.of("m@refusal", b"a") == ("m", Misbehaviour.REFUSAL)
    assert [schedule.of("m@500x2", b"b")[1] for _ in range(3)] == [Misbehaviour.FAILING] * 2 + [None]
    assert schedule.of("m", b"c", "429") == ("m", Misbehaviour.TOO_MANY)
    with pytest.raises(ConfigurationError, match="did you mean 'refusal'"):
        schedule.of("m@refusals", b"d")


@pytest.mark.parametrize("rates", ["429", "429:2", "unknown:0.1", "429:0.6,500:0.6", "drop:x"])
def test_impossible_rates_are_refused(rates):
    with pytest.raises(ConfigurationError):
        Loopback(misbehave=rates)


def test_a_leak_tells_of_a_day_to_come():
    outcome = Endpoints(FaultSchedule()).answer(
        "POST",
        "/v1/chat/completions",
        {"x-misbehave": "leak"},
        json.dumps({"model": "m", "messages": asked(("user", "Draft: I live in Bergen."))}).encode(),
    )
    said = json.loads(outcome.pieces[0])["choices"][0]["message"]["content"]
    assert said.startswith("I live in Bergen.")
    assert "2099" in said


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "/v1/chat/completions", b"{", 400),
        ("POST", "/v1/chat/completions", b'{"model": "m"}', 400),
        ("POST", "/v1/chat/completions", b'{"model": 3, "messages": []}', 400),
        ("POST", "/v1/images", b"{}", 404),
        ("GET", "/v1/embeddings", None, 405),
    ],
)
def test_requests_that_cannot_be_answered_are_told_so(loopback, method, path, body, status):
    address = loopback.url.removesuffix("/v1") + path
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(urllib.request.Request(address, data=body, method=method), timeout=5)
    assert caught.value.code == status
    assert json.loads(caught.value.read())["error"]["message"]
    caught.value.close()


def test_a_port_that_is_taken_is_told():
    with Loopback() as server, pytest.raises(InfrastructureError, match=str(server.port)):
        Loopback(server.port).__enter__()


def test_the_page_on_models_names_every_misbehaviour_and_setting():
    page = (Path(__file__).resolve().parents[3] / "docs" / "models.md").read_text("utf-8")
    rows = " ".join(line.split("|")[1] for line in page.splitlines() if line.startswith("| `"))
    own = set(inspect.signature(OpenAIChat).parameters) - {"model", "parameters", "connection", "own"}
    settings = own | Connection.__annotations__.keys()
    assert [name for name in (*(kind.value for kind in Misbehaviour), *settings) if f"`{name}`" not in rows] == []
