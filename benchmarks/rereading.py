"""Learns the words and the trees with which the matcher reads a reply again.

    python benchmarks/rereading.py signs SET.toml ... --out rows.tsv     # before any rule is made on these sets
    python benchmarks/rereading.py fit --rows benchmarks/rereading_rows.tsv [--check]
    python benchmarks/rereading.py padded                                # after each fit

The rules are right on replies that they were made on, so trees that learn from those would trust the rules blindly.
`signs` therefore notes what the rules say of a set while it is new, and `fit` learns from such rows; the other open
sets and the tried replies are added with a small weight, read as they are today, and short ones once more among words
that say nothing. Lines that people say in lives are added too: they answer nothing. What the words alone say of a reply
(`rereading/words.py`) is learned from all open sets, without the rules, and from those lines; the trees see what the
words of all other sets say of a set. `fit` first prints, by cross-validation over sets, how many right replies are
found and how many others pass, without and with the second reading. Then it writes words and trees into
`regulars/rewards/verdicts/rereading/`; with `--check` it writes nothing. Needs scikit-learn (extra `rereading`).
`padded` prints how many short replies that are not right pass, alone and among words that say nothing.

A row of the file: the question, 1 for a right reply and 0 for another, 1 if the rules find it right, and its signs as
`number:value`; the first line names the signs.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from matcher import FOLDER, OPEN

from regulars import Phase, Reply
from regulars.dialogue import VerdictKind
from regulars.rewards.assertions.body import without_hidden_reasoning
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.rereading.reread import (
    FEWEST_WORDS,
    FORMS,
    LEAST_LOGIT,
    asked_chance,
    least_chance,
)
from regulars.rewards.verdicts.rereading.signs import WORDS, signs
from regulars.rewards.verdicts.rereading.words import WordWeights, marked, terms
from regulars.rewards.verdicts.verdict import rules_say
from regulars.testing.reply_sets import LabelledReply, read_replies

LEARNED = Path(__file__).resolve().parents[1] / "regulars" / "rewards" / "verdicts" / "rereading"
ROWS = Path(__file__).with_name("rereading_rows.tsv")
WEIGHT_OF_OPEN, WEIGHT_OF_PADDED, WEIGHT_OF_TRIED = 0.15, 0.35, 0.1
"""The weights of replies that rules were made on: as they stand, padded, and short ones that tried the matcher out."""
WEIGHT_OF_SPOKEN = 2.0
"""The weight of lines that people say."""
NEVER = 2.0
"""Above every chance: the reply is not read again."""
SETTINGS = {"n_estimators": 200, "max_depth": 3, "learning_rate": 0.07, "subsample": 0.7}
FITS = 4
"""The number of classifiers, with other seeds, whose logits are averaged: one alone depends on its seed."""
FOLDS = 7
"""The number of groups of sets that cross-validation leaves out in turn."""
SPOKEN = (*[("smoke", seed) for seed in range(100, 125)], *[("core", seed) for seed in range(100, 105)])
"""Lives, by suite and seed, whose people's lines are learned as no answers."""
REGULARISED, FEWEST_REPLIES, LEAST_WEIGHT = 0.1, 5, 0.01
"""Of the words: the inverse strength of the L2 penalty, in how many replies one occurs, and the least weight kept."""


@dataclass(frozen=True, slots=True)
class Row:
    """A labelled reply: its question, whether it is right and whether the rules find that, and its signs."""

    question: str
    is_right: bool
    is_found: bool
    signs: dict[str, float]


@dataclass(frozen=True, slots=True)
class Labelled:
    """A labelled reply of a form that is read again, with its set and its marked words."""

    set: str
    reply: LabelledReply
    words: tuple[str, ...]

    @property
    def is_right(self) -> bool:
        """Whether the reply is right."""
        return self.reply.kind is VerdictKind.CORRECT

    @property
    def is_answerable(self) -> bool:
        """Whether the question has an answer."""
        return self.reply.expectation.answerable


def row_of(one: Labelled, words: float = 0.0) -> Row:
    """The row of a reply, with what its words alone say of it."""
    key, text = one.reply.expectation, without_hidden_reasoning(one.reply.text)
    verdict = rules_say(text, key)
    found = verdict.kind is VerdictKind.CORRECT
    return Row(one.reply.name, one.is_right, found, {**signs(text, verdict, key), WORDS: words})


def labelled(replies: Iterable[LabelledReply], name: str) -> Iterator[Labelled]:
    """The replies of a set whose forms are read again."""
    for reply in replies:
        key = reply.expectation
        if key.form in FORMS and not key.over and not reply.answer:
            yield Labelled(name, reply, tuple(marked(without_hidden_reasoning(reply.text), key)))


def in_sets(paths: Sequence[Path]) -> list[Labelled]:
    """The replies of several sets."""
    return [one for path in paths for one in labelled(read_replies(path).replies, path.name)]


@cache
def spoken() -> Sequence[str]:
    """What people say in lives: none of it is an answer to any question."""
    said: dict[str, None] = {}
    for suite, seed in SPOKEN:
        env = gymnasium.make("regulars:Life-v0", suite=suite)
        observation, _ = env.reset(seed=seed)
        over = False
        while not over:
            if observation["phase"] in (Phase.OPENING, Phase.TALK, Phase.CLOSING):
                said[observation["message"]] = None
            observation, _, terminated, truncated, _ = env.step(Reply("I see."))
            over = terminated or truncated
    return list(said)


def said_to(known: Sequence[Labelled]) -> Iterator[tuple[str, Expectation]]:
    """What people say, each line as a reply to one of the questions without an answer."""
    keys = [one.reply.expectation for one in known if not one.is_answerable]
    for number, line in enumerate(spoken()):
        yield line, keys[number % len(keys)]


class Words:
    """Learns words from sets of replies, and tells what the words of all other sets say of one.

    Args:
        known: The replies to learn from.
    """

    def __init__(self, known: Sequence[Labelled]) -> None:
        self._known = known
        self._spoken = [marked(line, key) for line, key in said_to(known) if len(line.split()) >= FEWEST_WORDS]
        self._without: dict[tuple[str, bool], WordWeights] = {}

    def logit(self, one: Labelled) -> float:
        """What the words of the other sets say of a reply."""
        place = one.set, one.is_answerable
        if place not in self._without:
            self._without[place] = self.learned(one.is_answerable, without=one.set)
        return self._without[place].logit(one.words)

    def write(self, path: Path) -> None:
        """Writes what all sets say."""
        parts = (("answerable", True), ("unanswerable", False))
        write_words({name: self.learned(is_answerable) for name, is_answerable in parts}, path)

    def learned(self, is_answerable: bool, without: str = "") -> WordWeights:
        """What the words say where there is an answer, or where there is none, learned without one of the sets."""
        some = [one for one in self._known if one.is_answerable is is_answerable and one.set != without]
        lines = [] if is_answerable else self._spoken
        texts = [*(one.words for one in some), *lines]
        return learned_weights(texts, [*(one.is_right for one in some), *[False] * len(lines)])


def write_words(parts: Mapping[str, WordWeights], path: Path) -> None:
    """Writes weights of words to a file."""
    written = []
    for name, learnt in parts.items():
        weights = ",\n".join(f"{json.dumps(term)}: {weight}" for term, weight in sorted(learnt.weights.items()))
        written.append(f'"{name}": {{"base": {learnt.base}, "weights": {{\n{weights}\n}}}}')
    path.write_text("{\n" + ",\n".join(written) + "\n}\n", "utf-8")


def learned_weights(texts: Sequence[Sequence[str]], is_so: Sequence[bool]) -> WordWeights:
    """A logistic regression on the terms of texts."""
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.linear_model import LogisticRegression

    counter = CountVectorizer(analyzer=terms, binary=True, min_df=FEWEST_REPLIES)
    seen = counter.fit_transform(texts)
    model = LogisticRegression(C=REGULARISED, max_iter=3000).fit(seen, is_so)
    learnt = zip(counter.get_feature_names_out(), model.coef_[0], strict=True)
    weights = {str(term): round(float(weight), 3) for term, weight in learnt if abs(weight) >= LEAST_WEIGHT}
    return WordWeights(round(float(model.intercept_[0]), 3), weights)


def padded(reply: LabelledReply, number: int) -> LabelledReply:
    """A reply among words that say nothing: so the trees learn that a denial stays one in a longer message."""
    before, behind = PADDING[number % len(PADDING)]
    return replace(reply, text=f"{before} {reply.text} {behind}".strip())


PADDING = (
    ("Thanks for asking, and I hope that your week has been going well so far, with all that's on your plate.", ""),
    ("", "Let me know if there is anything else that I can do today, I'm happy to help with plans, lists and letters."),
    ("Good morning! It's always nice to hear from you.", "Have a lovely day, and enjoy the sunshine while it lasts!"),
    (
        "Sure, happy to help with that one.",
        "If you'd like, we can go through the rest of your list together later on.",
    ),
    ("What a good question! I had a look at everything we've talked about over the past few months.", ""),
    ("Hi there 😊", "By the way, the forecast promises a dry weekend, so it might be the moment for a long walk."),
)
"""Words before and behind a reply."""
SHORT = 30
"""A reply of more words is long enough as it is."""


def padded_rows(words: Words) -> list[Row]:
    """Rows of short replies of the open sets, right ones and others, each padded in two ways."""
    rows = []
    for name in OPEN:
        for number, reply in enumerate(read_replies(FOLDER / name).replies):
            if len(reply.text.split()) <= SHORT:
                made = labelled([padded(reply, number + shift) for shift in (0, 3)], name)
                rows += [row_of(one, words.logit(one)) for one in made]
    return rows


def report_padded() -> None:
    """Prints the shares of short replies that are not right and pass, as they stand and padded."""
    for label, sets in (("open sets", OPEN), ("tried replies", TRIED)):
        wrong = [
            (number, one.reply)
            for one_set in sets
            for number, reply in enumerate(read_replies(FOLDER / one_set).replies)
            for one in labelled([reply], one_set)
            if not one.is_right and len(reply.text.split()) <= SHORT
        ]
        alone = np.mean([reply.judged().kind is VerdictKind.CORRECT for _, reply in wrong])
        among = np.mean([padded(reply, number).judged().kind is VerdictKind.CORRECT for number, reply in wrong])
        print(f"{label:14} {len(wrong)} replies   pass alone {alone:.4f}   among words that say nothing {among:.4f}")


def spoken_rows(known: Sequence[Labelled], words: Words) -> list[Row]:
    """Rows of what people say, as replies that are not right; their words have been learned from as well."""
    weights = words.learned(is_answerable=False)
    rows = []
    for line, key in said_to(known):
        verdict = rules_say(line, key)
        found = {**signs(line, verdict, key), WORDS: weights.logit(marked(line, key))}
        rows.append(Row("", False, verdict.kind is VerdictKind.CORRECT, found))
    return rows


def write_rows(rows: Sequence[Row], path: Path) -> None:
    """Writes rows to a file."""
    names = sorted({name for row in rows for name in row.signs})
    place = {name: number for number, name in enumerate(names)}
    lines = ["\t".join(names)]
    for row in rows:
        values = " ".join(f"{place[name]}:{value:.4g}" for name, value in row.signs.items())
        lines.append(f"{row.question}\t{row.is_right:d}\t{row.is_found:d}\t{values}")
    path.write_text("\n".join(lines) + "\n", "utf-8")


def read_rows(path: Path) -> list[Row]:
    """Reads rows from a file."""
    first, *lines = path.read_text("utf-8").splitlines()
    names = first.split("\t")
    rows = []
    for line in lines:
        question, right, found, values = line.split("\t")
        pairs = (pair.split(":") for pair in values.split())
        known = {names[int(number)]: float(value) for number, value in pairs}
        rows.append(Row(question, right == "1", found == "1", known))
    return rows


def matrix(rows: Iterable[Mapping[str, float]], names: Sequence[str]) -> Any:
    """Signs as an array, one line for each row."""
    return np.array([[row.get(name, 0.0) for name in names] for row in rows])


def learned(rows: Sequence[Row], weights: Sequence[float], names: Sequence[str], fits: int) -> list[Any]:
    """Classifiers of scikit-learn, fitted to rows."""
    return trained(matrix((row.signs for row in rows), names), [row.is_right for row in rows], weights, fits)


def trained(seen: Any, is_so: Sequence[bool], weights: Sequence[float], fits: int) -> list[Any]:
    """Classifiers of scikit-learn, fitted to an array of signs, with other seeds."""
    from sklearn.ensemble import GradientBoostingClassifier

    return [GradientBoostingClassifier(**SETTINGS, random_state=seed).fit(seen, is_so, weights) for seed in range(fits)]


def exported(models: Sequence[Any], names: Sequence[str]) -> dict[str, Any]:
    """The trees of classifiers, in the form of `BoostedTrees`: their logits are averaged."""

    def tree(one: Any, node: int) -> Any:
        if one.children_left[node] < 0:
            return round(float(one.value[node][0][0]) * SETTINGS["learning_rate"] / len(models), 5)
        sides = one.children_left[node], one.children_right[node]
        low, high = (tree(one, side) for side in sides)
        return [int(one.feature[node]), round(float(one.threshold[node]), 5), low, high]

    prior = float(models[0].init_.class_prior_[1])
    trees = [tree(estimator[0].tree_, 0) for model in models for estimator in model.estimators_]
    return {"base": round(float(np.log(prior / (1.0 - prior))), 5), "signs": list(names), "trees": trees}


def asked_of(row: Row, one: Labelled) -> float:
    """The chance from which a reply counts; `NEVER` if it is not read again."""
    asked = asked_chance(without_hidden_reasoning(one.reply.text), one.reply.expectation)
    return NEVER if asked is None else max(asked, least_chance(row.signs))


def report(rows: Sequence[Row], chances: Sequence[float], least: Sequence[float]) -> None:
    """Prints the shares of right replies found and of others passed, without and with the second reading.

    Args:
        rows: The rows.
        chances: The chance that each is right.
        least: The chance from which each counts.
    """
    right = np.array([row.is_right for row in rows])
    rules = np.array([row.is_found for row in rows])
    asked = np.array(least)
    worded = np.array(["unanswerable" in row.signs and row.signs[WORDS] < LEAST_LOGIT for row in rows])
    print(f"{right.sum()} right replies, {(~right).sum()} others")
    print(f"  rules alone           found {rules[right].mean():.3f}   passed {rules[~right].mean():.3f}")
    kept = rules & ~((asked < NEVER) & worded)
    print(f"  abstentions doubted   found {kept[right].mean():.3f}   passed {kept[~right].mean():.3f}")
    for shift in (-0.1, 0.0, 0.1, 0.2):
        again = np.array(chances) >= asked + shift
        both = kept | (~rules & again)
        print(f"  read again, {shift:+.1f}      found {both[right].mean():.3f}   passed {both[~right].mean():.3f}")


def fit(path: Path, *, check: bool) -> None:
    """Cross-validates, and writes words and trees unless it only checks."""
    fresh = in_sets([FOLDER / name for name in NEW_SETS])
    older = in_sets([FOLDER / name for name in OPEN if name not in NEW_SETS])
    words = Words([*fresh, *older])
    new = [with_words(row, one, words) for row, one in zip(read_rows(path), fresh, strict=True)]
    old, short = [row_of(one, words.logit(one)) for one in older], padded_rows(words)
    tried = [row_of(one, words.logit(one)) for one in in_sets([FOLDER / name for name in TRIED])]
    said = spoken_rows([*fresh, *older], words)
    added = [*old, *short, *tried, *said]
    more = [WEIGHT_OF_OPEN] * len(old) + [WEIGHT_OF_PADDED] * len(short) + [WEIGHT_OF_TRIED] * len(tried)
    more += [WEIGHT_OF_SPOKEN] * len(said)
    names = sorted({name for row in (*new, *added) for name in row.signs})
    folds = [NEW_SETS.index(one.set) % FOLDS for one in fresh]
    chances = np.zeros(len(new))
    for number in range(FOLDS):
        held = [at for at, fold in enumerate(folds) if fold == number]
        asked = {new[at].question for at in held}
        every = zip([*new, *added], [1.0] * len(new) + more, strict=True)
        rest, weights = zip(*[one for one in every if one[0].question not in asked], strict=True)
        (model,) = learned(rest, weights, names, 1)
        chances[held] = model.predict_proba(matrix((new[at].signs for at in held), names))[:, 1]
    report(new, chances, [asked_of(row, one) for row, one in zip(new, fresh, strict=True)])
    if not check:
        words.write(LEARNED / "words.json")
        write_trees(learned([*new, *added], [1.0] * len(new) + more, names, FITS), names, LEARNED / "trees.json")


def with_words(row: Row, one: Labelled, words: Words) -> Row:
    """A noted row with what the words of the other sets say of its reply."""
    if (row.question, row.is_right) != (one.reply.name, one.is_right):
        raise SystemExit(f"the rows are of other replies: {row.question} stands where {one.reply.name} is read")
    return replace(row, signs={**row.signs, WORDS: words.logit(one)})


def write_trees(models: Sequence[Any], names: Sequence[str], path: Path) -> None:
    """Writes the trees of classifiers to a file."""
    data = exported(models, names)
    lines = ",\n".join(json.dumps(tree, separators=(",", ":")) for tree in data["trees"])
    text = f'{{"base": {data["base"]},\n"signs": {json.dumps(data["signs"])},\n"trees": [\n{lines}\n]}}\n'
    path.write_text(text, "utf-8")


NEW_SETS = OPEN[OPEN.index("chat_replies_natural_tenth.toml") :]
"""Open sets whose rows were noted while they were new, in the order of the rows."""
TRIED = ("tried_replies.toml", "tried_replies_more.toml", "tried_replies_third.toml")
"""Short replies by which readers tried the matcher out."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=("signs", "fit", "padded"))
    parser.add_argument("sets", nargs="*", type=Path, help="files of replies")
    parser.add_argument("--out", type=Path, default=ROWS)
    parser.add_argument("--rows", type=Path, default=ROWS)
    parser.add_argument("--check", action="store_true", help="print the figures only")
    given = parser.parse_args()
    for missing in (path for path in given.sets if not path.is_file()):
        parser.error(f"there is no file {missing}")
    if given.part == "signs":
        write_rows([row_of(one) for one in in_sets(given.sets)], given.out)
    elif given.part == "padded":
        report_padded()
    else:
        fit(given.rows, check=given.check)
    return 0


if __name__ == "__main__":
    sys.exit(main())
