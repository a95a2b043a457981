"""Options that combine two matters, settled in a reply's own words."""

from __future__ import annotations

from itertools import product

import pytest

from regulars.rewards.choices.choice import ChoiceKind, read_choice

CROWD = (
    ["your guest list suits you", "you're happy with the number of guests", "the guest count is as you like it"],
    ["you'd rather have more guests", "that's too few guests for you", "you're not happy with the guest count"],
)
ISLAND = (
    ["your island is in the south", "your island isn't in the north"],
    ["your holiday home is up north", "your island isn't in the south"],
)
WAYS = (
    ["the game is more of the same", "it's just like you", "the game is in line with your usual ways"],
    ["the game is a change for you", "it's a break from your lists", "it's different from your usual ways"],
)
RENT = (["you pay more than that", "your rent is above 900 euros"], ["you pay less than that", "your rent is lower"])
PAGES = (
    ["put in every page", "include every single page", "put everything in"],
    ["put in just one page", "a one-page summary", "the short version"],
)
FOLDER = (["label it for the flat", "it's for the flat"], ["label it for work", "it's for the project"])
GAME = (
    ["you play what you should", "the game is right for you"],
    ["you play what you should leave alone", "the game is wrong for you", "you shouldn't be playing that game"],
)
SWIM = (["you swim enough", "you do swim enough"], ["you don't swim enough", "you should swim more"])

QUESTIONS = {
    "crowd": ("The number of people is {}, and my island is in the {}.", ("as I like it", "not to my taste"),
              ("south", "north"), CROWD, ISLAND),
    "ways": ("The game is {}, and I live at a {} price than that.",
             ("more of my usual ways", "a change from my ways"), ("higher", "lower"), WAYS, RENT),
    "pages": ("Put in {} and write on it that it is for the {}.",
              ("each of the pages that there are", "the one page that says it all"), ("flat", "work"), PAGES, FOLDER),
    "game": ("I play what I ought to {}, and I swim {} in a week.", ("play", "leave"), ("enough", "too little"),
             GAME, SWIM),
}  # fmt: skip


@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.parametrize("joined", ["{}, and {}.", "{}. {}.", "I'd say {}, and {}."])
def test_each_side_is_told_in_other_words(name: str, joined: str) -> None:
    line, ones, others, first, second = QUESTIONS[name]
    options = tuple(line.format(one, other) for one, other in product(ones, others))
    for one, other in product((0, 1), (0, 1)):
        for words, more in product(first[one], second[other]):
            reply = joined.format(words, more)
            reply = reply[0].upper() + reply[1:]
            assert read_choice(reply, options).options == (2 * one + other,), reply


def test_a_word_in_a_longer_phrase_is_not_the_other_side() -> None:
    line, ones, others, _, _ = QUESTIONS["pages"]
    options = tuple(line.format(one, other) for one, other in product(ones, others))
    assert read_choice("Every page, for the flat.", options).options == (0,)
    assert read_choice("The page, for the flat.", options).options == (2,)
    assert read_choice("The summary, for the work.", options).options == (3,)


def combined(line: str, ones: tuple[str, str], others: tuple[str, str]) -> tuple[str, ...]:
    return tuple(line.format(one, other) for one, other in product(ones, others))


OFFER = combined(
    "Say that your flat {} and {} the tickets.", ("suits you", "goes against your nature"), ("accept", "decline")
)


@pytest.mark.parametrize(
    ("reply", "option"),
    [
        ("Your flat suits you, and you'd love the tickets.", 0),
        ('"My flat suits me, and I\'d like to have the tickets."', 0),
        ("Tell her you're happy with your flat and would love the tickets.", 0),
        ("Your flat suits you, and the tickets would be great.", 0),
        ("The flat suits you, and you could really use the tickets.", 0),
        ("Your flat is wrong for you, but you'd be delighted to have the tickets.", 2),
        ("Your flat suits you, but you wouldn't like the tickets.", 1),
        ("Your flat suits you, and you'd like to decline the tickets.", 1),
        ("Your flat isn't right for you, and you wouldn't have any use for them, so no, thanks.", 3),
    ],
)
def test_an_offer_may_be_accepted_in_other_words(reply: str, option: int) -> None:
    assert read_choice(reply, OFFER).options == (option,)


JUDGED = combined(
    "I dance at {}, and what I drive is {}.", ("the pace that I should", "a pace I should not"), ("good", "no good")
)


@pytest.mark.parametrize(
    ("reply", "option"),
    [
        ("Neither is right.", 3),
        ("Neither the dancing nor the van is right for you.", 3),
        ("Both of them are wrong for you.", 3),
        ("Both are wrong.", 3),
        ("Both suit you.", 0),
        ("Neither is wrong.", 0),
        ("The dance is too slow for you and the van is too small.", 3),
        ("The dance is too slow for somebody who can wait, but the van is roomy.", 2),
        ("The dance suits you, and the van isn't roomy enough.", 1),
    ],
)
def test_two_judgements_may_be_given_at_once(reply: str, option: int) -> None:
    assert read_choice(reply, JUDGED).options == (option,)


ENOUGH = combined("I play what I ought to {}, and I swim {} in a week.", ("play", "leave"), ("enough", "too little"))


@pytest.mark.parametrize(
    ("reply", "option"),
    [
        ("Go suits you, and 3,000 metres is more than enough.", 0),
        ("Go suits you, but 2,000 metres is below what you'd call enough.", 1),
        ("Go suits you, but 2,000 metres is 500 short of enough.", 1),
        ("Go suits you, and your swimming isn't below what you'd call enough.", 0),
        ("Go is too long a game for you, and you don't swim enough either.", 3),
        ("Go is wrong for you, but you swim more than enough.", 2),
    ],
)
def test_an_amount_may_be_held_against_enough(reply: str, option: int) -> None:
    assert read_choice(reply, ENOUGH).options == (option,)


@pytest.mark.parametrize(
    ("reply", "option"),
    [
        ("A game without dice is more of the same, and you pay more than that.", 0),
        ("Go without dice is a change for you, and your rent is above that.", 2),
        ("Without dice it's a change from your ways, and your rent is below that.", 3),
        ("Without luck it's more of the same, and your rent is lower.", 1),
        ("Playing without dice makes it a change, and your rent is higher.", 2),
        ("A game without cards is more of your usual ways, and you pay less than that.", 1),
    ],
)
def test_without_speaks_of_its_own_noun_alone(reply: str, option: int) -> None:
    line, ones, others, _, _ = QUESTIONS["ways"]
    assert read_choice(reply, combined(line, ones, others)).options == (option,)


FED = combined("The working day is what {} me, and I run {}.", ("feeds", "tires"), ("at least that far", "less far"))


@pytest.mark.parametrize(
    ("reply", "option"),
    [
        ("Your work tires you out. You also run 88 kilometres, so yes, at least 65.", 2),
        ("Your work does you good, and 88 kilometres is more than 65.", 0),
        ("Your job energises you, but you run less than that.", 1),
        ("Your job recharges you, and you run more than 65 kilometres.", 0),
        ("Your job wears you out, and you run less than that.", 3),
        ("Your job doesn't do you good, and you run at least that.", 2),
    ],
)
def test_what_the_day_does_to_the_user(reply: str, option: int) -> None:
    assert read_choice(reply, FED).options == (option,)


RUNS = (
    "The working day is what tires me, and I run less far than that.",
    "The working day is what feeds me, and I run less far than that.",
    "The working day is what feeds me, and I run at least that far.",
    "The working day is what tires me, and I run at least that far.",
)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("It tires you, and no.", 0),
        ("It drains you, and no, you don't.", 0),
        ("Work takes it out of you, and yes, you do.", 3),
        ("The day wears you out. And yes, you run further.", 3),
        ("It feeds you, and no, you don't run that far.", 1),
        ("It gives you energy, and yes.", 2),
        ("It feeds you. And no, it's only 40 km.", 1),
    ],
)
def test_the_second_matter_may_be_answered_by_yes_or_no(text: str, place: int) -> None:
    assert read_choice(text, RUNS).options == (place,)


@pytest.mark.parametrize(
    "text",
    [
        "It tires you, but I don't know whether you run that far.",
        "Your job drains you. You've never told me how far you run.",
        "I can't say what your job does to you, but you run at least that far.",
        "It tires you, and I've no idea if you run less than that.",
        "You run less far than that. I don't really know what the job does to you.",
        "You didn't tell me whether it tires you, but you run at least that far.",
    ],
)
def test_who_does_not_know_one_matter_picks_no_option(text: str) -> None:
    assert read_choice(text, RUNS).kind is ChoiceKind.OPEN
