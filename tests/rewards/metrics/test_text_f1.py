"""Token F1 by LoCoMo's rules, against values computed by hand."""

from __future__ import annotations

import pytest

from regulars.errors import ConfigurationError
from regulars.rewards.metrics.token_f1 import locomo_f1, token_f1


def test_articles_punctuation_case_and_endings_do_not_count() -> None:
    assert token_f1("The Paintings, and a race!", "painting races") == 1.0


def test_f1_by_hand() -> None:
    # Four tokens, of which two are among the gold's three.
    assert token_f1("she went to camp", "to camp yesterday") == pytest.approx(2 * (2 / 4) * (2 / 3) / (2 / 4 + 2 / 3))
    assert token_f1("x", "y") == 0.0
    assert token_f1("", "y") == 0.0
    assert token_f1("dog dog", "dog") == pytest.approx(2 * 0.5 * 1 / 1.5)


def test_multi_hop_averages_over_parts_of_the_gold() -> None:
    assert locomo_f1("pottery, painting", "painting, camping", 1) == 0.5
    assert locomo_f1("pottery, painting", "painting, camping", "multi-hop") == 0.5


def test_open_domain_counts_the_part_before_the_semicolon() -> None:
    assert locomo_f1("likely no", "Likely no; she never said so", 3) == 1.0
    assert locomo_f1("likely no", "Likely no; she never said so", 4) < 1.0


@pytest.mark.parametrize("text", ["Not mentioned in the conversation", "No information available", "I don't know."])
def test_adversarial_is_right_if_it_says_not_mentioned(text: str) -> None:
    assert locomo_f1(text, "", 5) == 1.0


def test_adversarial_is_wrong_if_it_answers() -> None:
    assert locomo_f1("Pottery", "", "adversarial") == 0.0


def test_an_unknown_category_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="1 to 5"):
        locomo_f1("a", "a", 6)
    with pytest.raises(ConfigurationError, match="multi-hop"):
        locomo_f1("a", "a", "gossip")
