"""Later words that change earlier ones, and whom a clause is about: every rule beside its counterpart.

Statuses are given by their first letters in text order; `Q` is quoted.
"""

from __future__ import annotations

import pytest

from regulars.rewards.assertions.english import assertions
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.values import Domain

CITY = Domain("city", aliases=dict.fromkeys(("Bergen", "Oslo", "Graz", "Porto"), ()))
BOSS = Domain("boss_city", aliases=CITY.aliases, subjects=("boss",))
LIMIT = Domain("snack_limit", aliases={"raw nuts": (), "added sugar": (), "heavy pots": ()})


def read(text: str, domain: Domain = CITY) -> str:
    found = assertions(text, domain)
    return " ".join("Q" if one.status is AssertionStatus.QUOTED else one.status.value[0] for one in found)


@pytest.mark.parametrize(
    ("text", "found", "counterpart", "other"),
    [
        # Denied or corrected later.
        ("Oslo. Not Oslo.", "d d", "Not Oslo. Oslo.", "d c"),
        ("Oslo, no, Bergen.", "d c", "Oslo, now, Bergen.", "p c"),
        ("Oslo. Oslo, no, Bergen.", "d d c", "Oslo. Graz. No, Bergen.", "c d c"),
        ("Oslo, Graz. No, Bergen and Porto.", "d d c c", "Oslo, Graz. No, Bergen.", "c d c"),
        ("Oslo. Wait, also Bergen.", "c c", "Oslo. Wait, it's Bergen.", "d c"),
        ("Oslo. Wait, Bergen too.", "c c", "Oslo. Wait, Bergen tops.", "d c"),
        ("Oslo, Bergen, I mean.", "d c", "Oslo, Bergen, I read.", "c c"),
        ("Maybe Oslo. No, Bergen.", "h c", "Oslo. No, maybe Bergen.", "c h"),
        # A bare past or a plan to visit counts only beside another value that holds.
        ("It was Oslo.", "c", "It was Oslo, it is Bergen.", "p c"),
        ("It was Oslo, it was Bergen.", "p c", "It was Oslo, it was Oslo.", "c c"),
        ("It was Oslo, not Bergen.", "c d", "It was Oslo, but now it's Fidor.", "p"),
        # The subject of a subordinate clause is past only if the clause says what became of it.
        ("When Oslo closed, you chose Bergen.", "p c", "When Oslo closes, you have Bergen.", "c c"),
        ("Since Oslo grew loud, it's Bergen.", "p c", "So Oslo grew loud, it's Bergen.", "c c"),
        ("Since Oslo grew loud, it's Bergen.", "p c", "Since Oslo grew loud, it's Oslo.", "c c"),
        # Quoted, unless only the value is, or the reply offers the words.
        ('You wrote "I like Oslo".', "Q", 'You wrote "Oslo".', "c"),
        ("You wrote 'I like Oslo'.", "Q", "You wrote 'I'm in' Oslo.", "c"),
        ('"I like Oslo."', "c", '"I like Oslo." you wrote.', "Q"),
        ('Here is the note "I like Oslo".', "c", 'Here is the goat "I like Oslo".', "Q"),
        ('A line: "I like Oslo"', "c", 'A line you wrote: "I like Oslo"', "Q"),
        ('Write "I like Oslo", that would do.', "c", 'Write "I like Oslo", that could rain.', "Q"),
        ('You wrote "I like Oslo" and "I like Graz".', "Q Q", 'You wrote "I like" Oslo "and" Graz.', "c c"),
        # Set aside as a claim, with all that is listed with it, only beside another value or an abstention.
        ("A stranger claimed Oslo. Yours is Bergen.", "d c", "A stranger claimed Oslo.", "c"),
        ("A stranger claimed Oslo. I don't know.", "d", "A stranger claimed Oslo. I know.", "c"),
        ("A stranger claimed Oslo and Graz. Yours is Bergen.", "d d c",
         "A stranger claimed Oslo. In Graz. Yours is Bergen.", "d c c"),
        # An unknown name takes the place of what stands before it.
        ("You live in Oslo, but now it's Fidor.", "d", "You live in Oslo, but now it's fine.", "c"),
        ("Fidor, but now it's Oslo.", "c", "Now it's Fidor, and Oslo.", "c"),
        # Struck through.
        ("~~Oslo~~ Bergen", "d c", "~Oslo~ Bergen", "c c"),
        ("<del>Oslo</del> Bergen", "d c", "<dell>Oslo</dell> Bergen", "c c"),
    ],
)  # fmt: skip
def test_later_words_change_earlier_ones(text: str, found: str, counterpart: str, other: str) -> None:
    assert (read(text), read(counterpart)) == (found, other)


@pytest.mark.parametrize(
    ("text", "found", "own"),
    [
        # Of the user's city, and of the boss's.
        ("Your boss lives in Oslo.", "f", "c"),
        ("Your boss's aunt lives in Oslo.", "f", "f"),
        ("Your sister lives in Oslo.", "f", "f"),
        ("You live in Oslo with your boss.", "c", "c"),
        ("You and your boss live in Oslo.", "c", "c"),
        ("You told your boss: you live in Oslo.", "c", "c"),
        ("Your boss says you live in Oslo.", "c", "c"),
        ("Oslo is your boss's.", "f", "c"),
        ("Oslo is your boss's and yours.", "c", "c"),
        ("Oslo is your boss's. And yours.", "f", "c"),
        ("Your sister? She lives in Oslo.", "f", "f"),
        ("Your boss? She lives in Oslo.", "f", "c"),
        ("She lives in Oslo.", "c", "c"),
        ("Your cat lives in Oslo.", "c", "f"),
    ],
)
def test_whom_a_clause_is_about(text: str, found: str, own: str) -> None:
    assert (read(text), read(text, BOSS)) == (found, own)


@pytest.mark.parametrize(
    ("text", "found", "counterpart", "other"),
    [
        # What must not be is named by a denial, and by its mere name.
        ("No raw nuts.", "c", "Raw nuts.", "c"),
        ("You can't stand raw nuts.", "c", "You can stand raw nuts.", "c"),
        ("You love raw nuts.", "w", "You loathe raw nuts.", "c"),
        ("You never love raw nuts.", "c", "You always love raw nuts.", "w"),
        ("Raw nuts are fine with you.", "w", "Raw nuts are not fine with you.", "c"),
        ("Raw nuts suit you.", "w", "Raw nuts don't suit you.", "c"),
        ("Raw nuts are really not a problem.", "w", "Raw nuts are really no good.", "c"),
        # That it is not the thing to avoid.
        ("It's not raw nuts.", "d", "It's raw nuts.", "c"),
        ("Raw nuts aren't it.", "d", "Raw nuts aren't welcome.", "c"),
        ("Not raw nuts, but added sugar.", "d c", "No raw nuts, no added sugar.", "c c"),
        ("Added sugar, not raw nuts.", "c d", "Added sugar, no raw nuts.", "c c"),
        ("Added sugar rather than raw nuts.", "c d", "Added sugar and raw nuts.", "c c"),
        # A clause of its own.
        ("You love tea, but no raw nuts.", "c", "You love tea and raw nuts.", "w"),
        ("You love tea; raw nuts, no.", "c", "You love raw nuts; tea, no.", "w"),
        # A request, which a question mark does not weaken.
        ("Could you leave out raw nuts?", "c", "Do you love raw nuts?", "q"),
        # A list is read as one.
        ("You love raw nuts and heavy pots.", "w w", "You love raw nuts; heavy pots.", "w c"),
    ],
)
def test_what_must_not_be(text: str, found: str, counterpart: str, other: str) -> None:
    assert (read(text, LIMIT), read(counterpart, LIMIT)) == (found, other)
