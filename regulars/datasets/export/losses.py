"""What a conversation or an episode may hold. Each export format lists what it cannot carry of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.locomo import CATEGORIES
from regulars.datasets.readers.longmemeval import TYPES
from regulars.datasets.readers.realmem import KINDS
from regulars.dialogue import ASSISTANT, is_session_id
from regulars.scenarios.world import Probe, RecordedTurn, Scenario


def _turns(holds: Callable[[RecordedTurn], bool]) -> Callable[[Scenario], int]:
    return lambda scenario: sum(holds(turn) for session in scenario.sessions for turn in session.turns)


def _probes(holds: Callable[[Probe], bool]) -> Callable[[Scenario], int]:
    return lambda scenario: sum(map(holds, scenario.probes))


REALMEM_KINDS = frozenset(KINDS.values())
LOCOMO_KINDS = frozenset(CATEGORIES.values())

IN_CONVERSATIONS: Mapping[str, Callable[[Scenario], int]] = {
    "clock times of turns": _turns(lambda turn: not turn.id.endswith(".t01")),
    "feedback": _turns(lambda turn: turn.feedback is not None),
    "remarks of feedback": _turns(lambda turn: turn.feedback is not None and bool(turn.feedback.text)),
    "sessions' purposes": lambda scenario: sum(session.purpose != "conversation" for session in scenario.sessions),
    "boundaries of sessions": lambda scenario: len(scenario.sessions) - 1,
    "names of speakers": lambda scenario: len(scenario.persons),
    "notes on people": lambda scenario: sum(bool(person.persona.notes) for person in scenario.persons),
    "questions": lambda scenario: len(scenario.probes),
    "out-of-band questions": _probes(lambda probe: not probe.before),
    "moments of questions": _probes(lambda probe: bool(probe.before)),
    "kinds of questions that LoCoMo lacks": _probes(lambda probe: probe.kind not in LOCOMO_KINDS),
    "kinds of questions that LongMemEval lacks": _probes(lambda probe: probe.kind not in TYPES),
    "kinds of questions that RealMem lacks": _probes(lambda probe: probe.kind not in REALMEM_KINDS),
    "whom a question is about": _probes(lambda probe: probe.owner != probe.asker),
    "reference answers": _probes(lambda probe: bool(probe.gold)),
    "further right answers": _probes(lambda probe: bool(probe.alternatives)),
    "evidence by turn": _probes(lambda probe: any(not is_session_id(id) for ids in probe.evidence for id in ids)),
    "evidence by session": _probes(lambda probe: any(is_session_id(id) for ids in probe.evidence for id in ids)),
    "further sets of evidence": _probes(lambda probe: len(probe.evidence) > 1),
    "options of multiple choice": _probes(lambda probe: bool(probe.options)),
    "marks of rubrics": _probes(lambda probe: probe.rubric),
    "unanswerable questions": _probes(lambda probe: not probe.answerable),
    "licence and other marks": lambda scenario: len(scenario.marks),
    "issues": lambda scenario: len(scenario.issues),
}
"""What a recorded conversation may hold, and how often one does."""

IN_EPISODES: Mapping[str, Callable[[EpisodeRecord], int]] = {
    "out-of-band questions": lambda record: sum(
        not outcome.turn for probe in record.probes for outcome in probe.outcomes
    ),
    "gold answers and evidence": lambda record: sum(len(probe.outcomes) for probe in record.probes),
    "verdicts": lambda record: sum(
        outcome.verdict is not None for probe in record.probes for outcome in probe.outcomes
    ),
    "feedback": lambda record: len(record.feedback),
    "rewards": lambda record: sum(note.seat == ASSISTANT for note in record.rewards),
    "recollections": lambda record: len(record.recollections),
    "operations of the memory": lambda record: len(record.journal),
    "the ledger": lambda record: len(record.ledger.disclosures) + len(record.ledger.commitments),
    "standing rules": lambda record: len(record.rules),
    "clock times of turns": lambda record: len(record.transcript),
}
"""What a recorded episode may hold, and how often one does."""
