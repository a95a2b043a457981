"""Sets of handwritten replies with their verdicts, for testing and measuring the matcher.

A file is TOML: `domains` and `expectations` by name, and under `replies` lists of rows by phenomenon or style. A row is
`[expectation, text, verdict]`, then the score if the verdict does not imply it, then a structured answer. `known_gaps`
lists the rows that the matcher is known to misread: by their text, or as `[expectation, text]` where the same reply
also answers another question.

An expectation of a set that was written over questions really asked also holds the question (`asked`), the kind of
probe and the suite. Its form may be `choose`: the assistant picks one of `options`, every one of them is right, and the
option that the reply picks stands in the row's last place. With the form `manner`, the `category` names the standing
rule that a reply keeps or breaks, as `kind:setting`. Its `contents` are what a message needs and what is private
there: tables with `attribute`, `domain`, `values`, and where they apply `needed` and `person`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import nan
from pathlib import Path
from typing import Any

from regulars.agents.evaluator.scripted import manner_verdict
from regulars.calendar_text import find_dates
from regulars.dialogue import Verdict, VerdictKind
from regulars.errors import DataError
from regulars.rewards.choices.choice import ChoiceKind, read_choice
from regulars.rewards.style_checks.occasions import Occasion
from regulars.rewards.verdicts.expectation import EARLIER_KINDS, Content, Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.scenarios.kinds import Form
from regulars.values import Domain, ValueType, find_values

PHENOMENA = (
    "plain",
    "alias_and_spelling",
    "from_to",
    "past",
    "negation",
    "hedged",
    "questioned",
    "quoted_and_attributed",
    "hypothetical_and_planned",
    "self_correction",
    "abstention",
    "dates",
    "numbers",
    "lists_and_counts",
    "embedded_and_mixed",
)
"""The classes of phenomena that a set covers."""


CHOOSE = "choose"
"""The form of a request to pick an option, which has no gold answer."""


@dataclass(frozen=True, slots=True)
class SuiteQuestion:
    """What was asked where a set was written over real questions; all empty otherwise.

    Attributes:
        asked: The user's words.
        kind: The kind of probe.
        suite: The suite that asked it.
    """

    asked: str = ""
    kind: str = ""
    suite: str = ""


@dataclass(frozen=True, slots=True)
class LabelledReply:
    """A handwritten reply with its verdict.

    Attributes:
        phenomenon: The list that contains it.
        name: The name of its expectation.
        expectation: What a right answer is.
        text: The reply's words.
        kind: The verdict that it should get.
        score: The score of that verdict; NaN where the set does not say how much of the answer is partial.
        answer: Its structured answer; None if there is none.
        is_known_gap: Whether the matcher is known to misread it.
        picked: For the form `choose`: the option that the reply picks; empty for none.
        question: What was asked.
    """

    phenomenon: str
    name: str
    expectation: Expectation
    text: str
    kind: VerdictKind
    score: float
    answer: str | None = None
    is_known_gap: bool = False
    picked: str = ""
    question: SuiteQuestion = SuiteQuestion()

    def judged(self, text: str | None = None) -> Verdict:
        """The verdict on it, or on `text` in its place: the matcher's, or that of the check of a standing rule."""
        words, key = self.text if text is None else text, self.expectation
        if key.form == CHOOSE:
            return self._judged_choice(words)
        if key.form == Form.MANNER:
            return manner_verdict(words, Occasion(self.question.asked, asked=True), key.category)
        return find_verdict(words, self.answer, key)

    def _judged_choice(self, words: str) -> Verdict:
        """Whether the matcher finds the option that the reply picks."""
        key = self.expectation
        choice = read_choice(words, key.options, key.domain)
        if choice.kind is ChoiceKind.PICKED:
            option = key.options[choice.options[0]]
            if option == self.picked:
                return Verdict(VerdictKind.CORRECT, (option,), score=1.0, reason=f"picks {option}")
            return Verdict(VerdictKind.WRONG, (option,), reason=f"picks {option}")
        if choice.kind is ChoiceKind.OTHER:
            return Verdict(VerdictKind.WRONG, reason="picks something else")
        if choice.kind is ChoiceKind.DECLINED:
            return Verdict(VerdictKind.ABSTAINED, reason="picks none")
        if choice.kind is ChoiceKind.NONE:
            return Verdict(VerdictKind.OFF_TASK, reason="does not speak of the options")
        return Verdict(VerdictKind.UNDETERMINED, reason="picks no option")


@dataclass(frozen=True, slots=True)
class ReplySet:
    """A file of handwritten replies."""

    domains: Mapping[str, Domain]
    expectations: Mapping[str, Expectation]
    replies: Sequence[LabelledReply]


def read_replies(path: Path | str) -> ReplySet:
    """Reads a file of replies.

    Raises:
        DataError: The file is not valid TOML, or a domain, expectation or row in it is invalid.
    """
    try:
        read = tomllib.loads(Path(path).read_text("utf-8"))
        domains = {name: _domain(name, given) for name, given in read["domains"].items()}
        expectations = {
            name: Expectation(
                given["form"],
                domains[given["domain"]],
                given.get("answerable", True),
                tuple(given.get("gold", ())),
                tuple(given.get("stale", ())),
                tuple(given.get("others", ())),
                given.get("category", ""),
                tuple(given.get("options", ())),
                given.get("over", False),
                tuple(_content(one, domains) for one in given.get("contents", ())),
                given.get("kind", "") in EARLIER_KINDS,
                _offered(given, domains),
                given.get("kind", "") == _ASKS_UNTOLD,
                _compared(given.get("asked", "")),
                _asked_day(given),
            )
            for name, given in read["expectations"].items()
        }
        questions = {
            name: SuiteQuestion(given.get("asked", ""), given.get("kind", ""), given.get("suite", ""))
            for name, given in read["expectations"].items()
        }
        gaps = frozenset(one if isinstance(one, str) else tuple(one) for one in read.get("known_gaps", ()))
        replies = [
            replace(_reply(phenomenon, row, expectations, gaps), question=questions[row[0]])
            for phenomenon, rows in read["replies"].items()
            for row in rows
        ]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise DataError(
            f"the set of replies is invalid ({error!r})",
            where=str(path),
            expected="domains, expectations, and rows [expectation, text, verdict, score, answer, picked]",
        ) from error
    return ReplySet(domains, expectations, replies)


_ASKS_UNTOLD = "suggest-new"
"""The kind of probe that asks which option was never told."""
_OF_ONE_DAY = "episodic-cue"
"""The kind of probe that asks about the conversation of one day."""
_FIRST_AND_SECOND = re.compile(
    r"\bTake my (.{1,60}?) first and my (.{1,60}?) second\b|\bfirst my (.{1,60}?) and second my (.{1,60}?)\."
)


def _compared(asked: str) -> tuple[str, ...]:
    """What a question calls its first and its second thing; empty if it does not speak of two."""
    match = _FIRST_AND_SECOND.search(asked)
    return tuple(filter(None, match.groups())) if match else ()


def _asked_day(given: Mapping[str, Any]) -> str:
    """The day that a question about one conversation names, as an ISO date; empty for none."""
    if given.get("kind", "") != _OF_ONE_DAY:
        return ""
    return next((one.value for one in find_dates(given.get("asked", "")) if one.granularity == "day"), "")


def _offered(given: Mapping[str, Any], domains: Mapping[str, Domain]) -> tuple[str, ...]:
    """The values among which a question of the form `any` asks to choose, in its own order."""
    if given["form"] != "any":
        return ()
    named = find_values(given.get("asked", ""), domains[given["domain"]])
    return tuple(dict.fromkeys(one.value for one in named))


def _domain(name: str, given: Mapping[str, Any]) -> Domain:
    spellings = {value: tuple(others) for value, others in given.get("values", {}).items()}
    return Domain(
        given.get("name", name),
        ValueType(given["type"]),
        spellings,
        given.get("unit", ""),
        tuple(given.get("subjects", ())),
        given.get("lasting", False),
    )


def _content(given: Mapping[str, Any], domains: Mapping[str, Domain]) -> Content:
    return Content(
        given["attribute"],
        domains[given["domain"]],
        tuple(given["values"]),
        given.get("needed", False),
        given.get("person", ""),
    )


def _reply(
    phenomenon: str, row: Sequence[Any], expectations: Mapping[str, Expectation], gaps: frozenset[str | tuple[str, ...]]
) -> LabelledReply:
    name, text, verdict = row[:3]
    score = row[3] if len(row) > 3 else None
    answer = (row[4] or None) if len(row) > 4 else None
    picked = row[5] if len(row) > 5 else ""
    kind = VerdictKind[verdict.upper()]
    implied = nan if kind is VerdictKind.PARTIAL else float(kind is VerdictKind.CORRECT)
    given = implied if score is None else float(score)
    is_gap = text in gaps or (name, text) in gaps
    return LabelledReply(phenomenon, name, expectations[name], text, kind, given, answer, is_gap, picked)
