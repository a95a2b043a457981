"""Builds recorded scenarios from conversations in any format: what a reader needs besides parsing its file.

A reader names persons, sessions, turns and questions by its own ids, in the order of its file. The builder numbers
sessions and turns, gives turns without a time one, makes ids from content, and resolves evidence. What it has to
repair or to leave out, it notes in `Scenario.issues`; `summary.count_issues` counts them by kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from regulars.dialogue import ASSISTANT, FeedbackAction, session_id, turn_id
from regulars.errors import DataError
from regulars.rewards.choices.options import LETTERS
from regulars.scenarios.files import scenario_id
from regulars.scenarios.kinds import Band, Form, ScenarioOrigin
from regulars.scenarios.world import Person, Persona, Probe, RecordedFeedback, RecordedTurn, Scenario, Session
from regulars.seeding import content_hash

PACE = timedelta(seconds=30)
"""The time between two turns whose data names no times; less where the next session begins earlier."""

_SPACE = 32
"""The code of the first character that is no control character."""


ISSUES = (
    "evidence unknown",
    "evidence repaired",
    "evidence repeated",
    "evidence missing",
    "evidence later",
    "time backwards",
    "turn empty",
    "turn left out",
    "session empty",
    "question empty",
    "answer missing",
    "question left out",
    "id repeated",
    "field unreadable",
)
"""The kinds of issues. Each line of `Scenario.issues` that a `Recording` writes begins with one and a colon."""


@dataclass(slots=True)
class RecordedTalk:
    """One session under construction; `Recording.session` makes it.

    Attributes:
        start: When it begins.
        id: The reader's id.
        purpose: What it is about, in a few words.
        person: The id of the person whose session it is.
    """

    start: datetime
    id: str
    purpose: str
    person: str
    lines: list[_SaidLine] = field(default_factory=list)

    @property
    def has_words(self) -> bool:
        """Whether it has a turn that is not empty. Sessions without one are left out of the scenario."""
        return any(line.text for line in self.lines)

    def say(
        self,
        speaker: str,
        text: str,
        id: str = "",
        time: datetime | None = None,
        *,
        action: FeedbackAction | int = FeedbackAction.NONE,
        satisfaction: float | None = None,
        remark: str = "",
        about: str = "",
    ) -> None:
        """Adds a turn. An empty text is left out and noted.

        Args:
            speaker: The id of a person, or `assistant`.
            text: The words.
            id: The reader's id of the turn, by which questions may cite it; unique in the recording.
            time: When it was said; None for `PACE` after the turn before.
            action: Feedback of this line's speaker on a reply of the assistant, as a `FeedbackAction`.
            satisfaction: How satisfied the speaker is with that reply, 0 to 10; None if it is not known.
            remark: Feedback in words, beside the turn.
            about: The reader's id of that reply; empty for the last reply of the session.
        """
        self.lines.append(_SaidLine(speaker, text.strip(), id, time, int(action), satisfaction, remark, about))


@dataclass(frozen=True, slots=True)
class _SaidLine:
    speaker: str
    text: str
    id: str
    time: datetime | None
    action: int
    satisfaction: float | None
    remark: str
    about: str

    @property
    def has_feedback(self) -> bool:
        return bool(self.action or self.remark) or self.satisfaction is not None


@dataclass(frozen=True, slots=True)
class _AskedQuestion:
    text: str
    golds: tuple[str, ...]
    kind: str
    evidence: tuple[tuple[str, ...], ...]
    sessions: tuple[str, ...]
    options: tuple[str, ...]
    rubric: bool
    answerable: bool
    before: str
    time: datetime | None
    at_end: bool
    about: str
    asker: str


class Recording:
    """A recorded conversation under construction.

    Args:
        suite: The format, with the hash of the file or a version: `locomo@79fa87e9`.
        name: The conversation's id in its file. It is used only in hashes.
        licence: The licence of the data.
        language: The language pack.
        marks: Further facts about the data, for human readers.

    Attributes:
        extra: What an export to the same format needs beyond the scenario; see `Scenario.extra`.

    Example:
        >>> talk = Recording("talks@1", "t-7", licence="CC BY 4.0")
        >>> ida = talk.person("Ida")
        >>> monday = talk.session(datetime(2025, 3, 3, 18, tzinfo=UTC))
        >>> monday.say(ida, "I moved to Bergen.", id="a")
        >>> monday.say("assistant", "Noted!")
        >>> talk.ask("Where does Ida live?", "Bergen", evidence=["a"])
        >>> scenario = talk.scenario()
        >>> scenario.sessions[0].turns[0].id, scenario.probes[0].evidence
        ('s001.t01', (('s001.t01',),))
    """

    def __init__(
        self, suite: str, name: str, *, licence: str, language: str = "english", marks: Mapping[str, str] | None = None
    ) -> None:
        self.suite = suite
        self.name = name
        self.language = language
        self.marks = {"licence": licence, **(marks or {})}
        self.issues: list[str] = []
        self.extra: dict[str, str] = {}
        self._persons: list[Person] = []
        self._talks: list[RecordedTalk] = []
        self._questions: list[_AskedQuestion] = []
        self._turns: dict[str, str] = {}
        self._sessions: dict[str, str] = {}

    def person(self, name: str, notes: str = "", scope: str = "") -> str:
        """Adds a person and returns the id.

        Args:
            name: The displayed name.
            notes: A description, for a policy that plays the person; assistants never see it.
            scope: The reader's name for the person's memory scope. Persons with the same one share it, so by default
                all persons of a recording share one.

        Raises:
            DataError: The name holds a control character.
        """
        if any(ord(character) < _SPACE for character in name):
            raise DataError(
                f"the name {name!r:.60} holds a control character", where=self._where, expected="a name to be shown"
            )
        key = f"{self.suite.partition('@')[0]} {self.name}"
        id = "p" + content_hash(f"{key} {len(self._persons)}", 8)
        person = Person(id, name, "c" + content_hash(f"{key} {scope}" if scope else key, 8), Persona(notes=notes))
        self._persons.append(person)
        return id

    def session(self, start: datetime, id: str = "", purpose: str = "", person: str = "") -> RecordedTalk:
        """Adds a session; sessions come in the order in which they are added.

        Args:
            start: When it begins; a moment without a zone counts as UTC. One that lies before the end of the session
                before it is moved behind that, and noted.
            id: The reader's id of the session, by which questions may cite it.
            purpose: What it is about, in a few words.
            person: The id of the person whose session it is; the first person by default.
        """
        talk = RecordedTalk(_zoned(start), id, purpose, person)
        self._talks.append(talk)
        return talk

    def ask(
        self,
        question: str,
        *golds: str,
        kind: str = "question",
        evidence: Iterable[str] = (),
        sessions: Iterable[str] = (),
        alternatives: Iterable[Iterable[str]] = (),
        options: Sequence[str] = (),
        rubric: bool = False,
        answerable: bool = True,
        before: str = "",
        time: datetime | None = None,
        at_end: bool = False,
        about: str = "",
        asker: str = "",
    ) -> None:
        """Adds an out-of-band question.

        Args:
            question: Its words; options that they do not hold are added to them.
            golds: Reference answers, each of them right; none if the data gives none. With options: the letter of the
                right one. With `rubric`: what a good answer is like.
            kind: The data's name for what it measures; results have a slice for each.
            evidence: The reader's ids of all turns that the answer needs.
            sessions: The reader's ids of all sessions that it needs, where the data names no turns. Retrieval is then
                measured by session only.
            alternatives: Further sets of turns, each of which is enough as well.
            options: The texts of a multiple choice, in order.
            rubric: Whether the reference describes a good answer, for a judge. Token F1 is then not measured.
            answerable: Whether the data says that it has an answer; if not, abstaining is right.
            before: The reader's id of the turn before which it is asked; empty for after the last turn.
            time: When it is asked, if not at a turn: before the first session that begins later. None for a day after
                the last turn.
            at_end: Whether it comes after the whole conversation. A `time` before the last session is then noted, and
                the question is asked after the last turn.
            about: The id of the person that it is about; the first person by default.
            asker: The id of the person who asks; the first person by default.
        """
        sets = (tuple(evidence), *(tuple(one) for one in alternatives))
        moment = None if time is None else _zoned(time)
        self._questions.append(
            _AskedQuestion(question.strip(), tuple(gold.strip() for gold in golds), kind, tuple(filter(None, sets)),
                      tuple(sessions), tuple(options), rubric, answerable, before, moment, at_end, about, asker)
        )  # fmt: skip

    def note(self, kind: str, what: str) -> None:
        """Records an issue of the data and how it was handled. `kind` is one of `ISSUES`."""
        assert kind in ISSUES, kind
        self.issues.append(f"{kind}: {self.name}: {what}")

    def scenario(self) -> Scenario:
        """The finished scenario.

        Raises:
            DataError: It has no person, no turn, or a speaker who is no person of it.
        """
        if not self._persons:
            raise DataError("the conversation has no person", where=self._where, expected="at least one person")
        sessions = self._built_sessions()
        if not sessions:
            raise DataError("no session has a turn", where=self._where, expected="at least one turn")
        probes = self._built_probes(sessions)
        nameless = Scenario(
            id="",
            source=ScenarioOrigin.RECORDED,
            suite=self.suite,
            language=self.language,
            start=sessions[0].start,
            persons=tuple(self._persons),
            sessions=sessions,
            probes=probes,
            marks=self.marks,
            issues=tuple(self.issues),
            extra=self.extra,
        )
        return replace(nameless, id=scenario_id(nameless))

    # ------------------------------------------------------------------ sessions

    @property
    def _where(self) -> str:
        return f"{self.suite}, conversation {self.name}"

    def _built_sessions(self) -> tuple[Session, ...]:
        known = {person.id for person in self._persons} | {ASSISTANT}
        sessions: list[Session] = []
        last: datetime | None = None
        coming = [talk.start for talk in self._talks if talk.has_words]
        for talk in self._talks:
            lines = [line for line in talk.lines if line.text]
            for _ in range(len(talk.lines) - len(lines)):
                self.note("turn empty", f"a turn of session {talk.id or len(sessions) + 1} has no words; left out")
            if not lines:
                self.note("session empty", f"session {talk.id or '(no id)'} has no turns; left out")
                continue
            stranger = next((line.speaker for line in lines if line.speaker not in known), None)
            if stranger is not None:
                raise DataError(
                    f"{stranger!r} speaks, who is not a person of the conversation",
                    where=f"{self._where}, session {talk.id}",
                    expected="an id that Recording.person returned, or 'assistant'",
                )
            following = coming[len(sessions) + 1] if len(sessions) + 1 < len(coming) else None
            session = self._built_session(len(sessions) + 1, talk, lines, last, following)
            last = session.turns[-1].time
            sessions.append(session)
        return tuple(sessions)

    def _built_session(
        self,
        number: int,
        talk: RecordedTalk,
        lines: Sequence[_SaidLine],
        last: datetime | None,
        following: datetime | None,
    ) -> Session:
        start = talk.start
        if last is not None and start <= last:
            said = f"session {talk.id or number} begins {start:%Y-%m-%d %H:%M}, before the last one ends"
            self.note("time backwards", f"{said}; moved behind it")
            start = last + PACE
        self._register(self._sessions, talk.id, session_id(number), "session")
        turns: list[RecordedTurn] = []
        moment, reply, pace = start, "", _pace(start, len(lines), following)
        for place, line in enumerate(lines, 1):
            if place > 1:
                moment += pace
            if line.time is not None and (given := _zoned(line.time)) >= (turns[-1].time if turns else start):
                moment = given
            elif line.time is not None and talk.start == start:
                self.note("time backwards", f"turn {line.id or place} of session {talk.id or number}; moved")
            id = turn_id(number, place)
            self._register(self._turns, line.id, id, "turn")
            turns.append(RecordedTurn(id, line.speaker, line.text, moment, self._feedback(line, reply)))
            reply = id if line.speaker == ASSISTANT else reply
        person = talk.person or self._persons[0].id
        budget = turns[-1].time - start + PACE
        return Session(number, person, start, budget, len(turns), talk.purpose or "conversation", turns=tuple(turns))

    def _feedback(self, line: _SaidLine, reply: str) -> RecordedFeedback | None:
        reply = self._turns.get(line.about, "") if line.about else reply
        if not reply or line.speaker == ASSISTANT or not line.has_feedback:
            return None
        return RecordedFeedback(reply, line.action, line.satisfaction, line.remark)

    def _register(self, known: dict[str, str], given: str, id: str, what: str) -> None:
        if given and given in known:
            self.note("id repeated", f"two {what}s are called {given!r}; the first one is cited")
        elif given:
            known[given] = id

    # ------------------------------------------------------------------ questions

    def _built_probes(self, sessions: Sequence[Session]) -> tuple[Probe, ...]:
        moments = {turn.id: turn.time for session in sessions for turn in session.turns}
        moments |= {session_id(session.number): session.turns[-1].time for session in sessions}
        probes = []
        for number, one in enumerate(self._questions, 1):
            if not one.text:
                self.note("question empty", f"question {number} has no words; left out")
                continue
            probes.append(self._probe(number, one, moments, sessions[-1]))
        return tuple(sorted(probes, key=lambda probe: probe.time))

    def _probe(self, number: int, one: _AskedQuestion, moments: Mapping[str, datetime], last: Session) -> Probe:
        before = self._turns.get(one.before, "")
        if one.before and not before:
            self.note("evidence unknown", f"question {number} is asked before {one.before!r}, which is no turn")
        time = moments[before] if before else self._moment(number, one, last)
        evidence = self._evidence(number, one)
        if any(moments[id] > time or id == before for ids in evidence for id in ids):
            self.note("evidence later", f"question {number} is asked before all of its evidence was said; kept")
        if one.answerable and not any(one.golds):
            self.note("answer missing", f"question {number} has no reference answer; kept as unanswerable")
        missing = one.options if any(text not in one.text for text in one.options) else ()
        listed = " ".join(f"{letter}) {text}" for letter, text in zip(LETTERS.upper(), missing, strict=False))
        words = f"{one.text} {listed}".strip()
        first = self._persons[0].id
        gold, *others = [gold for gold in one.golds if gold] or [""]
        return Probe(
            id="q" + content_hash(f"{self.suite.partition('@')[0]} {self.name} {number} {one.text}"),
            kind=one.kind,
            form=Form.OPTION if one.options else Form.TEXT,
            attribute="",
            owner=one.about or first,
            asker=one.asker or first,
            purpose="question",
            time=time,
            band=Band.OUT,
            before=before,
            question=words,
            gold=gold,
            evidence=evidence,
            answerable=one.answerable and bool(gold),
            alternatives=tuple(others),
            options=one.options,
            rubric=one.rubric,
        )

    def _moment(self, number: int, one: _AskedQuestion, last: Session) -> datetime:
        """When a question between sessions or at the end is asked."""
        if one.time is None:
            return last.turns[-1].time + timedelta(days=1)
        if not one.at_end:
            return one.time
        if one.time < last.start:
            dated = f"question {number} is dated {one.time:%Y-%m-%d %H:%M}, before the last session"
            self.note("time backwards", f"{dated}; asked after it")
        return max(one.time, last.turns[-1].time + PACE)

    def _evidence(self, number: int, one: _AskedQuestion) -> tuple[tuple[str, ...], ...]:
        """The sets of evidence under the recording's ids. An id that names nothing is dropped and noted."""
        found: list[tuple[str, ...]] = []
        written = [(ids, self._turns, "turn") for ids in one.evidence]
        if one.sessions:
            written.append((one.sessions, self._sessions, "session"))
        for ids, known, what in written:
            there: dict[str, None] = {}
            for id in ids:
                if id not in known:
                    self.note("evidence unknown", f"question {number} cites {id!r}, which is no {what}; dropped")
                elif known[id] in there:
                    self.note("evidence repeated", f"question {number} cites {id!r} twice; counted once")
                else:
                    there[known[id]] = None
            if there:
                found.append(tuple(there))
        if not found and one.answerable and not one.options:
            self.note("evidence missing", f"question {number} has no evidence; kept without")
        return tuple(found)


def _pace(start: datetime, turns: int, following: datetime | None) -> timedelta:
    """The time between turns without times: `PACE`, or less where the next session begins soon."""
    if following is None or not start < following <= start + PACE * turns:
        return PACE
    return (following - start) / (turns + 1)


def _zoned(moment: datetime) -> datetime:
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
