"""Checks of a reply's style, their opportunities, and compliance over an episode."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from regulars.dialogue import PlanAct
from regulars.errors import ConfigurationError
from regulars.rewards.style_checks.checks import CHECK_PARAMETERS, CHECKS
from regulars.rewards.style_checks.compliance import Compliance, compliance, comply
from regulars.rewards.style_checks.occasions import OPPORTUNITIES, OPPORTUNITY_PARAMETERS, Occasion
from regulars.rewards.style_checks.reply_text import (
    clocks_in,
    dates_in,
    find_phrases,
    numbers_in,
    sentences,
    sums_in,
    words,
)

PARAMETERS = {
    "of": "sentences", "at_least": 1, "at_most": 12, "phrases": ("sorry", "I", "e.g.", ";"), "place": "start",
    "instead": {"color": "colour", "I am": "we are"}, "style": "iso", "letters": 8, "besides": 1, "sentences": 1,
    "given": True, "hours": 24, "cited": True, "own_words": True, "contracted": True, "asked": True, "when": ("ex",),
}  # fmt: skip
OCCASION = Occasion(
    "Where did I meet my ex?", "Anna", datetime(2025, 6, 2, tzinfo=UTC), True, PlanAct.ANSWER, True, (date(2025, 3, 3),)
)
STYLES = {"address": "first_name", "currency_style": "sign", "number_style": "words", "thousands_style": "plain"}


def parameters_of(check: str) -> dict[str, object]:
    return {**PARAMETERS, "style": STYLES.get(check, "iso")}


def kept(reply: str, check: str, **parameters: object) -> bool | None:
    return comply(reply, OCCASION, check, "always", parameters)


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("reply", ["", "  \n", "...", "😊", "**", "- \n- "])
def test_a_reply_without_a_word_is_no_opportunity(check, reply):
    assert comply(reply, OCCASION, check, "always", parameters_of(check)) is None


@pytest.mark.parametrize("opportunity", OPPORTUNITIES)
@settings(max_examples=25)
@given(reply=st.text(max_size=80))
def test_any_text_is_judged(opportunity, reply):
    for check in CHECKS:
        first = comply(reply, OCCASION, check, opportunity, parameters_of(check))
        assert first in (True, False, None)
        assert comply(reply, OCCASION, check, opportunity, parameters_of(check)) is first


@pytest.mark.parametrize(
    "reply",
    [
        "İstanbul’da ıssız ǅ ß ﬁ",
        "# Heading\n\n> quote\n\n1. **one**\n   - two",
        "a" * 5000,
        "٣ أبريل",
        "🇳🇴👍🏽",
        "\x00\u200b\ufeffx",
    ],
)
def test_strange_text_is_judged(reply):
    for check in CHECKS:
        for opportunity in OPPORTUNITIES:
            comply(reply, OCCASION, check, opportunity, parameters_of(check))


def test_unknown_names_are_reported():
    with pytest.raises(ConfigurationError, match="did you mean 'counts'"):
        comply("Yes.", OCCASION, "count", "always", {})
    with pytest.raises(ConfigurationError, match="did you mean 'always'"):
        comply("Yes.", OCCASION, "counts", "alway", {})


def test_every_check_says_what_it_reads():
    assert set(CHECKS) == set(CHECK_PARAMETERS)
    assert set(OPPORTUNITIES) == set(OPPORTUNITY_PARAMETERS)
    assert all(check.__doc__ for check in (*CHECKS.values(), *OPPORTUNITIES.values()))


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("It is Bergen.", 1),
        ("It is 1.5 km, e.g. on foot. Ask Dr. Berg at 5 p.m. today!", 2),
        ("Hello!\n\n- Bergen\n- Oslo", 3),
        ("1. Bergen\n2. Oslo", 2),
        ("Well... yes?! 😊 Right.", 3),
        ("**Bold.** _Then_ more.", 2),
        ("“Quoted.” And on.", 2),
        ("你好。再见！", 2),
        ("---", 0),
    ],
)
def test_sentences_are_counted(text, number):
    assert len(sentences(text)) == number, sentences(text)


def test_words_are_what_stands_between_spaces():
    found = words("Don't go at 9:30 — **well-known** (odd) €40 😊.")
    assert found == ["Don't", "go", "at", "9:30", "well-known", "odd", "40"]


def test_phrases_are_whole_words():
    assert find_phrases("Next to my ex-wife's text, EX.", ("ex", "ex-wife")) == ((11, 18), (27, 29))
    assert find_phrases("I, i.e. I'm here. It is I.", ("I",)) == ((0, 1), (8, 9), (24, 25))
    assert find_phrases("5km and 5 kms", ("km",)) == ((1, 3),)
    assert find_phrases("don’t", ("don't",)) == ((0, 5),)
    assert find_phrases("anything", ()) == ()


def test_numbers_are_none_of_dates_times_sums_or_lists():
    text = "1. On 14 May at 9:30 I paid 40 euros for two of 12 cats, forty-five in a hundred, the 3rd in two hundred."
    assert [text[start:end] for start, end, _ in numbers_in(text)] == ["two", "12", "forty-five"]


PARTS = (
    "3", "12", "30", "250", "1,250", "2024", "March", "May", " of ", "rd", "17:30", ":30", "pm", " p.m.", "€", "$",
    "EUR", "USD ", "-euro", "dollars", "%", ".", ",", "\n", "- ", "1. ", "2) ", " ", "\u00a0", "twenty", "-one",
    "hundred", "and",
)  # fmt: skip


@settings(max_examples=100)
@given(st.lists(st.sampled_from(PARTS), max_size=14).map("".join))
@example("It was the 3 of 12 March")
@example("At 5 p.m. the 3")
@example("For EUR 5 or 12 250 euros")
def test_figures_within_dates_times_and_sums_do_not_count(text):
    spans = [match.span() for find in (dates_in, clocks_in, sums_in) for match in find(text)]
    for start, _, style in numbers_in(text):
        assert style == "words" or not any(first <= start < last for first, last in spans)


@pytest.mark.parametrize(
    ("check", "parameters", "keeps", "breaks"),
    [
        ("counts", {"of": "emoji", "at_least": 1}, "Yes 👍🏽", "Yes :-)"),
        ("counts", {"of": "emphasis", "at_most": 0}, "2 * 3 * 4 and snake_case_name", "It *is*."),
        ("phrases", {"phrases": ("Hello",), "place": "start", "at_least": 1}, "**Hello** Anna", "Well, hello"),
        ("phrases", {"phrases": ("Sure",), "place": "start", "at_most": 0}, "It is sure.", "Hi Anna! Sure, it is."),
        ("phrases", {"phrases": ("bye",), "place": "end", "at_least": 1}, "Bye, Anna!", "Bye and bye all of it fits."),
        ("first_words", {"phrases": ("Right",)}, "1. Right, yes", "Anna, right"),
        ("last_words", {"phrases": ("over",)}, "It is, over! 😊", "Over and out"),
        ("address", {"style": "first_name"}, "Yes, ANNA.", "Yes, Annabel."),
        ("address", {"style": "none"}, "Savannah", "Yes, Ms. Anna."),
        ("date_style", {"style": "day_month"}, "The 3rd of June, or 4 Sept. 2025", "04.09.2025"),
        ("weekday", {"given": True}, "Wednesday, 14 May 2025, or May 15", "Monday 14 May 2025"),
        ("clock_style", {"hours": 24}, "From 9:05 to 17:30", "From 9:05 to 5.30 p.m."),
        ("currency_style", {"style": "sign"}, "€ 1,250.50 or 40$", "1 250 euros"),
        ("thousands_style", {"style": "separated"}, "In 2025: 12,500", "12500"),
        ("quotes", {"own_words": True}, "As to “MY EX”: there.", "As to \"my boss\": there."),
        ("contractions", {"contracted": True}, "It's what it is.", "It's what I am not."),
        ("contractions", {"contracted": False}, "Anna's rent, the dogs' bowl", "She'd say it’s fine"),
        ("ends_asking", {"asked": True}, "Yes. Is it? 😊", "Is it? Yes."),
        ("cites_date", {"cited": True}, "Yes, told on March 3.", "Yes, told on 4 March."),
        ("cites_date", {"cited": False}, "It is on 14 May 2025.", "It is so since 2025-03-03."),
        ("plain_ascii", {}, "It's 40 EUR.", "It’s €40."),
        ("lines", {"sentences": 1}, "One.\n- Two.", "One. Two."),
    ],
)  # fmt: skip
def test_a_check_tells_apart(check, parameters, keeps, breaks):
    if check == "weekday":
        keeps = keeps.replace("or May 15", "or Thursday May 15")
    assert kept(keeps, check, **parameters) is True
    assert kept(breaks, check, **parameters) is False


@pytest.mark.parametrize(
    ("opportunity", "reply", "changes", "tested"),
    [
        ("opening", "Yes.", {"opening": False}, False),
        ("named", "Yes.", {"name": " "}, False),
        ("asked", "Yes.", {"asked": True}, True),
        ("answers", "Yes.", {"act": PlanAct.ABSTAIN}, False),
        ("informs", "Yes.", {"act": PlanAct.REMIND}, True),
        ("advises", "Yes.", {"act": PlanAct.CONFIRM}, True),
        ("abstains", "Yes.", {"act": PlanAct.ABSTAIN}, True),
        ("acknowledges", "Yes.", {"act": PlanAct.ACKNOWLEDGE}, True),
        ("names_date", "In May 2025.", {}, False),
        ("names_date", "On May 20.", {}, True),
        ("names_time", "At 17:30.", {}, True),
        ("names_money", "It is 40.", {}, False),
        ("names_number", "On 14 May at 9:30, one of us.", {}, False),
        ("names_thousands", "In 2025.", {}, False),
        ("contractible", "Bergen.", {}, False),
        ("touched", "Yes.", {"message": "The next text"}, False),
        ("touched", "Yes.", {"message": "My ex, again"}, True),
        ("worded", "My favourite colour", {}, True),
        ("quotable", "Yes.", {"message": "Two words"}, False),
        ("several_sentences", "Yes.", {}, False),
    ],
)
def test_opportunities_are_recognised(opportunity, reply, changes, tested):
    fields = {name: getattr(OCCASION, name) for name in OCCASION.__dataclass_fields__}
    found = comply(reply, Occasion(**fields | changes), "plain_ascii", opportunity, PARAMETERS)
    assert found is (True if tested else None)


def test_compliance_is_the_share_of_opportunities():
    notes = [(("a",), ("b",)), (("a", "b"), ()), ((), ("a",)), (("a", "c"), ())]
    found = compliance(notes)
    assert found == {"a": Compliance(3, 4), "b": Compliance(1, 2), "c": Compliance(1, 1)}
    assert found["a"].share == 0.75


def test_a_rule_with_few_opportunities_is_untested():
    assert compliance([(("a",), ())] * 2)["a"].share is None
    assert compliance([(("a",), ())] * 3)["a"].share == 1.0
    assert compliance([]) == {}
