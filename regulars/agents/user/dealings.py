"""How a person deals with an assistant: with its questions, with its errors, and with several things to tell at once.

The shares are the person's own (`world.Conduct`); a chance from 0 to 1 decides in each case.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from regulars.dialogue import VerdictKind
from regulars.scenarios.kinds import ActKind, AnswerManner, DisclosureMode, DisclosurePhrasing, ErrorReaction
from regulars.values import ValueType

if TYPE_CHECKING:
    from regulars.briefing import UserBriefing
    from regulars.scenarios.ontology.attributes import Ontology
    from regulars.scenarios.world import Act, Conduct

MOST_AT_ONCE = 3
"""The greatest number of disclosures in one line."""

SAID_WRONG = (VerdictKind.STALE, VerdictKind.WRONG, VerdictKind.UNSUPPORTED, VerdictKind.LEAKED)
"""Verdicts on answers that say something wrong."""

ASIDES = (ActKind.MENTION, ActKind.GOSSIP)
"""Acts that name a value in passing."""

_NOT_BUNDLED = (DisclosurePhrasing.PIECEMEAL, DisclosurePhrasing.IN_PASSING)
"""Phrasings that need a line of their own."""


def answer_manner(conduct: Conduct, chance: float) -> AnswerManner:
    """How a person answers a question: silent, beside the point, half or fully, in that order of the chance.

    Example:
        >>> from regulars.scenarios.world import Conduct
        >>> [answer_manner(Conduct(silent=0.2, half=0.3), chance).value for chance in (0.1, 0.3, 0.6)]
        ['silent', 'half', 'full']
    """
    mark = chance - conduct.silent
    if mark < 0:
        return AnswerManner.SILENT
    if mark < conduct.beside:
        return AnswerManner.BESIDE
    return AnswerManner.HALF if mark < conduct.beside + conduct.half else AnswerManner.FULL


def error_reaction(conduct: Conduct, kind: VerdictKind, chance: float) -> ErrorReaction:
    """How a person takes an error: leaving, accusing, curtly or patiently, in that order of the chance.

    Args:
        conduct: The person's conduct.
        kind: The verdict. Only a wrong statement makes a person leave; whoever would leave is curt otherwise.
        chance: 0 to 1.

    Example:
        >>> from regulars.scenarios.world import Conduct
        >>> touchy = Conduct(leaving=0.1, accusing=0.2, curt=0.3)
        >>> [error_reaction(touchy, VerdictKind.WRONG, chance).value for chance in (0.05, 0.2, 0.5, 0.7)]
        ['leaving', 'accusing', 'curt', 'patient']
        >>> error_reaction(touchy, VerdictKind.ABSTAINED, 0.05).value
        'curt'
    """
    mark = chance - conduct.leaving
    if mark < 0:
        return ErrorReaction.LEAVING if kind in SAID_WRONG else ErrorReaction.CURT
    if mark < conduct.accusing:
        return ErrorReaction.ACCUSING
    return ErrorReaction.CURT if mark < conduct.accusing + conduct.curt else ErrorReaction.PATIENT


def goes_with(act: Act, said: Sequence[Act], briefing: UserBriefing, ontology: Ontology) -> bool:
    """Whether an act can be told in one line with those already said.

    It has to be open, in one piece, without noise, and of the same part of life. Two dates or two numbers do not stand
    in one line, since each could be taken for the other.
    """
    if act.kind is not ActKind.TELL or act.mode is not DisclosureMode.OPEN or act.phrasing in _NOT_BUNDLED:
        return False
    if act.fact not in briefing.facts or act.fact in briefing.told or act.id in briefing.held_back:
        return False
    if any(one.noise is not None or one.phrasing is DisclosurePhrasing.IN_PASSING for one in (act, *said)):
        return False
    told = ontology.attribute(act.attribute)
    others = [ontology.attribute(other.attribute) for other in said]
    return all(
        one.name != told.name
        and one.category == told.category
        and (one.type != told.type or told.type is ValueType.TERM)
        for one in others
    )


def stands_apart(act: Act, aside: Act, ontology: Ontology) -> bool:
    """Whether an act can follow small talk or an aside in one line, so that no value could be taken for the other's.

    That is so after small talk, beside a value of another sort, and beside a term of another attribute.
    """
    if not aside.attribute or not act.attribute:
        return not aside.attribute
    one, other = ontology.attribute(act.attribute), ontology.attribute(aside.attribute)
    return one.name != other.name and (one.type != other.type or one.type is ValueType.TERM)
