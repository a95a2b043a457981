"""Families of replies about what is over: beside a made-up successor, lent and not back yet, told in two sentences."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.times.lent_things import is_back, is_lent
from regulars.rewards.verdicts.times.successors import has_successor
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain

GYMS = dict.fromkeys(("Ironworks", "Pulse Hall", "Castle Gym"), ())
GYM = Expectation(
    "value", Domain("gym", aliases=GYMS, subjects=("gym", "train")), True, stale=("Ironworks",), over=True
)
PEOPLE = dict.fromkeys(("Tamsin", "Leopold", "Ulrich"), ())
TENT = Expectation(
    "value", Domain("borrower", aliases=PEOPLE, subjects=("tent", "borrowed")), True, stale=("Tamsin",), over=True
)


def kind(text: str, expectation: Expectation) -> str:
    return find_verdict(text, None, expectation).kind.name.lower()


@pytest.mark.parametrize(
    ("text", "turned"),
    [
        ("You left Ironworks for Vitafit.", "You left Ironworks for good."),
        ("You switched from Ironworks to Vitafit.", "You quit Ironworks in May, Vitus."),
        ("You've gone from Ironworks to Vitafit.", "You're gone from Ironworks, Vitus."),
        ("You replaced Ironworks with Vitafit.", "You replaced Ironworks with nothing."),
        ("You're done with Ironworks and now train at Vitafit.", "You're done with Ironworks and now train nowhere."),
        ("You quit Ironworks and signed up for Vitafit.", "You quit Ironworks and haven't signed up for Vitafit."),
        ("After Ironworks, you got Vitafit.", "After Ironworks, you got nothing new."),
        ("It's Vitafit, you left Ironworks last week.", "It's over, you left Ironworks last week."),
        ("Vitafit, since you cancelled Ironworks.", "None, since you cancelled Ironworks."),
        ("You quit Ironworks in May. Now you train at Vitafit.", "You quit Ironworks in May. Nothing now, Vitus."),
        ("You left Ironworks. You've been training at Vitafit.", "You left Ironworks. You've not been training since."),
        ("Vitafit has replaced Ironworks.", "Nothing has replaced Ironworks, which you left."),
    ],
)
def test_made_up_successors_are_wrong(text: str, turned: str) -> None:
    assert (kind(text, GYM), kind(turned, GYM)) == ("wrong", "correct")


@pytest.mark.parametrize(
    "text",
    [
        "Your gym is Ironworks, after you quit Vitafit.",
        "You're done with Vitafit and train at Ironworks now.",
        "You left Vitafit. You're at Ironworks now.",
    ],
)
def test_the_end_of_another_thing_is_no_end(text: str) -> None:
    assert kind(text, GYM) == "stale"


def test_the_users_own_place_is_nobody_else() -> None:
    texts = ("Tamsin gave it back, and it's now at your place.", "Tamsin gave it back, and it's now at your brother's.")
    assert [has_successor(text, TENT.domain, held=True) for text in texts] == [False, True]


def test_what_is_not_asserted_is_no_successor() -> None:
    domain = GYM.domain
    assert not has_successor("You left Ironworks. If you like, try Vitafit.", domain, held=False)
    assert not has_successor("You left Ironworks. Have you joined Vitafit?", domain, held=False)
    assert not has_successor("You're currently in Bergen, and you left Ironworks.", domain, held=False)


@pytest.mark.parametrize(
    "text",
    [
        "Tamsin gave it back, and now your brother has it.",
        "You got the tent back from Tamsin and then lent it to your neighbour.",
        "Tamsin returned it. It's now with a colleague.",
        "Tamsin brought it back, and you passed it on to one of your cousins.",
    ],
)
def test_made_up_keepers_are_wrong(text: str) -> None:
    assert kind(text, TENT) == "wrong"


@pytest.mark.parametrize(
    ("text", "turned"),
    [
        ("You lent it to Tamsin, and you got it back.", "You lent it to Tamsin and haven't got it back."),
        ("Tamsin has brought it back.", "Tamsin hasn't brought it back yet."),
        ("You gave it to Tamsin in May; it's back.", "You gave it to Tamsin in May; ask for it back first."),
        ("Tamsin borrowed it in May and returned it.", "It hasn't come back yet: Tamsin borrowed it in May."),
        ("Nobody: Tamsin had it until mid-June.", "You gave it to Tamsin, so ask her."),
        ("It isn't on loan any more. Tamsin had it until mid-June.", "It's on loan. Tamsin has had it since mid-June."),
        ("It's not lent out. Tamsin had it in June.", "It's lent out. Tamsin took it in June."),
        ("It's free! Tamsin had it until 15 June.", "It's with Tamsin until she's finished."),
        ("Tamsin had it until you got it back in June.", "Tamsin has it until you need it back."),
        ("Tamsin gave it back, so no reminder.", "Reminder: pick up the tent from Tamsin before she leaves."),
        ("The tent is with you again.", "The tent is with Tamsin again."),
        ("It's at your place.", "It's at Tamsin's place."),
        ("The tent's not with anybody at the moment.", "The tent's not with anybody but Tamsin."),
        ("You've got it yourself.", "I don't know."),
    ],
)
def test_lent_is_not_over_until_it_is_back(text: str, turned: str) -> None:
    assert kind(text, TENT) == "correct"
    assert kind(turned, TENT) != "correct"


def test_what_is_back() -> None:
    assert is_back("It is not out on loan.")
    assert not is_back("It's not on loan to Ulrich.")
    assert is_lent("You lent it to Tamsin back in May.")
    assert not is_lent("Tamsin borrowed it for a while.")


@pytest.mark.parametrize(
    ("text", "turned"),
    [
        ("You said Ironworks. Since then, you've told me that you're done with it.", "you're happy with it"),
        ("You said Ironworks. On 9 June, though, you told me you're done with it.", "you're fond of it"),
        ("You said Ironworks on 2 June. Four days later you said you're done with it.", "you're fond of it"),
        ("You said Ironworks. However, last week you told me that you're done with it.", "you like it"),
        ("Ironworks. But you're done with it, as you told me on 9 June.", "you're proud of it"),
        ("Ironworks was the one, but you're done with it.", "you like it"),
    ],
)
def test_the_end_may_stand_in_the_next_sentence(text: str, turned: str) -> None:
    assert kind(text, GYM) == "correct"
    assert kind(text.replace("you're done with it", turned), GYM) == "stale"


@pytest.mark.parametrize(
    ("text", "turned"),
    [
        (
            "You're no longer with any gym. Ironworks was the last one.",
            "You're with a gym. Ironworks is the one.",
        ),
        ("You've got no new gym at the moment.", "I've got no information at the moment."),
        ("You have no gym membership right now.", "You have Ironworks right now."),
        ("Ironworks was yours, but you've left it.", "Ironworks was yours, and you've kept it."),
    ],
)
def test_none_is_left(text: str, turned: str) -> None:
    assert kind(text, GYM) == "correct"
    assert kind(turned, GYM) != "correct"
