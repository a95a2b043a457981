"""Each provider through its real client: what is sent to a server on this machine, and how answers are read."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any

import pytest
from pydantic import BaseModel, Field

from regulars import registry
from regulars.agents.loopback.endpoints import Answered
from regulars.agents.loopback.server import Loopback
from regulars.agents.models.catalogue import PROVIDERS, open_model
from regulars.agents.models.protocol import Completion, Finish, Message, ToolCall
from regulars.errors import ConfigurationError, InfrastructureError

KEY = "sk-of-the-test"
ASKED = (Message("system", "Be brief."), Message("user", "Where?"))
ROUND = (
    *ASKED,
    Message("assistant", "", (ToolCall("c1", "search_memory", '{"query": "home"}'),)),
    Message("tool", "Bergen", answers="c1"),
)
TOOLS = [
    {"type": "function", "function": {"name": "search_memory", "description": "d", "parameters": {"type": "object"}}}
]
needs_anthropic = pytest.mark.skipif(find_spec("anthropic") is None, reason="needs the extra anthropic")
needs_litellm = pytest.mark.skipif(find_spec("litellm") is None, reason="needs the extra litellm")


class Grade(BaseModel):
    score: int = Field(ge=0, le=3)


CHAT = {
    "model": "m-1",
    "choices": [{"index": 0, "message": {"role": "assistant", "content": "Bergen."}, "finish_reason": "stop"}],
    "usage": {"prompt_tokens": 7, "completion_tokens": 3},
}
RESPONSE = {
    "model": "m-1",
    "status": "completed",
    "output": [
        {"type": "reasoning", "content": []},
        {
            "type": "message",
            "content": [{"type": "output_text", "text": "Ber"}, {"type": "output_text", "text": "gen."}],
        },
    ],
    "usage": {"input_tokens": 7, "output_tokens": 3, "output_tokens_details": {"reasoning_tokens": 2}},
}
MESSAGE = {
    "type": "message",
    "model": "m-1",
    "content": [{"type": "thinking", "thinking": "so"}, {"type": "text", "text": "Bergen."}],
    "stop_reason": "end_turn",
    "usage": {"input_tokens": 5, "cache_read_input_tokens": 2, "output_tokens": 3},
}


@dataclass
class Endpoint:
    """A server on this machine that gives its answers in turn, and keeps what reached it."""

    root: str
    answers: list[Any] = field(default_factory=list)
    bodies: list[dict[str, Any]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    def answer(self, method: str, path: str, headers: Any, body: bytes) -> Answered:
        self.bodies.append(json.loads(body))
        self.paths.append(path)
        self.headers.append(dict(headers))
        given = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(given, tuple):
            written = tuple(f"event: {one['type']}\ndata: {json.dumps(one)}\n\n".encode() for one in given)
            return Answered(pieces=written, streams=True)
        return given if isinstance(given, Answered) else Answered(pieces=(json.dumps(given).encode(),))


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[Endpoint]:
    for name in ("OPENAI_API_KEY", "AZURE_OPENAI_API_KEY", "ANTHROPIC_API_KEY", "LITELLM_API_KEY"):
        monkeypatch.setenv(name, KEY)
    with Loopback() as server:
        one = Endpoint(server.url.removesuffix("/v1"))
        server.endpoints.answer = one.answer  # type: ignore[method-assign]
        yield one


def both(model: Any, messages: Any = ASKED, **options: Any) -> Completion:
    """What a call comes to, at once and awaited, which must be the same."""
    said: Completion = model.complete(messages, **options)
    assert asyncio.run(model.acomplete(messages, **options)) == said
    return said


# ---------------------------------------------------------------------- Responses API


def test_the_responses_api_is_sent_items_and_told_to_store_nothing(endpoint) -> None:
    endpoint.answers = [RESPONSE]
    model = open_model(f"responses:m:base_url={endpoint.root}/v1;retries=0;max_tokens=9")
    said = both(model, ROUND, seed=5, tools=TOOLS)
    assert said == Completion("Bergen.", "m-1", Finish.STOP, 7, 3, reasoning_tokens=2)
    assert set(endpoint.paths) == {"/v1/responses"}
    assert (
        endpoint.bodies[0]
        == endpoint.bodies[1]
        == {
            "store": False,
            "model": "m",
            "max_output_tokens": 9,
            "tools": [
                {"type": "function", "name": "search_memory", "description": "d", "parameters": {"type": "object"}}
            ],
            "input": [
                {"role": "system", "content": "Be brief."},
                {"role": "user", "content": "Where?"},
                {"type": "function_call", "call_id": "c1", "name": "search_memory", "arguments": '{"query": "home"}'},
                {"type": "function_call_output", "call_id": "c1", "output": "Bergen"},
            ],
        }
    )


def test_the_responses_api_takes_a_schema_and_calls_tools(endpoint) -> None:
    call = {"type": "function_call", "call_id": "c2", "name": "forget", "arguments": "{}"}
    endpoint.answers = [RESPONSE | {"output": [call]}]
    said = both(open_model(f"responses:m:base_url={endpoint.root}/v1;retries=0"), schema=Grade)
    assert (said.finish, said.tool_calls) == (Finish.TOOLS, (ToolCall("c2", "forget", "{}"),))
    shape = endpoint.bodies[0]["text"]["format"]
    assert (shape["type"], shape["name"], shape["strict"]) == ("json_schema", "Grade", True)


@pytest.mark.parametrize(
    ("status", "details", "finish"),
    [
        ("incomplete", {"reason": "max_output_tokens"}, Finish.LENGTH),
        ("incomplete", {"reason": "content_filter"}, Finish.FILTERED),
    ],
)
def test_a_response_says_why_it_ended(endpoint, status, details, finish) -> None:
    endpoint.answers = [RESPONSE | {"status": status, "incomplete_details": details}]
    assert both(open_model(f"responses:m:base_url={endpoint.root}/v1;retries=0")).finish == finish


def test_a_stream_of_the_responses_api_ends_with_the_whole_answer(endpoint) -> None:
    endpoint.answers = [
        ({"type": "response.output_text.delta", "delta": "Ber"}, {"type": "response.completed", "response": RESPONSE})
    ]
    assert both(open_model(f"responses:m:base_url={endpoint.root}/v1;retries=0;stream=true")).text == "Bergen."
    endpoint.answers = [({"type": "response.output_text.delta", "delta": "Ber"},)]
    with pytest.raises(InfrastructureError, match="broke off"):
        open_model(f"responses:m:base_url={endpoint.root}/v1;retries=0;stream=true").complete(ASKED)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"output": None}, "output is null, not a list"),
        ({"status": "failed"}, "status is 'failed'"),
        ({"usage": {"input_tokens": "7", "output_tokens": 3}}, r"usage\.input_tokens is '7'"),
        ({"output": [{"type": "message", "content": [{"text": 7}]}]}, r"output\[0\]\.content\[0\]\.text is a number"),
        ({"error": {"message": "busy"}}, "holds an error .busy"),
    ],
)
def test_a_response_of_another_form_is_the_endpoints_fault(endpoint, change, fault) -> None:
    endpoint.answers = [RESPONSE | change]
    with pytest.raises(InfrastructureError, match=fault):
        open_model(f"responses:m:base_url={endpoint.root}/v1;retries=0").complete(ASKED)


# ---------------------------------------------------------------------- Azure


@pytest.mark.parametrize(
    ("version", "path", "header"),
    [
        ("", "/openai/v1/chat/completions", ("authorization", f"Bearer {KEY}")),
        (";api_version=2024-10-21", "/openai/deployments/m/chat/completions?api-version=2024-10-21", ("api-key", KEY)),
    ],
)
def test_azure_is_called_by_deployment_with_its_key(endpoint, version, path, header) -> None:
    endpoint.answers = [CHAT]
    said = both(open_model(f"azure:m:base_url={endpoint.root};retries=0{version}"))
    assert said == Completion("Bergen.", "m-1", Finish.STOP, 7, 3)
    assert set(endpoint.paths) == {path}
    assert {sent[header[0]] for sent in endpoint.headers} == {header[1]}


def test_azure_needs_a_resource(monkeypatch) -> None:
    monkeypatch.delenv("AZURE_OPENAI_ENDPOINT", raising=False)
    with pytest.raises(ConfigurationError, match="AZURE_OPENAI_ENDPOINT"):
        open_model("azure:m")


# ---------------------------------------------------------------------- Anthropic


@needs_anthropic
def test_anthropic_is_sent_its_own_form(endpoint) -> None:
    endpoint.answers = [MESSAGE]
    model = open_model(f"anthropic:m:base_url={endpoint.root};retries=0")
    said = both(model, ROUND, seed=5, tools=TOOLS, tool_choice="required")
    assert said == Completion("Bergen.", "m-1", Finish.STOP, 7, 3)
    assert set(endpoint.paths) == {"/v1/messages"}
    assert {sent["x-api-key"] for sent in endpoint.headers} == {KEY}
    assert endpoint.bodies[0] == endpoint.bodies[1] == {
        "model": "m",
        "max_tokens": 4096,
        "system": "Be brief.",
        "tools": [{"name": "search_memory", "description": "d", "input_schema": {"type": "object"}}],
        "tool_choice": {"type": "any"},
        "messages": [
            {"role": "user", "content": "Where?"},
            {"role": "assistant", "content": [
                {"type": "tool_use", "id": "c1", "name": "search_memory", "input": {"query": "home"}}]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "Bergen"}]},
        ],
    }  # fmt: skip


@needs_anthropic
def test_anthropic_takes_a_schema_without_bounds_and_is_asked_in_words_if_it_refuses_it(endpoint) -> None:
    refused = Answered(400, (b'{"type": "error", "error": {"message": "output_config: unknown field"}}',))
    endpoint.answers = [refused, MESSAGE]
    model = open_model(f"anthropic:m:base_url={endpoint.root};retries=0")
    assert model.complete(ASKED, schema=Grade).text == "Bergen."
    shape = endpoint.bodies[0]["output_config"]["format"]["schema"]["properties"]["score"]
    assert shape == {"title": "Score", "type": "integer", "description": "minimum 0, maximum 3"}
    assert "output_config" not in endpoint.bodies[1]
    assert '"maximum": 3' in endpoint.bodies[1]["system"]


@needs_anthropic
@pytest.mark.parametrize(
    ("change", "finish", "text"),
    [
        ({"stop_reason": "max_tokens"}, Finish.LENGTH, "Bergen."),
        ({"stop_reason": "refusal", "content": []}, Finish.REFUSED, "the model declines"),
        ({"content": []}, Finish.EMPTY, ""),
    ],
)
def test_anthropics_reasons_to_stop(endpoint, change, finish, text) -> None:
    endpoint.answers = [MESSAGE | change]
    said = both(open_model(f"anthropic:m:base_url={endpoint.root};retries=0"))
    assert (said.finish, said.text) == (finish, text)


@needs_anthropic
def test_anthropics_stream_is_joined_with_its_tools(endpoint) -> None:
    begun = MESSAGE | {"content": [], "stop_reason": None, "usage": {"input_tokens": 7, "output_tokens": 1}}
    stream = [
        {"type": "message_start", "message": begun},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Ber"}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "gen."}},
        {"type": "content_block_start", "index": 1,
         "content_block": {"type": "tool_use", "id": "c", "name": "forget", "input": {}}},
        {"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": '{"a": 1}'}},
        {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 3}},
    ]  # fmt: skip
    endpoint.answers = [tuple(stream)]
    said = both(open_model(f"anthropic:m:base_url={endpoint.root};retries=0;stream=true"))
    assert said == Completion("Bergen.", "m-1", Finish.TOOLS, 7, 3, tool_calls=(ToolCall("c", "forget", '{"a": 1}'),))
    endpoint.answers = [tuple(stream[:-1])]
    with pytest.raises(InfrastructureError, match="broke off"):
        open_model(f"anthropic:m:base_url={endpoint.root};retries=0;stream=true").complete(ASKED)


@needs_anthropic
@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"content": "Bergen."}, "content is text, not a list"),
        ({"content": [{"type": "text", "text": 7}]}, r"content\[0\]\.text is a number"),
        ({"content": [{"type": "text", "text": "\ud800"}]}, "half a character"),
        ({"usage": {"input_tokens": -1, "output_tokens": 3}}, r"usage\.input_tokens is -1"),
    ],
)
def test_an_answer_of_anthropics_of_another_form_is_the_endpoints_fault(endpoint, change, fault) -> None:
    endpoint.answers = [MESSAGE | change]
    with pytest.raises(InfrastructureError, match=fault):
        open_model(f"anthropic:m:base_url={endpoint.root};retries=0").complete(ASKED)


@needs_anthropic
def test_anthropics_errors_are_retried_and_told_without_the_key(endpoint) -> None:
    busy = Answered(529, (b'{"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}',))
    endpoint.answers = [busy, MESSAGE]
    model = open_model(f"anthropic:m:base_url={endpoint.root};retries=1;backoff=0")
    assert model.complete(ASKED).text == "Bergen."
    endpoint.answers = [Answered(400, (json.dumps({"error": {"message": "x" * 290 + KEY}}).encode(),))]
    with pytest.raises(InfrastructureError, match=r"\[key\]") as caught:
        model.complete(ASKED)
    assert KEY[:5] not in str(caught.value)
    endpoint.answers = [Answered(401, (b"{}",))]
    with pytest.raises(ConfigurationError, match="ANTHROPIC_API_KEY"):
        model.complete(ASKED)


def test_without_the_package_the_remedy_is_named(monkeypatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    monkeypatch.setattr("regulars.agents.models.providers.anthropic_chat._is_installed", lambda: False)
    with pytest.raises(ConfigurationError, match=r"pip install 'regulars\[anthropic\]'"):
        open_model("anthropic:m")
    monkeypatch.setattr("regulars.agents.models.providers.litellm_chat.find_spec", lambda name: None)
    with pytest.raises(ConfigurationError, match=r"pip install 'regulars\[litellm\]'"):
        open_model("litellm:openai/m")


# ---------------------------------------------------------------------- LiteLLM


@needs_litellm
def test_litellm_calls_a_provider_by_its_name(endpoint) -> None:
    endpoint.answers = [CHAT | {"id": "x", "object": "chat.completion", "created": 1}]
    said = both(open_model(f"litellm:openai/m:base_url={endpoint.root}/v1;retries=0;temperature=0.5"), seed=3)
    assert (said.text, said.finish, said.prompt_tokens, said.completion_tokens) == ("Bergen.", Finish.STOP, 7, 3)
    body = endpoint.bodies[0]
    assert (body["model"], body["temperature"], body["seed"]) == ("m", 0.5, 3)
    endpoint.answers = [Answered(429, (b'{"error": {"message": "slow"}}',)), CHAT | {"id": "x", "created": 1}]
    again = open_model(f"litellm:openai/m:base_url={endpoint.root}/v1;retries=1;backoff=0")
    assert again.complete(ASKED).text == "Bergen."


# ---------------------------------------------------------------------- all of them


def test_every_provider_can_sit_in_every_seat() -> None:
    for kind in ("model", "assistant", "user", "evaluator"):
        names = {entry.name for entry in registry.entries(kind) if entry.provider}
        assert PROVIDERS.keys() <= names, kind
        assert all(callable(registry.named(kind, f"{name}:m")) for name in PROVIDERS)


# ---------------------------------------------------------------------- OpenAI: keys, headers, limits, preflight


def test_an_address_of_ones_own_needs_no_key_until_it_asks_for_one(endpoint, monkeypatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    endpoint.answers = [CHAT]
    assert both(open_model(f"openai:m:base_url={endpoint.root}/v1;retries=0")).text == "Bergen."
    open_model("openai:m:base_url=https://models.example.org/v1")
    endpoint.answers = [Answered(401, (b"{}",))]
    with pytest.raises(ConfigurationError, match="wants a key; set OPENAI_API_KEY"):
        open_model(f"openai:m:base_url={endpoint.root}/v1;retries=0").complete(ASKED)
    with pytest.raises(ConfigurationError, match="MY_KEY"):
        open_model(f"openai:m:base_url={endpoint.root}/v1;key=MY_KEY")


def test_headers_and_an_extra_body_stand_in_the_spec(endpoint, monkeypatch) -> None:
    monkeypatch.setenv("MY_TOKEN", "t-secret")
    endpoint.answers = [CHAT]
    spec = f'openai:m:base_url={endpoint.root}/v1;retries=0;headers={{"X-Team": "a", "X-Token": "$MY_TOKEN"}}'
    model = open_model(f'{spec};extra_body={{"top_k": 20, "think": false}}')
    both(model)
    assert (endpoint.headers[0]["x-team"], endpoint.headers[0]["x-token"]) == ("a", "t-secret")
    assert (endpoint.bodies[0]["top_k"], endpoint.bodies[0]["think"]) == (20, False)
    assert "t-secret" not in repr(model.settings) + repr(model)
    endpoint.answers = [Answered(400, (b'{"error": {"message": "bad t-secret"}}',))]
    with pytest.raises(InfrastructureError, match=r"bad \[key\]"):
        model.complete(ASKED)
    monkeypatch.delenv("MY_TOKEN")
    with pytest.raises(ConfigurationError, match="set the environment variable MY_TOKEN"):
        model.complete(ASKED)


@pytest.mark.parametrize("wrong", ["headers=x", "headers=[1]", "extra_body=[1]", 'headers={"a": 1}'])
def test_headers_and_bodies_that_are_no_objects_are_refused(wrong) -> None:
    with pytest.raises(ConfigurationError, match=r"not a JSON object|header 'a' is invalid"):
        open_model(f"openai:m:base_url=http://127.0.0.1:9/v1;{wrong}")


def test_a_limit_is_sent_by_both_names_until_one_is_refused(endpoint) -> None:
    endpoint.answers = [CHAT]
    model = open_model(f"openai:m:base_url={endpoint.root}/v1;retries=0;max_completion_tokens=9")
    model.complete(ASKED)
    assert {name: endpoint.bodies[0].get(name) for name in ("max_tokens", "max_completion_tokens")} == {
        "max_tokens": 9, "max_completion_tokens": 9,
    }  # fmt: skip
    told = b'{"error": {"message": "Unsupported parameter: max_tokens. Use max_completion_tokens instead."}}'
    endpoint.answers = [Answered(400, (told,)), CHAT]
    for _ in range(2):
        model.complete(ASKED)
    assert [("max_tokens" in body, "max_completion_tokens" in body) for body in endpoint.bodies[1:]] == [
        (True, True), (False, True), (False, True),
    ]  # fmt: skip
    endpoint.answers = [Answered(400, (told,))]
    with pytest.raises(InfrastructureError, match="Unsupported parameter"):
        model.complete(ASKED)


def test_a_preflight_passes_an_endpoint_that_is_busy_and_stops_at_one_that_cannot_work(endpoint) -> None:
    model = open_model(f"openai:m:base_url={endpoint.root}/v1;retries=0")
    for answer in (CHAT, Answered(503, (b"{}",)), Answered(429, (b"{}",))):
        endpoint.answers = [answer]
        model.preflight()
    assert endpoint.bodies[0]["max_completion_tokens"] == 16
    endpoint.answers = [Answered(404, (b'{"error": {"message": "no model m"}}',))]
    with pytest.raises(InfrastructureError, match=r"the run was not started, as .*404 \(no model m\)"):
        model.preflight()
    nowhere = open_model("openai:m:base_url=http://127.0.0.1:9/v1;retries=1;backoff=0")
    with pytest.raises(InfrastructureError, match=r"not started, .*2 attempts; check that it answers at http://127"):
        nowhere.preflight()


@pytest.mark.parametrize("option", ["timeout=nan", "timeout=inf", "backoff=nan", "retries=inf"])
def test_numbers_without_a_size_are_refused(option) -> None:
    with pytest.raises(ConfigurationError, match=option.replace("=", " is ")):
        open_model(f"openai:m:base_url=http://127.0.0.1:9/v1;{option}")


def test_an_argument_that_occurs_twice_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="timeout occurs twice"):
        open_model("openai:m:timeout=1;timeout=2")
    with pytest.raises(ConfigurationError, match="calls occurs twice"):
        registry.parse_arguments("limits", "calls=1;calls=2")
