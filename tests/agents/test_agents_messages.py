"""The messages of this room's errors, whole: what is wrong, where, what was expected, and what to do."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import openai
import pytest

from regulars import Cast, life_v0
from regulars.agents.assistant.ideal_observer import IdealObserver
from regulars.agents.assistant.learners import FixedAssistant
from regulars.agents.evaluator.role_play_judge import RolePlayJudge, reward_of
from regulars.agents.evaluator.scripted import ScriptedEvaluator
from regulars.agents.feedback import feedback_policy
from regulars.agents.loopback.misbehaviour import parse_rates
from regulars.agents.loopback.server import Loopback
from regulars.agents.models.catalogue import open_model
from regulars.agents.models.endpoint_faults import Failure
from regulars.agents.models.limits import Budget, Gate
from regulars.agents.models.metered import read_prices
from regulars.agents.models.openai_chat import OpenAIChat
from regulars.agents.models.openai_embeddings import OpenAIEmbedder
from regulars.agents.models.prompt_files import built_in_prompts, load_prompts
from regulars.agents.models.protocol import Completion, Finish, Message
from regulars.agents.models.replay import Replay
from regulars.agents.models.scripted_chat import ScriptedChat
from regulars.agents.models.structured import words_of
from regulars.agents.readers.oracle import NoisyOracleReader, OracleReader
from regulars.agents.seats.adapt import CallableSeat, as_seat, begin_seat, seat_state
from regulars.agents.seats.compiled_graph import GraphSeat, seat_node
from regulars.agents.seats.flow import Flow, run
from regulars.agents.seats.langgraph import LangGraphSeat
from regulars.agents.seats.openai_client import ClientSeat
from regulars.agents.style.rules import RuleBook
from regulars.agents.writing.write import write
from regulars.errors import (
    BudgetError,
    ConfigurationError,
    DataError,
    InfrastructureError,
    ModelOutputError,
    OrderError,
    RegularsError,
    SeatError,
    StateError,
)
from regulars.memory.journal.operations import Draft

NOON = datetime(2025, 3, 3, 12, tzinfo=UTC)
HERE = "http://127.0.0.1:9/v1"
GIVEN = {"pipeline": "realmem", "executor": "plain"}


def policy(spec: str) -> Callable[[], Any]:
    return lambda: feedback_policy(spec)


class OpenAI:
    """Named like a client, and none."""


class Needs:
    def __init__(self, argument: Any) -> None: ...

    def act(self, observation: Any) -> str:
        return ""


class Later:
    async def begin(self, episode_id: str, seed: int) -> None: ...

    def act(self, observation: Any) -> str:
        return ""


class Circle:
    flow = Flow("assistant", ("one",), {"one": ("one",)}, 3)

    def one(self, work: Any) -> str:
        return "one"


class Graph:
    """A graph without anything."""

    channels: dict[str, None] = {"question": None}  # noqa: RUF012

    def stream(self, given: Any, config: Any, stream_mode: str) -> list[dict[str, Any]]:
        return [{"state": 1}]


class Messages(Graph):
    channels: dict[str, None] = {"messages": None}  # noqa: RUF012


class Observations(Graph):
    channels: dict[str, None] = {"observation": None}  # noqa: RUF012


SEEN = {
    "phase": 1, "speaker": "p", "session": 1, "message": "Hello.", "scope": "s", "name": "Ann", "turn_id": "s001.t01",
    "date": "2025-03-03T12:00:00+00:00",
}  # fmt: skip


def stepped() -> None:
    """A cast asks a seat at once that must be awaited."""

    async def later(observation: Any) -> str:
        return ""

    Cast(life_v0.raw_env(sessions=1), assistant=later)["assistant_0"](SEEN)


def settled(model: ScriptedChat) -> Any:
    return RolePlayJudge(model, runs=1).reward("a", "b", "c", "d")


CASES: list[tuple[Callable[[], Any], type[RegularsError], str]] = [
    # feedback
    (
        policy("placebo+noisy"), ConfigurationError,
        "feedback: 'placebo+noisy' puts a wrapper around a placebo; "
        "put the wrapper inside: placebo:of=evaluative+noisy.",
    ),
    (policy("noisy"), ConfigurationError,
     "feedback: 'noisy' is a wrapper and needs a policy before it; write evaluative+noisy."),
    (policy("collections:Counter"), ConfigurationError,
     "feedback: 'collections:Counter' is a Counter; expected a subclass of regulars.agents.feedback.FeedbackPolicy."),
    (
        policy("evaluative+silent"), ConfigurationError,
        "feedback: 'silent' is a policy and cannot wrap another; expected after the plus: "
        "sparse, noisy, delayed, lenient, strict, drifting, flattering, adversarial.",
    ),
    (
        policy("silent+noisy"), ConfigurationError,
        "feedback: 'noisy' has nothing to wrap; silent shows nothing: write it alone, or wrap evaluative.",
    ),
    (policy("placebo:off=x"), ConfigurationError,
     "feedback: 'placebo' takes no argument 'off'; write placebo:of=diagnostic."),
    (policy("placebo:of=sealed"), ConfigurationError,
     "feedback: 'sealed' has no placebo; it shows nothing: write sealed alone."),
    (policy("evaluative+delayed"), ConfigurationError,
     "feedback: the delay is 0; write delayed:turns=2 or delayed:sessions=1."),
    (policy("evaluative+delayed:sessions=1.5"), ConfigurationError,
     "feedback: 'sessions' of 'delayed' is 1.5; expected a whole number from 0 to 10000."),
    (policy("evaluative+delayed:turns=10001"), ConfigurationError,
     "feedback: 'turns' of 'delayed' is 10001; expected a whole number from 0 to 10000."),
    (policy("evaluative+sparse:rate=1.01"), ConfigurationError,
     "feedback: 'rate' of 'sparse' is 1.01; expected a number from 0 to 1."),
    (policy("evaluative+noisy:rate=-.01"), ConfigurationError,
     "feedback: 'rate' of 'noisy' is -0.01; expected a number from 0 to 1."),
    (policy("evaluative+noisy:rate=true"), ConfigurationError,
     "feedback: 'rate' of 'noisy' is True; expected a number from 0 to 1."),
    (policy("evaluative+strict:by=10.5"), ConfigurationError,
     "feedback: 'by' of 'strict' is 10.5; expected a number from 0 to 10."),
    (policy("evaluative+lenient:by=-1"), ConfigurationError,
     "feedback: 'by' of 'lenient' is -1; expected a number from 0 to 10."),
    (policy("evaluative+drifting:first=-11"), ConfigurationError,
     "feedback: 'first' of 'drifting' is -11; expected a number from -10 to 10."),
    (policy("evaluative+drifting:last=11"), ConfigurationError,
     "feedback: 'last' of 'drifting' is 11; expected a number from -10 to 10."),
    (policy("evaluative+drifting:over=0"), ConfigurationError,
     "feedback: 'over' of 'drifting' is 0; expected a whole number from 1 to 10000."),
    (
        policy("evaluative+noisy:of=3"), ConfigurationError,
        "feedback: 'noisy' takes no argument 'of' or 'place'; write the wrapped policy before it: evaluative+noisy.",
    ),
    (policy("mixed:evaluative=-1"), ConfigurationError,
     "feedback mixed: the weight of 'evaluative' is -1; expected a number from 0."),
    (
        policy("mixed:evaluative=0"), ConfigurationError,
        "feedback mixed: the population is empty; expected policies with weights, one above 0; "
        "write mixed:evaluative=2;instructive=1.",
    ),
    (lambda: feedback_policy("mixed:silent=1").show(None, None), OrderError,  # type: ignore[arg-type]
     "feedback mixed: a population shows no feedback; call settle(person) first."),
    (lambda: feedback_policy("mixed:silent=1").content(None, None), OrderError,  # type: ignore[arg-type]
     "feedback mixed: a population shows no feedback; call settle(person) first."),
    # assistants, evaluators, readers, style
    (lambda: IdealObserver("none", rules=0), ConfigurationError,
     "ideal-observer: 0 wishes for each person; expected rules from 1 to 4."),
    (lambda: FixedAssistant("none", style="length"), ConfigurationError,
     "style: invalid setting 'length'; expected ATTRIBUTE.SETTING, joined by +."),
    (lambda: RuleBook().setting("lenght", "x"), ConfigurationError,
     "a rule: no rule for 'lenght'; did you mean 'length'?"),
    (lambda: RuleBook().setting("length", "one_sentenc"), ConfigurationError,
     "a rule: 'length' cannot be set to 'one_sentenc'; did you mean 'one_sentence'?"),
    (lambda: RolePlayJudge(ScriptedChat([]), runs=0), ConfigurationError,
     "role-play judge: runs is 0; expected a whole number from 1."),
    (lambda: reward_of(6, 0, 0), ConfigurationError, "reward_of: factual is 6; expected 0 to 5."),
    (
        lambda: settled(ScriptedChat(["no", "no"])), ModelOutputError,
        "model scripted, judge reward: it is not JSON (Expecting value, at character 0); "
        "expected a JSON object RewardScores with reason, factual, logic_and_persona, safety.",
    ),
    (lambda: words_of(Completion("", finish=Finish.EMPTY), "model m"), ModelOutputError,
     "model m: the model gave no words; expected words."),
    (lambda: words_of(Completion("", finish=Finish.FILTERED), "model m"), ModelOutputError,
     "model m: the endpoint's filter stopped the answer; expected words."),
    (
        lambda: OracleReader().statements(Draft("p", 1, NOON, "Ada", "So.", ("t1",))), ConfigurationError,
        "reader: OracleReader() has no annotations; only `regulars evaluate` provides annotations; "
        "elsewhere use reader=rules.",
    ),
    (lambda: NoisyOracleReader(recall=1.1), ConfigurationError,
     "reader noisy-oracle: recall is 1.1; expected a share, 0 to 1."),
    (lambda: NoisyOracleReader(precision=0), ConfigurationError,
     "reader noisy-oracle: precision is 0; expected a share above 0, up to 1."),
    # models
    (lambda: Budget(tokens=-1), ConfigurationError, "budget: tokens is -1; expected a number from 0."),
    (lambda: Budget(calls=0).admit(), BudgetError, "budget: 0 calls are used up."),
    (lambda: Gate(0), ConfigurationError, "model: concurrency is 0; expected a whole number from 1."),
    (lambda: open_model(object()), ConfigurationError,  # type: ignore[arg-type]
     "model: an object of type object is not a model; expected an object with name, complete and acomplete."),
    (
        lambda: ScriptedChat([]).complete((Message("user", "x"),)), ConfigurationError,
        "scripted: the model was called 1 times; expected 0 calls at most; give it more answers, or a function.",
    ),
    (lambda: OpenAIChat("", base_url=HERE), ConfigurationError,
     "model openai:: the model name is missing; expected openai:MODEL."),
    (lambda: OpenAIChat("m", base_url=HERE, retrys=1), ConfigurationError,  # type: ignore[call-arg]
     "model openai:m: unknown option 'retrys'; did you mean 'retries'?"),
    (lambda: OpenAIChat("m", base_url=HERE, retries=-1), ConfigurationError,
     "model openai:m: retries is -1; expected a number from 0."),
    (lambda: OpenAIChat("m", base_url=HERE, timeout=0), ConfigurationError,
     "model openai:m: timeout is 0; expected a number from 0.001."),
    (
        lambda: OpenAIChat("m", base_url="ftp://host/v1"), ConfigurationError,
        "model openai:m: the endpoint URL is invalid; expected http://HOST:PORT/v1; "
        "correct --base-url, base_url or OPENAI_BASE_URL, whichever is set.",
    ),
    (
        lambda: OpenAIChat("m", base_url="http://me@host/v1"), ConfigurationError,
        "model openai:m: the endpoint URL contains more than a URL; expected http://HOST:PORT/v1; "
        "put the key into OPENAI_API_KEY.",
    ),
    (
        lambda: OpenAIChat("m", base_url="http://host/v1", key="NO_SUCH_KEY"), ConfigurationError,
        "model openai:m: the key for the model's endpoint is missing; expected the environment variable NO_SUCH_KEY; "
        "set the variable; OPENAI_BASE_URL sets the endpoint's URL.",
    ),
    (lambda: OpenAIChat("m", base_url=HERE, structured="jsn_schema"), ConfigurationError,
     "model openai:m: structured is 'jsn_schema'; did you mean 'json_schema'?"),
    (lambda: OpenAIEmbedder("e", base_url=HERE, batch=0), ConfigurationError,
     "embedder openai:e: batch is 0; expected a whole number from 1."),
    (lambda: OpenAIEmbedder("e", base_url=HERE, dims=1.5), ConfigurationError,  # type: ignore[arg-type]
     "embedder openai:e: dims is 1.5; expected a whole number from 1."),
    (lambda: built_in_prompts()["juge"], ConfigurationError, "prompts: unknown prompt 'juge'; did you mean 'judge'?"),
    (lambda: built_in_prompts()["extract_facts"].messages(), ConfigurationError,
     "extract_facts.toml: the slot 'turns' is missing; its slots are turns."),
    (lambda: built_in_prompts()["extract_facts"].messages(turns="", turn=""), ConfigurationError,
     "extract_facts.toml: unknown slot 'turn'; did you mean 'turns'?"),
    (lambda: load_prompts("/no/such/folder"), DataError,
     "/no/such/folder: not a folder; expected a folder with prompts, such as assistant.toml."),
    # the loopback endpoint
    (lambda: parse_rates("429:2"), ConfigurationError,
     "misbehave: the rate of '429' is '2'; expected NAME:RATE with a rate in 0..1."),
    (lambda: parse_rates("429:.9,drop:.9"), ConfigurationError,
     "misbehave: the rates add up to more than 1; lower some of them."),
    (lambda: parse_rates("refusals:.1"), ConfigurationError,
     "misbehave: unknown fault 'refusals'; did you mean 'refusal'?"),
    (lambda: Loopback(-1), ConfigurationError, "serve-scripted: port is -1; expected a number from 0 to 65535."),
    (lambda: Loopback(latency=-1), ConfigurationError, "serve-scripted: latency is -1; expected seconds from 0."),
    # seats
    (
        lambda: as_seat(3, "assistant_0"), SeatError,
        "assistant_0: an object of type int cannot take a seat; "
        "expected an object with act(observation), a compiled LangGraph, an agent of openai-agents or pydantic-ai, "
        "or a callable; wrap it in a function from the observation to the reply.",
    ),
    (
        lambda: as_seat(Needs, "assistant_0"), SeatError,
        "assistant_0: Needs cannot be created without arguments: Needs.__init__() missing 1 required positional "
        "argument: 'argument'; pass an instance of it.",
    ),
    (
        lambda: begin_seat(Later(), "assistant_0", 1), SeatError,
        "Later.begin: begin is asynchronous, and would never run; "
        "expected a plain method; only act may be asynchronous; make begin a plain method.",
    ),
    (
        lambda: seat_state(CallableSeat(policy), "assistant_0"), SeatError,
        "assistant_0: the function policy may keep state that cannot be saved; "
        "expected a function registered as stateless, or an object with get_state and set_state; "
        "pass CallableSeat(function, stateless=True) if it keeps nothing between calls.",
    ),
    (lambda: run(Circle(), None), SeatError,
     "assistant: a turn takes more than 3 nodes; find the node that jumps back."),
    (lambda: Circle.flow.next("one", "two"), SeatError, "assistant: the node 'one' jumps to 'two'; expected end, one."),
    (
        lambda: GraphSeat(object()), ConfigurationError,
        "GraphSeat: object has no nodes to compile; expected a policy with a `flow`, such as ScriptedAssistant; "
        "use the object as a node of your own graph with seat_node.",
    ),
    (lambda: seat_node(ScriptedEvaluator())({}), SeatError,
     "seat_node: the state has no 'observation'; expected an observation."),
    (
        lambda: LangGraphSeat(Graph(), where="assistant_0"), SeatError,
        "assistant_0: the graph's state has the keys question; expected 'messages', or 'observation' and 'action'; "
        "add a first node that builds the graph's input from the observation.",
    ),
    (lambda: LangGraphSeat(Messages(), thread="life", where="assistant_0"), SeatError,
     "assistant_0: unknown thread length 'life'; expected session or person."),
    (
        lambda: LangGraphSeat(Messages(), branches=False).get_state(), SeatError,
        "LangGraphSeat: the graph may keep state that cannot be saved; "
        "expected state in messages, a checkpointer or an InMemoryStore only; "
        "leave branches=False out, and use an InMemoryStore.",
    ),
    (lambda: LangGraphSeat(Messages()).act(SEEN), SeatError,
     "LangGraphSeat: the graph returns no message; expected a last message with text."),
    (lambda: LangGraphSeat(Observations()).act(SEEN), SeatError,
     "LangGraphSeat: the graph returns state; expected action or reply."),
    (lambda: ClientSeat(OpenAI(), model="m"), SeatError,
     "ClientSeat: an object of type OpenAI; expected an openai.OpenAI or openai.AsyncOpenAI."),
    # the cast
    (lambda: Cast(life_v0.raw_env(sessions=1), executor="plan"), ConfigurationError,
     "Cast: unknown executor 'plan'; did you mean 'plain'?"),
    (lambda: Cast(life_v0.raw_env(sessions=1), user_O=1), ConfigurationError,
     "Cast: unknown seat 'user_O'; did you mean 'user_0'?"),
    (
        stepped, OrderError,
        "assistant_0: the seat is asynchronous and must be awaited; await cast.arun(), or "
        "await cast.aact('assistant_0', observation).",
    ),
    (lambda: Cast(life_v0.raw_env(sessions=1)).reset(keep="user"), OrderError,
     "Cast.reset: the first reset has nothing to keep; drop keep=."),
    (
        lambda: Cast(life_v0.raw_env(sessions=1)).set_state(b"x"), StateError,
        "Cast.set_state: the bytes are not a state of a cast; expected bytes from get_state of an equal cast.",
    ),
    (
        lambda: Cast(life_v0.raw_env(sessions=1, probes="fork"), assistant=policy), SeatError,
        "assistant_0: CallableSeat cannot be branched, so it cannot be probed outside the conversation: "
        "a function may keep state that cannot be saved; "
        "expected get_state and set_state, a picklable object, or a function registered as stateless; "
        "use probes='end', which asks all probes after the last session.",
    ),
    # writing
    (lambda: write("realmen", ScriptedChat([]), "x"), ConfigurationError,
     "write: unknown pipeline 'realmen'; did you mean 'realmem'?"),
    (lambda: write("realmem", ScriptedChat([]), "x", start=datetime(2025, 1, 6)), ConfigurationError,  # noqa: DTZ001
     "write: the start 2025-01-06 00:00:00 has no time zone; expected a time with its zone."),
    (lambda: write("realmem", ScriptedChat([]), "x", executor="ray"), ConfigurationError,
     "write: unknown executor 'ray'; expected langgraph or plain."),
    (lambda: write("realmem", ScriptedChat([]), "x", sizes={"project": 1}), ConfigurationError,
     "write: realmem has no size 'project'; did you mean 'projects'?"),
    (lambda: write("realmem", ScriptedChat([]), "x", sizes={"events": 0}), ConfigurationError,
     "write: events is 0; expected a whole number from 1."),
]  # fmt: skip


@pytest.mark.parametrize(("call", "kind", "message"), CASES)
def test_an_error_says_what_is_wrong_where_and_what_to_do(call, kind, message) -> None:
    with pytest.raises(kind) as caught:
        call()
    assert str(caught.value) == message


def test_a_client_needs_a_model_and_may_have_to_be_awaited() -> None:
    client = openai.OpenAI(base_url=HERE, api_key="sk-x")
    with pytest.raises(SeatError) as caught:
        as_seat(client, "assistant_0")
    assert str(caught.value) == (
        "assistant_0: the OpenAI client comes without a model name; expected a client with its model; "
        "pass regulars.agents.seats.openai_client.ClientSeat(client, model=NAME)."
    )
    waiting = ClientSeat(openai.AsyncOpenAI(base_url=HERE, api_key="sk-x"), model="m")
    with pytest.raises(OrderError) as awaited:
        waiting.act(SEEN)
    assert str(awaited.value) == "ClientSeat: an AsyncOpenAI must be awaited; await cast.arun()."


@pytest.mark.parametrize(("url", "place"), [("", "the default address, as OPENAI_BASE_URL is not set"), (HERE, HERE)])
def test_an_endpoint_that_cannot_be_reached_is_named(monkeypatch, url, place) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-x")
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    for model, name in ((OpenAIChat("m", base_url=url), "model"), (OpenAIEmbedder("e", base_url=url), "embedder")):
        with pytest.raises(InfrastructureError) as caught:
            model._pause_after(Failure("no answer in time", passes=False), 0, "")
        assert str(caught.value) == (
            f"{name} openai:{model.name}: the {name}'s endpoint failed: no answer in time; "
            f"check that it answers at {place}."
        )
        with pytest.raises(InfrastructureError) as answered:
            model._pause_after(Failure("status 404", passes=False, status=404), 0, "")
        assert str(answered.value) == f"{name} openai:{model.name}: the {name}'s endpoint failed: status 404."


def test_faulty_files_are_named(tmp_path: Path) -> None:
    calls, prices = tmp_path / "calls.jsonl", tmp_path / "prices.toml"
    with pytest.raises(DataError) as missing:
        Replay(calls)
    told = f"{calls}: the recording cannot be read: No such file or directory; record the calls first."
    assert str(missing.value) == told
    calls.write_text("{}\n")
    with pytest.raises(DataError) as strange:
        Replay(calls)
    assert str(strange.value) == f"{calls}, line 1: the line is not a recorded call; expected regulars.model_call."
    calls.write_text("")
    with pytest.raises(DataError) as empty:
        Replay(calls)
    assert str(empty.value) == (
        f"{calls}: the file holds the calls of 0 models; expected the calls of one model; "
        "record each model into its own file."
    )
    Replay(calls, ScriptedChat(["one"])).complete((Message("user", "x"),))
    with pytest.raises(ConfigurationError) as unknown:
        Replay(calls).complete((Message("user", "y"),), purpose="judge")
    assert str(unknown.value) == (
        f"{calls}: the call was never recorded: judge of 1 messages; expected one of its 1 calls of scripted; "
        "replay with the seeds, prompts and parameters of the recording, or name the model with record=."
    )
    with pytest.raises(DataError) as unwritten:
        Replay(tmp_path / "none/calls.jsonl", ScriptedChat(["one"])).complete((Message("user", "x"),))
    assert str(unwritten.value) == (
        f"{tmp_path}/none/calls.jsonl: the call cannot be recorded: No such file or directory; check the folder."
    )
    prices.write_text("[m]\nprompt = 1\n")
    with pytest.raises(DataError) as priceless:
        read_prices(prices)
    assert str(priceless.value) == (
        f"{prices}: the prices of 'm' are {{'prompt': 1}}; "
        "expected prompt and completion, each a number from 0, for a million tokens."
    )
    (tmp_path / "judge.toml").write_bytes(b"\xff")
    with pytest.raises(DataError) as garbled:
        load_prompts(tmp_path)
    assert str(garbled.value).startswith(f"{tmp_path}/judge.toml: cannot be read: ")
    (tmp_path / "judge.toml").write_text('purpose = ""\nsystem = "s"\n')
    with pytest.raises(DataError) as unsound:
        load_prompts(tmp_path)
    assert str(unsound.value) == (
        f"{tmp_path}/judge.toml: not a valid prompt; "
        "expected a prompt in TOML: purpose, system and user (or text), [slots], and [cases] where it has some."
    )
    (tmp_path / "empty").mkdir()
    with pytest.raises(ConfigurationError) as none:
        load_prompts(tmp_path / "empty")
    assert str(none.value) == f"{tmp_path}/empty: the folder has no prompts; expected files such as judge.toml."
