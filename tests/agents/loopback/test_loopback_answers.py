"""The loopback endpoint's answers, word for word: requests, streams, faults, verdicts, filled schemas."""

from __future__ import annotations

import json
import socket
from contextlib import suppress
from http.client import HTTPConnection, IncompleteRead
from typing import Any

import numpy as np
import pytest

from regulars.agents.loopback.endpoints import Answered, Endpoints
from regulars.agents.loopback.misbehaviour import FaultSchedule, Misbehaviour, parse_rates
from regulars.agents.loopback.scripted_policies import Answer, ScriptedPolicies, agrees, fill
from regulars.agents.loopback.scripted_writing import scripted_draft
from regulars.agents.loopback.sections import remembered, sections
from regulars.agents.loopback.server import Loopback
from regulars.errors import ConfigurationError
from regulars.memory.embedders import HashedEmbedder
from regulars.seeding import SeedTree, content_hash

CHAT = "/v1/chat/completions"
DRAFT = [{"role": "system", "content": "Two words"}, {"role": "user", "content": "Draft: I live in Bergen."}]
SCHEMA = {"type": "object", "properties": {"text": {"type": "string"}}}
IN_SCHEMA = {"response_format": {"type": "json_schema", "json_schema": {"name": "x", "schema": SCHEMA}}}


def asked(model: str = "m", path: str = CHAT, endpoints: Endpoints | None = None, **fields: Any) -> Answered:
    body = {"model": model, "messages": DRAFT} | fields
    return (endpoints or Endpoints(FaultSchedule())).answer("POST", path, {}, json.dumps(body).encode())


def said(answer: Answered) -> dict[str, Any]:
    return json.loads(b"".join(answer.pieces))


def test_an_answer_is_a_completion_with_its_usage() -> None:
    """2 words and `Draft : I live in Bergen .` make 2 + 7 tokens; the draft without its heading 5."""
    answer = asked()
    found = said(answer)
    body = json.dumps({"model": "m", "messages": DRAFT}, sort_keys=True)
    assert found == {
        "id": f"chatcmpl-{content_hash(body)}",
        "created": 1_735_689_600,
        "model": "m",
        "object": "chat.completion",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": "I live in Bergen.", "refusal": None},
                "finish_reason": "stop",
                "logprobs": None,
            }
        ],
        "usage": {"prompt_tokens": 9, "completion_tokens": 5, "total_tokens": 14},
    }
    assert (answer.status, answer.streams, answer.drops, answer.hangs) == (200, False, False, False)


@pytest.mark.parametrize("usage", [True, False])
def test_a_stream_is_sent_in_pieces_of_24_letters(usage) -> None:
    draft = [{"role": "user", "content": "Draft: I live in Bergen, up there in the north."}]
    answer = asked(messages=draft, stream=True, **({"stream_options": {"include_usage": True}} if usage else {}))
    assert answer.streams
    *events, done = (piece.decode() for piece in answer.pieces)
    assert done == "data: [DONE]\n\n"
    assert all(event.startswith("data: ") and event.endswith("\n\n") for event in events)
    read = [json.loads(event[6:]) for event in events]
    deltas = [event["choices"][0]["delta"] for event in read if event["choices"]]
    assert deltas == [
        {"role": "assistant", "content": ""},
        {"content": "I live in Bergen, up the"},
        {"content": "re in the north."},
        {},
    ]
    assert [event["choices"][0]["finish_reason"] for event in read if event["choices"]] == [None, None, None, "stop"]
    counts = [event["usage"] for event in read if not event["choices"]]
    assert counts == ([{"prompt_tokens": 13, "completion_tokens": 11, "total_tokens": 24}] if usage else [])
    assert {event["object"] for event in read} == {"chat.completion.chunk"}


@pytest.mark.parametrize(
    ("fault", "content", "refusal", "finish"),
    [
        ("truncated-json", "I live i", None, "length"),  # half of 17 letters
        ("wrong-schema", '{"unasked": ["I live in Bergen."]}', None, "stop"),
        ("refusal", None, "I'm sorry, I can't help with that.", "stop"),
        ("leak", "I live in Bergen. On 14 March 2099 it was all settled, in Reykjavik.", None, "stop"),
        ("no-schema", "I live in Bergen.", None, "stop"),
    ],
)
def test_what_a_fault_does_to_the_words(fault, content, refusal, finish) -> None:
    (choice,) = said(asked(f"m@{fault}"))["choices"]
    assert (choice["message"]["content"], choice["message"]["refusal"]) == (content, refusal)
    assert choice["finish_reason"] == finish


@pytest.mark.parametrize("fault", [*Misbehaviour])
def test_what_a_fault_does_to_the_answer(fault) -> None:
    answer = asked(f"m@{fault.value}", **IN_SCHEMA)
    status = {Misbehaviour.TOO_MANY: 429, Misbehaviour.FAILING: 500, Misbehaviour.NO_SCHEMA: 400}.get(fault, 200)
    assert answer.status == status
    assert answer.hangs is (fault is Misbehaviour.TIMEOUT)
    assert answer.drops is (fault is Misbehaviour.DROP)
    assert answer.headers == ({"Retry-After": "0.05"} if fault is Misbehaviour.TOO_MANY else {})
    if status != 200:
        assert said(answer)["error"]["code"] == str(status)
    elif fault is Misbehaviour.EMPTY:
        assert said(answer)["choices"] == []
    elif fault is Misbehaviour.LONG:
        assert len(said(answer)["choices"][0]["message"]["content"]) >= 1_000_000


def test_a_schema_is_taken_from_the_request_or_from_the_words() -> None:
    for answer in (
        asked(**IN_SCHEMA),
        asked(messages=[{"role": "system", "content": f"Answer so:\n{json.dumps(SCHEMA)}\nThanks."}, *DRAFT]),
    ):
        assert json.loads(said(answer)["choices"][0]["message"]["content"]) == {"text": "I live in Bergen."}
    several = f'{{"properties": \n{json.dumps(SCHEMA)}'
    found = said(asked(messages=[{"role": "system", "content": several}, *DRAFT]))
    assert json.loads(found["choices"][0]["message"]["content"]) == {"text": "I live in Bergen."}
    broken = '{"properties": '
    plain = asked(messages=[{"role": "system", "content": broken}, *DRAFT])
    assert said(plain)["choices"][0]["message"]["content"] == "I live in Bergen."


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/v1/models", b"", 200),
        ("POST", "/v1/models/?x=1", b"", 200),
        ("POST", "/v1/chat/completions/?x=1", json.dumps({"model": "m", "messages": DRAFT}).encode(), 200),
        ("POST", "/v1/nothing", b"{}", 404),
        ("GET", CHAT, b"{}", 405),
        ("POST", CHAT, b"{", 400),
        ("POST", CHAT, b"[]", 400),
        ("POST", CHAT, b'{"model": 3}', 400),
        ("POST", CHAT, b'{"model": "m"}', 400),
        ("POST", CHAT, b'{"model": "m@nonsense", "messages": []}', 400),
        ("POST", "/v1/embeddings", b'{"model": "e"}', 400),
    ],
)
def test_requests_and_their_status(method, path, body, status) -> None:
    assert Endpoints(FaultSchedule()).answer(method, path, {}, body).status == status


def test_calls_are_counted_if_they_can_be_read() -> None:
    endpoints = Endpoints(FaultSchedule())
    for body in (b'{"model": "m@500"}', b'{"model": "m"}', b"{"):
        endpoints.answer("POST", CHAT, {}, body)
    endpoints.answer("GET", "/v1/models", {}, b"")
    assert endpoints.calls == 2


def test_embeddings_come_in_floats_with_their_tokens() -> None:
    found = said(asked(path="/v1/embeddings", input=["Bergen is nice.", "Oslo"], dimensions=8))
    rows = HashedEmbedder(8).embed(["Bergen is nice.", "Oslo"])
    assert [one["index"] for one in found["data"]] == [0, 1]
    assert np.allclose([one["embedding"] for one in found["data"]], rows)
    assert found["usage"] == {"prompt_tokens": 5, "total_tokens": 5}
    assert len(said(asked(path="/v1/embeddings", input="Bergen"))["data"][0]["embedding"]) == 256


# ---------------------------------------------------------------------- faults


def test_faults_are_drawn_by_content_and_by_how_often_it_came() -> None:
    """Below .2 it is the first fault, from .2 to .5 the second; the second arrival is drawn anew."""
    rates = {Misbehaviour.TOO_MANY: 0.2, Misbehaviour.DROP: 0.3}
    schedule, seen = FaultSchedule(rates, 5), set()
    for number in range(40):
        body = f"body {number}".encode()
        for times in (1, 2):
            draw = SeedTree(5).child("misbehave").draws(content_hash(body.decode(), 32), times).uniform()
            expected = Misbehaviour.TOO_MANY if draw < 0.2 else Misbehaviour.DROP if draw < 0.5 else None
            assert schedule.of("m", body) == ("m", expected)
            seen.add(expected)
    assert seen == {Misbehaviour.TOO_MANY, Misbehaviour.DROP, None}


@pytest.mark.parametrize(
    ("model", "header", "faults"),
    [
        ("m", "", [None] * 3),
        ("m@drop", "", [Misbehaviour.DROP] * 3),
        ("m@dropx2", "", [Misbehaviour.DROP, Misbehaviour.DROP, None]),
        ("m@429x1", "", [Misbehaviour.TOO_MANY, None, None]),
        ("m@drop", "500x1", [Misbehaviour.FAILING, None, None]),
    ],
)
def test_a_fault_asked_for_by_name_or_header_lasts_as_long_as_it_says(model, header, faults) -> None:
    schedule = FaultSchedule({Misbehaviour.LEAK: 0.0})
    assert [schedule.of(model, b"x", header) for _ in faults] == [("m", fault) for fault in faults]


@pytest.mark.parametrize(
    ("text", "rates"),
    [
        ("", {}),
        ("429:0.1, drop:0.9", {Misbehaviour.TOO_MANY: 0.1, Misbehaviour.DROP: 0.9}),
        ("429:0,,", {Misbehaviour.TOO_MANY: 0.0}),
        ("429:1", {Misbehaviour.TOO_MANY: 1.0}),
        ("429:1.01", None),
        ("429:-0.1", None),
        ("429:0.6,drop:0.5", None),
        ("429", None),
    ],
)
def test_rates_are_shares_that_add_up_to_one_at_most(text, rates) -> None:
    if rates is None:
        with pytest.raises(ConfigurationError):
            parse_rates(text)
    else:
        assert parse_rates(text) == rates


@pytest.mark.parametrize(
    ("options", "fails"),
    [
        ({"port": 65535}, False), ({"port": 65536}, True), ({"port": -1}, True), ({"port": 0}, False),
        ({"latency": 0.0}, False), ({"latency": -0.1}, True),
    ],
)  # fmt: skip
def test_ports_and_latencies_at_their_bounds(options, fails) -> None:
    if fails:
        with pytest.raises(ConfigurationError, match=next(iter(options))):
            Loopback(**options)
    else:
        Loopback(**options)


# ---------------------------------------------------------------------- over the wire


@pytest.mark.parametrize(
    ("path", "model", "status", "reason"),
    [
        (CHAT, "m", 200, "OK"),
        (CHAT, "m@no-schema", 400, "Bad Request"),
        ("/v1/nothing", "m", 404, "Not Found"),
        (CHAT, "m@429", 429, "Too Many Requests"),
        (CHAT, "m@500", 500, "Internal Server Error"),
    ],
)
def test_statuses_have_their_reasons_and_lengths(path, model, status, reason) -> None:
    with Loopback() as server:
        line = HTTPConnection("127.0.0.1", server.port, timeout=60)
        line.request("POST", path, json.dumps({"model": model, "messages": DRAFT} | IN_SCHEMA))
        answer = line.getresponse()
        body = answer.read()
        assert (answer.status, answer.reason) == (status, reason)
        assert answer.headers["Content-Length"] == str(len(body))
        assert answer.headers["Content-Type"] == "application/json"
        assert answer.headers["Retry-After"] == ("0.05" if status == 429 else None)
        line.request("GET", "/v1/models")  # the connection is kept
        assert json.loads(line.getresponse().read())["data"][0]["id"] == "scripted"
        line.close()


def test_a_stream_is_chunked_and_ends() -> None:
    with Loopback() as server:
        line = HTTPConnection("127.0.0.1", server.port, timeout=60)
        line.request("POST", CHAT, json.dumps({"model": "m", "messages": DRAFT, "stream": True}))
        answer = line.getresponse()
        assert (answer.headers["Content-Type"], answer.headers["Transfer-Encoding"]) == ("text/event-stream", "chunked")
        assert answer.headers["Content-Length"] is None
        assert answer.read().endswith(b"data: [DONE]\n\n")
        line.close()


@pytest.mark.parametrize("length", [64 * 1024 * 1024 + 1, -1])
def test_bodies_that_are_too_long_are_refused_and_the_connection_ends(length) -> None:
    with Loopback() as server, socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
        line.sendall(f"POST {CHAT} HTTP/1.1\r\nContent-Length: {length}\r\n\r\n".encode())
        received = b""
        while part := line.recv(4096):
            received += part
        assert received.startswith(b"HTTP/1.1 413 Content Too Large\r\n")


def test_the_longest_body_is_waited_for() -> None:
    """64 megabytes are announced and never sent: the server refuses nothing, and ends the connection."""
    with Loopback() as server, socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
        line.sendall(f"POST {CHAT} HTTP/1.1\r\nContent-Length: {64 * 1024 * 1024}\r\n\r\n".encode())
        line.shutdown(socket.SHUT_WR)
        assert line.recv(4096) == b""


@pytest.mark.parametrize(("length", "answered"), [(64 * 1024, True), (64 * 1024 + 1, False)])
def test_heads_of_64_kilobytes_are_read_and_no_longer_ones(length, answered) -> None:
    start = b"GET /v1/models HTTP/1.1\r\nConnection: close\r\nX: "
    with Loopback() as server, socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
        line.sendall(start + b"x" * (length - len(start)) + b"\r\n\r\n")
        received = b""
        with suppress(ConnectionError):  # what was not read is refused
            while part := line.recv(4096):
                received += part
        assert received.startswith(b"HTTP/1.1 200 OK") is answered


def test_a_connection_is_closed_on_request() -> None:
    with Loopback() as server, socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
        line.sendall(b"GET /v1/models HTTP/1.1\r\nConnection: close\r\n\r\n")
        received = b""
        while part := line.recv(4096):  # until the server closes it
            received += part
        assert received.endswith(b"}]}")


def test_half_of_a_dropped_answer_arrives() -> None:
    with Loopback() as server:
        line = HTTPConnection("127.0.0.1", server.port, timeout=60)
        line.request("POST", CHAT, json.dumps({"model": "m@drop", "messages": DRAFT}))
        answer = line.getresponse()
        with pytest.raises(IncompleteRead) as caught:
            answer.read()
        assert len(caught.value.partial) == int(answer.headers["Content-Length"]) // 2
        line.close()


# ---------------------------------------------------------------------- policies


@pytest.mark.parametrize(
    ("reply", "gold", "right"),
    [
        ("You moved to Bergen in May.", "Bergen", True),
        ("Oslo, I think.", "Bergen", False),
        ("I don't know.", "Bergen", False),
        ("I don't know.", "The question is unanswerable.", True),
        ("I don't know.", "You have never told me.", True),
        ("Bergen.", "It was never told.", False),
        ("I don't know.", "", True),
        ("Bergen.", "", False),
        ("I don't know.", "I do not know that.", True),
        ("Bergen.", "I do not know that.", False),
        ("red green", "red green blue white yellow black", True),  # 2 of 2 and 2 of 6: F1 = .5
        ("red green", "red green blue white yellow black pink", False),  # F1 = 4/9
    ],
)
def test_a_judge_agrees_if_words_do(reply, gold, right) -> None:
    assert agrees(reply, gold) is right


@pytest.mark.parametrize(
    ("schema", "right", "value"),
    [
        ({"type": "string"}, True, "words"),
        ({}, True, "words"),
        ({"type": "null"}, True, None),
        ({"type": "boolean"}, True, True),
        ({"type": "boolean"}, None, True),
        ({"type": "boolean"}, False, False),
        ({"type": "integer"}, True, 1),
        ({"type": "integer"}, False, 0),
        ({"type": "number", "minimum": 2, "maximum": 5}, True, 5),
        ({"type": "number", "minimum": 2, "maximum": 5}, False, 2),
        ({"const": 7}, False, 7),
        ({"enum": ["no", "yes"]}, True, "yes"),
        ({"enum": ["yes", "no"]}, False, "no"),
        ({"enum": ["Correct", "stale"]}, True, "Correct"),
        ({"enum": ["a", "b", "c"]}, True, "a"),
        ({"enum": ["a", "b", "c"]}, False, "c"),
        ({"enum": ["yes", "true"]}, True, "yes"),  # all say yes, none says no
        ({"enum": ["yes", "true"]}, False, "true"),
        ({"anyOf": [{"type": "null"}, {"type": "integer"}]}, True, 1),
        ({"oneOf": [{"type": "null"}]}, True, None),
        ({"allOf": [{"const": 3}]}, True, 3),
        ({"type": "array", "items": {"type": "integer"}}, True, [1]),
        ({"type": "array", "minItems": 0}, True, ["words"]),
        ({"type": "array", "items": {"const": 2}, "minItems": 3}, True, [2, 2, 2]),
        ({"properties": {"a": {"const": 1}, "b": {"type": "string"}}}, True, {"a": 1, "b": "words"}),
        ({"type": "object"}, True, {}),
        ({"$ref": "#/$defs/X", "$defs": {"X": {"const": 9}}}, True, 9),
    ],
)
def test_a_schema_is_filled_by_the_answer(schema, right, value) -> None:
    assert fill(schema, Answer("words", right)) == value


def test_a_prompt_is_answered_by_its_sections() -> None:
    policies = ScriptedPolicies()

    def answer(*texts: str, role: str = "user") -> Answer:
        return policies.answer([{"role": role, "content": text} for text in texts])

    assert answer("Correct Answer: Bergen\n\nModel Response: Bergen it is.") == Answer("yes", True)
    assert answer("Correct Answer: Bergen\n\nModel Response: Oslo.") == Answer("no", False)
    assert answer("Correct Answer: Bergen\n\nDraft: I live in Oslo.") == Answer("I live in Oslo.")
    line = "[2025-03-01 09:30] Ada: I live in Bergen."
    assert "Bergen" in answer(line, "Which city do I live in?").text
    assert "Bergen" in answer(f"{line}\nQuestion: Which city do I live in?\n\nAnswer it.").text
    parts = [{"type": "text", "text": line}, {"type": "text", "text": "Question: Which city do I live in?"}]
    assert "Bergen" in policies.answer([{"role": "user", "content": parts}]).text
    assert policies.answer([{"role": "user", "content": None}]).text


def test_a_blueprint_takes_each_project_once_before_it_takes_one_again() -> None:
    projects = scripted_draft("Blueprint", ["Invent a person", "and 9 projects"])["projects"]
    goals = [one["goal"] for one in projects]
    assert len(set(goals[:4])) == 4
    assert not any("part" in goal for goal in goals[:4])
    assert goals[4:8] == [f"{goal}, part 2" for goal in goals[:4]]
    assert goals[8:] == [f"{goals[0]}, part 3"]
    assert projects[4]["attributes"] == projects[0]["attributes"]


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        (["Draft: one\n\nDraft: two"], {"draft": "two"}),
        (["Draft: one", "Draft: two"], {"draft": "two"}),
        (["Draft:\n\none\ntwo\n\nthree"], {"draft": "one\ntwo"}),
        (["<draft>one</draft>"], {"draft": "one"}),
        (["Nothing here: one"], {}),
        (["> **Draft:** one"], {"draft": "one"}),
    ],
)
def test_sections_end_with_a_blank_line_and_the_last_counts(texts, found) -> None:
    assert sections(texts) == found


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("[2025-03-01] Ada: One.\nTwo.\n[2025-03-02] Bo: Three.", "[2025-03-01] Ada: One.\n[2025-03-02] Bo: Three."),
        ("[short] Ada: One.", ""),
        ('You know: [{"date": "d", "name": "Ada", "text": "One."}] so.', "[d] Ada: One."),
        ('[ {"time": "t", "speaker": "Bo", "content": "Two."}, 3]', "[t] Bo: Two."),
        ('[{"who": "Cy", "words": "One.", "message": "Two."}]', "[] Cy: One."),
        ('[{"text": ', ""),
    ],
)
def test_remembered_lines_are_read_as_text_and_as_json(text, lines) -> None:
    assert remembered([text]) == lines
