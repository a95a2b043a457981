"""The matcher: compares a reply with the gold answer and gives a verdict, without a model.

A reply is correct if it asserts the gold value as current and no competitor. A competitor is any other value of the
domain that it asserts as current, so naming all values, or reciting a memory, is not correct. A structured answer
decides if there is one, and the text may not contradict it. Undecidable replies are undetermined.

Design choices: a guess (`maybe Bergen`), a plan, a quotation or a question (`is it Bergen?`) alone is undetermined; a
question tag (`isn't it?`, `right?`) asks nothing. In Chinese, a question is off task. A past or denied value alone does
not answer and is off task. An assertion next to an abstention counts ("you live in Bergen, but I don't know your
street"); with a light hedge (`probably`) next to an abstention it is undetermined. Statements about another person
count only if they leak. A date without a year agrees with any year.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulars.calendar_text import granularity_of
from regulars.chinese_text import is_chinese
from regulars.dialogue import Verdict, VerdictKind
from regulars.rewards.assertions.abstention import (
    ABSTENTION,
    abstains,
    asks_back,
    asks_for_amounts,
    denies_all,
    disclaims,
    hedges_lightly,
)
from regulars.rewards.assertions.english import Assertion
from regulars.rewards.assertions.limits.aversions import is_averse
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.rewards.choices.choice_cues import load_choice_cues
from regulars.rewards.doubts import is_taken_back
from regulars.rewards.lapsed import has_lapsed
from regulars.rewards.verdicts.beside.candidates import denies_own_choice, without_candidates
from regulars.rewards.verdicts.beside.half_answers import is_for_another_span, misses_told_year
from regulars.rewards.verdicts.beside.open_choices import is_undecided, offered_together
from regulars.rewards.verdicts.beside.other_answers import answers_otherwise, is_an_example
from regulars.rewards.verdicts.beside.own_words import answered_elsewhere, is_unknown_beside
from regulars.rewards.verdicts.beside.set_members import has_made_up_member
from regulars.rewards.verdicts.beside.side_remarks import without_side_remarks
from regulars.rewards.verdicts.beside.unlisted_answers import (
    answers_outside,
    guesses_between,
    names_unknown,
)
from regulars.rewards.verdicts.comparing import compare, compare_declared, compare_with_none
from regulars.rewards.verdicts.conclusions import leaves_choice
from regulars.rewards.verdicts.drafts import draft_spans
from regulars.rewards.verdicts.expectation import CALCULATED, Expectation
from regulars.rewards.verdicts.listings import counted_in, lists_unknown
from regulars.rewards.verdicts.named_by_place import pointed_at
from regulars.rewards.verdicts.readings import read_assertions, values_of
from regulars.rewards.verdicts.said_values import own_figures, said_values, without_examples
from regulars.rewards.verdicts.times.former import held_today
from regulars.rewards.verdicts.times.then import as_of_then, placed_later, points_back, tells_then_and_later
from regulars.rewards.verdicts.torn import concludes_unknown, guesses_only, is_torn, knows_another_only
from regulars.rewards.verdicts.untold.answers_anyway import answers_anyway
from regulars.values import ValueType, fold, normalise

_LAPSING = ("value", "count")
"""Forms of questions about what may have changed since it was told."""
_UNDECIDED = frozenset({AssertionStatus.HYPOTHETICAL, AssertionStatus.QUOTED})
_LACKS_DETAIL = re.compile(
    r"\b(?:exact|precise|further|more|(?:the|which|what) (?:day|year|street|branch|address|details?|date on which))\b",
    re.IGNORECASE,
)
"""What is unknown besides the value."""
_WHICH_DAY = re.compile(r"\b(?:which|what|the (?:exact|precise)?) ?(?:day|date)\b", re.IGNORECASE)
"""What is unknown of a date besides the month or the year."""
_WHICH_MONTH = re.compile(r"\b(?:which|what|the(?: exact| precise)?) month\b", re.IGNORECASE)
"""What is unknown of a date besides the year."""
_OF_HABIT = re.compile(
    r"\bI (?:don't|don’t|do not|can't|can’t|cannot|won't|won’t|never) (?:\w+ )?(?:write|eat|drink|do|play|use|wear|read"
    r"|stand|take|like|want|touch|cook|work|drive|sing|dance|watch|handle|deal|cope|sit|fly|climb|run|train|go)\b"
)
"""What somebody says about the own ways in a text for others."""


def judge(reply_text: str, answer: str | None, expectation: Expectation) -> Verdict:
    """The verdict on a reply.

    Args:
        reply_text: The reply's words.
        answer: The structured answer: a value, a `|`-separated set, `-` for abstention; None or empty if there is none.
        expectation: What a right answer is.

    Returns:
        The verdict. Its score is 1 for correct; for partial, the share of the set that was named or of a date's parts
        (year, month, day) that were given; else 0.
    """
    declared = answer.strip() if answer else ""
    if expectation.form == "text":
        return _judge_recorded(reply_text, declared, expectation)
    if not held_today(reply_text, read_assertions(reply_text, expectation.domain), expectation):
        reply_text = without_side_remarks(reply_text, expectation)
    reply_text = without_candidates(reply_text, expectation)
    found, is_open = read_assertions(reply_text, expectation.domain), False
    is_later = False
    if _asks_about_then(reply_text, expectation):
        is_later = placed_later(reply_text, found)
        found, is_open = as_of_then(reply_text, found)
    said = said_values(reply_text, found, expectation)
    offers = expectation.form == "set" and expectation.answerable and not (said or is_chinese(reply_text))
    offered = offered_together(reply_text, found) if offers else ()
    said = said or offered
    if declared:
        return compare_declared(reply_text, declared, said, expectation)
    statuses = {one.status for one in found}
    guesses = not _UNDECIDED.isdisjoint(statuses)
    verdict = compare(said, expectation) if said and expectation.answerable else None
    may_count = verdict is None or verdict.kind in (VerdictKind.CORRECT, VerdictKind.PARTIAL)
    abstained = may_count and abstains(reply_text, guesses=guesses)
    undecided = guesses or (AssertionStatus.QUESTIONED in statuses and not is_chinese(reply_text))
    denied_only = not expectation.answerable and statuses <= {AssertionStatus.DENIED, AssertionStatus.QUESTIONED}
    if abstained and not said and answers_outside(reply_text, found, expectation):
        kind = VerdictKind.WRONG if expectation.answerable else VerdictKind.UNSUPPORTED
        return Verdict(kind, reason=f"says another value than the known ones of {expectation.domain.name}")
    if not abstained and (not found or denied_only):
        denies = disclaims(_outside_drafts(reply_text, expectation)) or (
            not found and (not is_averse(expectation.domain.name) or asks_back(reply_text)) and denies_all(reply_text)
        )
        abstained = denies and not names_unknown(reply_text)
        abstained = abstained or (expectation.form in CALCULATED and asks_for_amounts(reply_text))
    welcomed = values_of(one for one in found if one.status is AssertionStatus.WELCOMED)
    if welcomed and not said and (expectation.answerable or not abstained):
        kind = VerdictKind.WRONG if expectation.answerable else VerdictKind.UNSUPPORTED
        return Verdict(kind, welcomed, reason=f"calls {welcomed[0]} welcome, and the question is what to avoid")
    if not expectation.answerable:
        return _judge_untold(reply_text, found, said, abstained, undecided, expectation)
    if is_open and not pointed_at(reply_text, found):
        return Verdict(VerdictKind.UNDETERMINED, said, reason="names several values, and not which of them held then")
    told_then = "" if expectation.earlier else points_back(reply_text, found) or tells_then_and_later(reply_text, found)
    if told_then and not (told_then in said and told_then in expectation.gold):
        return Verdict(VerdictKind.UNDETERMINED, said, reason=f"says that {told_then} was told then, and another later")
    if not offered and is_torn(reply_text, found):
        named = next(one.value for one in found)
        return Verdict(VerdictKind.UNDETERMINED, said, reason=f"leaves open whether it is {named}")
    if expectation.form == "any" and leaves_choice(reply_text, found, expectation.domain):
        return Verdict(VerdictKind.ABSTAINED, said, reason="weighs the values and leaves the choice to the user")
    if verdict is None:
        declines = expectation.form == "any" and load_choice_cues().declines.search(fold(reply_text)[1])
        if abstained or declines:
            return Verdict(VerdictKind.ABSTAINED, reason="abstains though it was told")
        if undecided:
            return Verdict(VerdictKind.UNDETERMINED, reason=f"names {found[0].value} without asserting it")
        return Verdict(VerdictKind.OFF_TASK, reason="asserts no value and does not abstain")
    is_choice = expectation.form == "choice" and not is_chinese(reply_text)
    if is_choice and (is_undecided(reply_text) or denies_own_choice(reply_text, expectation)):
        return Verdict(VerdictKind.ABSTAINED, said, reason="says that none was chosen")
    if verdict.kind is VerdictKind.PARTIAL and abstained and _gives_years(said) and not _lacks_detail(reply_text):
        return Verdict(VerdictKind.ABSTAINED, said, reason=f"abstains, and gives {said[0]} alone")
    if verdict.kind is not VerdictKind.CORRECT:
        return verdict
    if is_later:
        kind = VerdictKind.ABSTAINED if abstained else VerdictKind.UNDETERMINED
        return Verdict(kind, said, reason=f"says {said[0]} of a later time than the one asked about")
    return _reservation(reply_text, found, said, abstained, expectation) or verdict


def _gives_years(said: Sequence[str]) -> bool:
    """Whether a reply gives years, and no date."""
    return bool(said) and all(granularity_of(value) == "year" for value in said)


def _lacks_detail(text: str) -> bool:
    """Whether a reply says that it lacks the month or the exact day alone."""
    return _LACKS_DETAIL.search(text) is not None or _WHICH_MONTH.search(text) is not None


def _judge_untold(
    text: str,
    found: Sequence[Assertion],
    said: tuple[str, ...],
    abstained: bool,
    undecided: bool,
    expectation: Expectation,
) -> Verdict:
    """Judges a reply to a question about what was never told; examples and other matters do not count.

    Args:
        text: The reply.
        found: The values that it names, in text order.
        said: Those with which it answers.
        abstained: Whether it says that it does not know.
        undecided: Whether it names values without asserting them.
        expectation: What a right answer is.
    """
    is_figure = expectation.domain.type is not ValueType.TERM
    if (abstained or disclaims(text)) and _gives_years(said) and _lacks_detail(text):
        return Verdict(VerdictKind.UNSUPPORTED, said, reason=f"says {said[0]}, which was never told, and lacks the day")
    if is_figure and said:
        own = own_figures(text, found, said, expectation)
        abstained = abstained or (not own and disclaims(text))
        said = own if abstained else said
    if said and concludes_unknown(text, found):
        abstained, said = True, ()
    if said and (abstained or is_figure):
        said = without_examples(text, found, said, expectation)
        abstained = abstained or not said
    if said:
        return compare_with_none(said, abstained, undecided, expectation)
    if abstained:
        if guesses_only(text, found):
            return Verdict(VerdictKind.UNDETERMINED, reason=f"abstains and guesses {found[0].value}")
        if not found and guesses_between(text):
            return Verdict(VerdictKind.UNDETERMINED, reason="names several things that it may be")
        if answers_anyway(text, expectation.domain):
            return Verdict(VerdictKind.UNSUPPORTED, reason="says that it was never told, and answers all the same")
        return compare_with_none((), abstained, undecided, expectation)
    past = values_of(one for one in found if one.status is AssertionStatus.PAST)
    if not past and not undecided and names_unknown(text):
        return Verdict(VerdictKind.UNSUPPORTED, reason="names something that was never told")
    return compare_with_none(past, abstained, undecided, expectation)


def _reservation(
    text: str, found: Sequence[Assertion], said: tuple[str, ...], abstained: bool, expectation: Expectation
) -> Verdict | None:
    """The verdict on a reply that names what is right, if it takes it back or adds what is false; else None.

    Args:
        text: The reply.
        found: The values that it names, in text order.
        said: Those with which it answers, all of them right.
        abstained: Whether it says that it does not know.
        expectation: What a right answer is.
    """
    domain, is_english = expectation.domain, not is_chinese(text)
    if is_english and is_for_another_span(text, found, expectation):
        return Verdict(VerdictKind.WRONG, said, reason=f"says {said[0]} for another span of time")
    if is_english and misses_told_year(text, said, expectation):
        return Verdict(VerdictKind.UNDETERMINED, said, reason="gives day and month, and says that the year is unknown")
    if expectation.form == "set":
        if is_english and (has_made_up_member(text, found, domain) or lists_unknown(text, found)):
            return Verdict(VerdictKind.WRONG, said, reason="lists another value than the known ones")
        counted = counted_in(text)
        if counted > len(expectation.gold):
            return Verdict(VerdictKind.WRONG, said, reason=f"counts {counted}, of which {len(said)} are right")
    is_coarse = granularity_of(said[0]) in ("year", "month") and _WHICH_DAY.search(text) is not None
    if abstained and not is_coarse and knows_another_only(text, found, domain):
        return Verdict(VerdictKind.UNDETERMINED, said, reason=f"names {said[0]}, and says that it is not known")
    if expectation.form == "value" and is_english:
        if is_taken_back(text, found, said[0], domain):
            return Verdict(VerdictKind.UNDETERMINED, said, reason=f"names {said[0]}, and takes it back")
        if abstained and is_an_example(text, found):
            return Verdict(VerdictKind.ABSTAINED, reason=f"abstains, and names {said[0]} as an example")
        current = [one for one in found if one.status is AssertionStatus.CURRENT]
        if other := answered_elsewhere(text, found, current, said[0], domain):
            return Verdict(VerdictKind.WRONG, (other,), reason=f"gives {other} in the words of the question")
        if is_unknown_beside(text, found, said[0], domain):
            return Verdict(VerdictKind.ABSTAINED, reason=f"abstains, and names {said[0]} of another matter")
        if answers_otherwise(text, found, said[0], domain):
            reason = f"answers with something else, and names {said[0]} beside it"
            return Verdict(VerdictKind.WRONG, said, reason=reason)
    may_lapse = expectation.form in _LAPSING and not expectation.earlier and is_english
    if may_lapse and has_lapsed(text, found, said[0], domain):
        return Verdict(VerdictKind.UNDETERMINED, said, reason=f"names {said[0]}, and says that it no longer holds")
    if abstained and hedges_lightly(text) and not _LACKS_DETAIL.search(text):
        return Verdict(VerdictKind.UNDETERMINED, said, reason=f"leans to {said[0]} and abstains")
    return None


def _outside_drafts(text: str, expectation: Expectation) -> str:
    """The words to the user, where a text for another person says nothing of them: a denial in it is its content."""
    if expectation.answerable or is_chinese(text) or not (spans := draft_spans(text)):
        return text
    low, high = spans[0]
    return text if disclaims(text[:low]) or not _OF_HABIT.search(text, low, high) else f"{text[:low]} {text[high:]}"


def _asks_about_then(text: str, expectation: Expectation) -> bool:
    """Whether the question is for the value of an earlier time, and the reply's words for times are known."""
    asked = expectation.earlier and expectation.form == "value" and expectation.answerable
    return asked and expectation.domain.type is not ValueType.DATE and not is_chinese(text)


def _judge_recorded(text: str, declared: str, expectation: Expectation) -> Verdict:
    """Free text: only abstention and equality decide; token F1 scores the rest elsewhere."""
    said = declared or text
    abstained = declared == ABSTENTION or abstains(said)
    if not normalise(said) and not abstained:
        return Verdict(VerdictKind.OFF_TASK, reason="says nothing")
    if not expectation.answerable:
        if abstained:
            return Verdict(VerdictKind.CORRECT, score=1.0, reason="abstains, and it has no answer")
        return Verdict(VerdictKind.UNSUPPORTED, reason="answers though it has no answer")
    if any(normalise(said) == normalise(gold) for gold in expectation.gold):
        return Verdict(VerdictKind.CORRECT, score=1.0, reason="equals the reference answer")
    if any(normalise(said) == normalise(old) for old in expectation.stale):
        return Verdict(VerdictKind.STALE, reason="equals the reference answer of an earlier time")
    if abstained:
        return Verdict(VerdictKind.ABSTAINED, reason="abstains though it has an answer")
    return Verdict(VerdictKind.UNDETERMINED, reason="free text that no rule decides")
