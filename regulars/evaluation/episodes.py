"""Plays one episode of one system and makes its record. A fault of a seat ends its episode and nothing else.

An episode is a generator of steps: whatever runs code of a seat's is handed out, and whoever plays it says where it
runs and how long it may take. So it is the same episode plainly, awaited, and in a thread that can be left behind.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.agents.cast import Cast
from regulars.agents.models.limits import Budget, spending
from regulars.agents.models.protocol import Usage
from regulars.datasets.record import episode_record
from regulars.dialogue import Phase, Reply
from regulars.envs.aec import LifeAEC
from regulars.envs.life.exchange import RoundStage
from regulars.envs.life.life import Life
from regulars.envs.life.outcomes import Ending
from regulars.envs.seats.names import ASSISTANT_SEAT
from regulars.errors import ActionError, ConfigurationError
from regulars.evaluation.counterparts import ALL_SCRIPTED, Counterparts
from regulars.evaluation.faults import FAULTS, ending_of, error_of, told
from regulars.evaluation.step_thread import StepThread, late
from regulars.evaluation.systems import Acting, System
from regulars.memory import Recollections
from regulars.memory.journal.operations import Op
from regulars.rewards.metrics.retrieval import to_sessions
from regulars.scenarios.world import Scenario


@dataclass(frozen=True, slots=True)
class Unit:
    """One episode of a run.

    Attributes:
        scenario: What is lived or replayed.
        name: The scenario's name in the results: stable over seeds.
        seed: The root of the episode's draws.
        system: The row.
    """

    scenario: Scenario
    name: str
    seed: int
    system: System

    @property
    def key(self) -> dict[str, Any]:
        """What names the episode in its run."""
        return {"scenario": self.name, "seed": self.seed, "system": self.system.name}


@dataclass(frozen=True, slots=True)
class Step:
    """Something that runs code of a seat's.

    Attributes:
        who: The seat.
        call: Runs it.
        awaited: Awaits it instead, None where nothing in it waits.
    """

    who: str
    call: Callable[[], Any]
    awaited: Callable[[], Awaitable[Any]] | None = None


Steps = Generator[Step, Any, dict[str, Any]]


def play(
    unit: Unit,
    options: Mapping[str, Any],
    limits: Mapping[str, float] | None = None,
    counterparts: Counterparts = ALL_SCRIPTED,
    *,
    step_timeout: float | None = None,
    attempt: int = 1,
) -> dict[str, Any]:
    """Plays the unit's episode to its end and returns its record.

    Args:
        unit: What is played.
        options: Of the environment; see `episode_options`.
        limits: What the episode's calls of models may come to, as `Budget` takes it; none by default.
        counterparts: Who plays people and evaluator.
        step_timeout: Seconds that a seat may take for an action; None for any. Seats then act in a thread of their
            own, and one that is late is left behind, at fault.
        attempt: 1, or more where the infrastructure failed the episode before.
    """
    with spending(Budget(**(limits or {}))) as budget:  # type: ignore[arg-type]  # its names were checked
        return _driven(_episode(unit, options, budget, counterparts, attempt), step_timeout)


async def aplay(
    unit: Unit,
    options: Mapping[str, Any],
    limits: Mapping[str, float] | None = None,
    counterparts: Counterparts = ALL_SCRIPTED,
    *,
    step_timeout: float | None = None,
    attempt: int = 1,
    turn: Callable[[], Awaitable[None]] | None = None,
) -> dict[str, Any]:
    """`play`, awaited: seats that wait are awaited, and those that may block act in a thread of the episode's own.

    Args:
        unit: What is played.
        options: As `play` takes them, like all that follows.
        limits: What the episode's calls of models may come to.
        counterparts: Who plays people and evaluator.
        step_timeout: Seconds that a seat may take for an action.
        attempt: 1, or more where the infrastructure failed the episode before.
        turn: Awaited where the episode has its answer and goes on, so that whoever plays several says which is next.
    """
    threaded = step_timeout is not None or unit.system.acting is Acting.BLOCKS
    thread = StepThread() if threaded else None
    with spending(Budget(**(limits or {}))) as budget:  # type: ignore[arg-type]  # its names were checked
        steps = _episode(unit, options, budget, counterparts, attempt)
        try:
            step = next(steps)
            while True:
                try:
                    done = await _do(step, thread, step_timeout)
                except asyncio.CancelledError as error:
                    task = asyncio.current_task()
                    if task is None or task.cancelling():
                        raise  # the run is stopped; a seat that cancels itself is at fault
                    step = steps.throw(error)
                except FAULTS as error:
                    step = steps.throw(error)
                else:
                    if turn is not None and (step.awaited is not None or thread is not None):
                        await turn()
                    step = steps.send(done)
        except StopIteration as end:
            return _record(end)
        finally:
            if thread is not None:
                thread.close()


def live(
    env: LifeAEC,
    cast: Cast | None,
    seat: Any,
    key: Mapping[str, Any],
    config: Mapping[str, Any],
    fault: str = "",
    *,
    goes_on: bool = False,
    limits: Mapping[str, float] | None = None,
    step_timeout: float | None = None,
) -> dict[str, Any]:
    """Steps an episode that was reset to its end, and returns its record.

    Args:
        env: The environment.
        cast: Who sits where; None where the assistant could not begin.
        seat: The assistant.
        key: What names the episode in its run.
        config: What environment and system were made with, for the record.
        fault: Why the assistant could not begin.
        goes_on: Whether the assistant lives on after the episode, as in a stream.
        limits: What the episode's calls of models may come to, as `Budget` takes it; none by default.
        step_timeout: Seconds that a seat may take for an action; None for any.
    """
    with spending(Budget(**(limits or {}))) as budget:  # type: ignore[arg-type]  # its names were checked
        return _driven(_lived(env, cast, seat, key, config, fault, budget, goes_on=goes_on), step_timeout)


def _driven(steps: Steps, step_timeout: float | None) -> dict[str, Any]:
    """What the steps come to, run one after the other."""
    thread = StepThread() if step_timeout is not None else None
    try:
        step = next(steps)
        while True:
            try:
                done = step.call() if thread is None else thread.call(step.call, step_timeout, step.who)
            except FAULTS as error:
                step = steps.throw(error)
            else:
                step = steps.send(done)
    except StopIteration as end:
        return _record(end)
    finally:
        if thread is not None:
            thread.close()


async def _do(step: Step, thread: StepThread | None, seconds: float | None) -> Any:
    if step.awaited is None:
        return step.call() if thread is None else await thread.acall(step.call, seconds, step.who)
    try:
        async with asyncio.timeout(seconds) as bound:
            return await step.awaited()
    except TimeoutError:
        if bound.expired():
            raise late(seconds, step.who) from None
        raise


def episode_options(system: System, options: Mapping[str, Any]) -> dict[str, Any]:
    """What a system's environment is made with: `probes` is `fork` where it can be branched and `end` elsewhere."""
    return {**options, "probes": "fork" if system.forks else "end", "reward_to": "nobody"}


def lost(
    unit: Unit, options: Mapping[str, Any], why: str, attempt: int, counterparts: Counterparts = ALL_SCRIPTED
) -> dict[str, Any]:
    """The record of an episode that could not be played because of what it was played by."""
    env, config = _environment(unit, options, counterparts)
    env.abort(Ending.INFRASTRUCTURE_ERROR)
    return episode_record(env.life, key=unit.key, config=config, fault=why, attempt=attempt)


def _record(end: StopIteration) -> dict[str, Any]:
    record: dict[str, Any] = end.value
    return record


def _environment(unit: Unit, options: Mapping[str, Any], counterparts: Counterparts) -> tuple[LifeAEC, dict[str, Any]]:
    """An environment that was reset, and what stands of it in the record."""
    config = episode_options(unit.system, options)
    env = LifeAEC(scenario=unit.scenario, **config)
    env.let_fork()
    env.reset(seed=unit.seed)
    return env, config | {"unbounded": unit.system.unbounded, **counterparts.config}


def _episode(unit: Unit, options: Mapping[str, Any], budget: Budget, counterparts: Counterparts, attempt: int) -> Steps:
    env, config = _environment(unit, options, counterparts)
    seat, cast, fault = yield from _begin(unit, env, counterparts)
    record = yield from _lived(env, cast, seat, unit.key, config, fault, budget, attempt=attempt)
    return record


def _lived(
    env: LifeAEC,
    cast: Cast | None,
    seat: Any,
    key: Mapping[str, Any],
    config: Mapping[str, Any],
    fault: str,
    budget: Budget,
    *,
    goes_on: bool = False,
    attempt: int = 1,
) -> Steps:
    began = perf_counter()
    earlier = len(_journal(seat))
    recalls: list[dict[str, Any]] = []
    if cast is not None:
        fault = yield from _run(env, cast, seat, recalls)
        if not goes_on:
            with suppress(*FAULTS):
                ending = env.ending or "closed"
                yield Step(ASSISTANT_SEAT, lambda: cast.close(ending))
    return episode_record(
        env.life,
        key=key,
        config=config,
        recollections=recalls,
        journal=[op.to_json() for op in _journal(seat)[earlier:]],
        level=recalls[0]["level"] if recalls else "turn",
        fault=fault,
        attempt=attempt,
        timings={"seconds": perf_counter() - began, **_model_use(budget.used)},
    )


def _begin(unit: Unit, env: LifeAEC, counterparts: Counterparts) -> Generator[Step, Any, tuple[Any, Cast | None, str]]:
    """Makes and begins the system; no cast, and what went wrong, where that fails."""
    try:
        seat = yield Step(ASSISTANT_SEAT, lambda: unit.system.make(lambda: env.life))
        cast = Cast(env, assistant=seat, **counterparts.seats(env))
        yield Step(ASSISTANT_SEAT, lambda: cast.reset(seed=unit.seed))
    except FAULTS as error:
        env.abort(ending_of(error, ASSISTANT_SEAT))
        return None, None, told(error)
    return seat, cast, ""


def _run(env: LifeAEC, cast: Cast, seat: Any, recalls: list[dict[str, Any]]) -> Generator[Step, Any, str]:
    """Steps to the end. Returns what went wrong with a seat, empty if nothing did."""
    life = env.life
    while env.ending is None:
        agent = env.agent_selection
        observation = env.observe(agent)
        try:
            action = yield _turn(cast, agent, observation)
            if agent == ASSISTANT_SEAT:
                recollections = getattr(seat, "last", None)
                if isinstance(recollections, Recollections) and observation["phase"] != Phase.LISTEN:
                    recalls.append(_recall_note(life, observation, recollections))
        except ConfigurationError:
            raise
        except FAULTS as error:
            env.abort(ending_of(error, agent))
            return told(error)
        if not isinstance(action, (str, Reply, Mapping)):
            env.abort(error_of(agent))
            return f"the reply is of type {type(action).__name__}, expected a string or regulars.Reply"
        try:
            env.step(action)
        except ActionError as error:
            env.abort(error_of(agent))
            return str(error)
    return ""


def _turn(cast: Cast, agent: str, observation: dict[str, Any]) -> Step:
    awaited = (lambda: cast.aact(agent, observation)) if cast.waits(agent) else None
    return Step(agent, lambda: cast[agent](observation), awaited)


def _model_use(used: Usage) -> dict[str, float]:
    """What models were called for, where any were; no cost where some call had no price."""
    if used == Usage():
        return {}
    counted = {"calls": used.calls, "cached": used.cached, "failed": used.failed, "tokens": used.tokens}
    priced = {} if used.cost is None else {"cost": used.cost}
    return {f"model_{name}": value for name, value in {**counted, **priced, "seconds": used.seconds}.items()}


def _recall_note(life: Life, observation: Mapping[str, Any], recollections: Recollections) -> dict[str, Any]:
    """What was recalled, by ids: a session-level item is named by its session."""
    probe = ""
    if life.stage is RoundStage.PROBED and life.aside is not None:
        probe = life.aside.asked.probe.id
    session = recollections.level == "session"
    return {
        "turn": observation["reply_id"],
        "probe": probe,
        "level": recollections.level,
        "tokens": recollections.tokens,
        "hits": [
            [hit.id, round(hit.score, 6), *(to_sessions(hit.sources) if session else hit.sources)]
            for hit in recollections.hits
        ],
        "why": recollections.why,
    }


def _journal(seat: Any) -> Sequence[Op]:
    """The memory's operations so far, where it keeps a journal."""
    if not isinstance(seat, ScriptedAssistant):
        return ()
    journal = getattr(seat.memory, "journal", None)
    return list(journal) if journal is not None else ()
