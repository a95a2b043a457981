"""The contents of candidate replies: the present value, former ones, those of others, and some that were never told.

A reader's own answer to the question is always among them, if what was told gives one. The wrong ones come from what
was told and from the values that the attribute may take. Numbers and dates that were never told lie around the others
so that each rank is equally likely for the right one, and lists differ from each other in the same ways.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from regulars.agents.assistant.answering import answer
from regulars.agents.assistant.reading import Reading
from regulars.dialogue import PlanAct, ReplyPlan
from regulars.envs.numeric.asking import Asking
from regulars.envs.numeric.near_values import base_value, near_numbers, near_values
from regulars.scenarios.kinds import Form
from regulars.scenarios.projects.domains import every_domain
from regulars.values import find_values

if TYPE_CHECKING:
    from regulars.envs.numeric.told_so_far import ToldSoFar
    from regulars.scenarios.ontology.attribute import Attribute
    from regulars.scenarios.ontology.attributes import Ontology
    from regulars.seeding import Draws

_NUMBERS = (Form.SUM, Form.COUNT, Form.DURATION)
_LISTS = (Form.SET, Form.ORDER)

LARGEST_DRAWN = 4
"""The most values in a list, and the most parts of a sum, for which nothing was told."""

LARGEST_COUNT, LONGEST_DURATION = 6, 120
"""The greatest number of values, and of days, where nothing was told."""


class ReplyContent(NamedTuple):
    """What a candidate says, before it is put into words. Wordings are cached by it, so it is a tuple.

    Attributes:
        act: What the reply does.
        attribute: The attribute of its values, or of a reminder; empty for none.
        values: Its canonical values; for a message to another person, pairs `attribute=value`; for a plan, its steps.
        form: For an answer: its form, or `over`; empty for others.
        domain: The project domain of a plan, or of a question about it; empty for none.
    """

    act: PlanAct
    attribute: str = ""
    values: tuple[str, ...] = ()
    form: str = ""
    domain: str = ""

    @property
    def plan(self) -> ReplyPlan:
        """The plan from which the words are made."""
        settings = {"form": self.form, "attribute": self.attribute, "domain": self.domain}
        return ReplyPlan(self.act, self.values, {name: value for name, value in settings.items() if value})


class Making:
    """The contents of one step under construction.

    Args:
        asked: What the message asks for.
        told: What was told so far.
        person: The id of the person who speaks.
        message: The message.
        draws: Decide which wrong contents there are.
    """

    def __init__(self, asked: Asking, told: ToldSoFar, person: str, message: str, draws: Draws) -> None:
        self._asked = asked
        self._told = told
        self._person = person
        self._message = message
        self._draws = draws
        self._language = told.language
        self._ontology = told.language.ontology

    def contents(self, count: int, *, opening: bool, scope: str) -> list[ReplyContent]:
        """The contents, at most `count` of them.

        Args:
            count: The number of contents.
            opening: Whether the message opens a session, so that something may be due.
            scope: The scope of the person's turns.
        """
        asked = self._asked
        if asked.options:
            found = self._options(asked.attribute, asked.options, count)
        elif asked.domain:
            found = self._advice(asked.domain, count)
        elif asked.question is not None:
            found = self._answers(count, scope)
        elif opening:
            found = self._reminders(count)
        else:
            found = self._statements(self._topic(), count)
        if len(found) < count:
            found += self._statements(asked.wanted or self._topic(), count - len(found), [one.values for one in found])
        return found[:count]

    # ------------------------------------------------------------------ questions

    def _answers(self, count: int, scope: str) -> list[ReplyContent]:
        question = self._asked.question
        assert question is not None
        form = question.form
        if form is Form.OPTION:
            letters = [letter for letter, _ in zip("ABCD", question.options, strict=False)]
            return [self._answer(form, question.attribute, (letter,)) for letter in letters[:count]]
        if form is Form.TEXT or not (question.wanted in self._ontology or form is Form.PASS_ON):
            return self._quotes(scope, count)
        reading = answer(self._language, question, self._told.by(self._person))
        if form is Form.PASS_ON:
            return self._messages(question.context, reading, count)
        attribute = self._ontology.attribute(question.wanted)
        if form in _NUMBERS:
            return self._numbers(form, attribute, reading, count)
        if form in _LISTS:
            return self._lists(form, attribute, reading, count)
        return self._values(form, attribute, reading, count)

    def _answer(self, form: str, attribute: str, values: tuple[str, ...]) -> ReplyContent:
        return ReplyContent(PlanAct.ANSWER, attribute, values, form)

    def _values(self, form: Form, attribute: Attribute, reading: Reading, count: int) -> list[ReplyContent]:
        """Single values, and a pair of them that hedges."""
        singles = self._singles(attribute, reading.values[:1], count - 1)
        self._draws.shuffle(singles)
        said = form if form is Form.CHOICE else Form.VALUE
        found = [self._answer(said, attribute.name, (value,)) for value in singles]
        if len(singles) > 1:
            found.append(self._answer(Form.SET, attribute.name, tuple(singles[:2])))
        return found

    def _singles(self, attribute: Attribute, first: Iterable[str], count: int) -> list[str]:
        """Different values: the first ones, then what was told, then near ones."""
        pool = dict.fromkeys((*first, *self._plausible(attribute)))
        found = [value for value in pool if value][:count]
        if len(found) < count:
            anchor = found[0] if found else ""
            found += near_values(attribute, anchor, count - len(found), pool, self._moment(), self._draws)
        return found

    def _plausible(self, attribute: Attribute) -> Sequence[str]:
        """Values that came up: those that the question itself names, then what was told, the most misleading first."""
        came_up = self._told.about(self._person, attribute.name).plausible
        question = self._asked.question
        if question is None or not question.value or question.attribute != attribute.name:
            return came_up
        return [*(one.value for one in find_values(self._message, attribute.domain)), *came_up]

    def _numbers(self, form: Form, attribute: Attribute, reading: Reading, count: int) -> list[ReplyContent]:
        """The right number and near ones; around a drawn number if nothing was told."""
        step = attribute.step if form is Form.SUM else 1
        if reading.values:
            right = int(reading.values[0])
        elif form is Form.SUM:
            parts = range(1 + self._draws.integer(LARGEST_DRAWN))
            right = sum(int(base_value(attribute, self._moment(), self._draws) or 1) for _ in parts)
        else:
            right = 1 + self._draws.integer(LARGEST_COUNT if form is Form.COUNT else LONGEST_DURATION)
        numbers = [right, *near_numbers(right, step, count - 1, self._draws)]
        return [self._answer(form, attribute.name, (str(number),)) for number in numbers]

    def _lists(self, form: Form, attribute: Attribute, reading: Reading, count: int) -> list[ReplyContent]:
        """Lists that differ in which of a few values they hold, or in their order."""
        values = list(reading.values)
        if not values:
            size = (
                1 + self._draws.integer(LARGEST_DRAWN)
                if form is Form.SET
                else 2 + self._draws.integer(LARGEST_DRAWN - 1)
            )
            values = self._singles(attribute, (), size)
        if form is Form.ORDER and len(values) > 1:
            lists = self._orders(values, count)
        else:
            told = {one.value for one in self._told.ledger.of(self._person, attribute.name)}
            wrong = [value for value in self._plausible(attribute) if value not in told]
            more = [value for value in self._singles(attribute, dict.fromkeys(wrong), count + 1) if value not in values]
            lists = subsets(values, more, count, self._draws)
        return [self._answer(form, attribute.name, tuple(one)) for one in lists]

    def _orders(self, values: Sequence[str], count: int) -> list[list[str]]:
        """The values in their order, and in others, each of which is as likely."""
        orders = [list(values)]
        for _ in range(8 * count):
            if len(orders) == count:
                break
            other = self._draws.sample(values, len(values))
            if other not in orders:
                orders.append(other)
        return orders

    def _messages(self, context: str, reading: Reading, count: int) -> list[ReplyContent]:
        """Messages to another person: with all that is needed, and with other values of the same attributes.

        The request names what belongs in the message. So all messages give the same attributes with as many values
        each, and only a memory tells which values are right. They have no value in common, and no part is private.
        """
        needed: dict[str, list[str]] = {}
        for name, _, value in (pair.partition("=") for pair in reading.values):
            needed.setdefault(name, []).append(value)
        if not needed:
            asked = [one.name for one in self._ontology if one.is_told and context in one.needed]
            drawn = self._draws.sample(asked, min(len(asked), 1 + self._draws.integer(LARGEST_DRAWN)))
            told = {name: self._singles(self._ontology.attribute(name), (), 1) for name in drawn}
            needed = {name: values for name, values in told.items() if values}
        names = self._draws.sample(list(needed), len(needed))
        given = [self._apart(name, needed[name], count) for name in names]
        return [
            ReplyContent(PlanAct.ANSWER, "", tuple(pair for part in parts for pair in part), Form.PASS_ON)
            for parts in zip(*given, strict=False)
        ]

    def _apart(self, name: str, right: Sequence[str], count: int) -> list[list[str]]:
        """The right values of an attribute, and as many wrong ones again and again, as pairs `attribute=value`."""
        size, attribute = len(right), self._ontology.attribute(name)
        values = self._singles(attribute, right, count * size)
        wrong = [value for value in values if value not in right][: (count - 1) * size]
        self._draws.shuffle(wrong)
        lists = [list(right), *(wrong[at : at + size] for at in range(0, len(wrong) - size + 1, size))]
        return [[f"{name}={value}" for value in self._draws.sample(one, size)] for one in lists]

    def _quotes(self, scope: str, count: int) -> list[ReplyContent]:
        """Lines that people said, nearest to the question."""
        found = self._told.recall(self._message, scope, count)
        return [ReplyContent(PlanAct.ANSWER, "", (turn.text,), Form.TEXT) for turn, _ in found]

    # ------------------------------------------------------------------ other messages

    def _options(self, attribute: str, options: Sequence[str], count: int) -> list[ReplyContent]:
        """The offered options, and others of their kind."""
        more = [*options]
        if len(more) < count:
            known = self._ontology.attribute(attribute)
            more += near_values(known, options[0], count - len(more), set(options), self._moment(), self._draws)
        return [ReplyContent(PlanAct.CONFIRM, attribute, (one,)) for one in more[:count]]

    def _advice(self, domain: str, count: int) -> list[ReplyContent]:
        """Plans that name some steps of a project, in some order."""
        steps = list(every_domain()[domain].steps)
        found: list[ReplyContent] = []
        for _ in range(count):
            some = tuple(self._draws.sample(steps, max(2, len(steps) // 2)))
            found.append(ReplyContent(PlanAct.ADVISE, "", some, domain=domain))
        return found

    def _reminders(self, count: int) -> list[ReplyContent]:
        """Reminders of what the person wished to be reminded of, and of other matters.

        The others end, change or stay as the wished one does, and have values of the same type, as far as there are
        such, so that no attribute looks more like a wish than another.
        """
        every = _told_names(self._ontology)
        wished = list(dict.fromkeys(reversed(self._told.wished.get(self._person, ()))))
        first = wished[0] if wished else self._draws.choice(every)
        talked = [name for name in reversed(self._told.ledger.attributes(self._person)) if name in self._ontology]
        others = dict.fromkeys((*talked, *self._draws.sample(every, len(every))))
        alike = sorted(others, key=_unlikeness(self._ontology, first).__getitem__)
        names = list(dict.fromkeys((*wished, first, *alike)))[:count]
        return [ReplyContent(PlanAct.REMIND, name) for name in names]

    def _topic(self) -> str:
        """The attribute that the person told last; a drawn one if there is none."""
        told = (one.attribute for one in reversed(self._told.ledger.disclosures) if one.person == self._person)
        found = next((name for name in told if name in self._ontology), "")
        return found or self._draws.choice(_told_names(self._ontology))

    def _statements(self, name: str, count: int, besides: Sequence[tuple[str, ...]] = ()) -> list[ReplyContent]:
        """Single values of an attribute."""
        attribute = self._ontology.attribute(name)
        singles = self._singles(attribute, (), count + len(besides))
        kept = [value for value in singles if (value,) not in besides][:count]
        return [self._answer(Form.VALUE, name, (value,)) for value in kept]

    def _moment(self) -> str:
        """The day of the last line, in ISO 8601."""
        return self._told.lines[-1].time.date().isoformat() if self._told.lines else ""


@lru_cache(maxsize=1024)
def _unlikeness(ontology: Ontology, name: str) -> dict[str, tuple[bool, ...]]:
    """For each attribute, whether its ways to change, its type and its number of values are unlike the named one's."""
    wish = ontology.attribute(name)
    return {
        one.name: (one.change is not wish.change, one.type is not wish.type, one.cardinality is not wish.cardinality)
        for one in ontology
    }


@lru_cache(maxsize=8)
def _told_names(ontology: Ontology) -> tuple[str, ...]:
    """The attributes that people tell in words."""
    return tuple(one.name for one in ontology if one.is_told)


def subsets(right: Sequence[str], wrong: Sequence[str], count: int, draws: Draws) -> list[list[str]]:
    """The right list and others, with their values in one drawn order.

    A few values are in or out: some of the right list, some wrong ones. Each combination is one list, so each looks
    like the others with one value more or less. How many of these values are right ones is drawn. A right list of one
    value stands beside other single values and a pair.

    Args:
        right: The values of the right list, at least one.
        wrong: Other values.
        count: The number of lists. There are fewer if there are too few values.
        draws: Decide which values are in or out.
    """
    if len(right) == 1:
        singles = [*right, *wrong[: max(1, count - 2)]]
        draws.shuffle(singles)
        return [*([one] for one in singles), singles[:2]][:count] if len(singles) > 1 else [singles]
    toggles = max(1, (count - 1).bit_length())
    out = min(draws.integer(toggles + 1), len(right) - 1)
    out = max(out, min(toggles - len(wrong), len(right) - 1))
    changing = [*draws.sample(right, out), *wrong[: toggles - out]]
    order = [*right, *(one for one in changing if one not in right)]
    draws.shuffle(order)
    lists = []
    for chosen in product((True, False), repeat=len(changing)):
        left_out = {one for one, is_in in zip(changing, chosen, strict=True) if not is_in}
        lists.append([one for one in order if one not in left_out])
    lists.sort(key=lambda one: set(one) != set(right))
    return lists[:count]
