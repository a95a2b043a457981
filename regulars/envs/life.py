"""The rules of a life: who acts when, what time it is, what was told, what is judged, when things end.

`Life` is one episode of one scenario as a state machine over roles (user, assistant, evaluator). It knows nothing
of PettingZoo: `regulars.envs.aec` gives it seats. A round is user, assistant, evaluator; sessions follow the
calendar; between them the probes that are due are asked beside the conversation.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING

from regulars.agents.briefing import Pending
from regulars.chinese_text import count_words
from regulars.dialogue import (
    ASSISTANT,
    Phase,
    Reply,
    Turn,
    Verdict,
    VerdictKind,
    turn_id,
)
from regulars.envs.attendance import Attendance
from regulars.envs.binding import Sheet, bind
from regulars.envs.clock import Clock
from regulars.envs.consequences import Choices
from regulars.envs.hearing import Hearing
from regulars.envs.keys import Resolution, Status
from regulars.envs.knowledge import Knowledge
from regulars.envs.ledger import Ledger
from regulars.envs.outcomes import (
    ASIDE,
    ConductNote,
    Ending,
    Outcome,
    ReplyNote,
    Sitting,
    SittingEnding,
    Stage,
    outcome_of,
    void_outcome,
)
from regulars.envs.questions import Questions
from regulars.envs.resolution import resolve
from regulars.envs.signals import Signals
from regulars.rewards.terms import Weights
from regulars.scenarios.history.compiler import render_turns
from regulars.scenarios.world import Act, ActKind, Probe, Scenario, Session, Source

if TYPE_CHECKING:
    from regulars.envs.actions import Action
    from regulars.scenarios.language.packs import Language
    from regulars.scenarios.ontology.attributes import Ontology
    from regulars.seeding import SeedTree

__all__ = ["Life", "Stage"]

PAGE = 50
"""Words of a reply that are read at a time."""

_NOTHING = Verdict(VerdictKind.NONE)


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
        self.choices = Choices()
        self.transcript: list[Turn] = []
        self._places: dict[str, int] = {}
        self.outcomes: list[Outcome] = []
        self.sittings: list[Sitting] = []
        self.replies: list[ReplyNote] = []
        self.signals = Signals(feedback, weights, reward_to)
        self.conduct: list[ConductNote] = []
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
        self.consulted: Act | None = None
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
        self._hearing: Hearing | None = None
        self.attendance = Attendance(self.persons)
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
        elif coming.turns or coming.filler or self.scenario.source is Source.RECORDED:
            self._open_recording(coming)
        else:
            self._open(coming)

    def _ask(self, probe: Probe) -> bool:
        """Puts a question beside the conversation; False if it is void, and only counted."""
        resolution = resolve(probe, self.ledger, self.ontology, self.language)
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
        return self.clock.now if probe.before else max(self.clock.now, probe.time)

    def _after_probe(self) -> None:
        self.pending = self.resolution = None
        if self.session is not None:
            self._listen()
        else:
            self._proceed()

    def _open(self, session: Session) -> None:
        self._enter(session)
        self.knowledge[session.person].enter(session)
        knowledge = self.knowledge[session.person]
        caused = {consequence.fact.id for consequence in knowledge.outcomes.values()}
        projects = self.persons[session.person].projects
        self._sheet = Sheet(session, session.number + self.offset, caused, projects)
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
        person = self.persons[session.person]
        if person.renamed_at is not None and person.renamed_at <= session.start:
            self.names[person.id] = person.renamed
        self.gap = self.attendance.gap(session.person, self.clock.now)
        self._sitting = Sitting(session.number + self.offset, session.person, self.clock.now, self.clock.now)
        self.sittings.append(self._sitting)

    # ------------------------------------------------------------------ recordings

    def _open_recording(self, session: Session) -> None:
        self._enter(session)
        turns = render_turns(session, self.scenario, self.offset) if session.filler else session.turns
        self._hearing = Hearing(turns, self.questions, self.horizon)
        self._listen()

    def _listen(self) -> None:
        """The next thing in a recorded session: a question that is due, or the next turn."""
        assert self._hearing is not None
        while (probe := self._hearing.due()) is not None:
            if self._ask(probe):
                return
        turn = self._hearing.turn
        if turn is None:
            self.attendance.heard(self.clock.now)
            self._finish_sitting(SittingEnding.RECORDED)
            return
        self.clock.reach(turn.time)
        self.phase = Phase.LISTEN
        self.message, self.message_id, self.speaker = turn.text, turn.id, turn.speaker
        self.utterances = self._hearing.number
        self._utter(self._turn(turn.id, turn.speaker, turn.text))
        self.stage = Stage.LISTENER

    def _utter(self, turn: Turn) -> None:
        self._places[turn.id] = len(self.transcript)
        self.transcript.append(turn)

    def _turn(self, id: str, speaker: str, text: str) -> Turn:
        assert self.session is not None
        person = self.session.person
        name = "Assistant" if speaker == ASSISTANT else self.names[speaker]
        number = self.session.number + self.offset
        return Turn(id, self.persons[person].scope, person, speaker, name, number, text, self.clock.now)

    # ------------------------------------------------------------------ acting

    def act(self, action: Action) -> None:
        """Takes the action of whoever acts at this stage."""
        self.signals.rewards = {}
        if self.stage not in ASIDE:
            self.steps += 1
        _ACTS[self.stage](self, action)

    def _has_heard(self, _: Action) -> None:
        assert self._hearing is not None
        self._hearing.heard()
        self._listen()

    def _answers_probe(self, action: Action) -> None:
        self.reply = action.message
        self.reply_note = ReplyNote("", action.answer, action.recalled, action.evidence, action.elapsed)
        self.stage = Stage.PROBE_EVALUATOR

    def _judges_probe(self, action: Action) -> None:
        assert self.pending is not None and self.pending.probe is not None
        self._note_outcome(_read_verdict(action), self.moment(self.pending.probe))
        self._after_probe()

    def _user_speaks(self, action: Action) -> None:
        session = self.session
        assert session is not None
        self.clock.spend(self.persons[session.person].persona.thinking)
        vain = self.signals.take(action, self.reply_id, self.clock.now)
        if vain:
            self.unresolved.append(vain)
        self.utterances += 1
        id = turn_id(session.number + self.offset, self.utterances)
        self.message, self.message_id, self.speaker = action.message, id, session.person
        self._utter(self._turn(id, session.person, action.message))
        self.pending = self.resolution = self.consulted = None
        raised = self._bind(action, id)
        closing = self.phase is Phase.CLOSING
        if not closing and action.close:
            self._closing = SittingEnding.LEFT if action.close == 2 else SittingEnding.CLOSED
            self.phase = Phase.CLOSING
        elif raised is not None and not closing:
            self.consulted = raised if raised.kind is ActKind.CONSULT else None
            self._raise(raised)
        self.stage = Stage.ASSISTANT

    def _bind(self, action: Action, turn: str) -> Act | None:
        """Enters what the line really carries; returns the act that it raises, if any."""
        assert self.session is not None and self._sheet is not None
        raised, vain = bind(
            action.message,
            action.tells,
            turn,
            self.clock.now,
            sheet=self._sheet,
            facts=self.knowledge[self.session.person].facts,
            ledger=self.ledger,
            ontology=self.ontology,
            language=self.language,
        )
        self.unresolved += vain
        return raised

    def _raise(self, act: Act) -> None:
        """Makes a request, quiz or delegation pending; of a request for a plan only that it was made is kept."""
        assert self._sheet is not None
        attempt = self._sheet.attempts.get(act.id, 0) + 1
        self._sheet.attempts[act.id] = attempt
        if act.options:
            self.choices.asked.add(act.id)
        probe = self.questions.by_id.get(act.probe)
        resolution = resolve(probe, self.ledger, self.ontology, self.language) if probe is not None else None
        if probe is not None and resolution is not None and resolution.status is Status.VOID:
            if attempt == 1:
                self.outcomes.append(void_outcome(probe, resolution, self.clock.now))
            probe = None
        if probe is not None and resolution is not None:
            self.resolution = resolution
            self.pending = Pending(act, probe, resolution.expectation, act.options, attempt)
        elif act.options:
            self.pending = Pending(act, None, None, act.options, attempt)

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
            pages = -(-count_words(action.message) // PAGE) if len(action.message) > PAGE else 1
            self.clock.spend((action.elapsed or 0.0) + pages * persona.reading)
            self._utter(self._turn(self.reply_id, ASSISTANT, action.message))
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
        """A choice that the reply made is the assistant's commitment, and has consequences."""
        assert self.session is not None and self.pending is not None and self.pending.act is not None
        person, act = self.session.person, self.pending.act
        turn = (person, self.reply_id, self.session.number + self.offset)
        reply = Reply(action.message, action.answer)
        domain = self.ontology.domain(act.attribute)
        self.commitment, consequence = self.choices.take(reply, self.pending, domain, self.ledger, turn, self.clock.now)
        if consequence is not None:
            self.knowledge[person].befall(act.id, consequence)

    def _evaluator_judges(self, action: Action) -> None:
        assert self.session is not None and self._sitting is not None
        judged = (self.pending is not None or bool(action.kept or action.broken)) and self.phase is not Phase.CLOSING
        verdict = _read_verdict(action) if judged else _NOTHING
        if judged and (verdict.kept or verdict.broken):
            self.conduct.append(ConductNote(self.session.person, self.reply_id, verdict.kept, verdict.broken))
        if self.pending is not None and judged:
            self.session_verdicts.append(verdict)
            if self.pending.probe is not None:
                self._note_outcome(verdict, self.clock.now)
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
        horizon = self._horizon(resolution)
        self.outcomes.append(outcome_of(pending, resolution, verdict, note, self.reply, time, horizon))

    def _horizon(self, resolution: Resolution) -> int:
        """How many utterances lie between the question and its evidence, the alternative that is nearest."""
        places = [[self._places[turn] for turn in one if turn in self._places] for one in resolution.evidence]
        return len(self.transcript) - max(min(one) for one in places) if places and all(places) else -1

    # ------------------------------------------------------------------ endings

    def _close(self) -> None:
        assert self.session is not None and self._sitting is not None
        ending = self._closing or SittingEnding.CLOSED
        if ending is SittingEnding.CLOSED and self.session_verdicts and self._sitting.satisfied:
            ending = SittingEnding.SATISFIED
        self.attendance.visited(self.session.person, ending, self.clock.now)
        self._finish_sitting(ending)

    def _finish_sitting(self, ending: SittingEnding) -> None:
        assert self._sitting is not None
        self._sitting.ended = self.clock.now
        self._sitting.ending = ending
        self.session = None
        self.signals.news = None
        if self.attendance.is_abandoned:
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
        return max([self.clock.now, *(outcome.time for outcome in self.outcomes)])

    def told_on(self, turn: str) -> date:
        """The day of an utterance."""
        return self.transcript[self._places[turn]].time.date()

    def question(self, probe: Probe) -> str:
        """The words of a generated out-of-band probe; their draws are named by the probe."""
        slots = self.resolution.slots if self.resolution is not None else {}
        return self.language.question(probe, self.seeds.draws("probe", probe.id), slots)


_ACTS = {
    Stage.USER: Life._user_speaks,
    Stage.ASSISTANT: Life._assistant_replies,
    Stage.EVALUATOR: Life._evaluator_judges,
    Stage.LISTENER: Life._has_heard,
    Stage.PROBED: Life._answers_probe,
    Stage.PROBE_EVALUATOR: Life._judges_probe,
}


def _read_verdict(action: Action) -> Verdict:
    return Verdict(
        VerdictKind(action.verdict),
        kept=action.kept or (),
        broken=action.broken or (),
        score=action.score,
    )
