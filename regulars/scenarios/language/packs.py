"""Language packs: put acts into words, and recognise those words again.

A `Language` speaks: it draws a template and fills it. The draws alone decide on the template, so an act that two runs
share has the same words in both. It also listens (`listening`): it finds the attribute of a question, and the values
that a sentence tells in the patterns of an attribute. Phrases are data files, which `pack_tables` reads. This module
does not know which facts are true.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from regulars.calendar_text import granularity_of
from regulars.errors import UnknownNameError, did_you_mean
from regulars.scenarios.content import content_of
from regulars.scenarios.insights.entries import Interpretation
from regulars.scenarios.kinds import PHRASINGS, ActKind, DisclosurePhrasing, Form
from regulars.scenarios.language.attribute_phrases import AttributePhrases
from regulars.scenarios.language.exchanges import SmallTalk, mean_length
from regulars.scenarios.language.listening import Listener, recognition_of
from regulars.scenarios.language.pack_tables import SECTIONS, read_pack, sound_content
from regulars.scenarios.language.recognition import requested_form
from regulars.scenarios.language.slots import filled, in_month, of_length, uncontradicting
from regulars.scenarios.language.wordings import taken
from regulars.scenarios.ontology.attributes import Ontology, load_ontology
from regulars.scenarios.ontology.contexts import load_contexts
from regulars.scenarios.pack_files import built_in_packs, language_packs
from regulars.scenarios.rules.standing import RuleSetting
from regulars.scenarios.world import Act, Probe
from regulars.values import ValueType

if TYPE_CHECKING:
    from regulars.seeding import Draws

_QUESTION = {
    Form.VALUE: "ask",
    Form.SET: "set_question",
    Form.COUNT: "count_question",
    Form.SUM: "sum_question",
    Form.CHOICE: "recall_choice",
}
_MARKS = {
    "space": " ", "comma": ", ", "or": " or ", "and": " and ", "then": ", then ",
    "stop": ".", "light": "", "dots": "...", "loud": "!",
}  # fmt: skip
"""The words that join parts and values, the full stop, and what stands in its place by a person's punctuation, unless
the pack has others under `marks`."""
_GOES_ON = re.compile(r"\{value\}.*[.!?] \S")
"""Words after the sentence with the value; a reason said next would seem to belong to them."""
_PARTS_OF_MONTH = ("early", "middle", "late")


class Language(Listener):
    """A language pack: phrases to speak with, patterns to listen with. Immutable; made by `load`.

    Args:
        name: The pack's name.
        pack: The tables of its file.
        ontology: Gives the attributes' templates.
        phrasing: `open` or `held_out`. With `held_out`, people speak in phrases that no reader is made from. Listening
            is the same in both.

    Example:
        >>> from regulars.seeding import SeedTree
        >>> language = Language.load("english")
        >>> language.asked_attribute("Which city do I live in?")
        ('home_city', 'value')
        >>> language.told_in("home_city", "I've moved from Lyon to Bergen, boxes everywhere!")
        ['Bergen']
    """

    def __init__(self, name: str, pack: Mapping[str, Any], ontology: Ontology, phrasing: str = "open") -> None:
        super().__init__(recognition_of(pack, ontology))
        self.name = name
        self._pack = pack
        self.ontology = ontology
        self.phrasing = phrasing
        self._sections: dict[str, dict[str, tuple[str, ...]]] = {
            section: {kind: tuple(lines) for kind, lines in pack.get(section, {}).items()} for section in SECTIONS
        }
        self._phrases = AttributePhrases(name, ontology, phrasing)
        self.contexts = load_contexts(name)
        self.marks: Mapping[str, str] = {**_MARKS, **pack.get("marks", {})}
        self.rules: Mapping[str, Mapping[str, tuple[str, ...]]] = pack.get("rules", {})
        self.insights: Mapping[str, Interpretation] = pack.get("insights", {})
        self.small_talk: Mapping[str, SmallTalk] = {one.id: one for one in pack.get("small_talk", ())}
        self.exchanges = tuple(self.small_talk.values())
        self.exchange_length = mean_length(self.exchanges)

    @staticmethod
    def load(name: str, phrasing: str = "open") -> Language:
        """Loads the language pack of that name, once.

        Raises:
            UnknownNameError: The pack or the phrasing is unknown.
            DataError: The file does not follow the schema.
        """
        return _load(name, phrasing)

    def over(self, ontology: Ontology) -> Language:
        """The same language with the attributes of another ontology."""
        return Language(self.name, self._pack, ontology, self.phrasing)

    def __reduce__(self) -> tuple[Any, ...]:
        return _load, (self.name, self.phrasing)

    def kinds(self) -> tuple[str, ...]:
        """The kinds of phrases that `phrase` has."""
        return tuple(self._sections["phrases"])

    def fixed_lines(self) -> tuple[str, ...]:
        """All phrases other than those of attributes, with their slots."""
        return tuple(line for lines in self._sections["phrases"].values() for line in lines)

    def lines(self, section: str, kind: str) -> tuple[str, ...]:
        """The lines of a kind in a section of the pack.

        The sections are `questions`, `options`, `reasons`, `acts`, `held_out` (acts again), `noise`, `prompts`, and
        `traits`: what people say to show each trait.

        Raises:
            UnknownNameError: The section has no such kind.
        """
        found = self._sections[section].get(kind)
        if found is None:
            raise UnknownNameError(
                f"the pack has no {section} of kind {kind!r}",
                where=f"language {self.name}",
                remedy=did_you_mean(kind, self._sections[section]),
            )
        return found

    def names(self, section: str) -> tuple[str, ...]:
        """The kinds of a section."""
        return tuple(self._sections[section])

    def phrase(self, kind: str, draws: Draws, length: str = "plain", **slots: str) -> str:
        """A line of `kind`, such as `greeting`; unknown slots are ignored."""
        return filled(draws.choice(of_length(self.lines("phrases", kind), length)), slots)

    def exchange(self, id: str) -> SmallTalk:
        """The exchange of small talk with that id, such as `kitchen-12`.

        Raises:
            UnknownNameError: The pack has none.
        """
        found = self.small_talk.get(id)
        if found is None:
            remedy = did_you_mean(id, self.small_talk)
            raise UnknownNameError(f"unknown exchange {id!r}", where=f"language {self.name}", remedy=remedy)
        return found

    def act(self, kind: str, draws: Draws, wording: int | None = None, **slots: str) -> str:
        """A line of an act such as `forget`, which is neither a disclosure nor a question.

        With held-out phrasing, a kind that has held-out lines is said in those. With a `wording`, it is the one with
        that number in a drawn order.
        """
        held_out = self._sections["held_out"].get(kind) if self.phrasing == "held_out" else None
        return filled(taken(held_out or self.lines("acts", kind), draws, wording), slots)

    def tell(
        self,
        attribute: str,
        value: str,
        granularity: str,
        draws: Draws,
        old: str = "",
        phrasing: DisclosurePhrasing = DisclosurePhrasing.DIRECT,
        other: str = "",
        words: str = "",
        more: int = 0,
        length: str = "plain",
        reason_follows: bool = False,
        again: bool = False,
        wording: int | None = None,
    ) -> str:
        """A sentence that tells a value.

        Args:
            attribute: The attribute.
            value: The canonical value.
            granularity: For a date: the granularity at which it is told.
            draws: Decide the wording.
            old: The replaced value, if it was told; the sentence then says that something changed.
            phrasing: The phrasing; `direct` if the attribute has no phrases for it. See `pieces` for piecemeal ones.
            other: For `assumed`: the value that the listener may assume.
            words: The written value, if it differs from the usual one.
            more: For an attribute whose values add up: how many were told before. The sentence then says that this one
                joins them. While sentences last, each of these numbers has its own, given the same draws.
            length: `short` or `long` for one of the shortest or longest wordings; additions are of any length.
            reason_follows: Whether a reason for the change is said next. An update that gives one itself is then used
                only if there is no other, and so is one that goes on after the value.
            again: Whether it was told before: then in words that report no news, if there are any (`can_repeat`).
            wording: The number of the wording in a drawn order (`taken`); None to draw it. Additions have their own.
        """
        kind, indirect = "tell", (DisclosurePhrasing.IN_PASSING, DisclosurePhrasing.ASSUMED)
        if more and self._phrases.has(attribute, "also"):
            kind = "also"
        elif phrasing in indirect and self._phrases.has(attribute, phrasing.value):
            kind = phrasing.value if other or phrasing is DisclosurePhrasing.IN_PASSING else "tell"
        elif old and phrasing is not DisclosurePhrasing.UNMARKED and self._phrases.has(attribute, "update"):
            kind = "update"
        lines = list((again and self._phrases.repeatable(attribute)) or self._phrases.of(attribute, kind, granularity))
        if kind == "update" and reason_follows:
            lines = [line for line in lines if not self.gives_a_cause(line)] or lines
            lines = [line for line in lines if not _GOES_ON.search(line)] or lines
        if kind == "also":
            draws.shuffle(lines)
            line = lines[(more - 1) % len(lines)]
        else:
            line = taken(lines, draws, wording, length)
        slots = {"value": words or self._phrases.words(attribute, value, granularity)}
        if "{other}" in line:
            slots["other"] = self._phrases.words(attribute, other, granularity)
        if old:
            slots["old"] = self._phrases.words(attribute, old, granularity)
        return filled(line, slots)

    def can_repeat(self, attribute: str) -> bool:
        """Whether an attribute has words for telling a value again that do not sound like news."""
        return bool(self._phrases.repeatable(attribute))

    def in_words(self, line: str, attribute: str, value: str, granularity: str, written: str = "") -> str:
        """A line of somebody's own with a value in its slot: as `written`, or as the language writes it."""
        return filled(line, {"value": written or self._phrases.words(attribute, value, granularity)})

    def fitting_reasons(self, attribute: str) -> tuple[str, ...]:
        """The names of the reasons that suit a change of the attribute, by the pack's `misfits`.

        Empty if each update of the attribute gives a cause itself.
        """
        if self.explains_itself(attribute):
            return ()
        misfits = self._sections["misfits"]
        return tuple(name for name in self.names("reasons") if attribute not in misfits.get(name, ()))

    def explains_itself(self, attribute: str) -> bool:
        """Whether each update of the attribute gives a cause, so that no reason may follow it."""
        updates = self._phrases.of(attribute, "update") if self._phrases.has(attribute, "update") else ()
        return bool(updates) and all(map(self.gives_a_cause, updates))

    def gives_a_cause(self, line: str) -> bool:
        """Whether an update says why something changed, in words of the pack's `causes`.

        A space in these words also stands for the beginning or end of the line.
        """
        said = f" {line.casefold()} "
        return any(word in said for words in self._sections["causes"].values() for word in words)

    def vague(self, attribute: str, value: str, draws: Draws, loose: float) -> str:
        """A vague date: its month, or the beginning, middle or end of the month.

        Args:
            attribute: The attribute of the date.
            value: The day.
            draws: Decide the wording.
            loose: Share of dates that name the month only.
        """
        part = _PARTS_OF_MONTH[min((int(value[8:10]) - 1) // 10, 2)]
        kind = "month" if draws.uniform() < loose else part
        month = self._phrases.words(attribute, value, "month")
        return draws.choice(self.lines("noise", kind)).replace("{month}", month)

    def pieces(self, attribute: str, value: str, granularity: str, draws: Draws) -> tuple[str, str] | None:
        """A disclosure in two lines, neither of which tells it alone; None if the attribute has none."""
        pairs = self.ontology.attribute(attribute).piecemeal
        if not pairs:
            return None
        first, second = draws.choice(pairs)
        second = in_month(second) if granularity in ("month", "year") else second
        return first, filled(second, {"value": self._phrases.words(attribute, value, granularity)})

    def end(self, attribute: str, old: str, draws: Draws) -> str:
        """A sentence that tells the end of something."""
        line = draws.choice(self._phrases.of(attribute, "ended"))
        return filled(line, {"old": self._phrases.words(attribute, old, "")})

    def correct(self, attribute: str, value: str, draws: Draws, mild: bool = False, wording: int | None = None) -> str:
        """A sentence that tells a value again; a date at its own granularity.

        Args:
            attribute: The attribute.
            value: The canonical value.
            draws: Decide the wording.
            mild: Whether the listener said nothing wrong, so that the sentence contradicts nobody if the attribute has
                such a wording: one of a correction or, except for counters, a short one of a telling.
            wording: The number of the wording, counted round; None to draw it.
        """
        known = self.ontology.attribute(attribute)
        granularity = granularity_of(value) if known.type is ValueType.DATE else ""
        lines = self._phrases.of(attribute, "correct", granularity)
        if mild:
            gentle = uncontradicting(lines)
            short = self._phrases.told_again(attribute, granularity)
            more = () if wording is None else short  # several values need several wordings
            lines = (*gentle, *more) or short or lines
        line = draws.choice(lines) if wording is None else lines[wording % len(lines)]
        return filled(line, {"value": self._phrases.words(attribute, value, granularity)})

    def hearsay(
        self, attribute: str, kind: str, values: Sequence[str], draws: Draws, wording: int | None = None
    ) -> str:
        """A sentence that says values without telling them; empty if the attribute has no phrases for it.

        Args:
            attribute: The attribute.
            kind: `of_others`: each value is somebody else's. `rumour`: it is wrongly said of the person. Or a sort of
                mention other than `again`.
            values: The values; several only of others, which takes phrases of the kind `of_several`.
            draws: Decide the wording, or the order of the wordings.
            wording: Its number in that order, counted round; None to draw one.
        """
        several = len(values) > 1
        kind = "of_several" if several else kind
        if not self._phrases.has(attribute, kind):
            return ""
        line = taken(self._phrases.of(attribute, kind), draws, wording)
        words = [self.value_words(attribute, value) for value in values]
        return filled(line, {"values": self.listed(words)} if several else {"value": words[0]})

    def ask(
        self, attribute: str, draws: Draws, form: str = Form.VALUE, length: str = "plain", wording: int | None = None
    ) -> str:
        """A question in the first person: for the value, all values, their number or sum, or a choice."""
        return taken(self._phrases.of(attribute, _QUESTION[Form(form)]), draws, wording, length)

    def request(self, attribute: str, draws: Draws, length: str = "plain", wording: int | None = None) -> str:
        """A request that needs a told value, without naming it."""
        return taken(self._phrases.of(attribute, "request"), draws, wording, length)

    def hint(self, attribute: str, draws: Draws) -> str:
        """A sentence that offers news of an attribute without its value."""
        return draws.choice(self._phrases.of(attribute, "hint"))

    def delegate(self, attribute: str, options: Sequence[str], draws: Draws) -> str:
        """A request to choose one of `options`."""
        words = [self._phrases.words(attribute, option, "day") for option in options]
        return filled(draws.choice(self._phrases.of(attribute, "delegate")), {"options": self.listed(words, "or")})

    def listed(self, words: Sequence[str], last: str = "and") -> str:
        """Words in a row, with `and` or `or` before the last."""
        rest = self.marks["comma"].join(words[:-1])
        return f"{rest}{self.marks[last]}{words[-1]}" if len(words) > 1 else words[0]

    def wish(self, setting: RuleSetting, kind: str) -> tuple[str, ...]:
        """The phrases about a standing rule (`stated`, `hinted`, `complaint`, `lifted`), or replies that keep it."""
        own = self.rules.get(setting.id)
        found: tuple[str, ...] = own[kind] if own is not None else getattr(setting, kind)
        return found

    def raise_probe(self, act: Act, draws: Draws, length: str = "plain", wording: int | None = None) -> str:
        """The words of an `ask` or `request` act.

        For an attribute that the assistant chooses, the question is for its choice. Otherwise it asks for all values of
        an attribute with many, for the sum of a running total, and else for the value. A request in a context asks for
        a written message. With `short` or `long`, it is one of the shortest or longest, with a `wording` only while
        those last. Own words of the act replace all of these.
        """
        if act.words:
            return act.words
        attribute = self.ontology.attribute(act.attribute)
        if act.kind is ActKind.REQUEST and act.other:
            return taken(self.contexts[act.other].requests, draws, wording)
        if attribute.is_chosen:
            return self.ask(act.attribute, draws, Form.CHOICE, length, wording)
        if act.kind is ActKind.REQUEST:
            return self.request(act.attribute, draws, length, wording)
        return self.ask(act.attribute, draws, requested_form(attribute), length, wording)

    def question(self, probe: Probe, draws: Draws, slots: Mapping[str, str] | None = None) -> str:
        """The words of an out-of-band probe. A recorded one has its own.

        Args:
            probe: The planned probe.
            draws: Decide the wording.
            slots: The words that a question of this kind mentions, found when the probe was resolved.
        """
        if probe.question:
            return probe.question
        if probe.form is Form.MANNER:
            return draws.choice(self.lines("prompts", "manner"))
        if probe.form is Form.PASS_ON:
            return draws.choice(self.contexts[probe.context].requests)
        if probe.context in self.insights:
            return filled(f"{self.insights[probe.context].question}{self.marks['space']}{{options}}", slots or {})
        kind = next((one for one in (probe.kind, probe.form.value) if one in self._sections["questions"]), "")
        if not kind:
            return self.ask(probe.attribute, draws, probe.form)
        labels = {"label": self.ontology.attribute(probe.attribute).label}
        if probe.other:
            labels["label2"] = self.ontology.attribute(probe.other).label
        return filled(draws.choice(self.lines("questions", kind)), labels | dict(slots or {}))

    def value_words(self, attribute: str, value: str) -> str:
        """A value as people write it: a date in words, a number with its unit."""
        return self._phrases.words(attribute, value, granularity_of(value))

    def standing_words(self, attribute: str, value: str) -> str:
        """A value as it stands behind `is`: the same, with its article, if it has one."""
        return self.ontology.attribute(attribute).standing(value, self.value_words(attribute, value))


@lru_cache(maxsize=8)
def _load(name: str, phrasing: str) -> Language:
    content = sound_content(name)
    if name not in language_packs():
        raise UnknownNameError(f"unknown language pack {name!r}", remedy=did_you_mean(name, built_in_packs()))
    if phrasing not in PHRASINGS:
        raise UnknownNameError(f"unknown phrasing {phrasing!r}", remedy=did_you_mean(phrasing, PHRASINGS))
    return Language(name, read_pack(name, content), load_ontology("", name), phrasing)


def ontology_of(language: str) -> Ontology:
    """The ontology of a language pack or of own content; the English one if there is no such pack.

    Raises:
        ConfigurationError: The name is that of own content that is not known here.
    """
    content_of(language)
    return load_ontology("", language if language in language_packs() else "english")
