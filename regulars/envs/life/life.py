"""The rules of a life: whose turn it is, what time it is, what was told, what is judged, and when it ends.

`Life` is one episode of one scenario, a state machine over the roles user, assistant and evaluator. It does not depend
on PettingZoo; `regulars.envs.aec` adds the seats. In a round, the user speaks, the assistant replies and the evaluator
judges. Sessions follow the calendar. Between sessions, the out-of-band probes that are due are asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from regulars.briefing import Pending
from regulars.chinese_text import count_words
from regulars.dialogue import ASSISTANT, Phase, Reply, Turn, Verdict, VerdictKind, VerdictSource, is_session_id, turn_id
from regulars.envs.life.conduct import chances
from regulars.envs.life.exchange import Exchange, ProbeAside, RoundStage, judged_question
from regulars.envs.life.grounding import UserLine
from regulars.envs.life.outcomes import ConductNote, Ending, ReplyNote, outcome_of, void_outcome
from regulars.envs.life.sessions import RecordingCursor, RunningSession, SessionEnding
from regulars.envs.life.state import LifeState
from regulars.envs.probes.gold import AskedProbe, ProbeStatus, Resolution
from regulars.envs.probes.resolution import resolve
from regulars.errors import OrderError
from regulars.scenarios.history.compiler import render_turns
from regulars.scenarios.kinds import ActKind, NoiseKind, ScenarioOrigin
from regulars.scenarios.time.constraints import time_limit
from regulars.scenarios.world import Act, Probe, Session

if TYPE_CHECKING:
    from regulars.envs.actions import Action


PAGE = 50
"""Words on a page; reading time counts whole pages."""

_NOTHING = Verdict(VerdictKind.NONE)
_VERDICTS = tuple(VerdictKind)
_SOURCES = tuple(VerdictSource)


class Life(LifeState):
    """One episode of one scenario. Its arguments are those of `LifeState`. Call `begin` first."""

    def begin(self) -> None:
        """Moves to the first session or probe."""
        self._proceed()

    # ------------------------------------------------------------------ the calendar

    def _proceed(self) -> None:
        """Asks the probes that are due, then opens the next session or ends the episode."""
        sessions = self.scenario.sessions
        coming = sessions[self._next_session] if self._next_session < len(sessions) else None
        while (probe := self.planned.next_due(coming.start if coming is not None else None)) is not None:
            if self._ask(probe):
                return
        if coming is None:
            self._end(Ending.ABANDONED if self.session_log.is_abandoned else Ending.COMPLETED)
        elif coming.turns or coming.filler or (self.scenario.source is ScenarioOrigin.RECORDED and not coming.agenda):
            self._open_recording(coming)
        else:
            self._open(coming)

    def _ask(self, probe: Probe) -> bool:
        """Asks an out-of-band probe. False if it is void and therefore only counted."""
        resolution = resolve(probe, self.ledger, self.ontology, self.language)
        if resolution.status is ProbeStatus.VOID:
            self._note_void(probe, resolution, self.moment(probe))
            return False
        self.aside = ProbeAside(AskedProbe.put(probe, resolution))
        self.phase = Phase.PROBE
        self.stage = RoundStage.PROBED
        return True

    def _open(self, session: Session) -> None:
        self._enter(session)
        self.knowledge[session.person].enter(session)
        self.stage = RoundStage.USER

    def _enter(self, session: Session) -> RunningSession:
        self._next_session += 1
        self.clock.enter(session)
        self.phase = Phase.OPENING
        self.exchange = Exchange()
        person, now = self.persons[session.person], self.clock.now
        if person.renamed_at is not None and person.renamed_at <= session.start:
            self.names[person.id] = person.renamed
        knowledge = self.knowledge[person.id]
        caused = {effect.fact.id for effect in knowledge.effects.values()}
        gap = self.session_log.gap(person.id, now)
        order = self.orders.get(person.id)
        offered = [act for act in knowledge.offered if act.fact not in self.ledger.told]
        number = session.number + self.offset
        running = RunningSession(session, number, person, now, gap, caused, order, offered)
        self.running = running
        self.sessions.append(running.lived)
        return running

    # ------------------------------------------------------------------ recordings

    def _open_recording(self, session: Session) -> None:
        running = self._enter(session)
        turns = render_turns(session, self.scenario, self.offset) if session.filler else session.turns
        cursor = running.cursor = RecordingCursor(turns, self.planned, self.horizon)
        self._replay(running, cursor)

    def _replay(self, running: RunningSession, cursor: RecordingCursor) -> None:
        """Moves on in a recorded session: to a question that is due, or to the next turn."""
        while (probe := cursor.due()) is not None:
            if self._ask(probe):
                return
        turn = cursor.turn
        if turn is None:
            self.session_log.note_replayed(self.clock.now)
            self._leave(running, SessionEnding.RECORDED)
            return
        self.clock.reach(turn.time)
        self.phase = Phase.LISTEN
        self.exchange = Exchange(turn.text, turn.id, turn.speaker)
        self.signals.hear(turn.feedback, self.clock.now)
        running.lived.utterances = cursor.number
        self._utter(running, turn.id, turn.speaker, turn.text)
        self.stage = RoundStage.LISTENER

    def _utter(self, running: RunningSession, id: str, speaker: str, text: str) -> None:
        name = "Assistant" if speaker == ASSISTANT else self.names[speaker]
        self._places[id] = len(self.transcript)
        turn = Turn(id, running.scope, running.person, speaker, name, running.number, text, self.clock.now)
        self.transcript.append(turn)

    # ------------------------------------------------------------------ acting

    def act(self, action: Action) -> None:
        """Takes the action of the role that acts at this stage.

        Raises:
            OrderError: The episode has ended or not begun.
        """
        aside, running = self.aside, self.running
        if self.ending is not None or (running is None and aside is None):
            raise OrderError("an action after the end", where="Life.act", remedy="call env.reset() first")
        self.signals.step()
        if aside is not None:
            self._take_aside(aside, action)
        elif running is not None:
            self.steps += 1
            if running.cursor is not None:
                running.cursor.advance()
                self._replay(running, running.cursor)
            else:
                _ROUND[self.stage](self, running, action)

    def _take_aside(self, aside: ProbeAside, action: Action) -> None:
        """Takes the answer to an out-of-band probe, or the verdict on it."""
        if self.stage is RoundStage.PROBED:
            aside.reply = action.message
            aside.note = ReplyNote("", action.answer, action.recalled, action.evidence, action.elapsed)
            self.stage = RoundStage.PROBE_EVALUATOR
            return
        time = self.moment(aside.asked.probe)
        self._note_outcome(aside.asked, aside, _read_verdict(action), time, self.question(aside.asked))
        self.aside = None
        if self.running is not None and self.running.cursor is not None:
            self._replay(self.running, self.running.cursor)
        else:
            self._proceed()

    def _user_speaks(self, running: RunningSession, action: Action) -> None:
        self.clock.spend(running.persona.thinking)
        unresolved = self.signals.take(action, self.exchange.reply_id, self.clock.now)
        if unresolved:
            self.unresolved.append(unresolved)
        running.lived.utterances += 1
        id = turn_id(running.number, running.lived.utterances)
        self.exchange = self.exchange.followed_by(action.message, id, running.person)
        self._utter(running, id, running.person, action.message)
        raised = self._ground(running, action, id)
        if action.noise:
            self._note_noise(running, action.noise, id)
        running.asked = self.clock.now
        if running.order:
            running.order.note(action.tells or (), self.clock.now)
        if self.phase is not Phase.CLOSING:
            if action.close:
                running.closing = SessionEnding.LEFT if action.close == 2 else SessionEnding.CLOSED
                self.phase = Phase.CLOSING
            elif raised is not None:
                self.exchange.consulted = raised if raised.kind is ActKind.CONSULT else None
                self._raise(running, raised)
        self.stage = RoundStage.ASSISTANT

    def _ground(self, running: RunningSession, action: Action, turn: str) -> Act | None:
        """Records what the line tells. Returns the act that it raises, if any."""
        if action.tells == ():
            return None
        facts = self.knowledge[running.person].facts
        line = UserLine(
            action.message, turn, self.clock.now, running.agenda, facts, self.ledger, self.ontology, self.language
        )
        raised, unresolved = line.ground(action.tells)
        self.unresolved += unresolved
        return raised

    def _note_noise(self, running: RunningSession, kinds: Sequence[str], turn: str) -> None:
        """Records the noise in a line's wording. Grounding records the noise in what it tells."""
        for kind in kinds:
            if kind == NoiseKind.TYPOS:
                self.ledger.note_noise(kind, turn, running.person)
            else:
                self.unresolved.append(f"noise {kind}")

    def _rests_on(self, probe: Probe, resolution: Resolution) -> tuple[str, ...]:
        """The kinds of noise that affect a probe: on its attributes, or in the wording of its evidence."""
        if not self.ledger.noise:
            return ()
        turns = (turn for alternative in resolution.evidence for turn in alternative)
        return self.ledger.noise_on(probe.owner, (probe.attribute, probe.other), turns)

    def _raise(self, running: RunningSession, act: Act) -> None:
        """Makes a question or a delegation pending, and records that it was asked."""
        attempts = running.agenda.attempts
        attempt = attempts[act.id] = attempts.get(act.id, 0) + 1
        if act.options:
            self.choices.asked.add(act.id)
        probe = self.planned.by_id.get(act.probe)
        if probe is not None:
            resolution = resolve(probe, self.ledger, self.ontology, self.language)
            if resolution.status is not ProbeStatus.VOID:
                self.exchange.ask(AskedProbe.put(probe, resolution, act, attempt))
                return
            if attempt == 1:
                self._note_void(probe, resolution, self.clock.now)
        if act.options:
            self.exchange.pending = Pending(act, None, None, act.options, attempt)

    def _assistant_replies(self, running: RunningSession, action: Action) -> None:
        exchange, closing = self.exchange, self.phase is Phase.CLOSING
        exchange.reply = action.message
        if action.message or not closing:
            running.lived.utterances += 1
            exchange.reply_id = turn_id(running.number, running.lived.utterances)
            self.signals.replied(exchange.reply_id)
            pages = -(-count_words(action.message) // PAGE) if len(action.message) > PAGE else 1
            running.answered = self.clock.after(action.elapsed or 0.0)
            self.clock.wait(action.elapsed or 0.0)
            self.clock.spend(pages * running.persona.reading)
            self._utter(running, exchange.reply_id, ASSISTANT, action.message)
            note = ReplyNote(exchange.reply_id, action.answer, action.recalled, action.evidence, action.elapsed)
            exchange.note = note
            if note.answer or note.recalled is not None or note.evidence is not None or note.elapsed:
                self.replies.append(note)
        if exchange.pending is not None and not closing:
            self._take_commitment(running, exchange, exchange.pending, action)
        self.stage = RoundStage.EVALUATOR

    def _take_commitment(self, running: RunningSession, exchange: Exchange, pending: Pending, action: Action) -> None:
        """Records a choice that the reply made in time as a commitment, with its effect."""
        act = pending.act
        if act is None or not act.options or _is_late(running, act):
            return
        turn, domain = (running.person, exchange.reply_id, running.number), self.ontology.domain(act.attribute)
        reply, now = Reply(action.message, action.answer), self.clock.now
        exchange.commitment, effect = self.choices.take(reply, act, pending.expectation, domain, self.ledger, turn, now)
        if effect is not None:
            self.knowledge[running.person].apply_effect(act.id, effect)

    def _evaluator_judges(self, running: RunningSession, action: Action) -> None:
        exchange = self.exchange
        running.rounds += 1
        if self.phase is Phase.CLOSING:
            exchange.verdict = exchange.judged = None
            self.session_log.note_lived(running.person, running.ending, self.clock.now)
            self._leave(running, running.ending)
            return
        pending = exchange.pending
        judged = pending is not None or bool(action.kept or action.broken)
        verdict = _read_verdict(action) if judged else _NOTHING
        if pending is not None and _is_late(running, pending.act):
            verdict = _as_late(verdict)
        by_chance: Mapping[str, float] = {}
        if verdict.kept or verdict.broken:
            self.conduct.append(ConductNote(running.person, exchange.reply_id, verdict.kept, verdict.broken))
            by_chance = chances(self, verdict)
        if pending is not None:
            running.verdicts.append(verdict)
        if exchange.asked is not None:
            self._note_outcome(exchange.asked, exchange, verdict, self.clock.now)
        question = judged_question(pending) if pending is not None else None
        self.signals.judge(verdict, exchange.reply, exchange.reply_id, question, by_chance)
        exchange.settle(verdict if judged else None)
        self.phase = Phase.TALK
        if self.clock.is_up:
            running.closing, self.phase = SessionEnding.OUT_OF_TIME, Phase.CLOSING
        elif running.rounds >= running.session.rounds:
            running.closing, self.phase = SessionEnding.TURN_LIMIT, Phase.CLOSING
        self.stage = RoundStage.USER

    def _note_void(self, probe: Probe, resolution: Resolution, time: datetime) -> None:
        outcome = void_outcome(probe, resolution, time)
        outcome.noise = self._rests_on(probe, resolution)
        self.outcomes.append(outcome)

    def _note_outcome(
        self, asked: AskedProbe, answered: Exchange | ProbeAside, verdict: Verdict, time: datetime, question: str = ""
    ) -> None:
        line = answered.message_id if isinstance(answered, Exchange) else ""
        horizon = self._horizon(asked.resolution, self._places.get(line, len(self.transcript)))
        outcome = outcome_of(asked, verdict, answered.note, answered.reply, time, horizon)
        outcome.noise = self._rests_on(asked.probe, asked.resolution)
        outcome.question = question
        self.outcomes.append(outcome)

    def _horizon(self, resolution: Resolution, asked: int) -> int:
        """Utterances from the nearest alternative of the evidence to the place of the question; -1 without evidence."""
        places = [[place for id in one if (place := self._place(id)) >= 0] for one in resolution.evidence]
        return asked - max(min(one) for one in places) if places and all(places) else -1

    def _place(self, id: str) -> int:
        """The place of a turn in the transcript, or of a session's last turn; -1 if there is none yet."""
        if not is_session_id(id):
            return self._places.get(id, -1)
        return max((place for turn, place in self._places.items() if turn.startswith(f"{id}.")), default=-1)

    # ------------------------------------------------------------------ endings

    def _leave(self, running: RunningSession, ending: SessionEnding) -> None:
        running.lived.ended, running.lived.ending = self.clock.now, ending
        self.running = None
        self.signals.news = None
        if self.session_log.is_abandoned:
            self._next_session = len(self.scenario.sessions)
        self._proceed()

    def abort(self, ending: Ending) -> None:
        """Ends the episode because of a fault or a used-up budget."""
        if self.ending is None:
            self._end(ending)

    def _end(self, ending: Ending) -> None:
        self.ending = ending
        self.stage = RoundStage.OVER
        self.aside = None
        if not ending.valid:
            self.signals.rewards = {}


_ROUND = {
    RoundStage.USER: Life._user_speaks,
    RoundStage.ASSISTANT: Life._assistant_replies,
    RoundStage.EVALUATOR: Life._evaluator_judges,
}


def _is_late(running: RunningSession, act: Act | None) -> bool:
    """Whether the reply missed the time limit of the act that it answers."""
    return time_limit(act).is_missed(running.asked, running.answered)


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
