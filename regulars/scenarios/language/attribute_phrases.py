"""The phrases of an ontology's attributes, by kind, and the words for their values.

`packs.Language` draws from them what people say about attributes. The phrases of its file, such as greetings, are not
about an attribute and stay there.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from regulars.chinese_text import count_words
from regulars.errors import ScenarioError
from regulars.scenarios.language.slots import in_month, is_news
from regulars.scenarios.ontology.attribute import Attribute, Cardinality, render_value
from regulars.scenarios.ontology.attributes import Ontology
from regulars.values import ValueType

_REPEATED = 2
"""Number of short wordings of a telling that a listener who said nothing wrong may hear again."""
_MONTHLY = ("month", "year")
"""Granularities at which a date is told without its day."""


class AttributePhrases:
    """Templates with slots, by attribute and kind. Immutable.

    Args:
        language: The language's name, for messages.
        ontology: Gives the attributes.
        phrasing: `open` or `held_out`. With `held_out`, an attribute's held-out phrases replace the open ones of their
            kinds.
    """

    def __init__(self, language: str, ontology: Ontology, phrasing: str) -> None:
        self._language = language
        self._ontology = ontology
        self._units = {attribute.name: attribute.domain.unit for attribute in ontology}
        self._lines = {
            (attribute.name, kind): lines for attribute in ontology for kind, lines in _templates(attribute, phrasing)
        }

    def has(self, attribute: str, kind: str) -> bool:
        """Whether the attribute has phrases of a kind."""
        return bool(self._lines.get((attribute, kind)))

    def of(self, attribute: str, kind: str, granularity: str = "") -> tuple[str, ...]:
        """The phrases of a kind, which the attribute must have.

        Args:
            attribute: The attribute.
            kind: The kind of phrase, such as `tell`.
            granularity: For a date: the granularity at which it is told.

        Raises:
            ScenarioError: The attribute has no such phrases.
            UnknownNameError: There is no such attribute.
        """
        lines = self._lines.get((attribute, f"{kind}/month" if granularity in _MONTHLY else kind))
        if lines is None:
            self._ontology.attribute(attribute)
            raise ScenarioError(
                f"{attribute!r} has no phrases of kind {kind!r}",
                where=f"language {self._language}",
                remedy="ask for a kind that the attribute's file holds",
            )
        return lines

    def told_again(self, attribute: str, granularity: str) -> tuple[str, ...]:
        """The attribute's shortest open wordings of a telling, none of news if it has others.

        They are empty for a counter, which they would add to.
        """
        known = self._ontology.attribute(attribute)
        if known.cardinality is Cardinality.COUNTER:
            return ()
        lines = _repeated(known.phrases.get("tell", ()), known.news)
        return tuple(map(in_month, lines)) if granularity in _MONTHLY else lines

    def repeatable(self, attribute: str) -> tuple[str, ...]:
        """The tellings in which a value can be told again, since they report no news; there may be none."""
        return _repeatable(self.of(attribute, "tell"), self._ontology.attribute(attribute).news)

    def words(self, attribute: str, value: str, granularity: str) -> str:
        """A value as people write it, a date at a granularity."""
        return render_value(value, granularity, self._units[attribute], self._ontology.attribute(attribute).label)


@lru_cache(maxsize=1024)
def _repeatable(tellings: tuple[str, ...], news: frozenset[str]) -> tuple[str, ...]:
    return tuple(line for line in tellings if not _reports_news(line, news))


@lru_cache(maxsize=1024)
def _repeated(tellings: tuple[str, ...], news: frozenset[str]) -> tuple[str, ...]:
    """The shortest tellings, those that report news last."""
    return tuple(sorted(tellings, key=lambda line: (_reports_news(line, news), count_words(line)))[:_REPEATED])


def _reports_news(line: str, news: frozenset[str]) -> bool:
    """Whether a telling reports what has just happened: it is marked as `news`, or its words say so."""
    return line in news or is_news(line)


def _templates(attribute: Attribute, phrasing: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The attribute's phrases by kind; for dates also with `in` for a month in place of `on`."""
    phrases = {**attribute.phrases, **attribute.held_out} if phrasing == "held_out" else attribute.phrases
    for kind, lines in phrases.items():
        yield kind, lines
        if attribute.type is ValueType.DATE:
            yield f"{kind}/month", tuple(map(in_month, lines))
