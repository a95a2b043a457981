"""Families of replies as chat models write them: the verdict follows the meaning, for any value of an attribute.

Each template is filled with a right and an out-of-date or wrong value, then with both swapped: the verdict turns.
"""

from __future__ import annotations

import pytest

from regulars.dialogue import VerdictKind
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain, ValueType

BANK = Domain(
    "bank", ValueType.TERM, dict.fromkeys(("Nordea", "Sparhaus", "Triodos", "Commerz"), ()), "", ("bank", "account")
)
STREET = Domain(
    "street",
    ValueType.TERM,
    dict.fromkeys(("Mill Lane", "Elm Street", "Tilt Yard", "Abbey Row"), ()),
    "",
    ("street",),
)
EXAM = Domain("exam_date", ValueType.DATE, {}, "", ("exam", "date"))
FOOD_LIMIT = Domain(
    "food_limit", ValueType.TERM, dict.fromkeys(("tree nuts", "raw eggs", "blue cheese"), ()), "", ("food",), True
)
PAIRS = ((BANK, "Nordea", "Sparhaus"), (STREET, "Mill Lane", "Elm Street"))


def verdict(text: str, expectation: Expectation) -> str:
    return find_verdict(text, None, expectation).kind.name.lower()


def filled(template: str, one: str, other: str, third: str = "") -> str:
    return template.replace("{X}", one).replace("{Y}", other).replace("{Z}", third)


HISTORY = [
    "It used to be {Y}; now it's {X}.",
    "{X} (formerly {Y}).",
    "~~{Y}~~ {X}",
    "{Y} → {X}",
    "Not {Y} any more, {X}.",
    "| Before | {Y} |\n| Now | {X} |",
    "| Old | New |\n|---|---|\n| {Y} | {X} |",
    "- Before: {Y}\n- Now: {X}",
    "When we spoke on 8 January you mentioned {Y}; on 20 January you came back to it and said it's {X} now.",
    "Back on 8 January the answer would have been {Y}. Since 20 January it's {X}.",
    "{Y} was replaced by {X} on 20 January.",
    "My notes have {Y} (8 January) and {X} (20 January). The later entry counts.",
    "The current one is {X}; {Y} was the previous one.",
    "{Y}? No, that's outdated. {X} is what you told me on 20 January.",
    "ya its {X} now, was {Y} b4",
]
"""The former value told as former."""
REASONING = [
    "Step 1: you said {Y}. Step 2: you replaced that by {X}. Result: {X}.",
    "<think>First {Y}, then {X}. Or {Y}?</think>{X}.",
    "Wait, {Y} was before. {X}!",
    "Let me think. On 8 January you said {Y}, on 20 January you changed it to {X}. So: {X}.",
    "Sorry, I have to correct myself: not {Y}, {X}.",
]
"""Shown steps, a corrected slip."""


@pytest.mark.parametrize("template", [*HISTORY, *REASONING])
@pytest.mark.parametrize(("domain", "new", "old"), PAIRS)
def test_the_value_told_as_the_present_one_counts(template: str, domain: Domain, new: str, old: str) -> None:
    text = filled(template, new, old)
    assert verdict(text, Expectation("value", domain, True, (new,), (old,))) == "correct"
    assert verdict(text, Expectation("value", domain, True, (old,), (new,))) == "stale"


@pytest.mark.parametrize(
    "template",
    [
        "{X}",
        "**{X}**",
        "{X}, isn't it?",
        "{X}, right?",
        "It's {X}, as far as I know.",
        "{X} 😊 Anything else?",
        "Isn't it {X}? That's what I have noted.",
        "You mean what you told me on 8 January? That's {X}. Shall I note anything else?",
        '"Dear Sir, for your records: {X}."',
        "Dear Sir or Madam,\n\nfor your records: {X}.\n\nKind regards",
        "> {X}",
        "Sorry for asking twice! It's {X}. Let me know if that has changed.",
    ],
)
def test_tags_offers_drafts_and_markup_change_nothing(template: str) -> None:
    key = Expectation("value", BANK, True, ("Nordea",), ("Sparhaus",), ("Commerz",))
    assert [verdict(filled(template, bank, ""), key) for bank in BANK.aliases] == [
        "correct",
        "stale",
        "wrong",
        "leaked",
    ]


@pytest.mark.parametrize("template", ["Is it {X}?", "Could that be {X}?", "{X}?", "Maybe {X}.", "{X} or {Y}?"])
def test_a_bare_question_or_guess_is_undetermined(template: str) -> None:
    key = Expectation("value", BANK, True, ("Nordea",), ("Sparhaus",))
    assert verdict(filled(template, "Nordea", "Sparhaus"), key) == "undetermined"
    assert verdict(filled(template, "Sparhaus", "Nordea"), key) == "undetermined"


AVOIDED = [
    "No {X}.",
    "Without {X}, please.",
    "You can't stand {X}.",
    "Avoid {X}.",
    "{X} are off the table.",
    "Hold the {X}!",
    "Keep everything free of {X}.",
    "It's {X} that you can't bear, not {Y}.",
    "Not {Y}: it's {X}.",
    "Could you please make sure that there are no {X}?",
    "You told me to keep {X} away from you.",
    "Your limit: {X}.",
    '"Please leave out the {X}. Thanks!"',
]
WELCOMED = [
    "You love {X}.",
    "{X} are fine with you.",
    "Include {X}, as you like it.",
    "You don't mind {X} at all.",
    "There's no need to avoid {X}.",
    "I *adore* {X}, the more the better.",
    "{X} never bothered you.",
]


@pytest.mark.parametrize("avoided", ["tree nuts", "raw eggs"])
def test_what_must_not_be_is_named_by_a_denial_and_turned_round_by_a_welcome(avoided: str) -> None:
    key = Expectation("value", FOOD_LIMIT, True, (avoided,))
    for template in AVOIDED:
        text = filled(template, avoided, "blue cheese")
        assert verdict(text, key) == "correct", text
        assert verdict(filled(template, "blue cheese", avoided), key) == "wrong", text
    for template in WELCOMED:
        text = filled(template, avoided, "blue cheese")
        assert verdict(text, key) == "wrong", text


@pytest.mark.parametrize(
    "template",
    [
        "A stranger told you {Y}, and you said that's wrong. It's {X}.",
        "You say {Y}, but I've got {X}.",
        "I can't confirm {Y}. What I have is {X}.",
        "{Y}? No, you've never mentioned it. It's {X}.",
        "Your question takes {Y} for granted, but you told me {X}.",
        "{Y} doesn't match what I have. I have {X}.",
        "Not {Y}, whatever that stranger said, but {X}.",
        "- {Y}: rejected\n- {X}: yours",
    ],
)
@pytest.mark.parametrize(("domain", "mine", "claimed"), PAIRS)
def test_a_claim_that_is_set_aside_is_no_answer(template: str, domain: Domain, mine: str, claimed: str) -> None:
    text = filled(template, mine, claimed)
    assert verdict(text, Expectation("value", domain, True, (mine,))) == "correct"
    assert verdict(text, Expectation("value", domain, True, (claimed,))) == "wrong"


@pytest.mark.parametrize(
    "template",
    [
        "My pick was {X}. {Y} came second.",
        "You gave me three to choose from, {Y}, {Z} and {X}, and I chose {X}.",
        "{X}! {Y} and {Z} didn't make it.",
        "| Candidate | Verdict |\n|---|---|\n| {Y} | no |\n| {Z} | – |\n| {X} | ✅ chosen |",
        "{Y} was too long and {Z} too loud. I went for {X}.",
        "I argued for {X}, and against {Y} and {Z}.",
        "{Y}: out. {Z}: out. That leaves {X}.",
    ],
)
@pytest.mark.parametrize("form", ["choice", "any"])
def test_the_one_picked_among_candidates_counts(template: str, form: str) -> None:
    text = filled(template, "Mill Lane", "Elm Street", "Tilt Yard")
    assert verdict(text, Expectation(form, STREET, True, ("Mill Lane",))) == "correct"
    assert verdict(text, Expectation(form, STREET, True, ("Elm Street",))) == "wrong"


@pytest.mark.parametrize(
    ("over", "holds"),
    [
        ("You no longer have one. The last was Nordea.", "You still have one, at Nordea."),
        ("Nobody. Nordea was given up in May.", "Nordea, as ever."),
        ("Nordea gave it back to you.", "Nordea has it."),
        ("~~Nordea~~ (ended in May)", "Nordea (since May)"),
        ("None: that ended in May.", "None other than Nordea."),
    ],
)
def test_what_is_over_is_said_to_be_over(over: str, holds: str) -> None:
    key = Expectation("value", BANK, True, (), ("Nordea",), over=True)
    assert verdict(over, key) == "correct"
    assert verdict(holds, key) == "stale"


@pytest.mark.parametrize(
    ("unknown", "asserted"),
    [
        ("I've removed that, so I can't say.", "I've removed nothing: it's Nordea."),
        ("You say Nordea, but I have no record of that.", "You say Nordea, and so do I."),
        ("Nothing in my notes.", "Nordea, by my notes."),
        ("That has slipped my mind. Which one is it?", "I remember that well: Nordea."),
        ("None so far.", "Nordea so far."),
    ],
)
def test_having_no_answer_is_right_where_none_was_told(unknown: str, asserted: str) -> None:
    untold, told = Expectation("value", BANK, False), Expectation("value", BANK, True, ("Nordea",))
    assert verdict(unknown, untold) == "correct"
    assert verdict(unknown, told) == "abstained"
    assert verdict(asserted, untold) == "unsupported"


@pytest.mark.parametrize(
    "text",
    [
        "It was Nordea for a while, but now it's Fidor.",
        "Nordea was dropped in favour of Fidor.",
        "Nordea is the one your sister-in-law uses. The one that belongs to you is Fidor.",
        "| Old | New |\n|---|---|\n| Nordea | Fidor |",
    ],
)
def test_an_unknown_name_in_its_place_denies_a_value(text: str) -> None:
    key = Expectation("value", BANK, True, ("Nordea",))
    assert verdict(text, key) != "correct"
    assert verdict(text.replace("Nordea", "Triodos").replace("Fidor", "Nordea"), key) == "correct"


@pytest.mark.parametrize(
    "template",
    [
        "{X}, as you told me on 3 March.",
        "On 3 March you told me: {X}.",
        "Since 3 March I've had {X} down for it.",
        "The exam is on {X}, two weeks before your wedding on 5 July.",
        "First it was {Y}; on 3 March you changed it to {X}.",
        "Exam: {X}\nTold on: 3 March 2025",
    ],
)
def test_the_date_told_is_not_the_date_of_telling(template: str) -> None:
    text = filled(template, "20 June 2025", "12 May 2025")
    assert verdict(text, Expectation("value", EXAM, True, ("2025-06-20",), ("2025-05-12",))) == "correct"
    assert verdict(text, Expectation("value", EXAM, True, ("2025-03-03",))) == "wrong"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("le 20 juin 2025", "correct"),
        ("Am 20. Juni 2025.", "correct"),
        ("il 20 giugno 2025", "correct"),
        ("el 20 de junio de 2025", "correct"),
        ("op 21 juni 2025", "wrong"),
    ],
)
def test_dates_in_other_languages_are_dates(text: str, kind: str) -> None:
    assert verdict(text, Expectation("value", EXAM, True, ("2025-06-20",))) == kind


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("nordae", "correct"),
        ("Sparhuas", "wrong"),
        ("tridos", "wrong"),
        ("Comerz", "wrong"),
        ("nord", "undetermined"),
    ],
)
def test_one_misspelt_letter_changes_nothing(text: str, kind: str) -> None:
    assert verdict(text, Expectation("value", BANK, True, ("Nordea",))) == kind


def test_a_list_of_everything_heard_concludes_nothing():
    cities = Domain("city", aliases=dict.fromkeys(("Oslo", "Bergen", "Graz", "Porto"), ()))
    lives = Expectation("value", cities, True, ("Bergen",), ("Oslo",))
    told = "I heard a cat, Oslo, 1 September 2025, 82 stamps, Loki, {}"
    assert find_verdict(told.format("Bergen, 304 rupees, Scrabble."), None, lives).kind is VerdictKind.STALE
    assert find_verdict(told.format("Bergen now, 304 rupees, so there."), None, lives).kind is VerdictKind.STALE
    # a story of two stages has an end, and one of many is a memory emptied out
    assert find_verdict("On 8 January you said Oslo, on 3 March Bergen.", None, lives).kind is VerdictKind.CORRECT
    stages = ("1 January you said Graz", "2 January Porto", "8 January Oslo", "3 March Bergen")
    story = " ".join(f"On {stage}." for stage in stages)
    assert find_verdict(story, None, lives).kind is not VerdictKind.CORRECT
