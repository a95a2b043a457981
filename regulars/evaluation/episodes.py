"""Plays one episode of one system and makes its record. A fault of a seat ends its episode and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from regulars.agents.assistant import ScriptedAssistant
from regulars.agents.cast import Cast
from regulars.agents.models.limits import Budget, spending
from regulars.agents.models.protocol import Usage
from regulars.datasets.record import episode_record
from regulars.dialogue import Phase, Reply
from regulars.envs.aec import LifeAEC
from regulars.envs.life import Life
from regulars.envs.outcomes import Stage
from regulars.envs.seat_names import ASSISTANT_SEAT
from regulars.errors import ActionError, ConfigurationError
from regulars.evaluation.counterparts import ALL_SCRIPTED, Counterparts
from regulars.evaluation.faults import FAULTS, ending_of, error_of, told
from regulars.evaluation.systems import System
from regulars.memory import Recollections
from regulars.memory.journal import Op
from regulars.rewards.retrieval import to_sessions
from regulars.scenarios.world import Scenario

__all__ = ["Unit", "episode_options", "live", "play"]


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


def play(
    unit: Unit,
    options: Mapping[str, Any],
    limits: Mapping[str, float] | None = None,
    counterparts: Counterparts = ALL_SCRIPTED,
) -> dict[str, Any]:
    """Plays the unit's episode to its end and returns its record.

    Args:
        unit: What is played.
        options: Of the environment; see `episode_options`.
        limits: What the episode's calls of models may come to, as `Budget` takes it; none by default.
        counterparts: Who plays people and evaluator.
    """
    config = episode_options(unit.system, options)
    env = LifeAEC(scenario=unit.scenario, **config)
    env.let_fork()
    env.reset(seed=unit.seed)
    seat, cast, fault = _begin(unit, env, counterparts)
    config |= {"unbounded": unit.system.unbounded, **counterparts.config}
    return live(env, cast, seat, unit.key, config, fault, limits=limits)


def episode_options(system: System, options: Mapping[str, Any]) -> dict[str, Any]:
    """What a system's environment is made with: `probes` is `fork` where it can be branched and `end` elsewhere."""
    return {**options, "probes": "fork" if system.forks else "end", "reward_to": "nobody"}


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
    """
    began = perf_counter()
    earlier = len(_journal(seat))
    recalls: list[dict[str, Any]] = []
    with spending(Budget(**(limits or {}))) as budget:  # type: ignore[arg-type]  # its names were checked
        if cast is not None:
            fault = _run(env, cast, seat, recalls)
            if not goes_on:
                with suppress(*FAULTS):
                    cast.close(env.ending or "closed")
    return episode_record(
        env.life,
        key=key,
        config=config,
        recollections=recalls,
        journal=[op.to_json() for op in _journal(seat)[earlier:]],
        level=recalls[0]["level"] if recalls else "turn",
        fault=fault,
        timings={"seconds": perf_counter() - began, **_model_use(budget.used)},
    )


def _begin(unit: Unit, env: LifeAEC, counterparts: Counterparts) -> tuple[Any, Cast | None, str]:
    """Makes and begins the system; no cast, and what went wrong, where that fails."""
    try:
        seat = unit.system.make(lambda: env.life)
        cast = Cast(env, assistant=seat, **counterparts.seats(env))
        cast.reset(seed=unit.seed)
    except FAULTS as error:
        env.abort(ending_of(error, ASSISTANT_SEAT))
        return None, None, told(error)
    return seat, cast, ""


def _run(env: LifeAEC, cast: Cast, seat: Any, recalls: list[dict[str, Any]]) -> str:
    """Steps to the end. Returns what went wrong with a seat, empty if nothing did."""
    life = env.life
    while env.ending is None:
        agent = env.agent_selection
        observation = env.observe(agent)
        try:
            action = cast[agent](observation)
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
    if life.stage is Stage.PROBED and life.pending is not None and life.pending.probe is not None:
        probe = life.pending.probe.id
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
