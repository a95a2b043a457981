"""Lists with an item that nobody told, and lists that name something only to leave it out."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain

CAFES = ("Milk Wood", "Casa Lume", "Tin Kettle", "Old Mint")
CAFE = Domain("cafe_visited", aliases=dict.fromkeys(CAFES, ()), subjects=("cafe",))
CLUB = Domain("club", aliases=dict.fromkeys(("Anglers", "Ramblers", "Potters", "Fiddlers"), ()), subjects=("club",))
VISITS = Expectation("order", CAFE, True, gold=("Milk Wood", "Casa Lume"))
VISITED = Expectation("set", CAFE, True, gold=("Milk Wood", "Casa Lume"))
CLUBS = Expectation("order", CLUB, True, gold=("Anglers", "Ramblers"))


def is_right(text: str, expectation: Expectation) -> bool:
    return find_verdict(text, None, expectation).kind.name == "CORRECT"


@pytest.mark.parametrize("further", ["Tin Kettle", "Velvet Spoon"])
@pytest.mark.parametrize(
    "text",
    [
        "First Milk Wood, then Casa Lume{}.",
        "It's been Milk Wood, Casa Lume{}.",
        "You told me about Milk Wood on 3 May, about Casa Lume on 9 May{}.",
    ],
)
def test_a_further_item_at_the_end_of_an_order_is_wrong(text: str, further: str) -> None:
    assert is_right(text.format(""), VISITS)
    for words in (f" and last of all {further}", f", and then {further}", f" and {further} on 12 May"):
        assert not is_right(text.format(words), VISITS)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("1. Milk Wood\n2. Casa Lume", True),
        ("1. Milk Wood\n2. Casa Lume\n3. Velvet Spoon", False),
        ("First Milk Wood, then Casa Lume, Imogen.", True),
        ("First Milk Wood, then the Velvet Spoon, and then Casa Lume.", False),
        ("Milk Wood first. Then, in June, Casa Lume. Shall I note a third one, Imogen?", True),
        ("The first was Milk Wood. The second was Casa Lume. The third was Velvet Spoon.", False),
    ],
)
def test_a_name_in_the_place_of_an_item_is_one(text: str, right: bool) -> None:
    assert is_right(text, VISITS) is right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("You've been to Milk Wood in May and to Casa Lume in June.", True),
        ("You've been to Milk Wood in May, at Casa Lume in June and at Velvet Spoon last Monday.", False),
        ("Milk Wood, Casa Lume and finally Velvet Spoon.", False),
        ("Milk Wood and Casa Lume, Imogen.", True),
    ],
)
def test_a_further_item_of_a_set_is_wrong(text: str, right: bool) -> None:
    assert is_right(text, VISITED) is right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Anglers, then Ramblers. I've left out the Potters, because they're other people's.", True),
        ("Anglers, then Ramblers. I've left the Potters and Fiddlers out.", True),
        ("First the Anglers, when people guessed the Potters, and then the Ramblers.", True),
        ("Anglers first, Ramblers second. The Potters and Fiddlers belong to other people.", True),
        ("Anglers, then Ramblers. People sometimes take you for one of the Fiddlers.", True),
        ("1. Anglers\n2. Ramblers\n(The Potters were the woman from the market, not you.)", True),
        ("Anglers, then Ramblers, then Potters.", False),
        ("First the Potters, then the Anglers and the Ramblers.", False),
        ("Ramblers first, then Anglers. People take you for one of the Fiddlers.", False),
    ],
)
def test_what_is_named_to_be_left_out_is_not_listed(text: str, right: bool) -> None:
    assert is_right(text, CLUBS) is right


PET = Domain("pet", aliases=dict.fromkeys(("Chewie", "Zorro", "Falkor", "Bagheera"), ()), subjects=("pet",))
GADGET = Domain("gadget", aliases=dict.fromkeys(("juicer", "pasta maker", "meat grinder"), ()), subjects=("gadget",))
PETS = Expectation("set", PET, True, gold=("Chewie", "Zorro"))
GADGETS = Expectation("set", GADGET, True, gold=("juicer", "pasta maker"))


@pytest.mark.parametrize(
    ("text", "expectation", "right"),
    [
        ("1. **Chewie**, the fussy eater\n2. **Zorro**, the latest", PETS, True),
        ("Chewie, the fussy eater, and Zorro, the boss.", PETS, True),
        ("Chewie, Zorro and the hamster.", PETS, False),
        ("You have a juicer and a pasta maker, the pride of your shelf.", GADGETS, True),
        ("You have the juicer, the pasta maker, the toaster.", GADGETS, False),
        ("You have the juicer, the pasta maker and the toaster.", GADGETS, False),
        ("You have the juicer and the pasta maker, and the toaster.", GADGETS, False),
        ("You have a juicer, a toaster and a pasta maker.", GADGETS, False),
        ("You have a juicer, a toaster, and a pasta maker.", GADGETS, False),
        ("You own the juicer, the toaster, the pasta maker.", GADGETS, False),
        ("You have the pasta maker and the juicer, the toaster and the kettle.", GADGETS, False),
        ("You have a juicer and a pasta maker, a toaster.", GADGETS, False),
    ],
)
def test_words_behind_a_comma_describe_a_value_unless_they_go_on_with_a_list(text, expectation, right):
    assert is_right(text, expectation) is right


def test_a_bold_line_under_a_list_is_no_item_of_it():
    assert is_right("1. Juicer\n2. Pasta maker\n\n**Tip:** measure the worktop first!", GADGETS)
    assert not is_right("1. Juicer\n2. Pasta maker\n3. Toaster\n\nAnything else?", GADGETS)


@pytest.mark.parametrize(
    ("text", "expectation"),
    [
        ("Chewie and Zorro. Falkor and Bagheera, in case you wonder, belong to other people or to books.", PETS),
        ("Chewie and Zorro. Falkor is another person's, so I've left it off.", PETS),
        ("1. Chewie\n2. Zorro\n\n*Left out because they're other people's:* Falkor, Bagheera.", PETS),
        ("Chewie and Zorro. (Falkor: your aunt's dog.)", PETS),
        ("u got a juicer n the pasta maker. the meat grinder is ur friends not urs", GADGETS),
    ],
)
def test_a_set_may_name_what_it_gives_to_others(text, expectation):
    assert is_right(text, expectation)


@pytest.mark.parametrize(
    "text",
    [
        "Chewie, Zorro and Falkor.",
        "Chewie and Zorro. Falkor belongs to you too.",
        "Chewie and Zorro. Falkor belongs to your family too.",
        "Chewie and Zorro. Falkor belongs to the household as well.",
        "Chewie and Zorro. Falkor is historic, and you loved him.",
        "Chewie and Zorro. Falkor: your friend's gift to you.",
        "Chewie and Zorro. Falkor - your boss's old cat - is yours now too.",
        "Chewie, Zorro and Falkor belong to your family.",
        "Juno has Chewie, Zorro and Falkor, and her aunt feeds all of them.",
    ],
)
def test_a_set_with_another_value_is_wrong_if_that_is_not_set_apart(text):
    assert not is_right(text, PETS)
