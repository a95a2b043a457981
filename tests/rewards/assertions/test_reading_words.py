"""The words of a clause that change how it means its values, and the ways in which later words settle that.

Statuses are given by their first letters in text order: current, past, hypothetical, questioned, denied, foreign; `a`
is aside and `Q` quoted.
"""

from __future__ import annotations

import pytest

from regulars.rewards.assertions.english import assertions
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.values import Domain, ValueType

CITY = Domain("city", aliases=dict.fromkeys(("Bergen", "Oslo", "Graz", "Porto"), ()))
LASTING = Domain("city", aliases=CITY.aliases, lasting=True)
DATE = Domain("move", ValueType.DATE)
LEASE = Domain("lease_end", ValueType.DATE)
RUN = Domain("weekly_run", ValueType.NUMBER, unit="kilometres")
CHINESE = Domain("city", aliases=dict.fromkeys(("成都", "上海", "北京"), ()))
LETTERS = {AssertionStatus.ASIDE: "a", AssertionStatus.QUOTED: "Q"}


def read(text: str, domain: Domain = CITY) -> str:
    return " ".join(LETTERS.get(one.status, one.status.value[0]) for one in assertions(text, domain))


@pytest.mark.parametrize(
    "words",
    [
        "moved", "changed", "switched", "relocated", "shifted", "returned", "transferred", "emigrated", "migrated",
        "went", "graduated", "were poached", "were lured", "were headhunted", "were recruited", "were promoted",
        "were pushed", "progressed", "advanced", "stepped", "jumped",
    ],
)  # fmt: skip
def test_a_change_from_one_to_the_other(words: str) -> None:
    assert read(f"You {words} from Oslo to Bergen.") == "p c"
    assert read(f"You {words} from Oslo.") == "p"


@pytest.mark.parametrize(
    "words",
    [
        "changed", "converted", "updated", "raised", "cut", "reduced", "lowered", "increased", "bumped", "relaxed",
        "tightened", "amended", "revised", "corrected", "altered", "edited", "adjusted", "modified", "turned",
        "renamed",
        "upgraded", "downgraded", "extended", "shortened",
    ],
)  # fmt: skip
def test_one_altered_into_the_other(words: str) -> None:
    assert read(f"You {words} Oslo to Bergen.") == "p c"


@pytest.mark.parametrize("words", ["chose", "picked", "opted for", "decided for"])
def test_one_preferred_to_the_other(words: str) -> None:
    assert read(f"You {words} Oslo over Bergen.") == "c d"
    assert read(f"You {words} Oslo above Bergen.") == "c d"
    assert read(f"You {words} Oslo near Bergen.") == "c c"


@pytest.mark.parametrize(
    "words", ["then", "later", "afterwards", "after that", "now", "nowadays", "these days", "→", "->", "=>"]
)
def test_words_that_move_on(words: str) -> None:
    assert read(f"Oslo, {words} Bergen.") == "p c"


@pytest.mark.parametrize("words", ["also", "near", "with", "now that"])
def test_words_that_do_not_move_on(words: str) -> None:
    assert read(f"Oslo, {words} Bergen.").endswith("c")
    assert read(f"Oslo, {words} Bergen.")[0] == "c"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # Alternatives.
        ("Oslo or in Bergen.", "h h"),
        ("Oslo, or perhaps in the Bergen.", "h h"),
        ("Oslo or was it Bergen.", "h h"),
        ("Oslo or else Bergen.", "h h"),
        ("Graz; Oslo or Bergen.", "c h h"),
        ("Graz and Oslo or Bergen.", "c h h"),
        ("Graz, Oslo, or Bergen.", "h h h"),
        ("Not Graz, Oslo or Bergen.", "d d d"),
        # A denial and what follows it.
        ("Not Oslo but Bergen.", "d c"),
        ("Not in Oslo, in Bergen.", "d c"),
        ("Instead of Oslo, Bergen.", "d c"),
        ("Not Oslo or Bergen.", "d d"),
        ("Not Oslo. Bergen.", "d c"),
        ("It isn't Oslo, it's Bergen.", "d c"),
        # Of both, by the plural.
        ("Oslo and Bergen were gone.", "p p"),
        ("Oslo and Bergen aren't it.", "d d"),
        ("Oslo and Bergen isn't it.", "c d"),
        ("Oslo & Bergen are gone.", "p p"),
        # A subject of its own.
        ("Not Oslo and Bergen over there.", "d d"),
        # Questions.
        ("Do you live in Oslo?", "q"),
        ("You live in Oslo, don't you?", "c"),
        ("You live in Oslo, right?", "c"),
        ("You live in Oslo, is it?", "q"),
        ("You live in Oslo, but is it Bergen?", "c q"),
        ("Is it Oslo? No.", "d"),
        ("Is it Oslo? Yes.", "c"),
        ("Isn't it Oslo? That's what you told me.", "c"),
        ("Where else but Oslo?", "c"),
        ("How could I forget Oslo?", "c"),
        ("Shall we go to Oslo?", "a"),
        ("Do you want to see Oslo?", "a"),
        ("I think it's Oslo?", "c"),
        # A guess, a plan, a condition.
        ("Maybe Oslo, so Bergen.", "h c"),
        ("You plan to move to Oslo.", "h"),
        ("You live in Oslo and plan to move to Bergen.", "c h"),
        ("If you move, Oslo.", "c"),
        ("If you move to Oslo.", "h"),
        ("Unless it's Oslo.", "h"),
        # A report of the user's words.
        ("You told me that you live in Oslo.", "c"),
        ("You said Oslo.", "c"),
        ("You told me you used to live in Oslo.", "p"),
        # Another person.
        ("Your sister lives in Oslo, you in Bergen.", "f c"),
        ("You live in Oslo, and your sister in Bergen.", "c f"),
        ("Your sister's city is Oslo.", "f"),
        ("Oslo is your sister's.", "f"),
        ("Your sister said you live in Oslo.", "c"),
        # Quotation marks.
        ('You said "I live in Oslo".', "Q"),
        ("You said «I live in Oslo».", "Q"),
        ("You said «Oslo».", "c"),
        ('You said "Oslo" or "Bergen".', "h h"),
        ('"I like" Oslo "and hills".', "c"),
        ('Oslo, "as you like it".', "c"),
        # Corrections.
        ("Oslo. Wait, Bergen.", "d c"),
        ("Oslo, sorry, Bergen.", "d c"),
        ("Oslo. Bergen, rather.", "d c"),
        ("Oslo. Bergen, I meant.", "d c"),
        ("Oslo. Bergen, I see.", "c c"),
        ("Maybe Oslo. Wait, Bergen.", "h c"),
        ("Oslo. Graz. Wait, Bergen.", "c d c"),
        ("Oslo, Graz. Wait, Bergen, Porto.", "d d c c"),
        ("Oslo. Wait, Bergen as well.", "c c"),
        ("Wait, Oslo.", "c"),
        # A bare past beside what holds.
        ("It was Oslo and now Bergen.", "p c"),
        ("It was Oslo; maybe Bergen.", "c h"),
        ("It was Oslo. It was Oslo.", "c c"),
        ("It was Oslo. It was Graz. It is Oslo.", "c p c"),
        # Claims set aside, with what is listed with them.
        ("Somebody claimed Oslo and Graz too. Yours is Bergen.", "d d c"),
        ("Somebody claimed Oslo, Graz and Porto. Yours is Bergen.", "d d d c"),
        # An unknown name.
        ("You lived in Oslo, but now it's Fidor.", "p"),
        ("You live in Oslo and Graz, but now it's Fidor.", "d d"),
        ("Maybe Oslo, but now it's Fidor.", "h"),
    ],
)
def test_a_clause_means_its_values(text: str, found: str) -> None:
    assert read(text) == found


@pytest.mark.parametrize(
    ("text", "domain", "found"),
    [
        ("You lived in Oslo.", LASTING, "c"),
        ("You left Oslo.", LASTING, "p"),
        ("You no longer live in Oslo.", LASTING, "p"),
        # Dates beside other dates and words of time.
        ("It's before 20 June.", DATE, "h"),
        ("It's until 20 June.", DATE, "h"),
        ("It's prior to 20 June.", DATE, "h"),
        ("It's around 20 June.", DATE, "h"),
        ("It's the weekend of 20 June.", DATE, "h"),
        ("It's following 20 June.", DATE, "h"),
        ("It's until the 20 June.", LEASE, "c"),
        ("It's before 20 June.", LEASE, "h"),
        ("05/06/2025", DATE, "h"),
        ("25/06/2025", DATE, "c"),
        ("It was on 20 June.", DATE, "c"),
        ("It was on 20 June, now it's on 21 June.", DATE, "p c"),
        ("Not on 20 June.", DATE, "d"),
        # Numbers and their bounds.
        ("30+ kilometres", RUN, "h"),
        ("30 kilometres or less", RUN, "h"),
        ("30 kilometres or fewer", RUN, "h"),
        ("30 kilometres or above", RUN, "h"),
        ("30 kilometres and up", RUN, "h"),
        ("30 kilometres and counting", RUN, "h"),
        ("30 kilometres at least", RUN, "h"),
        ("30 kilometres at the most", RUN, "h"),
        ("30 kilometres at maximum", RUN, "h"),
        ("30 kilometres tops", RUN, "h"),
        ("30 kilometres max", RUN, "h"),
        ("30 kilometres minimum", RUN, "h"),
        ("30 kilometres, if not more", RUN, "h"),
        ("30 kilometres, at least", RUN, "h"),
        ("30 kilometres upwards", RUN, "h"),
        ("30 kilometres at most times of the year", RUN, "h"),
        ("at least 30 kilometres", RUN, "h"),
        ("more than 30 kilometres", RUN, "h"),
        ("less than 30 kilometres", RUN, "h"),
        ("about 30 kilometres", RUN, "c"),
        ("from between 30 kilometres to 40 kilometres", RUN, "h h"),
        ("30 kilometres and 40 kilometres", RUN, "c c"),
        ("not 30 but 40 kilometres", RUN, "d c"),
    ],
)
def test_a_clause_of_another_kind(text: str, domain: Domain, found: str) -> None:
    assert read(text, domain) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("你住在成都。", "c"),
        ("你不住在成都。", "d"),
        ("你以前住在成都。", "p"),
        ("你住在成都吗?", "q"),
        ("你从成都搬到上海。", "p c"),
        ("你住在成都或者上海。", "h h"),
        ("你住在成都、上海或者北京。", "h h h"),
        ("你住在成都和上海。", "c c"),
        ("不是成都,是上海。", "d c"),
        ("可能是成都。", "h"),
        ("你妹妹住在成都。", "f"),
        ("你说你住在成都。", "c"),
    ],
)
def test_a_chinese_clause(text: str, found: str) -> None:
    assert read(text, CHINESE) == found
