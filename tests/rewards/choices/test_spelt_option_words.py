"""The words behind the letter of an option: each that gives, rejects or passes over another option."""

from __future__ import annotations

import pytest

from regulars.rewards.choices.spelt_options import spells_another

MEALS = ("Sushi", "Pizza", "Tacos")
TRIPS = ("a weekend in Lisbon", "a weekend in Porto", "two weeks of sailing near Porto")
GIVEN, OPEN, NONE = "given", "open", "none"


def about(text: str, options: tuple[str, ...] = MEALS, picked: int = 1) -> str:
    """Whether the words behind the second letter give another option, leave it open, or speak of none."""
    other = spells_another(text, picked, options)
    return NONE if other is None else (GIVEN if other[1] else OPEN)


@pytest.mark.parametrize(
    "lead",
    [
        "", "> ", "**", '"', "(", "Well.\n", "Option ", "The answer: ", "Statement ", "Plan ", "My choice: ", "It's ",
        "That's ", "I'd say ", "Clearly ", "It is ", "It must be ", "I'd go with ", "I'm for ",
    ],
)  # fmt: skip
def test_words_before_the_letter(lead: str) -> None:
    assert about(f"{lead}B) Tacos.") == GIVEN
    assert about(f"{lead}B) Pizza.") == NONE


@pytest.mark.parametrize("lead", ["See ", "Vitamin ", "I know ", "Both A and "])
def test_other_words_before_a_letter(lead: str) -> None:
    assert about(f"{lead}B) Tacos.") == NONE


@pytest.mark.parametrize(
    ("mark", "found"),
    [
        (")", GIVEN), (".", GIVEN), (":", GIVEN), (",", NONE), (";", NONE), (" –", NONE), (" —", NONE), (" -", NONE),
        (" (", NONE), ("**)", GIVEN), (")**", GIVEN), ('":', GIVEN), ("", NONE), ("):", GIVEN),
    ],
)  # fmt: skip
def test_marks_behind_the_letter(mark: str, found: str) -> None:
    # Behind a mark that announces an option, its word opens what is said; behind another mark it is part of a reason.
    assert about(f"B{mark} tacos, since they are so quick and easy.") == found


@pytest.mark.parametrize(
    "words",
    [
        "not", "don't", "never", "no", "instead", "rather", "unlike", "while", "whereas", "but", "although", "though",
        "since", "because", "as you", "wrong", "old", "former", "formerly", "was", "were", "used", "before", "earlier",
        "had", "out", "than",
    ],
)  # fmt: skip
def test_words_that_pass_over_another_option(words: str) -> None:
    assert about(f"B, {words} tacos") == NONE
    assert about("B, sure: tacos") == GIVEN


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("tacos, not so good", OPEN),
        ("tacos, don't ask", OPEN),
        ("tacos, never eaten", OPEN),
        ("tacos, no longer so", OPEN),
        ("tacos, not any more", OPEN),
        ("tacos, hardly anymore", OPEN),
        ("tacos, old hat", OPEN),
        ("tacos, your former dish", OPEN),
        ("tacos, formerly so", OPEN),
        ("tacos, a previous dish", OPEN),
        ("tacos, an ex dish", OPEN),
        ("tacos, all wrong", OPEN),
        ("tacos, used to be", OPEN),
        ("tacos, disliked by all", OPEN),
        ("tacos, which you hate", OPEN),
        ("tacos, she hates", OPEN),
        ("tacos, hated by all", OPEN),
        ("tacos, avoided by all", OPEN),
        ("tacos, you gave up", OPEN),
        ("tacos, you gave it up", OPEN),
        ("tacos, given them up", OPEN),
        ("tacos, you gave in", GIVEN),
        ("tacos, used for it", GIVEN),
        ("tacos, which are quick", GIVEN),
    ],
)
def test_what_follows_the_words_of_an_option(words: str, found: str) -> None:
    assert about(f"B) {words}") == found


@pytest.mark.parametrize(
    "words",
    [
        "not so good on any day", "don't agree with most people", "never agreed with most people",
        "no longer agree with most people", "any more agree with most people", "your old dish on many days",
        "your former dish on many days", "your previous dish on many days", "wrong on any given day",
        "used to agree with most people", "you hate on any given day", "you avoid on any given day",
        "you gave up last year in spring", "eaten until the last year in spring", "eaten before the last spring here",
        "you quit last year in spring", "you left last year in spring", "you stopped last year in spring",
        "you dropped last year in spring", "cancelled last year in spring", "closed last year in spring",
        "sold last year in spring", "ended last year in spring", "gone last year in spring",
        "went up last year in spring", "went down last year in spring", "went bust last year in spring",
        "got too dear last year", "was too dear last year", "became too dear last year", "is too dear this year",
        "are too dear this year", "are for rainy cold days only", "is for rainy cold days only",
        "are just for rainy cold days", "is only for rainy cold days",
    ],
)  # fmt: skip
def test_a_clause_against_an_option(words: str) -> None:
    assert about(f"B) Tacos {words}") == NONE
    assert about(f"B) Tacos {words}, which is right") == NONE


@pytest.mark.parametrize(
    "words",
    [
        "are your dish on many days", "is where you eat on many days", "are what you eat on many days",
        "'s how you eat on many days", "are really your dish on many days", "are also your dish on many days",
        "are still your dish on many days", "are just your dish on many days", "are right on many days",
        "are correct on many days", "are the one on many days", "are the best answer on many days",
        "are the choice on many days", "are the option on many days", "are the pick on many days",
        "was where you ate on many days", "were what you ate on many days", "were how you ate on many days",
        "were the one on many days", "on most days for sure", "on most days, definitely", "on most days certainly",
        "on most days clearly", "on most days obviously", "on most days of course", "on most days indeed",
        "on most days please", "on most days all the way", "on most days every time",
    ],
)  # fmt: skip
def test_a_clause_that_gives_an_option(words: str) -> None:
    text = f"B. Tacos {words}".replace(" '", "'").replace("days,", "days")
    assert about(text) == GIVEN
    # In a question it is left open, and what speaks against it behind the clause takes it back.
    assert about(f"{text}?") == OPEN
    assert about(f"{text}, but you never said so") == OPEN


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # What is said of an option is a remark, unless it praises it or gives it as the answer.
        ("B) Tacos are eaten with fingers on many days", NONE),
        ("B) Tacos are great with fingers on many days", OPEN),
        ("B, tacos are eaten with fingers on many days", NONE),
        ("B, tacos are your dish on many days", GIVEN),
        ("B) Eaten with fingers on many days are tacos", NONE),
        ("B) And tacos", GIVEN),
        ("B) It is: tacos", GIVEN),
        ("B) Like tacos, but better", NONE),
        ("B) Tacos were what you ate until the last spring", NONE),
        # The clause ends at a comma, colon, bracket or dash, and what follows may speak against it.
        ("B) Tacos: so quick and easy to make", GIVEN),
        ("B) Tacos (so quick and easy to make)", GIVEN),
        ("B) Tacos – so quick and easy to make", GIVEN),
        ("B) Tacos — so quick and easy to make", GIVEN),
        ("B) Tacos - so quick and easy to make", GIVEN),
        ("B) Tacos so quick and easy to make", OPEN),
        # The picked option is named as well, and set aside or not.
        ("B) Tacos, not pizza", GIVEN),
        ("B) Tacos, and not pizza", GIVEN),
        ("B) Tacos – not pizza", GIVEN),
        ("B) Tacos - not pizza", GIVEN),
        ("B) Tacos (not pizza)", GIVEN),
        ("B) Tacos, rather than pizza", GIVEN),
        ("B) Tacos rather than pizza", GIVEN),
        ("B) Tacos, instead of pizza", GIVEN),
        ("B) Tacos instead of pizza", GIVEN),
        ("B) Tacos or pizza", NONE),
        ("B) Pizza, not tacos", NONE),
        ("B) Pizza or tacos, not pizza", NONE),
        # An option of one word has to be the last one said: else the words go on about something else.
        ("B, tacos it is", GIVEN),
        ("B, tacos tonight", NONE),
        # Only the words up to the end of the sentence count, and only those behind the letter.
        ("B) Sure. Tacos it is", NONE),
        ("B! Tacos", NONE),
        ("Tacos. B) Yes", NONE),
    ],
)
def test_what_a_clause_says(text: str, found: str) -> None:
    assert about(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # Of the words that the third option has alone (two, weeks, sailing, near), half have to be said.
        ("B) two weeks in Porto", GIVEN),
        ("B) sailing in Porto", NONE),
        ("B) a weekend of sailing in Porto", NONE),
        # Half of the words that are said have to be the option's.
        ("B, two weeks, lovely sea", GIVEN),
        ("B, two weeks, lovely blue sea", NONE),
        ("B, do say two weeks, sailing", GIVEN),
        ("B, don't say two weeks, sailing", NONE),
    ],
)
def test_shares_of_words(text: str, found: str) -> None:
    assert about(text, TRIPS) == found


@pytest.mark.parametrize(
    "word",
    [
        "a", "an", "the", "of", "to", "in", "on", "at", "for", "is", "are", "was", "be", "it", "its", "that", "s",
        "this", "and", "or", "your", "you", "my", "me", "i", "am", "as", "one",
    ],
)  # fmt: skip
def test_words_that_tell_nothing_are_left_out(word: str) -> None:
    # It stands in the third option alone and in no way points to it.
    assert about(f"B) {word} please, of course", ("Tea", "Pizza", word)) == NONE
    assert about("B) juice please, of course", ("Tea", "Pizza", "juice")) == GIVEN


def test_words_are_told_by_five_letters() -> None:
    assert about("B) You wanted tacotopia", ("Sushi", "Pizza", "tacotapas")) == GIVEN
    assert about("B) You wanted tacotopia", ("Sushi", "Pizza", "tacostapas")) == NONE


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("B, from 63 to 98", "given"),
        ("B, from 98 to 63", "none"),
        ("B, 63", "none"),
        ("B, 63 98 63", "given"),
    ],
)
def test_an_order_is_told_by_two_words(text: str, found: str) -> None:
    assert about(text, ("It was 63, then 98.", "It was 98, then 63.")) == found


def test_words_in_another_order_are_of_another_option_only_if_all_are_shared() -> None:
    longer, shorter = "sailing and tennis in Porto", "tennis and sailing"
    assert about("B) tennis and sailing in Porto", (shorter, longer)) == NONE
    assert about("B) sailing and tennis", (longer, shorter)) == NONE
    assert about("B) sailing and tennis", ("sailing and tennis", shorter)) == GIVEN
