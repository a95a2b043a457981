"""The options of a run, which `evaluate` and the command line share. Impossible ones are refused when it is made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

from regulars import registry
from regulars.agents.feedback import feedback_policy
from regulars.agents.models.limits import Budget
from regulars.errors import ConfigurationError, did_you_mean
from regulars.evaluation.play.engines.scheduling import Scheduling
from regulars.evaluation.systems.systems import REFERENCES, STREAM_REFERENCES, default_memories
from regulars.evaluation.systems.user_and_judge import SCRIPTED, UserAndJudge
from regulars.registry import split_specs
from regulars.scenarios.noise import read_noise
from regulars.scenarios.suites import Suite, load_suite
from regulars.scenarios.world import Scenario

ALL = "all"
"""The memories that are registered, where one is named."""

Memories = str | Callable[..., Any] | Sequence[str | Callable[..., Any]]
Data = str | PathLike[str] | Sequence[Scenario]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunConfig:
    """The options of a run.

    Attributes:
        memory: Memory systems: specs, separated by commas or as a list, or classes with `observe` and `recall`; `all`
            stands for all that are registered. None takes all built-in ones for the scripted assistant, and `bm25-turn`
            for another one that takes a memory.
        assistant: Who talks: a spec, a callable from observation to string, or an object with `act`. One that takes
            no memory is a row of its own, beside the memories that are named.
        user: Who plays the people: `scripted`, or `openai:MODEL`, which words a scripted person's lines.
        judge: Who gives verdicts: `scripted`, which is the matcher, or `openai:MODEL`, which is asked where the matcher
            leaves one open, or with `:always=true` everywhere.
        data: A file of conversations or scenarios, a folder of such files, or scenarios; None generates those of
            `suite`.
        suite: The built-in suite, or a split of one: `core@test`. Over a suite of streams one memory is kept.
        regime: For streams: `on-policy` by default, `off-policy`, `stepwise` or `train`; see
            `regulars.evaluation.play.curricula`.
        feedback: The feedback policy; of streams, in the train halves.
        noise: Human noise, as `regulars.scenarios.noise` reads it: `typos:.1+vague-dates:.2`. Streams and
            recordings have none.
        seeds: Episodes of each scenario, or streams; 3 for generated ones, 1 for recorded ones, where nothing is
            drawn.
        k: Ranked items that a memory is asked for.
        budget: Tokens of context that replies are made from.
        references: Whether to add the reference rows; by default on generated lives and not on `data`.
        out: The folder to write to; None keeps nothing.
        resume: Completes the run that `out` holds to the same results.
        limits: What the calls of models may come to in one episode: `calls`, `tokens`, `cost`, `seconds`. An episode
            that uses one up ends as `budget`.
        prices: A table of what models cost, as `read_prices` reads it.
        prompts: A folder with prompts of your own, which replace those of the same names.
        concurrency: Episodes at once; by default 16 where a model or another asynchronous seat is waited for, and one
            elsewhere. What is made for each episode, from a class or a copyable object, knows of its own only; a
            function is one for all.
        workers: Processes that play episodes, each one at a time; of streams, each one stream with one system at a
            time. Results are the same as with one.
        step_timeout: Seconds that an assistant may take for an action; one that is late is left behind, and its
            episode ends as its fault. None waits as long as it takes.

    Raises:
        ConfigurationError: An option is impossible, or two do not go together.
        UnknownNameError: A feedback policy or kind of noise is not registered.
    """

    memory: Memories | None = None
    assistant: Any = SCRIPTED
    user: str = SCRIPTED
    judge: str = SCRIPTED
    data: Data | None = None
    suite: str = "smoke"
    regime: str | None = None
    feedback: str = "evaluative"
    noise: str = ""
    seeds: int | None = None
    k: int = 10
    budget: int = 1024
    references: bool | None = None
    out: str | PathLike[str] | None = None
    resume: bool = False
    limits: Mapping[str, float] = field(default_factory=dict)
    prices: str | PathLike[str] | None = None
    prompts: str | PathLike[str] | None = None
    concurrency: int | None = None
    workers: int = 1
    step_timeout: float | None = None

    def __post_init__(self) -> None:
        for name, value in (("seeds", self.seeds), ("k", self.k), ("budget", self.budget)):
            if not (value is None and name == "seeds") and (type(value) is not int or value < 1):
                raise ConfigurationError(f"{name} is {value!r}", where="evaluate", expected="a whole number from 1")
        Scheduling(self.concurrency, self.workers)
        seconds = self.step_timeout
        if seconds is not None and not (type(seconds) in (int, float) and seconds > 0):
            raise ConfigurationError(f"step_timeout is {seconds!r}", where="evaluate", expected="seconds above 0")
        feedback_policy(self.feedback)
        read_noise(self.noise)
        known = Budget().bounds
        for name in self.limits:
            if name not in known:
                raise ConfigurationError(
                    f"there is no limit {name!r}", where="evaluate", remedy=did_you_mean(str(name), known)
                )
        Budget(**self.limits)  # type: ignore[arg-type]  # its names were checked

    @property
    def scheduling(self) -> Scheduling:
        """How many episodes are played at once."""
        return Scheduling(self.concurrency, self.workers)

    @property
    def environment(self) -> dict[str, str]:
        """The options of the environment: `feedback`, and `noise` if there is any."""
        noise = read_noise(self.noise).spec
        return {"feedback": self.feedback, **({"noise": noise} if noise else {})}

    def user_and_judge(self) -> UserAndJudge:
        """Who plays the people and who judges. Raises as `UserAndJudge.named`."""
        return UserAndJudge.named(self.user, self.judge, Path(self.prompts) if self.prompts is not None else None)

    def stream_suite(self) -> Suite | None:
        """The suite, if it is one of streams.

        Raises:
            ConfigurationError: It is not, and a regime is named; or it is, and the other options do not fit it.
        """
        suite = load_suite(self.suite) if self.data is None else None
        if suite is not None and suite.stream:
            self.check_quiet(f"suite {self.suite}")
            self.scheduling.check_in_order()
            return suite
        if self.regime is not None:
            raise ConfigurationError(
                f"regime {self.regime!r}, and the lives are no stream",
                where="data" if suite is None else f"suite {self.suite}",
                expected="the suite stream or procedural",
            )
        return None

    def check_quiet(self, where: str) -> None:
        """Raises `ConfigurationError` for noise in streams, whose exams are alike for all, and in recordings."""
        if self.environment.get("noise"):
            raise ConfigurationError(
                f"noise {self.environment['noise']!r}, and there is none to add to", where=where,
                expected="generated lives that are no stream", remedy="leave noise out",
            )  # fmt: skip

    def references_shown(self, *, stream: bool) -> Sequence[str]:
        """The reference rows that are added."""
        shown = self.references if self.references is not None else self.data is None
        return () if not shown else STREAM_REFERENCES if stream else REFERENCES

    def memories(self) -> list[str | Callable[..., Any]]:
        """The memories that are named, `all` put in full; by default those of the assistant."""
        if self.memory is None:
            return list(default_memories(self.assistant))
        if isinstance(self.memory, str):
            wanted: list[Any] = list(split_specs(self.memory))
        else:
            several = isinstance(self.memory, Iterable) and not callable(self.memory)
            wanted = list(self.memory) if several else [self.memory]  # type: ignore[arg-type]  # it is iterable
        for one in wanted:
            if not isinstance(one, str) and not callable(one):
                raise ConfigurationError(
                    f"a memory of type {type(one).__name__}",
                    where="evaluate",
                    expected="a name, FILE.py:NAME, MODULE:NAME, or a class with observe and recall",
                )
        if ALL in wanted:
            named = [entry.name for entry in registry.entries("memory")]
            place = wanted.index(ALL)
            wanted[place : place + 1] = [name for name in named if name not in wanted]
        if not wanted:
            raise ConfigurationError("no memory is named", where="evaluate", remedy="name one, or leave memory out")
        return wanted
