"""Makes the record of a finished episode.

The hash of a record covers scenario, seeds and behaviour. It excludes timings, costs and the number of attempts.
"""

from __future__ import annotations

import platform
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from msgspec import UNSET

from regulars.agents.evaluator.opinions import PanelFinding
from regulars.agents.feedback import feedback_policy, person_node
from regulars.agents.models.answer_log import AnswersOfModel
from regulars.datasets.codec import seal
from regulars.datasets.episode_record import (
    KIND,
    SCHEMA,
    EpisodeConfig,
    EpisodeKey,
    EpisodeRecord,
    ScenarioRecord,
    SeedsRecord,
)
from regulars.datasets.record_parts.memory import Level, OperationRecord, RecallRecord
from regulars.datasets.record_parts.people import (
    CausedRecord,
    FeedbackPolicyRecord,
    HorizonRecord,
    KnownFact,
    PersonPolicy,
    RuleRecord,
    SayableRecord,
    TrustNote,
)
from regulars.datasets.record_parts.probes import OutcomeRecord, ProbeRecord, record_expectation, record_verdict
from regulars.datasets.record_parts.transcript import HearsayRecord, LedgerRecord, NoiseRecord, TurnRecord
from regulars.datasets.record_parts.usage import ModelRecord, SpentNote, TokenCounts
from regulars.dialogue import ASSISTANT, Turn, count_tokens
from regulars.envs.life.goals import project_scores
from regulars.envs.life.life import Life
from regulars.envs.life.outcomes import ProbeOutcome, statuses
from regulars.rewards.metrics.retrieval import to_sessions
from regulars.scenarios.checks.future_leaks import sayable
from regulars.scenarios.kinds import ScenarioOrigin
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.world import Person
from regulars.seeding import SeedTree

_PACKAGES = ("regulars", "numpy", "gymnasium", "pettingzoo")
_SCORE_DIGITS = 9
_COUNTED = ("served", "finish", "tools", "tool_faults", "lines", "feedback")
"""Counts of a model's answers that a record copies."""

_PLANNED = frozenset(ProbeRecord.__struct_fields__) - {"status", "outcomes", "limited"}
"""Fields that a record copies from a probe."""
_ASKED = frozenset(OutcomeRecord.__struct_fields__) - {"expectation", "verdict", "recalled", "ratings", "unrated"}
"""Fields that a record copies from an outcome."""


def episode_record(
    life: Life,
    *,
    key: EpisodeKey,
    config: EpisodeConfig,
    recollections: Sequence[RecallRecord] = (),
    journal: Iterable[OperationRecord] = (),
    fault: str = "",
    attempt: int = 1,
    timings: Mapping[str, float] | None = None,
    models: Iterable[AnswersOfModel] = (),
    judged: Iterable[PanelFinding] = (),
    trust: Mapping[int, float] | None = None,
    spent: Iterable[SpentNote] = (),
) -> EpisodeRecord:
    """Makes the record of a finished episode.

    Args:
        life: The episode.
        key: The episode's name within its run.
        config: The settings of environment and system.
        recollections: The recall for each reply and probe.
        journal: The operations of the memory.
        fault: The fault, or the budget that was used up; empty for none.
        attempt: 1, or higher after a failure of the infrastructure; not hashed.
        timings: Seconds and model calls; not hashed.
        models: How the models of the seats answered.
        judged: What judge models said of replies.
        trust: The trust of people at the end of each session, by its number.
        spent: What the assistant spent on each reply, in order; not hashed.

    Raises:
        RecordError: A part of the episode has the wrong type.
    """
    scenario = life.scenario
    valid = life.ending is None or life.ending.valid
    level: Level = recollections[0].level if recollections else "turn"
    return seal(
        EpisodeRecord(
            schema=SCHEMA,
            kind=KIND,
            key=key,
            attempt=attempt,
            scenario=ScenarioRecord(
                id=scenario.id,
                source=scenario.source,
                suite=scenario.suite,
                language=scenario.language,
                persons=tuple(person.id for person in scenario.persons),
                sessions=len(scenario.sessions),
            ),
            versions=versions(),
            seeds=SeedsRecord(root=key.seed, episode=life.seeds.key.hex()),
            config=config,
            ending=life.ending,
            valid=valid,
            fault=fault,
            score=_score(life) if valid else None,
            level=level,
            steps=life.steps,
            sessions=tuple(life.sessions),
            transcript=tuple(map(record_turn, life.transcript)),
            ledger=LedgerRecord(
                disclosures=tuple(life.ledger.disclosures),
                commitments=tuple(life.ledger.commitments),
                said=life.ledger.said,
                hearsay=tuple(
                    HearsayRecord(one.after, one.person, one.attribute, one.value, one.turn)
                    for one in life.ledger.hearsay
                ),
            ),
            noise=_noise(life),
            probes=tuple(_probes(life, level, {(one.probe, one.attempt): one for one in judged})),
            recollections=tuple(recollections),
            journal=tuple(journal),
            replies=tuple(life.replies),
            feedback=tuple(life.signals.feedbacks),
            feedback_policy=_policy(life),
            rewards=tuple(life.signals.reward_notes),
            conduct=tuple(life.conduct),
            rules=tuple(
                RuleRecord(person=person.id, id=rule.id, kind=rule.kind, setting=rule.setting)
                for person in scenario.persons
                for rule in person.rules
            ),
            horizon=tuple(_horizon(life, person) for person in scenario.persons) if _is_generated(life) else (),
            caused=tuple(
                CausedRecord(time=event.time, person=event.person, cause=event.cause) for event in life.choices.caused
            ),
            projects=tuple(project_scores(life)),
            unresolved=tuple(life.unresolved),
            tokens=TokenCounts(
                context=sum(note.tokens for note in recollections),
                replies=sum(count_tokens(turn.text) for turn in life.transcript if turn.speaker == ASSISTANT),
            ),
            models=tuple(map(record_model, models)) or UNSET,
            trust=tuple(TrustNote(session=session, trust=value) for session, value in sorted((trust or {}).items()))
            or UNSET,
            hash="",
            timings=timings or {},
            spent=tuple(spent) or UNSET,
        )
    )


def record_turn(turn: Turn) -> TurnRecord:
    """Converts a turn for a record."""
    return TurnRecord(
        id=turn.id, person=turn.person, speaker=turn.speaker, name=turn.name, session=turn.session, text=turn.text,
        time=turn.time, other_scope=UNSET if turn.scope == turn.person else turn.scope,
    )  # fmt: skip


@cache
def versions() -> Mapping[str, str]:
    """The versions of Python and of the main packages."""
    found = {"python": platform.python_version()}
    for name in _PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found


def record_model(answers: AnswersOfModel) -> ModelRecord:
    """Converts the answers of a model for a record."""
    counted = {name: dict(sorted(getattr(answers, name).items())) for name in _COUNTED}
    return ModelRecord(
        role=answers.role, model=answers.model, reasoning_tokens=answers.reasoning_tokens, **counted
    )  # fmt: skip


def _score(life: Life) -> float:
    """The assistant's reward: the sum over its terms, each summed over the episode."""
    terms: defaultdict[str, float] = defaultdict(float)
    for note in life.signals.reward_notes:
        if note.seat == "assistant":
            for name, value in note.terms.items():
                terms[name] += value
    return round(sum(terms.values()), _SCORE_DIGITS)


def _noise(life: Life) -> NoiseRecord | None:
    notes = tuple(life.ledger.noise)
    return NoiseRecord(spec=life.noise, touched=bool(notes), turns=notes) if life.noise or notes else None


def _is_generated(life: Life) -> bool:
    return life.scenario.source is ScenarioOrigin.GENERATED


def _horizon(life: Life, person: Person) -> HorizonRecord:
    """The facts of a person's life, and the words that the agenda of each session allows."""
    lived = {session.number - life.offset for session in life.sessions}
    return HorizonRecord(
        person=person.id,
        life=tuple(KnownFact(fact.id, fact.attribute, fact.value, fact.since) for fact in person.facts),
        sayable=tuple(sorted({project.goal for project in person.projects})),
        sessions=tuple(
            SayableRecord(session.number + life.offset, session.start, tuple(sorted(set(sayable(session.agenda)))))
            for session in life.scenario.sessions
            if session.person == person.id and session.number in lived and session.agenda
        ),
    )


def _probes(life: Life, level: Level, judged: Mapping[tuple[str, int], PanelFinding]) -> Iterator[ProbeRecord]:
    asked: dict[str, list[ProbeOutcome]] = {}
    for outcome in life.outcomes:
        asked.setdefault(outcome.probe.id, []).append(outcome)
    found = statuses(life.scenario, life.outcomes)
    acts = (act for session in life.scenario.sessions for act in session.agenda if act.probe)
    limited = {act.probe for act in acts if act.due is not None or act.within is not None}
    for probe in life.scenario.probes:
        yield ProbeRecord(
            **{name: getattr(probe, name) for name in _PLANNED},
            status=found[probe.id],
            outcomes=tuple(
                _outcome(outcome, level, life.ontology, judged.get((probe.id, outcome.attempt)))
                for outcome in asked.get(probe.id, ())
            ),
            limited=probe.id in limited,
        )


def _outcome(outcome: ProbeOutcome, level: Level, ontology: Ontology, judged: PanelFinding | None) -> OutcomeRecord:
    recalled = outcome.recalled
    if recalled is not None and level == "session":
        recalled = tuple(to_sessions(recalled))
    return OutcomeRecord(
        **{name: getattr(outcome, name) for name in _ASKED},
        expectation=record_expectation(outcome.expectation, ontology),
        verdict=record_verdict(outcome.verdict, judged),
        recalled=recalled,
    )


def _policy(life: Life) -> FeedbackPolicyRecord:
    """The feedback policy, and for each person their policy with its strictness in each session."""
    policy = feedback_policy(life.signals.policy)
    sessions = Counter(session.person for session in life.sessions)
    people = {}
    for person in life.persons:
        own = policy.settle(person_node(SeedTree(life.seeds.seed("seat", person))))
        strictness = tuple(own.strictness(session) for session in range(1, sessions[person] + 1))
        people[person] = PersonPolicy(spec=own.spec, strictness=strictness if any(strictness) else ())
    return FeedbackPolicyRecord(spec=life.signals.policy, carries=policy.carries.name.lower(), people=people)
