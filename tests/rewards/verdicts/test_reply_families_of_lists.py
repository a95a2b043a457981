"""Families of natural replies: lists with an item too many, proposals, picks among options, currencies."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain, ValueType

LANGUAGES = Domain(
    "language",
    aliases={"Arabic": (), "Mandarin": (), "Bulgarian": (), "Esperanto": (), "Welsh": ()},
    subjects=("language", "speak"),
)
HOBBIES = Domain("hobby", aliases={"pottery": (), "archery": (), "kayaking": ()}, subjects=("hobby",))
DISHES = Domain(
    "cooking_dish",
    aliases={"lentil soup": (), "beef stew": (), "prawn curry": (), "apple crumble": ()},
    subjects=("dish", "menu"),
)


def _kind(text, domain, *gold, form, **more):
    expectation = Expectation(form, domain, bool(gold), tuple(gold), **more)
    return find_verdict(text, None, expectation).kind.name.lower()


@pytest.mark.parametrize(
    "reply",
    [
        "Arabic and Mandarin.",
        "Arabic, Mandarin. That's both.",
        "You've told me about two: Arabic and, since January, Mandarin.",
        "- Arabic\n- Mandarin",
        "1. Arabic (8 January)\n2. Mandarin (3 February)",
        "Arabic first, then Mandarin. Bulgarian never came up.",
        "Arabic and Mandarin - not Bulgarian, that's your sister's.",
        "Besides Arabic there's Mandarin.",
        "| Language | Since |\n|---|---|\n| Arabic | 2019 |\n| Mandarin | 2021 |",
        "I know of Arabic and Mandarin. Have you picked up any others?",
        "Arabic and Mandarin, Tom.",
    ],
)
def test_a_list_of_all_values_is_right(reply):
    assert _kind(reply, LANGUAGES, "Arabic", "Mandarin", form="set", others=("Welsh",)) == "correct"


@pytest.mark.parametrize(
    "reply",
    [
        "Arabic, Mandarin and Danish.",
        "Arabic, Mandarin, Danish.",
        "Arabic, Danish and Mandarin.",
        "- Arabic\n- Mandarin\n- Danish",
        "1. Arabic\n2. Mandarin\n3. Danish",
        "| Language | Since |\n|---|---|\n| Arabic | 2019 |\n| Mandarin | 2021 |\n| Danish | 2022 |",
        "Arabic and Mandarin; I also have Danish down for you.",
        "Arabic; Mandarin; Danish",
        "Arabic + Mandarin + Danish",
        "The three you told me about: Arabic, Mandarin and Danish.",
        "You have three: Arabic, Mandarin and one more I can't recall.",
        "Arabic, Mandarin and Bulgarian.",
    ],
)
def test_a_list_with_an_item_too_many_is_wrong(reply):
    assert _kind(reply, LANGUAGES, "Arabic", "Mandarin", form="set") == "wrong"


@pytest.mark.parametrize(
    "reply", ["Pottery, knitting and archery.", "Pottery and archery, and you also took up chess."]
)
def test_so_is_one_with_a_common_noun(reply):
    assert _kind(reply, HOBBIES, "pottery", "archery", form="set") == "wrong"


PROPOSALS = (
    "How about {}? It's filling.",
    "I'd go for {}.",
    "{} would be a good fit, since you told me about meat.",
    "You could try {}.",
    "I'd suggest {} rather than prawn curry.",
    "Have you considered {}?",
    "Consider {}. It's simple.",
    "You might enjoy {}.",
    "Instead of prawn curry, try {}.",
    "I'd put {} on the menu and leave prawn curry off.",
    "| Dish | Verdict |\n|---|---|\n| {} | **Best fit** |\n| Prawn curry | No |",
)


@pytest.mark.parametrize("reply", PROPOSALS)
def test_a_proposal_answers_a_request_for_one(reply):
    assert _kind(reply.format("lentil soup"), DISHES, "lentil soup", "apple crumble", form="any") == "correct"
    assert _kind(reply.format("beef stew"), DISHES, "lentil soup", "apple crumble", form="any") == "wrong"


@pytest.mark.parametrize("reply", ["Lentil soup or apple crumble, both would work.", "Either would suit you."])
def test_two_right_proposals_are_right(reply):
    wanted = "correct" if "Lentil" in reply else "off_task"
    assert _kind(reply, DISHES, "lentil soup", "apple crumble", form="any") == wanted


@pytest.mark.parametrize("reply", ["Lentil soup or beef stew?", "Do you want lentil soup or beef stew?"])
def test_a_question_between_two_is_no_proposal(reply):
    assert _kind(reply, DISHES, "lentil soup", form="any") in ("undetermined", "off_task")


@pytest.mark.parametrize(
    ("unit", "right", "wrong"),
    [
        ("zlotys", ("560 zlotys", "560 zł", "560 zl", "PLN 560"), ("CHF 560", "₹560", "560 euros", "$560")),
        ("rupees", ("₹560", "Rs 560", "INR 560", "560 rupees"), ("560 zlotys", "£560", "CHF 560", "¥560")),
        ("francs", ("CHF 560", "560 francs"), ("Rs 560", "€560", "560 zl")),
        ("megabits", ("560 Mbit/s", "560 mbps", "560 megabits"), ("560 euros", "560 km")),
    ],
)
def test_an_amount_counts_in_its_own_unit_alone(unit, right, wrong):
    savings = Domain("savings", ValueType.NUMBER, unit=unit, subjects=("savings",))
    for reply in right:
        assert _kind(f"It's {reply}.", savings, "560", form="value") == "correct", reply
    for reply in wrong:
        assert _kind(f"It's {reply}.", savings, "560", form="value") != "correct", reply


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        ("You make pottery (you no longer do the archery) and go kayaking.", "correct"),
        ("You do kayaking and pottery (and you no longer do the archery).", "correct"),
        ("Pottery and kayaking (you've got rid of the bow).", "correct"),
        ("Pottery and kayaking (no longer archery).", "correct"),
        ("Pottery (not archery any more) and kayaking.", "correct"),
        ("You do pottery and kayaking, no longer the archery.", "correct"),
        ("Pottery (no longer a beginner!) and kayaking.", "correct"),
        ("Pottery and kayaking (which you no longer do at the sea).", "correct"),
        ("Pottery and kayaking (you no longer sing).", "correct"),
        ("- Pottery\n- Kayaking (you no longer do any archery)", "correct"),
        ("Pottery, kayaking (no longer).", "partial"),
        ("Pottery (which you no longer do) and kayaking.", "partial"),
        ("Pottery and kayaking, which you no longer like.", "partial"),
        ("Pottery and kayaking (you no longer visit it).", "partial"),
        ("Pottery and kayaking (you've outgrown it).", "partial"),
        ("Pottery and kayaking (you got rid of it in May).", "partial"),
        ("- Pottery\n- **Kayaking** (no longer since 2024)", "partial"),
        ("Pottery and kayaking, which you don't do any more.", "partial"),
    ],
)
def test_words_behind_a_value_may_say_that_it_has_ended_or_another_one(reply: str, kind: str) -> None:
    assert _kind(reply, HOBBIES, "pottery", "kayaking", form="set", stale=("archery",)) == kind
