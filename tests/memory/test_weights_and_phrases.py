"""What parts refuse in their lists of numbers, and the phrases of what is said without a name."""

from __future__ import annotations

import pytest
from by_hand import Notation, draft

from regulars.errors import ConfigurationError
from regulars.memory.embedders import HashedEmbedder
from regulars.memory.parts.forgetting.share import KeepShare
from regulars.memory.parts.scoring.graph import PhraseGraph, PhraseNodes, fact_texts


@pytest.mark.parametrize(
    "wrong",
    [
        {"weights": (1.0, 1.0, 1.0, 1.0)},
        {"weights": (1.0, 1.0, 1.0, 1.0, 1.0, 1.0)},
        {"scales": (1.0, 1.0)},
        {"scales": (1.0, 1.0, 1.0, 1.0)},
        {"scales": (1.0, 0.0, 1.0)},
        {"scales": (1.0, 1.0, -1.0)},
    ],
)
def test_five_weights_and_three_positive_scales_are_needed(wrong):
    with pytest.raises(ConfigurationError, match="expected 5 weights and 3 scales above 0"):
        KeepShare(Notation(), **wrong)
    assert KeepShare(Notation(), weights=(0.0, -1.0, 1.0, 1.0, 1.0), scales=(1.0, 0.5, 1.0)).low == 0.1


def test_the_phrases_of_a_sentence_begin_with_its_speaker_if_there_is_one():
    (facts,) = PhraseNodes(Notation())(draft("rain falls", name="Ann"))
    assert facts == (("ann", "rain", "fall"),)
    (facts,) = PhraseNodes(Notation())(draft("rain falls", name=""))
    assert facts == (("rain", "fall"),)
    assert fact_texts(draft("Rain falls. It is cold.", name="Ann")) == ("Ann Rain falls.", "Ann It is cold.")
    assert fact_texts(draft("Rain falls.", name="")) == ("Rain falls.",)


def test_what_is_said_without_a_name_is_not_joined_by_that():
    graph = PhraseGraph(HashedEmbedder(64))
    for id, text in (("a", "rain falls"), ("b", "soup boils")):
        graph.put("p1", id, PhraseNodes(Notation())(draft(text, name=""))[0])
    assert [id for id, _ in graph.reached("p1", {"rain": 1.0}, {}, 0.5, 10)] == ["a"]


def test_a_claim_is_a_fact_beside_its_sentence_unless_it_lacks_a_part():
    nodes = PhraseNodes(Notation())
    assert ("ann", "home", "bergen") in nodes(draft("home: Bergen", name="Ann"))[0]
    assert len(nodes(draft("home: Bergen", name="Ann"))[0]) == 2
    assert len(nodes(draft("home:", name="Ann"))[0]) == 1
    assert len(nodes(draft(": Bergen", name="Ann"))[0]) == 1
