"""The options of a run, checked as soon as they are set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

from regulars import registry
from regulars.agents.cast import EXECUTORS, PLAIN
from regulars.agents.feedback import feedback_policy
from regulars.agents.models.limits import Budget
from regulars.datasets.formats import OpenedData
from regulars.errors import ConfigurationError, did_you_mean
from regulars.evaluation.figures.statistics import LEAST_CLUSTERS
from regulars.evaluation.play.engines.scheduling import Scheduling
from regulars.evaluation.systems.systems import REFERENCES, STREAM_REFERENCES, default_memories
from regulars.evaluation.systems.user_and_judge import SCRIPTED, UserAndJudge
from regulars.registry import split_specs
from regulars.rewards.metrics.retrieval import KS
from regulars.scenarios.noise import read_noise
from regulars.scenarios.suite import Suite
from regulars.scenarios.suites import load_suite
from regulars.scenarios.world import Scenario

LIFE_FEEDBACK = "evaluative"
"""The feedback policy of runs over single lives."""

STREAM_ASSISTANT = "scripted:explore=.1"
"""The assistant of runs over streams: it varies its style in train lives, so that ratings can teach."""

STREAM_FEEDBACK = "instructive"
"""The feedback policy of runs over streams: people say what would have been right, procedures included."""

STREAM_SEEDS = LEAST_CLUSTERS
"""The number of streams of a run: the fewest that have intervals."""

ALL = "all"
"""Stands for all registered memories in the option `memory`."""

Memories = str | Callable[..., Any] | Sequence[str | Callable[..., Any]]
Data = str | PathLike[str] | Sequence[Scenario] | OpenedData


def check_cutoffs(cutoffs: Sequence[int], k: int | None = None) -> None:
    """Checks the k of retrieval metrics. The default, `KS`, suits any number of items.

    Args:
        cutoffs: The cut-offs.
        k: The number of items that were requested from a memory; None if it is unknown.

    Raises:
        ConfigurationError: They are not distinct whole numbers from 1 to `k`, or there is none.
    """
    is_list = isinstance(cutoffs, Sequence) and not isinstance(cutoffs, str)
    numbers = {cut for cut in cutoffs if type(cut) is int and cut >= 1} if is_list else set()
    if not numbers or len(numbers) < len(cutoffs):
        raise ConfigurationError(
            f"cutoffs are {cutoffs!r}", where="evaluate", expected="distinct whole numbers from 1, such as 5,10"
        )
    if k is not None and max(numbers) > k and tuple(cutoffs) != KS:
        raise ConfigurationError(
            f"the cutoff {max(numbers)} is above k", where="evaluate", expected=f"at most {k}, the items requested",
            remedy=f"raise k to {max(numbers)}",
        )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class RunConfig:
    """The options of a run, with the names, defaults and meanings of `regulars.evaluate`'s.

    Raises:
        ConfigurationError: An option is invalid, or two options exclude each other.
        UnknownNameError: The feedback policy or a kind of noise is not registered.
    """

    memory: Memories | None = None
    assistant: Any = None
    user: str = SCRIPTED
    judge: str = SCRIPTED
    judge_kinds: Sequence[str] | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    data: Data | None = None
    relive: bool = False
    suite: str = "smoke"
    regime: str | None = None
    feedback: str | None = None
    noise: str = ""
    seeds: int | None = None
    k: int = 10
    budget: int = 1024
    cutoffs: Sequence[int] = KS
    references: bool | None = None
    against: str | None = None
    out: str | PathLike[str] | None = None
    resume: bool = False
    limits: Mapping[str, float] = field(default_factory=dict)
    prices: str | PathLike[str] | None = None
    prompts: str | PathLike[str] | None = None
    concurrency: int | None = None
    workers: int = 1
    step_timeout: float | None = None
    executor: str = PLAIN

    def __post_init__(self) -> None:
        for name, value in (("seeds", self.seeds), ("k", self.k), ("budget", self.budget)):
            if not (value is None and name == "seeds") and (type(value) is not int or value < 1):
                raise ConfigurationError(f"{name} is {value!r}", where="evaluate", expected="a whole number from 1")
        if self.relive and (self.data is None or self.seeds is not None):
            what, remedy = "relive takes no seeds", "leave seeds out: a run has its own, and a recording is lived once"
            if self.data is None:
                what, remedy = "relive needs data", "name a run, or recorded conversations, with --data"
            raise ConfigurationError(what, where="evaluate", remedy=remedy)
        check_cutoffs(self.cutoffs, self.k)
        Scheduling(self.concurrency, self.workers)
        seconds = self.step_timeout
        if seconds is not None and not (type(seconds) in (int, float) and seconds > 0):
            raise ConfigurationError(f"step_timeout is {seconds!r}", where="evaluate", expected="seconds above 0")
        if self.executor not in EXECUTORS:
            raise ConfigurationError(
                f"unknown executor {self.executor!r}", where="evaluate", remedy=did_you_mean(self.executor, EXECUTORS)
            )
        if self.feedback is not None:
            feedback_policy(self.feedback)
        read_noise(self.noise)
        known = Budget().bounds
        for name in self.limits:
            if name not in known:
                raise ConfigurationError(f"unknown limit {name!r}", where="limits", remedy=did_you_mean(name, known))
            if self.limits[name] == 0:
                raise ConfigurationError(
                    f"{name} is 0", where="limits", expected="a number above 0", remedy="leave a limit out for none"
                )
        Budget(**self.limits)  # type: ignore[arg-type]  # its names were checked

    @property
    def scheduling(self) -> Scheduling:
        """How many episodes run at once, and in how many processes."""
        return Scheduling(self.concurrency, self.workers)

    @property
    def environment(self) -> dict[str, str]:
        """The options of the environment: `feedback`, and `noise` if the run has noise."""
        noise = read_noise(self.noise).spec
        feedback = self.feedback or (STREAM_FEEDBACK if self.is_stream else LIFE_FEEDBACK)
        return {"feedback": feedback, **({"noise": noise} if noise else {})}

    @property
    def is_stream(self) -> bool:
        """Whether the suite consists of streams. Raises `UnknownNameError` for an unknown suite."""
        return self.data is None and bool(load_suite(self.suite).stream)

    @property
    def standard(self) -> str:
        """The assistant of a run that names none, and of the reference rows. Names of rows leave it out."""
        return STREAM_ASSISTANT if self.is_stream else SCRIPTED

    @property
    def stream_seeds(self) -> int:
        """The number of streams."""
        return self.seeds or STREAM_SEEDS

    def user_and_judge(self) -> UserAndJudge:
        """The policies of people and judge. Raises the errors of `UserAndJudge.named`."""
        prompts = Path(self.prompts) if self.prompts is not None else None
        return UserAndJudge.named(self.user, self.judge, prompts, self.judge_kinds)

    def stream_suite(self) -> Suite | None:
        """The suite if it consists of streams, else None.

        Raises:
            ConfigurationError: A regime is given for single lives, or an option that streams do not take.
        """
        suite = load_suite(self.suite) if self.data is None else None
        if suite is not None and self.is_stream:
            self.check_quiet(f"suite {self.suite}")
            self.scheduling.check_in_order()
            return suite
        if self.regime is not None:
            raise ConfigurationError(
                f"regime {self.regime!r} needs a suite of streams",
                where="data" if suite is None else f"suite {self.suite}",
                expected="the suite stream or procedural",
                remedy="leave regime out, or choose such a suite",
            )
        return None

    def check_quiet(self, where: str) -> None:
        """Raises `ConfigurationError` for a run with noise.

        Streams take none, since their exams are the same for all systems; recordings are fixed.
        """
        if noise := self.environment.get("noise"):
            raise ConfigurationError(
                f"noise {noise!r} cannot be added here",
                where=where,
                expected="generated single lives",
                remedy="leave noise out",
            )

    def references_shown(self, *, stream: bool) -> Sequence[str]:
        """The names of the reference rows to add."""
        shown = self.references if self.references is not None else self.data is None
        return () if not shown else STREAM_REFERENCES if stream else REFERENCES

    def memories(self) -> list[str | Callable[..., Any]]:
        """The memories to compare, with `all` expanded; by default those that suit the assistant."""
        if self.memory is None:
            return list(default_memories(SCRIPTED if self.assistant is None else self.assistant))
        if isinstance(self.memory, str):
            wanted: list[Any] = list(split_specs(self.memory))
        else:
            several = isinstance(self.memory, Iterable) and not callable(self.memory)
            wanted = list(self.memory) if several else [self.memory]  # type: ignore[arg-type]  # it is iterable
        for one in wanted:
            if not isinstance(one, str) and not callable(one):
                raise ConfigurationError(
                    f"invalid memory of type {type(one).__name__}",
                    where="memory",
                    expected="a name, FILE.py:NAME, MODULE:NAME, or a class with observe and recall",
                )
        if ALL in wanted:
            place = wanted.index(ALL)
            wanted[place : place + 1] = [entry.name for entry in registry.entries("memory") if entry.name not in wanted]
        if not wanted:
            raise ConfigurationError("the list of memories is empty", where="memory", remedy="add one or leave it out")
        return wanted
