"""`regulars.evaluate`: systems against scenarios, recorded episode by episode, resumable, then measured."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from regulars import registry
from regulars.agents.models.metered import Meter, counting, read_prices
from regulars.agents.models.prompt_files import load_prompts
from regulars.datasets.encode_life import versions
from regulars.evaluation.figures.curves import figures
from regulars.evaluation.play.curricula import REGIMES, check_regime, stream_units
from regulars.evaluation.play.engines.processes import Recipe
from regulars.evaluation.play.episode_log import EpisodeLog, Progress
from regulars.evaluation.play.jobs import Conditions, PlannedEpisode
from regulars.evaluation.runs.config import Data, Memories, RunConfig
from regulars.evaluation.runs.finished import Run
from regulars.evaluation.runs.folder import EPISODES, RESULTS, RunFolder
from regulars.evaluation.runs.manifest import SCHEMA, RunManifest
from regulars.evaluation.runs.planned_units import GENERATED_SEEDS, single_lives
from regulars.evaluation.systems.systems import sources
from regulars.evaluation.systems.user_and_judge import SCRIPTED, UserAndJudge
from regulars.evaluation.whole_files import write_json
from regulars.scenarios.kinds import ScenarioOrigin


def evaluate(
    memory: Memories | None = None,
    *,
    assistant: Any = "scripted",
    user: str = SCRIPTED,
    judge: str = SCRIPTED,
    data: Data | None = None,
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
    config = RunConfig(
        memory=memory,
        assistant=assistant,
        user=user,
        judge=judge,
        data=data,
        suite=suite,
        regime=regime,
        feedback=feedback,
        noise=noise,
        seeds=seeds,
        k=k,
        budget=budget,
        references=references,
        out=out,
        resume=resume,
        limits=limits or {},
        prices=prices,
        prompts=prompts,
        concurrency=concurrency,
        workers=workers,
        step_timeout=step_timeout,
    )
    return run(config, progress)


def run(config: RunConfig, progress: Callable[[Progress], None] | None = None) -> Run:
    """`evaluate`, with its options in one object.

    Args:
        config: The options.
        progress: Called after every episode, and now and then where many are under way.
    """
    meter = Meter(read_prices(Path(config.prices)) if config.prices is not None else {})
    others = config.user_and_judge()
    stream = config.stream_suite()
    references = config.references_shown(stream=stream is not None)
    recipe = Recipe(config.memories(), config.assistant, references, config.k, config.budget, others.prompts)
    compared = recipe.systems()
    units: Sequence[PlannedEpisode]
    scenarios: Mapping[str, None] = {}
    streams: Sequence[str] = ()
    regime = ""
    if stream is None:
        lives = list(single_lives(config, compared))
        if any(unit.scenario.source is ScenarioOrigin.RECORDED for unit in lives):
            config.check_quiet("data")
        units, scenarios = lives, dict.fromkeys(unit.scenario.id for unit in lives)
    else:
        regime = config.regime or REGIMES[0]
        check_regime(regime, compared)
        curricula, units = stream_units(stream, config.seeds or GENERATED_SEEDS, regime, config.feedback, compared)
        streams = [curriculum.stream.id for curriculum in curricula]
    manifest = RunManifest(
        schema=SCHEMA,
        version=versions()["regulars"],
        systems=tuple(system.name for system in compared),
        **config.environment,
        k=config.k,
        budget=config.budget,
        sources=sources(system.name for system in compared),
        parts={system.name: dict(system.parts) for system in compared if system.parts},
        limits=config.limits,
        user=others.user,
        judge=others.judge,
        prompts=_prompts(config, others),
        scenarios=tuple(scenarios),
        regime=regime,
        streams=tuple(streams),
        units=tuple((unit.name, unit.seed, unit.system.name) for unit in units),
    )
    place = RunFolder(config.out, manifest, config.resume)
    with place as folder, counting(meter):
        conditions = Conditions(config.environment, config.limits, config.step_timeout, others)
        log = EpisodeLog(folder / EPISODES, units, meter, progress, plays_again=stream is None)
        if stream is None:
            config.scheduling.play(log, conditions, recipe, compared)
        else:
            config.scheduling.play_streams(log, conditions, recipe, folder)
        records = log.close()
        finished = Run(
            figures(records),
            [system.name for system in compared],
            place.kept,
            [(record.key, record.fault) for record in records if not record.valid],
            forked=[system.name for system in compared if system.forks],
            unbounded=[system.name for system in compared if system.unbounded],
            suites=list(dict.fromkeys(record.scenario.suite for record in records)),
            regime=regime,
            usage=meter.roles,
        )
        if place.kept is not None:
            write_json(folder / RESULTS, finished.results)
    return finished


def _prompts(config: RunConfig, others: UserAndJudge) -> Mapping[str, str]:
    """The hashes of the prompts, where a model is asked with them."""
    entry = registry.find("assistant", config.assistant) if isinstance(config.assistant, str) else None
    prompted = entry is not None and bool(entry.marks.get("prompted"))
    asked = others.prompts is not None or not others.scripted or prompted
    return load_prompts(others.prompts).hashes if asked else {}
