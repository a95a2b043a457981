"""More of this room's errors, whole: files that cannot be read, seats that cannot be saved, unusable drafts."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import openai
import pytest
from pydantic import BaseModel

from regulars import Cast, life_v0
from regulars.agents.loopback.server import Loopback
from regulars.agents.models.limits import Budget
from regulars.agents.models.metered import read_prices
from regulars.agents.models.openai_chat import OpenAIChat
from regulars.agents.models.prompt_files import built_in_prompts, load_prompts
from regulars.agents.models.protocol import Message, Usage
from regulars.agents.models.replay import Replay
from regulars.agents.models.scripted_chat import ScriptedChat
from regulars.agents.seats.adapt import seat_state
from regulars.agents.seats.langgraph import LangGraphSeat
from regulars.agents.seats.openai_client import ClientSeat
from regulars.agents.user.behaviour import load_behaviour
from regulars.agents.writing.workshop import Workshop
from regulars.errors import (
    ConfigurationError,
    DataError,
    InfrastructureError,
    ModelOutputError,
    OrderError,
    RegularsError,
    SeatError,
)

HERE = "http://127.0.0.1:9/v1"
ASKED = (Message("user", "Write."),)


def message_of(kind: type[RegularsError], call: Any) -> str:
    with pytest.raises(kind) as caught:
        call()
    return str(caught.value)


class Word(BaseModel):
    """A draft."""

    word: str


class Unsaved:
    """A seat whose state cannot be pickled."""

    def __init__(self) -> None:
        self.open = lambda: None

    def act(self, observation: Any) -> str:
        return ""


class Waits:
    """A graph with a node that must be awaited."""

    channels: dict[str, None] = {"messages": None}  # noqa: RUF012

    def __init__(self, words: str) -> None:
        self.words = words

    def stream(self, given: Any, config: Any, stream_mode: str) -> Any:
        raise TypeError(self.words)


SEEN = {
    "phase": 1, "speaker": "p", "session": 1, "message": "Hello.", "scope": "s", "name": "Ann", "turn_id": "s001.t01",
    "date": "2025-03-03T12:00:00+00:00",
}  # fmt: skip


def test_an_environment_without_seats_cannot_be_cast() -> None:
    parallel = life_v0.parallel_env(sessions=1)
    kind = type(parallel.unwrapped).__name__
    assert message_of(ConfigurationError, lambda: Cast(parallel)) == (
        f"Cast: a {kind} has no seats to fill; expected an AEC environment: regulars.life_v0.env or raw_env."
    )


def test_seats_that_cannot_be_saved_or_copied_are_named() -> None:
    seat = Unsaved()
    saved = message_of(SeatError, lambda: seat_state(seat, "user_0"))
    assert saved.startswith("user_0: the state of Unsaved cannot be saved: ")
    assert saved.endswith("; give it get_state() and set_state(state), or make it picklable.")

    class Local:
        """Keeps its state, and cannot be pickled itself."""

        def act(self, observation: Any) -> str:
            return ""

        def get_state(self) -> int:
            return 1

        def set_state(self, state: int) -> None: ...

    cast = Cast(life_v0.raw_env(sessions=1), assistant=Local())
    cast.reset(seed=1)
    copied = message_of(SeatError, lambda: cast.fork(1))
    assert copied.startswith("assistant_0: Local cannot be copied: ")
    assert copied.endswith("; define its class or function at the top level of a module, or make it picklable.")


def test_a_graph_that_must_be_awaited_says_so_and_other_faults_stay() -> None:
    waits = LangGraphSeat(Waits("No synchronous function provided to 'x'."))
    assert message_of(OrderError, lambda: waits.act(SEEN)) == (
        "LangGraphSeat: the graph has nodes that must be awaited; await cast.arun()."
    )
    with pytest.raises(TypeError, match="a fault of its own"):
        LangGraphSeat(Waits("a fault of its own")).act(SEEN)


def test_clients_and_ports() -> None:
    client = openai.OpenAI(base_url=HERE, api_key="k")
    assert message_of(SeatError, lambda: pickle.dumps(ClientSeat(client, model="m").model)) == (
        "model openai:m: an OpenAI client cannot be pickled: it holds connections and a key; name the model: openai:m."
    )
    with Loopback() as server:
        taken = message_of(InfrastructureError, lambda: Loopback(server.port).__enter__())
        assert taken.startswith(f"serve-scripted: port {server.port} is not available: ")
        assert taken.endswith("; choose another port, or 0 for a free one.")
    chat = OpenAIChat("m", base_url=HERE)
    assert message_of(ConfigurationError, lambda: chat.complete(ASKED, temprature=0)) == (
        "model openai:m: unknown parameter 'temprature'; did you mean 'temperature'?; "
        "put an endpoint's own parameters into extra_body."
    )


def test_prices_and_budgets(tmp_path: Path) -> None:
    prices = tmp_path / "prices.toml"
    unread = message_of(DataError, lambda: read_prices(prices))
    assert unread.startswith(f"{prices}: the price table cannot be read: ")
    assert unread.endswith("; expected a TOML file with a table for each model.")
    prices.write_text("[m]\nprompt = 1\ncompletion = 2\nmore = 3\n")
    assert message_of(DataError, lambda: read_prices(prices)) == (
        f"{prices}: the prices of 'm' are {{'prompt': 1, 'completion': 2, 'more': 3}}; "
        "expected prompt and completion, each a number from 0, for a million tokens."
    )
    limited = Budget(cost=1.0)
    assert message_of(ConfigurationError, lambda: limited.spend(Usage(calls=1, cost=None))) == (
        "budget: the model has no price; expected a price for every model if cost is limited; "
        "add the model to the price table."
    )
    Budget(calls=9).spend(Usage(calls=1, cost=None))
    limited.spend(Usage(calls=1, cost=0.5))
    assert limited.used.cost is None  # once unknown, always unknown


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        (
            'purpose = "p"\nuser = "{one}"\n',
            "the slot 'one' has no description; expected every slot under [slots], and used",
        ),
        (
            'purpose = "p"\nuser = "x"\n[slots]\none = "1"\n',
            "the slot 'one' is never used; expected every slot under [slots], and used",
        ),
        ('purpose = "p"\nusr = "x"\n', "unknown field 'usr'; did you mean 'user'?"),
        (
            'purpose = "p"\n',
            "not a valid prompt; expected a prompt in TOML: purpose, system and user (or text), [slots], "
            "and [cases] where it has some",
        ),
    ],
)  # fmt: skip
def test_a_faulty_prompt_is_named_with_its_file(tmp_path, written, fault) -> None:
    path = tmp_path / "judge.toml"
    path.write_text(written)
    assert message_of(DataError, lambda: load_prompts(tmp_path)) == f"{path}: {fault}{'' if fault[-1] == '?' else '.'}"


def test_steps_that_stay_unusable_or_are_broken(tmp_path: Path) -> None:
    model = ScriptedChat([json.dumps({"word": "bad"})] * 3)
    shop = Workshop(tmp_path, model, built_in_prompts(), {})
    assert message_of(ModelOutputError, lambda: shop.step("one", Word, ASKED, lambda draft: ["it is bad"])) == (
        "model scripted, step one: no usable draft after 3 attempts: it is bad; use --resume to ask again."
    )
    place = tmp_path / "steps" / "one.json"
    place.write_text('{"word": 1}')
    assert message_of(DataError, lambda: shop.step("one", Word, ASKED)) == (
        f"{place}: not a valid Word: 1 faults; remove the file to make the step again."
    )
    place.write_text("{")
    broken = message_of(DataError, lambda: shop.step("one", Word, ASKED))
    assert broken.startswith(f"{place}: cannot be read: ")
    assert broken.endswith("; expected JSON.")


def test_a_recording_is_of_one_model_whatever_the_order_of_its_settings(tmp_path: Path) -> None:
    """Three lines of one model, whose settings were written in two orders; then one of another."""
    path = tmp_path / "calls.jsonl"

    def line(key: str, settings: dict[str, int], model: str = "m") -> str:
        return json.dumps({"key": key, "model": model, "settings": settings, "completion": {"text": key}}) + "\n"

    one = [line("k1", {"a": 1, "b": 2}), line("k2", {"b": 2, "a": 1}), line("k3", {"a": 1, "b": 2})]
    path.write_text("".join(one))
    replay = Replay(path)
    assert (len(replay), replay.name, replay.settings, replay.takes_schema) == (3, "m", {"a": 1, "b": 2}, False)
    path.write_text("".join([*one, line("k4", {"a": 1, "b": 3})]))
    assert "holds the calls of 2 models" in message_of(DataError, lambda: Replay(path))
    path.write_text("".join([*one, line("k4", {"a": 1, "b": 2}, "n")]))
    assert "holds the calls of 2 models" in message_of(DataError, lambda: Replay(path))


def test_rules_of_behaviour_name_their_bounds(tmp_path: Path) -> None:
    """Verdicts change trust and patience by at most 1."""
    from importlib.resources import files

    rules = (files("regulars.agents.user") / "behaviour.toml").read_text(encoding="utf-8")
    path = tmp_path / "rules.toml"
    for value, sound in ((1, True), (1.01, False), (-1, True), (-1.01, False)):
        path.write_text(rules.replace("correct = 0.10", f"correct = {value}", 1))
        load_behaviour.cache_clear()
        if sound:
            load_behaviour(path)
        else:
            assert "correct" in message_of(DataError, lambda: load_behaviour(path))
