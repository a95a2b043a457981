"""Sets of handwritten replies with their verdicts, for testing and measuring the matcher.

A file is TOML: `domains` and `expectations` by name, and under `replies` lists of rows by phenomenon. A row is
`[expectation, text, verdict]`, then the score if the verdict does not imply it, then a structured answer. `known_gaps`
lists the texts of rows that the matcher is known to misread.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from regulars.dialogue import Verdict, VerdictKind
from regulars.errors import DataError
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.matcher import judge
from regulars.values import Domain, ValueType

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


@dataclass(frozen=True, slots=True)
class LabelledReply:
    """A handwritten reply with its verdict.

    Attributes:
        phenomenon: The list that contains it.
        name: The name of its expectation.
        expectation: What a right answer is.
        text: The reply's words.
        kind: The verdict that it should get.
        score: The score of that verdict.
        answer: Its structured answer; None if there is none.
        is_known_gap: Whether the matcher is known to misread it.
    """

    phenomenon: str
    name: str
    expectation: Expectation
    text: str
    kind: VerdictKind
    score: float
    answer: str | None = None
    is_known_gap: bool = False

    def judged(self, text: str | None = None) -> Verdict:
        """The matcher's verdict on it, or on `text` in its place."""
        return judge(self.text if text is None else text, self.answer, self.expectation)


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
            )
            for name, given in read["expectations"].items()
        }
        gaps = frozenset(read.get("known_gaps", ()))
        replies = [
            _reply(phenomenon, row, expectations, gaps) for phenomenon, rows in read["replies"].items() for row in rows
        ]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise DataError(
            f"the set of replies is invalid ({error!r})",
            where=str(path),
            expected="domains, expectations, and rows [expectation, text, verdict, score, answer]",
        ) from error
    return ReplySet(domains, expectations, replies)


def _domain(name: str, given: Mapping[str, Any]) -> Domain:
    spellings = {value: tuple(others) for value, others in given.get("values", {}).items()}
    return Domain(
        name,
        ValueType(given["type"]),
        spellings,
        given.get("unit", ""),
        tuple(given.get("subjects", ())),
        given.get("lasting", False),
    )


def _reply(
    phenomenon: str, row: Sequence[Any], expectations: Mapping[str, Expectation], gaps: frozenset[str]
) -> LabelledReply:
    name, text, verdict = row[:3]
    score = row[3] if len(row) > 3 else None
    answer = row[4] if len(row) > 4 else None
    kind = VerdictKind[verdict.upper()]
    given = float(kind is VerdictKind.CORRECT) if score is None else float(score)
    return LabelledReply(phenomenon, name, expectations[name], text, kind, given, answer, text in gaps)
