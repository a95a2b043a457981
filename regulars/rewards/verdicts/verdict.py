"""The entry point of judging: compares a reply with what a right answer is, for every form of answer.

`matcher` judges values by what the reply asserts; `closed_forms` judges the closed forms; `plain_choices` judges
replies that say plainly which of the things on offer they mean. A reply that the first two do not count, or a choice
that they do, is read again (`rereading`). All get an excerpt of a reply that is too long (`rewards/excerpts.py`). All
let a structured answer decide if there is one. In a conversation that is not enough: the person hears the words alone,
so the words have to say what the structured answer says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from regulars.chinese_text import is_chinese
from regulars.dialogue import Verdict, VerdictKind
from regulars.rewards.assertions.abstention import abstains
from regulars.rewards.assertions.body import without_hidden_reasoning
from regulars.rewards.excerpts import LONGEST, LONGEST_ANSWER, excerpt
from regulars.rewards.verdicts.beside.fenced_off import without_fenced_off
from regulars.rewards.verdicts.beside.unlisted_answers import answers_outside, states_unlisted
from regulars.rewards.verdicts.closed_forms import CLOSED_FORMS, judge_closed
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.matcher import judge
from regulars.rewards.verdicts.plain_choices import judge_plain_choice
from regulars.rewards.verdicts.readings import read_assertions
from regulars.rewards.verdicts.rereading.reread import reread
from regulars.rewards.verdicts.times.over import judge_over
from regulars.rewards.verdicts.untold.answers_anyway import answers_anyway
from regulars.rewards.verdicts.untold.gaps_to_fill import leaves_gap
from regulars.rewards.verdicts.untold.reported_answers import reports_an_answer
from regulars.rewards.verdicts.untold.says_untold import says_untold
from regulars.rewards.verdicts.untold.suppositions import without_suppositions
from regulars.rewards.verdicts.untold.unknown_details import without_unknown_details
from regulars.rewards.verdicts.wordings.rewording import with_values
from regulars.values import find_values

_CREDITED = (VerdictKind.CORRECT, VerdictKind.PARTIAL)


def find_verdict(reply_text: str, answer: str | None, expectation: Expectation, *, spoken: bool = False) -> Verdict:
    """Judges a reply with the matcher.

    Args:
        reply_text: The text of the reply; hidden reasoning in it (`<think>...</think>`) does not count.
        answer: The structured answer; None or empty if there is none.
        expectation: What a right answer is.
        spoken: Whether the reply is part of a conversation. If so, its text must give the answer: a structured answer
            can contradict the text, but not replace it. Outside the conversation (False), a structured answer is
            enough.
    """
    reply_text = without_hidden_reasoning(reply_text)
    if len(reply_text) > LONGEST:
        reply_text = excerpt(reply_text, _spellings(expectation))
    if answer is not None:
        answer = answer[:LONGEST_ANSWER]
    verdict = _found(reply_text, answer, expectation)
    if not spoken or not answer:
        return verdict
    words = _found(reply_text, None, expectation)
    credited = verdict.kind in _CREDITED and words.score < verdict.score
    if credited or (verdict.kind is VerdictKind.ABSTAINED and words.kind is VerdictKind.OFF_TASK):
        return replace(words, reason=f"{words.reason}; only the structured answer says more")
    return verdict


def _found(reply_text: str, answer: str | None, expectation: Expectation) -> Verdict:
    verdict = _found_in_any_words(reply_text, answer, expectation)
    is_stated = (
        expectation.answerable and not expectation.over and expectation.form in ("value", "set", "choice", "any")
    )
    if answer or verdict.kind is not VerdictKind.OFF_TASK or not is_stated or is_chinese(reply_text):
        return verdict
    if answers_outside(reply_text, read_assertions(reply_text, expectation.domain), expectation):
        return Verdict(VerdictKind.WRONG, reason=f"says another value than the known ones of {expectation.domain.name}")
    if states_unlisted(reply_text, expectation.domain.words):
        return Verdict(VerdictKind.UNDETERMINED, reason="answers with what is none of the known values")
    return verdict


def _found_in_any_words(reply_text: str, answer: str | None, expectation: Expectation) -> Verdict:
    verdict = _found_as_worded(reply_text, answer, expectation)
    if answer or verdict.kind is VerdictKind.CORRECT:
        return verdict
    reworded = with_values(reply_text, expectation)
    if reworded == reply_text:
        return verdict
    again = _found_as_worded(reworded, None, expectation)
    is_worse = again.score < verdict.score or verdict.kind is VerdictKind.ABSTAINED
    return verdict if is_worse and again.kind is not VerdictKind.CORRECT else again


def _found_as_worded(reply_text: str, answer: str | None, expectation: Expectation) -> Verdict:
    plain = None if answer else judge_plain_choice(reply_text, expectation)
    if plain is not None:
        return plain
    verdict = rules_say(reply_text, expectation, answer)
    if answer:
        return verdict
    is_closed = expectation.form in CLOSED_FORMS
    if (
        expectation.over
        and not is_closed
        and verdict.kind is VerdictKind.CORRECT
        and _fits_the_untold(reply_text, expectation)
    ):
        kind = VerdictKind.ABSTAINED if abstains(reply_text) else VerdictKind.UNDETERMINED
        return Verdict(kind, reason="says no more than if nothing had been told, and it was told to be over")
    is_untold = not (expectation.answerable or expectation.over or is_closed)
    if is_untold and reports_an_answer(reply_text, expectation):
        is_right = verdict.kind is VerdictKind.CORRECT
        return Verdict(VerdictKind.UNSUPPORTED, reason="states what was never told") if is_right else verdict
    if verdict.kind is VerdictKind.UNSUPPORTED and answers_anyway(reply_text, expectation.domain):
        return verdict
    read_again = reread(reply_text, verdict, expectation, rules_say)
    if expectation.answerable or verdict.kind is not VerdictKind.CORRECT or read_again.kind is VerdictKind.CORRECT:
        return read_again
    return verdict if _is_plainly_untold(reply_text, expectation) else read_again


def _fits_the_untold(text: str, expectation: Expectation) -> bool:
    """Whether a reply would be right had nothing been told: then it does not show that the end was remembered.

    One that names what is over does.
    """
    named = {one.value for one in find_values(text, expectation.domain)}
    if not named.isdisjoint(expectation.stale):
        return False
    untold = replace(
        expectation, over=False, answerable=False, stale=(), others=(*expectation.stale, *expectation.others)
    )
    return _found_as_worded(text, None, untold).kind is VerdictKind.CORRECT


def _is_plainly_untold(text: str, expectation: Expectation) -> bool:
    """Whether a reply whose words are those of an answer only names what is another's, of another time or supposed."""
    plain = without_suppositions(text)
    if leaves_gap(text, expectation) or says_untold(text, expectation) or says_untold(plain, expectation):
        return True
    return plain != text and not find_values(plain, expectation.domain) and abstains(plain)


def rules_say(reply_text: str, expectation: Expectation, answer: str | None = None) -> Verdict:
    """The verdict of the rules alone, without a second reading.

    Args:
        reply_text: The words, without hidden reasoning.
        expectation: What a right answer is.
        answer: The structured answer; None or empty if there is none.
    """
    if expectation.form in CLOSED_FORMS:
        return judge_closed(reply_text, answer, expectation)
    if expectation.over:
        return judge_over(reply_text, answer, expectation)
    verdict = judge(reply_text, answer, expectation)
    if answer or verdict.kind is VerdictKind.CORRECT:
        return verdict
    return _read_to_the_point(reply_text, verdict, expectation)


def _read_to_the_point(text: str, verdict: Verdict, expectation: Expectation) -> Verdict:
    """The verdict on a reply that does not count, once what is not to the point is left out.

    Beside an answer, this is what else is unknown. Where nothing was told, it is what is only supposed, or another's.
    """
    if expectation.answerable:
        plain = without_unknown_details(text, expectation.domain, several=expectation.form == "set")
        if expectation.others and expectation.form == "value":
            plain = without_fenced_off(plain, expectation)
    else:
        plain = without_suppositions(text)
        if how := says_untold(text, expectation) or says_untold(plain, expectation):
            return Verdict(VerdictKind.CORRECT, score=1.0, reason=f"{how}, and it was not told")
    if plain == text:
        return verdict
    beside = judge(plain, None, expectation)
    return beside if beside.kind is VerdictKind.CORRECT else verdict


def _spellings(expectation: Expectation) -> Iterator[str]:
    """The spellings of what a right answer or a leak would name."""
    for value in (*expectation.others, *expectation.gold, *expectation.stale, *expectation.options):
        yield value
        yield from expectation.domain.aliases.get(value, ())
