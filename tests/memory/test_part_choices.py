"""Settings of parts that are chosen from a list of names, and ranges that docstrings do not print in full."""

from __future__ import annotations

from dataclasses import replace

import pytest
from test_part_settings import made

from regulars.errors import ConfigurationError
from regulars.memory.parts.consolidation.insights import Pairing
from regulars.memory.parts.consolidation.paging import Pager
from regulars.memory.parts.consolidation.plots import Plots
from regulars.memory.parts.consolidation.summaries import SessionSummary
from regulars.memory.parts.consolidation.topics import TopicSummary
from regulars.memory.parts.forgetting.limits import Capacity, TokenBudget
from regulars.memory.parts.forgetting.share import KeepShare
from regulars.memory.parts.guarding.consensus import Consensus
from regulars.memory.parts.indexes.fact_keys import ValueAndFacts
from regulars.memory.parts.learning.citations import Citations
from regulars.memory.parts.learning.recalled_lessons import OfAlike, OfLast, Refined
from regulars.memory.parts.scoring.by_index import RRF
from regulars.memory.parts.scoring.chunks import Weighted
from regulars.memory.parts.scoring.fusion import Distances
from regulars.memory.parts.scoring.graph import PageRank
from regulars.memory.parts.segments.pauses import Stretches


@pytest.mark.parametrize(
    ("part", "setting", "names"),
    [
        (SessionSummary, "how", ("central", "lead")),
        (TopicSummary, "how", ("central", "lead")),
        (Capacity, "by", ("fifo", "lfu")),
        (TokenBudget, "by", ("fifo", "lfu")),
        (ValueAndFacts, "join", ("merge", "separate", "replace", "value")),
        (Citations, "credit", ("feedback", "citations")),
        (Distances, "how", ("sum", "product")),
    ],
    ids=lambda given: getattr(given, "__name__", None),
)
def test_choices_are_the_published_ones_and_no_other(part, setting, names):
    whole = made(part)
    for name in names:
        assert getattr(replace(whole, **{setting: name}), setting) == name
    for wrong in ("", "nonsense", names[0].upper(), 1, None):
        with pytest.raises(ConfigurationError, match=f"{setting} is .*expected one of {', '.join(names)}"):
            replace(whole, **{setting: wrong})


@pytest.mark.parametrize(
    ("part", "setting", "allowed", "refused"),
    [
        (Pager, "hot", (0.0, 1e6), (-1e-9, 1e6 + 1)),
        (Pager, "segments", (1, 10**6), (0, 10**6 + 1, 1.5)),
        (Pager, "knowledge", (1, 10**6), (0, 10**6 + 1, 2.0)),
        (Consensus, "majority", (0.5, 0.75, 1.0), (0.49, 1.01)),
        (Weighted, "sharpness", (0.0, 1000.0), (-0.1, 1000.1)),
        (PageRank, "damping", (0.0, 0.99), (-0.01, 0.991, 1.0)),
        (Stretches, "hours", (0.0, 100_000.0), (-0.1, 100_000.1)),
        (Stretches, "most", (1, 100_000), (0, 100_001, True)),
        (OfAlike, "k", (1, 1000), (0, 1001)),
        (OfLast, "k", (1, 1000), (0, 1001)),
        (Refined, "k", (1, 1000), (0, 1001)),
        (KeepShare, "low", (0.0, 0.15), (-0.01, 0.151)),  # no more than `high`, which is .15
        (KeepShare, "high", (0.1, 1.0), (0.099, 1.01)),  # no less than `low`, which is .1
    ],
)
def test_numbers_are_accepted_up_to_their_limits(part, setting, allowed, refused):
    whole = made(part) if part is not KeepShare else replace(made(part), high=0.15)
    for value in allowed:
        assert getattr(replace(whole, **{setting: value}), setting) == value
    for value in refused:
        with pytest.raises(ConfigurationError, match=r"(low|high|\w+) is "):
            replace(whole, **{setting: value})


def test_a_plot_is_wider_than_its_lines():
    assert Plots(lines=3, width=4).width == 4
    with pytest.raises(ConfigurationError, match="width is 3; expected an integer from 4 to 1000"):
        Plots(lines=3, width=3)


@pytest.mark.parametrize(
    "wrong",
    [{"constant": -0.1}, {"fan": 0}, {"weights": (1.0, -0.1)}],
)
def test_rank_fusion_needs_weights_from_zero(wrong):
    assert RRF(("a", "b"), constant=0.0, fan=1, weights=(0.0, 1.0)).fan == 1
    with pytest.raises(ConfigurationError, match="holds a number out of range"):
        RRF(("a", "b"), **wrong)


@pytest.mark.parametrize("weights", [(1.0,), (1.0, 1.0, 1.0)])
def test_rank_fusion_has_a_weight_for_each_retriever(weights):
    with pytest.raises(ConfigurationError, match=f"there are {len(weights)} weights"):
        RRF(("a", "b"), weights=weights)


def test_a_pairing_names_a_relation_that_is_known():
    with pytest.raises(ConfigurationError, match="by is 'nonsense'"):
        Pairing(type="x", by="nonsense")
