"""`regulars.evaluate`: systems against scenarios, recorded episode by episode, resumable, then measured."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from regulars import registry
from regulars.agents.feedback import feedback_policy
from regulars.agents.models.limits import Budget
from regulars.agents.models.metered import Meter, counting, read_prices
from regulars.agents.models.prompt_files import load_prompts
from regulars.datasets import read_any
from regulars.datasets.record import versions
from regulars.errors import ConfigurationError, did_you_mean
from regulars.evaluation.book import EpisodeBook, Progress
from regulars.evaluation.counterparts import SCRIPTED, Counterparts
from regulars.evaluation.courses import REGIMES, check_regime, stream_units
from regulars.evaluation.curves import figures
from regulars.evaluation.engines.jobs import Conditions
from regulars.evaluation.engines.pace import Pace
from regulars.evaluation.engines.processes import Recipe
from regulars.evaluation.episodes import Unit
from regulars.evaluation.runs import EPISODES, RESULTS, Run, RunFolder, write_json
from regulars.evaluation.systems import REFERENCES, STREAM_REFERENCES, System, default_memories, sources
from regulars.registry import split_specs
from regulars.scenarios.checks.validate import check_playable
from regulars.scenarios.kinds import ScenarioOrigin
from regulars.scenarios.language.packs import ontology_of
from regulars.scenarios.noise import read_noise
from regulars.scenarios.suites import Suite, load_suite, suite_scenarios
from regulars.scenarios.world import Scenario

RESULTS_SCHEMA = 1
GENERATED_SEEDS = 3
"""Episodes of each generated scenario, unless said otherwise."""
ALL = "all"
"""The memories that are registered, where one is named."""


Memories = str | Callable[..., Any] | Sequence[str | Callable[..., Any]]


def evaluate(
    memory: Memories | None = None,
    *,
    assistant: Any = "scripted",
    user: str = SCRIPTED,
    judge: str = SCRIPTED,
    data: str | PathLike[str] | Sequence[Scenario] | None = None,
    suite: str = "smoke",
    regime: str | None = None,
    feedback: str = "evaluative",
    noise: str = "",
    seeds: int | None = None,
    k: int = 10,
    budget: int = 1024,
    references: bool | None = None,
    out: str | PathLike[str] | None = None,
    resume: bool = False,
    limits: Mapping[str, float] | None = None,
    prices: str | PathLike[str] | None = None,
    prompts: str | PathLike[str] | None = None,
    concurrency: int | None = None,
    workers: int = 1,
    step_timeout: float | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Run:
    """Evaluates memories (and assistants) on-policy, with scripted people, or on recorded conversations.

    Args:
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
            `regulars.evaluation.courses`.
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
        progress: Called after every episode, and now and then where many are under way.

    Returns:
        The figures, and where they are.

    Raises:
        ConfigurationError: An option is impossible, or `out` holds another run.
        DataError: The data cannot be read, or a scenario of it cannot be played.

    Example:
        >>> run = evaluate(memory="recency", seeds=1, references=False)
        >>> 0 <= run.value("recency", "accuracy_anchor") <= 1
        True
    """
    for name, value in (("seeds", seeds), ("k", k), ("budget", budget)):
        if not (value is None and name == "seeds") and (type(value) is not int or value < 1):
            raise ConfigurationError(f"{name} is {value!r}", where="evaluate", expected="a whole number from 1")
    pace = Pace(concurrency, workers)
    _check_timeout(step_timeout)
    feedback_policy(feedback)
    dialled = {"feedback": feedback, **({"noise": read_noise(noise).spec} if read_noise(noise).spec else {})}
    bounds = _bounds(limits)
    meter = Meter(read_prices(Path(prices)) if prices is not None else {})
    shown = references if references is not None else data is None
    counterparts = Counterparts.named(user, judge, Path(prompts) if prompts is not None else None)
    stream = _stream(data, suite, regime)
    if stream is not None:
        _check_quiet(dialled, f"suite {suite}")
        pace.check_in_order()
    rows_shown = () if not shown else REFERENCES if stream is None else STREAM_REFERENCES
    recipe = Recipe(_memories(memory, assistant), assistant, rows_shown, k, budget, counterparts.prompts)
    compared = recipe.systems()
    config: dict[str, Any] = {
        "version": versions()["regulars"],
        "systems": [system.name for system in compared],
        **dialled,
        "k": k,
        "budget": budget,
        "sources": sources(system.name for system in compared),
        "parts": {system.name: dict(system.parts) for system in compared if system.parts},
    }
    if bounds:
        config["limits"] = bounds
    config |= counterparts.config
    if counterparts.prompts is not None or counterparts.config or _prompted(assistant):
        config["prompts"] = load_prompts(counterparts.prompts).hashes
    units: Sequence[Any]
    if stream is None:
        units = list(_units(compared, data, suite, seeds))
        if any(unit.scenario.source is ScenarioOrigin.RECORDED for unit in units):
            _check_quiet(dialled, "data")
        config["scenarios"] = list(dict.fromkeys(unit.scenario.id for unit in units))
    else:
        regime = regime or REGIMES[0]
        check_regime(regime, compared)
        courses, units = stream_units(stream, GENERATED_SEEDS if seeds is None else seeds, regime, feedback, compared)
        config |= {"regime": regime, "streams": [course.stream.id for course in courses]}
    config["units"] = [[unit.name, unit.seed, unit.system.name] for unit in units]
    place = RunFolder(out, config, resume)
    with place as folder, counting(meter):
        conditions = Conditions(dialled, bounds, step_timeout, counterparts)
        book = EpisodeBook(folder / EPISODES, units, meter, progress, plays_again=stream is None)
        if stream is None:
            pace.play(book, conditions, recipe, compared)
        else:
            pace.play_streams(book, conditions, recipe, folder)
        records = book.close()
        run = Run(
            figures(records),
            [system.name for system in compared],
            place.kept,
            [(record["key"], record["fault"]) for record in records if not record["valid"]],
            forked=[system.name for system in compared if system.forks],
            unbounded=[system.name for system in compared if system.unbounded],
            suites=list(dict.fromkeys(record["scenario"]["suite"] for record in records)),
            regime=regime or "",
            usage=meter.roles,
        )
        if place.kept is not None:
            write_json(folder / RESULTS, {"schema": RESULTS_SCHEMA, **run.origin, "rows": run.rows})
    return run


def _stream(data: object, suite: str, regime: str | None) -> Suite | None:
    """The suite, if it is one of streams."""
    loaded = load_suite(suite) if data is None else None
    if loaded is not None and loaded.stream:
        return loaded
    if regime is not None:
        what = "data" if loaded is None else f"suite {suite}"
        raise ConfigurationError(
            f"regime {regime!r}, and the lives are no stream", where=what, expected="the suite stream or procedural"
        )
    return None


def _check_quiet(dialled: Mapping[str, str], where: str) -> None:
    """Streams and recordings have no noise: exams are alike for all, and what was recorded was said."""
    if "noise" in dialled:
        raise ConfigurationError(
            f"noise {dialled['noise']!r}, and there is none to add to", where=where,
            expected="generated lives that are no stream", remedy="leave noise out",
        )  # fmt: skip


def _prompted(assistant: Any) -> bool:
    """Whether the assistant is a built-in model role, whose prompts are a part of what is measured."""
    entry = registry.find("assistant", assistant) if isinstance(assistant, str) else None
    return entry is not None and bool(entry.marks.get("prompted"))


def _check_timeout(step_timeout: float | None) -> None:
    number = not isinstance(step_timeout, bool) and isinstance(step_timeout, (int, float))
    if step_timeout is not None and not (number and step_timeout > 0):
        raise ConfigurationError(f"step_timeout is {step_timeout!r}", where="evaluate", expected="seconds above 0")


def _bounds(limits: Mapping[str, float] | None) -> dict[str, float]:
    """The limits, each of them one that a budget knows."""
    known = Budget().bounds
    for name in limits or {}:
        if name not in known:
            raise ConfigurationError(
                f"there is no limit {name!r}", where="evaluate", remedy=did_you_mean(str(name), known)
            )
    bounds = dict(limits or {})
    Budget(**bounds)  # type: ignore[arg-type]
    return bounds


def _memories(memory: Memories | None, assistant: Any) -> list[str | Callable[..., Any]]:
    if memory is None:
        return list(default_memories(assistant))
    if isinstance(memory, str):
        wanted: list[Any] = list(split_specs(memory))
    else:
        wanted = [memory] if callable(memory) else list(memory) if isinstance(memory, Iterable) else [memory]
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


def _units(
    compared: Sequence[System], data: str | PathLike[str] | Sequence[Scenario] | None, suite: str, seeds: int | None
) -> Iterator[Unit]:
    """The episodes of a run in the order of scenario, seed and system."""
    if data is None:
        for name, seed, scenario in suite_scenarios(suite, GENERATED_SEEDS if seeds is None else seeds):
            check_playable(scenario, ontology_of(scenario.language))
            for system in compared:
                yield Unit(scenario, name, seed, system)
        return
    for name, scenario in _named(data).items():
        for seed in range(1 if seeds is None else seeds):
            for system in compared:
                yield Unit(scenario, name, seed, system)


def _named(data: str | PathLike[str] | Sequence[Scenario]) -> dict[str, Scenario]:
    """Scenarios by the name that results give them, each of them playable."""
    is_file = isinstance(data, (str, PathLike))
    where = str(data) if is_file else "data"
    scenarios = read_any(Path(data)) if isinstance(data, (str, PathLike)) else data
    if not isinstance(scenarios, Sequence) or not all(isinstance(scenario, Scenario) for scenario in scenarios):
        raise ConfigurationError("data holds something else than scenarios", where=where, expected="Scenarios")
    if not scenarios:
        raise ConfigurationError("there are no scenarios", where=where)
    named: dict[str, Scenario] = {}
    for scenario in scenarios:
        name = scenario.marks.get("sample_id", scenario.id)
        if name in named:
            raise ConfigurationError(f"scenario {name} stands twice", where=where, remedy="leave one out")
        check_playable(scenario, ontology_of(scenario.language), where)
        named[name] = scenario
    return named
