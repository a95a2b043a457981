"""Every word that ends something, and every word that says that it goes on: one reply for each."""

from __future__ import annotations

import pytest
from worked_claims import CITIES

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.times.over import judge_over
from regulars.values import Domain

GYM = Domain("gym", aliases=dict.fromkeys(("Ironworks", "Corepoint"), ()), subjects=("gym",))
OVER = Expectation("value", GYM, True, ("",), ("Ironworks",), ("Corepoint",), over=True)
CITY = Expectation("value", CITIES, True, ("",), ("Oslo",), (), over=True)


def kind(text: str, answer: str | None = None, expectation: Expectation = OVER) -> str:
    return judge_over(text, answer, expectation).kind.name.lower()


@pytest.mark.parametrize(
    "text",
    [
        "You no longer train anywhere.",
        "Not any more.",
        "You don't train anymore.",
        "You train no more than that: not any longer.",
        "No one trains you.",
        "Nobody does.",
        "Nowhere.",
        "You stopped.",
        "The membership ended.",
        "You quit in May.",
        "Nothing at present.",
        "None.",
        "That is over.",
        "That was over, sadly.",
        "You gave the card back.",
        "You have given your card up.",
        "You handed the card in.",
        "You brought it back.",
        "You sent it back.",
        "You took it back.",
        "You returned the card.",
        "You redeemed the voucher.",
        "The bill is settled.",
        "You repaid it.",
        "It is paid off.",
        "You cancelled it.",
        "You canceled it.",
        "It was terminated.",
        "You dropped it.",
        "You resigned.",
        "You retired.",
        "You sold it.",
        "The card expired.",
        "The contract lapsed.",
        "It ran out in June.",
        "You finished with it.",
        "It wound up.",
        "The club dissolved.",
        "You broke up.",
        "You have broken up.",
        "You split up.",
        "You separated.",
        "You divorced.",
        "You are single.",
        "You are debt-free.",
        "You are free of debt.",
        "There isn't one.",
        "There is not any.",
        "There aren't any.",
        "You are without one.",
        "Since the break-up you train at home.",
        "Since the breakup you train at home.",
        "The club is dead.",
        "You are rid of it.",
        "You train on your own.",
        "You train by yourself.",
        "You train alone.",
        "She has since left.",
        "You moved out.",
        "You parted ways.",
        "The key is at home.",
        "There's something in its place.",
        "The key is on its hook.",
        "It is in your own hands.",
        "It is where it belongs.",
        "Until recently, yes.",
        "The line is blank.",
        "The page is blank again.",
        "You don't have one.",
        "You do not owe anything.",
        "You haven't got one.",
        "You don't use any.",
        "You don't subscribe.",
        "There's no gym.",
        "There are no fees.",
        "No gym at the moment.",
        "No gym these days.",
        "No gym left.",
        "Nada.",
        "You called it a day.",
        "You moved on.",
        "That is behind you.",
        "That is history.",
        "The account is closed.",
        "You are done with it.",
        "The gloves are hung up.",
        "The key is back on its hook.",
    ],
)
def test_a_word_that_ends_something(text: str) -> None:
    assert kind(text) == "correct"


@pytest.mark.parametrize(
    "text",
    [
        "Nothing has changed.",
        "Nothing else to say.",
        "Over there.",
        "Over the hill.",
        "It goes on and on.",
        "You paid for it.",
        "You joined.",
        "The line is long.",
        "You have one.",
        "You use it.",
        "You called it a gym.",
        "The door is open.",
    ],
)
def test_words_that_only_look_so_end_nothing(text: str) -> None:
    assert kind(text) == "off_task"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # A value beside words of an end: it holds only if its own sentence says so.
        ("You cancelled Ironworks.", "correct"),
        ("Ironworks, and you are still there.", "stale"),
        ("Ironworks has your money still.", "stale"),
        ("You trained at Ironworks, currently too.", "stale"),
        ("You trained at Ironworks, and it continues.", "stale"),
        ("You trained at Ironworks, as ever.", "stale"),
        ("You trained at Ironworks, and the card hasn't come.", "stale"),
        ("Ironworks was the last one, and then you stopped.", "correct"),
        ("Ironworks is the one, and you never stopped training.", "stale"),
        # The words that open the reply.
        ("Nobody. Ironworks was the last.", "correct"),
        ("Well, nobody. Ironworks it was.", "correct"),
        ("At the moment none. It used to be Ironworks.", "correct"),
        ("Currently none. Ironworks before.", "correct"),
        # Not said to be over at all.
        ("Ironworks.", "stale"),
        ("You train at Ironworks.", "stale"),
        ("Corepoint.", "leaked"),
        ("Corepoint, no longer Ironworks.", "leaked"),
        ("It isn't Ironworks.", "correct"),
        ("Was it Ironworks?", "undetermined"),
        ("Perhaps Ironworks?", "undetermined"),
        ("Your sister trains at Ironworks.", "off_task"),
    ],
)
def test_a_value_beside_its_end(text: str, found: str) -> None:
    assert kind(text) == found


@pytest.mark.parametrize(
    ("text", "answer", "found"),
    [
        ("You stopped.", None, "correct"),
        ("You stopped.", "  ", "correct"),
        ("You stopped.", "NONE", "correct"),
        ("You stopped.", "-", "abstained"),
        ("You stopped.", "none of them", "wrong"),
        ("Maybe.", "-", "abstained"),
        ("Maybe Ironworks.", "-", "abstained"),
        ("It's Ironworks.", "none", "correct"),
        ("It's Ironworks.", "Corepoint", "leaked"),
    ],
)
def test_the_structured_answer_is_read_first(text: str, answer: str | None, found: str) -> None:
    assert kind(text, answer) == found


@pytest.mark.parametrize(
    ("text", "asserted"),
    [
        ("You live in Oslo and in Graz.", ("Oslo", "Graz")),
        ("You live in Graz and in Oslo.", ("Graz", "Oslo")),
        ("You live in Oslo. Oslo is fine.", ("Oslo",)),
    ],
)
def test_all_values_said_to_hold_are_kept_once(text: str, asserted: tuple[str, ...]) -> None:
    verdict = judge_over(text, None, CITY)
    assert (verdict.kind.name, verdict.asserted, verdict.score) == ("STALE", asserted, 0.0)


@pytest.mark.parametrize(
    ("offer", "found"),
    [
        ("If you want a new one, Fidor might be worth a try.", "correct"),
        ("Fidor might be worth a try.", "correct"),
        ("Maybe try Fidor?", "correct"),
        ("You could join Fidor.", "correct"),
        ("Perhaps Fidor would suit you.", "correct"),
        ("Should you want to start again, Fidor may be an option.", "correct"),
        ("I\u2019ve heard good things about Fidor, if you\u2019re looking.", "correct"),
        ("If you're looking for something new, Fidor may be for you.", "correct"),
        ("You might be at Fidor now.", "undetermined"),
        ("Maybe your new one, Fidor, is worth a visit.", "undetermined"),
        ("If you need the name of a gym, perhaps Fidor.", "undetermined"),
        ("You could have joined Fidor.", "undetermined"),
        ("For the form, if you need one: Fidor.", "undetermined"),
        ("Is it Fidor now?", "undetermined"),
        ("Did you move to Fidor?", "undetermined"),
        ("You go to Fidor, if you want a name.", "wrong"),
        ("You joined Fidor, which is worth a visit.", "wrong"),
    ],
)
def test_a_proposal_beside_what_is_over_is_no_guess(offer: str, found: str) -> None:
    gym = Domain("gym", aliases=dict.fromkeys(("Ironworks", "Fidor"), ()), subjects=("gym",))
    over = Expectation("value", gym, True, ("",), ("Ironworks",), over=True)
    assert kind(f"You cancelled Ironworks. {offer}", expectation=over) == found
    assert kind(offer, expectation=over) != "correct"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I don't know that, over.", "abstained"),
        ("I can't say, over.", "abstained"),
        ("You never told me. Over.", "abstained"),
        ("No idea, over and out.", "abstained"),
        ("I have no note of that.\nOver!", "abstained"),
        ("Hello there, over.", "off_task"),
        ("Sure thing! Over.", "off_task"),
        ("You train at Ironworks, over.", "stale"),
        ("You quit, over.", "correct"),
        ("It's over, over and out.", "correct"),
        ("There isn't one any more. Over.", "correct"),
        ("Over.", "correct"),
        ("The gym? Over.", "correct"),
        ("It's all over.", "correct"),
    ],
)
def test_the_radio_word_at_the_end_of_a_message_ends_nothing(text: str, found: str) -> None:
    assert kind(text) == found
