"""Errors of graphs, bots, endpoints, judges and writers, whole: what, where, what was expected, and the remedy."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from regulars import Cast, life_v0, registry
from regulars.agents.assistant.context_reader import context_reader
from regulars.agents.assistant.model import ModelAssistant
from regulars.agents.evaluator.model import ModelEvaluator, checked_kinds, panel_of
from regulars.agents.evaluator.panel import Panel
from regulars.agents.evaluator.scripted import ScriptedEvaluator
from regulars.agents.feedback.specs import mixed
from regulars.agents.models.chat_answers import joined
from regulars.agents.models.endpoint import json_mapping
from regulars.agents.models.openai_chat import OpenAIChat
from regulars.agents.models.prompt_files import load_prompts
from regulars.agents.models.providers.azure_chat import AzureChat
from regulars.agents.models.providers.local_chat import LocalChat
from regulars.agents.models.providers.local_weights import PACKAGED, weights_of
from regulars.agents.models.scripted_chat import ScriptedChat
from regulars.agents.seats.http_seat import HttpSeat
from regulars.agents.seats.langgraph import LangGraphSeat
from regulars.agents.writing.drafts import Conversation, DraftEvents
from regulars.agents.writing.write import write
from regulars.errors import ConfigurationError, ModelOutputError, OrderError, RegularsError, SeatError
from regulars.scenarios.language.packs import Language

HERE = "http://127.0.0.1:9/v1"
SEEN = {
    "phase": 1, "speaker": "p", "session": 1, "message": "Hello.", "scope": "s", "name": "Ann", "turn_id": "s001.t01",
    "date": "2025-03-03T12:00:00+00:00",
}  # fmt: skip


def message_of(kind: type[RegularsError], call: Any) -> str:
    with pytest.raises(kind) as caught:
        call()
    return str(caught.value)


# ---------------------------------------------------------------------- graphs


class Graph:
    """A graph that ends in a given state, or with an error."""

    def __init__(self, state: Any, error: Exception | None = None, keys: tuple[str, ...] = ("messages",)) -> None:
        self.channels = dict.fromkeys(keys)
        self.state, self.error = state, error

    def stream(self, given: Any, config: Any, stream_mode: str) -> Any:
        yield self.state
        if self.error is not None:
            raise self.error


def said(content: Any = "", kind: str = "ai", **fields: Any) -> dict[str, Any]:
    return {"messages": [SimpleNamespace(type=kind, content=content, id="m1", **fields)]}


TEXT = "expected a last message with text"


@pytest.mark.parametrize(
    ("state", "kind", "message"),
    [
        (
            {"__interrupt__": ["?"]}, SeatError,
            "the graph stopped at an interrupt; expected a reply without a person's help; "
            "compile it without interrupts.",
        ),
        ({}, SeatError, f"the graph returns no message; {TEXT}."),
        (said("Hm.", "human"), SeatError, f"the graph returns no message; {TEXT}."),
        (said(None), SeatError, f"the graph returns no message; {TEXT}."),
        (
            said("no such day", "tool", status="error", name="diary"), ModelOutputError,
            f"the graph ends with a failed call of diary: no such day; {TEXT}.",
        ),
        (
            said("x" * 900, "tool", status="error", name=""), ModelOutputError,
            f"the graph ends with a failed call of a tool: {'x' * 200}; {TEXT}.",
        ),
        (
            said(tool_calls=[{"name": "diary"}, {"name": "clock"}]), ModelOutputError,
            f"the graph ends with a call of the tool 'diary' that no node ran; {TEXT}; "
            "lead tool calls to a ToolNode that has the tool.",
        ),
        (
            said(invalid_tool_calls=[{"name": "diary", "args": "{"}], tool_calls=[{"name": "clock"}]), ModelOutputError,
            "the model called 'diary' with arguments that are not JSON: '{'.",
        ),
        (
            said(invalid_tool_calls=[{"name": None, "args": "{"}]), ModelOutputError,
            "the model called 'a tool' with arguments that are not JSON: '{'.",
        ),
    ],
)  # fmt: skip
def test_a_graph_that_ends_without_a_reply_is_told_apart(state, kind, message) -> None:
    assert message_of(kind, lambda: LangGraphSeat(Graph(state), where="mine").act(SEEN)) == f"mine: {message}"


@pytest.mark.parametrize(
    ("content", "kind", "reply"),
    [
        ("Yes.", "ai", "Yes."),
        ("Yes.", "AIMessageChunk", "Yes."),
        ("4", "tool", "4"),  # a tool's answer may be the reply
        (["Yes", {"type": "text", "text": ", I do."}, {"type": "image"}], "ai", "Yes, I do."),
    ],
)
def test_the_last_message_is_the_reply(content, kind, reply) -> None:
    assert LangGraphSeat(Graph(said(content, kind))).act(SEEN) == reply


@pytest.mark.parametrize(
    ("calls", "loop"), [([], ""), ([{"name": "diary"}, {"name": "clock"}], "; it last called the tool 'clock'")]
)
def test_a_graph_that_goes_round_in_circles_is_named_with_its_last_tool(calls, loop) -> None:
    error = type("GraphRecursionError", (RecursionError,), {})()
    seat = LangGraphSeat(Graph(said("Hm.", tool_calls=calls), error), steps=7)
    assert message_of(SeatError, lambda: seat.act(SEEN)) == (
        f"LangGraphSeat: the graph takes more than 7 steps for one reply{loop}; {TEXT}; "
        "end the loop, or pass LangGraphSeat(graph, steps=N)."
    )


@pytest.mark.parametrize(
    ("keys", "listed"), [((), "(none)"), (("question", "answer"), "answer, question"), (("action",), "action")]
)
def test_a_graph_needs_a_known_key(keys, listed) -> None:
    assert message_of(SeatError, lambda: LangGraphSeat(Graph({}, keys=keys), where="mine")) == (
        f"mine: the graph's state has the keys {listed}; expected 'messages', or 'observation' and 'action'; "
        "add a first node that builds the graph's input from the observation."
    )


@pytest.mark.parametrize(
    ("state", "found"),
    [
        ({"action": 3, "reply": 4}, 3), ({"action": None, "reply": "Hm."}, "Hm."), ({"action": 0}, 0),
        ({"more": 1, "action": None}, "more, action"), ({}, "nothing"), (None, "nothing"),
    ],
)  # fmt: skip
def test_a_graph_of_observations_returns_an_action_or_a_reply(state, found) -> None:
    seat = LangGraphSeat(Graph(state, keys=("observation", "messages")))
    if isinstance(found, str) and found != "Hm.":
        assert message_of(SeatError, lambda: seat.act(SEEN)) == (
            f"LangGraphSeat: the graph returns {found}; expected action or reply."
        )
    else:
        assert seat.act(SEEN) == found


def test_a_graph_that_keeps_something_elsewhere_cannot_be_saved() -> None:
    assert message_of(SeatError, LangGraphSeat(Graph({}), branches=False).get_state) == (
        "LangGraphSeat: the graph may keep state that cannot be saved; expected state in messages, a checkpointer or "
        "an InMemoryStore only; leave branches=False out, and use an InMemoryStore."
    )


# ---------------------------------------------------------------------- seats


async def awaited(observation: Any) -> str:
    return ""


async def test_a_seat_that_must_be_awaited_says_so_within_a_loop() -> None:
    cast = Cast(life_v0.env(sessions=1), assistant=awaited)
    cast.reset(seed=1)
    assert message_of(OrderError, cast.run) == (
        "Cast.run: a seat must be awaited, and an event loop is running already; await cast.arun()."
    )


@pytest.mark.parametrize(
    "address", ["http://", "ftp://host", "http://host:port", "http://host:0", "host:80", "http://host:70000", ""]
)
def test_an_address_that_is_none_is_shown_with_a_pattern(address) -> None:
    assert message_of(ConfigurationError, lambda: HttpSeat(address)) == (
        f"assistant: invalid address {address!r}; expected http://HOST:PORT/PATH."
    )


def test_the_states_of_bots_and_the_order_of_their_calls() -> None:
    seat = HttpSeat(f"{HERE}/")
    assert message_of(OrderError, lambda: seat.act({})) == (
        f"{HERE}: a reply before begin; call begin(episode_id, seed) first."
    )
    assert message_of(SeatError, seat.get_state) == (
        f"{HERE}: the state of the bot is on its server; "
        'answer /begin with "branches": true and add /branch, so that probes are asked of a branch.'
    )
    seat.end("done")  # without an episode nothing is sent


# ---------------------------------------------------------------------- models and endpoints


@pytest.mark.parametrize(
    ("given", "found"),
    [
        (None, {}), ("", {}), ({}, {}), ('{"a": 1}', {"a": 1}), ({"a": 1}, {"a": 1}),
        ("[]", None), ("{", None), ([1], None),
    ],
)  # fmt: skip
def test_an_option_may_be_an_object_or_its_json(given, found) -> None:
    if found is not None:
        assert json_mapping(given, "headers") == found
    else:
        assert message_of(ConfigurationError, lambda: json_mapping(given, "headers")) == (
            'headers: it is not a JSON object; expected {"NAME": VALUE}.'
        )


@pytest.mark.parametrize("header", [{"x": "é"}, {"é": "x"}, {"x": "a\nb"}, {"x": 3}])
def test_a_header_is_a_line_of_ascii(header) -> None:
    (name,) = header
    assert message_of(ConfigurationError, lambda: OpenAIChat("m", base_url=HERE, headers=header)) == (
        f"model openai:m: the header {name!r} is invalid; expected a line of ASCII text."
    )


@pytest.mark.parametrize(("option", "least"), [("timeout", "0.001"), ("retries", "0"), ("backoff", "0")])
@pytest.mark.parametrize("value", [-1, "3", True, float("nan"), float("inf")])
def test_limits_of_endpoints_are_numbers(option, least, value) -> None:
    assert message_of(ConfigurationError, lambda: OpenAIChat("m", base_url=HERE, **{option: value})) == (
        f"model openai:m: {option} is {value!r}; expected a number from {least}."
    )


@pytest.mark.parametrize(
    "address", ["http://u:p@h/v1", "http://u@h/v1", "http://:p@h/v1", "http://h/v1?key=1", "https://h/v1?x"]
)
def test_an_address_with_a_key_is_refused_and_not_repeated(address) -> None:
    assert message_of(ConfigurationError, lambda: OpenAIChat("m", base_url=address)) == (
        "model openai:m: the endpoint URL contains more than a URL; expected http://HOST:PORT/v1; "
        "put the key into OPENAI_API_KEY."
    )


@pytest.mark.parametrize("address", ["h/v1", "ftp://h/v1", "http:///v1", "http://h:x/v1", "http://h:99999/v1"])
def test_an_address_of_no_endpoint_is_corrected(address) -> None:
    assert message_of(ConfigurationError, lambda: OpenAIChat("m", base_url=address)) == (
        "model openai:m: the endpoint URL is invalid; expected http://HOST:PORT/v1; "
        "correct --base-url, base_url or OPENAI_BASE_URL, whichever is set."
    )


def test_azure_needs_an_address_and_a_version_in_words(monkeypatch) -> None:
    monkeypatch.delenv("AZURE_OPENAI_ENDPOINT", raising=False)
    assert message_of(ConfigurationError, lambda: AzureChat("m")) == (
        "model azure:m: the URL of the Azure resource is missing; "
        "expected the environment variable AZURE_OPENAI_ENDPOINT, or base_url."
    )
    assert message_of(ConfigurationError, lambda: AzureChat("m", base_url=HERE, own={"api_version": 3})) == (
        "model azure:m: api_version is 3; expected text: 2024-10-21."
    )


def test_local_models_have_weights_and_no_address(tmp_path) -> None:
    assert message_of(ConfigurationError, lambda: LocalChat("m", base_url=HERE)) == (
        "model local:m: base_url is given; leave it out, or use openai:MODEL."
    )
    found = message_of(ConfigurationError, lambda: weights_of("tiny", "model local:tiny"))
    expected = f"{', '.join(PACKAGED)}, or the path of a .gguf file"
    assert found.startswith(f"model local:tiny: unknown weights 'tiny'; expected {expected}; ")
    lost = f"{tmp_path}/lost.gguf"
    assert message_of(ConfigurationError, lambda: weights_of(lost, "model local")) == (
        f"model local: the file {lost} does not exist; check the path."
    )
    (tmp_path / "mine.gguf").touch()
    assert weights_of(f"{tmp_path}/mine.gguf", "") == (tmp_path / "mine.gguf").resolve()


def test_a_stream_without_pieces_or_without_an_end_broke_off() -> None:
    with pytest.raises(EOFError, match="the stream held nothing"):
        joined([])
    piece = {"model": "m", "choices": [{"delta": {"content": "Hi"}}]}
    with pytest.raises(EOFError, match="the stream broke off"):
        joined([piece])
    assert joined([piece, {"model": "m", "choices": [{"delta": {}, "finish_reason": "stop"}]}]).text == "Hi"
    counted = {"model": "m", "choices": [], "usage": {"prompt_tokens": 3, "completion_tokens": 0}}
    empty = joined([counted])  # usage alone, as a filter sends it
    assert (empty.text, empty.finish, empty.prompt_tokens) == ("", "empty", 3)


def test_prompts_replace_prompts(tmp_path) -> None:
    (tmp_path / "jugde.toml").write_text('purpose = "p"\nuser = "x"\n')
    assert message_of(ConfigurationError, lambda: load_prompts(tmp_path)) == (
        f"{tmp_path}/jugde.toml: unknown prompt 'jugde', so it replaces nothing; did you mean 'judge'?"
    )
    (tmp_path / "jugde.toml").unlink()
    path = tmp_path / "none"
    assert str(path) in message_of(RegularsError, lambda: load_prompts(path))


# ---------------------------------------------------------------------- assistants, judges, feedback, writers


def test_assistants_and_readers_name_their_choices() -> None:
    model = ScriptedChat([])
    assert message_of(ConfigurationError, lambda: ModelAssistant(model, fair="yes")) == (
        "assistant: fair is 'yes'; expected true or false."
    )
    assert message_of(ConfigurationError, lambda: ModelAssistant(model, history="sesion")) == (
        "assistant: unknown history 'sesion'; did you mean 'session'?"
    )
    assert message_of(ConfigurationError, lambda: context_reader("oracle", Language.load("english"))) == (
        "assistant: reading=oracle is not available here; "
        "only `regulars evaluate` provides it; elsewhere use reading=packs."
    )
    assert message_of(ConfigurationError, lambda: context_reader("pack", Language.load("english"))) == (
        "assistant: unknown reading 'pack'; did you mean 'packs'?"
    )


def test_panels_of_judges_are_checked() -> None:
    assert message_of(ConfigurationError, lambda: Panel([])) == "judge: a panel without judges; name a judge."
    assert message_of(ConfigurationError, lambda: checked_kinds([])) == (
        "judge kinds: there are no kinds; name some, or leave them out."
    )
    assert message_of(ConfigurationError, lambda: checked_kinds(["temporel"])) == (
        "judge kinds: unknown kind 'temporel'; did you mean 'temporal'?"
    )
    one, always = ModelEvaluator(ScriptedChat([])), ModelEvaluator(ScriptedChat([]), always=True)
    scripted = registry.build("evaluator", "scripted")
    assert isinstance(scripted, ScriptedEvaluator)
    assert message_of(ConfigurationError, lambda: panel_of([one, scripted], None)) == (
        f"judge: {type(scripted).__name__} cannot sit on a panel; expected models, such as openai:MODEL."
    )
    assert message_of(ConfigurationError, lambda: panel_of([one, always], None)) == (
        "judge: the judges differ in always; set it for all or for none."
    )


@pytest.mark.parametrize("name", ["sealed", "mixed", "evalutive"])
def test_a_population_consists_of_policies_that_show_something(name) -> None:
    found = message_of(ConfigurationError, lambda: mixed(**{"evaluative": 1.0, name: 1.0}))
    assert found.startswith(f"feedback mixed: {name!r} cannot be part of a population; ")
    offered = found.partition("population; ")[2]
    assert not {"sealed", "mixed", "delayed"} & set(offered.replace(",", " ").replace("'", " ").split())
    assert ("did you mean 'evaluative'?" in offered) is (name == "evalutive")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"pipeline": "rolememo", "sizes": {"projects": 1}}, "rolememo has no size 'projects'; "),
        ({"pipeline": "realmem", "sizes": {"projects": 0}}, "projects is 0; expected a whole number from 1."),
        ({"pipeline": "realmem", "sizes": {"projects": True}}, "projects is True; expected a whole number from 1."),
        ({"pipeline": "rolememo", "roles": {"user": "scripted"}}, "rolememo has no role 'user'; leave it out."),
        ({"pipeline": "realmem", "persona": "x.json"}, "realmem takes no persona file; describe it in hints."),
    ],
)
def test_writers_are_told_what_they_do_not_take(tmp_path: Path, options, message) -> None:
    found = message_of(
        ConfigurationError, lambda: write(options.pop("pipeline"), "scripted", tmp_path / "W", **options)
    )
    assert found.startswith(f"write: {message}")
    assert not (tmp_path / "W").exists()


@pytest.mark.parametrize(
    ("shape", "content", "fault"),
    [
        (DraftEvents, {"events": ["update", "create"]}, "the first event creates the project, and no other"),
        (DraftEvents, {"events": ["create", "create"]}, "the first event creates the project, and no other"),
        (DraftEvents, {"events": ["create", "suspend", "update"]}, "something follows a suspension"),
        (DraftEvents, {"events": ["create", "update"]}, "an update names no attribute or no value"),
        (
            Conversation, {"turns": ["User", "User"]},
            "the User opens, the two take turns, and the Assistant has the last word",
        ),
    ],
)  # fmt: skip
def test_drafts_are_told_their_fault(shape, content, fault) -> None:
    (key, names) = next(iter(content.items()))
    entries = [
        {"kind": name, "volatility": "objective", "what": "x", "attribute": "", "value": ""} if key == "events"
        else {"speaker": name, "text": "x"}
        for name in names
    ]  # fmt: skip
    with pytest.raises(ValueError, match=fault):
        shape.model_validate_json(json.dumps({key: entries}))
