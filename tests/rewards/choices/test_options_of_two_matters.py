"""Options that combine two matters, settled in a reply's own words."""

from __future__ import annotations

from itertools import product

import pytest

from regulars.rewards.choices.choice import read_choice

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
