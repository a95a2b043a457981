"""What goes to an endpoint and what comes back: request bodies and answers word for word, over a real connection."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from pydantic import BaseModel

from regulars.agents.loopback.endpoints import Answered
from regulars.agents.loopback.server import Loopback
from regulars.agents.models.catalogue import open_model, openai_model
from regulars.agents.models.endpoint_faults import Failure, failure_of, pause_before
from regulars.agents.models.metered import Metered
from regulars.agents.models.openai_chat import OpenAIChat
from regulars.agents.models.openai_embeddings import OpenAIEmbedder
from regulars.agents.models.protocol import Completion, Finish, Message
from regulars.errors import ConfigurationError, InfrastructureError
from regulars.seeding import SeedTree, content_hash

ASKED = (Message("system", "You are brief."), Message("user", "Where?"), Message("assistant", "Here."))
SENT = [
    {"role": "system", "content": "You are brief."},
    {"role": "user", "content": "Where?"},
    {"role": "assistant", "content": "Here."},
]


class Grade(BaseModel):
    """A schema."""

    score: int = 0


STRICT = {
    "type": "json_schema",
    "json_schema": {
        "name": "Grade",
        "strict": True,
        "schema": {
            "description": "A schema.",
            "properties": {"score": {"title": "Score", "type": "integer"}},
            "title": "Grade",
            "type": "object",
            "additionalProperties": False,
            "required": ["score"],
        },
    },
}


def whole(message: Any = None, finish: str | None = "stop", usage: Any = (7, 3), **fields: Any) -> dict[str, Any]:
    """An answer of the protocol; `message` may be its words."""
    if isinstance(message, str):
        message = {"role": "assistant", "content": message}
    counts = None if usage is None else dict(zip(("prompt_tokens", "completion_tokens"), usage, strict=True))
    choices = [{"index": 0, "message": message, "finish_reason": finish}]
    return {"id": "x", "object": "chat.completion", "model": "m-1", "choices": choices, "usage": counts} | fields


def events(*deltas: Any, finish: str | None = "stop", usage: Any = (7, 3)) -> tuple[bytes, ...]:
    """The events of a stream."""
    listed = [{"choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
    if finish is not None:
        listed.append({"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
    if usage is not None:
        counts = dict(zip(("prompt_tokens", "completion_tokens"), usage, strict=True))
        listed.append({"choices": [], "usage": counts})
    written = [f"data: {json.dumps({'id': 'x', 'model': 'm-1', **event})}\n\n".encode() for event in listed]
    return (*written, b"data: [DONE]\n\n")


@dataclass
class Wire:
    """An endpoint whose answers are given, and the requests that reached it."""

    url: str
    answers: list[Answered] = field(default_factory=list)
    bodies: list[dict[str, Any]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    def answer(self, method: str, path: str, headers: Any, body: bytes) -> Answered:
        self.bodies.append(json.loads(body))
        self.paths.append(f"{method} {path}")
        self.headers.append(dict(headers))
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]

    def says(self, *answers: Any) -> None:
        """JSON objects, bytes, statuses, or tuples of events, the last of which stays."""
        self.answers = []
        for one in answers:
            if isinstance(one, int):
                self.answers.append(Answered(one, (b'{"error": {"message": "Something broke"}}',)))
            elif isinstance(one, tuple):
                self.answers.append(Answered(pieces=one, streams=True))
            elif isinstance(one, Answered):
                self.answers.append(one)
            else:
                self.answers.append(Answered(pieces=(one if isinstance(one, bytes) else json.dumps(one).encode(),)))

    def chat(self, **options: Any) -> OpenAIChat:
        return OpenAIChat("m", **{"base_url": self.url, "timeout": 60, "retries": 0, "backoff": 0.0, **options})


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Iterator[Wire]:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-test")
    with Loopback() as server:
        one = Wire(server.url)
        one.says(whole("Bergen."))
        server.endpoints.answer = one.answer  # type: ignore[method-assign]
        yield one


def both(model: OpenAIChat, **options: Any) -> Completion:
    """What a call comes to, at once and awaited, which must be the same."""
    said = model.complete(ASKED, **options)
    assert asyncio.run(model.acomplete(ASKED, **options)) == said
    return said


# ---------------------------------------------------------------------- requests


@pytest.mark.parametrize(
    ("options", "call", "body"),
    [
        ({}, {}, {}),
        ({}, {"seed": 5, "purpose": "judge"}, {"seed": 5}),
        ({}, {"seed": 0}, {"seed": 0}),
        ({"seeds": False}, {"seed": 5}, {}),
        ({"parameters": {"temperature": 0.5, "top_p": 1}}, {"temperature": 0}, {"temperature": 0, "top_p": 1}),
        ({"parameters": {"extra_body": {"think": False}}}, {}, {"think": False}),
        ({}, {"schema": Grade}, {"response_format": STRICT}),
        ({"structured": "json_schema"}, {"schema": Grade}, {"response_format": STRICT}),
    ],
)
def test_the_body_of_a_request(wire, options, call, body) -> None:
    both(wire.chat(**options), **call)
    assert wire.bodies == [{"model": "m", "messages": SENT, **body}] * 2
    assert wire.paths == ["POST /v1/chat/completions"] * 2
    assert {headers["authorization"] for headers in wire.headers} == {"Bearer sk-of-the-test"}


def test_a_stream_is_asked_for_with_its_usage(wire) -> None:
    wire.says(events({"content": "Bergen."}))
    both(wire.chat(stream=True))
    extra = {"stream": True, "stream_options": {"include_usage": True}}
    assert wire.bodies == [{"model": "m", "messages": SENT, **extra}] * 2


def test_headers_and_query_of_ones_own_go_beside_the_body(wire) -> None:
    both(wire.chat(parameters={"extra_headers": {"X-Mine": "yes"}, "extra_query": {"a": "b"}}))
    assert wire.bodies[0] == {"model": "m", "messages": SENT}
    assert wire.headers[0]["x-mine"] == "yes"
    assert wire.paths[0] == "POST /v1/chat/completions?a=b"


def test_a_schema_in_words_is_added_to_the_first_message(wire) -> None:
    both(wire.chat(structured="text"), schema=Grade)
    body = wire.bodies[0]
    assert "response_format" not in body
    assert body["messages"][1:] == SENT[1:]
    first = body["messages"][0]["content"]
    assert first.startswith("You are brief.\n\n")
    assert json.dumps(STRICT["json_schema"]["schema"], sort_keys=True) in first


@pytest.mark.parametrize(
    ("status", "words", "structured", "again"),
    [
        (400, "response_format is not supported", "auto", True),
        (404, "no json_schema here", "auto", True),
        (415, "JSON_SCHEMA", "auto", True),
        (422, "response_format", "auto", True),
        (400, "too long", "auto", False),
        (403, "response_format", "auto", False),
        (400, "response_format", "json_schema", False),
    ],
)
def test_an_endpoint_that_refuses_schemas_is_asked_in_words(wire, status, words, structured, again) -> None:
    refused = Answered(status, (json.dumps({"error": {"message": words}}).encode(),))
    wire.says(refused, whole('{"score": 1}'))
    model = wire.chat(structured=structured)
    if again:
        assert model.complete(ASKED, schema=Grade).text == '{"score": 1}'
        model.complete(ASKED, schema=Grade)
        assert ["response_format" in body for body in wire.bodies] == [True, False, False]
    else:
        with pytest.raises((InfrastructureError, ConfigurationError)):
            model.complete(ASKED, schema=Grade)
        assert len(wire.bodies) == 1


def test_without_a_schema_a_refusal_of_schemas_is_an_error(wire) -> None:
    wire.says(Answered(400, (b'{"error": {"message": "response_format"}}',)))
    with pytest.raises(InfrastructureError):
        wire.chat().complete(ASKED)


# ---------------------------------------------------------------------- answers


@pytest.mark.parametrize(
    ("answer", "completion"),
    [
        (whole("Bergen."), Completion("Bergen.", "m-1", Finish.STOP, 7, 3)),
        (whole("Berg", "length"), Completion("Berg", "m-1", Finish.LENGTH, 7, 3)),
        (whole("Ber", "content_filter"), Completion("Ber", "m-1", Finish.FILTERED, 7, 3)),
        (whole({"content": None}, "content_filter"), Completion("", "m-1", Finish.FILTERED, 7, 3)),
        (whole("Bergen.", "tool_calls"), Completion("Bergen.", "m-1", Finish.STOP, 7, 3)),
        (whole("Bergen.", None), Completion("Bergen.", "m-1", Finish.STOP, 7, 3)),
        (whole({"content": "x", "refusal": "Never."}), Completion("Never.", "m-1", Finish.REFUSED, 7, 3)),
        (whole(""), Completion("", "m-1", Finish.EMPTY, 7, 3)),
        (whole({"content": None}), Completion("", "m-1", Finish.EMPTY, 7, 3)),
        (whole("Bergen.", choices=[]), Completion("", "m-1", Finish.EMPTY, 7, 3)),
        (whole(None), Completion("", "m-1", Finish.EMPTY, 7, 3)),
        (whole("Bergen.", usage=None), Completion("Bergen.", "m-1", Finish.STOP, 0, 0)),
        (whole("Bergen.", usage=(4, None)), Completion("Bergen.", "m-1", Finish.STOP, 4, 0)),
        (whole("Bergen.", usage=(None, 4)), Completion("Bergen.", "m-1", Finish.STOP, 0, 4)),
    ],
)
def test_an_answer_is_read_as_it_is(wire, answer, completion) -> None:
    wire.says(answer)
    assert both(wire.chat()) == completion


@pytest.mark.parametrize(
    ("pieces", "completion"),
    [
        (events({"content": "Ber"}, {"content": "gen."}), Completion("Bergen.", "m-1", Finish.STOP, 7, 3)),
        (events({"content": "Ber"}, finish="length"), Completion("Ber", "m-1", Finish.LENGTH, 7, 3)),
        (events({"refusal": "Ne"}, {"refusal": "ver."}), Completion("Never.", "m-1", Finish.REFUSED, 7, 3)),
        (events({"content": "B"}, finish="content_filter"), Completion("B", "m-1", Finish.FILTERED, 7, 3)),
        (events({"content": None}), Completion("", "m-1", Finish.EMPTY, 7, 3)),
        (events(finish=None), Completion("", "m-1", Finish.EMPTY, 7, 3)),
        (events({"content": "Bergen."}, usage=None), Completion("Bergen.", "m-1", Finish.STOP, 0, 0)),
    ],
)
def test_a_stream_is_joined(wire, pieces, completion) -> None:
    wire.says(pieces)
    assert both(wire.chat(stream=True)) == completion


def test_a_stream_that_breaks_off_is_no_answer(wire) -> None:
    """Words without an end, even if the endpoint says that it is done; a second attempt may give them whole."""
    broken, good = events({"content": "Ber"}, finish=None), events({"content": "Bergen."})
    for stream in (broken, broken[:1]):
        wire.says(stream)
        model = wire.chat(stream=True)
        with pytest.raises(InfrastructureError, match="broke off"):
            model.complete(ASKED)
        with pytest.raises(InfrastructureError, match="broke off"):
            asyncio.run(model.acomplete(ASKED))
        wire.says(stream, good)
        assert wire.chat(stream=True, retries=1).complete(ASKED).text == "Bergen."


@pytest.mark.parametrize(
    "answer",
    [
        [],
        {"choices": []},
        {"model": "m"},
        whole("Bergen.", model=3),
        whole("Bergen.", choices=[{"message": {"content": "without a reason to end"}}]),
    ],
)
def test_an_answer_of_another_form_is_the_endpoints_fault_and_not_asked_again(wire, answer) -> None:
    wire.says(answer)
    with pytest.raises(InfrastructureError, match="does not follow the protocol"):
        wire.chat(retries=3).complete(ASKED)
    assert len(wire.bodies) == 1


# ---------------------------------------------------------------------- retries


@pytest.mark.parametrize(
    ("status", "retried"),
    [
        (408, True),
        (409, True),
        (429, True),
        (500, True),
        (503, True),
        (599, True),
        (400, False),
        (404, False),
        (422, False),
    ],
)
@pytest.mark.parametrize("awaited", [False, True])
def test_statuses_that_may_be_temporary_are_asked_again(wire, status, retried, awaited) -> None:
    def call(model: OpenAIChat) -> Completion:
        return asyncio.run(model.acomplete(ASKED)) if awaited else model.complete(ASKED)

    wire.says(status, status, whole("Bergen."))
    model = wire.chat(retries=2)
    if retried:
        assert call(model).text == "Bergen."
        assert len(wire.bodies) == 3
        wire.says(status)
        with pytest.raises(InfrastructureError, match=rf"status {status} \(Something broke\), 3 attempts"):
            call(model)
        assert len(wire.bodies) == 6
    else:
        with pytest.raises(InfrastructureError, match=rf"status {status} \(Something broke\)") as caught:
            call(model)
        assert "attempts" not in str(caught.value)
        assert len(wire.bodies) == 1


def test_without_retries_there_is_one_attempt(wire) -> None:
    wire.says(500)
    with pytest.raises(InfrastructureError) as caught:
        wire.chat(retries=0).complete(ASKED)
    assert "attempts" not in str(caught.value)
    assert len(wire.bodies) == 1


class Refused(Exception):
    """An error of a client with a status and headers."""

    def __init__(self, status: int, headers: dict[str, str] | None = None, message: str = "Too  much\nof it") -> None:
        super().__init__(message)
        self.status_code = status
        self.body = {"message": message}
        self.response = type("Response", (), {"headers": headers or {}})()


def test_the_words_of_a_failure_without_a_body_are_the_errors_own() -> None:
    error = Refused(500)
    error.body, error.message = None, "no  body"  # type: ignore[assignment,attr-defined]
    assert failure_of(error) == Failure("status 500 (no body)", True, 500, "no body")


NOON = "Sun, 02 Mar 2025 12:00:00 GMT"


@pytest.mark.parametrize(
    ("headers", "wait"),
    [
        ({}, None),
        ({"retry-after": "2.5"}, 2.5),
        ({"retry-after-ms": "1500", "retry-after": "9"}, 1.5),
        ({"retry-after-ms": "soon", "retry-after": "9"}, 9.0),
        ({"retry-after": "-3"}, 0.0),
        ({"retry-after": "Sun, 02 Mar 2025 12:00:30 GMT", "date": NOON}, 30.0),
        ({"retry-after": "Sun, 02 Mar 2025 11:00:00 GMT", "date": NOON}, 0.0),
        ({"retry-after": "Sun, 02 Mar 2025 12:00:30 GMT"}, None),
        ({"retry-after": "soon", "date": NOON}, None),
    ],
)
def test_the_pause_that_an_endpoint_asks_for(headers, wait) -> None:
    assert failure_of(Refused(429, headers)) == Failure(
        "status 429 (Too much of it)", True, 429, "too much of it", wait
    )


@pytest.mark.parametrize(
    ("error", "failure"),
    [
        (Refused(404, message=""), Failure("status 404", False, 404)),
        (Refused(500, message="x" * 400), Failure(f"status 500 ({'x' * 300})", True, 500, "x" * 300)),
        (Refused(399), Failure("the connection was lost (Refused)", True)),
        (TimeoutError(), Failure("no answer in time", True)),
        (EOFError("it broke off"), Failure("it broke off", True)),
        (ValueError("x"), Failure("its answer does not follow the protocol", False)),
        (KeyError("x"), Failure("its answer does not follow the protocol", False)),
        (TypeError("x"), Failure("its answer does not follow the protocol", False)),
        (AttributeError("x"), Failure("its answer does not follow the protocol", False)),
        (OSError("x"), Failure("the connection was lost (OSError)", True)),
    ],
)
def test_a_failure_is_described_by_its_exception(error, failure) -> None:
    assert failure_of(error) == failure


@pytest.mark.parametrize(
    ("attempt", "backoff", "middle"),
    [(0, 0.5, 0.5), (1, 0.5, 1.0), (3, 0.5, 4.0), (4, 0.5, 8.0), (9, 0.5, 8.0), (0, 20.0, 8.0)],
)
def test_a_pause_doubles_up_to_eight_seconds_and_varies_by_a_quarter(attempt, backoff, middle) -> None:
    """middle * (1 + .25 (2 u - 1)), where u is drawn by the request and the attempt."""
    draw = SeedTree(0).child("model", "pause").draws(content_hash("a call"), attempt).uniform()
    expected = middle * (0.75 + 0.5 * draw)
    assert pause_before(Failure("", True, 500), attempt, backoff, "a call") == pytest.approx(expected)


@pytest.mark.parametrize(("wait", "pause"), [(0.0, 0.0), (120.0, 120.0), (120.1, None)])
def test_a_pause_of_two_minutes_is_waited_for_and_no_longer_one(wait, pause) -> None:
    assert pause_before(Failure("", True, 429, wait=wait), 3, 0.5, "a call") == pause
    assert pause_before(Failure("", False, 400, wait=wait), 0, 0.5, "a call") is None


# ---------------------------------------------------------------------- specs


def test_a_spec_parts_the_clients_options_from_the_models_parameters(wire) -> None:
    spec = f"openai:m:base_url={wire.url};retries=0;seeds=false;structured=text;temperature=0.25;max_tokens=5"
    model = open_model(spec)
    model.complete(ASKED, seed=3, max_tokens=6)
    assert wire.bodies == [{"model": "m", "messages": SENT, "temperature": 0.25, "max_tokens": 6}]
    assert model.settings == {"parameters": {"temperature": 0.25, "max_tokens": 5}, "structured": "text"}
    counted = open_model(spec, "judge")
    assert isinstance(counted, Metered)
    assert (counted.role, counted.model, counted.name) == ("judge", model, "m")
    assert open_model(counted, "user") is counted


def test_parameters_may_be_given_as_a_whole_and_calls_recorded(wire, tmp_path) -> None:
    path = tmp_path / "calls.jsonl"
    model = openai_model(
        "m", base_url=wire.url, parameters={"temperature": 1, "top_p": 0.5}, temperature=0, record=path
    )
    for _ in range(2):
        assert model.complete(ASKED).text == "Bergen."
    assert wire.bodies == [{"model": "m", "messages": SENT, "temperature": 0, "top_p": 0.5}]
    assert len(path.read_text().splitlines()) == 1
    assert openai_model("m", base_url=wire.url) is openai_model("m", base_url=wire.url)


def test_embeddings_wait_as_long_as_the_endpoint_asks(wire, monkeypatch) -> None:
    waited: list[float] = []
    monkeypatch.setattr("regulars.agents.models.openai_embeddings.time.sleep", waited.append)
    busy = Answered(429, (b"{}",), {"Retry-After": "0.07"})
    wire.says(busy, busy, vectors([1.0, 0.0]))
    one = OpenAIEmbedder("e", base_url=wire.url, dims=2, retries=2)
    assert np.allclose(one.embed(["one"]), [[1.0, 0.0]])
    assert (waited, len(wire.bodies)) == ([0.07, 0.07], 3)


def test_the_defaults_of_a_connection(wire) -> None:
    model = OpenAIChat("m", base_url=wire.url)
    expected = {
        "base_url": wire.url,
        "timeout": 60.0,
        "retries": 5,
        "concurrency": 64,
        "key": "OPENAI_API_KEY",
        "backoff": 0.5,
        "headers": {},
    }
    own = {"stream": False, "structured": "auto", "seeds": True, "parameters": {}}
    assert model.options == expected | own


@pytest.mark.parametrize(
    ("option", "value", "fails"),
    [
        ("timeout", 0.001, False), ("timeout", 0.0009, True), ("timeout", True, True), ("timeout", "5", True),
        ("retries", 0, False), ("retries", -1, True), ("backoff", 0, False), ("backoff", -0.1, True),
        ("concurrency", 1, False), ("concurrency", 0, True), ("concurrency", 1.5, True), ("concurrency", True, True),
    ],
)  # fmt: skip
def test_options_at_and_beyond_their_bounds(wire, option, value, fails) -> None:
    def make() -> OpenAIChat:
        return OpenAIChat("m", **{"base_url": wire.url, option: value})

    if fails:
        with pytest.raises(ConfigurationError, match=f"{option} is {value!r}"):
            make()
    else:
        assert make().options[option] == value


# ---------------------------------------------------------------------- embeddings


def vectors(*rows: list[float], usage: Any = (5,), order: Callable[[int], int] = lambda place: place) -> dict[str, Any]:
    data = [{"object": "embedding", "index": order(place), "embedding": row} for place, row in enumerate(rows)]
    counts = None if usage is None else {"prompt_tokens": usage[0], "total_tokens": usage[0]}
    return {"object": "list", "model": "e", "data": data, "usage": counts}


def embedder(wire: Wire, **options: Any) -> OpenAIEmbedder:
    return OpenAIEmbedder("e", base_url=wire.url, retries=0, **options)


def test_texts_are_embedded_in_batches_with_the_dimensions_asked_for(wire) -> None:
    wire.says(vectors([1.0, 0.0], [0.0, 1.0]), vectors([0.6, 0.8]))
    rows = embedder(wire, dims=2, batch=2).embed(["one", "two", "three"])
    assert np.allclose(rows, [[1.0, 0.0], [0.0, 1.0], [0.6, 0.8]])
    common = {"model": "e", "encoding_format": "float", "dimensions": 2}
    assert wire.bodies == [{**common, "input": ["one", "two"]}, {**common, "input": ["three"]}]
    assert wire.paths[0] == "POST /v1/embeddings"


def test_vectors_come_in_the_order_of_their_index(wire) -> None:
    wire.says(vectors([1.0, 0.0], [0.0, 1.0], order=lambda place: 1 - place))
    assert np.allclose(embedder(wire, dims=2).embed(["one", "two"]), [[0.0, 1.0], [1.0, 0.0]])


def test_dimensions_that_are_not_given_are_asked_for_once(wire) -> None:
    wire.says(vectors([1.0, 0.0, 0.0]))
    one = embedder(wire)
    assert (one.dims, one.dims) == (3, 3)
    assert wire.bodies == [{"model": "e", "encoding_format": "float", "input": ["a"]}]
    one.embed(["one"])
    assert len(wire.bodies) == 2
    assert OpenAIEmbedder("e", base_url=wire.url).options["batch"] == 128
