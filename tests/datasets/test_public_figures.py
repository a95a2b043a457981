"""Retrieval figures on public conversations: a plain BM25 gives the published ones, and so do the built-in memories.

The plain BM25 here follows its textbook formula alone: k1 1.5, b .75, idf `ln(1 + (N - df + .5) / (df + .5))`, runs of
lower-case alphanumerics, and as key the speaker's name with the words (and captions) of a turn.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import nlargest
from math import log
from pathlib import Path

import pytest

from regulars.chinese_text import bigrams
from regulars.datasets.formats import read_any
from regulars.dialogue import ASSISTANT, session_id
from regulars.evaluation import evaluate
from regulars.rewards.metrics.retrieval import retrieval_metrics
from regulars.scenarios.world import Probe, Scenario

K1, B, K = 1.5, 0.75, 10
ROUNDED = 0.0006
"""Figures that are stated with three digits."""


def tokens(text: str) -> list[str]:
    """Runs of lower-case alphanumerics, and pairs of neighbouring Chinese characters, which RealMem has a few of."""
    return re.findall(r"[a-z0-9]+", text.lower()) + bigrams(text)


class Documents:
    """Texts in order, of which any first ones can be searched."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.ids = list(texts)
        self.counts = [Counter(tokens(text)) for text in texts.values()]
        self.lengths = [counts.total() for counts in self.counts]

    def ranked(self, query: Iterable[str], first: int) -> list[str]:
        """The ids of the `K` best of the `first` texts that share a word with the query; the earlier one wins a tie."""
        counts, lengths = self.counts[:first], self.lengths[:first]
        mean = sum(lengths) / first if first else 1.0
        scores: Counter[int] = Counter()
        for word in query:
            with_word = [place for place in range(first) if word in counts[place]]
            idf = log(1 + (first - len(with_word) + 0.5) / (len(with_word) + 0.5))
            for place in with_word:
                times = counts[place][word]
                scores[place] += idf * times * (K1 + 1) / (times + K1 * (1 - B + B * lengths[place] / mean))
        best = nlargest(K, scores, key=lambda place: (scores[place], -place))
        return [self.ids[place] for place in best]


def documents(scenario: Scenario, level: str) -> Documents:
    names = {person.id: person.name for person in scenario.persons} | {ASSISTANT: "Assistant"}
    texts: dict[str, list[str]] = {}
    for session in scenario.sessions:
        for turn in session.turns:
            id = turn.id if level == "turn" else session_id(session.number)
            texts.setdefault(id, []).append(f"{names[turn.speaker]} {turn.text}")
    return Documents({id: " ".join(parts) for id, parts in texts.items()})


def plain_figures(
    scenarios: Sequence[Scenario], level: str, query: Callable[[str], Iterable[str]], kind: str = ""
) -> dict[str, float]:
    """Means of retrieval metrics over all questions with evidence, by plain BM25 over all that was said before."""
    sums: Counter[str] = Counter()
    asked = 0
    for scenario in scenarios:
        held = documents(scenario, level)
        for probe in scenario.probes:
            if probe.evidence and kind in ("", probe.kind):
                first = sum(map(is_before(scenario, probe), held.ids))
                sums.update(retrieval_metrics(held.ranked(query(probe.question), first), probe.evidence, level))
                asked += 1
    return {"n": asked, **{metric: total / asked for metric, total in sums.items()}}


def is_before(scenario: Scenario, probe: Probe) -> Callable[[str], bool]:
    """Whether a turn or a session was over when a question was asked."""
    number = int(probe.before[1:4]) if probe.before else len(scenario.sessions) + 1
    return lambda id: int(id[1:4]) < number


def once(question: str) -> Iterable[str]:
    """Each word of a question once, as in the published figures."""
    return dict.fromkeys(tokens(question))


@pytest.mark.slow
def test_plain_bm25_gives_the_published_figures_of_locomo(locomo_path: Path) -> None:
    scenarios = read_any(locomo_path)
    turns = plain_figures(scenarios, "turn", once)
    published = {
        "turn_recall_any@5": 0.494, "turn_recall_any@10": 0.581, "turn_recall_all@10": 0.500,
        "turn_recall_fraction@10": 0.536, "turn_ndcg_lme@10": 0.432,
    }  # fmt: skip
    assert turns["n"] == 1982
    assert {name: turns[name] for name in published} == pytest.approx(published, abs=ROUNDED)
    sessions = plain_figures(scenarios, "session", once)
    published = {"session_recall_any@5": 0.884, "session_recall_all@5": 0.788, "session_ndcg_lme@5": 0.789}
    assert {name: sessions[name] for name in published} == pytest.approx(published, abs=ROUNDED)
    by_kind = {"multi-hop": 0.064, "temporal": 0.576, "open-domain": 0.174, "single-hop": 0.596, "adversarial": 0.608}
    found = {kind: plain_figures(scenarios, "turn", once, kind)["turn_recall_all@10"] for kind in by_kind}
    assert found == pytest.approx(by_kind, abs=ROUNDED)


@pytest.mark.slow
def test_a_built_in_memory_gives_the_published_figures_of_locomo(locomo_path: Path) -> None:
    turns, sessions = "bm25-turn:once=true", "bm25-session:once=true"
    run = evaluate(data=locomo_path, memory=f"{turns},{sessions}")
    published = {
        (turns, "turn_recall_any@5"): 0.494, (turns, "turn_recall_any@10"): 0.581, (turns, "turn_recall_all@10"): 0.500,
        (turns, "turn_ndcg_lme@10"): 0.432, (sessions, "session_recall_any@5"): 0.884,
        (sessions, "session_recall_all@5"): 0.788, (sessions, "session_ndcg_lme@5"): 0.789,
    }  # fmt: skip
    assert {row: run.value(*row) for row in published} == pytest.approx(published, abs=ROUNDED)


def compared(path: Path, memory: str, level: str, scenarios: Sequence[Scenario]) -> None:
    """Holds every retrieval figure of a memory against plain BM25, which also counts repeated words of a question."""
    run = evaluate(data=path, memory=memory)
    plain = plain_figures(scenarios, level, tokens)
    names = [name for name in run.metrics(memory) if name.startswith(level)]
    assert len(names) == 12
    assert {name: run.value(memory, name) for name in names} == pytest.approx(
        {name: plain[name] for name in names}, abs=1e-6
    )


@pytest.mark.slow
@pytest.mark.parametrize("level", ["turn", "session"])
def test_the_built_in_bm25_gives_the_plain_figures_of_locomo(locomo_path: Path, level: str) -> None:
    compared(locomo_path, f"bm25-{level}", level, read_any(locomo_path))


@pytest.mark.slow
def test_the_built_in_bm25_gives_the_plain_figures_of_three_people_of_realmem(realmem_folder: Path) -> None:
    scenarios = read_any(realmem_folder)
    assert (len(scenarios), sum(len(one.probes) for one in scenarios)) == (3, 446)
    compared(realmem_folder, "bm25-session", "session", scenarios)


def test_the_plain_formula_by_hand() -> None:
    # Three texts of 2, 1 and 3 words, mean 2. "boat" is in two of them: idf ln(1 + 1.5 / 2.5) = 0.470.
    # First: tf 1, length 2: 0.470 * 2.5 / (1 + 1.5) = 0.470. Third: tf 2, length 3, 2.5 * 2 / (2 + 2.0625) = 1.231.
    held = Documents({"a": "A boat", "b": "Nothing", "c": "boat, boat: red"})
    assert held.ranked(["boat"], 3) == ["c", "a"]
    assert held.ranked(["boat"], 2) == ["a"]
    assert held.ranked(["sea"], 3) == []
