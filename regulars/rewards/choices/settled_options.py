"""Finds the option that a reply settles on without picking it: by what it says of all the others, or of each matter.

Where something new is asked for, a reply may name all other options as told (`B isn't on my list`). Where options
combine two matters, it may take a side in each (`Keep the part. Let others drive.`).
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Sequence

from regulars.rewards.choices.odd_ones import ALL_BUT
from regulars.rewards.choices.one_or_both import TOO_LITTLE, which_goes_against
from regulars.rewards.choices.option_groups import OptionGroup
from regulars.rewards.choices.option_pairs import Side, find_judgements
from regulars.rewards.choices.option_reading import DENIES, WINDOW, OptionReading
from regulars.rewards.choices.options import CROSSES, START
from regulars.values import Domain

_UNTOLD = re.compile(
    r"\b(?:never|not|n't|no)\b.{0,40}\b(?:told|mention\w*|heard|came|come|said|brought|trace|spoke|talked)"
    r"|\b(?:not a (?:single )?(?:word|mention|trace|syllable)|no (?:word|mention|trace|note|record|sign|entry)|nothing)"
    r" (?:of|about|on|for|under)\b"
)
_TOLD_OF = re.compile(r"\byou(?:'ve| have)? (?:\w+ )?(?:told|mentioned|said|named|spoken|talked)\b")
_THEREFORE = re.compile(r"[\W_]*(?:so|therefore|hence|thus|that means|consequently)\b")
_ODD_ONE = re.compile(
    r"\b(?:(?:they|that|it|this)(?:'re|'s| are| is| was)|leaves (?:it|that|them) as) the (?:\w+ )?(?:one|ones"
    r"|odd one out|answer)(?: that| which| who)? (?:isn't|aren't|wasn't|is not|are not|you (?:never|haven't|didn't"
    r"|don't))\b|\b(?:all )?the (?:others?|rest|other (?:two|three))(?: \w+)? (?:have|has|are|is|did|do|were|was|all"
    r"|came|come)\b"
)
"""What is asked for is the option that is not so."""
_IS_ABSENT = re.compile(
    r"[^.!?;\n]{0,30}?(?:n't|\bnot|\bnever|\bnowhere)\b(?: \w+){0,2}? (?:on|in|among|part of|one of|there"
    r"|with|to be found|yours)\b|[\s*_\"']*(?:(?:is|has|was|have|did)(?:n't| not)|never (?:did|has|was"
    rf"|came))[\s*_]*(?:$|[.!;])|[\s*_\"':|]*[{CROSSES}]"
)
"""Behind an option that is missing from a list: `B isn't on it`."""
_ALL_BUT = re.compile(rf"{ALL_BUT}[\s*_\"']*(?:the |option )?$")
"""Before the option that is left out of all: `everything but the kiwi`."""
_ASKS_ON = re.compile(
    r"[\W_]*(?:and )?(?:(?:which|what) (?!one|of|should|shall|would|is it|it is)[a-z]+s\b"
    r"|where|when|how (?:many|much|far|long)|who)\b"
)
_LISTS_ON = frozenset({"then", "with", "next to", "new", "actually", "finally"})
"""Cues of a pick that may also lead on in a list: `first Oslo, then Bergen`."""
_YES_OR_NO = re.compile(r"\band (yes|no)(?=[\W_]*$|[,.;:!–—])")
"""The answer to the second of two questions: `it's a cure, and no, you drive less`."""
_HALF_UNKNOWN = re.compile(
    r"\b(?:i (?:don't|do not|can't|cannot|couldn't)(?: \w+ly)? (?:know|say|tell)|(?:i've |i have )?no idea"
    r"|you(?:'ve| have)? ?(?:never|haven't|didn't)(?: \w+ly)? (?:told|tell|said|say|mentioned)(?: me)?)"
    r" (?:who|whether|if|how|what|which)\b"
)
"""Words for a matter that the reply does not know: `I don't know who you talk to`."""
_LESS = frozenset({"less", "slower", "fewer", "shorter", "lower"})
"""Words of the side that answers no to whether so much is reached."""
_WORD = re.compile(r"[^\W_]+")
_STEM = 4
_LEAST_TOLD = 3
"""The number of options from which on naming all but one as told points to that one."""
_REACH = 80
"""The number of characters before an option that may say that it is left out."""
_NOTHING: frozenset[int] = frozenset()


def _is_part(span: tuple[int, int], others: Sequence[tuple[int, int]]) -> bool:
    """Whether a span lies in a longer one of some spans, which are sorted and apart."""
    at = bisect_right(others, (span[0], sys.maxsize)) - 1
    return at >= 0 and others[at] != span and others[at][0] <= span[0] and span[1] <= others[at][1]


class SettledOptions(OptionReading):
    """A reading of a reply that tells which option is settled without being picked."""

    __slots__ = ("untold",)

    def __init__(self, text: str, options: tuple[str, ...], domain: Domain | None) -> None:
        super().__init__(text, options, domain)
        self.untold: dict[int, bool] = {}

    def by_matters(self) -> frozenset[int]:
        """The option that takes the side which the reply takes in each of two matters."""
        if not self.matters or any(one.is_exact for one in self.groups):
            return _NOTHING
        left = frozenset(range(len(self.options)))
        for matter in self.matters:
            left &= self._taken(matter)
        return left or self._by_summary()

    def lacks_a_matter(self) -> bool:
        """Whether a reply answers one of two matters and does not know the other, and names no option itself."""
        is_unknown = _HALF_UNKNOWN.search(self.text) is not None and not any(one.is_exact for one in self.groups)
        return is_unknown and any(map(self._taken, self.matters))

    def _taken(self, matter: tuple[Side, Side]) -> frozenset[int]:
        """The options with the side that a reply takes in a matter; none if it takes none."""
        return (
            self._answered(matter)
            or self._side(matter, self.groups)
            or self._side(matter, [*self._in_other_words(matter), *self._open_of(matter)], are_own=False)
        )

    def _answered(self, matter: tuple[Side, Side]) -> frozenset[int]:
        """The options with the side that `and yes` or `and no` takes of whether so much is reached."""
        less = [side.options for side in matter if not _LESS.isdisjoint(side.phrase)]
        answers = _YES_OR_NO.findall(self.text)
        if len(less) != 1 or len(set(answers)) != 1:
            return _NOTHING
        enough = next(side.options for side in matter if side.options != less[0])
        return less[0] if answers[0] == "no" else enough

    def _by_summary(self) -> frozenset[int]:
        """The option that a reply means by what it says of both matters at once: `Neither is right`."""
        four = find_judgements(self.matters)
        option = which_goes_against(self.lowered, four) if four else None
        return _NOTHING if option is None or option == TOO_LITTLE else frozenset({option})

    def _open_of(self, matter: tuple[Side, Side]) -> list[OptionGroup]:
        """The words of a side of a matter that the reply leaves open."""
        sides = [side.options for side in matter]
        return [one for one in self.groups if one.is_open and any(one.options <= side for side in sides)]

    def _side(
        self, matter: tuple[Side, Side], groups: Sequence[OptionGroup], *, are_own: bool = True
    ) -> frozenset[int]:
        """The options with the side of a matter that a reply takes: the only one, or the only one where it speaks last.

        To deny one side is to take the other. `are_own` tells that the groups are words of the options, which may hold
        a denial themselves.
        """
        taken: list[tuple[int, frozenset[int]]] = []
        doubted: set[frozenset[int]] = set()
        for group in groups:
            for side, other in (matter, matter[::-1]):
                if not group.options <= side.options:
                    continue
                if group.is_open:
                    if taken and self._asks_on(group):
                        continue
                    doubted.add(side.options)
                    continue
                is_negative = are_own and side.is_negative and self._is_of_phrase(group, side)
                denies = group.is_denied or (is_negative and DENIES.search(self.text, group.start, group.end))
                taken.append((group.sentence, (side if bool(denies) == is_negative else other).options))
        last = {options for sentence, options in taken if sentence == taken[-1][0]}
        is_settled = len(last) == 1 and doubted <= last
        return last.pop() if is_settled else _NOTHING

    def _is_of_phrase(self, group: OptionGroup, side: Side) -> bool:
        """Whether a side's own words stand in a group, rather than others of the same meaning."""
        said = {word[:_STEM] for word in _WORD.findall(self.lowered[group.start : group.end])}
        return not said.isdisjoint(word[:_STEM] for word in side.phrase)

    def _asks_on(self, group: OptionGroup) -> bool:
        """Whether an option's words stand in a question that asks for more: `Which shops are on your way?`."""
        low, high = self.sentences[group.sentence]
        return self.text.endswith("?", low, high) and _ASKS_ON.match(self.text, low) is not None

    def _in_other_words(self, matter: tuple[Side, Side]) -> list[OptionGroup]:
        """What a reply says of a matter in other words than its options, as if these were the words of an option."""
        found = []
        starts = [start for start, _ in self.sentences]
        for side, other in (matter, matter[::-1]):
            longer = [match.span() for match in other.others.finditer(self.lowered)] if other.others else []
            for match in side.others.finditer(self.lowered) if side.others else ():
                if _is_part(match.span(), longer):
                    continue
                number = bisect_right(starts, match.start()) - 1
                group = OptionGroup(side.options, *match.span(), "words", (side.options,), number)
                low, high = self.sentences[number]
                before = self.text[max(low, group.start - WINDOW) : group.start]
                self.judge(group, before, self.text[group.end : min(high, group.end + WINDOW)])
                found.append(group)
        return sorted(found, key=START)

    def untold_one(self) -> frozenset[int]:
        """The option of which a reply says that it was never told, if it names all others as told."""
        own = _TOLD_OF.search(self.text) is not None
        untold = {
            one.options
            for one in self.groups
            if one.is_denied and (self.is_untold(one) or (own and self.lowered.endswith("never ", 0, one.start)))
        }
        if len(untold) != 1 or len(self.options) < _LEAST_TOLD:
            return _NOTHING
        odd = untold.pop()
        return odd if len(odd) == 1 and self._tells_others(odd) else _NOTHING

    def _tells_others(self, odd: frozenset[int]) -> bool:
        """Whether a reply names all options but one as told, and picks none of them."""
        told = [one for one in self.groups if one.is_asserted and one.options != odd]
        picked = {one.options for one in told if one.is_pick and one.cue not in _LISTS_ON}
        left = set(range(len(self.options))).difference(*(one.options for one in told))
        return len(picked) != 1 and left == odd

    def excluded_one(self) -> frozenset[int]:
        """The option that a reply of which three or more are asked concludes to be the odd one: `so D isn't yours`."""
        last = self.groups[-1] if self.groups else None
        if last is None or not last.is_denied or len(last.options) > 1 or len(self.options) < _LEAST_TOLD:
            return _NOTHING
        low, high = self.sentences[last.sentence]
        others = {one.options for one in self.groups if one.is_denied and one.kind == last.kind and one is not last}
        points_back = _ODD_ONE.search(self.text, last.end)
        concludes = last.kind == "letter" and not others and _THEREFORE.match(self.text, low)
        is_absent = _IS_ABSENT.match(self.text, last.end) is not None and self._tells_others(last.options)
        since = max(low, last.start - _REACH)
        is_excepted = len(self.groups) == 1 and _ALL_BUT.search(self.lowered, since, last.start) is not None
        asks = "?" in self.text[last.end : high]
        return last.options if points_back or ((concludes or is_absent or is_excepted) and not asks) else _NOTHING

    def is_untold(self, group: OptionGroup) -> bool:
        """Whether a sentence says that an option was never told."""
        if group.sentence not in self.untold:
            low, high = self.sentences[group.sentence]
            if self.text[low:high].endswith("?"):
                high = self.sentences[min(group.sentence + 1, len(self.sentences) - 1)][1]
            self.untold[group.sentence] = _UNTOLD.search(self.text, low, high) is not None
        return self.untold[group.sentence]
