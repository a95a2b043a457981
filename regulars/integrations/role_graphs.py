"""The built-in roles as compiled LangGraphs over `messages`: to invoke, stream, draw, or put into a graph of your own.

Each graph has the nodes of its role between one that takes the messages in and one that answers. The work of a
turn travels in a channel that is never stored, so checkpoints hold messages and ids only.

`config["configurable"]` may name `user_id`, `user_name` and `date` (ISO 8601, by default now); they decide whose memory
it is and when something was said. A `thread_id` is one session.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.runnables import RunnableLambda
from langgraph.graph import END, START, StateGraph

from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.agents.cast import Cast
from regulars.agents.evaluator.scripted import ScriptedEvaluator
from regulars.agents.seats.adapt import CallableSeat
from regulars.agents.seats.compiled_graph import GraphTurn, add_flow, note_of
from regulars.agents.seats.flow import Flow
from regulars.briefing import EvaluatorBriefing, Pending
from regulars.dialogue import ASSISTANT, Phase, Turn, VerdictKind, turn_id
from regulars.envs import life_v0
from regulars.envs.seats.names import ASSISTANT_SEAT
from regulars.errors import SeatError
from regulars.integrations.role_states import (
    AssistantTalk,
    JudgedTalk,
    JudgeState,
    LifeTalk,
    LifeTalkState,
    MemoryState,
    MemoryTalk,
    RoleState,
    Talk,
)
from regulars.memory import Cue, Memory, Recollections, adopt, build_memory
from regulars.memory.protocol import BUDGET
from regulars.rewards.verdicts.expectation import Expectation
from regulars.values import Domain

_HEAR, _SAY = "hear", "say"


def _last(state: Mapping[str, Any], kind: str, where: str) -> Any:
    """The last message of a kind. Raises `SeatError` without one."""
    found = next((one for one in reversed(state.get("messages") or []) if one.type == kind), None)
    if found is None:
        raise SeatError(
            f"the messages have none of type {kind!r}", where=where, expected=f"a last message of type {kind!r}"
        )
    return found


def _node(name: str) -> Any:
    """A node of a flow, plain and awaited."""

    def node(state: Mapping[str, Any]) -> dict[str, Any]:
        turn: GraphTurn = state["turn"]
        return note_of(name, turn.work, getattr(turn.policy, name)(turn.work))

    async def anode(state: Mapping[str, Any]) -> dict[str, Any]:
        turn: GraphTurn = state["turn"]
        waiting = getattr(turn.policy, f"a{name}", None)
        jump = getattr(turn.policy, name)(turn.work) if waiting is None else await waiting(turn.work)
        return note_of(name, turn.work, jump)

    return RunnableLambda(node, afunc=anode, name=name)


def _compiled(
    flow: Flow, hear: Callable[..., Any], say: Callable[..., Any], given: type, state: type, result: type, saver: Any
) -> Any:
    graph: Any = StateGraph(state, input_schema=given, output_schema=result)
    graph.add_node(_HEAR, RunnableLambda(hear, name=_HEAR))
    graph.add_node(_SAY, RunnableLambda(say, name=_SAY))
    add_flow(graph, flow, _node, _SAY)
    graph.add_edge(START, _HEAR)
    graph.add_conditional_edges(_HEAR, lambda state: state.get("then") or flow.nodes[0], [flow.nodes[0], _SAY])
    graph.add_edge(_SAY, END)
    return graph.compile(checkpointer=saver, name=flow.role)


# ---------------------------------------------------------------------- assistant


@dataclass(slots=True)
class _Sessions:
    """Numbers the threads of a graph as sessions, and the turns in them."""

    numbers: dict[str, int] = field(default_factory=dict)
    turns: dict[str, int] = field(default_factory=dict)
    begun: int = 0

    def next(self, settings: Mapping[str, Any]) -> tuple[int, int]:
        """The session and the number of the next turn in it. Without a thread, every call begins a session."""
        thread = str(settings.get("thread_id", ""))
        if not thread or thread not in self.numbers:
            self.begun += 1
            self.numbers[thread], self.turns[thread] = self.begun, -1
        self.turns[thread] += 2
        return self.numbers[thread], self.turns[thread]


def _settings(config: Mapping[str, Any]) -> Mapping[str, Any]:
    found: Mapping[str, Any] = config.get("configurable") or {}
    return found


def _moment(settings: Mapping[str, Any]) -> datetime:
    written = settings.get("date")
    moment = datetime.fromisoformat(str(written)) if written else datetime.now(UTC)
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def assistant_graph(assistant: Any = None, *, checkpointer: Any = None) -> Any:
    """An assistant as a compiled graph: user message in, reply out.

    The assistant keeps a separate memory for each `user_id`, which lasts as long as the graph. A thread is one session
    of the person.

    Args:
        assistant: A `ScriptedAssistant` or a `ModelAssistant`; by default the scripted one with the memory `bm25-turn`.
        checkpointer: A LangGraph checkpointer.

    Returns:
        A compiled graph with the state keys `messages` and `recalled`.

    Example:
        >>> graph = assistant_graph()
        >>> graph.invoke({"messages": [("user", "Which city do I live in?")]})["messages"][-1].type
        'ai'
    """
    policy = ScriptedAssistant() if assistant is None else assistant
    sessions = _Sessions()

    def hear(state: Mapping[str, Any], config: Mapping[str, Any]) -> dict[str, Any]:
        message, settings = _last(state, "human", "assistant"), _settings(config)
        session, number = sessions.next(settings)
        user = str(settings.get("user_id", "user"))
        observation = {
            "message": str(message.text), "speaker": user, "name": str(settings.get("user_name", user)), "scope": user,
            "turn_id": turn_id(session, number), "reply_id": turn_id(session, number + 1),
            "date": _moment(settings).isoformat(), "phase": int(Phase.OPENING if number == 1 else Phase.TALK),
            "session": session, "turn": number, "rated": 0, "gap": -1.0, "about": "", "remark": "", "briefing": "",
        }  # fmt: skip
        return {"turn": GraphTurn(policy, policy.work(observation)), "recalled": [], "then": ""}

    def say(state: Mapping[str, Any]) -> dict[str, Any]:
        turn: GraphTurn = state["turn"]
        return {"messages": [AIMessage(turn.policy.outcome(turn.work).text)]}

    return _compiled(policy.flow, hear, say, Talk, RoleState, AssistantTalk, checkpointer)


# ---------------------------------------------------------------------- memory


@dataclass(slots=True)
class MemoryWork:
    """One turn of a memory manager.

    Attributes:
        earlier: What was said before the last message and is not stored yet.
        last: The last message, if it is not stored yet.
        cue: What to recall for; None if the user did not speak last.
        recollections: What memory recalled; None if it was not asked.
    """

    earlier: list[Turn]
    last: Turn | None
    cue: Cue | None
    recollections: Recollections | None = None


class MemoryManager:
    """Stores what is said, and recalls what helps with the last user message.

    Args:
        memory: The memory.
    """

    flow = Flow("memory", ("observe", "recall", "remember"))

    def __init__(self, memory: Memory) -> None:
        self.memory = memory

    def observe(self, work: MemoryWork) -> None:
        """Stores what was said before the last message."""
        for turn in work.earlier:
            self.memory.observe(turn)

    def recall(self, work: MemoryWork) -> None:
        """Recalls for the last message, from what was said before it."""
        if work.cue is not None:
            work.recollections = self.memory.recall(work.cue)

    def remember(self, work: MemoryWork) -> None:
        """Stores the last message."""
        if work.last is not None:
            self.memory.observe(work.last)


def memory_graph(
    memory: str | Memory = "bm25-turn", *, k: int = 10, budget: int = BUDGET, checkpointer: Any = None
) -> Any:
    """A memory as a compiled graph: messages in, the `context` for the last user message out.

    Use it as a node before your model. It stores each new message, and recalls from the messages before the last one.

    Args:
        memory: A spec, or an object with `observe` and `recall`. It lasts as long as the graph, and is separate for
            each `user_id`.
        k: Ranked items to recall.
        budget: Tokens of context.
        checkpointer: A LangGraph checkpointer.

    Returns:
        A compiled graph with the state keys `messages`, `context` and `recalled`.

    Example:
        >>> graph = memory_graph()
        >>> _ = graph.invoke({"messages": [("user", "I live in Bergen.")]})
        >>> graph.invoke({"messages": [("user", "Do I live in Oslo?")]})["context"].partition("] ")[2]
        'user: I live in Bergen.'
    """
    manager = MemoryManager(build_memory(memory) if isinstance(memory, str) else adopt(memory))
    sessions: dict[tuple[str, str], int] = {}
    stored: dict[tuple[str, int], int] = {}
    known: set[tuple[str, str]] = set()

    def hear(state: Mapping[str, Any], config: Mapping[str, Any]) -> dict[str, Any]:
        settings = _settings(config)
        user, now = str(settings.get("user_id", "user")), _moment(settings)
        name = str(settings.get("user_name", user))
        session = sessions.setdefault((user, str(settings.get("thread_id", ""))), len(sessions) + 1)
        messages = [one for one in state.get("messages") or [] if one.type in ("human", "ai") and str(one.text)]
        turns = []
        for message in messages:
            if (user, str(message.id)) in known:
                continue
            known.add((user, str(message.id)))
            number = stored[user, session] = stored.get((user, session), 0) + 1
            spoke, called = (user, name) if message.type == "human" else (ASSISTANT, "Assistant")
            turns.append(Turn(turn_id(session, number), user, user, spoke, called, session, str(message.text), now))
        is_asked = bool(messages) and messages[-1].type == "human"
        cue = Cue(str(messages[-1].text), now, user, k=k, budget=budget) if is_asked else None
        work = MemoryWork(turns[:-1], turns[-1] if turns else None, cue)
        return {"turn": GraphTurn(manager, work), "recalled": [], "then": ""}

    def say(state: Mapping[str, Any]) -> dict[str, Any]:
        found: Recollections | None = state["turn"].work.recollections
        return {"context": "" if found is None else found.context}

    return _compiled(manager.flow, hear, say, Talk, MemoryState, MemoryTalk, checkpointer)


# ---------------------------------------------------------------------- evaluator


def evaluator_graph(evaluator: Any = None, *, checkpointer: Any = None) -> Any:
    """An evaluator as a compiled graph: question, reply and `gold` in, `verdict`, `score` and `reason` out.

    Without `gold`, the question has no answer, and abstaining is right.

    Args:
        evaluator: A `ScriptedEvaluator` or a `ModelEvaluator`; by default the scripted one, the matcher.
        checkpointer: A LangGraph checkpointer.

    Returns:
        A compiled graph with the keys of `JudgedTalk`.
    """
    policy = ScriptedEvaluator() if evaluator is None else evaluator

    def hear(state: Mapping[str, Any]) -> dict[str, Any]:
        reply, question = _last(state, "ai", "evaluator"), _last(state, "human", "evaluator")
        gold, stale, others = (_values(state, key) for key in ("gold", "stale", "others"))
        known: dict[str, tuple[str, ...]] = dict.fromkeys((*gold, *stale, *others), ())
        expectation = Expectation("value", Domain("value", aliases=known), bool(gold), gold, stale, others)
        briefing = EvaluatorBriefing(
            Pending(None, None, expectation), str(reply.text), None, "", Phase.TALK, question=str(question.text)
        )
        return {"turn": GraphTurn(policy, policy.work({}, briefing)), "then": ""}

    def say(state: Mapping[str, Any]) -> dict[str, Any]:
        action = state["turn"].work.action
        return {
            "verdict": VerdictKind(action["verdict"]).name.lower(),
            "score": float(action.get("score", 0.0)),
            "reason": str(action.get("message", "")),
        }

    return _compiled(policy.flow, hear, say, JudgedTalk, JudgeState, JudgedTalk, checkpointer)


def _values(state: Mapping[str, Any], key: str) -> tuple[str, ...]:
    given: Sequence[str] = state.get(key) or ()
    if isinstance(given, str) or not all(isinstance(value, str) for value in given):
        raise SeatError(f"{key!r} is {given!r}", where="evaluator", expected="a list of values")
    return tuple(given)


# ---------------------------------------------------------------------- person


def user_graph(
    seed: int = 0, *, user: Any = None, evaluator: Any = None, checkpointer: Any = None, **options: Any
) -> Any:
    """A simulated person as a compiled graph: your assistant's message in, the person's next line out.

    The person comes back for a whole life of sessions, judges your replies, and asks about what they told you before.
    The first call, without a message, begins the life. The state of the life is in `life`, so each thread, checkpoint
    and branch is a separate life.

    Args:
        seed: The seed of the life.
        user: The policy of the person: a `ScriptedUser` or a `ModelUser`; by default the scripted one.
        evaluator: The policy of the evaluator; by default the scripted one.
        checkpointer: A LangGraph checkpointer.
        options: Options of the environment, such as `sessions=4`. Only one person, and `probes` must be `end` or `off`.

    Returns:
        A compiled graph with the keys of `LifeTalk`.

    Raises:
        SeatError: There are several people, or probes are asked on forks.
    """
    given = {"probes": "end", **options}
    if given.get("users", 1) != 1 or given["probes"] == "fork":
        raise SeatError(
            f"users={given.get('users', 1)}, probes={given['probes']!r}", where="user_graph",
            expected="one person, and probes='end' or 'off'",
        )  # fmt: skip

    def made() -> Cast:
        return Cast(
            life_v0.env(**given),
            user=copy.deepcopy(user),
            evaluator=copy.deepcopy(evaluator),
            assistant=CallableSeat(_silent, stateless=True),
        )

    flow = made().seats["user_0"].flow

    def hear(state: Mapping[str, Any]) -> dict[str, Any]:
        cast = made()
        if state.get("life"):
            cast.set_state(state["life"])
            reply = _reply(state)
        else:
            cast.reset(seed=seed)
            reply = ""
        env = cast.env.unwrapped
        if env.ending is None and env.agent_selection == ASSISTANT_SEAT:
            cast.env.step(reply)
        while env.ending is None and env.agent_selection.startswith("evaluator"):
            agent = env.agent_selection
            cast.env.step(cast[agent](env.observe(agent)))
        if env.ending is not None or env.agent_selection == ASSISTANT_SEAT:
            return {"turn": GraphTurn(cast, None), "then": _SAY}
        agent = env.agent_selection
        policy = cast.seats[agent]
        return {
            "turn": GraphTurn(_Living(cast, policy), policy.work(env.observe(agent), env.briefing(agent))),
            "then": "",
        }

    def say(state: Mapping[str, Any]) -> dict[str, Any]:
        turn: GraphTurn = state["turn"]
        cast: Cast = turn.policy.cast if isinstance(turn.policy, _Living) else turn.policy
        env = cast.env.unwrapped
        if isinstance(turn.policy, _Living):
            cast.env.step(turn.policy.outcome(turn.work))
        judged = [outcome.verdict for outcome in env.life.outcomes if outcome.verdict is not None]
        counts = {kind.name.lower(): sum(one.kind is kind for one in judged) for kind in VerdictKind}
        update: dict[str, Any] = {
            "life": cast.get_state(), "over": env.ending is not None,
            "verdicts": {name: count for name, count in counts.items() if count},
        }  # fmt: skip
        if env.ending is None:
            seen = env.observe(env.agent_selection)
            update |= {"messages": [HumanMessage(seen["message"])], "session": int(seen["session"])}
        return update

    return _compiled(flow, hear, say, LifeTalk, LifeTalkState, LifeTalk, checkpointer)


def _reply(state: Mapping[str, Any]) -> str:
    """The words of the last message. Raises `SeatError` if it is not the assistant's."""
    last = (state.get("messages") or [None])[-1]
    if last is None or last.type != "ai":
        kind = "none" if last is None else f"of type {last.type!r}"
        raise SeatError(f"the last message is {kind}", where="person", expected="the assistant's reply, of type 'ai'")
    return str(last.text)


def _silent(observation: Any) -> str:
    raise SeatError("the assistant's seat is outside of this graph", where="user_graph")


class _Living:
    """A person's policy with the cast that it lives in."""

    def __init__(self, cast: Cast, policy: Any) -> None:
        self.cast = cast
        self.policy = policy

    def __getattr__(self, name: str) -> Any:
        return getattr(self.policy, name)
