"""How people put acts into words, and how those words are recognised again.

A `Language` renders: it draws a template and fills it. Which template is drawn depends on the draws alone,
so an act that two runs share is worded alike in both. It also reads: which attribute a question is about,
which values a sentence tells in the patterns of an attribute. Phrases are data files; nothing here knows
what is true.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from regulars.errors import DataError, ScenarioError, UnknownNameError, did_you_mean
from regulars.scenarios.attributes import Attribute, Cardinality, Ontology, load_ontology, render_value
from regulars.scenarios.recognition import Recognition
from regulars.scenarios.world import Act, ActKind, Form, Probe
from regulars.values import Mention, ValueType, grain_of

if TYPE_CHECKING:
    import re

    from regulars.seeding import Draws

__all__ = ["Language", "language_packs"]

_QUESTION = {
    Form.VALUE: "ask",
    Form.SET: "set_question",
    Form.COUNT: "count_question",
    Form.CHOICE: "recall_choice",
}


class Language:
    """A language pack: phrases to speak with, patterns to listen with. Immutable; made by `load`.

    Args:
        name: The pack's name.
        phrases: What is said beside news and questions, by kind.
        recalls: Words by which a person asks whether something is remembered.
        asks_openly: Words by which a listener asks for more without naming anything.
        ontology: Its attributes' templates.

    Example:
        >>> from regulars.seeding import SeedTree
        >>> language = Language.load("english")
        >>> language.asked_attribute("Which city do I live in?")
        ('home_city', 'value')
        >>> language.told_in("home_city", "I moved from Lyon to Bergen.")
        ['Bergen']
    """

    def __init__(
        self,
        name: str,
        phrases: Mapping[str, Sequence[str]],
        recalls: Sequence[str],
        asks_openly: Sequence[str],
        ontology: Ontology,
    ) -> None:
        self.name = name
        self.ontology = ontology
        self._phrases = {kind: tuple(lines) for kind, lines in phrases.items()}
        self._units = {attribute.name: attribute.domain.unit for attribute in ontology}
        self._templates = {
            (attribute.name, kind): lines for attribute in ontology for kind, lines in _templates(attribute)
        }
        self._recognition = Recognition(ontology, recalls, asks_openly)

    @staticmethod
    def load(name: str) -> Language:
        """The language pack of that name, read once.

        Raises:
            UnknownNameError: There is no such pack.
            DataError: Its file does not keep to the schema.
        """
        return _load(name)

    def __reduce__(self) -> tuple[Any, ...]:
        return _load, (self.name,)

    # ------------------------------------------------------------------ speaking

    def kinds(self) -> tuple[str, ...]:
        """The kinds of phrases that `phrase` knows."""
        return tuple(self._phrases)

    def fixed_lines(self) -> tuple[str, ...]:
        """All phrases beside the attributes', with their slots."""
        return tuple(line for lines in self._phrases.values() for line in lines)

    def phrase(self, kind: str, draws: Draws, **slots: str) -> str:
        """A line of `kind`, such as `greeting` or `small_talk`; slots that it does not have are ignored."""
        lines = self._phrases.get(kind)
        if lines is None:
            raise UnknownNameError(
                f"there are no phrases of kind {kind!r}",
                where=f"language {self.name}",
                remedy=did_you_mean(kind, self._phrases),
            )
        line = draws.choice(lines)
        if "{" in line:
            for slot, text in slots.items():
                line = line.replace(f"{{{slot}}}", text)
        return line

    def tell(self, attribute: str, value: str, grain: str, draws: Draws, old: str = "") -> str:
        """A sentence that tells a value.

        Args:
            attribute: What it is about.
            value: Canonical.
            grain: For a date: the granularity at which it is told.
            draws: Decide the wording.
            old: The value it replaces, if that was told: the sentence then says that something changed.
        """
        kind = "update" if old and (attribute, "update") in self._templates else "tell"
        line = draws.choice(self._of(attribute, kind, grain))
        line = line.replace("{value}", self._words(attribute, value, grain))
        return line.replace("{old}", self._words(attribute, old, grain)) if old else line

    def correct(self, attribute: str, value: str, draws: Draws) -> str:
        """A sentence that tells a value again; a date at the granularity that `value` has."""
        grain = grain_of(value) if self.ontology.attribute(attribute).type is ValueType.DATE else ""
        line = draws.choice(self._of(attribute, "correct", grain))
        return line.replace("{value}", self._words(attribute, value, grain))

    def ask(self, attribute: str, draws: Draws, form: str = Form.VALUE) -> str:
        """A question in the first person: for the value, all values, their number, or a choice."""
        return draws.choice(self._of(attribute, _QUESTION[Form(form)]))

    def request(self, attribute: str, draws: Draws) -> str:
        """A wish that needs what was told, without naming it."""
        return draws.choice(self._of(attribute, "request"))

    def hint(self, attribute: str, draws: Draws) -> str:
        """Says that there is something to tell, and not what."""
        return draws.choice(self._of(attribute, "hint"))

    def delegate(self, attribute: str, options: Sequence[str], draws: Draws) -> str:
        """Wants the listener to choose one of `options`."""
        words = [self._words(attribute, option, "day") for option in options]
        listed = f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]
        return draws.choice(self._of(attribute, "delegate")).replace("{options}", listed)

    def raise_probe(self, act: Act, draws: Draws) -> str:
        """The words of an `ask` or `request` act.

        What the assistant was to choose is asked back as its choice; of an attribute with many values all are
        asked for; of any other the value.
        """
        attribute = self.ontology.attribute(act.attribute)
        if attribute.is_chosen:
            return self.ask(act.attribute, draws, Form.CHOICE)
        if act.kind is ActKind.REQUEST:
            return self.request(act.attribute, draws)
        return self.ask(act.attribute, draws, Form.SET if attribute.cardinality is Cardinality.MANY else Form.VALUE)

    def question(self, probe: Probe, draws: Draws) -> str:
        """The words of a probe beside the conversation; a recorded one has its own."""
        return probe.question or self.ask(probe.attribute, draws, probe.form)

    def value_words(self, attribute: str, value: str) -> str:
        """A value as people write it: a date in words at its own granularity, a number with its unit."""
        return self._words(attribute, value, grain_of(value))

    def _of(self, attribute: str, kind: str, grain: str = "") -> tuple[str, ...]:
        lines = self._templates.get((attribute, f"{kind}/month" if grain in ("month", "year") else kind))
        if lines is None:
            self.ontology.attribute(attribute)
            raise ScenarioError(
                f"{attribute!r} has no phrases of kind {kind!r}",
                where=f"language {self.name}",
                remedy="ask for what the attribute's file holds",
            )
        return lines

    def _words(self, attribute: str, value: str, grain: str) -> str:
        return render_value(value, grain, self._units[attribute])

    # ------------------------------------------------------------------ listening

    def patterns(self, attribute: str) -> tuple[re.Pattern[str], ...]:
        """What `tell`, `update` and `correct` of an attribute look like, the value in the group `value`."""
        return self._recognition.patterns(attribute)

    def read(self, attribute: str, sentence: str) -> list[Mention]:
        """The values of an attribute that `sentence` tells in a pattern of that attribute, in order.

        What is only implied is read from the attribute that implies it.
        """
        return self._recognition.read(attribute, sentence)

    def told_in(self, attribute: str, text: str) -> list[str]:
        """The canonical values that `text` tells in a pattern of the attribute, in order."""
        return [mention.value for mention in self._recognition.read(attribute, text)]

    def chosen_in(self, attribute: str, text: str) -> list[str]:
        """The value that a reply settles on: the only one of the attribute that it names, if it is one."""
        return self._recognition.chosen_in(attribute, text)

    def offered(self, message: str) -> tuple[str, tuple[str, ...]] | None:
        """What `message` wants chosen: the attribute and the canonical options; None if nothing."""
        return self._recognition.offered(message)

    def asked_attribute(self, text: str) -> tuple[str, str] | None:
        """Which attribute a person's question or request is about, and the form of answer it wants.

        Known wordings are recognised wherever a sentence begins. Other wordings count if they are short
        questions in the first person that hold a cue of the attribute.
        """
        return self._recognition.asked_attribute(text)

    def asks_about(self, text: str, attribute: str) -> bool:
        """Whether a sentence of a reply ends in `?` and holds the attribute's label or a cue."""
        return self._recognition.asks_about(text, attribute)

    def asked_of_user(self, reply: str) -> str | None:
        """The attribute that a reply asks the person for, by the longest cue; None if it asks for none."""
        return self._recognition.asked_of_user(reply)

    def asks_openly(self, reply: str) -> bool:
        """Whether a reply asks for more without naming anything, as after a hint."""
        return self._recognition.asks_openly(reply)


def _templates(attribute: Attribute) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The attribute's phrases by kind; of dates also as they read with a month: `in`, not `on`."""
    for kind, lines in attribute.phrases.items():
        yield kind, lines
        if attribute.type is ValueType.DATE:
            yield f"{kind}/month", tuple(line.replace("on {value}", "in {value}") for line in lines)


@lru_cache(maxsize=1)
def language_packs() -> tuple[str, ...]:
    """The names of the language packs."""
    folder = files("regulars.scenarios").joinpath("language")
    names = (entry.name for entry in folder.iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@lru_cache(maxsize=8)
def _load(name: str) -> Language:
    folder = files("regulars.scenarios").joinpath("language")
    packs = language_packs()
    if name not in packs:
        raise UnknownNameError(f"there is no language pack {name!r}", remedy=did_you_mean(name, packs))
    where = f"{name}.toml"
    try:
        data = tomllib.loads(folder.joinpath(where).read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"is no TOML: {error}", where=where) from error
    phrases = data.get("phrases")
    if not isinstance(phrases, dict):
        raise DataError("is missing or no table", where=f"{where}, phrases", expected="lists of lines by kind")
    lists = {**phrases, "recalls": data.get("recalls"), "asks_openly": data.get("asks_openly")}
    for kind, lines in lists.items():
        if not isinstance(lines, list) or not lines or not all(isinstance(line, str) and line for line in lines):
            raise DataError("is missing or no list of lines", where=f"{where}, {kind}", expected="a list of texts")
    return Language(name, phrases, data["recalls"], data["asks_openly"], load_ontology())
