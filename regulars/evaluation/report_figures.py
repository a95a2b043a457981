"""What a report shows beyond the rows of a run: figures over distance and sessions, differences, telling failures.

They come from one pass over the records that decodes only questions, feedback and costs, since a report of many systems
reads hundreds of megabytes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from regulars.datasets.codec import from_line
from regulars.datasets.episode_record import EpisodeConfig, EpisodeKey, EpisodeRecord, ScenarioRecord, SeedsRecord
from regulars.datasets.record_files import read_lines
from regulars.datasets.record_parts.memory import Level, RecallRecord
from regulars.datasets.record_parts.probes import ProbeRecord
from regulars.datasets.record_parts.transcript import LedgerRecord
from regulars.datasets.record_parts.usage import SpentNote
from regulars.dialogue import Feedback
from regulars.envs.life.outcomes import Ending
from regulars.envs.life.sessions import LivedSession
from regulars.envs.probes.gold import ProbeStatus
from regulars.evaluation.figures.cluster_sums import cluster_of
from regulars.evaluation.figures.costs import COSTS, costs
from regulars.evaluation.figures.curves import pooled
from regulars.evaluation.figures.metrics import probe_values, recorded_verdict
from regulars.evaluation.figures.result_rows import Difference, Pool, Row
from regulars.evaluation.figures.slices import DISTANCE, SESSION, SLICES, Places
from regulars.evaluation.question_lines import verdict_of
from regulars.evaluation.replay import as_run
from regulars.evaluation.runs.finished import Results, Run, comparable, row_named
from regulars.evaluation.runs.folder import EPISODES, RESULTS
from regulars.evaluation.runs.recorded import RecordedRun
from regulars.evaluation.whole_files import read_whole
from regulars.rewards.metrics.retrieval import KS

TELLING = 3
"""The number of failures that a report tells."""
ACCURACIES = ("accuracy_anchor", "accuracy_own")
_GRAVITY = ("leaked", "stale", "unsupported", "wrong", "partial", "abstained", "off_task")
"""Wrong verdicts, the worst first."""
_INVENTED = ("leaked", "unsupported")
"""Verdicts on values that no one had told the assistant, or not about this person."""


class EpisodeAnswers(Struct, frozen=True, kw_only=True):
    """The questions, feedback and costs of an episode record; the fields are those of `EpisodeRecord`.

    Decoding skips the other fields of the record, which are most of it.
    """

    schema: Literal[2]
    kind: Literal["regulars.episode"]
    key: EpisodeKey
    scenario: ScenarioRecord
    seeds: SeedsRecord
    config: EpisodeConfig
    ending: Ending | None
    valid: bool
    fault: str
    score: float | None
    level: Level
    sessions: tuple[LivedSession, ...] = ()
    probes: tuple[ProbeRecord, ...]
    recollections: tuple[_ContextLength, ...] = ()
    feedback: tuple[Feedback, ...] = ()
    hash: str
    spent: tuple[SpentNote, ...] | UnsetType = UNSET

    @property
    def record(self) -> EpisodeRecord:
        """A record with these parts alone."""
        nothing = LedgerRecord(disclosures=(), commitments=(), said=None)
        parts = {name: getattr(self, name) for name in self.__struct_fields__}
        parts["recollections"] = tuple(
            RecallRecord(turn=one.turn, probe=one.probe, level=self.level, tokens=one.tokens, hits=(), why="")
            for one in self.recollections
        )
        return EpisodeRecord(**parts, transcript=(), ledger=nothing)


class _ContextLength(Struct, frozen=True, kw_only=True):
    """The length of one context; the other fields of `RecallRecord` are skipped."""

    turn: str
    probe: str
    tokens: int


class TellingFailure(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A wrong answer to a question that other systems answered.

    Attributes:
        episode: The index of the episode in the run, from 0.
        probe: The index of the question in the episode, from 0.
        right: The number of other compared systems that answered it right.
        others: The number of other compared systems that were asked.
    """

    episode: int
    probe: int
    right: int
    others: int


@dataclass(slots=True)
class ReportFigures:
    """The figures of a report beside those of `Run`.

    Attributes:
        distances: Rows of the metric `accuracy` with slices such as `distance=0-50`, over answerable questions.
        sessions: Rows of the metric `satisfaction`, 0 to 10, with the slice `session=N`.
        costs: Rows of the metric `tokens` and of those of `regulars.evaluation.figures.costs`, with both slices.
        differences: The differences from `against`, in the given metrics.
        failures: The most telling failures, the most telling first.
    """

    distances: list[Row] = field(default_factory=list)
    sessions: list[Row] = field(default_factory=list)
    costs: list[Row] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    failures: list[TellingFailure] = field(default_factory=list)


class GivenAnswer(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How one system answered one question."""

    system: str
    episode: int
    probe: int
    kind: str
    verdict: str
    right: bool


def read_results(recorded: RecordedRun) -> Run:
    """The figures of a recorded run: from its `results.json` if that is up to date, else measured from its records."""
    kept = _kept_results(recorded)
    if kept is not None:
        return as_run(recorded, list(kept.rows), list(kept.differences), list(kept.agreement))
    manifest = recorded.manifest
    pool = pooled(recorded.records, cutoffs=KS if manifest is None else manifest.cutoffs)
    return as_run(recorded, pool.rows(), [], pool.agreement())


def _kept_results(recorded: RecordedRun) -> Results | None:
    """The content of `results.json`; None if it is missing, unreadable, or older than the records."""
    path, episodes = recorded.folder / RESULTS, recorded.folder / EPISODES
    if not path.is_file() or recorded.rejected or path.stat().st_mtime_ns < episodes.stat().st_mtime_ns:
        return None
    try:
        results = msgspec.json.decode(read_whole(path), type=Results)
    except msgspec.DecodeError:
        return None
    return results if {row.system for row in results.rows} == set(recorded.index.systems) else None


def report_figures(
    recorded: RecordedRun, run: Run, metrics: Sequence[str], against: str | None, compared: Collection[str]
) -> ReportFigures:
    """Reads the records of a run once, and computes what a report shows beyond the rows.

    Args:
        recorded: The run in its folder.
        run: Its figures.
        metrics: The metrics to compare. The first ranks the systems.
        against: The system that all others are compared with; None for none.
        compared: The systems whose failures are told.

    Raises:
        ConfigurationError: No system can be compared with `against`.
        RecordError: The records cannot be read.
        UnknownNameError: The run has no system `against`.
    """
    shown, pairs = Pool(), Pool()
    answers: defaultdict[tuple[str, int, str], list[GivenAnswer]] = defaultdict(list)
    manifest = recorded.manifest
    cutoffs = KS if manifest is None else manifest.cutoffs
    for place, record in enumerate(_answers_of(recorded)):
        key, stream = record.key, record.config.stream
        if not record.valid or record.score is None:
            continue
        shown.enter(record)
        pairs.enter(record)
        cluster = cluster_of(record)
        slices = Places(record, SLICES)
        if stream is None or stream.half == "train":
            for feedback in record.feedback:
                for slice_ in slices.of_reply(feedback.about):
                    if slice_.startswith(SESSION) and feedback.satisfaction is not None:
                        shown.add(key.system, "all", slice_, "satisfaction", cluster, feedback.satisfaction)
        if stream is not None and not stream.is_measured:
            continue
        for slice_, metric, value in _costs(record, slices):
            shown.add(key.system, "all", slice_, metric, cluster, value)
        for number, probe in enumerate(record.probes):
            values = _values(probe, record, metrics, cutoffs)
            for metric, value in values.items():
                pairs.add(key.system, "all", "all", metric, cluster, value)
            outcome = probe.first
            if outcome is None or not values:
                continue
            right = next(iter(values.values()))
            told = outcome.status is ProbeStatus.ASKED and bool(outcome.evidence)
            for slice_ in slices.of_probe(probe) if told else ():
                if slice_.startswith(DISTANCE):
                    shown.add(key.system, "all", slice_, "accuracy", cluster, right)
            verdict = verdict_of(outcome)
            if told or verdict in _INVENTED:
                answers[key.scenario, key.seed, probe.id].append(
                    GivenAnswer(
                        system=key.system,
                        episode=place,
                        probe=number,
                        kind=probe.kind,
                        verdict=verdict,
                        right=right >= 1.0,
                    )
                )
    rows = shown.rows()
    return ReportFigures(
        distances=[row for row in rows if row.metric == "accuracy"],
        sessions=[row for row in rows if row.metric == "satisfaction"],
        costs=[row for row in rows if row.metric in ("tokens", *COSTS)],
        differences=_differences(recorded, run, pairs, metrics, against),
        failures=most_telling(answers, compared),
    )


def _costs(record: EpisodeRecord, slices: Places) -> Iterator[tuple[str, str, float]]:
    """The lengths of contexts, and what the assistant spent, as `(slice, metric, value)`."""
    for recollection in record.recollections:
        for slice_ in slices.of_reply(recollection.turn, recollection.probe):
            yield slice_, "tokens", float(recollection.tokens)
    yield from costs(record, slices)


def _values(
    probe: ProbeRecord, record: EpisodeRecord, metrics: Sequence[str], cutoffs: Sequence[int]
) -> dict[str, float]:
    """The values of a question in those of the metrics that it has, the first metric first.

    A question of a generated life has one accuracy, and the values after it are not computed.
    """
    found = {}
    for metric, value in probe_values(probe, record, recorded_verdict, cutoffs if record.scenario.recorded else ()):
        if metric in metrics:
            found[metric] = value
        if metric in ACCURACIES:
            break
    return {metric: found[metric] for metric in metrics if metric in found}


def _differences(
    recorded: RecordedRun, run: Run, pairs: Pool, metrics: Sequence[str], against: str | None
) -> list[Difference]:
    """The differences that the run was made with, or else those of the pass over the records."""
    if against is None:
        return []
    against = row_named(against, run.systems)
    kept = [one for one in run.differences if one.against == against]
    peers = comparable(against, run.systems, run.forked)
    known = kept or pairs.differences(against, peers)
    if run.regime and not any(one.metric == metrics[0] for one in known):
        known = pooled(recorded.records).differences(against, peers)
    return [one for one in known if one.scenario == one.slice == "all" and one.metric in metrics]


def _answers_of(recorded: RecordedRun) -> Iterator[EpisodeRecord]:
    """The questions of each sound episode, in the order of `recorded.records`."""
    decoder = msgspec.json.Decoder(EpisodeAnswers)
    rejected = {one.line for one in recorded.rejected}
    path: Path = recorded.folder / EPISODES
    for number, (_, line) in enumerate(read_lines(path), 1):
        if number in rejected:
            continue
        try:
            yield decoder.decode(line).record
        except msgspec.DecodeError:  # an earlier schema, or text that UTF-8 lacks
            yield from_line(line, f"{path}, line {number}")


def most_telling(
    answers: Mapping[tuple[str, int, str], Sequence[GivenAnswer]], compared: Collection[str], count: int = TELLING
) -> list[TellingFailure]:
    """Chooses wrong answers that say most about their system: those to questions that most others answered right.

    Equal shares are ordered by the verdict, from leaked over stale to abstained, then by the order of the run. The
    failures are of different systems and kinds of questions as far as there are such.

    Args:
        answers: The answers to each question, by scenario, seed and probe.
        compared: The systems that count. Others, such as reference rows, are neither told nor counted.
        count: The number of failures.
    """
    ranked: list[tuple[float, int, int, int, GivenAnswer, TellingFailure]] = []
    for given in answers.values():
        asked = [one for one in given if one.system in compared]
        right = sum(one.right for one in asked)
        for one in asked:
            if one.right or one.verdict == "undetermined":
                continue
            others = len(asked) - 1
            grave = _GRAVITY.index(one.verdict) if one.verdict in _GRAVITY else len(_GRAVITY)
            failure = TellingFailure(episode=one.episode, probe=one.probe, right=right, others=others)
            ranked.append((-right / others if others else 0.0, grave, one.episode, one.probe, one, failure))
    ranked.sort(key=lambda entry: entry[:4])
    chosen: list[TellingFailure] = []
    systems: set[str] = set()
    kinds: set[str] = set()
    for is_strict in (True, False):
        for *_, one, failure in ranked:
            is_like = one.system in systems or one.kind in kinds
            if len(chosen) < count and failure not in chosen and not (is_strict and is_like):
                chosen.append(failure)
                systems.add(one.system)
                kinds.add(one.kind)
    return chosen
