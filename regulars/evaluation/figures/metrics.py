"""Computes metrics from episode records: one value per probe and metric, then means with intervals.

All values come from records, so `replay` computes the same figures without playing an episode.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from regulars.agents.models.protocol import Finish
from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.record_parts.probes import OutcomeRecord, ProbeRecord, expectation_of
from regulars.dialogue import ASSISTANT, Verdict, VerdictKind, VerdictSource
from regulars.envs.probes.gold import ProbeStatus
from regulars.evaluation.figures.cluster_sums import cluster_of
from regulars.evaluation.figures.contrast_pairs import both_right
from regulars.evaluation.figures.costs import costs
from regulars.evaluation.figures.failure_stages import STAGES, failure_stages, metric_of, ranking_of
from regulars.evaluation.figures.integrity import integrity
from regulars.evaluation.figures.result_rows import Pool
from regulars.evaluation.figures.slices import SESSION, Places
from regulars.rewards.metrics.retrieval import KS, retrieval_metrics
from regulars.rewards.metrics.token_f1 import answer_f1, wants_abstention
from regulars.rewards.style_checks.compliance import compliance
from regulars.rewards.verdicts.expectation import RUBRIC
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.scenarios.kinds import Form
from regulars.scenarios.ontology.attributes import Ontology

RECALL = "recall_all@10"
"""Whether all evidence is among the first ten recalled items. `use` and `unaided` depend on it."""
_RECALL_AT = 10
PROCEDURE = "procedure"
_SKIPPED_KINDS = ("abstention",)
MODEL_USE = {"model_cost": "cost", "model_calls": "model_calls", "model_tokens": "model_tokens"}
"""The figures of an episode's model calls, by their names among the timings of its record."""
SCRIPTED = "scripted"
"""The judge of a run that asks no model."""


Judge = Callable[[EpisodeRecord, ProbeRecord, OutcomeRecord], Verdict]
"""Returns the verdict on an outcome of a probe in an episode."""


def recorded_verdict(record: EpisodeRecord, probe: ProbeRecord, outcome: OutcomeRecord) -> Verdict:
    """Returns the recorded verdict."""
    return Verdict(VerdictKind.NONE if outcome.verdict is None else outcome.verdict.found)


def rejudge(ontology: Ontology | Callable[[str], Ontology]) -> Judge:
    """Returns a judge that matches the recorded replies again with the current matcher. Verdicts of models stay.

    Args:
        ontology: The ontology, or a function from a language to its ontology.
    """

    def judged(record: EpisodeRecord, probe: ProbeRecord, outcome: OutcomeRecord) -> Verdict:
        verdict, expectation = outcome.verdict, outcome.expectation
        if verdict is None or expectation is None or probe.form is Form.MANNER:
            return recorded_verdict(record, probe, outcome)
        if verdict.comes_from is VerdictSource.MODEL or verdict.late:
            return recorded_verdict(record, probe, outcome)
        known = ontology if isinstance(ontology, Ontology) else ontology(record.scenario.language)
        gold = expectation_of(expectation, probe.form, known, probe.kind)
        return find_verdict(outcome.reply, outcome.answer, gold, spoken=bool(outcome.turn))

    return judged


def anchor_answers(record: EpisodeRecord) -> list[bool]:
    """Whether each first answer to a question about an anchor was right, by the recorded verdicts.

    Empty for a faulty episode.
    """
    if not record.valid or record.scenario.recorded:
        return []
    firsts = [(probe, probe.first) for probe in record.probes if probe.anchor]
    return [
        recorded_verdict(record, probe, first).kind is VerdictKind.CORRECT
        for probe, first in firsts
        if first is not None
    ]


def observations(
    record: EpisodeRecord,
    judged: Judge = recorded_verdict,
    cutoffs: Sequence[int] = KS,
    slices: Collection[str] = (),
) -> Iterable[tuple[str, str, float]]:
    """Yields the values of one episode as `(slice, metric, value)`. A faulty episode yields only its fault.

    Args:
        record: The record of the episode.
        judged: Returns the verdicts.
        cutoffs: The k of the retrieval metrics.
        slices: Further parts of a life, from `regulars.evaluation.figures.slices.SLICES`.
    """
    yield "all", "faults", 0.0 if record.valid else 1.0
    if not record.valid or record.score is None:
        return
    places = Places(record, slices)
    yield "all", "reward", record.score
    yield from _by_session(record, slices)
    yield from costs(record, places)
    for timing, metric in MODEL_USE.items():
        if (value := record.timings.get(timing)) is not None:
            yield "all", metric, value
    for recollection in record.recollections:
        for slice_ in ("all", *places.of_reply(recollection.turn, recollection.probe)):
            yield slice_, "tokens", float(recollection.tokens)
    for feedback in record.feedback:
        if feedback.satisfaction is not None:
            for slice_ in ("all", *places.of_reply(feedback.about)):
                yield slice_, "satisfaction", feedback.satisfaction
    for project in record.projects:
        yield "all", "goal", project.total
    yield from _conduct(record)
    yield from _answers_cut(record)
    for probe in record.probes:
        for metric, value in probe_values(probe, record, judged, cutoffs):
            for slice_ in ("all", _slice_of(probe, record), *places.of_probe(probe)):
                yield slice_, metric, value
        if record.config.judge != SCRIPTED:
            yield from _by_source(probe, record, judged)
        if record.noise is not None:
            yield from _noisy(probe, record, judged, cutoffs)
    yield from _failed(record, judged, places)
    yield from _contrast_pairs(record, judged)
    for metric, value in integrity(record):
        yield "all", metric, value


def _answers_cut(record: EpisodeRecord) -> Iterable[tuple[str, str, float]]:
    """Whether the token limit cut each answer of the assistant's model."""
    for model in record.models or ():
        if model.role == "assistant":
            for finish, answers in model.finish.items():
                for _ in range(answers):
                    yield "all", "cut", float(finish == Finish.LENGTH)


def _slice_of(probe: ProbeRecord, record: EpisodeRecord) -> str:
    return f"{'category' if record.scenario.recorded else 'kind'}={probe.kind}"


def _by_session(record: EpisodeRecord, slices: Collection[str]) -> Iterable[tuple[str, str, float]]:
    """The reward of each session, the compliance with each rule in it, and the trust at its end."""
    if SESSION not in slices:
        return
    for told in record.trust or ():
        for slice_ in ("all", f"{SESSION}={told.session}"):
            yield slice_, "trust", told.trust
    for session in record.sessions:
        slice_, turns = f"{SESSION}={session.number}", f"s{session.number:03}."
        notes = [note for note in record.rewards if note.seat == ASSISTANT and note.turn.startswith(turns)]
        yield slice_, "reward", sum(sum(note.terms.values()) for note in notes)
        heeded = [(note.kept, note.broken) for note in record.conduct if note.turn.startswith(turns)]
        for found in compliance(heeded).values():
            if found.share is not None:
                yield slice_, "compliance", found.share


def _failed(record: EpisodeRecord, judged: Judge, places: Places) -> Iterable[tuple[str, str, float]]:
    """The failure stages of planned questions, and answers to unanswerable ones.

    A recording has no verdicts, so recalled evidence counts as a right answer.
    """
    recorded = record.scenario.recorded
    first = {
        probe.id: VerdictKind.NONE if recorded else judged(record, probe, outcome).kind
        for probe in record.probes
        if (outcome := probe.first) is not None
    }
    slices = {probe.id: (_slice_of(probe, record), *places.of_probe(probe)) for probe in record.probes}
    for id, failed in failure_stages(record, first):
        for slice_ in ("all", *slices[id]):
            for stage in STAGES:
                yield slice_, metric_of(stage), float(stage is failed)
    if not recorded:
        for probe in record.probes:
            if probe.status is ProbeStatus.UNANSWERABLE and probe.id in first:
                yield "all", "should_abstain", float(first[probe.id] is not VerdictKind.CORRECT)


def _by_source(probe: ProbeRecord, record: EpisodeRecord, judged: Judge) -> Iterable[tuple[str, str, float]]:
    """Whether a probe was answered rightly, by where its verdict comes from: matcher, model or unreadable."""
    first = probe.first
    if first is not None and first.verdict is not None and not record.scenario.recorded:
        right = judged(record, probe, first).kind is VerdictKind.CORRECT
        yield f"source={first.verdict.source}", "accuracy", float(right)


def _noisy(
    probe: ProbeRecord, record: EpisodeRecord, judged: Judge, cutoffs: Sequence[int]
) -> Iterable[tuple[str, str, float]]:
    """The values of a probe by the kinds of noise in its evidence, or under `none`.

    `accuracy` covers anchors and other probes. Unreached probes yield nothing.
    """
    if not probe.outcomes:
        return
    kinds = probe.outcomes[0].noise
    for metric, value in probe_values(probe, record, judged, cutoffs):
        for slice_ in ("any", *kinds) if kinds else ("none",):
            yield f"noise={slice_}", metric, value
            if metric in ("accuracy_anchor", "accuracy_own"):
                yield f"noise={slice_}", "accuracy", value


def _contrast_pairs(record: EpisodeRecord, judged: Judge) -> Iterable[tuple[str, str, float]]:
    """The results of contrast pairs, over all and by the kind of either question; and the pairs left out."""
    paired = {probe.id: probe for probe in record.probes if probe.contrast}
    right = {
        id: judged(record, probe, first).kind is VerdictKind.CORRECT
        for id, probe in paired.items()
        if (first := probe.first) is not None
    }
    for pair, both in both_right(right, {id: probe.contrast for id, probe in paired.items()}).items():
        kinds = dict.fromkeys(paired[id].kind for id in pair if id in paired)
        for slice_ in ("all", *(f"kind={kind}" for kind in kinds)):
            yield slice_, "contrast_pairs_left_out", float(both is None)
            if both is not None:
                yield slice_, "accuracy_contrast_pairs", float(both)


def _conduct(record: EpisodeRecord) -> Iterable[tuple[str, str, float]]:
    """The compliance with each tested rule, and the number of opportunities by person."""
    kinds = {rule.id: rule.kind for rule in record.rules}
    if not kinds:
        return
    counts = Counter(note.person for note in record.conduct)
    for person in dict.fromkeys(rule.person for rule in record.rules):
        yield "all", "opportunities", float(counts[person])
    for id, found in compliance((note.kept, note.broken) for note in record.conduct).items():
        if found.share is not None:
            yield "all", "compliance", found.share
            yield f"rules={'procedures' if kinds.get(id) == PROCEDURE else 'manners'}", "compliance", found.share


def probe_values(
    probe: ProbeRecord, record: EpisodeRecord, judged: Judge, cutoffs: Sequence[int]
) -> Iterable[tuple[str, float]]:
    """Yields the values of one probe as `(metric, value)`.

    Args:
        probe: The probe.
        record: Its episode.
        judged: Returns the verdicts.
        cutoffs: The k of the retrieval metrics.
    """
    status, recorded = probe.status, record.scenario.recorded
    yield "unreached", float(status is ProbeStatus.UNREACHED)
    if not recorded:
        yield "void", float(status is ProbeStatus.VOID)
        if probe.kind not in _SKIPPED_KINDS:
            yield "coverage", float(status is ProbeStatus.ASKED)
    own = "accuracy_anchor" if probe.anchor else "accuracy_own"
    first = probe.first
    if first is None or first.expectation is None:
        if not recorded and status is not ProbeStatus.VOID:
            yield f"{own}_planned", 0.0
        return
    for outcome in probe.outcomes:
        if outcome.expectation is not None and outcome.attempt > 1:
            yield "accuracy_repair", float(judged(record, probe, outcome).kind is VerdictKind.CORRECT)
    yield from _retrieval(record, first, cutoffs).items()
    yield from _judged(first)
    if recorded:
        golds = first.expectation.gold
        if probe.form == Form.OPTION:
            yield "accuracy_options", float(judged(record, probe, first).kind is VerdictKind.CORRECT)
        elif first.expectation.category != RUBRIC:
            metric = "accuracy_abstention" if wants_abstention(golds, probe.kind) else "token_f1"
            yield metric, answer_f1(first.reply, first.answer, golds, probe.kind)
        return
    verdict = judged(record, probe, first)
    right = float(verdict.kind is VerdictKind.CORRECT)
    undetermined = float(verdict.kind is VerdictKind.UNDETERMINED)
    yield own, right
    yield f"{own}_planned", right
    yield f"{own}_upper", max(right, undetermined)
    yield "undetermined", undetermined
    yield "structured", float(first.answer is not None)
    if probe.limited:
        yield "late", float(first.verdict is not None and first.verdict.late)
    for kind in (VerdictKind.STALE, VerdictKind.LEAKED, VerdictKind.UNSUPPORTED, VerdictKind.ABSTAINED):
        yield kind.name.lower(), float(verdict.kind is kind)
    recall = _retrieval(record, first, (_RECALL_AT,)).get(f"{record.level}_{RECALL}")
    if status is ProbeStatus.ASKED and recall is not None:
        yield RECALL, recall
        yield ("use" if recall else "unaided"), right


def _judged(outcome: OutcomeRecord) -> Iterable[tuple[str, float]]:
    """What judge models said of a reply, whether they had a vote, and the scores of published scales."""
    yield from outcome.ratings.items()
    if outcome.ratings or outcome.unrated:
        for rated in (*outcome.ratings, *outcome.unrated):
            yield "unrated", float(rated in outcome.unrated)
    verdict = outcome.verdict
    if verdict is None or verdict.comes_from is VerdictSource.MATCHER:
        return
    unreadable = verdict.comes_from is VerdictSource.UNREADABLE
    votes: list[str] = [opinion.vote for opinion in verdict.opinions] or ["unreadable" if unreadable else ""]
    for vote in votes:
        yield "judge_unreadable", float(vote == "unreadable")
        yield "judge_failed", float(vote == "failed")
    if not unreadable:
        yield "judge_accuracy", float(verdict.found is VerdictKind.CORRECT)


def _retrieval(record: EpisodeRecord, outcome: OutcomeRecord, cutoffs: Sequence[int]) -> Mapping[str, float]:
    """The retrieval metrics of a probe with evidence, if its recall was recorded and had a ranking."""
    ranking = ranking_of(record, outcome)
    if not outcome.evidence or ranking is None:
        return {}
    return retrieval_metrics(ranking, outcome.evidence, record.level, cutoffs)


def pooled_lives(
    records: Iterable[EpisodeRecord],
    judged: Judge = recorded_verdict,
    tick: Callable[[], None] | None = None,
    cutoffs: Sequence[int] = KS,
    slices: Collection[str] = (),
    by_scenario: bool = True,
) -> Pool:
    """Collects the values of independent lives, for all scenarios together and for each.

    Args:
        records: Episode records in the order of scenario, seed and system.
        judged: Returns the verdicts: as recorded, or `rejudge(ontology)`.
        tick: Called after each record, for progress.
        cutoffs: The k of the retrieval metrics.
        slices: Further parts of a life; see `observations`.
        by_scenario: Whether to collect the values of each scenario too.
    """
    pool = Pool()
    for record in records:
        key = record.key
        cluster = cluster_of(record)
        pool.enter(record)
        for slice_, metric, value in observations(record, judged, cutoffs, slices):
            pool.add(key.system, "all", slice_, metric, cluster, value)
            if by_scenario and slice_ == "all":
                pool.add(key.system, key.scenario, slice_, metric, cluster, value)
        if tick is not None:
            tick()
    return pool
