"""Everything that can sit in a seat: functions, objects, compiled graphs and clients, plain or asynchronous."""

from __future__ import annotations

import asyncio
from typing import Any, TypedDict

import pytest
from langgraph.graph import START, MessagesState, StateGraph
from openai import AsyncOpenAI, AzureOpenAI, DefaultHttpxClient, OpenAI

from regulars import Cast, life_v0
from regulars.agents.seats.openai_client import ClientSeat
from regulars.dialogue import Reply
from regulars.errors import ActionError, InfrastructureError, OrderError, SeatError
from regulars.testing import check_seat


def said(env):
    return [(turn.speaker, turn.text) for turn in env.unwrapped.transcript]


def plain(observation):
    return f"You said {len(observation['message'])} letters."


async def awaited(observation):
    await asyncio.sleep(0)
    return plain(observation)


class Awaited:
    def __init__(self):
        self.heard = 0

    async def act(self, observation):
        await asyncio.sleep(0)
        self.heard += observation["phase"] != 3
        return f"That makes {self.heard}."


class AwaitedCall:
    async def __call__(self, observation):
        return plain(observation)


def over_messages(saver=None):
    def reply(state):
        return {
            "messages": [("ai", f"{len(state['messages'])} messages, the last of {len(state['messages'][-1].content)}")]
        }

    graph = StateGraph(MessagesState)
    graph.add_node("reply", reply)
    graph.add_edge(START, "reply")
    return graph.compile(checkpointer=saver)


class Seen(TypedDict, total=False):
    observation: dict[str, Any]
    action: Any
    reply: str


def over_observation(key, asynchronous=False):
    def node(state):
        words = plain(state["observation"])
        return {key: Reply(words) if key == "action" else words}

    async def anode(state):
        return node(state)

    graph = StateGraph(Seen)
    graph.add_node("node", anode if asynchronous else node)
    graph.add_edge(START, "node")
    return graph.compile()


def played(assistant, **options):
    env = life_v0.env(sessions=2, **options)
    cast = Cast(env, assistant=assistant)
    cast.reset(seed=5)
    cast.run()
    return said(env)


@pytest.mark.parametrize("assistant", [awaited, AwaitedCall(), over_observation("action"), over_observation("reply")])
def test_every_kind_of_seat_plays_the_life_that_a_plain_function_plays(assistant):
    assert played(assistant) == played(plain)


@pytest.mark.parametrize("assistant", [awaited, Awaited(), over_observation("action"), over_messages()])
def test_every_kind_of_seat_keeps_the_contract_that_third_parties_test(assistant):
    check_seat(assistant)


def test_a_cast_without_asynchronous_seats_runs_at_once_and_may_be_awaited():
    env = life_v0.env(sessions=2)
    cast = Cast(env, assistant=plain)
    cast.reset(seed=5)
    cast.run()
    first = said(env)
    cast.reset(seed=5)
    asyncio.run(cast.arun())
    assert said(env) == first


async def test_in_a_running_loop_run_names_arun_and_plays_nothing():
    env = life_v0.env(sessions=1)
    cast = Cast(env, assistant=awaited)
    cast.reset(seed=5)
    with pytest.raises(OrderError, match=r"await cast\.arun\(\)"):
        cast.run()
    assert len(env.unwrapped.transcript) == 0
    await cast.arun()
    assert len(said(env)) > 0


def test_an_unawaited_seat_raises_an_error():
    env = life_v0.env(sessions=1)
    cast = Cast(env, assistant=awaited)
    cast.reset(seed=5)
    env.step(cast["user_0"](env.observe("user_0")))
    with pytest.raises(OrderError, match=r"assistant_0.*await cast\.arun\(\)"):
        cast["assistant_0"](env.observe("assistant_0"))
    assert env.agent_selection == "assistant_0"
    assert asyncio.run(cast.aact("assistant_0", env.observe("assistant_0"))).startswith("You said")


class Returned:
    """Its `act` is a plain method that hands out a coroutine, as decorated methods do."""

    def act(self, observation):
        return awaited(observation)


class Called:
    act = AwaitedCall()


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("thing", [lambda observation: awaited(observation), Returned(), Called()])
@pytest.mark.parametrize("role", ["assistant", "user", "evaluator"])
def test_a_coroutine_that_nothing_awaits_is_an_error_with_its_remedy(role, thing):
    cast = Cast(life_v0.env(sessions=1, probes="end"), **{role: thing})
    cast.reset(seed=5)
    with pytest.raises(ActionError, match=rf"{role}_0: an action of type coroutine.*async def.*asynchronous = True"):
        cast.run()


@pytest.mark.parametrize("made", [lambda: lambda observation: awaited(observation), Returned, Called])
def test_a_seat_that_says_it_is_asynchronous_is_awaited(made):
    thing = made()
    thing.asynchronous = True
    assert played(thing, probes="end") == played(plain, probes="end")


def test_a_graph_whose_nodes_wait_is_awaited():
    assert played(over_observation("reply", asynchronous=True)) == played(plain)


def test_a_question_beside_the_conversation_leaves_no_trace_in_an_asynchronous_seat():
    assert played(Awaited(), probes="fork") == played(Awaited(), probes="off")


def test_a_graph_over_something_else_is_refused_with_its_keys():
    class Other(TypedDict):
        question: str

    graph = StateGraph(Other)
    graph.add_node("node", lambda state: state)
    graph.add_edge(START, "node")
    with pytest.raises(SeatError, match=r"question.*'messages'"):
        Cast(life_v0.env(), assistant=graph.compile())
    with pytest.raises(SeatError, match="compile the graph first"):
        Cast(life_v0.env(), assistant=graph)


def test_a_graph_that_leaves_nothing_is_at_fault():
    graph = StateGraph(Seen)
    graph.add_node("node", lambda state: {"observation": state["observation"]})
    graph.add_edge(START, "node")
    with pytest.raises(SeatError, match="expected action or reply"):
        played(graph.compile())


@pytest.mark.parametrize("kind", [OpenAI, AsyncOpenAI])
def test_a_client_with_a_model_is_an_assistant(loopback, kind):
    client = kind(base_url=loopback.url, api_key="sk-of-the-test")
    texts = [
        text
        for speaker, text in played(ClientSeat(client, model="scripted", system="Be brief."))
        if speaker == "assistant"
    ]
    assert len(texts) == len([text for text in texts if text]) == loopback.calls > 2


def test_a_given_client_puts_the_address_together_itself(loopback):
    """Azure's asks below the deployment, which is the model."""
    asked = []
    watched = DefaultHttpxClient(event_hooks={"request": [lambda request: asked.append(str(request.url))]})
    root = loopback.url.removesuffix("/v1")
    client = AzureOpenAI(azure_endpoint=root, api_version="1", api_key="sk-of-the-test", http_client=watched)
    with pytest.raises(InfrastructureError):
        ClientSeat(client, model="scripted").act({"phase": 1, "speaker": "p", "session": 1, "message": "Hello."})
    assert set(asked) == {f"{root}/openai/deployments/scripted/chat/completions?api-version=1"}


def test_a_client_carries_a_session_and_no_further(loopback):
    seat = ClientSeat(OpenAI(base_url=loopback.url, api_key="sk-of-the-test"), model="scripted")
    seen = {"phase": 1, "speaker": "p", "session": 1, "message": "Hello."}
    seat.act(seen)
    seat.act(seen)
    assert [message.role for message in seat.get_state()[1]] == ["user", "assistant"] * 2
    seat.act({**seen, "phase": 3})
    assert len(seat.get_state()[1]) == 4
    seat.act({**seen, "session": 2})
    assert len(seat.get_state()[1]) == 2


def test_a_client_without_a_model_is_refused(loopback):
    client = OpenAI(base_url=loopback.url, api_key="sk-of-the-test")
    with pytest.raises(SeatError, match=r"ClientSeat\(client, model=NAME\)"):
        Cast(life_v0.env(), assistant=client)
    with pytest.raises(SeatError, match="no model is named"):
        ClientSeat(client)
    with pytest.raises(SeatError, match=r"expected an openai\.OpenAI"):
        ClientSeat(object(), model="scripted")
    with pytest.raises(OrderError, match="awaited"):
        ClientSeat(AsyncOpenAI(base_url=loopback.url, api_key="k"), model="scripted").act({})


class StateAfterBegin:
    def __init__(self, key="heard"):
        self.key = key

    def begin(self, episode_id, seed):
        self.heard = 0

    def act(self, observation):
        self.heard += 1
        return f"That makes {self.heard}."

    def get_state(self):
        return getattr(self, self.key)

    def set_state(self, state):
        self.heard = state


def test_a_seat_may_have_its_state_only_after_begin():
    assert played(StateAfterBegin(), probes="fork") == played(StateAfterBegin(), probes="off")


def test_a_seat_without_state_after_begin_is_refused_with_what_get_state_raised():
    cast = Cast(life_v0.env(sessions=1, probes="fork"), assistant=StateAfterBegin("hearing"))
    for _ in range(2):
        with pytest.raises(SeatError, match=r"assistant_0: .*cannot be branched.*no attribute 'hearing'"):
            cast.reset(seed=5)


@pytest.mark.parametrize("verb", ["begin", "end"])
def test_begin_and_end_cannot_be_awaited(verb):
    async def later(self, *told): ...

    seat = type("Later", (StateAfterBegin,), {verb: later})()
    cast = Cast(life_v0.env(sessions=1), assistant=seat)

    def live():
        cast.reset(seed=5)
        cast.close()

    with pytest.raises(SeatError, match=rf"Later\.{verb}: {verb} is asynchronous.*make {verb} a plain method"):
        live()
