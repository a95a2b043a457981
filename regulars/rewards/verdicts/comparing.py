"""Compares the values that a reply says, or declares in its structured answer, with the right ones."""

from __future__ import annotations

from collections.abc import Sequence

from regulars.calendar_text import date_agrees, granularity_of
from regulars.dialogue import Verdict, VerdictKind
from regulars.rewards.assertions.abstention import ABSTENTION, abstains
from regulars.rewards.verdicts.expectation import Expectation
from regulars.values import ValueType, resolve_value

_DATE_PARTS = {"year": 1, "month": 2, "day": 3}


def compare_declared(text: str, declared: str, said: tuple[str, ...], expectation: Expectation) -> Verdict:
    """The verdict on a structured answer, which the text may not contradict.

    Args:
        text: The reply's words.
        declared: Its structured answer: a value, a `|`-separated set, or `-` for abstention.
        said: The values with which the words answer.
        expectation: What a right answer is.
    """
    domain = expectation.domain
    if declared == ABSTENTION:
        if said:
            return _contradiction(said, f"abstains, but the text says {said[0]}", expectation)
        if expectation.answerable:
            return Verdict(VerdictKind.ABSTAINED, reason="abstains though it was told")
        return Verdict(VerdictKind.CORRECT, score=1.0, reason="abstains, and it was not told")
    written = [part.strip() for part in declared.split("|") if part.strip()]
    values = tuple(dict.fromkeys(resolve_value(part, domain) for part in written))
    if not values or "" in values:
        kind = VerdictKind.WRONG if expectation.answerable else VerdictKind.UNSUPPORTED
        return Verdict(kind, reason=f"the answer {declared!r} is not a value of {domain.name}")
    against = [value for value in said if not any(_agree(value, other, expectation) for other in values)]
    if against:
        return _contradiction(
            (*values, *against), f"the answer is {declared}, but the text says {against[0]}", expectation
        )
    if not said and abstains(text):
        return _contradiction(values, f"the answer is {declared}, but the text abstains", expectation)
    if not expectation.answerable:
        return compare_with_none(values, False, False, expectation)
    return compare((*values, *(value for value in said if value not in values and granularity_of(value))), expectation)


def _contradiction(values: tuple[str, ...], reason: str, expectation: Expectation) -> Verdict:
    """A text that contradicts its own structured answer: wrong, whichever is right; a leak stays a leak."""
    if any(value in expectation.others for value in values):
        return Verdict(VerdictKind.LEAKED, values, reason=reason)
    return Verdict(VerdictKind.WRONG if expectation.answerable else VerdictKind.UNSUPPORTED, values, reason=reason)


def compare_with_none(said: tuple[str, ...], abstained: bool, undecided: bool, expectation: Expectation) -> Verdict:
    """The verdict where nothing was told: to say so is right, and 0 is where a count or a sum is asked for.

    Args:
        said: The values with which the reply answers.
        abstained: Whether it says that it does not know.
        undecided: Whether it names values without asserting them.
        expectation: What a right answer is.
    """
    if expectation.form in ("count", "sum") and said == ("0",):
        return Verdict(VerdictKind.CORRECT, said, score=1.0, reason="says that none was told, and none was")
    if said:
        leaked = next((value for value in said if is_among(value, expectation.others, expectation)), "")
        if leaked:
            return Verdict(VerdictKind.LEAKED, said, reason=f"says {leaked}, which only another person told")
        return Verdict(VerdictKind.UNSUPPORTED, said, reason=f"says {said[0]}, which was never told")
    if abstained:
        return Verdict(VerdictKind.CORRECT, score=1.0, reason="abstains, and it was not told")
    if undecided:
        return Verdict(VerdictKind.UNDETERMINED, reason="names a value without asserting it")
    return Verdict(VerdictKind.OFF_TASK, reason="neither answers nor abstains")


def compare(said: tuple[str, ...], expectation: Expectation) -> Verdict:
    """Compares the asserted values, which are not empty, with the gold values."""
    gold = expectation.gold
    false = [value for value in said if not any(_agree(value, one, expectation) for one in gold)]
    if false:
        return _judge_false(said, false, expectation)
    if expectation.form == "set":
        named = [one for one in gold if any(_agree(value, one, expectation) for value in said)]
        if len(named) == len(gold):
            return Verdict(VerdictKind.CORRECT, said, score=1.0, reason=f"names all {len(gold)}")
        score = len(named) / len(gold)
        return Verdict(VerdictKind.PARTIAL, said, score=score, reason=f"names {len(named)} of {len(gold)}")
    if expectation.domain.type is ValueType.DATE:
        return _compare_dates(said, gold[0])
    return Verdict(VerdictKind.CORRECT, said, score=1.0, reason=f"says {gold[0]}")


def _judge_false(said: tuple[str, ...], false: Sequence[str], expectation: Expectation) -> Verdict:
    leaked = next((value for value in false if is_among(value, expectation.others, expectation)), "")
    if leaked:
        return Verdict(VerdictKind.LEAKED, said, reason=f"says {leaked}, which only another person told")
    if all(is_among(value, expectation.stale, expectation) for value in false):
        return Verdict(VerdictKind.STALE, said, reason=f"says {false[0]}, whose successor was told")
    gold = ", ".join(expectation.gold)
    return Verdict(VerdictKind.WRONG, said, reason=f"says {false[0]}, expected {gold}")


def _compare_dates(said: tuple[str, ...], gold: str) -> Verdict:
    """Compares dates: all of `said` agree with `gold`, and the finest one counts."""
    relations = {value: date_agrees(value, gold) for value in said}
    finer = next((value for value, relation in relations.items() if relation == "finer"), "")
    if finer:
        return Verdict(VerdictKind.UNSUPPORTED, said, reason=f"says {finer}, but no more than {gold} was told")
    if "equal" in relations.values():
        return Verdict(VerdictKind.CORRECT, said, score=1.0, reason=f"says {gold}")
    granularity = max((granularity_of(value) for value in said), key=lambda granularity: _DATE_PARTS[granularity])
    score = _DATE_PARTS[granularity] / _DATE_PARTS[granularity_of(gold)]
    return Verdict(VerdictKind.PARTIAL, said, score=score, reason=f"gives the {granularity} only of {gold}")


def _agree(value: str, other: str, expectation: Expectation) -> bool:
    if value == other:
        return True
    return expectation.domain.type is ValueType.DATE and date_agrees(value, other) != "differs"


def is_among(value: str, values: Sequence[str], expectation: Expectation) -> bool:
    """Whether a value is one of some values, or a date that agrees with one of them."""
    return any(_agree(value, other, expectation) for other in values)
