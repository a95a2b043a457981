"""Learns the words and the trees with which the matcher reads a reply again that is to choose among options or things.

    python benchmarks/rereading_options.py [--check]

Every labelled reply of the open sets is seen from each of its options: is it this one that the reply chooses? A right
reply chooses the right option and none of the others; a reply that is neither right nor wrong chooses none; of a wrong
one, all that is known is that it does not choose the right option, and which one it chooses only where it names or
there is only one other. Sets that rules were made on have a small weight. The words are learned first, and the trees
see what the words of all other sets say of a set. The script prints, by cross-validation over sets, how many right
replies are found and how many others pass, without and with the second reading; then it writes words and trees into
`regulars/rewards/verdicts/rereading/`, unless it only checks. Needs scikit-learn (extra `rereading`).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matcher import FOLDER, OPEN
from rereading import FITS, FOLDS, LEARNED, NEW_SETS, learned_weights, matrix, trained, write_trees, write_words

from regulars.dialogue import VerdictKind
from regulars.rewards.assertions.body import without_hidden_reasoning
from regulars.rewards.verdicts.rereading.options import FORMS, LEAST_CHANCE, MARGIN, ReadOptions, options_of
from regulars.rewards.verdicts.rereading.words import WordWeights
from regulars.rewards.verdicts.verdict import rules_say
from regulars.testing.reply_sets import LabelledReply, read_replies

WEIGHT_OF_OPEN = 0.3
"""The weight of sets that rules were made on."""
UNSEEN = NEW_SETS[2:]
"""The newest open sets, on which hardly any rule was made: those after the first two of the noted ones."""
_NAMES_ANOTHER = frozenset({VerdictKind.WRONG, VerdictKind.STALE, VerdictKind.LEAKED})


@dataclass(frozen=True, slots=True)
class Seen:
    """A reply that names options, seen from one of them.

    Attributes:
        set: The name of its set.
        number: The reply's place among all.
        option: The option's place.
        is_chosen: Whether the reply chooses it.
        words: The marked words.
        read: What the reply says of its options.
    """

    set: str
    number: int
    option: int
    is_chosen: bool
    words: tuple[str, ...]
    read: ReadOptions


@dataclass(frozen=True, slots=True)
class Reply:
    """A labelled reply: the places of the right options, whether it is right, and whether the rules find that."""

    set: str
    right: tuple[int, ...]
    is_right: bool
    is_found: bool


def replies() -> Iterator[tuple[str, LabelledReply]]:
    """The replies of the open sets to questions that are answered by choosing, with the name of the set."""
    for name in OPEN:
        for reply in read_replies(FOLDER / name).replies:
            key = reply.expectation
            if key.form in FORMS and key.answerable and not (key.over or reply.answer):
                yield name, reply


def seen_from_options() -> tuple[list[Reply], list[Seen]]:
    """All replies, and each of them from every option of which the label says whether it is chosen."""
    known, seen = [], []
    for number, (name, reply) in enumerate(replies()):
        key, text = reply.expectation, without_hidden_reasoning(reply.text)
        options, right = options_of(text, key)
        is_right = reply.kind is VerdictKind.CORRECT
        is_found = rules_say(text, key).kind is VerdictKind.CORRECT
        known.append(Reply(name, right, is_right, is_found))
        if len(options) < 2:
            continue
        read = ReadOptions(text, options)
        named = read.named()
        for option in named:
            chosen = is_right and option in right
            if chosen and not {*right}.intersection(named) <= {option}:
                continue  # it chooses one of several right ones
            if reply.kind in _NAMES_ANOTHER and option not in right:
                if named != [option] and len(options) > 2:
                    continue  # it chooses one of several, and the label does not say which
                chosen = True
            words = tuple(read.marked(option))
            seen.append(Seen(name, number, option, chosen, words, read))
    return known, seen


def rows(seen: Sequence[Seen]) -> list[dict[str, float]]:
    """The signs of all, with what the words of the other sets say of each."""
    weights: dict[str, WordWeights] = {}
    for name in {one.set for one in seen}:
        rest = [one for one in seen if one.set != name]
        weights[name] = learned_weights([one.words for one in rest], [one.is_chosen for one in rest])
    return [one.read.signs(one.option, weights[one.set].logit(one.words)) for one in seen]


def chances(
    seen: Sequence[Seen], signs: Sequence[dict[str, float]], weights: Sequence[float], names: Sequence[str]
) -> Any:
    """The chance that each option is chosen, by cross-validation over sets."""
    folds = np.array([OPEN.index(one.set) % FOLDS for one in seen])
    table, chosen = matrix(signs, names), np.array([one.is_chosen for one in seen])
    found = np.zeros(len(seen))
    for number in range(FOLDS):
        rest = folds != number
        (model,) = trained(table[rest], chosen[rest], np.array(weights)[rest], 1)
        found[~rest] = model.predict_proba(table[~rest])[:, 1]
    return found


def report(known: Sequence[Reply], seen: Sequence[Seen], found: Sequence[float]) -> None:
    """Prints the shares of right replies found and of others passed, of the unseen sets and of all."""
    by_reply: dict[int, dict[int, float]] = {}
    for one, chance in zip(seen, found, strict=True):
        by_reply.setdefault(one.number, {})[one.option] = chance
    for label, sets in (("newest sets", UNSEEN), ("all open sets", OPEN)):
        some = [(number, one) for number, one in enumerate(known) if one.set in sets]
        print(f"{label}: {sum(one.is_right for _, one in some)} right replies of {len(some)}")
        for least in (1.1, 0.3, LEAST_CHANCE, 0.7):
            counted = {
                number: one.is_found or _is_clear(by_reply.get(number, {}), one.right, least) for number, one in some
            }
            right = np.mean([counted[number] for number, one in some if one.is_right])
            other = np.mean([counted[number] for number, one in some if not one.is_right])
            name = "rules alone" if least > 1 else f"read again from {least:.2f}"
            print(f"  {name:22} found {right:.3f}   passed {other:.3f}")


def _is_clear(chance: dict[int, float], right: Sequence[int], least: float) -> bool:
    own = max((chance.get(option, 0.0) for option in right), default=0.0)
    return own >= least and all(other <= own - MARGIN for option, other in chance.items() if option not in right)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="print the figures only")
    given = parser.parse_args()
    known, seen = seen_from_options()
    signs = rows(seen)
    weights = [1.0 if one.set in UNSEEN else WEIGHT_OF_OPEN for one in seen]
    names = sorted({name for row in signs for name in row})
    report(known, seen, chances(seen, signs, weights, names))
    if not given.check:
        chosen = [one.is_chosen for one in seen]
        write_words({"chosen": learned_weights([one.words for one in seen], chosen)}, LEARNED / "option_words.json")
        models = trained(matrix(signs, names), np.array(chosen), np.array(weights), FITS)
        write_trees(models, names, LEARNED / "option_trees.json")
    return 0


if __name__ == "__main__":
    sys.exit(main())
