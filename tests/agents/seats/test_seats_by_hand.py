"""Seats and casts on hand-made observations: roles of messages, threads, state, what is restored after a probe."""

from __future__ import annotations

import asyncio
import json
import pickle
from typing import Any, ClassVar

import pytest
from openai import AsyncOpenAI, OpenAI

from regulars import Cast, life_v0
from regulars.agents.loopback.endpoints import Answered
from regulars.agents.loopback.server import Loopback
from regulars.agents.seats.adapt import (
    AsyncCallableSeat,
    CallableSeat,
    as_seat,
    awaited_act,
    begin_seat,
    begins_with_state,
    can_branch,
    end_seat,
    is_asynchronous,
    restore_seat,
    seat_state,
    why_unbranched,
)
from regulars.agents.seats.compiled_graph import GraphSeat
from regulars.agents.seats.flow import Flow, run
from regulars.agents.seats.openai_client import ClientSeat
from regulars.dialogue import ASSISTANT, Phase
from regulars.errors import ConfigurationError, OrderError, SeatError, StateError


def observed(message: str = "Hello.", phase: Phase = Phase.TALK, **changes: Any) -> dict[str, Any]:
    return {
        "message": message, "speaker": "p", "name": "Anna", "scope": "s", "phase": int(phase), "session": 1,
        "turn_id": "s001.t01", "reply_id": "s001.t02",
    } | changes  # fmt: skip


# ---------------------------------------------------------------------- a client


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch):
    """A client's URL, and the messages of each request; the endpoint answers `Reply N.`"""
    bodies: list[list[dict[str, str]]] = []

    def answer(method: str, path: str, headers: Any, body: bytes) -> Answered:
        bodies.append(json.loads(body)["messages"])
        message = {"role": "assistant", "content": f"Reply {len(bodies)}."}
        choices = [{"index": 0, "message": message, "finish_reason": "stop"}]
        return Answered(pieces=(json.dumps({"id": "x", "model": "m", "choices": choices}).encode(),))

    with Loopback() as server:
        server.endpoints.answer = answer  # type: ignore[method-assign]
        yield server.url, bodies


def roles(messages: list[dict[str, str]]) -> list[tuple[str, str]]:
    return [(message["role"], message["content"]) for message in messages]


@pytest.mark.parametrize("awaited", [False, True])
def test_a_client_is_sent_its_session_so_far_in_roles(asked, awaited) -> None:
    url, bodies = asked
    client = (AsyncOpenAI if awaited else OpenAI)(base_url=url, api_key="sk-x")
    seat = ClientSeat(client, model="m", system="Be brief.")

    lines = (
        (observed("One.", Phase.OPENING), "Reply 1."),
        (observed("Two."), "Reply 2."),
        (observed("A question?", Phase.PROBE), "Reply 3."),
        (observed("Heard.", Phase.LISTEN, speaker=ASSISTANT), ""),
        (observed("Three."), "Reply 4."),
        (observed("Bye.", Phase.CLOSING), ""),
        (observed("Again.", session=2), "Reply 5."),
    )

    async def talk() -> list[str]:
        return [await seat.aact(seen) for seen, _ in lines]

    said = asyncio.run(talk()) if awaited else [seat.act(seen) for seen, _ in lines]
    assert said == [reply for _, reply in lines]
    system = ("system", "Be brief.")
    told = [system, ("user", "One."), ("assistant", "Reply 1."), ("user", "Two.")]
    assert [roles(body) for body in bodies] == [
        told[:2],
        told,
        [*told, ("assistant", "Reply 2."), ("user", "A question?")],
        [*told, ("assistant", "Reply 2."), ("assistant", "Heard."), ("user", "Three.")],
        [system, ("user", "Again.")],
    ]


def test_a_client_without_a_system_message_sends_none_and_its_state_is_restored(asked) -> None:
    url, bodies = asked
    seat = ClientSeat(OpenAI(base_url=url, api_key="sk-x"), model="m", temperature=0)
    seat.act(observed("One."))
    state = seat.get_state()
    seat.act(observed("Two."))
    seat.set_state(state)
    seat.act(observed("Three."))
    assert roles(bodies[-1]) == [("user", "One."), ("assistant", "Reply 1."), ("user", "Three.")]
    seat.begin("assistant_0", 1)
    seat.act(observed("Four."))
    assert roles(bodies[-1]) == [("user", "Four.")]
    assert seat.model.settings["parameters"] == {"temperature": 0}
    with pytest.raises(SeatError, match="openai:m"):
        pickle.dumps(seat.model.model)


def test_only_the_client_may_be_given_by_position() -> None:
    client = OpenAI(base_url="http://127.0.0.1:9/v1", api_key="sk-x")
    assert ClientSeat(client=client, model="m", system="s").system == "s"
    with pytest.raises(TypeError, match="positional"):
        ClientSeat(client, "m")


# ---------------------------------------------------------------------- what sits in a seat


def function(observation: Any) -> str:
    return "I see."


async def waits(observation: Any) -> str:
    return "I see."


def stateless(observation: Any) -> str:
    return "I see."


stateless.stateless = True  # type: ignore[attr-defined]


class Plain:
    def __init__(self) -> None:
        self.heard = 0

    def act(self, observation: Any) -> str:
        self.heard += 1
        return f"That makes {self.heard}."


class Flagged(Plain):
    asynchronous = True


class Both(Plain):
    async def aact(self, observation: Any) -> str:
        return self.act(observation)


class NothingToWaitFor(Both):
    asynchronous = False


class Awaited(Plain):
    async def act(self, observation: Any) -> str:  # type: ignore[override]
        return Plain.act(self, observation)


class Slotted:
    __slots__ = ("heard", "late")

    def __init__(self) -> None:
        self.heard = 0

    def act(self, observation: Any) -> str:
        self.heard += 1
        return "I see."


class Restoring(Plain):
    def get_state(self) -> int:
        return self.heard

    def set_state(self, state: int) -> None:
        self.heard = state


class OnlySets(Plain):
    """Has one half of what a state needs, so it is saved whole."""

    def set_state(self, state: Any) -> None:
        raise AssertionError("never called")


class Stuck(Restoring):
    def set_state(self, state: int) -> None:
        raise ValueError("it is stuck")


class Unpicklable(Plain):
    def __init__(self) -> None:
        super().__init__()
        self.own = lambda: None


class Listed(list):
    def act(self, observation: Any) -> str:
        self.append(observation)
        return "I see."


@pytest.mark.parametrize(
    ("thing", "kind", "waits", "branches"),
    [
        (function, CallableSeat, False, False),
        (stateless, CallableSeat, False, True),
        (waits, AsyncCallableSeat, True, False),
        (Plain, Plain, False, True),
    ],
)
def test_functions_and_classes_are_fitted_into_a_seat(thing, kind, waits, branches) -> None:
    seat = as_seat(thing)
    assert type(seat) is kind
    assert (is_asynchronous(seat), can_branch(seat)) == (waits, branches)


@pytest.mark.parametrize(
    ("seat", "must_wait", "may_wait"),
    [
        (Plain(), False, False),
        (Flagged(), True, True),
        (Both(), False, True),
        (NothingToWaitFor(), False, False),
        (Awaited(), True, True),
    ],
)
def test_what_must_be_awaited_and_what_may_be(seat, must_wait, may_wait) -> None:
    assert (is_asynchronous(seat), awaited_act(seat) is not None) == (must_wait, may_wait)


def test_a_policy_whose_nodes_do_not_wait_has_nothing_to_await() -> None:
    class Policy(Both):
        flow = Flow("assistant", ("one", "two"))

    class Waiting(Policy):
        async def atwo(self, work: Any) -> None: ...

    assert awaited_act(Policy()) is None
    assert awaited_act(Waiting()) is not None


@pytest.mark.parametrize(
    ("seat", "reason"),
    [
        (Plain(), ""),
        (Restoring(), ""),
        (Slotted(), ""),
        (OnlySets(), ""),
        (CallableSeat(function), "a function may keep state that cannot be saved"),
        (CallableSeat(function, stateless=True), ""),
        (Unpicklable(), "the state of Unpicklable cannot be saved"),
        (Stuck(), "its state cannot be restored: ValueError: it is stuck"),
        (Listed(), "its state is in none of its attributes"),
    ],
)
def test_why_a_seat_cannot_be_branched(seat, reason) -> None:
    found = why_unbranched(seat)
    assert found.startswith(reason)
    assert bool(found) is bool(reason) is not can_branch(seat)


@pytest.mark.parametrize("kind", [Plain, Restoring, Slotted])
def test_a_seats_state_is_restored_in_the_same_object(kind) -> None:
    seat = kind()
    seat.act(observed())
    state = seat_state(seat, "assistant_0")
    seat.act(observed())
    if kind is Plain:
        seat.extra = "left behind"
    if kind is Slotted:
        seat.late = "left behind"
    restore_seat(seat, state)
    assert seat.heard == 1
    assert not hasattr(seat, "extra")
    assert not hasattr(seat, "late")


def test_a_state_that_cannot_be_saved_names_the_seat() -> None:
    with pytest.raises(SeatError, match=r"assistant_0: the state of Unpicklable cannot be saved"):
        seat_state(Unpicklable(), "assistant_0")
    with pytest.raises(SeatError, match=r"assistant_0: the function function may keep state"):
        seat_state(CallableSeat(function), "assistant_0")


def test_begin_and_end_reach_a_seat_that_has_them() -> None:
    log = []

    class Told:
        def begin(self, episode_id: str, seed: int) -> None:
            log.append((episode_id, seed))

        def end(self, reason: str) -> None:
            log.append(reason)

    begin_seat(Told(), "assistant_0", 4)
    end_seat(Told(), "closed")
    begin_seat(object(), "x", 1)
    end_seat(object(), "x")
    assert log == [("assistant_0", 4), "closed"]
    assert (begins_with_state(Told()), begins_with_state(Restoring())) == (False, False)
    full = type("Full", (Restoring,), {"begin": Told.begin})()
    assert begins_with_state(full)


def test_a_flow_goes_on_jumps_or_ends() -> None:
    flow = Flow("assistant", ("one", "two", "three"), {"one": ("three", "end")})
    assert flow.after == {"one": "two", "two": "three", "three": "end"}
    assert [flow.next("one", jump) for jump in (None, "three", "end")] == ["two", "three", "end"]
    for node, jump in (("two", "one"), ("one", "one"), ("two", "end")):
        with pytest.raises(SeatError, match=f"'{node}' jumps to '{jump}'"):
            flow.next(node, jump)
    assert flow.limit == 24


class Turns:
    """Runs a node so many times."""

    def __init__(self, times: int, limit: int) -> None:
        self.flow = Flow("assistant", ("one",), {"one": ("one",)}, limit)
        self.left = times

    def one(self, work: Any) -> str | None:
        self.left -= 1
        return "one" if self.left else None


@pytest.mark.parametrize(("times", "fails"), [(3, False), (4, True)])
def test_a_turn_takes_as_many_nodes_as_its_limit_and_no_more(times, fails) -> None:
    if fails:
        with pytest.raises(SeatError, match="more than 3 nodes"):
            run(Turns(times, 3), None)
    else:
        run(Turns(times, 3), None)


# ---------------------------------------------------------------------- the cast


class Noted(Plain):
    """Notes its life, and keeps a state that probes would move."""

    log: ClassVar[list[Any]] = []

    def begin(self, episode_id: str, seed: int) -> None:
        self.log.append((episode_id, seed))
        self.heard = 0

    def end(self, reason: str) -> None:
        self.log.append(reason)


class NotedAwaited(Noted):
    async def act(self, observation: Any) -> str:  # type: ignore[override]
        await asyncio.sleep(0)
        return Plain.act(self, observation)


@pytest.fixture(autouse=True)
def forgotten():
    Noted.log.clear()


def seen_by(env: Any, phase: Phase) -> dict[str, Any]:
    return {**env.observe("assistant_0"), "phase": int(phase)}


@pytest.mark.parametrize("kind", [Noted, NotedAwaited])
@pytest.mark.parametrize(
    ("phase", "probes", "heard"),
    [(Phase.PROBE, "fork", 0), (Phase.TALK, "fork", 1), (Phase.PROBE, "end", 1), (Phase.CLOSING, "fork", 1)],
)
def test_only_a_forked_probe_leaves_no_trace(kind, phase, probes, heard) -> None:
    """Plain and awaited: the state is put back after the probe, and after no other act."""
    env = life_v0.raw_env(sessions=1, probes=probes)
    seat = kind()
    cast = Cast(env, assistant=seat)
    cast.reset(seed=2)
    env.step(cast["user_0"](env.observe("user_0")))
    assert asyncio.run(cast.aact("assistant_0", seen_by(env, phase))) == "That makes 1."
    assert seat.heard == heard
    if kind is Noted:
        seat.heard = 0
        assert cast["assistant_0"](seen_by(env, phase)) == "That makes 1."
        assert seat.heard == heard


class Breaks(Noted):
    def act(self, observation: Any) -> str:
        super().act(observation)
        raise RuntimeError("it breaks")


class BreaksAwaited(Noted):
    async def act(self, observation: Any) -> str:  # type: ignore[override]
        Plain.act(self, observation)
        raise RuntimeError("it breaks")


@pytest.mark.parametrize("kind", [Breaks, BreaksAwaited])
def test_a_probe_that_breaks_leaves_no_trace_either(kind) -> None:
    env = life_v0.raw_env(sessions=1, probes="fork")
    seat = kind()
    cast = Cast(env, assistant=seat)
    cast.reset(seed=2)
    env.step(cast["user_0"](env.observe("user_0")))
    with pytest.raises(RuntimeError, match="it breaks"):
        asyncio.run(cast.aact("assistant_0", seen_by(env, Phase.PROBE)))
    assert seat.heard == 0


def test_a_cast_begins_and_ends_its_seats_with_their_seeds() -> None:
    env = life_v0.raw_env(sessions=1)
    cast = Cast(env, assistant=Noted())
    cast.reset(seed=2)
    first = env.seat_seed("assistant_0")
    assert Noted.log == [(cast.env.life.episode_id, first)]
    cast.reset(seed=3)
    second = env.seat_seed("assistant_0")
    assert Noted.log[1:] == ["reset", (cast.env.life.episode_id, second)]
    assert first != second
    cast.close()
    cast.close()
    assert Noted.log[3:] == ["closed"]
    cast.reset(seed=2)
    assert Noted.log[4:] == [(cast.env.life.episode_id, first)]
    assert len({entry[0] for entry in Noted.log if isinstance(entry, tuple)}) == 3
    cast.close("done")
    assert Noted.log[5:] == ["done"]


def test_a_seat_is_told_the_language_of_the_life() -> None:
    class Speaking(Plain):
        def use_language(self, language: Any) -> None:
            self.language = language.name

    seat = Speaking()
    Cast(life_v0.raw_env(sessions=1, language="chinese"), assistant=seat).reset(seed=2)
    assert seat.language == "chinese"


@pytest.mark.parametrize("keep", ["assistant", "assistant_0", ("assistant",), ["assistant_0"]])
def test_a_kept_seat_is_neither_ended_nor_begun(keep) -> None:
    cast = Cast(life_v0.raw_env(sessions=1), assistant=Noted())
    with pytest.raises(OrderError, match="nothing to keep"):
        cast.reset(seed=2, keep=keep)
    cast.reset(seed=2)
    cast.reset(seed=3, keep=keep)
    assert len(Noted.log) == 1
    cast.reset(seed=3, keep="user")
    assert Noted.log[1] == "reset"
    with pytest.raises(ConfigurationError, match="unknown seat 'asistant' in keep"):
        cast.reset(seed=3, keep="asistant")


def test_a_single_seat_wins_over_its_role() -> None:
    one, other = Plain(), Plain()
    cast = Cast(life_v0.raw_env(users=2, sessions=1), user=one, user_1=other)
    assert (cast.seats["user_0"], cast.seats["user_1"]) == (one, other)
    with pytest.raises(ConfigurationError, match="unknown seat 'user_2'"):
        Cast(life_v0.raw_env(users=2, sessions=1), user_2=other)
    with pytest.raises(ConfigurationError, match="unknown seat 'user_7'"):
        cast["user_7"]


def test_a_cast_may_be_awaited_if_a_seat_may_and_must_be_if_one_must() -> None:
    env = life_v0.raw_env(sessions=1)
    assert [Cast(env, assistant=kind()).asynchronous for kind in (Plain, Both, Awaited)] == [False, False, True]
    with pytest.raises(ConfigurationError, match="no seats to fill"):
        Cast(life_v0.parallel_env(sessions=1))


def test_a_cast_that_probes_by_forks_refuses_an_assistant_that_cannot_be_branched() -> None:
    env = life_v0.raw_env(sessions=1, probes="fork")
    with pytest.raises(SeatError, match=r"assistant_0: CallableSeat cannot be branched.*probes='end'"):
        Cast(env, assistant=function)
    Cast(env, user=function, assistant=Plain())
    Cast(life_v0.raw_env(sessions=1, probes="end"), assistant=function)


def test_the_state_of_a_cast_goes_to_an_equal_cast_only() -> None:
    env = life_v0.raw_env(sessions=1)
    seat = Noted()
    cast = Cast(env, assistant=seat)
    cast.reset(seed=2)
    state = cast.get_state()
    seat.heard = 5
    cast.set_state(state)
    assert seat.heard == 0
    for wrong in (b"", b"nonsense", pickle.dumps(3), pickle.dumps((1, 2))):
        with pytest.raises(StateError, match="not a state of a cast"):
            cast.set_state(wrong)
    other = Cast(life_v0.raw_env(users=2, sessions=2), assistant=Plain())
    other.reset(seed=2)
    with pytest.raises(StateError, match=r"'user_1'\]; expected \['assistant_0', 'evaluator_0', 'user_0'\]\.$"):
        cast.set_state(other.get_state())
    assert seat.heard == 0


def test_forks_go_on_from_here_and_apart() -> None:
    env = life_v0.raw_env(sessions=1)
    cast = Cast(env, assistant=Plain())
    cast.reset(seed=2)
    env.step(cast["user_0"](env.observe("user_0")))
    cast["assistant_0"](env.observe("assistant_0"))
    one, two = cast.fork(2)
    assert one.seats["assistant_0"].heard == two.seats["assistant_0"].heard == 1
    one["assistant_0"](one.env.observe("assistant_0"))
    assert [each.seats["assistant_0"].heard for each in (cast, one, two)] == [1, 2, 1]
    assert one.env.unwrapped.transcript == env.transcript
    unsaved = Cast(life_v0.raw_env(sessions=1), assistant=Unsaved())
    unsaved.reset(seed=2)
    with pytest.raises(SeatError, match=r"Unsaved cannot be copied: .*; define its class or function at the "):
        unsaved.fork(1)


class Unsaved(Restoring):
    """Has a state, and cannot be copied."""

    def __init__(self) -> None:
        super().__init__()
        self.own = lambda: None


def test_a_cast_of_graphs_has_every_policy_with_nodes_as_a_graph() -> None:
    cast = Cast(life_v0.raw_env(sessions=1), assistant=Plain(), executor="langgraph")
    kinds = {name: type(seat) for name, seat in cast.seats.items()}
    assert kinds == {"user_0": GraphSeat, "assistant_0": Plain, "evaluator_0": GraphSeat}
