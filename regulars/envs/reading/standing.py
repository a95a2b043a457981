"""What of a ledger stands in a context: the disclosures and choices whose words a context holds.

A line is understood in three ways:

- **A whole turn**: the line is a turn as it was said. It tells all that the turn told.
- **A part of a turn**: the line has the moment and the speaker of a turn, or its id, or holds the sentence that tells
  the value. It tells the values that its words name.
- **Words of the memory's own**: they tell a value if one sentence names it together with the label or a cue of its
  attribute. The latest disclosure of that value up to the line's date then counts.

A disclosure in two turns needs both; the second alone names a value without its matter. Lines of the assistant tell
only its own choices. Case, punctuation and white space do not matter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from regulars.dialogue import ASSISTANT, Turn
from regulars.envs.ledger import FORGOTTEN, Disclosure, Ledger
from regulars.envs.life.life import Life
from regulars.envs.reading.consulted import Consulted, WatchedLedger
from regulars.memory.context_line import ASSISTANT_NAME, ContextLine, context_line, read_context
from regulars.memory.parts.text.sentences import sentences
from regulars.relative_dates import in_dates
from regulars.scenarios.ontology.attribute import Attribute
from regulars.scenarios.ontology.attributes import Ontology
from regulars.values import ValueType, find_values, normalise, told_value

QUOTED = 4
"""The least number of words by which a sentence is recognised in a line that does not name its turn."""

SPARE_FIGURES = 3
"""The number of figures that never came up and may stand beside one that was told."""

KEPT = 65536
"""The number of texts whose normal forms are cached."""

_TURN_ID = re.compile(r"\bs\d+\.t\d+\b")
_BY_ASSISTANT = re.compile(r"\W*assistant\b", re.IGNORECASE)
_IMPLIED = "implied"


@dataclass(frozen=True, slots=True)
class Standing:
    """The part of a ledger that stands in a context.

    Attributes:
        ledger: Its disclosures and choices, in the ledger's order.
        undated: The turns of disclosures in lines without the day on which they were told.
        acts: Says whether the words of an act stand in the context: its id, and a test of its sentences.
    """

    ledger: Ledger
    undated: frozenset[str]
    acts: Callable[[str, Callable[[str], bool]], bool]


@dataclass(frozen=True, slots=True)
class _Part:
    """A line that is no whole turn.

    Attributes:
        line: The line.
        words: Its normal form.
        own: The sentences that no turn has.
        turns: The turns that it names, by their moment and speaker or by their ids.
    """

    line: ContextLine
    words: str
    own: tuple[str, ...]
    turns: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Found:
    """A context as read: the whole turns, and the other lines."""

    whole: set[str] = field(default_factory=set)
    parts: list[_Part] = field(default_factory=list)
    by_assistant: list[_Part] = field(default_factory=list)


class StandingWords:
    """Finds what of the running episode's ledger stands in a context.

    Args:
        life: Returns the running episode.
        consulted: Notes what of it is looked at; None if that does not matter.
    """

    def __init__(self, life: Callable[[], Life], consulted: Consulted | None = None) -> None:
        self._life_of = life
        self._consulted = consulted
        self._forget()

    def _forget(self) -> None:
        self._life: Life | None = None
        self._read = 0
        self._turns: dict[str, Turn] = {}
        self._lines: dict[str, list[str]] = {}
        self._at: dict[str, list[Turn]] = {}
        self._sentences: set[str] = set()
        self._split = 0
        self._tellings: dict[tuple[str, str, str, str], tuple[str, ...]] = {}
        self._heard: dict[str, tuple[int, set[str]]] = {}

    def of(self, context: str, owner: str) -> Standing:
        """What stands in a context, as far as it is about a person.

        A line of another person counts as the owner's if its name does not tell them apart.

        Args:
            context: The recalled text.
            owner: The id of the person whom the question is about.
        """
        life = self._renewed()
        found = self._found(context)
        held = self._standing(life, found)
        cut, undated = Ledger(), set()
        for one, part in held:
            if one.person == owner or self._is_taken_for(life, owner, one, part):
                cut.enter(one if one.person == owner else replace(one, person=owner))
                if part is not None and not _is_dated(part, one):
                    undated.add(one.turn)
            if one.person != owner:
                cut.enter(one)
        for commitment in life.ledger.commitments:
            chosen = Disclosure("", commitment.person, commitment.attribute, commitment.value, "chosen",
                                commitment.turn, commitment.session, commitment.time)  # fmt: skip
            if self._stands(chosen, [*found.by_assistant, *found.parts], found, life) is not None or any(
                one.value == commitment.value for one in cut.of(commitment.person, commitment.attribute)
            ):
                cut.commit(commitment)
        if (consulted := self._consulted) is not None:
            consulted.words = consulted.words or bool(found.parts)
            cut = WatchedLedger(cut, consulted)
        return Standing(cut, frozenset(undated), lambda turn, test: self._act_stands(turn, test, found))

    def rests_on(self) -> frozenset[str] | None:
        """The lines of whole turns on which what was looked at may rest; None if it may rest on any line."""
        consulted, ledger = self._consulted, self._renewed().ledger
        if consulted is None or consulted.words or ledger.commitments:
            return None
        ids = set(consulted.turns)
        for one in ledger.disclosures:
            if consulted.everything or one.attribute in consulted.attributes:
                ids.update(one.turns)
        turns = [self._turns[id] for id in ids if id in self._turns]
        if any(turn.speaker == ASSISTANT for turn in turns):
            return None
        return frozenset(context_line(turn.time, turn.name, turn.text) for turn in turns)

    # ------------------------------------------------------------------ the transcript

    def _renewed(self) -> Life:
        """The running episode, with all its turns taken in."""
        life = self._life_of()
        if life is not self._life or len(life.transcript) < self._read:
            self._forget()
            self._life = life
        for place, turn in enumerate(life.transcript[self._read :], self._read):
            self._turns[turn.id] = turn
            times = {turn.time}
            if turn.speaker == ASSISTANT and place:
                times.add(life.transcript[place - 1].time)  # a memory hears a reply at the moment of the line before it
            for written in {context_line(time, turn.name, turn.text) for time in times}:
                self._lines.setdefault(written, []).append(turn.id)
                self._at.setdefault(written[1 : written.index("]")], []).append(turn)
        self._read = len(life.transcript)
        return life

    def _is_said(self, sentence: str) -> bool:
        """Whether a turn has the sentence. Turns are split when a line that is no whole turn is first read."""
        assert self._life is not None
        for turn in self._life.transcript[self._split : self._read]:
            self._sentences.update(map(_normal, sentences(turn.text)))
        self._split = self._read
        return _normal(sentence) in self._sentences

    def _found(self, context: str) -> _Found:
        """The lines of a context, each understood as a whole turn or as a part of one."""
        found = _Found()
        for written in context.split("\n"):
            turns = self._lines.get(written)
            if turns is not None:
                found.whole.update(turns)
            else:
                for line in read_context(written):
                    part = self._part(line)
                    by_assistant = line.name == ASSISTANT_NAME or (not line.name and _BY_ASSISTANT.match(line.text))
                    (found.by_assistant if by_assistant else found.parts).append(part)
        return found

    def _part(self, line: ContextLine) -> _Part:
        same = (turn for turn in self._at.get(line.date, ()) if not line.name or turn.name == line.name)
        named = {turn.id for turn in same} | {id for id in _TURN_ID.findall(line.text) if id in self._turns}
        words = _normal(line.text)
        if any(words in _normal(self._turns[id].text) for id in named):
            own: tuple[str, ...] = ()
        else:
            own = tuple(one for one in sentences(line.text) if not self._is_said(one))
        return _Part(line, words, own, frozenset(named))

    # ------------------------------------------------------------------ disclosures

    def _standing(self, life: Life, found: _Found) -> list[tuple[Disclosure, _Part | None]]:
        """The disclosures that stand, as told there, each with its line; None for a whole turn."""
        told = life.ledger.disclosures
        held: dict[int, tuple[Disclosure, _Part | None]] = {}
        for place, one in enumerate(told):
            if one.how != _IMPLIED:
                stands = self._stands(one, found.parts, found, life)
                if stands is not None and all(self._is_heard(turn, found) for turn in one.after):
                    held[place] = stands
        for part in found.parts:
            for sentence in part.own:
                for place, value in self._in_own_words(sentence, part, told, life):
                    held.setdefault(place, (replace(told[place], value=value, reason=""), part))
        by_fact = {(one.turn, one.fact): part for one, part in held.values()}
        for place, one in enumerate(told):
            if one.how == _IMPLIED and (one.turn, one.fact) in by_fact:
                held[place] = one, by_fact[one.turn, one.fact]
        return [held[place] for place in sorted(held)]

    def _stands(
        self, one: Disclosure, parts: Sequence[_Part], found: _Found, life: Life
    ) -> tuple[Disclosure, _Part | None] | None:
        """A disclosure as a whole turn or a part of it tells it, and that part; None if none does."""
        if one.turn in found.whole:
            return one, None
        attribute = life.ontology.attribute(one.attribute)
        for part in parts:
            if one.turn in part.turns:
                value = _conveyed(part.line.text, one, attribute, life)
                if value:
                    return _as_told(one, value, part, life), part
        if one.turn not in self._turns:
            return None
        for part in parts:
            is_quoted = any(telling in part.words for telling in self._tellings_of(one, attribute, life))
            if is_quoted and self._is_latest(one, part, attribute, life):
                return _as_told(one, one.value, part, life), part
        return None

    def _tellings_of(self, one: Disclosure, attribute: Attribute, life: Life) -> tuple[str, ...]:
        """The sentences of its turn that tell a disclosure, or the whole turn if no single one does; none if short."""
        key = (one.turn, one.attribute, one.value, one.how)
        known = self._tellings.get(key)
        if known is None:
            text = self._turns[one.turn].text
            found = [part for part in sentences(text) if _conveyed(part, one, attribute, life) == (one.value or "yes")]
            known = tuple(words for words in map(_normal, found or [text]) if len(words.split()) >= QUOTED)
            self._tellings[key] = known
        return known

    def _is_latest(self, one: Disclosure, part: _Part, attribute: Attribute, life: Life) -> bool:
        """Whether no later disclosure, up to the date of the line, was told in the same sentence."""
        if not _is_before(one, part.line.date):
            return False
        later = (
            other
            for other in life.ledger.of(one.person, one.attribute)
            if other.value == one.value and other.time > one.time and _is_before(other, part.line.date)
        )
        own = set(self._tellings_of(one, attribute, life))
        return not any(own & set(self._tellings_of(other, attribute, life)) for other in later)

    def _in_own_words(
        self, sentence: str, part: _Part, told: Sequence[Disclosure], life: Life
    ) -> Iterator[tuple[int, str]]:
        """The places of the disclosures that a sentence of the memory's own tells, each with its value."""
        named = attributes_named(sentence, life.ontology)
        latest: dict[tuple[str, str, str], tuple[int, str]] = {}
        for place, one in enumerate(told):
            if one.attribute in named and one.how not in (_IMPLIED, FORGOTTEN) and _is_before(one, part.line.date):
                value = told_value(sentence, one.value, life.ontology.domain(one.attribute))
                if value and self._speaks_of(one.person, part, life):
                    latest[one.person, one.attribute, one.value] = place, value
        guessed = {name for name in {name for _, name, _ in latest} if self._is_guessed(sentence, name, life)}
        yield from (found for (_, name, _), found in latest.items() if name not in guessed)

    def _is_guessed(self, sentence: str, name: str, life: Life) -> bool:
        """Whether a sentence names values of an attribute that never came up, so that it does not say which holds.

        A number or a date may stand in it for another reason, so there several of them count.
        """
        domain, heard = life.ontology.domain(name), self._heard_of(name, life)
        unheard = {one.value for one in find_values(sentence, domain)} - heard
        return len(unheard) > (0 if domain.type is ValueType.TERM else SPARE_FIGURES)

    def _heard_of(self, name: str, life: Life) -> set[str]:
        """The values of an attribute that the turns so far name."""
        read, heard = self._heard.get(name, (0, set[str]()))
        if read < self._read:
            domain = life.ontology.domain(name)
            for turn in life.transcript[read : self._read]:
                heard.update(one.value for one in find_values(turn.text, domain))
            self._heard[name] = self._read, heard
        return heard

    def _speaks_of(self, person: str, part: _Part, life: Life) -> bool:
        """Whether a line may be about a person: it bears the person's name, or nobody else's."""
        names = {name.casefold() for name in _names(life, person)}
        if part.line.name:
            return part.line.name.casefold() in names
        own = part.words
        return any(_holds(own, name) for name in names) or not any(
            _holds(own, name) for other in life.persons if other != person for name in _names(life, other)
        )

    def _is_taken_for(self, life: Life, owner: str, one: Disclosure, part: _Part | None) -> bool:
        """Whether a line of another person has nothing that tells it from the owner's."""
        name = part.line.name if part is not None else self._turns[one.turn].name
        own = {name.casefold() for name in _names(life, owner)}
        if name:
            return name.casefold() in own
        return part is not None and self._speaks_of(owner, part, life)

    def _is_heard(self, turn: str, found: _Found) -> bool:
        """Whether most words of a turn stand in the context."""
        if turn in found.whole:
            return True
        if turn not in self._turns:
            return False
        text = _normal(self._turns[turn].text)
        half = len(text.split()) / 2
        return any(
            text in part.words or (turn in part.turns and part.words in text and len(part.words.split()) >= half)
            for part in found.parts
        )

    def _act_stands(self, turn: str, test: Callable[[str], bool], found: _Found) -> bool:
        """Whether a turn stands in the context, or a sentence of it that passes a test."""
        if self._consulted is not None:
            self._consulted.turns.add(turn)
        if turn in found.whole:
            return True
        if turn not in self._turns:
            return False
        passing = [_normal(part) for part in sentences(self._turns[turn].text) if test(part)]
        return any(
            (turn in part.turns and test(part.line.text)) or any(words in part.words for words in passing)
            for part in found.parts
        )


def _conveyed(text: str, one: Disclosure, attribute: Attribute, life: Life) -> str:
    """The value of a disclosure that a text names; of a wish to forget, `yes` if the text names the attribute."""
    if one.how == FORGOTTEN:
        return "yes" if names_attribute(text, attribute) else ""
    found = told_value(text, one.value, attribute.domain)
    if not found and attribute.type is ValueType.DATE:
        day = one.time.astimezone(life.scenario.start.tzinfo).date()
        found = told_value(in_dates(text, day), one.value, attribute.domain)
    return found


def _as_told(one: Disclosure, value: str, part: _Part, life: Life) -> Disclosure:
    """A disclosure with the value and the reason that a part of its turn gives."""
    reason = one.reason
    if reason and _normal(life.language.lines("reasons", reason)[0]) not in part.words:
        reason = ""
    return one if one.how == FORGOTTEN else replace(one, value=value, reason=reason)


def names_attribute(text: str, attribute: Attribute) -> bool:
    """Whether a text has the label or a cue of an attribute."""
    words = _normal(text)
    return any(_holds(words, cue) for cue in (attribute.label, *attribute.cues))


@lru_cache(maxsize=KEPT)
def attributes_named(text: str, ontology: Ontology) -> frozenset[str]:
    """The attributes of which a text has the label or a cue."""
    return frozenset(attribute.name for attribute in ontology if names_attribute(text, attribute))


@lru_cache(maxsize=KEPT)
def _normal(text: str) -> str:
    return normalise(text)


def _holds(words: str, name: str) -> bool:
    """Whether normalised words hold a name; at word boundaries, unless it is Chinese."""
    wanted = _normal(name)
    if not wanted:
        return False
    return f" {wanted} " in f" {words} " if wanted.isascii() else wanted in words


def _names(life: Life, person: str) -> Iterable[str]:
    known = life.persons[person]
    return [name for name in (known.name, known.renamed) if name]


def _is_before(one: Disclosure, written: str) -> bool:
    """Whether a disclosure was made by the date of a line; true for a line without a known date."""
    if not re.match(r"\d{4}-\d\d-\d\d", written):
        return True
    stamp = one.time.isoformat(" ", "minutes")[:16]
    return stamp[: len(written)] <= written


def _is_dated(part: _Part, one: Disclosure) -> bool:
    """Whether a line bears the day on which a disclosure was made."""
    return part.line.date[:10] == one.time.isoformat()[:10]
