"""Judges a finished run again with models: answers by yes and no, or by the scales of published judges.

No episode is played. Verdicts and figures change; rewards, and what people did, stay as they were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from msgspec import UNSET
from msgspec.structs import replace

from regulars.agents.assistant.model import NOTHING
from regulars.agents.evaluator.judges import MemoryJudge
from regulars.agents.evaluator.model import ModelEvaluator
from regulars.agents.evaluator.panel import gold_words
from regulars.agents.evaluator.role_play_judge import DIMENSIONS, RolePlayJudge
from regulars.agents.models.answer_log import AnswersOfModel, answers_noted, merged
from regulars.agents.models.endpoint_chat import noting_models, preflight
from regulars.agents.models.metered import Meter, counting
from regulars.agents.models.prompt_files import load_prompts
from regulars.briefing import EvaluatorBriefing, Pending
from regulars.datasets.codec import seal
from regulars.datasets.encode_life import record_model
from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.record_files import append
from regulars.datasets.record_parts.probes import OutcomeRecord, expectation_of, record_verdict
from regulars.dialogue import Phase, is_session_id
from regulars.envs.seats.names import EVALUATOR_SEAT
from regulars.errors import ConfigurationError, InfrastructureError, ModelOutputError, did_you_mean
from regulars.evaluation.replay import replay
from regulars.evaluation.runs.finished import Run
from regulars.evaluation.runs.folder import EPISODES, RESULTS, RunFolder
from regulars.evaluation.runs.recorded import open_run
from regulars.evaluation.systems.user_and_judge import SCRIPTED, UserAndJudge
from regulars.evaluation.whole_files import write_json
from regulars.memory.context_line import context_line
from regulars.scenarios.kinds import Form
from regulars.scenarios.language.packs import ontology_of
from regulars.seeding import SeedTree

EVALUATOR = "evaluator"
"""The role of judges in records."""

Place = tuple[int, int]
"""The numbers of a probe in its episode, and of an outcome of the probe, from 0."""

ANSWERS, REALMEM, ROLEMEMO = "answers", "realmem", "rolememo"
SCALES = (ANSWERS, REALMEM, ROLEMEMO)
"""What a judge says: yes or no as in LongMemEval, RealMem's three scales, or RoleMemo's four dimensions."""

PERSONA = "A personal assistant that has known the person for a long time, and remembers what it was told."
"""The character that RoleMemo's judge holds replies against, unless another one is given."""

CONCURRENCY = 16
"""Calls at once."""


def judge_run(
    run: str | PathLike[str],
    judge: str,
    *,
    kinds: Sequence[str] | None = None,
    scale: str = ANSWERS,
    persona: str = PERSONA,
    prompts: str | PathLike[str] | None = None,
    out: str | PathLike[str] | None = None,
    concurrency: int = CONCURRENCY,
    tick: Callable[[int, int], None] | None = None,
) -> Run:
    """Judges the replies of a recorded run with models.

    Args:
        run: A folder that `evaluate` wrote.
        judge: The spec of a model, or several, separated by commas, which form a panel.
        kinds: The kinds of probes to judge. Default: all.
        scale: One of `SCALES`. With `answers`, the judges' yes or no wins as with `always=true`, and the verdicts of
            the current matcher are kept beside it. The other scales take one judge and change no verdict.
        persona: The character for `rolememo`.
        prompts: A folder of your prompts, which replace built-in ones of the same name.
        out: A folder for the judged run; None writes nothing.
        concurrency: Replies that are judged at once.
        tick: Called after each episode with the numbers of judged and of all episodes.

    Returns:
        The figures of the judged run.

    Raises:
        ConfigurationError: The judge is no model, an option is invalid, or `out` holds a run.
        RecordError: The folder holds no run.
    """
    if scale not in SCALES:
        raise ConfigurationError(f"unknown scale {scale!r}", where="judge", remedy=did_you_mean(scale, SCALES))
    if isinstance(concurrency, bool) or not isinstance(concurrency, int) or concurrency < 1:
        raise ConfigurationError(f"concurrency is {concurrency!r}", where="judge", expected="a whole number from 1")
    with noting_models() as models:
        others = UserAndJudge.named(SCRIPTED, judge, Path(prompts) if prompts is not None else None, kinds)
    evaluator = others.evaluator()
    if not isinstance(evaluator, ModelEvaluator):
        raise ConfigurationError(f"{judge!r} is not a model", where="judge", expected="models, such as openai:MODEL")
    if scale != ANSWERS and len(evaluator.panel.judges) > 1:
        raise ConfigurationError(f"{scale} takes one judge", where="judge", remedy="name one")
    recorded = open_run(run)
    manifest = recorded.manifest
    if manifest is None:
        raise ConfigurationError("the run has no config.json", where=str(run), remedy="name a folder of a whole run")
    manifest = replace(
        manifest, judge=judge, judge_kinds=tuple(kinds or ()), prompts=load_prompts(others.prompts).hashes
    )
    meter = Meter()
    with RunFolder(out, manifest, resume=False) as folder, counting(meter):
        preflight(models)
        for record in _Judging(others, scale, persona).records(recorded.records, concurrency, tick):
            append(folder / EPISODES, record)
        finished = replay(folder, cutoffs=manifest.cutoffs)
        finished.usage = meter.roles
        finished.out = folder if out is not None else None
        if out is not None:
            write_json(folder / RESULTS, finished.results)
    return finished


@dataclass(frozen=True, slots=True)
class _Judging:
    """Puts the replies of records to judges.

    Attributes:
        others: Names the judges.
        scale: One of `SCALES`.
        persona: The character for `rolememo`.
    """

    others: UserAndJudge
    scale: str
    persona: str

    def records(
        self, records: Sequence[EpisodeRecord], concurrency: int, tick: Callable[[int, int], None] | None
    ) -> Iterator[EpisodeRecord]:
        """The records with judged outcomes, one after the other; the replies of one are judged at once."""
        with ThreadPoolExecutor(concurrency) as pool:
            for number, record in enumerate(records, 1):
                places = list(self._asked(record))
                waiting = [pool.submit(copy_context().run, self._judged, record, place) for place in places]
                found = {place: future.result() for place, future in zip(places, waiting, strict=True)}
                yield self._whole(record, found)
                if tick is not None:
                    tick(number, len(records))

    def _asked(self, record: EpisodeRecord) -> Iterator[Place]:
        """The replies to judge in a record: those to a probe of a judged kind that came in time."""
        for at, probe in enumerate(record.probes if record.valid else ()):
            if self.others.judge_kinds is not None and probe.kind not in self.others.judge_kinds:
                continue
            for which, outcome in enumerate(probe.outcomes):
                late = outcome.verdict is not None and outcome.verdict.late
                if outcome.expectation is not None and probe.form is not Form.MANNER and not late:
                    yield at, which

    def _judged(self, record: EpisodeRecord, place: Place) -> tuple[OutcomeRecord, list[AnswersOfModel]]:
        probe = record.probes[place[0]]
        outcome = probe.outcomes[place[1]]
        assert outcome.expectation is not None
        ontology = ontology_of(record.scenario.language)
        expectation = expectation_of(outcome.expectation, probe.form, ontology, probe.kind)
        pending = Pending(None, probe.planned(), expectation, (), outcome.attempt)
        phase = Phase.TALK if outcome.turn else Phase.PROBE
        briefing = EvaluatorBriefing(
            pending, outcome.reply, outcome.answer, "", phase, question=_question(record, outcome)
        )
        seed = SeedTree.at(record.seeds.episode).seed("seat", EVALUATOR_SEAT)
        evaluator = self.others.evaluator()
        with answers_noted() as log:
            if self.scale == ANSWERS:
                return _with_verdict(outcome, evaluator, briefing, seed), log.models
            return self._rated(record, outcome, evaluator, briefing, seed), log.models

    def _rated(
        self, record: EpisodeRecord, outcome: OutcomeRecord, evaluator: ModelEvaluator, briefing: EvaluatorBriefing,
        seed: int,
    ) -> OutcomeRecord:  # fmt: skip
        judge = evaluator.panel.judges[0]
        assert briefing.pending is not None
        assert briefing.pending.expectation is not None
        question, gold = briefing.question, gold_words(briefing.pending.expectation)
        drawn = SeedTree(seed).seed("judge", question, outcome.reply) & 0x7FFFFFFF
        ratings: dict[str, float] = {}
        unrated: list[str] = []
        if self.scale == REALMEM:
            memory = MemoryJudge(judge.model, judge.prompts)
            context = recalled_lines(record, outcome, briefing.pending.probe.id if briefing.pending.probe else "")
            for name, rate, words in (
                ("realmem_answer", memory.answer, outcome.reply),
                ("realmem_recall", memory.recall, context),
                ("realmem_helpfulness", memory.helpfulness, context),
            ):
                try:
                    ratings[name] = float(rate(question, gold, words, seed=drawn).score)
                except (ModelOutputError, InfrastructureError):
                    unrated.append(name)
        else:
            turns = dict.fromkeys(turn for alternative in outcome.evidence[:1] for turn in alternative)
            memories = "\n".join([*_lines(record, turns), f"What follows from it: {gold}"])
            role_play = RolePlayJudge(judge.model, prompts=judge.prompts)
            try:
                ratings |= role_play.rate(self.persona, memories, question, outcome.reply, seed=drawn).mean
            except (ModelOutputError, InfrastructureError):
                unrated += DIMENSIONS
        return replace(outcome, ratings=ratings, unrated=tuple(unrated))

    def _whole(
        self, record: EpisodeRecord, found: dict[Place, tuple[OutcomeRecord, list[AnswersOfModel]]]
    ) -> EpisodeRecord:
        answers: list[AnswersOfModel] = []
        probes = []
        for at, probe in enumerate(record.probes):
            outcomes = []
            for which, outcome in enumerate(probe.outcomes):
                judged, models = found.get((at, which), (outcome, []))
                outcomes.append(judged)
                answers += models
            probes.append(replace(probe, outcomes=tuple(outcomes)))
        others = [model for model in record.models or () if model.role != EVALUATOR]
        answered = (*others, *map(record_model, merged(answers)))
        config = replace(record.config, judge=self.others.judge)
        return seal(replace(record, probes=tuple(probes), config=config, models=answered or UNSET))


def _with_verdict(
    outcome: OutcomeRecord, evaluator: ModelEvaluator, briefing: EvaluatorBriefing, seed: int
) -> OutcomeRecord:
    """The outcome with the verdicts of the current matcher and of the judges."""
    evaluator.always = True
    evaluator.begin(EVALUATOR_SEAT, seed)
    work = evaluator.work({}, briefing)
    evaluator.judge(work)
    return replace(outcome, verdict=record_verdict(work.verdict, evaluator.judged))


def _question(record: EpisodeRecord, outcome: OutcomeRecord) -> str:
    """The words of the question: those of the probe, or the line before the reply."""
    if outcome.question or not outcome.turn:
        return outcome.question
    ids = [turn.id for turn in record.transcript]
    place = ids.index(outcome.turn) if outcome.turn in ids else 0
    return record.transcript[place - 1].text if place else ""


def recalled_lines(record: EpisodeRecord, outcome: OutcomeRecord, probe: str) -> str:
    """What was recalled for a reply, as the turns that the recalled items rest on, in rank order.

    A record keeps no text of a context. For a memory of turns these are its lines; a memory that rewrites what it
    stores may have shown other words.

    Args:
        record: The episode.
        outcome: The outcome of asking the probe.
        probe: The id of the probe.
    """
    recall = next(
        (one for one in record.recollections if (one.turn == outcome.turn if outcome.turn else one.probe == probe)),
        None,
    )
    sources = dict.fromkeys(source for hit in (recall.hits if recall is not None else ()) for source in hit.sources)
    return "\n".join(_lines(record, sources)) or NOTHING


def _lines(record: EpisodeRecord, ids: Iterable[str]) -> list[str]:
    """The lines of turns, or of all turns of sessions."""
    wanted = list(ids)
    return [
        context_line(turn.time, turn.name, turn.text)
        for id in wanted
        for turn in record.transcript
        if turn.id == id or (is_session_id(id) and turn.id.startswith(f"{id}."))
    ]
