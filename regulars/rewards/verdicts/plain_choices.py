"""Judges replies that say plainly which of the things on offer they take, or which option is not the user's.

Such a reply is not read any further: what it tells of the other things is a reason, and no answer.
"""

from __future__ import annotations

import re

from regulars.chinese_text import is_chinese
from regulars.dialogue import Verdict, VerdictKind
from regulars.rewards.assertions.abstention import abstains
from regulars.rewards.choices.faults_of_one import favoured
from regulars.rewards.choices.odd_ones import read_odd_ones
from regulars.rewards.choices.offered_things import LONGEST, SEVERAL, marked_things, taken
from regulars.rewards.choices.one_or_both import TOO_LITTLE, find_fit_options, which_goes_against
from regulars.rewards.choices.options import find_letters, folded
from regulars.rewards.choices.spelt_options import recited_options
from regulars.rewards.choices.times.first_or_last import find_first_and_latest, which_is_higher
from regulars.rewards.choices.two_things import with_places
from regulars.rewards.verdicts.beside.open_advice import is_left_open
from regulars.rewards.verdicts.expectation import Expectation

_GIVES_UP = re.compile(r"(?:^|_)cuts?(?:$|_(?!limit))")
"""Words in the names of attributes about what a person gives up."""
_IS_HIGHER = re.compile(
    r"\b(?:first|earliest|latest|last|newest|initial|original)\b[^.!?]{0,24}?(?:is|was|'s) (?:the )?(?:higher|more)\b"
)
"""Words that call a figure by its place in time, and the higher one."""
_NAME = re.compile(r"[^\W\d_][\w'’-]*(?: [\w'’-]+){0,3}")
"""An option that names a thing in few words, and says nothing of it."""


def judge_plain_choice(text: str, expectation: Expectation) -> Verdict | None:
    """The verdict on a reply that says plainly which of the things on offer it means; None for any other reply.

    Args:
        text: The reply, without hidden reasoning.
        expectation: What a right answer is.
    """
    if not expectation.answerable or is_chinese(text):
        return None
    if expectation.form == "option" and recited_options(text, expectation.options):
        return None
    two = find_first_and_latest(expectation.options) if expectation.form == "option" else None
    if two is not None:
        return _judge_higher(text, two, expectation)
    if expectation.asks_untold:
        return _judge_odd_one(text, expectation)
    return _judge_compared(text, expectation) if expectation.compared else _judge_taken(text, expectation)


def _judge_compared(text: str, expectation: Expectation) -> Verdict | None:
    """Judges what a reply says of two things that it calls by name: which of them goes against the user."""
    four = find_fit_options(expectation.options)
    cased, lowered = folded(text)
    named = with_places(lowered, expectation.compared)
    if not four or named == lowered or abstains(text) or find_letters(cased, lowered, len(expectation.options)):
        return None
    option = which_goes_against(named, four)
    if option is None or option == TOO_LITTLE:
        return None
    return _verdict(expectation.letters[option], expectation)


def _judge_higher(text: str, two: tuple[int, int], expectation: Expectation) -> Verdict | None:
    """Judges which of two figures, the first or the latest, a reply calls the higher one."""
    cased, lowered = folded(text)
    if abstains(text) or find_letters(cased, lowered, len(expectation.options)) or not _IS_HIGHER.search(lowered):
        return None
    option = which_is_higher(lowered, two)
    return None if option is None else _verdict(expectation.letters[option], expectation)


def _judge_odd_one(text: str, expectation: Expectation) -> Verdict | None:
    """Judges which option a reply says is not the user's, or that it says of the right one that it is."""
    letters = expectation.letters
    read = read_odd_ones(text, expectation.options)
    odd = read.odd(len(letters))
    if odd is not None:
        return _verdict(letters[odd], expectation)
    told = [letters[option] for option in sorted(read.told) if letters[option] in expectation.gold]
    if told and not (read.untold or read.answers or read.named):
        return Verdict(VerdictKind.WRONG, tuple(told), reason=f"says that {told[0]} is the user's")
    return None


def _verdict(said: str, expectation: Expectation) -> Verdict:
    if said in expectation.gold:
        return Verdict(VerdictKind.CORRECT, (said,), score=1.0, reason=f"means {said}")
    return Verdict(VerdictKind.WRONG, (said,), reason=f"means {said}, expected {', '.join(expectation.gold)}")


def _judge_taken(text: str, expectation: Expectation) -> Verdict | None:
    """Judges which of the things on offer a reply takes."""
    things, names = _on_offer(expectation)
    if not things:
        return None
    marked = marked_things(text, things) if expectation.form == "any" and len(text) <= LONGEST else None
    if marked is not None and is_left_open(marked):
        return Verdict(VerdictKind.UNDETERMINED, names, reason="ties each of the things on offer to a case of its own")
    gives_up = _GIVES_UP.search(expectation.domain.name) is not None
    lettered = expectation.form == "option"
    thing = taken(text, things, gives_up=gives_up, lettered=lettered)
    if thing is None and not gives_up and len(text) <= LONGEST and len(things) == len((True, False)):
        compared = marked_things(text, things, lettered=lettered)
        thing = None if compared is None else favoured(compared)
    if thing is None:
        return None
    if thing == SEVERAL:
        return Verdict(VerdictKind.WRONG, names, reason="takes several of what is on offer")
    return _verdict(names[thing], expectation)


def _on_offer(expectation: Expectation) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The things on offer and what the verdict calls them: one of two lettered options is called by its letter."""
    if expectation.form == "any":
        return expectation.offered, expectation.offered
    options = expectation.options
    if expectation.form != "option" or len(options) != 2 or not all(map(_NAME.fullmatch, options)):
        return (), ()
    return options, expectation.letters
