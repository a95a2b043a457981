"""Judges answers in a closed form: a letter, an order, a message to another person, a mention, or "it is over".

For these, the form of the answer decides, not only the assertion of one value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from itertools import combinations

from regulars.chinese_text import is_chinese
from regulars.dialogue import Verdict, VerdictKind
from regulars.rewards.assertions.abstention import ABSTENTION, abstains, disclaims
from regulars.rewards.assertions.english import assertions
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.rewards.choices.choice import ChoiceKind, OptionChoice, read_choice
from regulars.rewards.choices.spelt_options import spells_another
from regulars.rewards.verdicts.beside.set_members import has_made_up_member, left_out
from regulars.rewards.verdicts.drafts import ReplyLists
from regulars.rewards.verdicts.evidence import owned
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.listings import counted_in
from regulars.rewards.verdicts.messages import judge_message
from regulars.rewards.verdicts.readings import read_assertions
from regulars.rewards.verdicts.reminders import (
    LONG_LIST,
    brought_up_in_other_words,
    gives_another_name,
    label_words,
    named_by_word,
    row_around,
    told_in_turn,
)
from regulars.rewards.verdicts.sequences import told_order, with_short_names
from regulars.rewards.verdicts.torn import concludes_unknown
from regulars.rewards.verdicts.untold.order_unknown import leaves_order_open, leaves_sequence_open
from regulars.rewards.verdicts.untold.others_only import names_only_others
from regulars.rewards.verdicts.untold.unknown_details import without_unknown_details
from regulars.values import Domain, ValueType, find_values, normalise, resolve_value

_AMONG_CHINESE = re.compile(r"(?<![A-Za-z])([A-D])(?![A-Za-z])")
_MOST_BESIDE = 2
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
    """Judges the option that the reply picks, by letter, by its place or by its words."""
    letters = expectation.letters
    if declared == ABSTENTION:
        return Verdict(VerdictKind.ABSTAINED, reason="chooses none of the options")
    if not declared and leaves_sequence_open(text, expectation.options):
        return Verdict(VerdictKind.ABSTAINED, reason="says that it does not know the order")
    choice = _choice(declared or text, letters, expectation)
    named = tuple(letters[option] for option in choice.options)
    if choice.kind is ChoiceKind.PICKED:
        other = None if declared or is_chinese(text) else spells_another(text, choice.options[0], expectation.options)
        if named == expectation.gold and other is not None:
            said, is_given = (*named, letters[other[0]]), other[1]
            if not is_given:
                return Verdict(VerdictKind.UNDETERMINED, said, reason=f"chooses {said[0]} and goes on with {said[1]}")
            return Verdict(VerdictKind.WRONG, said, reason=f"chooses {said[0]} in the words of {said[1]}")
        if named == expectation.gold:
            return Verdict(VerdictKind.CORRECT, named, score=1.0, reason=f"chooses {named[0]}")
        if named[0] in expectation.stale:
            return Verdict(VerdictKind.STALE, named, reason=f"chooses {named[0]}, which was right earlier")
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
        told = without_unknown_details(text, domain) if expectation.answerable else text
        said = told_order(told, domain)
        if expectation.answerable and len(said) < len(gold) and not is_chinese(text):
            said = max(said, told_order(told, with_short_names(domain, gold)), key=len)
        if len(said) > 1 and expectation.answerable and leaves_order_open(text):
            return Verdict(VerdictKind.ABSTAINED, said, reason="names them, and says that it does not know the order")
        if not expectation.answerable and names_only_others(text, expectation):
            return _order_abstained(expectation)
        if said and not expectation.answerable and _has_none(text) and _knows_none(text, said, domain):
            return _order_abstained(expectation)
        if not said and _has_none(text):
            return _order_abstained(expectation)
        if not said and _asks(text, expectation):
            return Verdict(VerdictKind.UNDETERMINED, reason="asks about values without asserting them")
    if not said:
        return Verdict(VerdictKind.OFF_TASK, reason="names no value")
    if not expectation.answerable:
        return Verdict(VerdictKind.UNSUPPORTED, said, reason=f"says {said[0]}, which was never told")
    false = [value for value in said if value not in gold]
    if false and not declared and not is_chinese(text):
        beside = left_out(text, read_assertions(text, domain), domain)
        said = tuple(value for value in said if value in gold or value not in beside)
        false = [value for value in said if value not in gold]
    if false:
        return Verdict(VerdictKind.WRONG, said, reason=f"says {false[0]}, which was not told")
    if said == gold and not declared and _lists_more(text, expectation):
        return Verdict(VerdictKind.WRONG, said, reason="lists another value than the known ones")
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


def _lists_more(text: str, expectation: Expectation) -> bool:
    """Whether a reply that names all values in order counts more than these, or lists a made-up one."""
    found = read_assertions(text, expectation.domain)
    return counted_in(text) > len(expectation.gold) or has_made_up_member(text, found, expectation.domain)


_NOT_OWN = (AssertionStatus.DENIED, AssertionStatus.FOREIGN, AssertionStatus.ASIDE)


_TOLD_NONE = re.compile(
    r"\byou(?: yourself)?(?:'ve| have)? ?(?:haven't|have not|never|not|didn't|did not)(?: yet| ever| actually)?"
    r" (?:told|tell|mentioned|mention|named|name|shared|brought up)\b"
    r"[^.!?;\n]{0,20}\b(?:any|a single|one)\b(?! (?:more|other|further|else|after))",
    re.IGNORECASE,
)
"""The user told nothing of what is to be put in order."""


def _knows_none(text: str, said: Sequence[str], domain: Domain) -> bool:
    """Whether a reply that lacks something names no value of the user, only values of other people."""
    return not _own(text, domain) or (len(said) == 1 and _TOLD_NONE.search(text) is not None)


def _own(text: str, domain: Domain) -> bool:
    """Whether any value that a reply asserts is not said to be another person's or an example."""
    found = read_assertions(text, domain)
    claims = [one for one in found if one.status not in _NOT_OWN]
    return bool(owned(text, found, claims, domain)) and not concludes_unknown(text, found)


def _order_abstained(expectation: Expectation) -> Verdict:
    kind = VerdictKind.ABSTAINED if expectation.answerable else VerdictKind.CORRECT
    return Verdict(kind, score=float(kind is VerdictKind.CORRECT), reason="abstains")


def _asks(text: str, expectation: Expectation) -> bool:
    """Whether a reply names values only to ask about them."""
    return any(one.status is AssertionStatus.QUESTIONED for one in read_assertions(text, expectation.domain))


def _has_none(text: str) -> bool:
    """Whether a reply that names nothing says that it has no answer."""
    return abstains(text) or disclaims(text)


_WITHOUT_CONTENT = re.compile(
    r"(?:\bnever|\bnot|n't|n’t|\bno idea)\b[^.!?\n]{0,24}?\b(?:told|tell|know|mentioned|mention|said|say|idea)\b"
    r"[^.!?\n]{0,12}?\b(?:who|what|which one|(?:his|her|its|the) name)\b(?! time\b)",
    re.IGNORECASE,
)
"""A reminder that does not know its content: `your vet, but you never told me who that is`."""


def _mention(text: str, declared: str, expectation: Expectation) -> Verdict:
    """Judges whether something was brought up by label, cue or value, and not in a list of what it could be."""
    words = f" {normalise(text)} {normalise(declared)} "
    own = {normalise(name) for value, names in expectation.domain.aliases.items() for name in (value, *names)}
    beside = [names.partition("|")[0] for names in expectation.others if _names_any(words, names.split("|"), own)]
    brought_up = [(one.start, one.end) for one in find_values(text, expectation.domain)]
    is_named = bool(brought_up)
    brought_up = brought_up or brought_up_in_other_words(text, expectation.domain)
    is_declared = bool(expectation.gold[0] and find_values(declared, expectation.domain))
    if (brought_up or is_declared) and len(beside) > _MOST_BESIDE:
        return Verdict(VerdictKind.OFF_TASK, reason=f"lists {len(beside)} other things, such as {beside[0]}")
    if is_declared:
        return Verdict(VerdictKind.CORRECT, expectation.gold, score=1.0, reason=f"brings up {expectation.gold[0]}")
    if brought_up and not is_named:
        by_word = named_by_word(text, expectation.domain, expectation.others)
        if len(by_word) > _MOST_BESIDE:
            return Verdict(VerdictKind.OFF_TASK, reason=f"hints at {len(by_word)} other things, such as {by_word[0]}")
    if not brought_up and beside:
        return Verdict(VerdictKind.WRONG, reason=f"reminds of {beside[0]}, expected {expectation.gold[0]}")
    if not brought_up:
        return Verdict(VerdictKind.OFF_TASK, reason=f"does not bring up {expectation.gold[0]}")
    former = _former_value(text, expectation)
    if former:
        return Verdict(VerdictKind.STALE, (former,), reason=f"brings up {former}, whose successor was told")
    names = [name for others in expectation.domain.aliases.values() for name in others]
    if not declared and not is_chinese(text) and not _names_a_value(text, expectation, names):
        behind = text[max(text.rfind(mark, 0, brought_up[0][0]) for mark in ".!?\n") + 1 :]
        if _WITHOUT_CONTENT.search(behind):
            return Verdict(
                VerdictKind.ABSTAINED, reason=f"brings up {expectation.gold[0]} and says that it was not told"
            )
        other = gives_another_name(text, expectation.gold[0], names)
        if other:
            return Verdict(VerdictKind.WRONG, reason=f"says {other} for {expectation.gold[0]}")
    others = label_words(names.partition("|")[0] for names in expectation.others)
    row = max(row_around(text, *span, others) for span in brought_up)
    if row >= LONG_LIST:
        return Verdict(VerdictKind.OFF_TASK, reason=f"lists words of {row} other things")
    lists = ReplyLists(text)
    listed = max(lists.length_around(*span) for span in brought_up)
    if listed >= LONG_LIST:
        listed -= told_in_turn(text, names[-1] if names else "", expectation.stale)
    if listed >= LONG_LIST:
        return Verdict(VerdictKind.WRONG, reason=f"lists {listed} things, {expectation.gold[0]} among them")
    return Verdict(VerdictKind.CORRECT, expectation.gold, score=1.0, reason=f"brings up {expectation.gold[0]}")


def _names_any(words: str, names: Sequence[str], own: Collection[str]) -> bool:
    """Whether a reply brings up another matter by one of its names that is none of the reminder's own."""
    plain = map(normalise, names)
    return any((f" {name} " in words or f" {name}s " in words) and name not in own for name in plain)


def _names_a_value(text: str, expectation: Expectation, names: Sequence[str]) -> bool:
    """Whether a reminder names a value that was told, not only the label."""
    values = dict.fromkeys((*expectation.stale, *(name for name in names if name[:1].isupper())), ())
    return bool(find_values(text, Domain(expectation.domain.name, ValueType.TERM, values)))


_ENDED = (AssertionStatus.PAST, AssertionStatus.DENIED)


def _former_value(text: str, expectation: Expectation) -> str:
    """The former value that a reminder gives as the one that holds; empty if there is none.

    The last other name of the reminder is the value that was told last.
    """
    if not expectation.stale:
        return ""
    names = [name for others in expectation.domain.aliases.values() for name in others]
    values = dict.fromkeys((*expectation.stale, *names[-1:]), ())
    found = assertions(text, Domain(expectation.domain.name, ValueType.TERM, values))
    former = [one.value for one in found if one.status not in _ENDED]
    return former[0] if former and all(one.value in expectation.stale for one in found) else ""


CLOSED_FORMS: dict[str, Callable[[str, str, Expectation], Verdict]] = {
    "option": _option,
    "order": _order,
    "pass_on": judge_message,
    "mention": _mention,
}
"""The judge of each form."""
