"""Options about time: a reply's order of mention is no order in time where its words say otherwise, both ways round."""

from __future__ import annotations

from itertools import permutations

import pytest

from regulars.dialogue import VerdictKind
from regulars.rewards.choices.choice import ChoiceKind, read_choice
from regulars.rewards.choices.times.days_told import find_days
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain, ValueType

LETTERS = Domain("option", ValueType.TERM, dict.fromkeys("ABCD", ()))


def history(*things: str) -> str:
    return f"It went {', then '.join(things)}."


def picked(text: str, options: tuple[str, ...]) -> str:
    """The option that a reply picks; empty if it picks none or several."""
    choice = read_choice(text, options)
    return options[choice.options[0]] if choice.kind is ChoiceKind.PICKED else ""


def is_right(text: str, options: tuple[str, ...], right: str) -> bool:
    """Whether the whole matcher counts a reply."""
    gold = "ABCD"[options.index(right)]
    expectation = Expectation("option", LETTERS, True, (gold,), options=options)
    return find_verdict(text, None, expectation).kind is VerdictKind.CORRECT


HISTORIES = [
    "It's {c} now. Before that it was {b}, and originally {a}.",
    "{c} at the moment, previously {b}, at first {a}.",
    "Right now it's {c}. It was {b} before, and {a} at the start.",
    "Since March it's been {c}; prior to that {b}, and {a} to begin with.",
    "{c} (now), {b} (before), {a} (originally).",
    "- Now: {c}\n- Before that: {b}\n- At first: {a}",
    "{c} took over from {b}, which had taken over from {a}.",
    "{b} replaced {a}, and {c} replaced {b}.",
    "{b} replaced {a} and was later replaced by {c}.",
    "{b} came after {a}, and {c} after {b}.",
    "Before {c} it was {b}, and before {b} it was {a}.",
    "After {a} came {b}, and after {b} came {c}.",
    "You started with {a} and are now on {c}, with {b} in between.",
    "{c} came last, {a} came first and {b} was in between.",
    "It went from {a} to {c}, via {b}.",
    "{a} was the first, then you swapped it for {b}. Now it's {c}.",
    "You swapped {a} for {b} in February and {b} for {c} in March.",
    "It's {c} now, but it was {a} and then {b} before.",
    "In March it was {c}, in February {b} and in January {a}.",
    "{c} since 4 March, {b} until 4 March and {a} until 20 February.",
    "Most recently {c}, before that {b}, and {a} in January.",
    "{a} → {b} → {c}",
    "{c} ← {b} ← {a}",
    "It used to be {a}, then {b}, and these days it's {c}.",
]
THREES = [
    ("stone grey", "slate grey", "alabaster"),
    ("Ambrose", "Bristow", "Calloway"),
    ("1450 euros", "90 euros", "7 euros"),
]


@pytest.mark.parametrize("things", THREES)
@pytest.mark.parametrize("words", HISTORIES)
def test_history_in_any_order_of_mention(words: str, things: tuple[str, str, str]) -> None:
    options = tuple(history(*order) for order in permutations(things))
    for order in permutations(things):
        told = words.format(**dict(zip("abc", order, strict=True)))
        assert picked(told, options) == history(*order)


CHANGES = [
    "It's {b} now. It used to be {a}.",
    "{b} now, {a} before.",
    "{b} replaced {a}.",
    "{a} was replaced by {b}.",
    "Before {b}, it was {a}.",
    "You had {a} before {b}.",
    "{b} instead of {a} since April.",
    "{b} came after {a}.",
    "{b} is the new one, {a} was the old one.",
    "Since April it's been {b}, before that it was {a}.",
    "{b}, formerly {a}.",
    "You've got {b} after selling {a}.",
    "In April it became {b}; in January it was {a}.",
    "You changed to {b} from {a}.",
    "{b} took over from {a}.",
]
TWO = (history("Langkawi", "Lombok"), history("Lombok", "Langkawi"))


@pytest.mark.parametrize("words", CHANGES)
def test_change_told_newest_first(words: str) -> None:
    for order, right in ((("Langkawi", "Lombok"), TWO[0]), (("Lombok", "Langkawi"), TWO[1])):
        told = words.format(a=order[0], b=order[1])
        assert is_right(told, TWO, right)
        assert not is_right(told, TWO, TWO[1 - TWO.index(right)])


@pytest.mark.parametrize("words", CHANGES[:6])
def test_letter_with_a_history_told_newest_first(words: str) -> None:
    told = words.format(a="Langkawi", b="Lombok")
    assert is_right(f"A. {told}", TWO, TWO[0])
    assert not is_right(f"B. {told}", TWO, TWO[1])


VETS = ("My vet is Adeyemi.", "My vet is Brandt.", "My vet is Castillo.", "My vet is Dvorak.")
PRESENT = [
    "It was {a} before, but now it's {b}.",
    "You had {a} until March and have had {b} since.",
    "{a} was your previous vet, and {b} is your current one.",
    "{b} took over from {a}.",
    "{a} was replaced by {b} in March.",
    "Dr {b} has taken the place of Dr {a}.",
    "You're with {b} these days; {a} was the one before.",
    "In the past it was {a}. Nowadays you have {b}.",
    "In January it was {a}. Now it's {b}.",
    "{a} was yours until {b} took over.",
    "You're with {b} now that you've left {a}.",
    "Not {a} any more, but {b}.",
    "You swapped {a} for {b}.",
    "After {a} came {b}.",
    "Your last vet was {a}, and {b} is the present one.",
    "First {a}, then {b}.",
    "{a} is old news, it's {b}.",
    "You left {a}, and since 4 March it's {b}.",
]


@pytest.mark.parametrize("words", PRESENT)
def test_present_one_beside_a_former_one(words: str) -> None:
    for a, b in (("Adeyemi", "Castillo"), ("Castillo", "Adeyemi")):
        told = words.format(a=a, b=b)
        assert is_right(told, VETS, f"My vet is {b}.")
        assert not is_right(told, VETS, f"My vet is {a}.")


@pytest.mark.parametrize(
    "text",
    [
        "You saw Adeyemi before, but now it's Ferreira.",
        "You have Ferreira now; Adeyemi was an earlier one.",
        "It used to be Adeyemi, and these days it's Ferreira.",
        "Adeyemi was your old vet. You've got Ferreira now.",
        "You had Adeyemi until March. Currently it's Ferreira.",
        "Adeyemi was replaced by Brandt, and now it's Ferreira.",
    ],
)
def test_former_one_where_the_present_one_is_not_offered(text: str) -> None:
    assert not is_right(text, VETS, VETS[0])


@pytest.mark.parametrize(
    "text",
    [
        "You told me earlier that it's Castillo.",
        "Castillo, as you said before.",
        "It's Castillo. Brandt is your sister's new vet.",
        "Castillo was first mentioned in March. Brandt is your sister's.",
        "Is it Brandt now, or Castillo?",
    ],
)
def test_words_for_time_that_tell_of_something_else(text: str) -> None:
    assert picked(text, VETS) in ("", VETS[2])


TOLD = ("My bike colour: beige.", "Cetinje (that's my birthplace).")
MENTIONS = [
    "{b} came later.",
    "{b} was the later one.",
    "You mentioned {b} more recently.",
    "{b} was the second thing you mentioned.",
    "Before you mentioned {b}, you'd already told me about {a}.",
    "{b} was only mentioned after you'd told me about {a}.",
    "{b} wasn't mentioned until after {a}.",
    "You told me about {a} before you told me about {b}.",
    "You mentioned {b} on 23 January, two weeks after telling me about {a}.",
    "You told me about {b} on 23 January and about {a} on 9 January.",
    "{b}: 23 January. {a}: 9 January.",
    "| Topic | Date |\n|---|---|\n| {b} | 23 Jan 2025 |\n| {a} | 9 Jan 2025 |",
    "I heard about {a} in early January and about {b} in late January.",
    "{b} came up on the 23rd, {a} on 9 January.",
    "By the time you mentioned {b}, you'd told me about {a}.",
    "{a} had already come up when you mentioned {b}.",
]


@pytest.mark.parametrize("words", MENTIONS)
def test_told_first_said_by_the_other_one_or_by_dates(words: str) -> None:
    for a, b, right in (("your bike colour", "your birthplace", 0), ("your birthplace", "your bike colour", 1)):
        told = words.format(a=a, b=b)
        told = told[0].upper() + told[1:]
        assert is_right(told, TOLD, TOLD[right])
        assert not is_right(told, TOLD, TOLD[1 - right])


def test_options_of_other_kinds_are_left_alone() -> None:
    assert picked("It used to be tea, now coffee.", ("Tea", "Coffee")) in ("", "Coffee")
    assert picked("The second one.", TWO) == TWO[1]
    assert picked("It's A, since you had Lombok before.", TWO) == TWO[0]


def test_days_without_a_month_belong_to_the_one_before() -> None:
    first, second = find_days("on 9 march, and again on the 12th.")
    assert first.is_before(second)
    assert not second.is_before(first)
    assert find_days("you may march on.") == []


KEEPERS = tuple(f"My vet is {name}." for name in ("Lindqvist", "Okafor", "Brannigan"))


@pytest.mark.parametrize(
    "words",
    [
        "{b}. Before him it was {a}.",
        "It's {b}. It was {a} before him.",
        "That's {b}. A few months ago it was {a}.",
        "{b} is. Last year it was still {a}.",
        "Your vet is {b}. In February it was {a}.",
        "{b}. When we first talked about it, you went to {a}.",
        "{b}. You started with {a}.",
        "It's {b}. Until a month ago you had {a}.",
        "{b}. The last one was {a}.",
        "Your vet is {b}. It'll be {a} from next month.",
        "{b}. After that it's {a}.",
    ],
)
def test_a_value_of_another_time_in_a_later_sentence(words: str) -> None:
    for a, b, right in (("Lindqvist", "Okafor", 1), ("Okafor", "Lindqvist", 0)):
        told = words.format(a=a, b=b)
        assert is_right(told, KEEPERS, KEEPERS[right])
        assert not is_right(told, KEEPERS, KEEPERS[1 - right])


def test_two_values_of_before_in_a_later_sentence() -> None:
    for told in (
        "It's Okafor. First came Lindqvist, and then Brannigan.",
        "Okafor. You started with Lindqvist and then had Brannigan.",
        "Okafor. Earlier on it was Lindqvist and then Brannigan.",
    ):
        assert is_right(told, KEEPERS, KEEPERS[1])
        assert is_right(
            told.replace("Okafor", "X").replace("Lindqvist", "Okafor").replace("X", "Lindqvist"), KEEPERS, KEEPERS[0]
        )


@pytest.mark.parametrize(
    "told",
    [
        "Okafor. He was replaced by Lindqvist.",
        "Okafor. No, sorry, it was Lindqvist.",
        "It was Okafor. Now it's Lindqvist.",
        "Okafor was your vet. Then Lindqvist came along.",
        "Okafor. That was before Lindqvist.",
        "Okafor? It was Lindqvist.",
        "Okafor retired. The cat was treated by Lindqvist.",
    ],
)
def test_what_replaces_or_corrects_the_first_value_is_not_left_out(told: str) -> None:
    assert not is_right(told, KEEPERS, KEEPERS[1])


@pytest.mark.parametrize(
    "words",
    [
        "Since you told me about {a}, there have been two changes, first to {b} and then to {c}.",
        "You had {a} in January. Since then you've changed twice, first to {b} and later to {c}.",
        "Since {a} you've had {b} and then {c}.",
    ],
)
def test_changes_counted_from_the_first_value(words: str) -> None:
    options = (history("Oslo", "Lund", "Turku"), history("Turku", "Lund", "Oslo"), history("Oslo", "Turku", "Lund"))
    for order, right in (
        (("Oslo", "Lund", "Turku"), 0),
        (("Turku", "Lund", "Oslo"), 1),
        (("Oslo", "Turku", "Lund"), 2),
    ):
        told = words.format(a=order[0], b=order[1], c=order[2])
        assert picked(told, options) == options[right]


@pytest.mark.parametrize(
    "words",
    ["You told me {a} before you told me {b}.", "{a} came first, {b} came later.", "First you told me {a}, then {b}."],
)
def test_what_was_told_may_be_called_by_a_clause(words: str) -> None:
    options = ("My birthplace: Turku.", "Brannigan (that's my tax adviser).")
    clauses = ("where you were born", "who does your taxes")
    for first, second in ((0, 1), (1, 0)):
        told = words.format(a=clauses[first], b=clauses[second])
        assert picked(told[0].upper() + told[1:], options) == options[first]
