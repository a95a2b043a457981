"""Reads a reply again that names what is right among a few values, or that may say that it does not know.

People word answers in more ways than rules foresee. The trees were learned from replies that the rules had never met
(`benchmarks/rereading.py`): from what the rules say of a reply, the values that it names and all its words, they tell
how likely the reply is right. One that the rules do not count may count then. What they count stays counted, but for
three cases, in which the reply is left undetermined: if nothing was told, and the words of what they take for an
abstention are those of an answer; if they find a choice that is hardly likely (`options.py`); and if the answer that
they find is hardly likely (`doubts.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from regulars.chinese_text import is_chinese
from regulars.dialogue import Verdict, VerdictKind
from regulars.rewards.assertions.abstention import abstains, disclaims
from regulars.rewards.assertions.limits.aversions import is_averse
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.rewards.lapsed import says_right_has_lapsed
from regulars.rewards.text_parts import SENTENCE_END, part_spans
from regulars.rewards.verdicts.beside.set_members import has_made_up_member
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.readings import read_assertions
from regulars.rewards.verdicts.rereading.boosted_trees import BoostedTrees, read_trees
from regulars.rewards.verdicts.rereading.doubts import LEAST_CHANCE as LEAST_IN_DOUBT
from regulars.rewards.verdicts.rereading.doubts import chance_in_doubt
from regulars.rewards.verdicts.rereading.options import FORMS as CHOOSING
from regulars.rewards.verdicts.rereading.options import reread_choice
from regulars.rewards.verdicts.rereading.signs import ALL_ASKED, is_named, signs
from regulars.rewards.verdicts.rereading.words import logit_of_words
from regulars.rewards.verdicts.times.chronicles import last_stage
from regulars.rewards.verdicts.torn import leaves_range_open
from regulars.values import Mention, find_values

MARGIN = 0.1
"""How much likelier a reply has to be right for one value that it names than for the others to mean this one."""
_FREE = (VerdictKind.ABSTAINED, VerdictKind.OFF_TASK, VerdictKind.UNDETERMINED)
"""The verdicts that cost little or nothing."""
FORMS = frozenset({"value", "set", "order", "choice", "any", "count", "sum", "duration"})
"""The forms of answers that are read again: those that consist of values."""
ONE_ASKED = frozenset({"value", "choice"})
"""Those of them with one right value among the values that a reply names."""
LEAST_CHANCE, LEAST_AGAINST_RULES = 0.35, 0.75
"""The chances from which a reply counts as right: as a rule, and where the rules read what is right as denied, past or
welcome alone, where nothing was told and they find another person's value, or where a sentence without a value says
that something is not known. The trees also learned from thousands of wrong replies made for it, so their chances are
low."""
LEAST_TO_AVOID = 0.5
"""The chance from which it counts where the question is what to avoid: what is only named there may well be welcome."""
LEAST_UNSEEN = 0.7
"""The chance from which it counts where nothing was told and the rules see no sign of not knowing."""
LEAST_LOGIT = -1.5
"""The least logit of its words with which a reply counts as an abstention that the rules take for one."""
MOST_NAMED = 6
"""A reply that names more values lists what it knows, and is not read again."""
FEWEST_WORDS, LONGEST = 20, 3000
"""The least words and the most characters of a reply that is read again: rules read shorter ones well, and the trees
know no longer ones."""


@lru_cache(maxsize=1)
def learned_trees() -> BoostedTrees:
    """The trees of the second reading."""
    return read_trees(Path(__file__).with_name("trees.json"))


def reread(
    text: str, verdict: Verdict, expectation: Expectation, rules: Callable[[str, Expectation], Verdict]
) -> Verdict:
    """The verdict after a second reading.

    A reply that would be as right if another value that it names were the answer does not count. And one that would be
    right by this reading if another value were the answer says so: a guess between hedges would be free if it counted
    where it is right, and as an abstention where it is not.

    Args:
        text: The reply, without hidden reasoning.
        verdict: What the rules say.
        expectation: What a right answer is.
        rules: Finds what the rules say if something else is right.
    """
    if expectation.form in CHOOSING:
        ruled, verdict = verdict, reread_choice(text, verdict, expectation)
        if expectation.offered:
            return verdict if ruled.kind is VerdictKind.CORRECT else _one_sided(text, verdict, expectation, rules)
    if verdict.kind is VerdictKind.CORRECT and expectation.answerable:
        return _doubted_answer(text, verdict, expectation)
    if verdict.kind is VerdictKind.CORRECT and asked_chance(text, expectation) is not None:
        verdict = _doubted(text, verdict, expectation)
    if verdict.kind is VerdictKind.CORRECT:
        return verdict
    chance = _chance(text, verdict, expectation)
    is_free = verdict.kind in _FREE
    rivals = _chances(text, expectation, rules, alike=True) if is_free else {}
    rival = max(rivals.values(), default=0.0)
    if chance is not None and chance >= rival + MARGIN * is_free and not _is_outdone(text, chance, expectation, rules):
        values = expectation.gold if expectation.answerable else ()
        reason = f"read again ({verdict.reason}): right by {chance:.2f}"
        return Verdict(VerdictKind.CORRECT, values, score=1.0, reason=reason)
    if not rival or not is_free:
        return verdict
    claimed = tuple(value for value, found in rivals.items() if found >= rival - MARGIN)
    if len(claimed) == 1 and (chance or 0.0) < rival - MARGIN:
        return Verdict(VerdictKind.WRONG, claimed, reason=f"read again ({verdict.reason}): says {claimed[0]}")
    return Verdict(VerdictKind.UNDETERMINED, claimed, reason=f"leaves open whether it is {claimed[0]}")


def _chances(
    text: str, expectation: Expectation, rules: Callable[[str, Expectation], Verdict], *, alike: bool
) -> dict[str, float]:
    """The chances by which a reply would be right for the other values that it names, those that are great enough."""
    if not _is_long_enough(text, expectation):
        return {}
    found = {
        one.gold[0]: _chance(text, rules(text, one), one)
        for one in _rivals(text, expectation, alike=alike)
        if asked_chance(text, one) is not None
    }
    return {value: chance for value, chance in found.items() if chance is not None}


def _is_outdone(
    text: str, chance: float, expectation: Expectation, rules: Callable[[str, Expectation], Verdict]
) -> bool:
    """Whether a reply would far rather be right if another value were, and the right one had held before."""
    return any(
        learned_trees().chance(signs(text, rules(text, other), other)) >= chance + MARGIN
        for other in _rivals(text, expectation, alike=False)
    )


def _one_sided(
    text: str, verdict: Verdict, expectation: Expectation, rules: Callable[[str, Expectation], Verdict]
) -> Verdict:
    """The verdict on a choice among offered values, unless it would be right as well if the others were right."""
    others = tuple(value for value in expectation.offered if value not in expectation.gold)
    if verdict.kind is not VerdictKind.CORRECT or not others:
        return verdict
    turned = replace(expectation, gold=others)
    if reread_choice(text, rules(text, turned), turned).kind is not VerdictKind.CORRECT:
        return verdict
    return Verdict(VerdictKind.UNDETERMINED, reason=f"would be right as well if {others[0]} were")


def _chance(text: str, verdict: Verdict, expectation: Expectation) -> float | None:
    """The chance by which a reply that the rules do not count is right; None if it is too small."""
    least = asked_chance(text, expectation)
    if least is None or _is_turned_round(verdict, expectation):
        return None
    found = signs(text, verdict, expectation)
    chance = learned_trees().chance(found)
    if expectation.answerable and _knows_nothing_apart(text, expectation):
        least = LEAST_AGAINST_RULES
    return chance if chance >= max(least, least_chance(found)) else None


def _knows_nothing_apart(text: str, expectation: Expectation) -> bool:
    """Whether a sentence that names no value says that something is not known."""
    named = find_values(text, expectation.domain)
    return any(
        abstains(text[low:high])
        for low, high in part_spans(text, SENTENCE_END)
        if not any(one.start < high and low < one.end for one in named)
    )


def _is_turned_round(verdict: Verdict, expectation: Expectation) -> bool:
    """Whether a reply puts all values in the opposite order."""
    return expectation.form == "order" and verdict.asserted == expectation.gold[::-1] != expectation.gold


def _rivals(text: str, expectation: Expectation, *, alike: bool) -> Iterator[Expectation]:
    """What would be right if it were another value that the reply names, where one value is wanted.

    Args:
        text: The reply.
        expectation: What a right answer is.
        alike: Whether each value is looked at as the right one is. Otherwise the right one then held before, and what
            the reply tells as past or denies is looked at as well.
    """
    if not expectation.answerable or expectation.over or expectation.form not in ONE_ASKED:
        return
    known = expectation.stale if alike else (*expectation.gold, *expectation.stale)
    gone = _told_as_gone(text, expectation) if alike else frozenset()
    for value in dict.fromkeys(one.value for one in find_values(text, expectation.domain)):
        if value not in expectation.gold and value not in gone:
            yield replace(expectation, gold=(value,), stale=tuple(one for one in known if one != value))


def _told_as_gone(text: str, expectation: Expectation) -> frozenset[str]:
    """The values that a reply tells as past or denies, and does not name otherwise."""
    statuses: dict[str, set[AssertionStatus]] = {}
    for one in read_assertions(text, expectation.domain):
        statuses.setdefault(one.value, set()).add(one.status)
    return frozenset(value for value, found in statuses.items() if found <= _GONE)


def _doubted(text: str, verdict: Verdict, expectation: Expectation) -> Verdict:
    """The verdict on a reply that the rules take for an abstention, unless its words are those of an answer."""
    if logit_of_words(text, expectation) >= LEAST_LOGIT:
        return verdict
    return Verdict(VerdictKind.UNDETERMINED, reason=f"read again ({verdict.reason}): worded like an answer")


def _doubted_answer(text: str, verdict: Verdict, expectation: Expectation) -> Verdict:
    """The verdict on a reply that the rules count, unless its words and signs are those of one that is not right."""
    if not _is_readable(text, expectation):
        return verdict
    chance = chance_in_doubt(text, verdict, expectation)
    if chance >= LEAST_IN_DOUBT:
        return verdict
    return Verdict(VerdictKind.UNDETERMINED, reason=f"read again ({verdict.reason}): right by {chance:.2f} only")


def least_chance(found: Mapping[str, float]) -> float:
    """The chance from which a reply with these signs counts as right."""
    stated = AssertionStatus.CURRENT.value
    against = (status.value for status in _AGAINST)
    if f"right {stated}" not in found and any(f"right {status}" in found for status in against):
        return LEAST_AGAINST_RULES
    if "unanswerable" in found and "verdict leaked" in found:
        return LEAST_AGAINST_RULES
    return LEAST_CHANCE


_GONE = frozenset({AssertionStatus.DENIED, AssertionStatus.PAST})
_AGAINST = (AssertionStatus.DENIED, AssertionStatus.PAST, AssertionStatus.WELCOMED)
"""What words say of a value that does not hold."""


def asked_chance(text: str, expectation: Expectation) -> float | None:
    """The chance from which a reply counts as right, whatever its signs; None if it is not read again.

    A reply is read again if it names what is right among a few values, and one to a question without an answer if it
    names few values.
    """
    if not _is_long_enough(text, expectation):
        return None
    named = find_values(text, expectation.domain)
    if len({one.value for one in named}) > MOST_NAMED or _lists(text, named, expectation):
        return None
    if not expectation.answerable:
        return LEAST_CHANCE if abstains(text) or disclaims(text) else LEAST_UNSEEN
    if not is_named(text, expectation) or _is_told_otherwise(text, expectation):
        return None
    return LEAST_TO_AVOID if is_averse(expectation.domain.name) else LEAST_CHANCE


def _is_readable(text: str, expectation: Expectation) -> bool:
    """Whether words and trees know such replies: English ones of values, and not too long."""
    return not (expectation.form not in FORMS or expectation.over or len(text) > LONGEST or is_chinese(text))


def _is_long_enough(text: str, expectation: Expectation) -> bool:
    """Whether words and trees know such replies, and rules may misread them."""
    return _is_readable(text, expectation) and len(text.split()) >= FEWEST_WORDS


_JOINED = re.compile(r"[\s,;&/+*_|]*(?:and|or|as well as|plus|then)?[\s*_]*(?:in|the|an?|your|also)?[\s*_]*")
"""What stands between two values that are listed together."""
_SENTENCE = re.compile(r"[.!?\n]")
MOST_PARTS = 8
"""A sentence of so many parts between commas recites what was heard."""


def _lists(text: str, named: Sequence[Mention], expectation: Expectation) -> bool:
    """Whether a reply lists what it knows in place of an answer: several values together, or a recital."""
    if any(sentence.count(",") >= MOST_PARTS - 1 for sentence in _SENTENCE.split(text)):
        return True
    if expectation.form in ALL_ASKED:
        return False
    pairs = pairwise(named)
    return any(
        expectation.gold.count(one.value) != expectation.gold.count(other.value)
        and _JOINED.fullmatch(text, one.end, other.start) is not None
        for one, other in pairs
    )


_SUPPOSES = re.compile(r"(?:^|[.!?;:\n])[\W_]*(?:suppose|supposing|imagine)\b[^.!?\n]*$", re.IGNORECASE)
"""Before what is only supposed: `Suppose you lived in Bergen`."""
_SUPPOSES_OR_WAS = re.compile(
    rf"{_SUPPOSES.pattern}|\b(?:you|we|he|she|they|it) used to\b"
    r"(?:(?!\b(?:now|but|and|then|today|currently)\b)[^.!?;,\n])*$",
    re.IGNORECASE,
)
"""The same, or before what was once so: `You used to live in Bergen`."""
_DENIES = re.compile(
    r"\b(?:you|we)(?:['’](?:ve|re)| have| are| were)?(?: (?:no longer|never|not|do not|did not)"
    r"| (?:do|are|did|have|were)n['’]t)\b"
    r"(?:(?! (?:but|just|only|any more|to|that|because|which|left|leave|moved (?:out|away))\b)[^.!?;:,\n]){0,30}$"
    r"|(?:\bnot|n['’]t|\bcannot) (?:know|say|tell|remember|recall|sure) (?:whether|if)\b"
    r"(?:(?! but\b)[^.!?;:,\n])*$",
    re.IGNORECASE,
)
"""Before what is denied or not known: `You no longer live in Bergen`."""


def _is_told_otherwise(text: str, expectation: Expectation) -> bool:
    """Whether a reply says what is right of others alone, denies or supposes it, or names another value last."""
    read = read_assertions(text, expectation.domain)
    if expectation.form in ALL_ASKED and has_made_up_member(text, read, expectation.domain):
        return True
    if not expectation.earlier and says_right_has_lapsed(text, read, expectation.gold, expectation.domain):
        return True
    if leaves_range_open(text):
        return True
    right = [one for one in read if one.value in expectation.gold]
    unsaid = _SUPPOSES if expectation.earlier else _SUPPOSES_OR_WAS
    if right and all(unsaid.search(text, 0, one.start) for one in right):
        return True
    if right and not is_averse(expectation.domain.name) and all(_DENIES.search(text, 0, one.start) for one in right):
        return True
    statuses = {one.status for one in right}
    return statuses == {AssertionStatus.FOREIGN} or last_stage(text, read) not in ("", *expectation.gold)
