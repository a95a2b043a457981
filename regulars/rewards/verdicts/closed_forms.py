"""Judges answers in a closed form: a letter, an order, a message to another person, a mention, or "it is over".

For these, the form of the answer decides, not only the assertion of one value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import combinations

from regulars.chinese_text import is_chinese
from regulars.dialogue import Verdict, VerdictKind
from regulars.rewards.assertions.abstention import ABSTENTION, abstains
from regulars.rewards.assertions.chinese import load_chinese_cues
from regulars.rewards.assertions.english import assertions
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.messages import judge_message
from regulars.values import find_values, normalise, resolve_value

_LETTER = re.compile(r"(?:^|[\s(\[\"'*])([A-Da-d])(?=[).:\]*\"']|$|\s*[-–—]\s)")
_NAMED = re.compile(r"\b(?:option|answer|choice|letter)\b(?:\s+is)?\s*[:(\"'*]*\s*([A-Da-d])\b", re.IGNORECASE)
_AMONG_CHINESE = re.compile(r"(?<![A-Za-z])([A-D])(?![A-Za-z])")
_GONE = re.compile(
    r"\b(?:no longer|not any ?more|any ?more|nothing|none|no one|nobody|stopped|ended|over|quit|gave up|given up|"
    r"don't have (?:a|an|any)|do not have (?:a|an|any)|not at the moment|at the moment not|not currently)\b",
    re.IGNORECASE,
)


MOST_BESIDE = 2
"""Number of other things that a reminder may name."""


def judge_closed(text: str, answer: str | None, expectation: Expectation) -> Verdict:
    """The verdict on a reply to a question of a closed form.

    Args:
        text: The reply's words.
        answer: Its structured answer; decides if it is given.
        expectation: What a right answer is.
    """
    declared = answer if answer and answer.strip() else ""
    return CLOSED_FORMS[expectation.form](text, declared, expectation)


def _option(text: str, declared: str, expectation: Expectation) -> Verdict:
    """The one letter that the reply names, or the one option whose words it gives."""
    if declared == ABSTENTION or (not declared and abstains(text) and not _letters(text, expectation)):
        return Verdict(VerdictKind.ABSTAINED, reason="chooses none of the options")
    named = _letters(declared or text, expectation)
    if not named:
        return Verdict(VerdictKind.OFF_TASK, reason="names none of the options")
    if len(named) > 1:
        return Verdict(VerdictKind.WRONG, named, reason=f"names {', '.join(named)}")
    if named == expectation.gold:
        return Verdict(VerdictKind.CORRECT, named, score=1.0, reason=f"chooses {named[0]}")
    return Verdict(VerdictKind.WRONG, named, reason=f"chooses {named[0]}, expected {expectation.gold[0]}")


def _letters(text: str, expectation: Expectation) -> tuple[str, ...]:
    letters = list(expectation.domain.aliases)[: len(expectation.options)]
    bare = text.strip().strip("().*\"'").upper()
    if bare in letters:
        return (bare,)
    found = [match.upper() for match in _NAMED.findall(text)] or [match.upper() for match in _LETTER.findall(text)]
    if is_chinese(text):
        found = found or _AMONG_CHINESE.findall(text)
    known = tuple(dict.fromkeys(letter for letter in found if letter in letters))
    if known:
        return known
    words = f" {normalise(text)} "
    return tuple(
        letter
        for letter, option in zip(letters, expectation.options, strict=False)
        if f" {normalise(option)} " in words
    )


def _order(text: str, declared: str, expectation: Expectation) -> Verdict:
    """Judges values by the order of their first mention; partial score: the share of pairs in order (Kendall)."""
    domain, gold = expectation.domain, expectation.gold
    if declared == ABSTENTION or (not declared and abstains(text) and not find_values(text, domain)):
        kind = VerdictKind.ABSTAINED if expectation.answerable else VerdictKind.CORRECT
        return Verdict(kind, score=float(kind is VerdictKind.CORRECT), reason="abstains")
    if declared:
        said = tuple(dict.fromkeys(value for part in declared.split("|") if (value := resolve_value(part, domain))))
    else:
        said = tuple(dict.fromkeys(mention.value for mention in find_values(text, domain)))
    if not said:
        return Verdict(VerdictKind.OFF_TASK, reason="names no value")
    if not expectation.answerable:
        return Verdict(VerdictKind.UNSUPPORTED, said, reason=f"says {said[0]}, which was never told")
    false = [value for value in said if value not in gold]
    if false:
        return Verdict(VerdictKind.WRONG, said, reason=f"says {false[0]}, which was not told")
    if said == gold:
        return Verdict(VerdictKind.CORRECT, said, score=1.0, reason=f"names all {len(gold)} in order")
    pairs = list(combinations(gold, 2))
    right = sum(a in said and b in said and said.index(a) < said.index(b) for a, b in pairs)
    if not right:
        return Verdict(VerdictKind.WRONG, said, reason="names no two in their order")
    share = right / len(pairs)
    return Verdict(VerdictKind.PARTIAL, said, score=share, reason=f"{right} of {len(pairs)} pairs in order")


def _mention(text: str, declared: str, expectation: Expectation) -> Verdict:
    """Judges whether something was brought up, by label, cue or value. A list of other things is no reminder."""
    words = f" {normalise(text)} {normalise(declared)} "
    beside = [label for label in expectation.others if f" {normalise(label)} " in words]
    if len(beside) > MOST_BESIDE:
        return Verdict(VerdictKind.OFF_TASK, reason=f"lists {len(beside)} other things, such as {beside[0]}")
    if find_values(f"{text}\n{declared}", expectation.domain):
        return Verdict(VerdictKind.CORRECT, expectation.gold, score=1.0, reason=f"brings up {expectation.gold[0]}")
    return Verdict(VerdictKind.OFF_TASK, reason=f"does not bring up {expectation.gold[0]}")


CLOSED_FORMS: dict[str, Callable[[str, str, Expectation], Verdict]] = {
    "option": _option,
    "order": _order,
    "pass_on": judge_message,
    "mention": _mention,
}
"""The judge of each form."""


def judge_over(text: str, answer: str | None, expectation: Expectation) -> Verdict:
    """Judges a question about something that is over: saying so is right, naming a value is not.

    The structured answer `none` says that there is none any more; `-` says that it is unknown.
    """
    declared = (answer or "").strip()
    if declared.casefold() == "none":
        return Verdict(VerdictKind.CORRECT, score=1.0, reason="says that there is none any more")
    if declared and declared != ABSTENTION:
        said: tuple[str, ...] = (resolve_value(declared, expectation.domain) or declared,)
    else:
        found = assertions(text, expectation.domain)
        said = tuple(dict.fromkeys(one.value for one in found if one.status == "current"))
        gone = any(one.status in ("past", "denied") for one in found) or _says_gone(text)
        if not said and gone and declared != ABSTENTION:
            return Verdict(VerdictKind.CORRECT, score=1.0, reason="says that it is over")
    if said:
        return _still(said, expectation)
    if declared == ABSTENTION or abstains(text):
        return Verdict(VerdictKind.ABSTAINED, reason="abstains, and it was told to be over")
    return Verdict(VerdictKind.OFF_TASK, reason="neither answers nor abstains")


def _says_gone(text: str) -> bool:
    if is_chinese(text):
        return load_chinese_cues()["abstention.gone"].search(text) is not None
    return _GONE.search(text) is not None


def _still(said: Sequence[str], expectation: Expectation) -> Verdict:
    if any(value in expectation.stale for value in said):
        return Verdict(VerdictKind.STALE, tuple(said), reason=f"says {said[0]}, which was told to be over")
    if any(value in expectation.others for value in said):
        return Verdict(VerdictKind.LEAKED, tuple(said), reason=f"says {said[0]}, which only another person told")
    return Verdict(VerdictKind.WRONG, tuple(said), reason=f"says {said[0]}, and it was told to be over")
