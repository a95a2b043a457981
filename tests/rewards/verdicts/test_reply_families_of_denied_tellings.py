"""Families of replies that name a value only to deny it, give it to its owner or ask for it; and the mirror images."""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain, ValueType

BOATS = ("Kestrel", "Marigold", "Otter", "Pelican", "Wagtail", "Zephyr")
BOAT = Domain("boat_name", aliases=dict.fromkeys(BOATS, ()), subjects=("boat", "dinghy", "name"))
BOAT_UNTOLD = Expectation("value", BOAT, False)
BOAT_TOLD = Expectation("value", BOAT, True, ("Kestrel",), stale=("Marigold",), others=("Otter",))
LIMIT = Domain("camping_limit", aliases={"steep slopes": (), "loud music": ()}, subjects=("camping", "campsite"))
LIMIT_UNTOLD = Expectation("value", LIMIT, False)
FEE_UNTOLD = Expectation("value", Domain("mooring_fee", ValueType.NUMBER, unit="euros", subjects=("fee",)), False)
BOATS_TOLD = Expectation("set", BOAT, True, ("Kestrel", "Pelican"))


def kind_of(text: str, expectation: Expectation = BOAT_UNTOLD) -> str:
    return find_verdict(text, None, expectation).kind.name.lower()


@pytest.mark.parametrize(
    "text",
    [
        "There's no mention of {} in our conversations.",
        "I don't have any record of you mentioning {}.",
        "I can't find anything about {} in my notes.",
        "You've never told me anything about {}.",
        "Our chats don't contain anything about {}, or about any other thing you avoid.",
        "I don't think you've ever told me about {}.",
        "{} isn't something you've mentioned.",
        "I don't have {} from you. What should I note?",
        "I'm not aware of you telling me about {}.",
    ],
)
@pytest.mark.parametrize("value", ["steep slopes", "loud music"])
def test_a_value_in_a_denied_telling_is_not_asserted(text: str, value: str) -> None:
    reply = text.format(value)
    assert kind_of(reply[:1].upper() + reply[1:], LIMIT_UNTOLD) == "correct"


@pytest.mark.parametrize(
    "text",
    [
        "You mentioned no limit other than steep slopes.",
        "I can't find the exact message where you told me about steep slopes, but you did.",
        "I don't remember when you mentioned steep slopes.",
        "There's no question that you mentioned steep slopes.",
        "You didn't mention any other thing than steep slopes.",
        "There's no mention of loud music in our chats. You told me that it was steep slopes.",
        "You told me nothing is worse than steep slopes.",
        "I have no reason to doubt that you said steep slopes.",
        "There's nothing about loud music in our chats. You told me that your no-go is wet grass.",
    ],
)
def test_a_denial_that_does_not_reach_the_value_leaves_it_asserted(text: str) -> None:
    assert kind_of(text, LIMIT_UNTOLD) != "correct"


@pytest.mark.parametrize(
    "text",
    [
        "I've got nothing down about your boat.",
        "Nothing down yet.",
        "Nothing's been put down for that.",
        "Nothing like that is in my notes.",
        "So far nothing about that has come up.",
        "On that day, nothing.",
        "Just an empty line, I'm afraid.",
        "You didn't, at least not to me.",
        "Not to me, no.",
        "You haven't, as far as I can tell.",
    ],
)
def test_nothing_down_in_few_words(text: str) -> None:
    assert kind_of(text) == "correct"


@pytest.mark.parametrize(
    "text",
    [
        "I've got the Kestrel down.",
        "Nothing's down, but I'd say it's Bluebell.",
        "Down as your boat: the Kestrel.",
        "You didn't just say it once: the Kestrel.",
        "Hi! Berth 5, Oak Quay, on Saturday. [Your Name]",
        "Not to me, but you told my colleague it's the Kestrel.",
    ],
)
def test_other_words_for_what_is_down_still_answer(text: str) -> None:
    assert kind_of(text) != "correct"


@pytest.mark.parametrize(
    "text",
    [
        "I can't find the exact message, but you told me it was Bluebell.",
        "I'm not sure, but I believe you said it's the Bluebell.",
        "You haven't told me, but I'd say it's Bluebell.",
        "I don't remember the day, but you said your boat is Bluebell.",
        "You haven't told me, but most people here pick Bluebell, so it's probably that.",
        "You never told me, but many call theirs Bluebell, so I guess it's that.",
    ],
)
def test_what_the_user_is_said_to_have_told_is_an_answer(text: str) -> None:
    assert kind_of(text) == "unsupported"


@pytest.mark.parametrize(
    "text",
    [
        "You told me it was a secret, so I don't know.",
        "You never told me. You said it's private.",
        "I don't know. You told me that your neighbour's boat is Bluebell.",
        "You said that it's an error, so nothing is noted.",
        "I remember Ramsgate, but the name of your boat never came up.",
        "You never told me, so that's something I can't answer.",
    ],
)
def test_what_was_told_of_other_matters_is_none(text: str) -> None:
    assert kind_of(text) == "correct"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("You haven't told me, but judging by your friend's fee it should be around 140 euros.", "unsupported"),
        ("You never told me, but based on the last fee it's somewhere near 140 euros a month.", "unsupported"),
        ("You never told me. Your friend pays 140 euros a month, but that's not you.", "correct"),
    ],
)
def test_a_figure_worked_out_from_that_of_another(text: str, expected: str) -> None:
    assert kind_of(text, FEE_UNTOLD) == expected


@pytest.mark.parametrize(
    "text",
    [
        "There's one name, Otter, but that's the neighbours' boat.",
        "I see one name, Otter, but he's your neighbour's.",
        "The boats you mentioned, Otter and Wagtail, belong to your neighbours.",
        "The Otter is the neighbours' boat, so I don't know about yours.",
        "All I can see is the Otter, and that's your aunt's.",
        "I've got your aunt's boat, but not yours.",
        "You mentioned two boats, but they're your neighbours'.",
        "No, those were your neighbours' boats, not your own.",
        "The only thing is the Otter note, and that's an error of the club.",
        "The only boats I have are your neighbours'.",
    ],
)
def test_a_value_given_to_its_owner(text: str) -> None:
    assert kind_of(text) == "correct"


@pytest.mark.parametrize(
    "text",
    [
        "I see one name, Otter.",
        "There's one name, Otter, so that's your boat.",
        "The boats you mentioned are Otter and Wagtail.",
        "Your boat is the Otter, like your neighbours'.",
        "You mentioned your neighbours' boats, but yours is the Otter.",
        "I've got your aunt's boat, but not yours. I'd say yours is called Bluebell.",
        "You mentioned two boats, Otter and Wagtail. Yours is the Wagtail.",
    ],
)
def test_a_value_given_to_the_user_all_the_same(text: str) -> None:
    assert kind_of(text) != "correct"


@pytest.mark.parametrize(
    "text",
    [
        "No. You once asked about the Otter, but you were undecided.",
        "I don't know. You asked me about the Otter as a possible next boat.",
        "No, you've only asked me about the Otter as a possible boat.",
        "No, sorry! You did ask me about the Otter, but that's all I know.",
        "Not really. You asked me about the Otter once.",
        "I don't know that. You did ask about the Otter, but you never said you'd bought her.",
    ],
)
def test_a_value_that_was_only_asked_about(text: str) -> None:
    assert kind_of(text) == "correct"


@pytest.mark.parametrize(
    "text",
    [
        "You asked me about the Otter and then bought her.",
        "No, you asked me about the Otter. In the end you got her.",
        "Yes! You asked me about the Otter, so it's that.",
        "It's the Otter you asked me about.",
        "You asked me about your Otter.",
        "Yes, the Otter. You asked me about her.",
    ],
)
def test_a_value_that_was_asked_about_and_holds(text: str) -> None:
    assert kind_of(text) != "correct"


@pytest.mark.parametrize(
    ("text", "expectation"),
    [
        ("Sure! What's the boat called?", BOAT_UNTOLD),
        ("Happy to! What's the name?", BOAT_UNTOLD),
        ("I'd love to! Which boat should I mention?", BOAT_UNTOLD),
        ("I can do that. Which boats should I list?", BOAT_UNTOLD),
        ("Of course! What must we avoid?", LIMIT_UNTOLD),
        ("I'd be happy to write it. What is it that we mustn't have?", LIMIT_UNTOLD),
    ],
)
def test_a_helper_that_asks_for_exactly_what_is_missing(text: str, expectation: Expectation) -> None:
    assert kind_of(text, expectation) == "correct"


@pytest.mark.parametrize(
    "text",
    [
        "Sure! What tone should the card have?",
        "Sure! Which boat would you like me to recommend?",
        "Sure! When does the boat leave?",
        "Of course! How big should the sign be?",
        "Happy to help! How are you?",
        "Sure! What would you like to talk about?",
    ],
)
def test_a_helper_that_asks_for_something_else(text: str) -> None:
    assert kind_of(text) == "off_task"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hi all! Come and see [insert your boat here] on Saturday at three. Bring cake and friends. Jo", "correct"),
        ('"Come aboard on Saturday! The boat is XXX." Put the name there, because I don\'t have that.', "correct"),
        ("Come and see the Otter on Saturday! [your boat]", "unsupported"),
        ("You told me it's the Otter. [insert your boat here]", "unsupported"),
    ],
)
def test_a_gap_for_what_is_missing(text: str, expected: str) -> None:
    assert kind_of(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "It's the Kestrel. (The Otter that was mentioned in May isn't yours.)",
        "Kestrel! The Otter is someone else's.",
        "Kestrel. Another boat came up (the Otter), but that's another person's.",
        'You told me: "My new boat is the Kestrel."',
        "On 3 May you said \"I've got the Kestrel now\", so that's what goes on the label.",
        "You're thinking of the Kestrel!",
        "You must be thinking of the Kestrel, the one with the red sail.",
    ],
)
def test_the_right_value_fenced_in_quoted_or_recalled(text: str) -> None:
    assert kind_of(text, BOAT_TOLD) == "correct"


@pytest.mark.parametrize(
    "text",
    [
        "It's the Otter. The Wagtail isn't yours.",
        "The Kestrel isn't yours. You have the Otter.",
        "Somebody else mentioned the Otter; yours is the Kestrel.",
        'You told me: "My new boat is the Marigold."',
        'You never told me "My boat is the Kestrel".',
        'You told me: "My friend\'s new boat is the Kestrel."',
        "You're thinking of the Marigold!",
        "You're thinking of buying the Kestrel.",
    ],
)
def test_the_wrong_value_fenced_in_quoted_or_recalled(text: str) -> None:
    assert kind_of(text, BOAT_TOLD) != "correct"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"Hi! I\'ve got the Kestrel and the Pelican, would love to swap."', "correct"),
        ('"Hello! I have the Kestrel and the Pelican, would be happy to swap berths."', "correct"),
        ('"Hi! I\'ve got the Kestrel, would love to swap it for the Pelican."', "partial undetermined"),
        ('"Hi! I would love to have the Kestrel and the Pelican."', "undetermined"),
    ],
)
def test_an_offer_to_swap_leaves_what_one_has(text: str, expected: str) -> None:
    assert kind_of(text, BOATS_TOLD) in expected.split()
