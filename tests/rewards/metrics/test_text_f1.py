"""Token F1 by LoCoMo's rules, against values computed by hand."""

from __future__ import annotations

import pytest

from regulars.errors import ConfigurationError
from regulars.rewards.metrics.token_f1 import answer_f1, locomo_f1, stems, token_f1, wants_abstention


def test_articles_punctuation_case_and_endings_do_not_count() -> None:
    assert token_f1("The Paintings, and a race!", "painting races") == 1.0


def test_f1_by_hand() -> None:
    # Four tokens, of which two are among the gold's three.
    assert token_f1("she went to camp", "to camp yesterday") == pytest.approx(2 * (2 / 4) * (2 / 3) / (2 / 4 + 2 / 3))
    assert token_f1("x", "y") == 0.0
    assert token_f1("", "y") == 0.0
    assert token_f1("dog dog", "dog") == pytest.approx(2 * 0.5 * 1 / 1.5)


def test_stems_are_the_words_without_articles_and_punctuation() -> None:
    # `and` goes with the articles, and Porter cuts -s, -ing and -ed.
    assert stems("The PONIES, an owner's ties and a relational painting!") == [
        "poni", "owner", "ti", "relat", "paint",
    ]  # fmt: skip
    assert stems("hopping hoped, another theme") == ["hop", "hope", "anoth", "theme"]
    assert stems("It's 1,250.") == ["it", "1250"]
    assert stems(" the and a ") == []


def test_precision_and_recall_weigh_alike_and_repeated_words_count_as_often_as_both_have_them() -> None:
    # Shared: dog twice, cat once = 3; 4 tokens against 5: 2 x 3/4 x 3/5 / (3/4 + 3/5) = 2/3.
    assert token_f1("dog dog cat bird", "dog dog dog cat fish") == pytest.approx(2 / 3)
    assert token_f1("dog dog dog cat fish", "dog dog cat bird") == pytest.approx(2 / 3)
    # One shared of one against four: 2 x 1 x 1/4 / (5/4) = .4.
    assert token_f1("dog", "dog cat bird fish") == pytest.approx(0.4)
    assert token_f1("", "") == 0.0


def test_each_part_of_a_multi_hop_gold_takes_its_best_match() -> None:
    # red car: 1 by the third part; blue car: 1/2 by it (car of red car); green: 0. The mean over three gold parts: .5.
    assert locomo_f1("dog, cat, red car", "red car, blue car, green", 1) == pytest.approx((1 + 0.5 + 0) / 3)
    # What is said beyond the gold costs nothing here: every gold part finds its match.
    assert locomo_f1("dog, red car", "red car", 1) == 1.0
    # In other categories the comma is mere punctuation: 2 of 3 tokens, recall 1.
    assert locomo_f1("dog, red car", "red car", 4) == pytest.approx(0.8)


@pytest.mark.parametrize(
    ("category", "f1"),
    [
        (1, 0.5), (2, 0.8), (3, 1.0), (4, 0.8), (5, 0.0),
        ("multi-hop", 0.5), ("temporal", 0.8), ("open-domain", 1.0), ("single-hop", 0.8), ("adversarial", 0.0),
    ],
)  # fmt: skip
def test_each_category_reads_the_same_answer_by_its_own_rule(category: int | str, f1: float) -> None:
    # 1: the better of two parts of one word against three: 2 x 1 x 1/3 / (4/3). 2 and 4: two words against three.
    # 3: two against the two before the semicolon. 5: no abstention.
    assert locomo_f1("red, car", "red car; dog", category) == pytest.approx(f1)


@pytest.mark.parametrize(
    ("reply", "answer", "gold", "category", "f1"),
    [
        ("Red car.", None, "red car; dog", "single-hop", 0.8),
        ("Red car.", None, "red car; dog", "open-domain", 1.0),
        ("Red car.", None, "red car; dog", "single-session-user", 0.8),
        ("Red car.", "", "red car", "single-hop", 1.0),
        ("Blue.", "red car", "red car", "single-hop", 1.0),
        ("Red car.", "blue", "red car", "single-session-user", 0.0),
        ("Red car.", "-", "red car", "single-hop", 0.0),
        ("Red car.", "-", "", "adversarial", 1.0),
        ("Red car.", None, "", "adversarial", 0.0),
        ("Red car.", "-", "blue car", "adversarial", 1.0),
        ("I don't know.", None, "", "temporal", 1.0),
        ("Red car.", None, "", "temporal", 0.0),
        ("Red car.", "-", "", "abstention", 1.0),
        ("Red car.", None, "", "abstention", 0.0),
        ("I don't know.", None, "", "abstention", 1.0),
        ("I don't know.", "red car", "", "abstention", 0.0),
        ("I don't know.", None, "red car", "abstention", 0.0),
        ("Not mentioned.", None, "not mentioned", "single-session-user", 1.0),
    ],
)
def test_an_answer_to_a_recorded_question(reply: str, answer: str | None, gold: str, category: str, f1: float) -> None:
    # The structured answer decides; "-" abstains, which is right without a gold and for an adversarial question.
    assert answer_f1(reply, answer, (gold,), category) == pytest.approx(f1)


def test_questions_without_an_answer_and_adversarial_ones_want_an_abstention() -> None:
    assert wants_abstention((), "temporal")
    assert wants_abstention(("red car",), "adversarial")
    assert not wants_abstention(("red car",), "temporal")


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
