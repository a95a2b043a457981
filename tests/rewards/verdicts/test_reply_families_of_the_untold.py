"""Families of replies where nothing was told, or only in part: whose value it is, when it came up, what is supposed.

Each family has its mirror image: the same wording with an answer in it does not count.
"""

from __future__ import annotations

import pytest

from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain, ValueType

CHEESES = ("brie", "gouda", "feta", "halloumi", "stilton")
CHEESE = Domain("cheese", aliases=dict.fromkeys(CHEESES, ()), subjects=("cheese", "favourite", "eat"))
SCOOTERS = ("Vespa Primavera", "Niu Sport", "Kymco Agility", "Silence Classic")
SCOOTER = Domain("scooter", aliases=dict.fromkeys(SCOOTERS, ()), subjects=("scooter", "ride"))
WEIGHT = Domain("parcel_weight", ValueType.NUMBER, unit="grams", subjects=("parcel", "weight", "weigh"))
INSPECTION = Domain("inspection_date", ValueType.DATE, subjects=("inspection", "date", "inspected"))
LENT = Domain("pawned_item", aliases={"violin": (), "silver tray": ()}, subjects=("pawned", "pawnbroker"))

NO_CHEESE = Expectation("value", CHEESE, False)
NO_CHEESES = Expectation("set", CHEESE, False)
NO_SCOOTER = Expectation("value", SCOOTER, False)
NO_WEIGHT = Expectation("value", WEIGHT, False)
NO_SUM = Expectation("sum", WEIGHT, False)
NO_DATE = Expectation("value", INSPECTION, False)
NO_LENGTH = Expectation("duration", Domain("days", ValueType.NUMBER, unit="days"), False)
NONE_THEN = Expectation("value", CHEESE, False, earlier=True)
LEAKED = Expectation("value", CHEESE, False, others=("gouda",))
BRIE = Expectation("value", CHEESE, True, gold=("brie",))
CHOSEN = Expectation("choice", CHEESE, True, gold=("brie",))
BOTH = Expectation("set", CHEESE, True, gold=("brie", "feta"))
IN_MAY = Expectation("value", INSPECTION, True, gold=("2025-05-14",))
OVER = Expectation("value", LENT, True, stale=("violin",), over=True)
IN_ORDER = Expectation("order", CHEESE, True, gold=("brie", "gouda", "feta"))
SEQUENCES = ("It went brie, then gouda.", "It went gouda, then brie.")
WHICH = Expectation("option", Domain("letters", aliases={"A": (), "B": ()}), True, gold=("A",), options=SEQUENCES)


def is_right(text: str, expectation: Expectation) -> bool:
    return find_verdict(text, None, expectation).kind.name == "CORRECT"


@pytest.mark.parametrize(
    "text",
    [
        "The only scooter that came up is your neighbour's Niu Sport.",
        "Just the Vespa Primavera, and that belonged to a man at the ferry.",
        "A Kymco Agility came up, but that one was your cousin's.",
        "I only know that one of your colleagues had a Niu Sport.",
        "You've told me about your aunt's Vespa Primavera, but never about one of your own.",
        "None of yours. You've only seen photos of a Silence Classic.",
        "All you've mentioned are other people's: a Niu Sport (your boss) and a Vespa Primavera (your cousin).",
        "You only told me that the story about the Niu Sport isn't true.",
        "None, as far as I know. The Kymco Agility was in a cartoon.",
    ],
)
def test_values_of_others_alone_abstain(text: str) -> None:
    assert is_right(text, NO_SCOOTER)


@pytest.mark.parametrize(
    "text",
    [
        "Only a Niu Sport.",
        "Only the Niu Sport you got from your cousin.",
        "Just a Niu Sport, same as your neighbour's.",
        "Your neighbour has a Niu Sport, and so do you.",
        "Your cousin only has a Kymco Agility, yours is a Niu Sport.",
        "Not your aunt's Vespa Primavera: you ride a Niu Sport.",
        "Only your Niu Sport has come up, when you met that man.",
        "Just the Niu Sport, where your neighbour has one as well.",
        "Only a Niu Sport, which your cousin gave you.",
        "Your neighbour has a Niu Sport.",
        "Only your neighbour's Niu Sport, so that must be yours.",
        "My cousin only has a Niu Sport.",
    ],
)
def test_a_value_of_the_user_beside_those_of_others_answers(text: str) -> None:
    assert not is_right(text, NO_SCOOTER)


def test_what_only_another_speaker_told_is_a_leak_whosever_it_is() -> None:
    text = "Only your sister's gouda has come up."
    assert is_right(text, NO_CHEESE)
    assert not is_right(text, LEAKED)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("You've told me about your uncle's 900 grams, but never about your own.", True),
        ("Your uncle's was 900 grams, yours I don't have.", True),
        ("I only know your uncle's, which was 900 grams.", True),
        ("Your uncle's was 900 grams, yours 700.", False),
        ("Yours is 900 grams, same as your uncle's.", False),
        ("Only your uncle's is 900 grams. Put 700.", False),
    ],
)
def test_an_amount_of_others_alone_abstains(text: str, right: bool) -> None:
    assert is_right(text, NO_WEIGHT) is right


@pytest.mark.parametrize(
    "text",
    [
        "None of your own. Your cousin had brie in her basket.",
        "I can't recall you mentioning any. You've seen pictures of stilton and feta, though.",
        "You've talked about your boss's gouda and a cartoon feta, but nothing about your own.",
    ],
)
def test_a_set_of_others_abstains(text: str) -> None:
    assert is_right(text, NO_CHEESES)


@pytest.mark.parametrize(
    ("text", "expectation"),
    [
        ("You never told me, but it's camembert.", NO_CHEESE),
        ("I've no note of it, but you eat Roquefort.", NO_CHEESE),
        ("You haven't said. My guess would be camembert.", NO_CHEESE),
        ("It's a Lambretta, although I don't think you ever told me.", NO_SCOOTER),
        ("You haven't told me. You've got a moped, I think.", NO_SCOOTER),
        ("Your sister rides a Niu Sport. You didn't say, so it's that one.", NO_SCOOTER),
        ("I don't have the exact date, but it's early July.", NO_DATE),
        ("You never told me. It's 4 June 2025, isn't it?", NO_DATE),
        ("You didn't tell me the day, but it's some time in the middle of May.", NO_DATE),
        ("You haven't told me exactly, but it's between 500 and 900 grams.", NO_WEIGHT),
        ("You haven't told me, so just put 700.", NO_WEIGHT),
        ("I don't know exactly, but it's roughly a month.", NO_LENGTH),
        ("You haven't given me a total, but it's several thousand.", NO_SUM),
    ],
)
def test_an_abstention_that_answers_all_the_same_does_not_count(text: str, expectation: Expectation) -> None:
    assert not is_right(text, expectation)


@pytest.mark.parametrize(
    ("text", "expectation"),
    [
        ("You never told me, but it's a pity.", NO_CHEESE),
        ("You haven't told me, but it's easy to add.", NO_CHEESE),
        ("You never told me, but you like to eat, that much I remember.", NO_CHEESE),
        ("I'm afraid I don't know. I'd say write down what you had today.", NO_CHEESE),
        ("I don't know which one it is, but it's in your insurance papers.", NO_SCOOTER),
        ("You haven't told me, but if it's an electric one, look at the battery.", NO_SCOOTER),
        ("You never told me the date, but I know that today is 18 June 2025.", NO_DATE),
        ("No date in my notes, but if you tell me, I'll remind you in the week before.", NO_DATE),
        ("I have no figure, but there are two ways to find out.", NO_WEIGHT),
        ("You haven't told me. The kitchen scales will show it.", NO_WEIGHT),
    ],
)
def test_chatter_behind_an_abstention_leaves_it_one(text: str, expectation: Expectation) -> None:
    assert is_right(text, expectation)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("You didn't mention it on 11 January. It came up on the 14th, when you said feta.", True),
        ("Nothing on that day. Three days later you told me about feta.", True),
        ("Not in that chat. The next time we talked, you told me feta.", True),
        ("Going only by 11 January, nothing. (You did mention feta on 14 January.)", True),
        ("Nothing at that time, feta only came up a few days afterwards.", True),
        ("That wasn't in our January 11 chat; feta came up on January 14.", True),
        ("You didn't mention it on 14 January, but on 11 January you said feta.", False),
        ("On 11 January you said feta. On 14 January nothing.", False),
        ("Feta. Nothing else on 11 January.", False),
        ("On that day you said feta, later you didn't mention it again.", False),
        ("Later you didn't tell me, but back then it was feta.", False),
        ("On 14 January you said feta.", False),
    ],
)
def test_a_value_that_came_up_later_was_not_told_then(text: str, right: bool) -> None:
    assert is_right(text, NONE_THEN) is right


def test_only_a_question_about_a_day_sets_later_words_aside() -> None:
    assert not is_right("Nothing on 11 January. On 14 January you said feta.", NO_CHEESE)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("I've got 18 November 2025 for the inspection, but no date for the delivery.", True),
        ("One date I have, 18 November 2025. The other one I don't.", True),
        ("I'm only aware of the inspection on 18 November 2025.", True),
        ("Without the delivery date I can only say that the inspection is on 18 November 2025.", True),
        ("For the inspection I have 18 November 2025; for the delivery, nothing.", True),
        ("The only date I know is 18 November 2025, for the inspection.", True),
        ("The inspection is on 18 November 2025, so about six months.", False),
        ("17 days. I only have one date in my notes, 18 November 2025, and you told me the other.", False),
        ("They're a year apart, I only know that one is on 18 November 2025.", False),
        ("From 18 November 2025 to 5 December 2025 there are 17 days.", False),
    ],
)
def test_one_of_two_dates_gives_no_length(text: str, right: bool) -> None:
    assert is_right(text, NO_LENGTH) is right


@pytest.mark.parametrize(
    ("text", "expectation", "right"),
    [
        ("I can't say. If it were on 1 May, for example, there'd be 17 days.", NO_LENGTH, True),
        ("If the lease ended on 14 August 2025, it would be 31 days, but I don't know when it ends.", NO_LENGTH, True),
        (
            "I don't have your value. A typical parcel weighs around 800 grams, but please weigh your own.",
            NO_WEIGHT,
            True,
        ),
        ("I don't know. Most people send about 800 grams.", NO_WEIGHT, True),
        ("I don't have it, so please enter it yourself, e.g. 01.01.1990.", NO_DATE, True),
        ("If I had to guess, it would be 17 days.", NO_LENGTH, False),
        ("If I counted right, there would be 17 days.", NO_LENGTH, False),
        ("A normal parcel has 800 grams, so write that.", NO_WEIGHT, False),
        ("You haven't told me, but 800 grams is normal, so put 800.", NO_WEIGHT, False),
        ("You haven't told me, but it's something like 800 grams.", NO_WEIGHT, False),
    ],
)
def test_what_is_only_supposed_answers_nothing(text: str, expectation: Expectation, right: bool) -> None:
    assert is_right(text, expectation) is right


@pytest.mark.parametrize(
    ("text", "expectation", "right"),
    [
        ("Sure, what's your favourite cheese? Tell me and I'll put it in.", NO_CHEESE, True),
        ("Sure, what's your favourite cheese?", NO_CHEESE, False),
        ("Which cheeses do you eat? Give me their names and I'll put them in.", NO_CHEESES, True),
        ("Tell me the amounts and I'll do the maths.", NO_SUM, True),
        ("Which parcels? Please list the numbers.", NO_SUM, True),
        ("What do you ride? I'll add it to the form!", NO_SCOOTER, True),
        ("What do you ride? I'd love to hear about it!", NO_SCOOTER, False),
        ("When is the inspection? Give me the date and I'll write it down.", NO_DATE, True),
        ("When is the inspection?", NO_DATE, False),
        ("Which cheese would you like?", NO_CHEESE, False),
        ("Which scooter do you mean?", NO_SCOOTER, False),
        ("Which tone should the text about cheese have?", NO_CHEESE, False),
        ("Where is the inspection?", NO_DATE, False),
        ("Should I write about cheese?", NO_CHEESE, False),
        ("What cheese did you pick for my party?", NO_CHEESE, False),
    ],
)
def test_only_a_question_for_what_was_never_told_abstains(text: str, expectation: Expectation, right: bool) -> None:
    assert is_right(text, expectation) is right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("That one's new to me. When did you buy it?", True),
        ("Only you know that one, I'm afraid.", True),
        ("This is the first I'm hearing of a scooter.", True),
        ("I'm hearing about it for the first time.", True),
        ("Nope 😅 what do you ride?", True),
        ("You'd have to remind me.", True),
        ("Scooters haven't been a topic between us.", True),
        ("We never got round to scooters.", True),
        ("You'd think so, but no!", True),
        ("Your guess is as good as mine!", True),
        ("Nope, you ride a Niu Sport.", False),
        ("That's new to me: you ride a Niu Sport!", False),
        ("Only you know why you ride a Niu Sport.", False),
        ("Riding in winter is new to me too! What tyres do you use?", False),
    ],
)
def test_idioms_of_not_knowing(text: str, right: bool) -> None:
    assert is_right(text, NO_SCOOTER) is right


@pytest.mark.parametrize(
    ("text", "expectation"),
    [
        ("Brie. I don't know who it's for, though.", BRIE),
        ("It was the brie, but I can't say how much it costs.", CHOSEN),
        ("Brie! You haven't told me where you buy it.", BRIE),
        ("Brie, although I'm not sure where it comes from.", BRIE),
        ("14 May 2025. I don't know what time they come.", IN_MAY),
        ("14 May 2025. You never said which flat it's for.", IN_MAY),
        ("Brie and feta. I don't know which one you prefer.", BOTH),
        ("Brie and feta, but you never told me why.", BOTH),
    ],
)
def test_not_knowing_a_thing_beside_the_answer_takes_nothing_back(text: str, expectation: Expectation) -> None:
    assert is_right(text, expectation)


@pytest.mark.parametrize(
    ("text", "expectation"),
    [
        ("Gouda. I don't know who it's for, though.", BRIE),
        ("Brie? I don't know who it's for.", BRIE),
        ("Brie. I don't know whether that's right.", BRIE),
        ("Brie or gouda. I don't know which one you chose.", CHOSEN),
        ("Brie. I don't know which cheese it was.", CHOSEN),
        ("14 May 2025. I don't know when it is, though.", IN_MAY),
        ("15 May 2025. I don't know what time they come.", IN_MAY),
        ("Brie and gouda. I don't know which one you prefer.", BOTH),
        ("Brie. I don't know what else you eat.", BOTH),
    ],
)
def test_not_knowing_the_answer_itself_takes_it_back(text: str, expectation: Expectation) -> None:
    assert not is_right(text, expectation)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Your violin came home on 4 March.", True),
        ("The violin? That's home again, you paid it off in March.", True),
        ("You've already picked up your violin.", True),
        ("You've collected the violin, so he isn't holding anything.", True),
        ("You paid him off in March, so he isn't holding anything of yours.", True),
        ("The violin has been home since March. What else is he holding?", True),
        ("He's still holding your violin, it isn't home yet.", False),
        ("It's your violin. Once you've paid it off, it can come home.", False),
        ("Your violin. You haven't picked it up yet.", False),
        ("He has your violin, and you can collect it when you've paid him off.", False),
        ("The violin came home, but he's now holding your silver tray.", False),
        ("You want your violin home, so I'd write: 'Please send a statement about my violin.'", False),
    ],
)
def test_what_came_home_is_held_no_longer(text: str, right: bool) -> None:
    assert is_right(text, OVER) is right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Brie, gouda, feta", True),
        ("First brie, then gouda, then feta. I don't know the exact dates, though.", True),
        ("I believe it was brie first, then gouda, then feta, but I'm not sure about the order.", True),
        ("Brie, gouda, feta. Not in alphabetical order, but in the order you told me!", True),
        ("The order is brie, gouda, feta. I can't say when exactly it was.", True),
        ("Brie, gouda and feta, in no particular order.", False),
        ("I know it's brie, gouda and feta, but I don't know which came first.", False),
        ("- brie\n- gouda\n- feta\n\nI'm not sure about the order, sorry.", False),
        ("Brie, gouda and feta. Which one was first I couldn't say.", False),
        ("I've lost track of the order, but it was brie, gouda and feta.", False),
        ("I know all three, brie, gouda and feta, but not the order.", False),
        ("Feta, gouda, brie", False),
    ],
)
def test_an_order_that_is_said_to_be_unknown_is_none(text: str, right: bool) -> None:
    assert is_right(text, IN_ORDER) is right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Brie, then gouda. I don't know the exact dates.", True),
        ("I'm not certain about the order, but I'd say A.", True),
        ("From brie to gouda", True),
        ("Brie and gouda, in no particular order.", False),
        ("I don't know in which order, but you've had brie and gouda.", False),
        ("It was brie and gouda at some point; I don't know the order.", False),
    ],
)
def test_a_sequence_that_is_said_to_be_unknown_chooses_none(text: str, right: bool) -> None:
    assert is_right(text, WHICH) is right
