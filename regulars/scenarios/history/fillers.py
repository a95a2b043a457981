"""Filler sessions: a person asks about a general matter, the assistant answers at length, and no fact is disclosed.

A short text, the spec, decides a session: `f1:<topic>:<key>`. Topics, the questions about them and the ways to speak
are data (`fillers/*.toml`), written in the language of `grammar.py`. In a filler, no person talks about themselves, and
no value of an attribute occurs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Generic, NamedTuple, TypeVar

from regulars.data_faults import raise_faults
from regulars.dialogue import ASSISTANT, count_tokens
from regulars.errors import DataError, ScenarioError, did_you_mean
from regulars.scenarios.history.grammar import Sentence, compile_sentence, sentence_case
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.toml_tables import Table, TomlFile
from regulars.seeding import Draws, SeedTree
from regulars.values import ValueType, find_values

USER = "user"
"""The speaker of the questions in a filler."""

FORMAT = "f1"
"""The format that every spec begins with. A change of the data that renders a spec differently needs a new one."""

LEAST, MOST = 200, 540
"""Range in tokens from which a session's least length is drawn."""

ROUNDS = 4
"""Greatest number of questions in a session."""

RENDERED = 512
"""The number of rendered sessions that are cached: those of a long history."""

_FRAMES = ("open", "case", "follow", "lead", "bridge", "close", "thanks", "farewell")
_BOUND = ("tool", "part", "fault", "sign", "cause", "effect", "myth", "example")
_ROOT = SeedTree(0).child("filler")

_T = TypeVar("_T")


class _Aspect(NamedTuple):
    ask: Sequence[Sentence]
    say: Sequence[Sentence]


class _Topic(NamedTuple):
    kind: str
    fixed: Mapping[str, str]
    listed: Mapping[str, Sequence[str]]
    tips: Sequence[Sentence]


class Fillers:
    """The grammar of one language pack's fillers. Immutable; made by `load`.

    Args:
        sources: The files of the language.

    Attributes:
        topics: The topics' names, in the files' order.
    """

    def __init__(self, sources: Iterable[TomlFile]) -> None:
        self._frames: dict[str, Sequence[Sentence]] = {}
        self._aspects: dict[str, list[_Aspect]] = {}
        self._topics: dict[str, _Topic] = {}
        self._words: frozenset[str] | None = None
        sources = list(sources)
        for source in sources:
            self._read(source)
        raise_faults([fault for source in sources for fault in source.faults], "the filler sessions")
        self.topics = tuple(self._topics)

    @staticmethod
    @lru_cache(maxsize=8)
    def load(language: str) -> Fillers:
        """The fillers of a language pack, read once.

        Raises:
            DataError: The pack has no fillers, or a file does not keep to the schema.
        """
        folder = files("regulars.scenarios").joinpath("history", "fillers")
        found = sorted((entry for entry in folder.iterdir() if entry.name.endswith(".toml")), key=lambda e: e.name)
        sources = [TomlFile(entry.read_text(encoding="utf-8"), entry.name) for entry in found]
        known = {str(source.data.get("language")) for source in sources}
        if language not in known:
            raise DataError(
                f"there are no filler sessions in {language!r}",
                where="fillers",
                expected=f"one of {', '.join(sorted(known))}",
                remedy="name a file of chats to fill the history with",
            )
        return Fillers(source for source in sources if source.data.get("language") == language)

    def render(self, spec: str) -> list[tuple[str, str]]:
        """The lines of a spec's session: pairs of speaker (`USER`, `ASSISTANT`) and text.

        Raises:
            ScenarioError: The spec is invalid, or its topic is unknown.
        """
        return list(_rendered(self, spec))

    def _write(self, spec: str) -> list[tuple[str, str]]:
        """The lines of a spec's session, written anew."""
        topic = self._topic(spec)
        draws = _ROOT.draws(spec)
        wanted = draws.between(LEAST, MOST)
        frames = {name: _Deck(self._frames[name], draws) for name in _FRAMES}
        listed = {name: _Deck(values, draws) for name, values in topic.listed.items()}
        aspects, tips = _Deck(self._aspects[topic.kind], draws), _Deck(topic.tips, draws)
        ended = draws.uniform() < 0.6
        lines: list[tuple[str, str]] = []
        tokens = 0
        for asked in range(ROUNDS):
            slots = {**topic.fixed, **{name: deck.next() for name, deck in listed.items()}}
            aspect = aspects.next()
            question = draws.choice(aspect.ask).write(draws, slots)
            slots["ask"], slots["Ask"] = question, sentence_case(question)
            slots["case"] = frames["case"].next().write(draws, slots)
            text = sentence_case(frames["follow" if asked else "open"].next().write(draws, slots))
            lines.append((USER, text))
            lines.append((ASSISTANT, _answer(draws, frames, aspect, tips, slots)))
            tokens += count_tokens(text) + count_tokens(lines[-1][1])
            if tokens >= wanted:
                break
        if ended:
            lines.append((USER, sentence_case(frames["thanks"].next().write(draws, slots))))
            lines.append((ASSISTANT, sentence_case(frames["farewell"].next().write(draws, slots))))
        return lines

    def knows(self, spec: str) -> bool:
        """Whether `spec` can be rendered."""
        form, _, rest = spec.partition(":")
        topic, _, key = rest.partition(":")
        return form == FORMAT and topic in self._topics and bool(key)

    def words(self) -> frozenset[str]:
        """All words that any of its sessions may hold, case folded."""
        if self._words is None:
            self._words = self._all_words()
        return self._words

    def _all_words(self) -> frozenset[str]:
        texts = [text for topic in self._topics.values() for values in topic.listed.values() for text in values]
        texts += [text for topic in self._topics.values() for text in topic.fixed.values()]
        sentences = [sentence for frames in self._frames.values() for sentence in frames]
        for aspects in self._aspects.values():
            sentences += [sentence for aspect in aspects for sentence in (*aspect.ask, *aspect.say)]
        sentences += [tip for topic in self._topics.values() for tip in topic.tips]
        sentences += [compile_sentence(text) for text in texts]
        return frozenset(word for sentence in sentences for word in sentence.words())

    def _topic(self, spec: str) -> _Topic:
        if not self.knows(spec):
            name = spec.partition(":")[2].partition(":")[0]
            raise ScenarioError(
                f"{spec!r} is not the spec of a filler session",
                where="filler",
                expected=f"{FORMAT}:<topic>:<key>",
                remedy=did_you_mean(name, self._topics) if name not in self._topics else "",
            )
        return self._topics[spec.split(":", 2)[1]]

    # Reading

    def _read(self, source: TomlFile) -> None:
        Table(source, (), source.data).only(("language", "kind", "frames", "aspects", "topics"))
        if "frames" in source.data:
            frames = source.table("frames")
            frames.only(_FRAMES)
            for name in _FRAMES:
                self._frames[name] = _compiled(frames, name, 8)
        kind = source.data.get("kind", "")
        for name in source.data.get("aspects", {}):
            table = source.table("aspects", name)
            table.only(("ask", "say"))
            self._aspects.setdefault(kind, []).append(_Aspect(_compiled(table, "ask", 4), _compiled(table, "say", 6)))
        for name in source.data.get("topics", {}):
            table = source.table("topics", name)
            fixed = {field: table.word(field) for field in ("name", "doing") if field in table}
            listed = {field: table.words(field, 3) for field in _BOUND if field in table}
            self._topics[name] = _Topic(kind, fixed, listed, _compiled(table, "tips", 8))


@lru_cache(maxsize=RENDERED)
def _rendered(fillers: Fillers, spec: str) -> tuple[tuple[str, str], ...]:
    """The lines of a spec's session; kept, as a session is rendered to be placed, to be measured and to be heard."""
    return tuple(fillers._write(spec))


class _Deck(Generic[_T]):
    """Cards drawn without repetition until all have been drawn. Then the drawing starts again."""

    __slots__ = ("_cards", "_draws", "_left")

    def __init__(self, cards: Sequence[_T], draws: Draws) -> None:
        self._cards = list(cards)
        self._draws = draws
        self._left = len(self._cards)

    def __len__(self) -> int:
        return self._left

    def next(self) -> _T:
        if not self._left:
            self._left = len(self._cards)
        cards, place = self._cards, self._draws.integer(self._left)
        self._left -= 1
        last = self._left
        cards[place], cards[last] = cards[last], cards[place]
        return cards[last]


def _answer(
    draws: Draws,
    frames: Mapping[str, _Deck[Sentence]],
    aspect: _Aspect,
    tips: _Deck[Sentence],
    slots: Mapping[str, str],
) -> str:
    """An answer to a question: a lead, the answer itself, a few hints, an offer."""
    kept = sorted(draws.sample(range(len(aspect.say)), draws.between(2, 4)))
    said = [aspect.say[place].write(draws, slots) for place in kept]
    if draws.uniform() < 0.8:
        said.insert(0, frames["lead"].next().write(draws, slots))
    text = " ".join(map(sentence_case, said))
    count = min(draws.between(2, 3), len(tips))
    if draws.uniform() < 0.85 and count:
        hints = [sentence_case(tips.next().write(draws, slots)) for _ in range(count)]
        bridge = sentence_case(frames["bridge"].next().write(draws, slots))
        way = draws.integer(4)
        if way == 0:
            text += f"\n\n{bridge}\n" + "\n".join(f"{place}. {hint}" for place, hint in enumerate(hints, 1))
        elif way == 1:
            text += f"\n\n{bridge}\n" + "\n".join(f"- {hint}" for hint in hints)
        else:
            text += f" {bridge} {' '.join(hints)}"
    if draws.uniform() < 0.7:
        close = sentence_case(frames["close"].next().write(draws, slots))
        text += f"\n\n{close}" if "\n" in text else f" {close}"
    return text


def _compiled(table: Table, field: str, least: int) -> list[Sentence]:
    where = f"{table.source.file}, {', '.join((*table.path, field))}"
    return [compile_sentence(text, where) for text in table.words(field, least)]


def filler_spec(topic: str, key: str) -> str:
    """The spec of a session about `topic`. Every `key` gives another session."""
    return f"{FORMAT}:{topic}:{key}"


def render_filler(spec: str, language: str) -> list[tuple[str, str]]:
    """The lines of a filler session: pairs of speaker, `USER` or `ASSISTANT`, and text.

    Args:
        spec: The spec, which decides the whole session (`filler_spec`).
        language: The language pack's name.

    Raises:
        ScenarioError: The spec is invalid, or its topic is unknown.
        DataError: The language pack has no fillers.

    Example:
        >>> lines = render_filler("f1:dough:1", "english")
        >>> [speaker for speaker, _ in lines[:2]]
        ['user', 'assistant']
    """
    return Fillers.load(language).render(spec)


def conflicts(text: str, ontology: Ontology) -> list[tuple[str, str]]:
    """The attributes and terms that `text` names, in pairs.

    Numbers and dates are not looked for. A number alone tells nothing about a person.
    """
    return [
        (attribute.name, mention.value)
        for attribute in ontology
        if attribute.type is ValueType.TERM
        for mention in find_values(text, attribute.domain)
    ]
