"""What a reply comes to at the edges of each rule: where a sentence begins and ends, and how much is enough."""

from __future__ import annotations

import re

import pytest
from worked_claims import CITIES, named, values_of

from regulars.rewards.assertions.english import Assertion
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.rewards.verdicts.conclusions import concluded, picked
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.named_by_place import first_of_ranking
from regulars.values import Domain


def come_to(text: str) -> str:
    return " ".join(values_of(concluded(text, named(text))))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("You told me Oslo, you live in Bergen now.", "Bergen"),
        ("You told me Oslo, you told me Graz, you live in Bergen now.", "Bergen"),
        ("You told me Oslo, as you had said. You live in Bergen now.", "Bergen"),
        ("We had Graz, you told me Oslo, you live in Bergen now.", "Graz Oslo Bergen"),
        ("You told me Oslo, you told me Bergen now.", "Oslo Bergen"),
        ("You told me Oslo and Bergen now.", "Oslo Bergen"),
        ("We had Oslo, you live in Bergen now.", "Oslo Bergen"),
        ("You told me Oslo, you live in Bergen now and then.", "Oslo Bergen"),
        ("You told me Oslo, you live in Bergen.", "Oslo Bergen"),
    ],
)
def test_what_holds_now_counts_before_what_was_told(text: str, found: str) -> None:
    assert come_to(text) == found


@pytest.mark.parametrize("now", ["now", "right now", "by now", "nowadays", "these days", "today"])
@pytest.mark.parametrize(
    "told", ["told", "'d said", "'ve mentioned", " had named", " have gave", " once wrote", " reported"]
)
def test_words_for_now_and_for_what_was_told(now: str, told: str) -> None:
    told = told if told[0] in " '" else f" {told}"
    assert come_to(f"You{told} me Oslo, you live in Bergen {now}.") == "Bergen"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # Dates of a statement: the latest of two that are listed together.
        ("You know Oslo and Bergen as the latest.", "Bergen"),
        ("You know Oslo and Bergen as your current city.", "Bergen"),
        ("You know Oslo and Bergen as the nicest.", "Oslo Bergen"),
        # Each value behind a cue of its own.
        ("So Oslo for the sea, I'd go for Bergen.", "Oslo Bergen"),
        # Of ten parts of a list, eight are short: a recital. Of ten, seven: none.
        ("You weighed Bergen a while. So Oslo, Graz, a, b, c, d, e, f, g h i j k l, m n o p q r.", "Bergen Oslo Graz"),
        (
            "You weighed Bergen a while. So Oslo, Graz, a, b, c, d, e, s t u v w x, g h i j k l, m n o p q r.",
            "Oslo Graz",
        ),
        # Capitals of any letter; the length of a text that small letters would change stays as it is.
        ("\u00c4rger: you weighed Oslo long and hard. SO Bergen.", "Bergen"),
        ("In der Stra\u00dfe you weighed Oslo long and hard. And so Bergen.", "Bergen"),
        ("**Bergen** is dear to your heart, and on another evening by the sea we spoke of Oslo.", "Bergen"),
        (
            "You like **the place that you call Bergen**, and on another evening by the sea we spoke of Oslo.",
            "Bergen",
        ),
    ],
)
def test_a_conclusion_at_its_edge(text: str, found: str) -> None:
    assert come_to(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # What to do, up to the end of its line or sentence.
        ("Serve us a good deal of lovely Bergen\nOslo has the rain.", "Bergen"),
        ("Serve us a good deal of lovely Bergen.\nOslo has the rain.", "Bergen"),
        ("We have a good deal of lovely Bergen\nOslo has the rain.", "Bergen Oslo"),
        ("Serve us a good deal of lovely Bergen and Oslo\nGraz has the rain.", "Bergen Oslo Graz"),
        ("\n\nServe us a good deal of lovely Bergen\nOslo has the rain.", "Bergen"),
        ("Cook it well. It was a long while ago in lovely Bergen. Oslo was your home.", "Bergen Oslo"),
        # The others are in other sentences.
        ("Bergen, Oslo rains.", "Bergen Oslo"),
        ("Bergen! Oslo rains.", "Bergen"),
        # At most three words before a value with a reason behind it.
        ("Your dear old Bergen, because Oslo was too far.", "Bergen"),
        ("Oh your dear old Bergen, because Oslo was too far.", "Bergen Oslo"),
        # All others are derived, or all are subjects.
        ("Bergen. That's Oslo.", "Bergen"),
        ("Bergen. That's Oslo. Which makes Graz wet.", "Bergen"),
        ("Bergen. Oslo was your home. Graz rains.", "Bergen"),
        ("Bergen. That's Oslo. Graz was your home.", "Bergen Oslo Graz"),
        ("Bergen. Oslo was your home. We like Graz there.", "Bergen Oslo Graz"),
        ("Bergen. Oslo was your home. Graz.", "Bergen Oslo Graz"),
    ],
)
def test_an_opening_answer_at_its_edge(text: str, found: str) -> None:
    assert come_to(text) == found


@pytest.mark.parametrize("bid", ["Let it be", "Have your fill of", "Make it all about",
            "Choose the very lovely town of",
                                 "Bring us all to lovely", "Go with your heart, to lovely",
                                 "Order it all in dear"])  # fmt: skip
def test_a_reply_that_begins_with_what_to_do(bid: str) -> None:
    assert come_to(f"{bid} old hilly green Bergen. Oslo rains.") == "Bergen"


@pytest.mark.parametrize("bid", ["Let me be in", "Let us be in", "Have fun with", "Making it all about"])
def test_a_reply_that_begins_otherwise(bid: str) -> None:
    assert come_to(f"{bid} old hilly green Bergen. Oslo rains.") == "Bergen Oslo"


@pytest.mark.parametrize("added", ["also", "too", "as well", "and then", "plus", "in addition", "another", "both"])
def test_a_word_that_adds_a_value_leaves_all(added: str) -> None:
    assert come_to(f"Bergen! Oslo was {added} your home.") == "Bergen Oslo"
    assert come_to("Bergen! Oslo was once your home.") == "Bergen"


@pytest.mark.parametrize(
    "reason", [", because", " since", ": as", " \u2013 given", " (for", " while", "; whereas", " - because"]
)
def test_a_reason_behind_an_opening_value(reason: str) -> None:
    assert come_to(f"Bergen{reason} we both liked Oslo too.") == "Bergen"
    assert come_to("Bergen, before we both liked Oslo too.") == "Bergen Oslo"


def test_a_title_that_begins_with_a_reason_is_listed_with_the_other() -> None:
    text = "Emma, As You Like It, and tea, and bread."
    claims = [
        Assertion(one[0], AssertionStatus.CURRENT, *one.span()) for one in re.finditer("Emma|As You Like It", text)
    ]
    assert concluded(text, claims) == claims


@pytest.mark.parametrize("start", ["", "and ", "but ", "while ", "whereas ", "because ", "with ", "neither ", "the ",
                                   "a ", "an ", "- we know, ", "**"])  # fmt: skip
def test_a_subject_of_what_is_explained(start: str) -> None:
    assert come_to(f"Bergen! {start}Oslo rains.") == "Bergen"


@pytest.mark.parametrize("start", ["in ", "near ", "we like ", "hand "])
def test_no_subject_of_what_is_explained(start: str) -> None:
    assert come_to(f"Bergen! {start}Oslo rains.") == "Bergen Oslo"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("chose the last one", "Lyon"), ("picked the latter", "Lyon"), ("took the final option", "Lyon"),
        ("went for the first", "Oslo"), ("settled on the former", "Oslo"), ("opted for the second", "Graz"),
        ("decided on the third of these", "Lyon"), ("recommended the very last of the lot", "Lyon"),
        ("came down on the second of the three", "Graz"), ("voted for the second and said so", "Graz"),
        ("selected the fourth", "Oslo Graz Lyon"),
        ("advised the second sort", "Oslo Graz Lyon"),
    ],
)  # fmt: skip
def test_a_choice_is_pointed_out_by_its_place(words: str, found: str) -> None:
    assert come_to(f"We had long talks about Oslo, about Graz, and near the sea about Lyon. They {words}.") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1. Bergen", "Bergen"),
        ("1. Bergen\n2. Oslo\n5. Graz", "Bergen"),
        ("Bergen\n1. Oslo", "Bergen Oslo"),
        ("", ""),
        ("> 1. **Bergen**\n> 2) __Oslo__", "Bergen"),
        ("12. Bergen\n13. Oslo", "Bergen Oslo"),
    ],
)
def test_a_ranking_holds_all_values(text: str, found: str) -> None:
    assert " ".join(values_of(first_of_ranking(text, named(text)))) == found


TREES = tuple(f"{one} tree" for one in ("ash", "birch", "cedar", "elm", "fir", "oak", "pine", "yew", "palm"))
GARDEN = Domain("garden", aliases=dict.fromkeys((*TREES, "old barn", "new barn", "fence"), ()), subjects=("garden",))


def choice(text: str, form: str = "any") -> str:
    found = [
        Assertion(one[0], AssertionStatus.CURRENT, *one.span()) for one in re.finditer("|".join(GARDEN.aliases), text)
    ]
    return " ".join(picked(text, found, Expectation(form, GARDEN, True, ("ash tree",))))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The ash tree is dear, the fir tree is cheap. I'd go with the fir tree.", "fir tree"),
        ("The ash tree is dear, the fir tree is cheap.", ""),
        ("I'd go with the fir tree.", ""),
        ("I'd go with nothing.", ""),
        (f"{', '.join(TREES[:8])}: I'd go with the yew tree.", "yew tree"),
        (f"{', '.join(TREES)}: I'd go with the yew tree.", ""),
        # The answer hangs on a case.
        ("The ash tree is dear, the fir tree is cheap. I'd go with the fir tree in the first case.", ""),
        ("It depends. The ash tree is dear, the fir tree is cheap. I'd go with the fir tree.", ""),
        # The barn may be either of two.
        ("The barn is old, the ash tree is dear. I'd go with the ash tree.", ""),
    ],
)
def test_a_pick_among_two_to_eight(text: str, found: str) -> None:
    assert choice(text) == found


def test_a_pick_counts_only_where_one_was_asked_for() -> None:
    text = "The ash tree is dear, the fir tree is cheap. I'd go with the fir tree."
    assert [choice(text, form) for form in ("any", "value", "set", "choice")] == ["fir tree", "", "", ""]


def test_the_cities_of_these_tests_are_known() -> None:
    assert {one.value for one in named("Bergen Oslo Lyon Graz Porto")} == set(CITIES.aliases)
