"""Turns a recorded conversation into a life that is lived again: a simulated person with the data's lines and facts.

Each line of the person becomes an act of the session's agenda, in the data's own words, and tells the memory points
that cite it. The assistant under test replies to each. Questions that the data puts into the conversation are asked by
the person, who reacts to the answer as in any life: thanks, corrects, loses patience, leaves. So a reply may decide
what is said afterwards. A question whose evidence was not said has no gold answer and is not scored.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from regulars.dialogue import ASSISTANT, is_session_id, session_id
from regulars.errors import DataError
from regulars.scenarios.files import scenario_id
from regulars.scenarios.kinds import ActKind, Band, ScenarioOrigin
from regulars.scenarios.memory_points import MARK, MemoryPoint, memory_points, to_mark
from regulars.scenarios.world import Act, Fact, Probe, RecordedTurn, Scenario, Session
from regulars.seeding import content_hash

SUFFIX = "+relived"
"""The end of the suite of a conversation that is lived again."""

EACH = timedelta(minutes=4)
"""The time that a session has for each act, with a reply that is read and perhaps corrected."""

LONGEST = timedelta(hours=6)
"""The longest session."""

ROUNDS = 3
"""Rounds for each act: the person may ask twice, and react in a line of its own."""

_JUST_BEFORE = timedelta(seconds=1)
_ID = 12
LINE = "line~"
"""How the id of an act begins that says a recorded line."""


def relived_recording(scenario: Scenario) -> Scenario:
    """Returns a recording as a life, with an agenda for each session.

    Questions that rest on words of the recorded assistant are left out and noted; feedback on its replies is dropped.

    Args:
        scenario: A recorded conversation of one person with an assistant.

    Raises:
        DataError: The scenario is generated, or people talk with each other in it.
    """
    where = f"scenario {scenario.marks.get('sample_id', scenario.id)}"
    if scenario.source is not ScenarioOrigin.RECORDED:
        raise DataError("this is not a recording", where=where, remedy="play it as it is, without reliving it")
    speakers = {turn.speaker for session in scenario.sessions for turn in session.turns} - {ASSISTANT}
    if len(speakers) != 1:
        raise DataError(
            f"{len(speakers)} people speak",
            where=where,
            expected="a conversation of one person with an assistant",
            remedy="play it as a recording, without reliving it",
        )
    return _Reliving(scenario, speakers.pop(), where).scenario()


def is_relived(suite: str) -> bool:
    """Whether the suite of a scenario or record is that of a conversation that is lived again."""
    return suite.endswith(SUFFIX)


def says_a_line(act: Act) -> bool:
    """Whether an act says a line of imported data, in its own words."""
    return bool(act.words) and not act.attribute


def told_by(act: Act, facts: Iterable[Fact]) -> list[Fact]:
    """The facts that such a line tells: their ids begin with that of the act."""
    return [fact for fact in facts if fact.id.startswith(f"{act.id}.")]


class _Reliving:
    """A recording on its way to a life.

    Attributes:
        lines: By a turn of the person: the act that says it.
        numbers: By the number of a session of the recording: its number in the life.
        inserted: Questions in the conversation, by the turn before which they are asked.
        beside: Questions beside the conversation.
    """

    def __init__(self, scenario: Scenario, person: str, where: str) -> None:
        self.recorded = scenario
        self.person = person
        self.where = where
        self.issues = list(scenario.issues)
        self.kept = [session for session in scenario.sessions if _lines(session)]
        self.numbers = {session.number: number for number, session in enumerate(self.kept, 1)}
        self.lines = {
            turn.id: Act(f"{LINE}{self._id('line', turn.id)}", ActKind.SAY, words=turn.text)
            for session in self.kept
            for turn in _lines(session)
        }
        self.inserted: dict[str, list[Act]] = {}
        self.placed: list[Probe] = []

    def scenario(self) -> Scenario:
        points = memory_points(self.recorded)
        self._place_questions()
        sessions = self._sessions()
        starts = {session.number: session.start for session in sessions}
        facts = tuple(self._facts(points, starts))
        persons = tuple(replace(one, facts=facts) if one.id == self.person else one for one in self.recorded.persons)
        probes = [self._dated(probe, starts) for probe in self.placed]
        marks = {**self.recorded.marks, MARK: to_mark([self._point(one) for one in points])} if points else {}
        nameless = replace(
            self.recorded,
            id="",
            suite=self.recorded.suite + SUFFIX,
            persons=persons,
            sessions=sessions,
            probes=tuple(sorted(probes, key=lambda probe: probe.time)),
            issues=tuple(self.issues),
            marks=marks or self.recorded.marks,
            extra={},
        )
        return replace(nameless, id=scenario_id(nameless))

    def _id(self, *content: str) -> str:
        return content_hash(" ".join((self.recorded.id, *content)), _ID)

    # ------------------------------------------------------------------ sessions

    def _sessions(self) -> tuple[Session, ...]:
        """The sessions on their dates; one that would overlap with the one before it begins after that."""
        made: list[Session] = []
        for place, session in enumerate(self.kept):
            agenda = tuple(act for turn in _lines(session) for act in self._acts(turn))
            start = session.start
            if made and start < made[-1].start + made[-1].budget:
                start = made[-1].start + made[-1].budget
                self.issues.append(f"time backwards: {self.where}: session {session.number} has no room; moved")
            least = EACH * len(agenda)
            coming = self.kept[place + 1].start - start if place + 1 < len(self.kept) else LONGEST
            made.append(
                replace(
                    session,
                    number=place + 1,
                    person=self.person,
                    start=start,
                    budget=max(least, min(LONGEST, coming)),
                    rounds=ROUNDS * len(agenda),
                    turns=(),
                    agenda=agenda,
                )
            )
        return tuple(made)

    def _acts(self, turn: RecordedTurn) -> list[Act]:
        return [*self.inserted.get(turn.id, ()), self.lines[turn.id]]

    # ------------------------------------------------------------------ facts

    def _facts(self, points: Sequence[MemoryPoint], starts: Mapping[int, datetime]) -> Iterator[Fact]:
        """The memory points as facts, each known from the session that it was extracted from."""
        for place, point in enumerate(points):
            start = starts.get(self.numbers.get(point.session, 0))
            if start is not None:
                act = self.lines.get(point.turn)
                id = f"{act.id if act is not None else self._id('untold')}.{place}"
                yield Fact(id, self.person, point.kind, point.text, start)

    def _point(self, point: MemoryPoint) -> MemoryPoint:
        """A memory point with the acts that tell it in place of the recorded turns."""
        said = [self.lines[id].id for id in (point.turn, *point.refs) if id in self.lines]
        turn, refs = (said[0], said[1:]) if point.turn in self.lines else ("", said)
        return replace(point, session=self.numbers.get(point.session, 0), turn=turn, refs=tuple(refs))

    # ------------------------------------------------------------------ questions

    def _place_questions(self) -> None:
        """Decides for each question whether the person asks it, and where."""
        earlier: dict[tuple[str, tuple[str, ...]], list[str]] = {}
        waiting: dict[int, list[Probe]] = {}
        for probe in self.recorded.probes:
            evidence = [ids for ids in probe.evidence if all(map(self._is_of_the_person, ids))]
            if probe.evidence and not evidence:
                rests = "rests on words of the recorded assistant"
                self.issues.append(f"question left out: {self.where}: {probe.id} {rests}")
                continue
            golds = earlier.setdefault((probe.question, probe.options), [])
            stale = "|".join(dict.fromkeys(gold for gold in golds if gold != probe.gold))
            golds.append(probe.gold)
            moved = replace(probe, value=stale, evidence=self._evidence(evidence))
            number = int(probe.before.partition(".")[0][1:]) if probe.before else 0
            if number not in self.numbers:
                self.placed.append(replace(moved, before=""))
            elif not self._asked_within(moved, self.recorded.sessions[number - 1]):
                waiting.setdefault(number, []).append(moved)
        for order, (number, probes) in enumerate(waiting.items()):
            first = _lines(self.recorded.sessions[number - 1])[0]
            for place, probe in enumerate(probes):
                if place == order % len(probes):
                    self._ask(probe, number, first.id)
                else:
                    self.placed.append(replace(probe, before="", session=self.numbers[number]))

    def _asked_within(self, probe: Probe, session: Session) -> bool:
        """Lets the person ask a question whose words they say in the session, or that comes in the middle of it."""
        lines = _lines(session)
        asking = next((turn for turn in lines if turn.text == probe.question), None)
        if asking is not None and self.lines[asking.id].kind is ActKind.SAY:
            self.lines[asking.id] = replace(self.lines[asking.id], kind=ActKind.ASK, probe=probe.id)
            self._put(probe, session.number)
            return True
        place = next(place for place, turn in enumerate(session.turns) if turn.id == probe.before)
        before = [turn for turn in session.turns[:place] if turn.speaker != ASSISTANT]
        if asking is not None or not before:
            return False
        answers = session.turns[place].speaker == ASSISTANT  # it comes before the line that the reply answers
        following = before[-1] if answers else session.turns[place]
        if following is lines[0]:
            return False
        self._ask(probe, session.number, following.id)
        return True

    def _ask(self, probe: Probe, number: int, turn: str) -> None:
        """Lets the person ask a question before a line."""
        act = Act(self._id("ask", probe.id), ActKind.ASK, probe=probe.id, words=probe.question)
        self.inserted.setdefault(turn, []).append(act)
        self._put(probe, number)

    def _put(self, probe: Probe, number: int) -> None:
        self.placed.append(replace(probe, before="", band=Band.IN, session=self.numbers[number]))

    def _dated(self, probe: Probe, starts: Mapping[int, datetime]) -> Probe:
        """A question with its moment: the start of the session in which it is asked, or just before that session."""
        if probe.band is Band.IN:
            return replace(probe, time=starts[probe.session])
        return replace(probe, time=starts[probe.session] - _JUST_BEFORE, session=0) if probe.session else probe

    def _is_of_the_person(self, id: str) -> bool:
        """Whether evidence names a line of the person, or a session."""
        return id in self.lines or is_session_id(id)

    def _evidence(self, evidence: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
        """The evidence as ids of acts, which turns will say, and of sessions."""
        sets = (tuple(filter(None, map(self._moved, ids))) for ids in evidence)
        return tuple(filter(None, sets))

    def _moved(self, id: str) -> str:
        if not is_session_id(id):
            return self.lines[id].id
        number = self.numbers.get(int(id[1:]))
        return session_id(number) if number is not None else ""


def _lines(session: Session) -> list[RecordedTurn]:
    return [turn for turn in session.turns if turn.speaker != ASSISTANT]
