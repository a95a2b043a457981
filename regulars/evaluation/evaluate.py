"""`regulars.evaluate`: plays systems on scenarios, records each episode, and measures the records.

A run that was interrupted can be resumed from its folder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any

from regulars import registry
from regulars.agents.cast import PLAIN
from regulars.agents.models.endpoint_chat import noting_models, preflight
from regulars.agents.models.metered import Meter, counting, read_prices
from regulars.agents.models.prompt_files import load_prompts
from regulars.datasets.encode_life import versions
from regulars.errors import ConfigurationError, RecordError
from regulars.evaluation.figures.curves import pooled
from regulars.evaluation.play.curricula import REGIMES, check_regime, stream_units
from regulars.evaluation.play.episode_log import EpisodeLog, Progress
from regulars.evaluation.play.episodes import Unit
from regulars.evaluation.play.jobs import Conditions, PlannedEpisode, Watch
from regulars.evaluation.runs.config import Data, Memories, RunConfig
from regulars.evaluation.runs.finished import Run, comparable, row_named
from regulars.evaluation.runs.folder import EPISODES, RESULTS, RunFolder
from regulars.evaluation.runs.manifest import SCHEMA, RunManifest
from regulars.evaluation.runs.planned_units import single_lives
from regulars.evaluation.runs.recorded import RecordedRun, run_in
from regulars.evaluation.systems.systems import System, sources, systems
from regulars.evaluation.systems.user_and_judge import SCRIPTED, UserAndJudge
from regulars.evaluation.verification import REJECTED, told_rejections
from regulars.evaluation.whole_files import write_json
from regulars.rewards.metrics.retrieval import KS
from regulars.scenarios.kinds import ScenarioOrigin


def evaluate(
    memory: Memories | None = None,
    *,
    assistant: Any = None,
    user: str = SCRIPTED,
    judge: str = SCRIPTED,
    judge_kinds: Sequence[str] | None = None,
    labels: Mapping[str, str] | None = None,
    data: Data | None = None,
    relive: bool = False,
    suite: str = "smoke",
    regime: str | None = None,
    feedback: str | None = None,
    noise: str = "",
    seeds: int | None = None,
    k: int = 10,
    budget: int = 1024,
    cutoffs: Sequence[int] = KS,
    references: bool | None = None,
    against: str | None = None,
    out: str | PathLike[str] | None = None,
    resume: bool = False,
    limits: Mapping[str, float] | None = None,
    prices: str | PathLike[str] | None = None,
    prompts: str | PathLike[str] | None = None,
    concurrency: int | None = None,
    workers: int = 1,
    step_timeout: float | None = None,
    executor: str = PLAIN,
    progress: Callable[[Progress], None] | None = None,
    watch: Watch | None = None,
) -> Run:
    """Plays memory systems and assistants on simulated lives or recorded conversations, and measures them.

    Args:
        memory: The memory systems: specs, separated by commas or as a list, or classes with `observe` and `recall`.
            `all` means every registered memory. None means eight representative ones for the scripted assistant, and
            `bm25-turn` for any other assistant that takes a memory.
        assistant: The assistant: a spec, a callable from observation to string, an object with `act`, a compiled
            LangGraph, or an agent of openai-agents or pydantic-ai. An assistant that takes no memory is one row, beside
            the named memories. The scripted assistant understands everything told in its context; with
            `scripted:reading=packs` it knows only the wordings of the language packs. Default: `scripted`, and
            `scripted:explore=.1` in suites of streams.
        user: The policy of the people: `scripted`, or `openai:MODEL`, which rewords the lines of a scripted person.
        judge: The judge of replies: `scripted` (the matcher alone), or `openai:MODEL`, which decides where the matcher
            cannot, or everywhere with `:always=true`. Several models, separated by commas, form a panel.
        judge_kinds: The kinds of probes that go to the models of `judge`. Default: all.
        labels: Short row names, each with the spec of the assistant or memory that it stands for. Default: the model's
            name for a model in the assistant's seat.
        data: A file of conversations or scenarios, a folder of such files or of a run, `FORMAT:FILE`,
            `FILE.py:READER:FILE` (see `regulars.datasets.read_any`), or a list of scenarios. None generates the
            scenarios of `suite`.
        relive: Whether to play the lives of the run that `data` names again, with its seeds, instead of reading them as
            recordings. A recorded conversation of one person with an assistant becomes a life: a simulated person says
            the recorded lines, asks the questions, and reacts to the system's replies.
        suite: A built-in suite, or a split of one, such as `core@test`. In a suite of streams, one memory persists
            over all lives of a stream.
        regime: How a memory meets a stream: `on-policy` (the default), `off-policy`, `stepwise` or `train`. See
            `regulars.evaluation.play.curricula`.
        feedback: The feedback policy. In streams it applies to the train episodes. Default: `evaluative`, and
            `instructive` in suites of streams.
        noise: Human noise, such as `typos:.1+vague-dates:.2`; see `regulars.scenarios.noise`. Streams and recordings
            take none.
        seeds: Episodes per scenario, or streams. Default: 3 for generated scenarios, 5 for streams; 1 for recorded
            scenarios, in which nothing is random.
        k: Ranked items to request from a memory.
        budget: Tokens of recalled context per reply.
        cutoffs: The values of k in retrieval metrics such as `turn_recall_all@10`; at most `k`, except for the default.
        references: Whether to add the reference rows; in streams also a twin of each learning row, which plays the same
            streams without feedback (`NAME (sealed)`). Default: only if `data` is None.
        against: The name of a row, such as `bm25-turn`, that all others are compared with; see `Run.differences`.
        out: The folder to write to; None writes nothing.
        resume: Whether to complete the run in `out`. The results equal those of an uninterrupted run.
        limits: Limits on model calls per episode: `calls`, `tokens`, `cost`, `seconds`. An episode that reaches one
            ends as `budget`.
        prices: A file with model prices; see `read_prices`.
        prompts: A folder of your prompts, which replace built-in prompts of the same name.
        concurrency: Number of episodes played at once. Default: 16 if a model or another asynchronous seat is in play,
            else 1. Each episode gets its own instance of a class, or copy of an object; all episodes share a function.
        workers: Number of worker processes. Each plays one episode at a time, or for streams, one stream with one
            system. The results equal those of one worker.
        step_timeout: Time limit in seconds for one action of the assistant. Exceeding it is a fault of the assistant
            and ends the episode. None sets no limit.
        executor: How built-in policies run: `plain`, or as compiled graphs with `langgraph`. The results are the same.
        progress: Called after each episode, and from time to time while several are in progress.
        watch: Called after each step of single lives (not of streams), with the episode's name, its life, and the
            recalls so far. Needs one worker.

    Returns:
        The finished run: its figures, and the folder that holds them.

    Raises:
        ConfigurationError: An option is invalid, or `out` holds a different run.
        DataError: The data cannot be read, or holds a scenario that cannot be played.
        UnknownNameError: The run has no row named `against`.

    Example:
        >>> run = evaluate(memory="recency", seeds=1, references=False)
        >>> 0 <= run.value("recency", "accuracy_anchor") <= 1
        True
    """
    options = {**locals(), "limits": limits or {}, "labels": labels or {}}
    del options["progress"], options["watch"]
    return run_config(RunConfig(**options), progress, watch)


def run_config(
    config: RunConfig,
    progress: Callable[[Progress], None] | None = None,
    watch: Watch | None = None,
    *,
    by_scenario: bool = True,
) -> Run:
    """Plays the run with these options; `evaluate` says what they mean.

    Args:
        config: The options.
        progress: As for `evaluate`.
        watch: As for `evaluate`.
        by_scenario: Whether the figures hold rows of each scenario too, which take memory for each.
    """
    meter = Meter(read_prices(Path(config.prices)) if config.prices is not None else {})
    with noting_models() as models:
        others = config.user_and_judge()
    stream = config.stream_suite()
    if watch is not None and (stream is not None or config.workers > 1):
        raise ConfigurationError(
            "cannot watch a stream" if stream is not None else f"cannot watch {config.workers} workers", where="watch",
            expected="single lives and one worker", remedy="leave watch out, or set workers to 1",
        )  # fmt: skip
    references = config.references_shown(stream=stream is not None)
    recipe = partial(
        systems, config.memories(), config.assistant,
        references=references, twins=bool(references) and stream is not None, standard=config.standard,
        k=config.k, budget=config.budget, prompts=others.prompts, labels=config.labels,
    )  # fmt: skip
    with noting_models() as more_models:
        compared = recipe()
    forked = [system.name for system in compared if system.forks]
    unforked = {system.name: system.unforked for system in compared if system.unforked}
    names = [system.name for system in compared]
    labels = {system.name: system.spec for system in compared if system.name != system.spec}
    against = row_named(config.against, names) if config.against is not None else None
    peers = comparable(against, names, forked)
    units: Sequence[PlannedEpisode]
    scenarios: Sequence[str] = ()
    streams: Sequence[str] = ()
    regime = ""
    if stream is None:
        units, scenarios = _planned(config, compared)
    else:
        regime = config.regime or REGIMES[0]
        check_regime(regime, compared)
        curricula, units = stream_units(stream, config.stream_seeds, regime, config.environment["feedback"], compared)
        streams = [curriculum.stream.id for curriculum in curricula]
    manifest = RunManifest(
        schema=SCHEMA,
        version=versions()["regulars"],
        systems=tuple(names),
        **config.environment,
        k=config.k,
        budget=config.budget,
        cutoffs=tuple(config.cutoffs),
        sources=sources(system.spec for system in compared),
        parts={system.name: dict(system.parts) for system in compared if system.parts},
        unforked=unforked,
        limits=dict(config.limits),
        user=others.user,
        judge=others.judge,
        judge_kinds=others.judge_kinds or (),
        labels=labels,
        prompts=hashes_of_prompts(config, others),
        scenarios=tuple(scenarios),
        regime=regime,
        streams=tuple(streams),
        units=tuple((unit.name, unit.seed, unit.system.name) for unit in units),
    )
    place = RunFolder(config.out, manifest, config.resume)
    with place as folder, counting(meter):
        conditions = Conditions(config.environment, config.limits, config.step_timeout, others, config.executor, watch)
        log = EpisodeLog(
            folder / EPISODES, units, meter, progress, plays_again=stream is None, version=manifest.version
        )
        if log.jobs:
            preflight([*models, *more_models])
        if stream is None:
            config.scheduling.play(log, conditions, recipe, compared)
        else:
            config.scheduling.play_streams(log, conditions, recipe, folder)
        log.close()
        rejected = log.rejected
        del log, units  # the figures need their memory
        recorded = verified_run(folder, manifest)
        pool = pooled(recorded.records, cutoffs=config.cutoffs, by_scenario=by_scenario)
        finished = Run(
            pool.rows(),
            names,
            place.kept,
            recorded.index.faults,
            forked=forked,
            unforked=unforked,
            unbounded=[system.name for system in compared if system.unbounded],
            cut=recorded.index.cut,
            notes=place.notes + told_rejections(rejected, f"set aside in {REJECTED}, and played again"),
            suites=recorded.index.suites,
            regime=regime,
            usage=meter.roles,
            differences=pool.differences(against, peers) if against is not None else [],
            agreement=pool.agreement(),
            labels=labels,
        )
        if place.kept is not None:
            write_json(folder / RESULTS, finished.results)
    return finished


def _planned(config: RunConfig, compared: Sequence[System]) -> tuple[list[Unit], list[str]]:
    """The episodes over single lives, and the ids of their scenarios."""
    units: list[Unit] = []
    ids: dict[str, None] = {}
    for unit in single_lives(config, compared):
        scenario = unit.scenario
        if scenario.source is ScenarioOrigin.RECORDED:
            config.check_quiet("data")
        ids[scenario.id] = None
        units.append(unit)
    return units, list(ids)


def verified_run(folder: Path, manifest: RunManifest) -> RecordedRun:
    """The run as it was written. Raises `RecordError` if a record was changed meanwhile."""
    recorded = run_in(folder, manifest)
    if recorded.rejected:
        raise RecordError(
            f"another program has changed the file during the run: {recorded.rejected[0]}",
            where=str(folder / EPISODES),
            remedy="stop that program, then resume the run",
        )
    return recorded


def hashes_of_prompts(config: RunConfig, others: UserAndJudge) -> Mapping[str, str]:
    """The hashes of the prompts by name; empty for a run without models."""
    entry = registry.find("assistant", config.assistant) if isinstance(config.assistant, str) else None
    prompted = entry is not None and bool(entry.marks.get("prompted"))
    asked = others.prompts is not None or not others.scripted or prompted
    return load_prompts(others.prompts).hashes if asked else {}
