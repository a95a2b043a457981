"""Estimates the model calls of a run, before any is made: some of its lives are rehearsed with made-up answers.

A stand-in answers in the place of every model behind an endpoint, as `regulars serve-scripted` does. Calls and tokens
are counted as in a run. Memories, embedders, assistants and policies of the user's own are not run, since they may call
what they like. Caches of vectors are neither read nor written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct

from regulars import registry
from regulars.agents.loopback.scripted_model import ScriptedModel
from regulars.agents.models.metered import Meter, counting
from regulars.agents.models.protocol import Call, Completion, Usage
from regulars.agents.models.rehearsal import rehearsing
from regulars.agents.models.replay import Replay
from regulars.agents.writing.write import write
from regulars.errors import RecordError, RegularsError
from regulars.evaluation.evaluate import run_config
from regulars.evaluation.judging import judge_run
from regulars.evaluation.play.episode_log import Progress
from regulars.evaluation.runs.config import RunConfig
from regulars.evaluation.runs.planned_units import single_lives
from regulars.evaluation.runs.recorded import open_run
from regulars.evaluation.systems.systems import ORACLE_RULES, ORACLES, System
from regulars.evaluation.systems.user_and_judge import SCRIPTED
from regulars.memory import build_memory
from regulars.memory.named_files import USES_FILES
from regulars.registry import split_specs
from regulars.scenarios.kinds import ScenarioOrigin
from regulars.scenarios.world import Scenario

REHEARSED = 6
"""The largest number of lives that are rehearsed."""
JUDGE = "evaluator"
_BOTS = ("http", "https")
"""Assistants behind an address, which are not called either."""
_COMPOSED = (".yaml", ".yml")
_STAND_IN = "bm25-turn"
"""The memory in the place of memories of the user's own, if there is no other."""


class Estimate(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one role is expected to call.

    Attributes:
        calls: Calls of models and embedders.
        prompt_tokens: Tokens sent.
        completion_tokens: Tokens received, if models answer as briefly as the stand-in.
        cost: Their price; None if a model has none.
        at_most: Whether it is a bound: judges are asked about every reply in a rehearsal.
    """

    calls: int
    prompt_tokens: int
    completion_tokens: int
    cost: float | None
    at_most: bool = False


class DryRun(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The result of a dry run.

    Attributes:
        lives: The lives, conversations or streams of the run, once for each seed.
        rehearsed: How many of them were rehearsed.
        roles: The estimate for each role that calls a model.
        notes: What the estimate leaves out.
    """

    lives: int
    rehearsed: int
    roles: Mapping[str, Estimate]
    notes: tuple[str, ...] = ()


class StandIn(ScriptedModel):
    """Answers in the place of a model, under its name.

    Args:
        name: The name of the model.
        kept: The recording of its calls; None for none. What it holds is answered from it.
    """

    def __init__(self, name: str, kept: Replay | None = None) -> None:
        super().__init__()
        self.name = name
        self._kept = kept

    def answer(self, call: Call) -> Completion:
        """The recorded answer, or what the scripted policies say."""
        if self._kept is not None and self._kept.holds(call):
            return self._kept.answer(call)
        return replace(super().answer(call), model=self.name)

    def holds(self, call: Call) -> bool:
        """Whether the call is recorded, so that it needs no budget."""
        return self._kept is not None and self._kept.holds(call)


def estimates(usage: Mapping[str, Usage], scale: float = 1.0, at_most: Sequence[str] = ()) -> dict[str, Estimate]:
    """What was counted, as estimates.

    Args:
        usage: The usage by role.
        scale: How many times as much the whole run needs.
        at_most: Roles whose estimate is a bound.
    """
    return {
        role: Estimate(
            calls=round(one.calls * scale),
            prompt_tokens=round(one.prompt_tokens * scale),
            completion_tokens=round(one.completion_tokens * scale),
            cost=None if one.cost is None else one.cost * scale,
            at_most=role in at_most,
        )
        for role, one in sorted(usage.items())
        if one.calls
    }


def rehearsed_judging(run: str | Path, judge: str, **options: Any) -> DryRun:
    """Estimates the model calls of judging a finished run again.

    Args:
        run: The run.
        judge: The spec of the judges.
        **options: Further arguments of `judge_run`.
    """
    with rehearsing(StandIn):
        judged = judge_run(run, judge, **options)
    episodes = len(open_run(run).records)
    return DryRun(lives=episodes, rehearsed=episodes, roles=estimates(judged.usage))


def rehearsed_writing(pipeline: str, model: str, **options: Any) -> DryRun:
    """Estimates the model calls of writing a scenario.

    Args:
        pipeline: The pipeline.
        model: The spec of the model.
        **options: Further arguments of `regulars.agents.writing.write.write`.
    """
    with rehearsing(StandIn), counting(Meter()) as meter, TemporaryDirectory(prefix="regulars-") as folder:
        write(pipeline, model, Path(folder) / "dry", **options)
    return DryRun(lives=1, rehearsed=1, roles=estimates(meter.roles))


def dry_run(config: RunConfig, progress: Callable[[Progress], None] | None = None) -> DryRun:
    """Estimates the model calls of a run.

    Args:
        config: The options of the run. With `resume`, the episodes in its folder cost nothing more.
        progress: Called after each rehearsed episode, with nothing of its usage.

    Raises:
        RegularsError: As the run itself does.
    """

    def tell(step: Progress) -> None:
        if progress is not None:
            progress(replace(step, usage=Usage()))

    notes: list[str] = []
    own = _without_own_code(config, notes)
    sample, lives, rehearsed, scale = _sampled(own)
    if own.judge != SCRIPTED:
        sample = replace(sample, judge=_always(own.judge))
        notes.append("evaluator: a run asks the judge about replies that the matcher leaves open; here about all")
    with _rehearsing():
        run = run_config(replace(sample, out=None, resume=False, workers=1, against=None), tell)
    rows = max(1, len(config.memories())) / len(own.memories())
    if config.resume and config.out is not None:
        scale *= _missing(Path(config.out), lives * len(run.systems) * rows)
    return DryRun(
        lives=lives,
        rehearsed=rehearsed,
        roles=estimates(run.usage, scale * rows, (JUDGE,)),
        notes=tuple(notes),
    )


def _sampled(config: RunConfig) -> tuple[RunConfig, int, int, float]:
    """The options of the rehearsal, and how much of the run it is.

    Returns:
        The options, the number of lives or streams in the run, the number of those that are rehearsed, and how many
        times as much the run asks of models.
    """
    if config.stream_suite() is not None:
        return replace(config, seeds=1), config.stream_seeds, 1, float(config.stream_seeds)
    units, sizes = [], []
    for unit in single_lives(config, [_NO_SYSTEM]):
        units.append(unit)
        sizes.append(_size(unit.scenario))
    distance = -(-len(units) // REHEARSED)
    sampled = (unit.scenario for unit in units[::distance])
    chosen = list({scenario.id: scenario for scenario in sampled}.values())  # a recording has equal seeds
    calls = config.user != SCRIPTED or config.judge != SCRIPTED  # reference rows have no other models
    references = config.references if config.references is not None else config.data is None
    references = references and (calls or config.resume)
    sample = replace(config, data=chosen, suite="smoke", seeds=1, relive=False, references=references)
    return sample, len(units), len(chosen), sum(sizes) / sum(map(_size, chosen))


_NO_SYSTEM = System("", lambda life: None)


def _size(scenario: Scenario) -> int:
    """How much a scenario asks of models, roughly: its questions, and its sessions or a recording's lines."""
    is_recorded = scenario.source is ScenarioOrigin.RECORDED
    lines = sum(len(session.agenda) for session in scenario.sessions)
    return max(1, (lines if is_recorded else len(scenario.sessions)) + len(scenario.probes))


def _without_own_code(config: RunConfig, notes: list[str]) -> RunConfig:
    """The options without the code of the user's own and bots behind an address, which a dry run does not call."""
    memories = config.memories()
    known = [one for one in memories if isinstance(one, str) and _is_built_in(one)]
    for one in memories:
        if one not in known:
            name = one if isinstance(one, str) else getattr(one, "__name__", type(one).__name__)
            notes.append(f"{name}: is not run here, so calls of its own are not counted")
    assistant = config.assistant
    entry = registry.find("assistant", assistant) if isinstance(assistant, str) else None
    if assistant is not None and assistant != ORACLE_RULES and (entry is None or entry.name in _BOTS):
        notes.append(f"{assistant}: is not called here, so calls of its own are not counted")
        assistant = None
    own = {role: _own_policy(role, spec, notes) for role, spec in (("user", config.user), ("evaluator", config.judge))}
    return replace(
        config, memory=known or [_STAND_IN], assistant=assistant, labels={}, user=own["user"], judge=own["evaluator"],
        judge_kinds=config.judge_kinds if own["evaluator"] == config.judge else None,
    )  # fmt: skip


def _own_policy(role: str, spec: str, notes: list[str]) -> str:
    """The policy of a role; the scripted one in the place of code of the user's own."""
    if all(registry.find(role, one) is not None for one in split_specs(spec) or [spec]):
        return spec
    notes.append(f"{spec}: is not run here, so calls of its own are not counted")
    return SCRIPTED


def _is_built_in(memory: str) -> bool:
    """Whether a memory is one of this package, or composed of its parts, and names no code of the user's own."""
    if memory in ORACLES:
        return True
    if not memory.endswith(_COMPOSED) and registry.find("memory", memory) is None:
        return False
    refused: list[str] = []
    token = registry.REFUSED.set(refused)
    try:
        with _rehearsing(), suppress(RegularsError):  # the rehearsal raises what else is wrong
            build_memory(memory)
    finally:
        registry.REFUSED.reset(token)
    return not refused


@contextmanager
def _rehearsing() -> Iterator[None]:
    """Models are stand-ins, and memories use no files that their settings name."""
    token = USES_FILES.set(False)
    try:
        with rehearsing(StandIn):
            yield
    finally:
        USES_FILES.reset(token)


def _always(judge: str) -> str:
    """The judges, asked about every reply."""
    specs = [registry.parse_spec("evaluator", one) for one in split_specs(judge)]
    return ",".join(
        one.text if "always" in one.arguments else f"{one.text}{';' if one.arguments else ':'}always=true"
        for one in specs
    )


def _missing(folder: Path, planned: float) -> float:
    """The share of planned episodes that a run to be resumed lacks."""
    try:
        return max(0.0, 1 - len(open_run(folder).names) / planned)
    except RecordError:  # the run has not begun
        return 1.0
