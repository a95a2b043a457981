"""Reads a reply again that is to choose among options or things, if the rules see no right choice, or an unlikely one.

The trees and the words were learned like those for values (`benchmarks/rereading.py`), but each labelled reply is seen
from every option: is it this one that the reply chooses? So they know nothing about right answers. A reply that the
rules do not count then counts if the right option is far likelier to be meant than any other that it names; one that
they count is left undetermined if that is hardly likely.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from regulars.chinese_text import is_chinese
from regulars.dialogue import Verdict, VerdictKind
from regulars.rewards.assertions.abstention import abstains, denies_all, disclaims
from regulars.rewards.choices.choice import OptionChoice, read_choice, read_references
from regulars.rewards.choices.option_groups import OTHER, OptionGroup
from regulars.rewards.choices.options import LETTERS, folded
from regulars.rewards.choices.spelt_options import recited_options, spells_another
from regulars.rewards.choices.times.options_in_time import option_in_time
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.rereading.boosted_trees import BoostedTrees, read_trees
from regulars.rewards.verdicts.rereading.signs import WORDS, words_beside
from regulars.rewards.verdicts.rereading.words import WORD, WordWeights, read_words
from regulars.rewards.verdicts.torn import says_either_way
from regulars.values import normalise

THIS, THAT, BOTH = "@this", "@that", "@both"
"""The marks of references to the option in question, to others, and to it among others."""
LEAST_CHANCE, MARGIN = 0.5, 0.2
"""The least chance with which an option is the chosen one, and how much less likely the others have to be."""
LEAST_AGAINST_RULES = 0.75
"""The least chance where the rules find another option chosen."""
DOUBTED = 0.1
"""Below this chance, an option that the rules take for the chosen one is not known to be chosen."""
FEWEST_WORDS, LONGEST = 6, 3000
"""The least words and the most characters of a reply that is read again."""
_MOST = 4
"""Higher counts are not told apart."""
_CHARACTERS = 300.0
"""The length of a reply that counts as 1."""
_NEAR = 28
"""The number of characters right before a reference."""
_ENDS = ".!?\n"
_NUMBER = "@number"
_WORDS = re.compile(r"[^\W_]+")
_SHORTEST = 4
"""The least letters of a word that names a value by itself."""


@lru_cache(maxsize=1)
def learned_trees() -> BoostedTrees:
    """The trees that tell whether an option is the chosen one."""
    return read_trees(Path(__file__).with_name("option_trees.json"))


@lru_cache(maxsize=1)
def learned_words() -> WordWeights:
    """The weights of words beside references to options."""
    return read_words(Path(__file__).with_name("option_words.json"), ("chosen",))["chosen"]


class ReadOptions:
    """What a reply says of its options.

    Args:
        text: The reply, without hidden reasoning.
        options: The options' texts.
    """

    def __init__(self, text: str, options: Sequence[str]) -> None:
        self.text = text
        self.options = tuple(options)
        references = read_references(text, self.options)
        self.groups: Sequence[OptionGroup] = [one for one in references if one.options and min(one.options) >= 0]
        self.choice: OptionChoice = read_choice(text, self.options)
        self._whole = {
            f"choice {self.choice.kind}": 1.0,
            "options": len(self.options),
            "abstains": abstains(text),
            "disclaims": disclaims(text),
            "denies all": denies_all(text),
            "length": len(text) / _CHARACTERS,
            "questions": min(text.count("?"), _MOST),
            "ends in a question": text.rstrip().endswith("?"),
        }

    def named(self) -> list[int]:
        """The options that the reply refers to, each once."""
        return sorted({option for one in self.groups for option in one.options})

    def settled_by_time(self) -> int | None:
        """The option that the rules find chosen by what the reply says of time; `OTHER` if they find none of them."""
        timed = option_in_time(folded(self.text)[1], self.options)
        return timed if self.choice.options == (() if timed == OTHER else (timed,)) else None

    def is_named_only_with_others(self, option: int) -> bool:
        """Whether the reply names an option several times, and always together with others."""
        groups = [one for one in self.groups if option in one.options]
        return len(groups) > 1 and all(len(set(one.options)) > 1 for one in groups)

    def rejects(self, option: int) -> bool:
        """Whether the reply names an option only to reject it."""
        return all(one.is_denied for one in self.groups if option in one.options)

    def marked(self, option: int) -> list[str]:
        """The words of the reply in small letters, with marks for its references, seen from one option.

        Example:
            >>> ReadOptions("It's B, not A.", ("Oslo", "Bergen")).marked(1)
            ["it's", '@this', ',', 'not', '@that', '.']
        """
        return list(self._marked(option))

    def _marked(self, option: int) -> Iterator[str]:
        at = 0
        for one in self.groups:
            if one.start < at:
                continue
            yield from _words(self.text[at : one.start])
            yield self._mark(one, option)
            at = one.end
        yield from _words(self.text[at:])

    @staticmethod
    def _mark(one: OptionGroup, option: int) -> str:
        if option not in one.options:
            return THAT
        return THIS if len(one.options) == 1 else BOTH

    def signs(self, option: int, words: float) -> dict[str, float]:
        """The signs from which the trees tell whether the reply chooses an option; a sign that is missing is 0.

        Args:
            option: Its place, from 0 on.
            words: What the words say of it.
        """
        found: dict[str, float] = {
            **self._whole,
            "choice is this": self.choice.options[:1] == (option,),
            "others named": len([other for other in self.named() if other != option]),
            "spells another": self._spells_another(option),
            WORDS: words,
        }
        last: dict[str, OptionGroup] = {}
        for one in self.groups:
            mark = self._mark(one, option)
            found[f"{mark} named"] = min(found.get(f"{mark} named", 0.0) + 1.0, _MOST)
            found[f"{mark} {one.kind}"] = 1.0
            found.setdefault("first is this", mark == THIS)
            found["last is this"] = mark == THIS
            if one.is_exact:
                found["last exact is this"] = mark == THIS
            last[mark] = one
        for mark, one in last.items():
            found |= {f"{mark}: {name}": value for name, value in self._beside(one).items()}
        return {name: float(value) for name, value in found.items() if value}

    def _spells_another(self, option: int) -> bool:
        """Whether the reply gives an option's letter with the words of another one."""
        return option < len(LETTERS) and spells_another(self.text, option, self.options) is not None

    def _beside(self, one: OptionGroup) -> dict[str, float]:
        """How the rules read a reference, and what stands beside it in its sentence."""
        text = self.text
        start = max(text.rfind(sign, 0, one.start) for sign in _ENDS) + 1
        end = min((at for sign in _ENDS if (at := text.find(sign, one.end)) >= 0), default=len(text))
        before, behind = text[start : one.start], text[one.end : end]
        found: dict[str, float] = {
            "denied": one.is_denied,
            "open": one.is_open,
            "picked": one.is_pick,
            "plain": one.is_plain,
            "in a row": one.in_row,
            "bold": text.endswith("**", 0, one.start),
            "opens its sentence": not before.strip(" *-|:("),
            "asked": text[end : end + 1] == "?",
            "place": one.start / max(len(text), 1),
        }
        return found | words_beside(before, behind, _NEAR)

    def chance(self, option: int) -> float:
        """The chance that the reply chooses an option."""
        return learned_trees().chance(self.signs(option, learned_words().logit(self.marked(option))))


def _words(text: str) -> Iterator[str]:
    for word in WORD.findall(text):
        yield _NUMBER if word[0].isdigit() else word.lower().replace("’", "'")


FORMS = frozenset({"option", "any", "choice"})
"""The forms of questions that are answered by choosing: among lettered options, or among things."""


def options_of(text: str, expectation: Expectation) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The options that a reply may choose from, and the places of the right ones.

    Where it is not known what was offered, these are the values of which the reply says a word that no other value has:
    `slate` for `slate slabs`.

    Args:
        text: The reply, without hidden reasoning.
        expectation: What a right answer is.
    """
    domain = expectation.domain
    if expectation.form == "option":
        return expectation.options, tuple(at for at, one in enumerate(expectation.letters) if one in expectation.gold)
    if expectation.offered:
        return expectation.offered, tuple(at for at, one in enumerate(expectation.offered) if one in expectation.gold)
    said = set(_WORDS.findall(normalise(text)))
    own = _own_words(tuple(domain.aliases))
    options = tuple(value for value in domain.aliases if value in expectation.gold or not said.isdisjoint(own[value]))
    return options, tuple(place for place, one in enumerate(options) if one in expectation.gold)


@lru_cache(maxsize=256)
def _own_words(values: tuple[str, ...]) -> Mapping[str, frozenset[str]]:
    """For each value, the words that no other value has."""
    words = {value: {word for word in _WORDS.findall(normalise(value)) if len(word) >= _SHORTEST} for value in values}
    count = Counter(word for some in words.values() for word in some)
    return {value: frozenset(word for word in some if count[word] == 1) for value, some in words.items()}


_ANOTHER = frozenset({VerdictKind.WRONG, VerdictKind.STALE, VerdictKind.LEAKED})
"""Verdicts of the rules on replies in which they find another option chosen."""


def reread_choice(text: str, verdict: Verdict, expectation: Expectation) -> Verdict:
    """The verdict after a second reading: right if a right option is by far the likeliest one to be meant.

    Where the rules find a right option chosen that is hardly likely to be, the reply is left undetermined. Where they
    find a thing by a spelling that is not read here, or one that is not on offer, their verdict stands.

    Args:
        text: The reply, without hidden reasoning.
        verdict: What the rules say.
        expectation: What a right answer is.
    """
    if not expectation.answerable or expectation.over:
        return verdict
    if len(text) > LONGEST or len(text.split()) < FEWEST_WORDS or is_chinese(text):
        return verdict
    offers = bool(expectation.options or expectation.offered)
    if not offers and verdict.kind is not VerdictKind.OFF_TASK:
        return verdict  # of things that a reply names, the rules know more
    options, right = options_of(text, expectation)
    if len(options) < 2 or says_either_way(text.lower(), several=True) or recited_options(text, options):
        return verdict
    read = ReadOptions(text, options)
    timed = read.settled_by_time() if expectation.form == "option" else None
    if timed is not None and (verdict.kind is VerdictKind.CORRECT or timed not in right):
        return verdict
    if expectation.offered and not {options[option] for option in read.named()}.issuperset(verdict.asserted):
        return verdict
    named = [option for option in read.named() if not read.rejects(option)]
    chance, best = max(((read.chance(option), option) for option in named if option in right), default=(0.0, -1))
    if verdict.kind is VerdictKind.CORRECT:
        if best < 0 or chance >= DOUBTED or (expectation.offered and options[best] not in verdict.asserted):
            return verdict
        return Verdict(VerdictKind.UNDETERMINED, reason=f"read again ({verdict.reason}): meant by {chance:.2f} only")
    if read.is_named_only_with_others(best):
        return verdict
    least = LEAST_AGAINST_RULES if verdict.kind in _ANOTHER else LEAST_CHANCE
    others = (option for option in named if option not in right)
    if chance < least or any(read.chance(other) > chance - MARGIN for other in others):
        return verdict
    meant = expectation.letters[best] if expectation.form == "option" else options[best]
    reason = f"read again ({verdict.reason}): means {meant} by {chance:.2f}"
    return Verdict(VerdictKind.CORRECT, (meant,), score=1.0, reason=reason)
