"""Plays one episode of one system and returns its record. A fault of a seat ends its own episode only.

An episode is a generator of calls into the code of seats. The driver decides where each call runs and how long it may
take: directly, awaited, or in a thread that can be abandoned. The episode is the same in all three.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any

from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.agents.cast import Cast
from regulars.agents.evaluator.opinions import PanelFinding
from regulars.agents.models.answer_log import answers_noted, running_log
from regulars.agents.models.limits import Budget, spending
from regulars.agents.models.metered import count_declared
from regulars.agents.models.protocol import Usage
from regulars.agents.user.state import UserState
from regulars.datasets.encode_life import episode_record
from regulars.datasets.episode_record import EpisodeConfig, EpisodeKey, EpisodeRecord, StreamPlace
from regulars.datasets.record_parts.memory import RecallRecord, record_operation, record_recall
from regulars.dialogue import Phase, Reply
from regulars.envs.aec import LifeAEC
from regulars.envs.life.exchange import RoundStage
from regulars.envs.life.outcomes import Ending
from regulars.envs.seats.names import ASSISTANT_SEAT, EVALUATOR_SEAT
from regulars.errors import ActionError, ConfigurationError
from regulars.evaluation.play.faults import FAULTS, ending_of, error_of, told
from regulars.evaluation.play.jobs import Conditions, Watch
from regulars.evaluation.play.spent import SpentLog
from regulars.evaluation.play.step_thread import StepThread, late
from regulars.evaluation.systems.systems import Acting, System
from regulars.memory import Recollections
from regulars.memory.journal.operations import Op
from regulars.scenarios.kept import KeptScenario
from regulars.scenarios.world import Scenario


@dataclass(frozen=True, slots=True)
class Unit:
    """One episode of a run.

    Attributes:
        life: The life to play, or the recorded conversation; or its place in a file.
        name: The scenario's name in the results, the same for all seeds.
        seed: The root seed of the episode.
        system: The system that plays.
    """

    life: Scenario | KeptScenario
    name: str
    seed: int
    system: System

    @property
    def scenario(self) -> Scenario:
        """The life, which is read if it stands in a file."""
        return self.life.scenario if isinstance(self.life, KeptScenario) else self.life

    @property
    def key(self) -> EpisodeKey:
        """The episode's name within its run."""
        return EpisodeKey(self.name, self.seed, self.system.name)


@dataclass(frozen=True, slots=True)
class SeatCall:
    """A call into the code of a seat.

    Attributes:
        who: The seat.
        call: Runs the call.
        awaited: The asynchronous form of the call; None if the seat has none.
    """

    who: str
    call: Callable[[], Any]
    awaited: Callable[[], Awaitable[Any]] | None = None


Steps = Generator[SeatCall, Any, EpisodeRecord]


def play(unit: Unit, conditions: Conditions, *, attempt: int = 1) -> EpisodeRecord:
    """Plays an episode to its end and returns its record.

    Args:
        unit: The episode.
        conditions: The settings of the run.
        attempt: 1, or higher after a failure of the infrastructure.
    """
    with _budget(conditions) as budget:
        return _driven(_episode(unit, conditions, budget, attempt), conditions.step_timeout)


async def aplay(
    unit: Unit, conditions: Conditions, *, attempt: int = 1, turn: Callable[[], Awaitable[None]] | None = None
) -> EpisodeRecord:
    """Plays like `play`, but awaits asynchronous seats and runs seats that may block in a thread of the episode.

    Args:
        unit: The episode.
        conditions: The settings of the run.
        attempt: 1, or higher after a failure of the infrastructure.
        turn: Awaited after each answer of a seat, so that an engine can order several episodes.
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
    """Plays an episode whose environment is already reset, and returns its record.

    Args:
        env: The environment.
        cast: The policies of the seats; None if the assistant failed to start.
        seat: The assistant.
        key: The episode's name within its run.
        config: The settings of environment and system, for the record.
        conditions: The settings of the run.
        fault: Why the assistant failed to start; empty if it started.
        goes_on: Whether the assistant stays open after the episode, as in a stream.
    """
    with _budget(conditions) as budget:
        steps = _lived(env, cast, seat, key, config, fault, budget, goes_on=goes_on)
        return _driven(steps, conditions.step_timeout)


@contextmanager
def _budget(conditions: Conditions) -> Iterator[Budget]:
    """The budget of an episode, in whose block the answers of models are noted too."""
    budget = Budget(**conditions.limits)  # type: ignore[arg-type]  # its names were checked
    with spending(budget), answers_noted():
        yield budget


def _driven(steps: Steps, step_timeout: float | None) -> EpisodeRecord:
    """Runs the steps in order and returns the record."""
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
    """Returns the settings of an episode, as its record keeps them.

    A system that can be forked answers out-of-band probes on a fork; any other answers them at the end.

    Args:
        system: The system that plays.
        conditions: The settings of the run.
        feedback: A feedback policy that replaces the run's.
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
    """Returns the record of an episode whose process died."""
    env, config = _environment(unit, conditions)
    env.abort(Ending.INFRASTRUCTURE_ERROR)
    return episode_record(env.life, key=unit.key, config=config, fault=why, attempt=attempt)


def _record(end: StopIteration) -> EpisodeRecord:
    record: EpisodeRecord = end.value
    return record


def _environment(unit: Unit, conditions: Conditions) -> tuple[LifeAEC, EpisodeConfig]:
    """A reset environment, and its settings for the record."""
    config = episode_config(unit.system, conditions)
    env = LifeAEC(scenario=unit.scenario, **config.environment)
    env.let_fork()
    env.reset(seed=unit.seed)
    return env, config


def _episode(unit: Unit, conditions: Conditions, budget: Budget, attempt: int) -> Steps:
    env, config = _environment(unit, conditions)
    seat, cast, fault = yield from _begin(unit, env, conditions)
    watch = conditions.watch
    return (yield from _lived(env, cast, seat, unit.key, config, fault, budget, attempt=attempt, watch=watch))


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
    watch: Watch | None = None,
) -> Steps:
    began = perf_counter()
    earlier = len(_journal(seat))
    recalls: list[RecallRecord] = []
    judged: list[PanelFinding] = []
    trust: dict[int, float] = {}
    spent = SpentLog(lambda: budget.used)
    if cast is not None:
        look = partial(watch, key, env.life, recalls) if watch is not None else None
        fault = yield from _run(env, cast, seat, recalls, judged, trust, spent, look)
        if not goes_on:
            with suppress(*FAULTS):
                yield SeatCall(ASSISTANT_SEAT, lambda: cast.close(str(env.ending)))
    return episode_record(
        env.life,
        key=key,
        config=config,
        recollections=recalls,
        journal=map(record_operation, _journal(seat)[earlier:]),
        fault=fault,
        attempt=attempt,
        timings={"seconds": perf_counter() - began, **_model_use(budget.used)},
        models=log.models if (log := running_log()) is not None else (),
        judged=judged,
        trust=trust,
        spent=spent.notes,
    )


def _begin(unit: Unit, env: LifeAEC, conditions: Conditions) -> Generator[SeatCall, Any, tuple[Any, Cast | None, str]]:
    """Makes and starts the system; returns seat, cast and fault. On a failure the cast is None."""
    try:
        seat = yield SeatCall(ASSISTANT_SEAT, lambda: unit.system.make(lambda: env.life))
        cast = Cast(env, assistant=seat, executor=conditions.executor, **conditions.user_and_judge.seats(env))
        yield SeatCall(ASSISTANT_SEAT, lambda: cast.reset(seed=unit.seed))
    except FAULTS as error:
        env.abort(ending_of(error, ASSISTANT_SEAT))
        return None, None, told(error)
    return seat, cast, ""


def _run(
    env: LifeAEC,
    cast: Cast,
    seat: Any,
    recalls: list[RecallRecord],
    judged: list[PanelFinding],
    trust: dict[int, float],
    spent: SpentLog,
    look: Callable[[], None] | None,
) -> Generator[SeatCall, Any, str]:
    """Steps the episode to its end, and looks at it after each step. Returns a seat's fault in words, else nothing."""
    while env.ending is None:
        agent = env.agent_selection
        observation = env.observe(agent)
        try:
            with spent.noting(agent, observation, _open_probe(env)):
                action = yield _turn(cast, agent, observation, spent)
                if isinstance(action, Reply) and not (action.tokens is None and action.cost is None):
                    count_declared(agent.partition("_")[0], action.tokens, action.cost)
            if agent == ASSISTANT_SEAT:
                recollections = getattr(seat, "last", None)
                if isinstance(recollections, Recollections) and observation["phase"] != Phase.LISTEN:
                    recalls.append(record_recall(recollections, observation["reply_id"], _open_probe(env)))
            elif agent == EVALUATOR_SEAT:
                found = getattr(cast.seats[agent], "judged", None)
                if isinstance(found, PanelFinding):
                    judged.append(found)
            elif isinstance(state := getattr(cast.seats[agent], "state", None), UserState):
                trust[int(observation["session"])] = state.trust
        except ConfigurationError:
            raise
        except FAULTS as error:
            env.abort(ending_of(error, agent))
            return told(error)
        if not isinstance(action, (str, Reply, Mapping)):
            env.abort(error_of(agent))
            return f"the reply has type {type(action).__name__}; expected a string or regulars.Reply"
        try:
            env.step(action)
        except ActionError as error:
            env.abort(error_of(agent))
            return str(error)
        if look is not None:
            look()
    return ""


def _turn(cast: Cast, agent: str, observation: dict[str, Any], spent: SpentLog) -> SeatCall:
    awaited = partial(spent.awaited, partial(cast.aact, agent, observation)) if cast.waits(agent) else None
    return SeatCall(agent, partial(spent.timed, partial(cast[agent], observation)), awaited)


def _model_use(used: Usage) -> dict[str, float]:
    """The use of models for the record; empty without calls, and without a cost if a call has no price."""
    if used == Usage():
        return {}
    names = ("calls", "cached", "failed", "tokens", *(() if used.cost is None else ("cost",)), "seconds")
    return {f"model_{name}": getattr(used, name) for name in names}


def _open_probe(env: LifeAEC) -> str:
    """The id of the out-of-band probe that is being asked; empty if there is none."""
    aside = env.life.aside
    return aside.asked.probe.id if aside is not None and env.life.stage is RoundStage.PROBED else ""


def _journal(seat: Any) -> Sequence[Op]:
    """The operations of the memory so far; empty for a memory without a journal."""
    if not isinstance(seat, ScriptedAssistant):
        return ()
    journal = getattr(seat.memory, "journal", None)
    return list(journal) if journal is not None else ()
