"""Learns the words and the trees with which the matcher doubts replies that its rules count.

    python benchmarks/rereading_doubts.py [--check]

Learned from all replies to questions with an answer that name it: natural ones of the open sets, those by which readers
tried the matcher out, and those that tempt (`attribute_replies`, `tempting_replies`). Of the natural sets whose signs
were noted while they were new (`rereading.py signs`) those signs are taken. The words are learned first, and the trees
see what the words of all other sets say of a set; an attribute's replies are a set of their own. The script prints, by
cross-validation over sets, how many right replies that the rules count are doubted, and how many others; then it writes
words and trees into `regulars/rewards/verdicts/rereading/`, unless it only checks. Needs scikit-learn (extra
`rereading`).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from matcher import FOLDER, OPEN
from rereading import (
    FITS,
    LEARNED,
    NEW_SETS,
    ROWS,
    SHORT,
    TRIED,
    Labelled,
    Row,
    in_sets,
    labelled,
    learned,
    learned_weights,
    matrix,
    padded,
    read_rows,
    row_of,
    write_trees,
    write_words,
)

from regulars.rewards.assertions.body import without_hidden_reasoning
from regulars.rewards.verdicts.rereading.doubts import FEWEST_WORDS, FORMS, LEAST_CHANCE, MOST_LOGIT, PART
from regulars.rewards.verdicts.rereading.signs import WORDS, is_named
from regulars.rewards.verdicts.rereading.words import WordWeights
from regulars.testing.reply_sets import LabelledReply, read_replies

ATTRIBUTES, TEMPTING = "attribute_replies.toml", "tempting_replies.toml"
WEIGHT_OF_OLDER, WEIGHT_OF_PADDED, WEIGHT_OF_TRIED = 1.0, 0.7, 0.3
"""The weights of sets that rules were made on, of their short replies among words that say nothing, and of those by
which readers tried the matcher out."""
FOLDS = 5
"""The number of groups of sets that cross-validation leaves out in turn."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A reply that names the answer, with its signs.

    Attributes:
        kind: `natural`, `older`, `tried`, `padded`, `attributes` or `tempting`.
        set: What is left out together: a set, the replies on an attribute, or those of an author.
        one: The reply.
        row: Its signs.
        weight: How much it counts.
    """

    kind: str
    set: str
    one: Labelled
    row: Row
    weight: float


def seen() -> list[Seen]:
    """All replies to learn from."""
    older = [name for name in OPEN if name not in NEW_SETS]
    found = [Seen("natural", one.set, one, row, 1.0) for one, row in zip(_in(NEW_SETS), read_rows(ROWS), strict=True)]
    found += [Seen("older", one.set, one, row_of(one), WEIGHT_OF_OLDER) for one in _in(older)]
    found += [Seen("tried", one.set, one, row_of(one), WEIGHT_OF_TRIED) for one in _in(TRIED)]
    found += [Seen("padded", one.set, one, row_of(one), WEIGHT_OF_PADDED) for one in _padded()]
    found += [Seen("attributes", one.reply.name, one, row_of(one), 1.0) for one in _in([ATTRIBUTES])]
    found += [Seen("tempting", one.reply.name[:2], one, row_of(one), 1.0) for one in _in([TEMPTING])]
    return [some for some in found if some.one.is_answerable and _is_doubtable(some.one.reply)]


def _padded() -> Iterator[Labelled]:
    """Short replies of the open sets among words that say nothing."""
    for name in OPEN:
        for number, reply in enumerate(read_replies(FOLDER / name).replies):
            if len(reply.text.split()) <= SHORT:
                yield from labelled([padded(reply, number + shift) for shift in (0, 3)], name)


def _in(names: Sequence[str]) -> list[Labelled]:
    return in_sets([FOLDER / name for name in names])


def _is_doubtable(reply: LabelledReply) -> bool:
    """Whether a reply is of a form that is doubted, and names the answer."""
    key = reply.expectation
    return key.form in FORMS and is_named(without_hidden_reasoning(reply.text), key)


def folds_of(known: Sequence[Seen]) -> Sequence[int]:
    """The group of each reply; sets of one kind are dealt out in turn."""
    sets = {kind: sorted({some.set for some in known if some.kind == kind}) for kind in {some.kind for some in known}}
    return [sets[some.kind].index(some.set) % FOLDS for some in known]


def words_of(known: Sequence[Seen]) -> WordWeights:
    """What words speak for a reply."""
    return learned_weights([some.one.words for some in known], [some.one.is_right for some in known])


def with_words(known: Sequence[Seen], folds: Sequence[int]) -> Iterator[Row]:
    """The rows, each with what the words of the other groups say of its reply."""
    others = [words_of([some for some, fold in zip(known, folds, strict=True) if fold != out]) for out in range(FOLDS)]
    for some, fold in zip(known, folds, strict=True):
        yield replace(some.row, signs={**some.row.signs, WORDS: others[fold].logit(some.one.words)})


def report(known: Sequence[Seen], rows: Sequence[Row], chances: Sequence[float]) -> None:
    """Prints how many replies that the rules count are doubted, by kind and chance."""
    print(f"{'kind':12}{'chance':>8}   right doubted   others doubted")
    long = [len(some.one.reply.text.split()) >= FEWEST_WORDS for some in known]
    worded = [row.signs[WORDS] < MOST_LOGIT for row in rows]
    for kind in dict.fromkeys(some.kind for some in known):
        counted = [at for at, some in enumerate(known) if some.kind == kind and some.row.is_found]
        right = [at for at in counted if known[at].one.is_right]
        other = [at for at in counted if not known[at].one.is_right]
        for least in (LEAST_CHANCE - 0.1, LEAST_CHANCE, LEAST_CHANCE + 0.1):
            doubted = {at for at in counted if long[at] and worded[at] and chances[at] < least}
            sides = (f"{len(doubted.intersection(side))} of {len(side)}" for side in (right, other))
            print(f"{kind:12}{least:8.2f}" + "".join(f"{side:>16}" for side in sides))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="print the figures only")
    given = parser.parse_args()
    known = seen()
    folds = folds_of(known)
    rows = list(with_words(known, folds))
    names = sorted({name for row in rows for name in row.signs})
    weights = [some.weight for some in known]
    chances = np.zeros(len(known))
    for out in range(FOLDS):
        held = [at for at, fold in enumerate(folds) if fold == out]
        rest = [at for at, fold in enumerate(folds) if fold != out]
        (model,) = learned([rows[at] for at in rest], [weights[at] for at in rest], names, 1)
        chances[held] = model.predict_proba(matrix((rows[at].signs for at in held), names))[:, 1]
    report(known, rows, chances)
    if not given.check:
        write_words({PART: words_of(known)}, LEARNED / "doubt_words.json")
        write_trees(learned(rows, weights, names, FITS), names, LEARNED / "doubt_trees.json")


if __name__ == "__main__":
    main()
