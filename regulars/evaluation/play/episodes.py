"""Plays one episode of one system and makes its record. A fault of a seat ends its episode and nothing else.

An episode is a generator of steps: whatever runs code of a seat's is handed out, and whoever plays it says where it
runs and how long it may take. So it is the same episode plainly, awaited, and in a thread that can be left behind.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.agents.cast import Cast
from regulars.agents.models.limits import Budget, spending
from regulars.agents.models.protocol import Usage
from regulars.datasets.encode_life import episode_record
from regulars.datasets.episode_record import EpisodeConfig, EpisodeKey, EpisodeRecord, StreamPlace
from regulars.datasets.memory_record import RecallRecord, record_operation, record_recall
from regulars.dialogue import Phase, Reply
from regulars.envs.aec import LifeAEC
from regulars.envs.life.exchange import RoundStage
from regulars.envs.life.outcomes import Ending
from regulars.envs.seats.names import ASSISTANT_SEAT
from regulars.errors import ActionError, ConfigurationError
from regulars.evaluation.play.faults import FAULTS, ending_of, error_of, told
from regulars.evaluation.play.jobs import Conditions
from regulars.evaluation.play.step_thread import StepThread, late
from regulars.evaluation.systems.systems import Acting, System
from regulars.memory import Recollections
from regulars.memory.journal.operations import Op
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
    def key(self) -> EpisodeKey:
        """What names the episode in its run."""
        return EpisodeKey(self.name, self.seed, self.system.name)


@dataclass(frozen=True, slots=True)
class SeatCall:
    """Something that runs code of a seat's.

    Attributes:
        who: The seat.
        call: Runs it.
        awaited: Awaits it instead, None where nothing in it waits.
    """

    who: str
    call: Callable[[], Any]
    awaited: Callable[[], Awaitable[Any]] | None = None


Steps = Generator[SeatCall, Any, EpisodeRecord]


def play(unit: Unit, conditions: Conditions, *, attempt: int = 1) -> EpisodeRecord:
    """Plays the unit's episode to its end and returns its record.

    Args:
        unit: What is played.
        conditions: What holds for every episode of the run.
        attempt: 1, or more where the infrastructure failed the episode before.
    """
    with _budget(conditions) as budget:
        return _driven(_episode(unit, conditions, budget, attempt), conditions.step_timeout)


async def aplay(
    unit: Unit, conditions: Conditions, *, attempt: int = 1, turn: Callable[[], Awaitable[None]] | None = None
) -> EpisodeRecord:
    """`play`, awaited: seats that wait are awaited, and those that may block act in a thread of the episode's own.

    Args:
        unit: What is played.
        conditions: What holds for every episode of the run.
        attempt: 1, or more where the infrastructure failed the episode before.
        turn: Awaited where the episode has its answer and goes on, so that an engine can order several episodes.
    """
    seconds = conditions.step_timeout
    threaded = seconds is not None or unit.system.acting is Acting.BLOCKS
    thread = StepThread() if threaded else None
    with _budget(conditions) as budget:
        steps = _episode(unit, conditions, budget, attempt)
        try:
            step = next(steps)
            while True:
                try:
                    done = await _do(step, thread, seconds)
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
    key: EpisodeKey,
    config: EpisodeConfig,
    conditions: Conditions,
    fault: str = "",
    *,
    goes_on: bool = False,
) -> EpisodeRecord:
    """Steps an episode that was reset to its end, and returns its record.

    Args:
        env: The environment.
        cast: Who sits where; None where the assistant could not begin.
        seat: The assistant.
        key: What names the episode in its run.
        config: What environment and system were made with, for the record.
        conditions: What holds for every episode of the run.
        fault: Why the assistant could not begin.
        goes_on: Whether the assistant lives on after the episode, as in a stream.
    """
    with _budget(conditions) as budget:
        steps = _lived(env, cast, seat, key, config, fault, budget, goes_on=goes_on)
        return _driven(steps, conditions.step_timeout)


def _budget(conditions: Conditions) -> AbstractContextManager[Budget]:
    return spending(Budget(**conditions.limits))  # type: ignore[arg-type]  # its names were checked


def _driven(steps: Steps, step_timeout: float | None) -> EpisodeRecord:
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


async def _do(step: SeatCall, thread: StepThread | None, seconds: float | None) -> Any:
    if step.awaited is None:
        return step.call() if thread is None else await thread.acall(step.call, seconds, step.who)
    try:
        async with asyncio.timeout(seconds) as bound:
            return await step.awaited()
    except TimeoutError:
        if bound.expired():
            raise late(seconds, step.who) from None
        raise


def episode_config(
    system: System, conditions: Conditions, *, feedback: str | None = None, stream: StreamPlace | None = None
) -> EpisodeConfig:
    """What an episode is made with. Probes are put to a fork of a system that can be branched.

    Args:
        system: The row.
        conditions: What holds for every episode of the run.
        feedback: The feedback policy, where it is not the run's.
        stream: The episode's place in a stream.
    """
    options, others = conditions.options, conditions.user_and_judge
    return EpisodeConfig(
        feedback=feedback or options.get("feedback", "evaluative"),
        noise=options.get("noise", ""),
        probes="fork" if system.forks else "end",
        unbounded=system.unbounded,
        user=others.user,
        judge=others.judge,
        stream=stream,
    )


def lost(unit: Unit, conditions: Conditions, why: str, attempt: int) -> EpisodeRecord:
    """The record of an episode whose process died."""
    env, config = _environment(unit, conditions)
    env.abort(Ending.INFRASTRUCTURE_ERROR)
    return episode_record(env.life, key=unit.key, config=config, fault=why, attempt=attempt)


def _record(end: StopIteration) -> EpisodeRecord:
    record: EpisodeRecord = end.value
    return record


def _environment(unit: Unit, conditions: Conditions) -> tuple[LifeAEC, EpisodeConfig]:
    """An environment that was reset, and what the record says of it."""
    config = episode_config(unit.system, conditions)
    env = LifeAEC(scenario=unit.scenario, **config.environment)
    env.let_fork()
    env.reset(seed=unit.seed)
    return env, config


def _episode(unit: Unit, conditions: Conditions, budget: Budget, attempt: int) -> Steps:
    env, config = _environment(unit, conditions)
    seat, cast, fault = yield from _begin(unit, env, conditions)
    record = yield from _lived(env, cast, seat, unit.key, config, fault, budget, attempt=attempt)
    return record


def _lived(
    env: LifeAEC,
    cast: Cast | None,
    seat: Any,
    key: EpisodeKey,
    config: EpisodeConfig,
    fault: str,
    budget: Budget,
    *,
    goes_on: bool = False,
    attempt: int = 1,
) -> Steps:
    began = perf_counter()
    earlier = len(_journal(seat))
    recalls: list[RecallRecord] = []
    if cast is not None:
        fault = yield from _run(env, cast, seat, recalls)
        if not goes_on:
            with suppress(*FAULTS):
                ending = env.ending or "closed"
                yield SeatCall(ASSISTANT_SEAT, lambda: cast.close(ending))
    return episode_record(
        env.life,
        key=key,
        config=config,
        recollections=recalls,
        journal=map(record_operation, _journal(seat)[earlier:]),
        fault=fault,
        attempt=attempt,
        timings={"seconds": perf_counter() - began, **_model_use(budget.used)},
    )


def _begin(unit: Unit, env: LifeAEC, conditions: Conditions) -> Generator[SeatCall, Any, tuple[Any, Cast | None, str]]:
    """Makes and begins the system; no cast, and what went wrong, where that fails."""
    try:
        seat = yield SeatCall(ASSISTANT_SEAT, lambda: unit.system.make(lambda: env.life))
        cast = Cast(env, assistant=seat, **conditions.user_and_judge.seats(env))
        yield SeatCall(ASSISTANT_SEAT, lambda: cast.reset(seed=unit.seed))
    except FAULTS as error:
        env.abort(ending_of(error, ASSISTANT_SEAT))
        return None, None, told(error)
    return seat, cast, ""


def _run(env: LifeAEC, cast: Cast, seat: Any, recalls: list[RecallRecord]) -> Generator[SeatCall, Any, str]:
    """Steps to the end. Returns what went wrong with a seat, empty if nothing did."""
    while env.ending is None:
        agent = env.agent_selection
        observation = env.observe(agent)
        try:
            action = yield _turn(cast, agent, observation)
            if agent == ASSISTANT_SEAT:
                recollections = getattr(seat, "last", None)
                if isinstance(recollections, Recollections) and observation["phase"] != Phase.LISTEN:
                    recalls.append(record_recall(recollections, observation["reply_id"], _open_probe(env)))
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


def _turn(cast: Cast, agent: str, observation: dict[str, Any]) -> SeatCall:
    awaited = (lambda: cast.aact(agent, observation)) if cast.waits(agent) else None
    return SeatCall(agent, lambda: cast[agent](observation), awaited)


def _model_use(used: Usage) -> dict[str, float]:
    """What models were called for, where any were; no cost where some call had no price."""
    if used == Usage():
        return {}
    counted = {"calls": used.calls, "cached": used.cached, "failed": used.failed, "tokens": used.tokens}
    priced = {} if used.cost is None else {"cost": used.cost}
    return {f"model_{name}": value for name, value in {**counted, **priced, "seconds": used.seconds}.items()}


def _open_probe(env: LifeAEC) -> str:
    """The id of the probe that is being asked beside the conversation; empty for none."""
    aside = env.life.aside
    return aside.asked.probe.id if aside is not None and env.life.stage is RoundStage.PROBED else ""


def _journal(seat: Any) -> Sequence[Op]:
    """The memory's operations so far, where it keeps a journal."""
    if not isinstance(seat, ScriptedAssistant):
        return ()
    journal = getattr(seat.memory, "journal", None)
    return list(journal) if journal is not None else ()
