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
from bisect import bisect_left
from collections.abc import Sequence

from regulars.calendar_text import date_agrees, granularity_of
from regulars.chinese_text import is_chinese
from regulars.dialogue import Verdict, VerdictKind
from regulars.rewards.assertions.abstention import (
    ABSTENTION,
    abstains,
    asks_for_amounts,
    denies_all,
    disclaims,
    hedges_lightly,
)
from regulars.rewards.assertions.durations import paid_span, same_rate
from regulars.rewards.assertions.english import Assertion
from regulars.rewards.assertions.limits.aversions import is_averse
from regulars.rewards.assertions.matters import labelled_elsewhere
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.rewards.choices.choice_cues import load_choice_cues
from regulars.rewards.doubts import is_taken_back
from regulars.rewards.lapsed import has_lapsed
from regulars.rewards.verdicts.beside.advice import advised
from regulars.rewards.verdicts.beside.members import has_made_up_member, unmade
from regulars.rewards.verdicts.beside.open_choices import is_undecided, offered_together
from regulars.rewards.verdicts.beside.other_answers import answers_otherwise, is_an_example
from regulars.rewards.verdicts.beside.side_remarks import without_side_remarks
from regulars.rewards.verdicts.beside.unlisted import answers_outside, guesses_between, names_unknown
from regulars.rewards.verdicts.chronicles import in_force
from regulars.rewards.verdicts.conclusions import concluded, first_of_ranking, leaves_choice, not_put_off, picked
from regulars.rewards.verdicts.drafts import draft_spans
from regulars.rewards.verdicts.evidence import (
    drafted,
    heard,
    owned,
    proposed,
    recommended,
    replaced,
    undoubted,
    vouched,
    weighed,
)
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.listings import counted_in, lists_unknown, pointed_at, resulting
from regulars.rewards.verdicts.readings import read_assertions
from regulars.rewards.verdicts.then import as_of_then, placed_later, points_back, speaks_of_then, tells_then_and_later
from regulars.rewards.verdicts.torn import abstains_about, concludes_unknown, guesses_only, is_torn, knows_another_only
from regulars.rewards.verdicts.untold.answers_anyway import answers_anyway
from regulars.values import Mention, ValueType, fold, normalise, resolve_value

_DATE_PARTS = {"year": 1, "month": 2, "day": 3}
_CALCULATED = ("count", "sum", "duration")
"""Forms of questions whose answer is calculated from several things that were told."""
_LAPSING = ("value", "count")
"""Forms of questions about what may have changed since it was told."""
_UNDECIDED = frozenset({AssertionStatus.HYPOTHETICAL, AssertionStatus.QUOTED})


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
    reply_text = without_side_remarks(reply_text, expectation)
    found, is_open = read_assertions(reply_text, expectation.domain), False
    is_later = False
    if _asks_about_then(reply_text, expectation):
        is_later = placed_later(reply_text, found)
        found, is_open = as_of_then(reply_text, found)
    said = (
        picked(reply_text, found, expectation)
        or _said(reply_text, found, expectation)
        or _proposed(reply_text, found, expectation)
        or _told_of_then(reply_text, found, expectation)
        or _vouched(reply_text, found, expectation)
        or _framed(reply_text, found, expectation)
        or _opening_amount(reply_text, found, expectation)
        or _drafted(reply_text, found, expectation)
        or _advised(reply_text, found, expectation)
    )
    offers = expectation.form == "set" and expectation.answerable and not (said or is_chinese(reply_text))
    offered = offered_together(reply_text, found) if offers else ()
    said = said or offered
    if declared:
        return _judge_declared(reply_text, declared, said, expectation)
    statuses = {one.status for one in found}
    guesses = not _UNDECIDED.isdisjoint(statuses)
    abstained = abstains(reply_text, guesses=guesses)
    undecided = guesses or (AssertionStatus.QUESTIONED in statuses and not is_chinese(reply_text))
    denied_only = not expectation.answerable and statuses <= {AssertionStatus.DENIED, AssertionStatus.QUESTIONED}
    if abstained and not said and answers_outside(reply_text, found, expectation):
        kind = VerdictKind.WRONG if expectation.answerable else VerdictKind.UNSUPPORTED
        return Verdict(kind, reason=f"says another value than the known ones of {expectation.domain.name}")
    if not abstained and (not found or denied_only):
        denies = disclaims(_outside_drafts(reply_text, expectation)) or (
            not found and not is_averse(expectation.domain.name) and denies_all(reply_text)
        )
        abstained = denies and not names_unknown(reply_text)
        abstained = abstained or (expectation.form in _CALCULATED and asks_for_amounts(reply_text))
    welcomed = tuple(dict.fromkeys(one.value for one in found if one.status is AssertionStatus.WELCOMED))
    if welcomed and not said and (expectation.answerable or not abstained):
        kind = VerdictKind.WRONG if expectation.answerable else VerdictKind.UNSUPPORTED
        return Verdict(kind, welcomed, reason=f"calls {welcomed[0]} welcome, and the question is what to avoid")
    if not expectation.answerable and expectation.domain.type is not ValueType.TERM and said:
        own = _own(reply_text, found, said, expectation)
        abstained = abstained or (not own and disclaims(reply_text))
        said = own if abstained else said
    if not expectation.answerable and said and concludes_unknown(reply_text, found):
        abstained, said = True, ()
    if not expectation.answerable and said and (abstained or expectation.domain.type is not ValueType.TERM):
        said = _not_examples(reply_text, found, said, expectation)
        abstained = abstained or not said
    if abstained and not expectation.answerable and not said and guesses_only(reply_text, found):
        return Verdict(VerdictKind.UNDETERMINED, reason=f"abstains and guesses {found[0].value}")
    if abstained and not expectation.answerable and not found and guesses_between(reply_text):
        return Verdict(VerdictKind.UNDETERMINED, reason="names several things that it may be")
    if not expectation.answerable:
        past = tuple(dict.fromkeys(one.value for one in found if one.status is AssertionStatus.PAST))
        if not said and not past and not abstained and not undecided and names_unknown(reply_text):
            return Verdict(VerdictKind.UNSUPPORTED, reason="names something that was never told")
        if abstained and not said and answers_anyway(reply_text, expectation.domain):
            return Verdict(VerdictKind.UNSUPPORTED, reason="says that it was never told, and answers all the same")
        return _unanswerable(said or (() if abstained else past), abstained, undecided, expectation)
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
    if not said:
        declines = expectation.form == "any" and load_choice_cues().declines.search(fold(reply_text)[1])
        if abstained or declines:
            return Verdict(VerdictKind.ABSTAINED, reason="abstains though it was told")
        if undecided:
            return Verdict(VerdictKind.UNDETERMINED, reason=f"names {found[0].value} without asserting it")
        return Verdict(VerdictKind.OFF_TASK, reason="asserts no value and does not abstain")
    if expectation.form == "choice" and not is_chinese(reply_text) and is_undecided(reply_text):
        return Verdict(VerdictKind.ABSTAINED, said, reason="says that none was chosen")
    verdict = _compare(said, expectation)
    if expectation.form == "set" and verdict.kind is VerdictKind.CORRECT:
        is_english = not is_chinese(reply_text)
        if is_english and (lists_unknown(reply_text, found) or has_made_up_member(reply_text, found)):
            return Verdict(VerdictKind.WRONG, said, reason="lists another value than the known ones")
        counted = counted_in(reply_text)
        if counted > len(expectation.gold):
            return Verdict(VerdictKind.WRONG, said, reason=f"counts {counted}, of which {len(said)} are right")
    if verdict.kind is VerdictKind.CORRECT and is_later:
        kind = VerdictKind.ABSTAINED if abstained else VerdictKind.UNDETERMINED
        return Verdict(kind, said, reason=f"says {said[0]} of a later time than the one asked about")
    hedged = abstained and hedges_lightly(reply_text) and not _LACKS_DETAIL.search(reply_text)
    is_coarse = granularity_of(said[0]) in ("year", "month") and _WHICH_DAY.search(reply_text) is not None
    knows_other = abstained and not is_coarse and knows_another_only(reply_text, found, expectation.domain)
    if verdict.kind is VerdictKind.CORRECT and knows_other:
        return Verdict(VerdictKind.UNDETERMINED, said, reason=f"names {said[0]}, and says that it is not known")
    is_value = verdict.kind is VerdictKind.CORRECT and expectation.form == "value" and not is_chinese(reply_text)
    if is_value and is_taken_back(reply_text, found, said[0], expectation.domain):
        return Verdict(VerdictKind.UNDETERMINED, said, reason=f"names {said[0]}, and takes it back")
    if is_value and abstained and is_an_example(reply_text, found):
        return Verdict(VerdictKind.ABSTAINED, reason=f"abstains, and names {said[0]} as an example")
    if is_value and answers_otherwise(reply_text, found, said[0], expectation.domain):
        return Verdict(VerdictKind.WRONG, said, reason=f"answers with something else, and names {said[0]} beside it")
    may_lapse = verdict.kind is VerdictKind.CORRECT and expectation.form in _LAPSING and not expectation.earlier
    if may_lapse and not is_chinese(reply_text) and has_lapsed(reply_text, found, said[0], expectation.domain):
        return Verdict(VerdictKind.UNDETERMINED, said, reason=f"names {said[0]}, and says that it no longer holds")
    if verdict.kind is VerdictKind.CORRECT and hedged:
        return Verdict(VerdictKind.UNDETERMINED, said, reason=f"leans to {said[0]} and abstains")
    return verdict


def _outside_drafts(text: str, expectation: Expectation) -> str:
    """The words to the user, where a text for another person says nothing of them: a denial in it is its content."""
    if expectation.answerable or is_chinese(text) or not (spans := draft_spans(text)):
        return text
    low, high = spans[0]
    return text if disclaims(text[:low]) or not _OF_HABIT.search(text, low, high) else f"{text[:low]} {text[high:]}"


_OF_HABIT = re.compile(
    r"\bI (?:don't|don’t|do not|can't|can’t|cannot|won't|won’t|never) (?:\w+ )?(?:write|eat|drink|do|play|use|wear|read"
    r"|stand|take|like|want|touch|cook|work|drive|sing|dance|watch|handle|deal|cope|sit|fly|climb|run|train|go)\b"
)
"""What somebody says about the own ways in a text for others."""


def _asks_about_then(text: str, expectation: Expectation) -> bool:
    """Whether the question is for the value of an earlier time, and the reply's words for times are known."""
    asked = expectation.earlier and expectation.form == "value" and expectation.answerable
    return asked and expectation.domain.type is not ValueType.DATE and not is_chinese(text)


_LACKS_DETAIL = re.compile(
    r"\b(?:exact|precise|further|more|(?:the|which|what) (?:day|year|street|branch|address|details?|date on which))\b",
    re.IGNORECASE,
)
"""What is unknown besides the value."""
_WHICH_DAY = re.compile(r"\b(?:which|what|the (?:exact|precise)?) ?(?:day|date)\b", re.IGNORECASE)
"""What is unknown of a date besides the month or the year."""


def _said(text: str, found: Sequence[Assertion], expectation: Expectation) -> tuple[str, ...]:
    """The values that a reply asserts, each once, without repetitions of a right number over another span."""
    claims = [one for one in found if _is_said(one, expectation)]
    if expectation.form == "set":
        claims = _without_ended(text, resulting(text, claims), found)
        gone = () if is_chinese(text) else unmade(text, found, expectation.domain)
        claims = [one for one in claims if one.value not in gone]
    if expectation.domain.type is ValueType.NUMBER and len(claims) > 1:
        told = [one for one in claims if one.value in expectation.gold]
        true = {(one.value, paid_span(text, one.end)): (one.value, one.end) for one in told}.values()
        claims = [
            one
            for one in claims
            if one.value in (*expectation.gold, *expectation.others)
            or not any(same_rate(text, told, (one.value, one.end)) for told in true)
        ]
    if not any(_among(claim.value, expectation.others, expectation) for claim in claims):
        claims = in_force(text, found, claims, expectation)
    if expectation.form != "set" and not is_chinese(text):
        if not any(_among(claim.value, expectation.others, expectation) for claim in claims):
            claims = heard(text, found, claims, expectation.domain)
        if expectation.form == "any":
            claims = not_put_off(text, first_of_ranking(text, claims))
        claims = concluded(text, claims)
        if not any(_among(claim.value, expectation.others, expectation) for claim in claims):
            claims = replaced(text, found, weighed(text, found, claims, expectation.domain), expectation.domain)
            if expectation.form == "choice" and len({claim.value for claim in claims}) > 1:
                claims = recommended(text, found, expectation.domain) or claims
    return tuple(dict.fromkeys(one.value for one in claims))


def _not_examples(
    text: str, found: Sequence[Assertion], said: tuple[str, ...], expectation: Expectation
) -> tuple[str, ...]:
    """The values said by a reply that knows none, without examples, strangers' claims and values of other matters."""
    if any(_among(value, expectation.others, expectation) for value in said):
        return said
    if expectation.domain.type is not ValueType.TERM:
        return () if abstains_about(text, found, expectation.domain) else said
    claims = [one for one in found if one.value in said]
    return tuple(dict.fromkeys(one.value for one in owned(text, found, claims, expectation.domain)))


def _own(text: str, found: Sequence[Assertion], said: tuple[str, ...], expectation: Expectation) -> tuple[str, ...]:
    """The numbers or dates said by a reply that knows none, without those labelled as another matter's."""
    lowered = fold(text)[1]
    own = (*expectation.domain.subjects, *expectation.domain.name.split("_"))
    others = {one.value for one in found if labelled_elsewhere(lowered, Mention(one.value, one.start, one.end), own)}
    return tuple(value for value in said if value not in others)


_OFFERS = re.compile(r"\b(?:shall|should|may|can) (?:i|we)\b", re.IGNORECASE)
_OPENS_WITH = re.compile(r"[\W_]*$")
_STANDS_ALONE = re.compile(r"(?:[ *_]*[a-z]+)?[ *_]*(?:[(:;,.!–—\n]|$)")


def _opening_amount(text: str, found: Sequence[Assertion], expectation: Expectation) -> tuple[str, ...]:
    """The result that a reply begins with, set apart from what follows: `3 (chess, judo, rowing), and maybe more`."""
    if expectation.form not in _CALCULATED or not found or not _OPENS_WITH.match(text, 0, found[0].start):
        return ()
    return (found[0].value,) if _STANDS_ALONE.match(text.lower(), found[0].end) else ()


def _proposed(text: str, found: Sequence[Assertion], expectation: Expectation) -> tuple[str, ...]:
    """The values that a reply proposes (`how about the pottery?`, `you could try it`), where a proposal is asked for.

    A result that an offer takes for granted (`shall I order pages for 114, then?`) counts as well.
    """
    if expectation.form in _CALCULATED:
        named = dict.fromkeys(one.value for one in found if one.status is AssertionStatus.ASIDE)
        return tuple(named) if len(named) == 1 and _OFFERS.search(text) else ()
    if expectation.form != "any" or is_chinese(text):
        return ()
    return tuple(dict.fromkeys(one.value for one in proposed(text, found)))


def _told_of_then(text: str, found: Sequence[Assertion], expectation: Expectation) -> tuple[str, ...]:
    """The one value that a reply tells in the past where it asserts none of the present.

    What the assistant chose is told in the past, and so is what held at the time that a question is about. The latter
    counts only if it is true, since the past does not answer a question about the present.
    """
    told = dict.fromkeys(one.value for one in found if one.status is AssertionStatus.PAST)
    if len(told) != 1:
        return ()
    if expectation.form in ("choice", "any", *_CALCULATED):
        return () if expectation.form in _CALCULATED and _NO_LONGER.search(text) else tuple(told)
    is_true = all(_among(value, expectation.gold, expectation) for value in told)
    return tuple(told) if is_true and speaks_of_then(text) else ()


_NO_LONGER = re.compile(r"\b(?:before you|used to be|no longer|any ?more)\b", re.IGNORECASE)
"""Words of an amount that has changed since."""


def _vouched(text: str, found: Sequence[Assertion], expectation: Expectation) -> tuple[str, ...]:
    """The one value for which a reply vouches that seems to assert none."""
    is_number = expectation.domain.type is ValueType.NUMBER
    if is_number or expectation.form == "set" or not expectation.answerable or is_chinese(text):
        return ()
    if not found or abstains(text):
        return ()
    return tuple(dict.fromkeys(one.value for one in vouched(text, found, expectation.form, expectation.domain)))


def _framed(text: str, found: Sequence[Assertion], expectation: Expectation) -> tuple[str, ...]:
    """The right value that a reply names in a frame that no rule knows, if it is the only one and nothing doubts it.

    Like the past, such a frame counts only if the value is true: by itself it asserts none.
    """
    if not expectation.answerable or expectation.form != "value":
        return ()
    if not found or expectation.domain.type is not ValueType.TERM or is_chinese(text) or abstains(text):
        return ()
    named = undoubted(text, found)
    return named if all(value in expectation.gold for value in named) else ()


def _drafted(text: str, found: Sequence[Assertion], expectation: Expectation) -> tuple[str, ...]:
    """The one value in a text for somebody else that the reply wrote, if it asserts none to the user."""
    if expectation.domain.type is ValueType.NUMBER or expectation.form != "value" or is_chinese(text):
        return ()
    if not found or (not expectation.answerable and abstains(text)):
        return ()
    return tuple(dict.fromkeys(one.value for one in drafted(text, found, expectation.domain)))


def _advised(text: str, found: Sequence[Assertion], expectation: Expectation) -> tuple[str, ...]:
    """The right value, if a reply asserts none and advises only this one (`try the dartboard`)."""
    if not expectation.answerable or expectation.form != "value" or expectation.domain.type is not ValueType.TERM:
        return ()
    if not found or is_chinese(text) or abstains(text):
        return ()
    return tuple(value for value in advised(text, found, expectation.domain) if value in expectation.gold)


_ENDED_BEHIND = re.compile(
    r"[\s*_,]*\(?(?:(?:which|that|one) you no longer \w+"
    r"|you no longer (?:(?:do|have|own|use|play|keep|want|need)|\w+(?= (?:it|this|that|them|those|these)\b))"
    r"|(?:which |that |one )?(?:you (?:don['’]t|do not) \w+(?: it| them)? any ?more"
    r"|(?:is |are )?no longer(?: (?:yours|there|used|needed|current|valid|active))?"
    r"|(?:you(?:['’]ve| have)? |is |has |are )?(?:not (?:\w+ )?any ?more|outgrown|got(?:ten)? rid of)))"
    r"(?: (?:it|this|that|them|those|these)(?: one)?)?[\s*_]*"
    r"(?:[).,;!\n]|$|\b(?:since|because|after|as of|now|these days|at all"
    r"|(?:in|last) (?:\d{4}|spring|summer|autumn|winter|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*))\b)",
    re.IGNORECASE,
)
"""Behind a value that no longer belongs to a set."""


def _without_ended(text: str, claims: Sequence[Assertion], found: Sequence[Assertion]) -> list[Assertion]:
    """The values behind which no words say that they have ended, or only that another one has: `(no longer piano)`."""
    kept, starts = [], [one.start for one in found]
    for one in claims:
        match = _ENDED_BEHIND.match(text, one.end)
        if match is None or bisect_left(starts, match.end()) > bisect_left(starts, one.end):
            kept.append(one)
    return kept


def _is_said(assertion: Assertion, expectation: Expectation) -> bool:
    """Whether an assertion counts: about the present, for a set also a true one about the past, and any leak."""
    if assertion.status is AssertionStatus.PAST:
        return expectation.form == "set" and assertion.value in expectation.gold
    if assertion.status is AssertionStatus.FOREIGN:
        return expectation.form == "duration" or _among(assertion.value, expectation.others, expectation)
    return assertion.status is AssertionStatus.CURRENT


def _judge_declared(text: str, declared: str, said: tuple[str, ...], expectation: Expectation) -> Verdict:
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
        return _unanswerable(values, False, False, expectation)
    return _compare((*values, *(value for value in said if value not in values and granularity_of(value))), expectation)


def _contradiction(values: tuple[str, ...], reason: str, expectation: Expectation) -> Verdict:
    """A text that contradicts its own structured answer: wrong, whichever is right; a leak stays a leak."""
    if any(value in expectation.others for value in values):
        return Verdict(VerdictKind.LEAKED, values, reason=reason)
    return Verdict(VerdictKind.WRONG if expectation.answerable else VerdictKind.UNSUPPORTED, values, reason=reason)


def _unanswerable(said: tuple[str, ...], abstained: bool, undecided: bool, expectation: Expectation) -> Verdict:
    if expectation.form in ("count", "sum") and said == ("0",):
        return Verdict(VerdictKind.CORRECT, said, score=1.0, reason="says that none was told, and none was")
    if said:
        leaked = next((value for value in said if _among(value, expectation.others, expectation)), "")
        if leaked:
            return Verdict(VerdictKind.LEAKED, said, reason=f"says {leaked}, which only another person told")
        return Verdict(VerdictKind.UNSUPPORTED, said, reason=f"says {said[0]}, which was never told")
    if abstained:
        return Verdict(VerdictKind.CORRECT, score=1.0, reason="abstains, and it was not told")
    if undecided:
        return Verdict(VerdictKind.UNDETERMINED, reason="names a value without asserting it")
    return Verdict(VerdictKind.OFF_TASK, reason="neither answers nor abstains")


def _compare(said: tuple[str, ...], expectation: Expectation) -> Verdict:
    """Compares the asserted values, which are not empty, with the gold values."""
    gold = expectation.gold
    false = [value for value in said if not any(_agree(value, one, expectation) for one in gold)]
    if false:
        return _false(said, false, expectation)
    if expectation.form == "set":
        named = [one for one in gold if any(_agree(value, one, expectation) for value in said)]
        if len(named) == len(gold):
            return Verdict(VerdictKind.CORRECT, said, score=1.0, reason=f"names all {len(gold)}")
        score = len(named) / len(gold)
        return Verdict(VerdictKind.PARTIAL, said, score=score, reason=f"names {len(named)} of {len(gold)}")
    if expectation.domain.type is ValueType.DATE:
        return _compare_dates(said, gold[0])
    return Verdict(VerdictKind.CORRECT, said, score=1.0, reason=f"says {gold[0]}")


def _false(said: tuple[str, ...], false: Sequence[str], expectation: Expectation) -> Verdict:
    leaked = next((value for value in false if _among(value, expectation.others, expectation)), "")
    if leaked:
        return Verdict(VerdictKind.LEAKED, said, reason=f"says {leaked}, which only another person told")
    if all(_among(value, expectation.stale, expectation) for value in false):
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


def _among(value: str, values: Sequence[str], expectation: Expectation) -> bool:
    return any(_agree(value, other, expectation) for other in values)


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
