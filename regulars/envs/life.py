"""The rules of a life: who acts when, what time it is, what was told, what is judged, when things end.

`Life` is one episode of one scenario as a state machine over roles (user, assistant, evaluator). It knows nothing
of PettingZoo: `regulars.envs.aec` gives it seats. A round is user, assistant, evaluator; sessions follow the
calendar; between them the probes that are due are asked beside the conversation.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
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
    VerdictSource,
    turn_id,
)
from regulars.envs.binding import bind
from regulars.envs.hearing import Hearing
from regulars.envs.keys import Resolution, Status
from regulars.envs.outcomes import (
    ASIDE,
    ConductNote,
    Ending,
    ReplyNote,
    SittingEnding,
    Stage,
    outcome_of,
    void_outcome,
)
from regulars.envs.resolution import resolve
from regulars.envs.state import LifeState
from regulars.envs.visit import Visit
from regulars.scenarios.history.compiler import render_turns
from regulars.scenarios.time.constraints import time_limit
from regulars.scenarios.world import Act, ActKind, NoiseKind, Probe, ScenarioOrigin, Session

if TYPE_CHECKING:
    from regulars.envs.actions import Action

__all__ = ["Life", "Stage"]

PAGE = 50
"""Words of a reply that are read at a time."""

_NOTHING = Verdict(VerdictKind.NONE)
_VERDICTS = tuple(VerdictKind)
_SOURCES = tuple(VerdictSource)


class Life(LifeState):
    """One episode of one scenario; takes what `LifeState` takes, and needs `begin` before anything else."""

    def begin(self) -> None:
        """Goes on to the first thing that happens."""
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
            self._end(Ending.ABANDONED if self.attendance.is_abandoned else Ending.COMPLETED)
        elif coming.turns or coming.filler or self.scenario.source is ScenarioOrigin.RECORDED:
            self._open_recording(coming)
        else:
            self._open(coming)

    def _ask(self, probe: Probe) -> bool:
        """Puts a question beside the conversation; False if it is void, and only counted."""
        resolution = resolve(probe, self.ledger, self.ontology, self.language)
        if resolution.status is Status.VOID:
            self._note_void(probe, resolution, self.moment(probe))
            return False
        self.pending = Pending(None, probe, resolution.expectation)
        self.resolution = resolution
        self.phase = Phase.PROBE
        self.stage = Stage.PROBED
        return True

    def _after_probe(self) -> None:
        self.pending = self.resolution = None
        if self.visit is not None:
            self._listen(self.visit)
        else:
            self._proceed()

    def _open(self, session: Session) -> None:
        self._enter(session)
        self.knowledge[session.person].enter(session)
        self.stage = Stage.USER

    def _enter(self, session: Session) -> Visit:
        self._next_session += 1
        self.clock.enter(session)
        self.phase = Phase.OPENING
        self.utterances = 0
        self.message = self.message_id = self.reply = self.reply_id = ""
        self.verdict = self.judged = self.pending = self.resolution = None
        person, now = self.persons[session.person], self.clock.now
        if person.renamed_at is not None and person.renamed_at <= session.start:
            self.names[person.id] = person.renamed
        caused = {consequence.fact.id for consequence in self.knowledge[person.id].outcomes.values()}
        gap = self.attendance.gap(person.id, now)
        order = self.orders.get(person.id)
        self.visit = Visit(session, session.number + self.offset, person, now, gap, caused, order)
        self.sittings.append(self.visit.sitting)
        return self.visit

    # ------------------------------------------------------------------ recordings

    def _open_recording(self, session: Session) -> None:
        visit = self._enter(session)
        turns = render_turns(session, self.scenario, self.offset) if session.filler else session.turns
        visit.hearing = Hearing(turns, self.questions, self.horizon)
        self._listen(visit)

    def _listen(self, visit: Visit) -> None:
        """The next thing in a recorded session: a question that is due, or the next turn."""
        hearing = visit.hearing
        assert hearing is not None
        while (probe := hearing.due()) is not None:
            if self._ask(probe):
                return
        turn = hearing.turn
        if turn is None:
            self.attendance.heard(self.clock.now)
            self._leave(visit, SittingEnding.RECORDED)
            return
        self.clock.reach(turn.time)
        self.phase = Phase.LISTEN
        self.message, self.message_id, self.speaker = turn.text, turn.id, turn.speaker
        self.signals.hear(turn.feedback, self.clock.now)
        self.utterances = hearing.number
        self._utter(visit, turn.id, turn.speaker, turn.text)
        self.stage = Stage.LISTENER

    def _utter(self, visit: Visit, id: str, speaker: str, text: str) -> None:
        name = "Assistant" if speaker == ASSISTANT else self.names[speaker]
        self._places[id] = len(self.transcript)
        self.transcript.append(Turn(id, visit.scope, visit.person, speaker, name, visit.number, text, self.clock.now))

    # ------------------------------------------------------------------ acting

    def act(self, action: Action) -> None:
        """Takes the action of whoever acts at this stage."""
        self.signals.rewards = {}
        if self.stage not in ASIDE:
            self.steps += 1
        _ACTS[self.stage](self, action)

    def _has_heard(self, _: Action) -> None:
        visit = self.visit
        assert visit is not None and visit.hearing is not None
        visit.hearing.heard()
        self._listen(visit)

    def _answers_probe(self, action: Action) -> None:
        self.reply = action.message
        self.reply_note = ReplyNote("", action.answer, action.recalled, action.evidence, action.elapsed)
        self.stage = Stage.PROBE_EVALUATOR

    def _judges_probe(self, action: Action) -> None:
        assert self.pending is not None and self.pending.probe is not None
        self._note_outcome(_read_verdict(action), self.moment(self.pending.probe))
        self._after_probe()

    def _user_speaks(self, action: Action) -> None:
        visit = self.visit
        assert visit is not None
        self.clock.spend(visit.persona.thinking)
        vain = self.signals.take(action, self.reply_id, self.clock.now)
        if vain:
            self.unresolved.append(vain)
        self.utterances += 1
        id = turn_id(visit.number, self.utterances)
        self.message, self.message_id, self.speaker = action.message, id, visit.person
        self._utter(visit, id, visit.person, action.message)
        self.pending = self.resolution = self.consulted = None
        raised = self._bind(visit, action, id)
        self._note_noise(visit, action, id)
        visit.asked = self.clock.now
        if visit.order:
            visit.order.note(action.tells or (), self.clock.now)
        if self.phase is not Phase.CLOSING:
            if action.close:
                visit.closing = SittingEnding.LEFT if action.close == 2 else SittingEnding.CLOSED
                self.phase = Phase.CLOSING
            elif raised is not None:
                self.consulted = raised if raised.kind is ActKind.CONSULT else None
                self._raise(visit, raised)
        self.stage = Stage.ASSISTANT

    def _bind(self, visit: Visit, action: Action, turn: str) -> Act | None:
        """Enters what the line really carries; returns the act that it raises, if any."""
        raised, vain = bind(
            action.message,
            action.tells,
            turn,
            self.clock.now,
            sheet=visit.sheet,
            facts=self.knowledge[visit.person].facts,
            ledger=self.ledger,
            ontology=self.ontology,
            language=self.language,
        )
        self.unresolved += vain
        return raised

    def _note_noise(self, visit: Visit, action: Action, turn: str) -> None:
        """Keeps the noise that a line declares; what it tells has its own notes, from the binding."""
        for kind in action.noise or ():
            if kind == NoiseKind.TYPOS:
                self.ledger.note_noise(kind, turn, visit.person)
            else:
                self.unresolved.append(f"noise {kind}")

    def _rests_on(self, probe: Probe, resolution: Resolution) -> tuple[str, ...]:
        """The kinds of noise that a probe rests on: on what it asks about, or in the words of its evidence."""
        turns = (turn for alternative in resolution.evidence for turn in alternative)
        return self.ledger.noise_on(probe.owner, (probe.attribute, probe.other), turns) if self.ledger.noise else ()

    def _raise(self, visit: Visit, act: Act) -> None:
        """Makes a request, quiz or delegation pending; of a request for a plan only that it was made is kept."""
        attempts = visit.sheet.attempts
        attempt = attempts[act.id] = attempts.get(act.id, 0) + 1
        if act.options:
            self.choices.asked.add(act.id)
        probe = self.questions.by_id.get(act.probe)
        resolution = resolve(probe, self.ledger, self.ontology, self.language) if probe is not None else None
        if probe is not None and resolution is not None and resolution.status is Status.VOID:
            if attempt == 1:
                self._note_void(probe, resolution, self.clock.now)
            probe = None
        if probe is not None and resolution is not None:
            self.resolution = resolution
            self.pending = Pending(act, probe, resolution.expectation, act.options, attempt)
        elif act.options:
            self.pending = Pending(act, None, None, act.options, attempt)

    def _assistant_replies(self, action: Action) -> None:
        visit, closing = self.visit, self.phase is Phase.CLOSING
        assert visit is not None
        self.reply = action.message
        self.commitment = ""
        if action.message or not closing:
            self.utterances += 1
            self.reply_id = turn_id(visit.number, self.utterances)
            self.signals.replied(self.reply_id)
            pages = -(-count_words(action.message) // PAGE) if len(action.message) > PAGE else 1
            visit.answered = self.clock.after(action.elapsed or 0.0)
            self.clock.spend((action.elapsed or 0.0) + pages * visit.persona.reading)
            self._utter(visit, self.reply_id, ASSISTANT, action.message)
            note = ReplyNote(self.reply_id, action.answer, action.recalled, action.evidence, action.elapsed)
            self.reply_note = note
            if note.answer or note.recalled is not None or note.evidence is not None or note.elapsed:
                self.replies.append(note)
        else:
            self.reply_note = None
        if self.pending is not None and self.pending.options and not closing and not self._is_late(visit):
            self._take_commitment(visit, action)
        self.stage = Stage.EVALUATOR

    def _take_commitment(self, visit: Visit, action: Action) -> None:
        """A choice that the reply made is the assistant's commitment, and has consequences."""
        assert self.pending is not None and self.pending.act is not None
        act = self.pending.act
        turn = (visit.person, self.reply_id, visit.number)
        reply = Reply(action.message, action.answer)
        domain = self.ontology.domain(act.attribute)
        self.commitment, consequence = self.choices.take(reply, self.pending, domain, self.ledger, turn, self.clock.now)
        if consequence is not None:
            self.knowledge[visit.person].befall(act.id, consequence)

    def _evaluator_judges(self, action: Action) -> None:
        visit = self.visit
        assert visit is not None
        visit.rounds += 1
        if self.phase is Phase.CLOSING:
            self.verdict = self.judged = None
            self.attendance.visited(visit.person, visit.ending, self.clock.now)
            self._leave(visit, visit.ending)
            return
        pending = self.pending
        judged = pending is not None or bool(action.kept or action.broken)
        verdict = _read_verdict(action) if judged else _NOTHING
        if pending is not None and self._is_late(visit):
            verdict = _as_late(verdict)
        if verdict.kept or verdict.broken:
            self.conduct.append(ConductNote(visit.person, self.reply_id, verdict.kept, verdict.broken))
        if pending is not None:
            visit.verdicts.append(verdict)
            if pending.probe is not None:
                self._note_outcome(verdict, self.clock.now)
        self.signals.judge(verdict, self.reply, self.reply_id)
        self.verdict, self.judged = verdict if judged else None, pending
        self.pending = self.resolution = None
        self.phase = Phase.TALK
        if self.clock.is_up:
            visit.closing, self.phase = SittingEnding.OUT_OF_TIME, Phase.CLOSING
        elif visit.rounds >= visit.session.rounds:
            visit.closing, self.phase = SittingEnding.TURN_LIMIT, Phase.CLOSING
        self.stage = Stage.USER

    def _is_late(self, visit: Visit) -> bool:
        """Whether the reply came when it was worth nothing any more."""
        act = self.pending.act if self.pending is not None else None
        return time_limit(act).is_missed(visit.asked, visit.answered)

    def _note_void(self, probe: Probe, resolution: Resolution, time: datetime) -> None:
        outcome = void_outcome(probe, resolution, time)
        outcome.noise = self._rests_on(probe, resolution)
        self.outcomes.append(outcome)

    def _note_outcome(self, verdict: Verdict, time: datetime) -> None:
        pending, resolution, note = self.pending, self.resolution, self.reply_note
        assert pending is not None and pending.probe is not None and resolution is not None
        horizon = self._horizon(resolution)
        outcome = outcome_of(pending, resolution, verdict, note, self.reply, time, horizon)
        outcome.noise = self._rests_on(pending.probe, resolution)
        if self.phase is Phase.PROBE:
            outcome.question = pending.probe.question or self.question(pending.probe)
        self.outcomes.append(outcome)

    def _horizon(self, resolution: Resolution) -> int:
        """How many utterances lie between the question and its evidence, the alternative that is nearest."""
        places = [[self._places[turn] for turn in one if turn in self._places] for one in resolution.evidence]
        return len(self.transcript) - max(min(one) for one in places) if places and all(places) else -1

    # ------------------------------------------------------------------ endings

    def _leave(self, visit: Visit, ending: SittingEnding) -> None:
        visit.sitting.ended, visit.sitting.ending = self.clock.now, ending
        self.visit = None
        self.signals.news = None
        if self.attendance.is_abandoned:
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
        _VERDICTS[action.verdict],
        kept=action.kept or (),
        broken=action.broken or (),
        score=action.score,
        reason=action.message,
        source=_SOURCES[action.source],
    )


def _as_late(verdict: Verdict) -> Verdict:
    late, rule = VerdictKind.OFF_TASK, VerdictSource.MATCHER
    return replace(verdict, kind=late, score=0.0, reason="missed its time limit", late=True, source=rule)
