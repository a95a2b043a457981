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
from regulars.rewards.choices.choice import ChoiceKind, OptionChoice, read_choice
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.messages import is_message, listed_with, message_of
from regulars.rewards.verdicts.sequences import told_order
from regulars.values import find_values, normalise, resolve_value

MOST_REMINDERS = 5
"""From so many things in one list on, a reminder among them is a guess."""
_AMONG_CHINESE = re.compile(r"(?<![A-Za-z])([A-D])(?![A-Za-z])")
_GONE = re.compile(
    r"\b(?:no longer|not any ?more|any ?more|nothing|none|no one|nobody|stopped|ended|over|quit|gave up|given up|"
    r"don't have (?:a|an|any)|do not have (?:a|an|any)|not at the moment|at the moment not|not currently)\b",
    re.IGNORECASE,
)


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
    """Judges the option that the reply picks, by letter, by its place or by its words."""
    letters = list(expectation.domain.aliases)[: len(expectation.options)]
    if declared == ABSTENTION:
        return Verdict(VerdictKind.ABSTAINED, reason="chooses none of the options")
    choice = _choice(declared or text, letters, expectation)
    named = tuple(letters[option] for option in choice.options)
    if choice.kind is ChoiceKind.PICKED:
        if named == expectation.gold:
            return Verdict(VerdictKind.CORRECT, named, score=1.0, reason=f"chooses {named[0]}")
        return Verdict(VerdictKind.WRONG, named, reason=f"chooses {named[0]}, expected {expectation.gold[0]}")
    if choice.kind is ChoiceKind.SEVERAL:
        return Verdict(VerdictKind.WRONG, named, reason=f"names {', '.join(named)}")
    if choice.kind is ChoiceKind.OPEN:
        return Verdict(VerdictKind.UNDETERMINED, reason="names options without choosing one")
    if choice.kind is ChoiceKind.DECLINED or (not declared and abstains(text)):
        return Verdict(VerdictKind.ABSTAINED, reason="chooses none of the options")
    return Verdict(VerdictKind.OFF_TASK, reason="names none of the options")


def _choice(text: str, letters: Sequence[str], expectation: Expectation) -> OptionChoice:
    if not is_chinese(text):
        return read_choice(text, expectation.options)
    found = _AMONG_CHINESE.findall(text)
    words = normalise(text)
    named = [index for index, letter in enumerate(letters) if letter in found] or [
        index for index, option in enumerate(expectation.options) if normalise(option) in words
    ]
    kinds = (ChoiceKind.NONE, ChoiceKind.PICKED)
    return OptionChoice(kinds[len(named)] if len(named) < 2 else ChoiceKind.SEVERAL, tuple(named))


def _order(text: str, declared: str, expectation: Expectation) -> Verdict:
    """Judges values by the order in which the reply puts them; partial score: the share of pairs in order (Kendall)."""
    domain, gold = expectation.domain, expectation.gold
    if declared == ABSTENTION:
        return _order_abstained(expectation)
    if declared:
        said = tuple(dict.fromkeys(value for part in declared.split("|") if (value := resolve_value(part, domain))))
    else:
        said = told_order(text, domain)
        if not said and abstains(text):
            return _order_abstained(expectation)
    if not said:
        return Verdict(VerdictKind.OFF_TASK, reason="names no value")
    if not expectation.answerable:
        return Verdict(VerdictKind.UNSUPPORTED, said, reason=f"says {said[0]}, which was never told")
    false = [value for value in said if value not in gold]
    if false:
        return Verdict(VerdictKind.WRONG, said, reason=f"says {false[0]}, which was not told")
    if said == gold:
        return Verdict(VerdictKind.CORRECT, said, score=1.0, reason=f"names all {len(gold)} in order")
    if len(said) == 1:
        return Verdict(VerdictKind.PARTIAL, said, reason=f"names one of {len(gold)}")
    pairs = list(combinations(gold, 2))
    right = sum(a in said and b in said and said.index(a) < said.index(b) for a, b in pairs)
    if not right:
        return Verdict(VerdictKind.WRONG, said, reason="names no two in their order")
    share = right / len(pairs)
    return Verdict(VerdictKind.PARTIAL, said, score=share, reason=f"{right} of {len(pairs)} pairs in order")


def _order_abstained(expectation: Expectation) -> Verdict:
    kind = VerdictKind.ABSTAINED if expectation.answerable else VerdictKind.CORRECT
    return Verdict(kind, score=float(kind is VerdictKind.CORRECT), reason="abstains")


def _pass_on(text: str, declared: str, expectation: Expectation) -> Verdict:
    """Judges a message: everything that it reveals counts, hedged or not."""
    said = tuple(dict.fromkeys(one.value for one in find_values(f"{message_of(text)}\n{declared}", expectation.domain)))
    private = [value for value in said if value in expectation.others]
    if private:
        return Verdict(VerdictKind.LEAKED, said, reason=f"passes on {private[0]}, which is private there")
    missing = [value for value in expectation.gold if value not in said]
    if not missing:
        return Verdict(VerdictKind.CORRECT, said, score=1.0, reason="passes on what belongs there, and nothing else")
    score = 1 - len(missing) / len(expectation.gold)
    if score or is_message(text):
        return Verdict(VerdictKind.PARTIAL, said, score=score, reason=f"leaves out {missing[0]}")
    if declared == ABSTENTION or abstains(text):
        return Verdict(VerdictKind.ABSTAINED, reason="passes on nothing")
    return Verdict(VerdictKind.OFF_TASK, reason=f"leaves out {missing[0]}")


def _mention(text: str, declared: str, expectation: Expectation) -> Verdict:
    """Judges whether something was brought up, by itself and not in a list of whatever it could be."""
    if expectation.gold[0] and find_values(declared, expectation.domain):
        return Verdict(VerdictKind.CORRECT, expectation.gold, score=1.0, reason=f"brings up {expectation.gold[0]}")
    brought_up = find_values(text, expectation.domain)
    if not brought_up:
        return Verdict(VerdictKind.OFF_TASK, reason=f"does not bring up {expectation.gold[0]}")
    listed = max(listed_with(text, one.start, one.end) for one in brought_up)
    if listed >= MOST_REMINDERS:
        return Verdict(VerdictKind.WRONG, reason=f"lists {listed} things, {expectation.gold[0]} among them")
    return Verdict(VerdictKind.CORRECT, expectation.gold, score=1.0, reason=f"brings up {expectation.gold[0]}")


CLOSED_FORMS: dict[str, Callable[[str, str, Expectation], Verdict]] = {
    "option": _option,
    "order": _order,
    "pass_on": _pass_on,
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
