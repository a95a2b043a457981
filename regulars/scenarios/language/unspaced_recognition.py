"""Recognition for languages without spaces between words.

The words by which such a language asks, and names speaker and listener, are data: the table `listening` of its pack.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from regulars.calendar_text import granularity_of
from regulars.chinese_text import asks
from regulars.scenarios.language.recognition import TELLS, Recognition, form_of
from regulars.scenarios.ontology.attribute import Attribute
from regulars.scenarios.ontology.attributes import Ontology
from regulars.values import Mention, ValueType, resolve_value

LONGEST_QUESTION = 36
"""Greatest number of characters of a question that is recognised by a cue alone."""

_SENTENCE = re.compile(r"[^。！？!?\n]*[。！？!?\n]?")
_SLOT = re.compile(r"\{(value|old|other)\}")
_SPAN = r"[^。！？；，!?;\n]{1,30}?"
_BEGINS = r"(?:^|(?<=[。！？；，：!?;\s”」]))"
_ENDS = r"(?=[。！？；，!?;\n]|$)"


class UnspacedRecognition(Recognition):
    """The listening half of a language pack without spaces between words.

    Args:
        ontology: Gives the templates and cues.
        recalls: Words by which a person asks whether something is remembered.
        asks_openly: Words by which a listener asks for more.
        asks_how: Words by which a person asks for a way to proceed.
        listening: Lists of words by their use: `first_person`, `to_the_user`, `question_words`, `how_many`, `or`.
    """

    def __init__(
        self,
        ontology: Ontology,
        recalls: Sequence[str],
        asks_openly: Sequence[str],
        asks_how: Sequence[str],
        listening: Mapping[str, Sequence[str]],
    ) -> None:
        super().__init__(ontology, recalls, asks_openly, asks_how)
        self._listening = listening
        self._patterns: dict[tuple[str, str], tuple[re.Pattern[str], ...]] = {}
        self._joins = re.compile("|".join(re.escape(word) for word in listening["or"]))
        self._longest_first = sorted(
            ((wording, name, form) for table in self._wordings.values() for wording, name, form in table),
            key=lambda known: -len(known[0]),
        )

    # Disclosures

    def _told_words(self, attribute: Attribute) -> Iterator[str]:
        """The wordings that tell an attribute or its end."""
        for kinds in (TELLS, ("ended",)):
            yield from _worded(attribute, kinds)
        yield from (second.rstrip("。！!") for _, second in attribute.piecemeal)

    def patterns(self, attribute: str) -> tuple[re.Pattern[str], ...]:
        """The patterns of the attribute's disclosures."""
        return self._compiled(attribute, "told", TELLS)

    def _compiled(self, name: str, what: str, kinds: Sequence[str]) -> tuple[re.Pattern[str], ...]:
        found = self._patterns.get((name, what))
        if found is None:
            attribute = self._ontology.attribute(name)
            found = self._patterns[name, what] = tuple(_patterns(attribute, kinds))
        return found

    def read(self, attribute: str, text: str) -> list[Mention]:
        """The values that `text` tells in the attribute's patterns, in order, each place once."""
        known = self._ontology.attribute(attribute)
        found: dict[int, Mention] = {}
        for pattern in self.patterns(attribute):
            for match in pattern.finditer(text):
                value = resolve_value(match["value"], known.domain)
                if value:
                    granularity = granularity_of(value) if known.type is ValueType.DATE else ""
                    found.setdefault(match.start("value"), Mention(value, *match.span("value"), granularity))
        if known.implied_by:
            values = self._ontology.attribute(known.implied_by).implies[attribute]
            for mention in self.read(known.implied_by, text):
                if mention.value in values:
                    found.setdefault(mention.start, Mention(values[mention.value], mention.start, mention.end))
        return [found[start] for start in sorted(found)]

    def ended_in(self, attribute: str, text: str) -> bool:
        """Whether `text` tells the end of the attribute."""
        return any(pattern.search(text) for pattern in self._compiled(attribute, "ended", ("ended",)))

    def offered(self, message: str) -> tuple[str, tuple[str, ...]] | None:
        """The attribute and options of a known wording that delegates a choice."""
        message = message.lower()
        for attribute, before, after, _ in self._offers:
            start = message.find(before) + len(before)
            end = message.find(after, start)
            if start < len(before) or end < 0:
                continue
            domain = self._ontology.domain(attribute)
            options = [resolve_value(part, domain) for part in self._joins.split(message[start:end])]
            if options and all(options):
                return attribute, tuple(options)
        return None

    # Questions

    def asks_how(self, text: str) -> bool:
        """Whether a question asks for a way to proceed."""
        sentences = (sentence for sentence in _SENTENCE.findall(text) if asks(sentence))
        return any(words in sentence for sentence in sentences for words in self._how)

    def asked_attribute(self, text: str) -> tuple[str, str] | None:
        """The attribute and form of a person's question."""
        if not asks(text):
            return None
        lowered = text.lower()
        starts = [match.start() for match in _SENTENCE.finditer(lowered) if match[0].strip()]
        for start in starts:
            start += len(lowered[start:]) - len(lowered[start:].lstrip())
            for wording, attribute, form in self._longest_first:
                if lowered.startswith(wording, start):
                    return attribute, form
        return self._asked_freely(text)

    def requests(self, text: str) -> bool:
        """Whether a person asks for something: every question and request of such a pack has a question mark."""
        return asks(text)

    def _asked_freely(self, text: str) -> tuple[str, str] | None:
        for sentence in _questions(text):
            known = any(word in sentence for word in (*self._recalls, *self._listening["question_words"]))
            if not known or len(sentence) > LONGEST_QUESTION or not self._holds(sentence, "first_person"):
                continue
            attribute = self._by_cue(sentence)
            if attribute is not None:
                return attribute.name, form_of(attribute, self._holds(sentence, "how_many"))
        return None

    def _holds(self, sentence: str, words: str) -> bool:
        return any(word in sentence for word in self._listening[words])

    def _by_cue(self, lowered: str) -> Attribute | None:
        return next((attribute for cue, attribute in self._cues if cue in lowered), None)

    def asks_about(self, text: str, attribute: str) -> bool:
        """Whether a sentence that asks holds a cue or the label of the attribute."""
        return any(cue in sentence for sentence in _questions(text) for cue in self._own_cues[attribute])

    def asked_of_user(self, reply: str) -> str | None:
        """The attribute that a question to the person is about."""
        for sentence in _questions(reply):
            if self._holds(sentence, "to_the_user") and self._holds(sentence, "question_words"):
                attribute = self._by_cue(sentence)
                if attribute is not None and not attribute.is_chosen:
                    return attribute.name
        return None


def _questions(text: str) -> list[str]:
    return [match[0].strip().lower() for match in _SENTENCE.finditer(text) if asks(match[0])]


def _patterns(attribute: Attribute, kinds: Sequence[str]) -> Iterator[re.Pattern[str]]:
    for words in _worded(attribute, kinds):
        yield re.compile(_BEGINS + _body(words) + _ENDS)


def _worded(attribute: Attribute, kinds: Sequence[str]) -> Iterator[str]:
    """The sentence with the value in each phrase of these kinds."""
    for kind in kinds:
        for template in attribute.phrases.get(kind, ()):
            slot = "{old}" if kind == "ended" else "{value}"
            sentence = next(match[0] for match in _SENTENCE.finditer(template) if slot in match[0])
            yield sentence.strip().rstrip("。！!")


def _body(words: str) -> str:
    made, position = "", 0
    for slot in _SLOT.finditer(words):
        made += re.escape(words[position : slot.start()])
        made += f"(?P<value>{_SPAN})" if slot[1] == "value" else _SPAN
        position = slot.end()
    return made + re.escape(words[position:])
