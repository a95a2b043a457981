"""The rules of a life: who acts when, what time it is, what was told, what is judged, when things end.

`Life` is one episode of one scenario as a state machine over roles (user, assistant, evaluator). It knows nothing
of PettingZoo: `regulars.envs.aec` gives it seats. A round is user, assistant, evaluator; sessions follow the
calendar; between them the probes that are due are asked beside the conversation.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import IntEnum
from typing import TYPE_CHECKING

from regulars.agents.briefing import Pending
from regulars.dialogue import (
    ASSISTANT,
    Phase,
    Turn,
    Verdict,
    VerdictKind,
    turn_id,
)
from regulars.envs.binding import Sheet, bind
from regulars.envs.clock import Clock
from regulars.envs.knowledge import Knowledge
from regulars.envs.ledger import Commitment, Ledger
from regulars.envs.outcomes import Ending, Outcome, ReplyNote, Sitting, SittingEnding, outcome_of, void_outcome
from regulars.envs.questions import Questions
from regulars.envs.resolution import Resolution, Status, resolve
from regulars.envs.signals import Signals
from regulars.rewards.choice import chosen
from regulars.rewards.terms import Weights
from regulars.scenarios.world import Act, ActKind, Probe, Scenario, Session, Source

if TYPE_CHECKING:
    from regulars.envs.actions import Action
    from regulars.scenarios.attributes import Ontology
    from regulars.scenarios.language import Language
    from regulars.seeding import SeedTree

__all__ = ["Life", "Stage"]

LEAVINGS = 3
"""An episode is abandoned once every person has left this many of their own sessions running."""

PAGE = 50
"""Words of a reply that are read at a time."""

_NOTHING = Verdict(VerdictKind.NONE)


class Stage(IntEnum):
    """Who acts next."""

    USER = 0
    ASSISTANT = 1
    EVALUATOR = 2
    LISTENER = 3
    PROBED = 4
    PROBE_EVALUATOR = 5
    OVER = 6


class Life:
    """One episode.

    Args:
        scenario: What is lived or replayed.
        ontology: The attributes that its facts are about.
        language: For people whose lines do not say what they carry.
        probes: `fork`, `end` or `off`.
        feedback: The feedback policy's name; `silent` and `sealed` withhold ratings, `sealed` verdicts too.
        reactive: Whether people react; False under scripted disclosure.
        weights: Of the reward terms.
        reward_to: `trainer`, `nobody` or `feedback`.
        horizon: For recordings: `turn` asks a recorded question before its recorded reply, `session` before its
            session, so that nothing of that session can be recalled.
        seeds: The episode's node of the seed tree.
        first_session: The number of the first session; above 1 in a stream.
    """

    def __init__(
        self,
        scenario: Scenario,
        ontology: Ontology,
        language: Language,
        seeds: SeedTree,
        *,
        probes: str,
        feedback: str,
        reactive: bool,
        weights: Weights,
        reward_to: str,
        horizon: str,
        first_session: int = 1,
    ) -> None:
        self.scenario = scenario
        self.ontology = ontology
        self.language = language
        self.seeds = seeds
        self.reactive = reactive
        self.horizon = horizon
        self.offset = first_session - 1
        self.persons = {person.id: person for person in scenario.persons}
        self.names = {person.id: person.name for person in scenario.persons}

        self.ledger = Ledger()
        self.transcript: list[Turn] = []
        self.outcomes: list[Outcome] = []
        self.sittings: list[Sitting] = []
        self.replies: list[ReplyNote] = []
        self.signals = Signals(feedback, weights, reward_to)
        self.unresolved: list[str] = []
        self.ending: Ending | None = None
        self.steps = 0

        self.clock = Clock(scenario.start)
        self.stage = Stage.OVER
        self.phase = Phase.OPENING
        self.session: Session | None = None
        self.message = ""
        self.message_id = ""
        self.speaker = ""
        self.utterances = 0
        self.reply = ""
        self.reply_id = ""
        self.reply_note: ReplyNote | None = None
        self.pending: Pending | None = None
        self.resolution: Resolution | None = None
        self.commitment = ""
        self.verdict: Verdict | None = None
        self.judged: Pending | None = None
        self.gap = -1.0

        self._next_session = 0
        self._rounds = 0
        self._sitting: Sitting | None = None
        self._closing: SittingEnding | None = None
        self.session_verdicts: list[Verdict] = []
        self._sheet: Sheet | None = None
        self._abandoned = False
        self.questions = Questions(scenario, probes)
        self._queue: list[Probe] = []
        self._listened = 0
        self._pending_turn = ""
        self._last_seen: dict[str, datetime] = {}
        self._left_running = dict.fromkeys(self.persons, 0)
        self.knowledge = {person.id: Knowledge(person) for person in scenario.persons}
        self._proceed()

    # ------------------------------------------------------------------ the calendar

    def _proceed(self) -> None:
        """Between sessions: asks what is due, then opens the next session, or ends."""
        sessions = self.scenario.sessions
        coming = sessions[self._next_session] if self._next_session < len(sessions) else None
        while (probe := self.questions.next_due(coming.start if coming is not None else None)) is not None:
            if self._ask(probe):
                return
        if coming is None:
            self._end(Ending.ABANDONED if self._abandoned else Ending.COMPLETED)
        elif self.scenario.source is Source.RECORDED:
            self._open_recording(coming)
        else:
            self._open(coming)

    def _ask(self, probe: Probe) -> bool:
        """Puts a question beside the conversation; False if it is void, and only counted."""
        resolution = resolve(probe, self.ledger, self.ontology)
        if resolution.status is Status.VOID:
            self.outcomes.append(void_outcome(probe, resolution, self.moment(probe)))
            return False
        self.pending = Pending(None, probe, resolution.expectation)
        self.resolution = resolution
        self.phase = Phase.PROBE
        self.stage = Stage.PROBED
        return True

    def moment(self, probe: Probe) -> datetime:
        """When an out-of-band probe is asked.

        As planned; under `end` after the last session; a recorded question at its place, which is now.
        """
        return self.now if probe.before else max(self.now, probe.time)

    def _after_probe(self) -> None:
        self.pending = self.resolution = None
        if self.session is not None:
            self._listen()
        else:
            self._proceed()

    def _open(self, session: Session) -> None:
        self._enter(session)
        self.knowledge[session.person].enter(session)
        self._sheet = Sheet(session, session.number + self.offset)
        self.stage = Stage.USER

    def _enter(self, session: Session) -> None:
        self._next_session += 1
        self.session = session
        self.clock.enter(session)
        self.phase = Phase.OPENING
        self.utterances = 0
        self._rounds = 0
        self._closing = None
        self.session_verdicts = []
        self.message = self.message_id = self.reply = self.reply_id = ""
        self.verdict = self.judged = self.pending = self.resolution = None
        seen = self._last_seen.get(session.person)
        self.gap = -1.0 if seen is None else (self.now - seen).total_seconds() / 3600.0
        self._sitting = Sitting(session.number + self.offset, session.person, self.now, self.now)
        self.sittings.append(self._sitting)

    # ------------------------------------------------------------------ recordings

    def _open_recording(self, session: Session) -> None:
        self._enter(session)
        self._listened = 0
        if self.horizon == "session":
            self._queue = [probe for turn in session.turns for probe in self.questions.before(turn.id)]
        self._listen()

    def _listen(self) -> None:
        """The next thing in a recorded session: a question that is due, or the next turn."""
        assert self.session is not None
        turns = self.session.turns
        if not self._queue and self._listened >= len(turns):
            self._close_recording()
            return
        if not self._queue and self.horizon == "turn" and self._pending_turn != turns[self._listened].id:
            self._pending_turn = turns[self._listened].id
            self._queue = list(self.questions.before(self._pending_turn))
        while self._queue:
            if self._ask(self._queue.pop(0)):
                return
        turn = turns[self._listened]
        self.clock.reach(turn.time)
        self.phase = Phase.LISTEN
        self.message, self.message_id, self.speaker = turn.text, turn.id, turn.speaker
        self.utterances = self._listened + 1
        self.transcript.append(self._turn(turn.id, turn.speaker, turn.text))
        self.stage = Stage.LISTENER

    def _close_recording(self) -> None:
        assert self.session is not None
        for person in self.persons:
            self._last_seen[person] = self.now
        self._finish_sitting(SittingEnding.RECORDED)

    def _turn(self, id: str, speaker: str, text: str) -> Turn:
        assert self.session is not None
        person = self.session.person
        name = "Assistant" if speaker == ASSISTANT else self.names[speaker]
        number = self.session.number + self.offset
        return Turn(id, self.persons[person].scope, person, speaker, name, number, text, self.now)

    # ------------------------------------------------------------------ acting

    def act(self, action: Action) -> None:
        """Takes the action of whoever acts at this stage."""
        self.signals.rewards = {}
        stage = self.stage
        if stage is not Stage.PROBED and stage is not Stage.PROBE_EVALUATOR:
            self.steps += 1
        if stage is Stage.USER:
            self._user_speaks(action)
        elif stage is Stage.ASSISTANT:
            self._assistant_replies(action)
        elif stage is Stage.EVALUATOR:
            self._evaluator_judges(action)
        elif stage is Stage.LISTENER:
            self._listened += 1
            self._listen()
        elif stage is Stage.PROBED:
            self.reply = action.message
            self.reply_note = ReplyNote("", action.answer, action.recalled, action.evidence, action.elapsed)
            self.stage = Stage.PROBE_EVALUATOR
        elif stage is Stage.PROBE_EVALUATOR:
            self._note_outcome(_read_verdict(action), self.moment(self._pending_probe))
            self._after_probe()

    @property
    def _pending_probe(self) -> Probe:
        assert self.pending is not None and self.pending.probe is not None
        return self.pending.probe

    def _user_speaks(self, action: Action) -> None:
        session = self.session
        assert session is not None
        self.clock.spend(self.persons[session.person].persona.thinking)
        vain = self.signals.take(action, self.reply_id, self.now)
        if vain:
            self.unresolved.append(vain)
        self.utterances += 1
        id = turn_id(session.number + self.offset, self.utterances)
        self.message, self.message_id, self.speaker = action.message, id, session.person
        self.transcript.append(self._turn(id, session.person, action.message))
        self.pending = self.resolution = None
        raised = self._bind(action, id)
        closing = self.phase is Phase.CLOSING
        if not closing and action.close:
            self._closing = SittingEnding.LEFT if action.close == 2 else SittingEnding.CLOSED
            self.phase = Phase.CLOSING
        elif raised is not None and not closing:
            self._raise(raised)
        self.stage = Stage.ASSISTANT

    def _bind(self, action: Action, turn: str) -> Act | None:
        """Enters what the line really carries; returns the act that it raises, if any."""
        assert self.session is not None and self._sheet is not None
        raised, vain = bind(
            action.message,
            action.tells,
            turn,
            self.now,
            sheet=self._sheet,
            facts=self.knowledge[self.session.person].facts,
            ledger=self.ledger,
            ontology=self.ontology,
            language=self.language,
        )
        self.unresolved += vain
        return raised

    def _raise(self, act: Act) -> None:
        """Makes a request, quiz or delegation pending."""
        assert self._sheet is not None
        attempt = self._sheet.attempts.get(act.id, 0) + 1
        self._sheet.attempts[act.id] = attempt
        if act.kind is ActKind.DELEGATE:
            self.pending = Pending(act, None, None, act.options, attempt)
            return
        probe = self.questions.by_id[act.probe]
        self.resolution = resolve(probe, self.ledger, self.ontology)
        self.pending = Pending(act, probe, self.resolution.expectation, (), attempt)

    def _assistant_replies(self, action: Action) -> None:
        session = self.session
        assert session is not None
        self.reply = action.message
        self.commitment = ""
        persona = self.persons[session.person].persona
        if action.message or self.phase is not Phase.CLOSING:
            self.utterances += 1
            self.reply_id = turn_id(session.number + self.offset, self.utterances)
            self.signals.replied(self.reply_id)
            pages = -(-len(action.message.split()) // PAGE) if len(action.message) > PAGE else 1
            self.clock.spend((action.elapsed or 0.0) + pages * persona.reading)
            self.transcript.append(self._turn(self.reply_id, ASSISTANT, action.message))
            note = ReplyNote(self.reply_id, action.answer, action.recalled, action.evidence, action.elapsed)
            self.reply_note = note
            if note.answer or note.recalled is not None or note.evidence is not None or note.elapsed:
                self.replies.append(note)
        else:
            self.reply_note = None
        if self.pending is not None and self.pending.options and self.phase is not Phase.CLOSING:
            self._take_commitment(action)
        self.stage = Stage.EVALUATOR

    def _take_commitment(self, action: Action) -> None:
        """A choice that the reply made is the assistant's commitment."""
        assert self.session is not None and self.pending is not None and self.pending.act is not None
        act = self.pending.act
        domain = self.ontology.domain(act.attribute)
        value = chosen(action.message, action.answer, act.options, domain)
        if value:
            self.commitment = value
            number = self.session.number + self.offset
            person, turn = self.session.person, self.reply_id
            self.ledger.commit(Commitment(act.id, person, act.attribute, value, turn, number, self.now))

    def _evaluator_judges(self, action: Action) -> None:
        assert self.session is not None and self._sitting is not None
        judged = self.pending is not None and self.phase is not Phase.CLOSING
        verdict = _read_verdict(action) if judged else _NOTHING
        if judged:
            self.session_verdicts.append(verdict)
            if self.pending is not None and self.pending.probe is not None:
                self._note_outcome(verdict, self.now)
            if verdict.kind is not VerdictKind.CORRECT:
                self._sitting.satisfied = False
        if self.phase is not Phase.CLOSING:
            self.signals.judge(verdict, self.reply, self.reply_id)
        self.verdict = verdict if judged else None
        self.judged = self.pending
        self.pending = self.resolution = None
        self._rounds += 1
        if self.phase is Phase.CLOSING:
            self._close()
        else:
            self.phase = Phase.TALK
            if self.clock.is_up:
                self._closing, self.phase = SittingEnding.OUT_OF_TIME, Phase.CLOSING
            elif self._rounds >= self.session.rounds:
                self._closing, self.phase = SittingEnding.TURN_LIMIT, Phase.CLOSING
            self.stage = Stage.USER

    def _note_outcome(self, verdict: Verdict, time: datetime) -> None:
        pending, resolution, note = self.pending, self.resolution, self.reply_note
        assert pending is not None and pending.probe is not None and resolution is not None
        self.outcomes.append(outcome_of(pending, resolution, verdict, note, self.reply, time))

    # ------------------------------------------------------------------ endings

    def _close(self) -> None:
        assert self.session is not None and self._sitting is not None
        ending = self._closing or SittingEnding.CLOSED
        if ending is SittingEnding.CLOSED and self.session_verdicts and self._sitting.satisfied:
            ending = SittingEnding.SATISFIED
        person = self.session.person
        self._last_seen[person] = self.now
        self._left_running[person] = self._left_running[person] + 1 if ending is SittingEnding.LEFT else 0
        self._finish_sitting(ending)

    def _finish_sitting(self, ending: SittingEnding) -> None:
        assert self._sitting is not None
        self._sitting.ended = self.now
        self._sitting.ending = ending
        self.session = None
        self.signals.news = None
        if all(count >= LEAVINGS for count in self._left_running.values()):
            self._abandoned = True
            self._next_session = len(self.scenario.sessions)
        self._proceed()

    def abort(self, ending: Ending) -> None:
        """Ends the episode from outside: a fault, or a budget that is used up."""
        if self.ending is None:
            self._end(ending)

    def _end(self, ending: Ending) -> None:
        self.ending = ending
        self.stage = Stage.OVER
        if not ending.valid:
            self.signals.rewards = {}

    # ------------------------------------------------------------------ looking

    def __getstate__(self) -> dict[str, object]:
        """All but the ontology and the language, which are the same for every life and are put back by the owner."""
        return {key: value for key, value in self.__dict__.items() if key not in ("ontology", "language")}

    def equip(self, ontology: Ontology, language: Language) -> None:
        """Puts back what a pickle leaves out."""
        self.ontology, self.language = ontology, language

    @property
    def now(self) -> datetime:
        """The moment."""
        return self.clock.now

    @property
    def last_moment(self) -> datetime:
        """The latest moment that anybody was shown; questions beside the conversation may lie beyond the clock."""
        return max([self.now, *(outcome.time for outcome in self.outcomes)])

    def last_seen(self, person: str) -> datetime | None:
        """When the person's last session ended, None if there was none."""
        return self._last_seen.get(person)

    def question(self, probe: Probe) -> str:
        """The words of a generated out-of-band probe; their draws are named by the probe."""
        return self.language.question(probe, self.seeds.draws("probe", probe.id))

    def statuses(self) -> Mapping[str, Status]:
        """What became of every planned probe, by its id: the first time of asking counts."""
        found = {probe.id: Status.UNREACHED for probe in self.scenario.probes}
        for outcome in self.outcomes:
            if outcome.attempt == 1:
                found[outcome.probe.id] = outcome.status
        return found


def _read_verdict(action: Action) -> Verdict:
    return Verdict(
        VerdictKind(action.verdict),
        kept=action.kept or (),
        broken=action.broken or (),
        score=action.score,
    )
