"""For every style check replies that keep and break it, on both sides of its boundaries; for every opportunity both."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from regulars.dialogue import PlanAct
from regulars.rewards.style_checks.checks import CHECKS, day_of
from regulars.rewards.style_checks.compliance import Compliance, comply
from regulars.rewards.style_checks.occasions import OPPORTUNITIES, Occasion
from regulars.rewards.style_checks.reply_text import MEASURES, dates_in

OCCASION = Occasion("Where did I meet my ex?", "Anna Berg", told=(date(2025, 3, 3), date(2024, 12, 24)))
UNKNOWN = replace(OCCASION, told=())
SURE = {"phrases": ("Sure", "Of course")}
AT_START, NOT_AT_START = {**SURE, "place": "start", "at_least": 1}, {**SURE, "place": "start", "at_most": 0}
AT_END = {"phrases": ("take care",), "place": "end", "at_least": 1}

CASES = (
    # check, parameters, replies that keep the rule, replies that break it
    ("counts", {"of": "sentences", "at_most": 2}, ("One.", "One. Two."), ("One. Two. Three.",)),
    ("counts", {"of": "sentences", "at_least": 2}, ("One. Two.", "One. Two. Three."), ("One.",)),
    ("counts", {"of": "questions", "at_least": 1, "at_most": 1}, ("So? Yes.",), ("Yes.", "So? Really?")),
    (
        "phrases",
        {"phrases": ("sorry", "pardon"), "at_least": 2},
        ("Sorry, pardon.", "sorry, SORRY"),
        ("Sorry.", "Yes."),
    ),
    ("phrases", {"phrases": ("sorry",), "at_most": 1}, ("Yes.", "So sorry."), ("Sorry, so sorry.",)),
    (
        "phrases",
        AT_START,
        (
            "Sure.",
            "Hello Anna Berg! Sure.",
            "Good morning, Ms. Berg: of course.",
            "Anna, sure.",
            "- **Sure**, yes.",
            "Welcome back. Sure.",
            "2. Sure.",
        ),
        ("Yes, sure.", "Hello Maria! Sure.", "Surely.", "Well. Sure."),
    ),
    ("phrases", NOT_AT_START, ("Yes, sure.", "Surely."), ("Sure.", "Hi Anna! Sure.", "Anna Berg, sure.")),
    (
        "phrases",
        AT_END,
        ("Yes. Take care", "Take care, Anna!", "Take care, dear Anna Berg! 😊", "Take care of it. Now take care."),
        ("Take care of all that, Anna.", "Yes."),
    ),
    ("first_words", {"phrases": ("Right", "Well now")}, ("Right, so.", "**well now**", "3) Right."), ("Anna, right.",)),
    ("last_words", {"phrases": ("over",)}, ("It is over! 😊", "over"), ("Over and out.", "It is moreover.")),
    ("wording", {"instead": {"color": "colour", "I": "we"}}, ("A colour.", "i) colours"), ("A Color!", "So do I.")),
    (
        "address",
        {"style": "first_name"},
        ("Yes, Anna.", "ANNA!"),
        ("Yes.", "Yes, Ms Anna.", "Mrs. Berg, Anna", "Hannah"),
    ),
    (
        "address",
        {"style": "title"},
        ("Yes, Ms. Berg.", "Dr Anna, yes.", "Miss Berg", "Mx Berg", "Mrs Berg", "Mr. Berg"),
        ("Yes, Anna.", "Ms Bergen", "Yes.", "Berg, yes."),
    ),
    ("address", {"style": "none"}, ("Yes.", "Annabel"), ("Yes, Anna.", "Yes, Ms. Berg.")),
    (
        "sentence_lengths",
        {"at_most": 3},
        ("One two three. Four.",),
        ("One. Two three four five.", "One two three four."),
    ),
    ("word_lengths", {"letters": 5}, ("Seven words",), ("Sevens",)),
    ("word_lengths", {"letters": 5, "besides": 1}, ("Sevens words",), ("Sevens letters",)),
    ("lines", {"sentences": 1}, ("One.\n- Two.\n\nThree",), ("One.\nTwo. Three.",)),
    ("lines", {"sentences": 2}, ("One. Two.\nThree.",), ("One.\nTwo. Three. Four.",)),
    ("date_style", {"style": "iso"}, ("2025-05-14", "Soon."), ("14 May 2025", "May 14", "14.5.2025")),
    (
        "date_style",
        {"style": "day_month"},
        ("14 May 2025", "the 14th of May", "3 Sept. 2025"),
        ("2025-05-14", "May 14", "14 May and May 15", "14/5/2025"),
    ),
    ("date_style", {"style": "month_day"}, ("May 14", "May 14th, 2025"), ("14 May", "2025-05-14", "May 14 and 15 May")),
    (
        "weekday",
        {"given": True},
        (
            "Wednesday, 14 May 2025",
            "Wednesday the 14th of May 2025",
            "May 14, 2025 (Wednesday)",
            "2025-05-14, a Wednesday",
            "Tuesday, 14 May",
            "In May.",
        ),
        ("14 May 2025", "Thursday, 14 May 2025", "2025-05-14 (Tuesday)", "Wednesday, 14 May 2025, or 15 May 2025"),
    ),
    (
        "weekday",
        {"given": False},
        ("14 May 2025", "On Wednesday."),
        ("Wednesday, 14 May 2025", "14 May 2025 (Wednesday)"),
    ),
    ("clock_style", {"hours": 24}, ("17:30", "At 9:05.", "Soon."), ("5:30 pm", "5 p.m.", "17:30 or 5 pm")),
    ("clock_style", {"hours": 12}, ("5:30 pm", "5 P.M.", "12.15 am"), ("17:30", "9:05", "5 pm or 17:30")),
    ("currency_style", {"style": "sign"}, ("€40", "40 £", "$ 1,250.50"), ("40 euros", "EUR 40", "€40 or 40 dollars")),
    ("currency_style", {"style": "word"}, ("40 euros", "one 40-dollar note", "3 pounds"), ("€40", "40 USD")),
    ("currency_style", {"style": "code"}, ("EUR 40", "40 GBP"), ("€40", "40 euros", "USD 40 or $40")),
    (
        "number_style",
        {"style": "figures"},
        ("12 cats", "one cat", "two hundred", "99"),
        ("two cats", "12 or ninety-nine"),
    ),
    ("number_style", {"style": "words"}, ("twelve cats", "100 cats", "40%", "the 3rd"), ("2 cats", "two of 12", "99")),
    (
        "thousands_style",
        {"style": "separated"},
        ("1,250", "In 1999.", "999", "2,025"),
        ("1250", "1899", "2100", "1,250 or 3000"),
    ),
    ("thousands_style", {"style": "plain"}, ("1250", "In 2025.", "12500"), ("1,250", "12,500 or 3000")),
    (
        "quotes",
        {"own_words": True},
        ('As to "My EX":', "‘meet my ex’, 'no idea'", "“I meet”"),
        ('As to "my boss":', "my ex"),
    ),
    ("quotes", {"own_words": False}, ("It's Anna's ex.", 'The size is 5".'), ('"Ex"', "So ‘ex’ it is", "«ex»")),
    ("plain_ascii", {}, ("It's 40 EUR - ok?",), ("It’s 40 EUR.", "40 €", "Zürich")),
    (
        "contractions",
        {"contracted": True},
        ("It's fine.", "Fine.", "So it is."),
        ("It is fine.", "It's what I am not."),
    ),
    (
        "contractions",
        {"contracted": False},
        ("It is fine.", "Anna's dogs' bowl"),
        ("It's fine.", "I don’t.", "She'd go."),
    ),
    ("ends_asking", {"asked": True}, ("Yes. Is it?", 'Is it "so?"', "Is it? 😊"), ("Is it? Yes.", "Yes.")),
    ("ends_asking", {"asked": False}, ("Is it? Yes.", "Yes."), ("Yes. Is it?",)),
)


@pytest.mark.parametrize("number", range(len(CASES)))
def test_a_check_tells_keeping_from_breaking(number: int) -> None:
    check, parameters, keeps, breaks = CASES[number]
    assert {reply: comply(reply, OCCASION, check, "always", parameters) for reply in (*keeps, *breaks)} == {
        **dict.fromkeys(keeps, True),
        **dict.fromkeys(breaks, False),
    }


def test_every_check_is_told_apart_here() -> None:
    assert {check for check, *_ in CASES} | {"cites_date"} == set(CHECKS)


@pytest.mark.parametrize(
    ("reply", "cites", "silent", "cites_unknown", "silent_unknown"),
    [
        # Known days of disclosure are 3 March 2025 and 24 December 2024. If none is known, any day is cited, and a day
        # is one of disclosure where a word such as `told` stands shortly before it.
        ("You told me on 3 March 2025.", True, False, True, False),
        ("You told me on 3 March.", True, False, True, False),
        ("It is so since 2024-12-24.", True, False, True, True),
        ("Said on December 24.", True, False, True, False),
        ("It is on 14 May 2025.", False, True, True, True),
        ("You told me on 14 May 2025 of 3 March.", True, False, True, False),
        ("You told me on 3 March 2024.", False, True, True, False),
        ("You told me on 24 December 2025.", False, True, True, False),
        ("On 14 May 2025, as you told me.", False, True, True, True),
        ("You told me in March.", False, True, False, True),
        ("You told me.", False, True, False, True),
        # Figures alone: the day of the month decides.
        ("You told me on 3.3.2025.", True, False, True, False),
        ("You told me on 4.9.2025.", False, True, True, False),
        # The word begins 48 characters before the date, and 49.
        (f"told {'x' * 42} 14 May", False, True, True, False),
        (f"told {'x' * 43} 14 May", False, True, True, True),
    ],
)
def test_citing_the_day_of_a_disclosure(
    reply: str, cites: bool, silent: bool, cites_unknown: bool, silent_unknown: bool
) -> None:
    found = [
        comply(reply, occasion, "cites_date", "always", {"cited": cited})
        for occasion in (OCCASION, UNKNOWN)
        for cited in (True, False)
    ]
    assert found == [cites, silent, cites_unknown, silent_unknown]


def test_who_has_no_name_is_addressed_by_none() -> None:
    for name in ("", "  "):
        nameless = replace(OCCASION, name=name)
        found = [
            comply("Yes, Anna.", nameless, "address", "always", {"style": s}) for s in ("none", "first_name", "title")
        ]
        assert found == [True, False, False]


def test_a_day_is_the_one_written() -> None:
    def day(text: str, *year: int) -> date | None:
        (match,) = dates_in(text)
        return day_of(match, *year)

    assert day("2025-05-14") == date(2025, 5, 14)
    assert day("14 May 2025") == date(2025, 5, 14)
    assert day("14th of May") is None
    assert day("14th of May", 2024) == date(2024, 5, 14)
    assert day("May 14, 2025", 2024) == date(2025, 5, 14)
    assert day("Sept. 3rd", 2023) == date(2023, 9, 3)
    assert day("3.4.2025", 2025) is None
    assert day("31 June 2025") is None


ACTS = ("answer", "abstain", "ask", "advise", "remind", "acknowledge", "confirm")


@pytest.mark.parametrize(
    ("opportunity", "acts"),
    [
        ("always", ACTS),
        ("answers", ("answer",)),
        ("informs", ("answer", "advise", "remind", "confirm")),
        ("advises", ("advise", "confirm")),
        ("abstains", ("abstain",)),
        ("acknowledges", ("acknowledge",)),
        ("quotable", tuple(act for act in ACTS if act != "acknowledge")),
    ],
)
def test_acts_that_give_an_opportunity(opportunity: str, acts: tuple[str, ...]) -> None:
    test = OPPORTUNITIES[opportunity]
    assert tuple(act for act in ACTS if test("Yes.", replace(OCCASION, act=PlanAct(act)), {})) == acts
    assert {act.value for act in PlanAct} == set(ACTS)


@pytest.mark.parametrize(
    ("opportunity", "parameters", "given", "missing"),
    [
        ("opening", {}, {"opening": True}, {"opening": False}),
        ("named", {}, {"name": "Anna"}, {"name": " - "}),
        ("asked", {}, {"asked": True}, {"asked": False}),
        ("touched", {"when": ("ex", "boss")}, {"message": "My boss."}, {"message": "The next text."}),
        ("quotable", {}, {"message": "Three words here"}, {"message": "Two words"}),
    ],
)
def test_occasions_that_give_an_opportunity(
    opportunity: str, parameters: dict[str, object], given: dict[str, object], missing: dict[str, object]
) -> None:
    test = OPPORTUNITIES[opportunity]
    assert test("Yes.", replace(OCCASION, **given), parameters) is True
    assert test("My boss, Anna? 3 words here.", replace(OCCASION, **missing), parameters) is False


@pytest.mark.parametrize(
    ("opportunity", "given", "missing"),
    [
        ("names_date", ("On 14 May.", "2025-05-14", "May 14", "14.5.25"), ("In May 2025.", "On Monday.", "14")),
        ("names_time", ("At 17:30.", "5 pm"), ("At 5.", "14 May", "1:300")),
        ("names_money", ("€40", "40 euros", "40 USD"), ("forty euros", "40", "euros")),
        ("names_number", ("2 cats", "two cats", "It is 99."), ("one cat", "100", "14 May", "9:30", "€40", "1. Yes")),
        ("names_thousands", ("1000", "1,000", "2100"), ("999", "In 1900.", "In 2099.", "2025-05-14")),
        ("contractible", ("It's so.", "It is so.", "I cannot say."), ("So it is.", "Anna's.", "Bergen.")),
        ("worded", ("A color.", "A COLOUR."), ("Colourful.", "Yes.")),
        ("several_sentences", ("One. Two.", "One\nTwo"), ("One.", "It is 1.5 km, e.g. on foot.")),
    ],
)
def test_replies_that_give_an_opportunity(opportunity: str, given: tuple[str, ...], missing: tuple[str, ...]) -> None:
    test, parameters = OPPORTUNITIES[opportunity], {"instead": {"color": "colour"}}
    assert {reply: bool(test(reply, OCCASION, parameters)) for reply in (*given, *missing)} == {
        **dict.fromkeys(given, True),
        **dict.fromkeys(missing, False),
    }


def test_without_an_opportunity_a_rule_is_neither_kept_nor_broken() -> None:
    # The same reply: kept, broken, and untested.
    assert comply("It is 1250.", OCCASION, "thousands_style", "names_thousands", {"style": "plain"}) is True
    assert comply("It is 1250.", OCCASION, "thousands_style", "names_thousands", {"style": "separated"}) is False
    assert comply("It is 125.", OCCASION, "thousands_style", "names_thousands", {"style": "separated"}) is None


def test_each_measure_of_one_reply() -> None:
    text = (
        "# Plan\n- Pack **two** bags! 😊\n- Go.\n* Rest?\n1. Fly on 3 June 2025!\n2) _Land_.\n\nWhy? Yes!! ok, __so__"
    )
    counted = {name: measure(text) for name, measure in MEASURES.items() if name != "words"}
    assert counted == {
        "sentences": 9,  # Plan; Pack; Go; Rest; Fly; Land; Why; Yes; ok
        "lines": 7,  # the empty one does not count
        "bullets": 3,
        "numbered": 2,
        "bold": 2,
        "emphasis": 4,  # **two**, _Land_, __so__ and the heading
        "emoji": 1,
        "questions": 2,
        "exclamations": 4,
        "dates": 1,
    }
    assert (MEASURES["questions"]("吗？ Is it? 呢？"), MEASURES["exclamations"]("好！ Yes!")) == (3, 2)
    assert MEASURES["words"]("Don't go — at 9:30, well-known (odd) €40 😊.") == 7


@pytest.mark.parametrize(("kept", "opportunities", "share"), [(2, 2, None), (2, 3, 2 / 3), (0, 3, 0.0), (3, 3, 1.0)])
def test_the_share_of_a_rule_needs_three_opportunities(kept: int, opportunities: int, share: float | None) -> None:
    assert Compliance(kept, opportunities).share == share
