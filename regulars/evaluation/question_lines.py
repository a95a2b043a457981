"""Lists the questions of an episode with verdict and failure stage, for `explain` and for the index of a run."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.record_parts.probes import OutcomeRecord, ProbeRecord
from regulars.dialogue import VerdictKind
from regulars.envs.probes.gold import ProbeStatus
from regulars.evaluation.figures.failure_stages import FailureStage, evidence_of, failure_stages, keeps_journal
from regulars.evaluation.figures.metrics import recorded_verdict

_MEANING = {
    FailureStage.NONE: "the reply agrees with the gold answer",
    FailureStage.NOT_TOLD: "the person had not told the answer by then, or the question was not reached",
    FailureStage.NOT_WRITTEN: "the person told it, but the memory made no item of it",
    FailureStage.CHANGED: "the memory wrote it, but then overwrote it with other turns",
    FailureStage.FORGOTTEN: "the memory wrote it, but then deleted or quarantined it",
    FailureStage.NOT_RECALLED: "the memory held it, but did not recall it",
    FailureStage.NOT_USED: "the memory recalled it, but the reply does not use it",
    FailureStage.MISUSED: "the memory recalled it, but the reply gives another answer",
    FailureStage.OPEN: "the memory recalled it, and the verdict is undetermined",
    FailureStage.UNTRACED: "the record lacks the recalled items or the evidence",
}
_MAYBE_HELD = "the memory did not recall it; whether it still held it is unknown"
"""The meaning of `NOT_RECALLED` for a memory without a journal."""
RECALLED = "recalled"
"""The label of a question in a recording whose evidence was recalled."""
_MEANING_OF_RECALLED = "the memory recalled the evidence; in recordings, a stage says nothing about the answer"
RIGHT_STAGES = ("right", RECALLED, "void", "-")
"""The labels of questions that were not answered wrongly."""
_RIGHT_TO_ABSTAIN = "the person had not told an answer by then, and the reply says so"
_ABSTAIN = "should abstain"
_ABSTAIN_MEANING = "the person never told an answer, but the reply gives one"


class QuestionLine(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One question of an episode in a list, with its verdict and failure stage."""

    number: int
    id: str
    time: datetime
    kind: str
    attribute: str
    verdict: str
    failed: str


def questions_of(record: EpisodeRecord) -> list[QuestionLine]:
    """Lists the questions of an episode."""
    labels = failure_labels(record)
    return [
        QuestionLine(
            number=number,
            id=probe.id,
            time=(shown_outcome(probe) or probe).time,
            kind=probe.kind,
            attribute=probe.attribute,
            verdict=verdict_of(shown_outcome(probe)),
            failed=labels[probe.id][0],
        )
        for number, probe in enumerate(record.probes, 1)
    ]


def shown_outcome(probe: ProbeRecord) -> OutcomeRecord | None:
    """The first outcome with an expectation, else the first outcome, else None."""
    return probe.first or next(iter(probe.outcomes), None)


def verdict_of(outcome: OutcomeRecord | None) -> str:
    """The kind of the recorded verdict, or `-`."""
    return "-" if outcome is None or outcome.verdict is None else outcome.verdict.kind


def failure_labels(record: EpisodeRecord) -> dict[str, tuple[str, str]]:
    """The failure stage of each question, in a word and in a sentence."""
    recorded = record.scenario.recorded
    verdicts = {}
    for probe in record.probes:
        outcome = shown_outcome(probe)
        if outcome is not None and not recorded:
            verdicts[probe.id] = recorded_verdict(record, probe, outcome).kind
    failed = dict(failure_stages(record, verdicts))
    meanings = _MEANING if keeps_journal(record) else {**_MEANING, FailureStage.NOT_RECALLED: _MAYBE_HELD}
    labels = {}
    for probe in record.probes:
        id, status = probe.id, probe.status
        if failed.get(id) is FailureStage.NOT_TOLD and verdicts.get(id) is VerdictKind.CORRECT:
            labels[id] = str(FailureStage.NONE), _RIGHT_TO_ABSTAIN
        elif id in failed:
            labels[id] = failed[id].replace("_", " "), meanings[failed[id]]
            if recorded and failed[id] is FailureStage.NONE:
                labels[id] = RECALLED, _MEANING_OF_RECALLED
        elif status is ProbeStatus.UNREACHED:
            labels[id] = str(status), "the question was not asked"
        elif status is ProbeStatus.VOID:
            labels[id] = str(status), "the question has no answer"
        elif recorded:
            is_unknown = probe.first is None or not evidence_of(probe.first)
            labels[id] = "-", "the evidence is unknown" if is_unknown else "the memory recalls without a ranking"
        elif verdicts.get(id) is VerdictKind.CORRECT:
            labels[id] = str(FailureStage.NONE), _RIGHT_TO_ABSTAIN
        else:
            labels[id] = _ABSTAIN, _ABSTAIN_MEANING
    return labels
