"""Which of several options a reply picks; for a request to choose, the pick becomes the assistant's commitment.

A reply may weigh all options, rule some out, rank them or show them in a table before it picks one. What counts is a
pick that it makes plainly: an option by itself, behind words such as `I'd go with`, `so` or `the answer is`, or before
words such as `it is` or `gets my vote`. The last plain pick counts if it corrects or concludes; two plain picks that
stand side by side are several. Where no option is picked plainly, the only one that is asserted counts, then the row of
a table or list that is marked, ranked first or has the highest total.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from regulars.chinese_text import is_chinese
from regulars.rewards.assertions.body import without_hidden_reasoning
from regulars.rewards.assertions.english import assertions
from regulars.rewards.choices.one_or_both import TOO_LITTLE, answers_in_a_word, find_fit_options, which_goes_against
from regulars.rewards.choices.option_groups import OTHER, OptionGroup
from regulars.rewards.choices.option_rows import row_picked
from regulars.rewards.choices.option_words import told_in_order
from regulars.rewards.choices.reasons import are_reasons, of_this_change, reason_in_other_words
from regulars.rewards.choices.settled_options import SettledOptions
from regulars.rewards.choices.spelt_options import recited_options
from regulars.rewards.choices.times.figures_in_time import higher_by_figures
from regulars.rewards.choices.times.first_or_last import find_first_and_latest, which_is_higher
from regulars.rewards.choices.times.options_in_time import option_in_time
from regulars.rewards.excerpts import LONGEST_ANSWER, excerpt
from regulars.values import Domain, told_value

_RANKED = re.compile(
    r"\b(?:rank(?:ing|ed)|best to worst|in order of preference|from (?:the )?best|my order)\b[^:\n]{0,30}:"
)
_SINGLE_RANK = re.compile(r"\s*>\s*")
_REFERS_BACK = re.compile(
    r"\b(?:(?:that|this)(?:'s| is)? (?:the |my |your )?(?:\w+ )?(?:one|pick|choice|winner|vote|answer|favou?rite"
    r"|recommendation|suggestion|verdict|tip|bet|name|decision)|that's (?:it|what i'd)|it's (?:that|this) one"
    r"|(?:go|going|stick) with (?:that|this|it)|(?:that|this|it) (?:gets|has) my vote|(?:that|this) one"
    r"|there you (?:go|have it|are)|go for (?:that|it|this))\b"
)
_OFFERS = re.compile(
    r"[\W_]*(?:(?:and|so|but|by the way)[\s,]+)?(?:would you (?:like|want|care)|do you (?:want|need)|shall i"
    r"|should i|may i|can i) (?!say|go|choose|pick|put|call|take|name|settle)"
)
_THEN = re.compile(r"[\W_]*(?:then|in (?:that|which) case|if so|if not)\b")
_FIRST = re.compile(r"(?:^|[.!?:;,\n]\s*)(?:at )?first\b[^.!?;]*$|\b(?:first|earlier|before that)(?: \w+){0,4} $")
_FIRST_THEN = re.compile(
    r"[^.!?;]{0,60}\b(?:first|earlier|earliest),?\s+(?:and )?(?:only )?(?:then|later|afterwards|after that)\b"
)
"""Behind an option that was told before the next one: `Ainsley was mentioned earlier, then came the shop`."""
_AND_THEN = re.compile(r"[^.!?]*\b(?:then|later|afterwards|after that|next|second)\b[^.!?]*$")
_REMAINS = re.compile(
    r"\b(?:(?<!as )(?<!as with )(?<!or )the (?:remaining|third|fourth|other|last)"
    r"(?: (?:one|option|name|candidate|is|it|wins|gets)\b|(?=[\s*_]*[.,;:!?]))|(?:what|whatever|all|the one)(?: that)?"
    r"(?:'s| is)? (?:left|remains)|(?:leaves|that leaves) (?:just |only |exactly )?(?:one|the (?:other|third|last"
    r"|remaining)))\b"
)
_WAS = re.compile(r"[\s*_\"')]*(?:was|were|used to|had been)\b")
_IS = re.compile(r"[\s*_\"')]*(?:is|'s|are)\b")
"""Behind an option of today, where another one was told in the past: `B was the first, D is the one you have now`."""
_NOT_EITHER = re.compile(r"(?:\bnot|n't|\bno|\bnor|\bnever)\b[^.!?;]*$")
"""Before an `either` that joins a denial to another: `your flat isn't cheap either`."""
_CONTRAST = re.compile(r"\b(?:but|yet|however|still)\b")


_NOTHING: frozenset[int] = frozenset()
_REACH = 80
"""The number of characters before an option that may say that a ranking begins with it."""
_ASKED = 6
"""The number of characters at the end of a sentence among which its question mark stands."""
_MOST_PICKS = 50
"""The number of picks, from the last one back, that are compared."""


class ChoiceKind(StrEnum):
    """What a reply does with the options it was given."""

    PICKED = "picked"
    """It picks one."""
    SEVERAL = "several"
    """It picks more than one."""
    OPEN = "open"
    """It names some without picking one."""
    OTHER = "other"
    """It picks something else, or rejects all."""
    DECLINED = "declined"
    """It says that it picks none."""
    NONE = "none"
    """It does not speak of them."""


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """What a reply does, and the options concerned by their places from 0 on."""

    kind: ChoiceKind
    options: tuple[int, ...] = ()


def chosen(text: str, answer: str | None, options: Sequence[str], domain: Domain) -> str:
    """The one option that the reply chose.

    Args:
        text: The reply's words.
        answer: Its structured answer; if it names an option, it decides.
        options: Canonical values of `domain`.
        domain: The attribute's values.

    Returns:
        The option, or an empty string if none or more than one was chosen.
    """
    if answer:
        answer = answer[:LONGEST_ANSWER]
        named = [option for option in options if told_value(answer, option, domain)]
        return named[0] if len(named) == 1 else ""
    choice = read_choice(excerpt(text, options), options, domain)
    return options[choice.options[0]] if choice.kind is ChoiceKind.PICKED else ""


def read_choice(text: str, options: Sequence[str], domain: Domain | None = None) -> OptionChoice:
    """What a reply does with its options.

    Args:
        text: The reply's words.
        options: The options' texts.
        domain: The values that the options are taken from; None for options that are lettered A, B, ...
    """
    if domain is not None and is_chinese(text):
        current = {one.value for one in assertions(text, domain) if one.status == "current"}
        named = tuple(index for index, option in enumerate(options) if option in current)
        return OptionChoice(ChoiceKind.PICKED if len(named) == 1 else ChoiceKind.OPEN, named)
    text = without_hidden_reasoning(text)
    if domain is None:
        return _read_lettered(text, tuple(options))[0]
    return _Decision(text, tuple(options), domain).choice()


def read_references(text: str, options: Sequence[str]) -> Sequence[OptionGroup]:
    """The references of a reply to options that are lettered A, B, ..., and how it means them.

    Args:
        text: The reply, without hidden reasoning.
        options: The options' texts.
    """
    return _read_lettered(text, tuple(options))[1]


@lru_cache(maxsize=8)
def _read_lettered(text: str, options: tuple[str, ...]) -> tuple[OptionChoice, Sequence[OptionGroup]]:
    """What a reply does with lettered options, and its references; kept for the last replies, which are read again."""
    decision = _Decision(text, options, None)
    recited = recited_options(text, options)
    if recited:
        return OptionChoice(ChoiceKind.SEVERAL, tuple(sorted(recited))), tuple(decision.references)
    choice = decision.choice()
    in_part = choice.kind is ChoiceKind.SEVERAL and not any(one.is_exact for one in decision.groups)
    if (in_part or choice.kind in (ChoiceKind.NONE, ChoiceKind.OTHER)) and are_reasons(options):
        reason = reason_in_other_words(decision.lowered, options)
        choice = choice if reason is None else OptionChoice(ChoiceKind.PICKED, (reason,))
    return choice, tuple(decision.references)


class _Decision(SettledOptions):
    """What a reply does with its options, from how it means each."""

    __slots__ = ("references", "undecided_upto")

    def __init__(self, text: str, options: tuple[str, ...], domain: Domain | None) -> None:
        super().__init__(text, options, domain)
        self.references = self.groups
        if domain is None and are_reasons(options):
            self.groups = of_this_change(self.text, self.sentences, self.groups)
        undecided = [
            match.start()
            for match in self.cues.undecided.finditer(self.text)
            if match[0] != "either" or not _NOT_EITHER.search(self.text, max(match.start() - _REACH, 0), match.start())
        ]
        self.undecided_upto = undecided[-1] + 1 if undecided else 0

    def choice(self) -> OptionChoice:
        """What the reply does."""
        if not self.chooses and not any(one.kind == "letter" for one in self.groups):
            timed = option_in_time(self.lowered, self.options)
            if timed is not None:
                return self._choice({timed})
        shared = self._shared() or self.untold_one() or self.excluded_one()
        if shared:
            return self._choice(shared)
        four = () if self.chooses else find_fit_options(self.options)
        said = answers_in_a_word(self.lowered, four) if four else None
        if said is not None:
            return self._choice({said})
        if four and not any(one.is_exact for one in self.groups):
            option = which_goes_against(self.lowered, four)
            if option == TOO_LITTLE:
                return OptionChoice(ChoiceKind.OPEN)
            if option is not None:
                return self._choice({option})
        two = None if self.chooses else find_first_and_latest(self.options)
        if two is not None and not any(one.kind == "letter" for one in self.groups):
            option = which_is_higher(self.lowered, two)
            if option is None and (way := higher_by_figures(self.lowered)) is not None:
                option = two[way]
            if option is not None:
                return self._choice({option})
        picked = self._by_picks()
        if picked is not None:
            return picked
        decided = [
            one for one in self.groups if one.is_asserted and (one.kind == "letter" or not self._is_undecided(one.end))
        ]
        if self.cues.declines.search(self.text, self.groups[-1].end if self.groups else 0) and (
            not self.groups or self._weighs_all()
        ):
            return OptionChoice(ChoiceKind.DECLINED)
        if self.groups and all(self._is_offer(one) for one in self.groups):
            return OptionChoice(ChoiceKind.NONE)
        if self.lacks_a_matter():
            return OptionChoice(ChoiceKind.OPEN)
        both = self.by_matters()
        if self._is_undecided(0) and not decided and (self.groups or not both):
            return OptionChoice(ChoiceKind.OPEN)
        if both:
            return self._choice(both)
        ruled = [one for one in self.groups if one.is_exact] or self.groups
        left = set(range(len(self.options))).difference(*(one.options for one in ruled))
        if len(left) == 1 < len(self.options) - 1 and _REMAINS.search(self.text, self.groups[-1].end):
            return self._choice(left)
        exact = self._of_today([one for one in self.groups if one.is_exact and one.is_asserted])
        loose = [one for one in self.groups if not one.is_exact and one.is_asserted]
        in_rows = {row.option for row in self.rows}
        if len(in_rows) > 1:
            option = row_picked(self.cased, self.rows)
            if option is not None:
                return self._choice({option})
        ranked = self._ranked_first()
        if ranked is not None:
            return self._choice(ranked)
        for some in (exact, loose):
            if some is loose and self._leaves_exact_open():
                return OptionChoice(ChoiceKind.OPEN)
            if some is loose and self.words.is_permuted and not any(one.is_denied for one in self.groups):
                ordered = told_in_order(range(len(self.options)), self.words.orders, self.lowered)
                if len(ordered) == 1:
                    return self._choice({*ordered})
            free = [one for one in some if not one.in_row] or some
            together = self._together(free)
            if len(together) == 1:
                doubted = [one for one in self.groups if one.is_open and not one.options & together]
                return OptionChoice(ChoiceKind.OPEN) if doubted and some is loose else self._choice(together)
        return self._left_over(exact or loose)

    def _weighs_all(self) -> bool:
        """Whether a reply to a request for a choice speaks of several options, of none of them as its pick."""
        return self.chooses and len({one.options for one in self.groups}) > 1

    def _of_today(self, groups: list[OptionGroup]) -> list[OptionGroup]:
        """Leaves out options of the past where one is said to be today's: `B is your doctor, D was`."""
        if not any(_IS.match(self.text, one.end) for one in groups):
            return groups
        return [one for one in groups if not _WAS.match(self.text, one.end)]

    def _leaves_exact_open(self) -> bool:
        """Whether a reply leaves two options open by their letters or places: `it may be A and it may be B`."""
        left = frozenset().union(*(one.options for one in self.groups if one.is_exact and one.is_open))
        return 1 < len(left) < len(self.options) or (len(left) > 1 and not self.cues.declines.search(self.text))

    def _shared(self) -> frozenset[int]:
        """The last option, if all pairs named before it share just this one, as in `A or C; C or D. So C`."""
        if not self.groups:
            return _NOTHING
        *before, last = self.groups
        if last.kind != "letter" or len(last.options) > 1 or last.is_denied:
            return _NOTHING
        several = [one.options for one in before if len(one.options) > 1 and one.kind == "letter" and not one.is_denied]
        shared = frozenset.intersection(*several) if len(several) > 1 else _NOTHING
        return shared if shared == last.options else _NOTHING

    def _is_offer(self, group: OptionGroup) -> bool:
        """Whether an option is only named in a question of whether to do something else with it."""
        low, high = self.sentences[group.sentence]
        if not group.is_open or "?" not in self.text[max(low, high - _ASKED) : high]:
            return False
        return _OFFERS.match(self.text, low) is not None

    def _is_undecided(self, since: int) -> bool:
        """Whether the reply says after `since` that it does not decide (`either would do`)."""
        return self.undecided_upto > since

    def _choice(self, options: AbstractSet[int]) -> OptionChoice:
        if options == {OTHER}:
            return OptionChoice(ChoiceKind.OTHER)
        kind = ChoiceKind.PICKED if len(options) == 1 else ChoiceKind.SEVERAL
        return OptionChoice(kind, tuple(sorted(options - {OTHER})))

    def _by_picks(self) -> OptionChoice | None:
        picks = [one for one in self.groups if one.is_pick and (len(one.options) == 1 or len(one.parts) > 1)]
        exact = [one for one in picks if one.is_exact]
        picks = exact or [one for one in picks if one.kind != "words" or len(one.options) == 1]
        back = self._referring_back()
        if back is not None and (not picks or picks[-1].end < back[1]):
            return self._choice(back[0])
        if not picks:
            return None
        last = picks[-1]
        if not last.is_plain and last.kind != "letter" and self._is_undecided(last.end):
            return OptionChoice(ChoiceKind.OPEN)
        if len({one.options for one in picks}) > 1 and (
            self._is_undecided(last.end) or sum(self._is_conditional(one) for one in picks[-_MOST_PICKS:]) > 1
        ):
            return OptionChoice(ChoiceKind.OPEN)
        opening = picks[0]
        opens = opening.cue == "alone" and not opening.sentence and len(opening.options) == 1 and not last.is_plain
        if opens and not any(self._corrects(opening, one) for one in picks[1:_MOST_PICKS]):
            return self._choice(opening.options)
        before = self._told_first(last)
        if before is not None:
            return self._choice(before.options)
        options = set(last.options)
        for one in picks[-_MOST_PICKS:-1]:
            is_of_before = one.options == {OTHER} and OTHER not in last.options
            if not one.options <= last.options and not is_of_before and not self._corrects(one, last):
                options |= one.options
        return self._choice(options)

    def _told_first(self, last: OptionGroup) -> OptionGroup | None:
        """The option before the last one where the reply tells an order: `first Thorvaldsen, then Transom Row`."""
        index = self.groups.index(last)
        one = self.groups[index - 1] if index else None
        if self.chooses or one is None or len(one.options) > 1 or last.start - one.end > _REACH:
            return None
        if _AND_THEN.match(self.text[one.end : last.start]) is None:
            return None
        low = max(self.sentences[one.sentence][0], one.start - _REACH)
        is_first = _FIRST.search(self.text, low, one.start) or _FIRST_THEN.match(self.text[one.end : last.start])
        return one if is_first and not one.is_denied else None

    def _is_conditional(self, group: OptionGroup) -> bool:
        """Whether a sentence depends on the answer to the question before it, as in `Sails? Then Mistral.`."""
        low, _ = self.sentences[group.sentence]
        return _THEN.match(self.text, low) is not None and "?" in self.text[max(low - _ASKED, 0) : low]

    def _corrects(self, early: OptionGroup, late: OptionGroup) -> bool:
        """Whether a later pick replaces an earlier one, rather than to stand beside it."""
        if late.kind == "letter" and early.kind != "letter":
            return True
        if _WAS.match(self.text, early.end) and _IS.match(self.text, late.end):
            return True
        between = self.text[early.end : late.start]
        return self.cues.corrects.search(between) is not None or self.cues.corrects.search(late.cue) is not None

    def _referring_back(self) -> tuple[frozenset[int], int] | None:
        """The option that a later sentence without one refers to (`That's the one.`), and where."""
        naming = {one.sentence for one in self.groups}
        for number in range(len(self.sentences) - 1, max(naming, default=0), -1):
            low, high = self.sentences[number]
            match = _REFERS_BACK.search(self.text, low, high)
            if match is None or "?" in self.text[match.end() : high] or self.cues.declines.search(self.text, low, high):
                continue
            named = [one for one in self.groups if not one.is_denied]
            if named and len(named[-1].options) == 1 and named[-1].sentence >= number - 2:
                return named[-1].options, match.start()
        return None

    def _ranked_first(self) -> frozenset[int] | None:
        """The first of a ranking within one line: `best to worst: B, C, A` or `B > C > A`."""
        for index, group in enumerate(self.groups):
            low, _ = self.sentences[group.sentence]
            first = group.parts[0]
            if len(first) != 1 or group.is_denied:
                continue
            if _RANKED.search(self.text, max(low, group.start - _REACH), group.start):
                return first
            if index + 1 < len(self.groups) and _SINGLE_RANK.fullmatch(
                self.text, group.end, self.groups[index + 1].start
            ):
                return first
        return None

    def _together(self, groups: Sequence[OptionGroup]) -> AbstractSet[int]:
        """The options that asserted words mean together: where each word means several, those that all of them mean."""
        if not groups:
            return _NOTHING
        sets = [one.options for one in groups]
        if any(len(one) > 1 for one in sets) and not any(len(one.parts) > 1 and one.kind != "words" for one in groups):
            shared = frozenset.intersection(*sets)
            if len(shared) > 1:
                ordered = told_in_order(sorted(shared), self.words.orders, self.lowered)
                return {*ordered} if len(ordered) == 1 else shared
            if shared:
                return shared
            last = [one for one in groups if one.sentence == groups[-1].sentence]
            return frozenset.intersection(*(one.options for one in last))
        return frozenset().union(*sets)

    def _left_over(self, asserted: Sequence[OptionGroup]) -> OptionChoice:
        if self.cues.none.search(self.text) and not asserted:
            return OptionChoice(ChoiceKind.OTHER)
        if not asserted:
            untold = [one for one in self.groups if one.is_denied and self.is_untold(one)]
            if len({*untold[0].options}) == 1 == len({one.options for one in untold}) if untold else False:
                return self._choice(untold[0].options)
            left = set(range(len(self.options))).difference(*(one.options for one in self.groups))
            if len(left) == 1 and len(self.options) > 2 and all(one.is_denied for one in self.groups):
                return self._choice(left)
        if self.cues.declines.search(self.text):
            is_narrowed = any(one.is_open and 1 < len(one.parts) < len(self.options) for one in self.groups)
            return OptionChoice(ChoiceKind.OPEN if is_narrowed and not asserted else ChoiceKind.DECLINED)
        under_condition = [one for one in self.groups if one.is_open and one.is_plain]
        if under_condition and len({one.options for one in self.groups}) == 1:
            return self._choice(under_condition[0].options)
        if self.chooses and asserted and not self._is_undecided(0):
            last = self._last_asserted(asserted)
            if last is not None:
                return self._choice(last.options)
        if any(one.is_open for one in self.groups):
            return OptionChoice(ChoiceKind.OPEN)
        if asserted:
            return OptionChoice(
                ChoiceKind.SEVERAL, tuple(sorted(set().union(*(one.options for one in asserted)) - {OTHER}))
            )
        return OptionChoice(ChoiceKind.NONE)

    def _last_asserted(self, asserted: Sequence[OptionGroup]) -> OptionGroup | None:
        """The only option of the last sentence, or behind its last contrast, where other sentences weigh the others."""
        last = asserted[-1]
        if last.in_row:
            return None
        beside = [one for one in asserted[:-1] if one.sentence == last.sentence]
        if len(last.options) > 1 or (beside and not _CONTRAST.search(self.text, beside[-1].end, last.start)):
            return None
        return last
