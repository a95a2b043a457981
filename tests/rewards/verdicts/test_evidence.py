"""The words around each value decide where several stand asserted or none: every rule beside its counterpart."""

from __future__ import annotations

import pytest
from worked_claims import CITIES, dated, named, values_of

from regulars.rewards.verdicts import evidence
from regulars.values import Domain

AVERSE = Domain("snack_limit", aliases=CITIES.aliases)
"""Attributes named so say what must not be."""
LASTING = Domain("city", aliases=CITIES.aliases, lasting=True)
OF_BROTHER = Domain("city", aliases=CITIES.aliases, subjects=("brother",))


def weighed(text: str, domain: Domain = CITIES) -> str:
    found = named(text)
    return " ".join(values_of(evidence.weighed(text, found, found, domain)))


@pytest.mark.parametrize(
    ("text", "only", "counterpart", "other"),
    [
        ("Premise: Oslo. My record: Bergen.", "Bergen", "Promise: Oslo. My record: Bergen.", "Oslo Bergen"),
        ("Not Oslo. At home Bergen.", "Bergen", "No, Oslo. At home Bergen.", "Oslo Bergen"),
        ("Oslo isn't it. At home Bergen.", "Bergen", "Oslo it is. At home Bergen.", "Oslo Bergen"),
        ("Oslo is too far. At home Bergen.", "Bergen", "Oslo is afar. At home Bergen.", "Oslo Bergen"),
        ("Oslo won't do. At home Bergen.", "Bergen", "Oslo will do. At home Bergen.", "Oslo Bergen"),
        ("Formerly Oslo. At home Bergen.", "Bergen", "Formally Oslo. At home Bergen.", "Oslo Bergen"),
        ("Your brother has Oslo. At home Bergen.", "Bergen", "Your garden has Oslo. At home Bergen.", "Oslo Bergen"),
        ("Your brother: Bergen. It has Oslo.", "Bergen Oslo", "Your brother, Bergen. It has Oslo.", "Oslo"),
        ("Oslo and then Bergen.", "Bergen", "Oslo and by then Bergen.", "Oslo Bergen"),
        # What is the user's own outweighs words against it.
        ("No trace of Oslo, yours. The sea has Bergen.", "Oslo", "No trace of Oslo, hers. The sea has Bergen.",
         "Bergen"),
        ("Yours: Oslo. And yours: Bergen.", "Oslo Bergen", "Yours: Oslo. And here: Bergen.", "Oslo"),
        # Words count up to an edge: a full stop, a dash, `but`, a comma before a new clause.
        ("Oslo, but not Bergen.", "Oslo", "Oslo, perhaps not Bergen.", "Oslo Bergen"),
        ("It is not far — Oslo. At home Bergen.", "Oslo Bergen", "It is not far, Oslo. At home Bergen.", "Bergen"),
        # None that is sure, or more than one: all.
        ("Not Oslo. Not Bergen.", "Oslo Bergen", "Not Oslo. Not Bergen. Graz.", "Graz"),
        ("Not Oslo. Oslo. Not Bergen.", "Oslo Oslo", "Not Oslo. Not Oslo. Not Bergen.", "Oslo Oslo Bergen"),
    ],
)  # fmt: skip
def test_the_value_counts_against_which_nothing_is_said(text: str, only: str, counterpart: str, other: str) -> None:
    assert weighed(text) == only
    assert weighed(counterpart) == other


@pytest.mark.parametrize(
    ("text", "plain", "domain", "other"),
    [
        # A negation says nothing against what must not be; a claim of strangers does.
        ("Oslo isn't it. At home Bergen.", "Bergen", AVERSE, "Oslo Bergen"),
        ("Rather than Oslo this. At home Bergen.", "Bergen", AVERSE, "Oslo Bergen"),
        ("A stranger said Oslo. At home Bergen.", "Bergen", AVERSE, "Bergen"),
        # The past says nothing against what lasts; an old label does.
        ("Formerly Oslo. At home Bergen.", "Bergen", LASTING, "Oslo Bergen"),
        ("Old: Oslo. At home Bergen.", "Bergen", LASTING, "Bergen"),
        ("Old city: **Oslo**. At home Bergen.", "Bergen", LASTING, "Bergen"),
        # A brother is another person, unless the attribute is about him.
        ("Your brother has Oslo. At home Bergen.", "Bergen", OF_BROTHER, "Oslo Bergen"),
    ],
)
def test_what_is_said_against_a_value_depends_on_the_attribute(
    text: str, plain: str, domain: Domain, other: str
) -> None:
    assert weighed(text) == plain
    assert weighed(text, domain) == other


def test_words_are_weighed_160_characters_around_a_value_and_up_to_the_next_one():
    # `never` ends 160 characters before Oslo in the first text, and begins one character too early in the second.
    for blanks, found in ((155, "Bergen"), (157, "Oslo Bergen")):
        text = f"never{' ' * blanks}Oslo. At home Bergen."
        assert text.index("Oslo") == blanks + 5
        assert weighed(text) == found
    for blanks, found in ((155, "Bergen"), (156, "Oslo Bergen")):
        text = f"Oslo{' ' * blanks}never. At home Bergen."
        assert weighed(text) == found
    assert weighed("Oslo Bergen never.") == "Oslo"


def test_at_most_sixty_values_are_weighed():
    assert weighed("Not Oslo. " * 59 + "Bergen.") == "Bergen"
    assert weighed("Not Oslo. " * 60 + "Bergen.") == "Oslo " * 60 + "Bergen"


def test_a_month_is_not_weighed_against_a_day():
    days = {"May": "2025-05", "20 June": "2025-06-20"}
    for text in ("Not in May. On 20 June.", "In May. Not on 20 June."):
        found = dated(text, days)
        assert evidence.weighed(text, found, found, CITIES) == found
    text = "Not on 14 May. On 20 June."
    found = dated(text, {"14 May": "2025-05-14", "20 June": "2025-06-20"})
    assert evidence.weighed(text, found, found, CITIES) == found[1:]


def replaced(text: str, domain: Domain = CITIES, **statuses: str) -> str:
    found = named(text, **statuses)
    claims = [one for one in found if one.status == "current"]
    return " ".join(values_of(evidence.replaced(text, found, claims, domain)))


@pytest.mark.parametrize(
    ("text", "statuses", "found"),
    [
        ("A stranger said Oslo. Bergen is on file.", {"Bergen": "hypothetical"}, "Bergen"),
        ("A letter said Oslo. Bergen is on file.", {"Bergen": "hypothetical"}, "Oslo"),
        ("A stranger said Oslo. Perhaps Bergen is on file.", {"Bergen": "hypothetical"}, "Oslo"),
        ("A stranger said Oslo. Formerly Bergen is on file.", {"Bergen": "past"}, "Oslo"),
        ("A stranger said Oslo. Bergen is on file.", {"Bergen": "foreign"}, "Bergen"),
        ("A stranger said Oslo. Bergen is on file.", {"Bergen": "quoted"}, "Oslo"),
        ("A stranger said Oslo. Bergen is on file.", {"Bergen": "denied"}, "Oslo"),
        # Two values that could stand in its place, and two claims of which one is not disowned.
        ("A stranger said Oslo. Bergen is on file. Graz too.", {"Bergen": "past", "Graz": "past"}, "Oslo"),
        ("A stranger said Oslo. Bergen is on file. So is Bergen.", {"Bergen": "past"}, "Bergen Bergen"),
        ("A stranger said Oslo. Bergen is on file. Perhaps Bergen.", {"Bergen": "past"}, "Oslo"),
        ("A stranger said Oslo. Formerly Bergen. So is Bergen.", {"Bergen": "past"}, "Oslo"),
        ("A stranger said Oslo. Graz is fine. Bergen is on file.", {"Bergen": "past"}, "Oslo Graz"),
        ("A stranger said Oslo. A stranger said Graz. Bergen is on file.", {"Bergen": "past"}, "Bergen"),
        ("Bergen is on file.", {"Bergen": "past"}, ""),
    ],
)
def test_a_value_stands_in_place_of_those_that_a_reply_disowns(text, statuses, found):
    assert replaced(text, **statuses) == found


def test_at_most_sixty_values_are_replaced():
    text = "A stranger said Oslo. " * 59 + "Bergen is on file."
    assert replaced(text, Bergen="past") == "Bergen"
    more = "A stranger said Oslo. " * 60 + "Bergen is on file."
    assert replaced(more, Bergen="past") == " ".join(["Oslo"] * 60)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Oslo is on file.", "Oslo"),
        ("Somebody else has Oslo.", ""),
        ("Somebody else has Oslo. Bergen is on file.", "Bergen"),
        ("There are dozens, Oslo or Bergen.", ""),
        ("There are dozens, Oslo or Oslo.", "Oslo Oslo"),
        ("Cities such as Oslo.", "Oslo"),
        ("Cities such as Oslo, Bergen.", ""),
    ],
)
def test_examples_and_claims_of_others_are_not_the_users(text: str, found: str) -> None:
    every = named(text)
    assert " ".join(values_of(evidence.owned(text, every, every, CITIES))) == found


def test_a_reply_of_more_than_sixty_values_owns_all():
    for count, left in ((60, 0), (61, 61)):
        every = named("Rumour has Oslo. " * count)
        assert len(evidence.owned("Rumour has Oslo. " * count, every, every, CITIES)) == left


DENTIST = Domain("dentist", aliases=CITIES.aliases, subjects=("dentist",))
VET = Domain("pet_doctor", aliases=CITIES.aliases, subjects=("pet", "veterinarian"))
MOTHER = Domain("advice", aliases=CITIES.aliases, subjects=("mother",))


@pytest.mark.parametrize(
    ("text", "domain", "found"),
    [
        ("My sister told me Oslo.", CITIES, ""),
        ("My sister told me Oslo. Bergen is on file.", CITIES, "Bergen"),
        ("My notes told me Oslo.", CITIES, "Oslo"),
        ("Oslo, my sister said.", CITIES, ""),
        ("Your mother told me Oslo.", DENTIST, ""),
        ("Your mother told me Oslo.", MOTHER, "Oslo"),
        ("Your vet is Oslo.", DENTIST, ""),
        ("Your vet is Oslo.", VET, "Oslo"),
        ("Your dentist is Oslo.", DENTIST, "Oslo"),
        ("Your vet is Oslo, your dentist is Bergen.", DENTIST, "Bergen"),
        ("Your vet knows Oslo.", DENTIST, "Oslo"),
    ],
)
def test_hearsay_and_other_roles_do_not_count(text: str, domain: Domain, found: str) -> None:
    every = named(text)
    assert " ".join(values_of(evidence.heard(text, every, every, domain))) == found


def test_a_reply_of_more_than_sixty_values_is_no_hearsay():
    for count, left in ((60, 0), (61, 61)):
        every = named("My sister told me Oslo. " * count)
        assert len(evidence.heard("My sister told me Oslo. " * count, every, every, CITIES)) == left


@pytest.mark.parametrize(
    ("text", "statuses", "found"),
    [
        ("I suggested Oslo.", {}, "Oslo"),
        ("I visited Oslo.", {}, ""),
        ("I suggested Oslo.", {"Oslo": "past"}, "Oslo"),
        ("I suggested Oslo.", {"Oslo": "questioned"}, ""),
        ("I suggested Oslo. I named Bergen.", {}, ""),
        ("I suggested Oslo. Bergen was there.", {}, "Oslo"),
        ("I suggested Oslo. I named Oslo.", {}, "Oslo Oslo"),
        ("I never suggested Oslo.", {}, ""),
        ("My tip: Oslo.", {}, "Oslo"),
    ],
)
def test_what_was_recommended_is_a_single_value(text, statuses, found):
    assert " ".join(values_of(evidence.recommended(text, named(text, **statuses), CITIES))) == found


def test_of_more_than_sixty_values_none_was_recommended():
    for count, left in ((60, 60), (61, 0)):
        text = "I suggested Oslo. " * count
        assert len(evidence.recommended(text, named(text), CITIES)) == left


@pytest.mark.parametrize(
    ("text", "form", "statuses", "found"),
    [
        # What was told counts for a value, what was recommended for a choice.
        ("You told me Oslo.", "value", {"Oslo": "hypothetical"}, "Oslo"),
        ("You told me Oslo.", "choice", {"Oslo": "hypothetical"}, ""),
        ("I suggested Oslo.", "choice", {"Oslo": "hypothetical"}, "Oslo"),
        ("I suggested Oslo.", "any", {"Oslo": "hypothetical"}, "Oslo"),
        ("I suggested Oslo.", "value", {"Oslo": "hypothetical"}, ""),
        ("You told me Oslo.", "value", {"Oslo": "questioned"}, "Oslo"),
        ("You told me Oslo.", "value", {"Oslo": "quoted"}, ""),
        ("Perhaps you told me Oslo.", "value", {"Oslo": "hypothetical"}, ""),
        ("You told me Oslo. You told me Bergen.", "value", {"Oslo": "questioned", "Bergen": "questioned"}, ""),
        ("You told me Oslo. You told me Bergen.", "value", {"Oslo": "questioned", "Bergen": "quoted"}, "Oslo"),
        # A question mark is a doubt behind a question tag that nothing answers.
        ("You told me Oslo?", "value", {"Oslo": "questioned"}, ""),
        ("You told me Oslo?", "value", {"Oslo": "hypothetical"}, "Oslo"),
        ("Oslo, right? As you said.", "value", {"Oslo": "questioned"}, "Oslo"),
        ("Oslo, right? As I said.", "value", {"Oslo": "questioned"}, ""),
        ("It's Oslo - that's your place.", "value", {"Oslo": "hypothetical"}, "Oslo"),
        ("It's Oslo - that's wrong.", "value", {"Oslo": "hypothetical"}, ""),
        # Beside a value that is denied, the other one is meant; beside a past one only since then.
        ("Oslo is out. Bergen here.", "value", {"Oslo": "denied", "Bergen": "hypothetical"}, "Bergen"),
        ("Oslo is out. Bergen here.", "value", {"Oslo": "past", "Bergen": "hypothetical"}, ""),
        ("Oslo is out. Since 2020 Bergen here.", "value", {"Oslo": "past", "Bergen": "hypothetical"}, "Bergen"),
        ("Oslo is out. Since school Bergen here.", "value", {"Oslo": "past", "Bergen": "hypothetical"}, ""),
        # `try` is no doubt in advice, unless it is denied.
        ("I told you to try Oslo.", "choice", {"Oslo": "hypothetical"}, "Oslo"),
        ("I told you not to try Oslo.", "choice", {"Oslo": "hypothetical"}, ""),
        ("You told me to try Oslo.", "value", {"Oslo": "hypothetical"}, ""),
        # Behind a label of the attribute stands the value, alone in its line.
        ("Your city: Oslo", "value", {"Oslo": "hypothetical"}, "Oslo"),
        ("Hi!\n- Your city: **Oslo**.\nBye!", "value", {"Oslo": "past"}, "Oslo"),
        ("Your house: Oslo", "value", {"Oslo": "hypothetical"}, ""),
        ("Your city: Oslo by the sea", "value", {"Oslo": "hypothetical"}, ""),
        ("Your city: old Oslo", "value", {"Oslo": "hypothetical"}, ""),
        ("Your city: ~~Oslo~~", "value", {"Oslo": "hypothetical"}, ""),
        ("Your old city: Oslo", "value", {"Oslo": "hypothetical"}, ""),
        ("Your city Oslo", "value", {"Oslo": "hypothetical"}, ""),
        ("Your city: Oslo", "value", {"Oslo": "quoted"}, ""),
        ("Your city: Oslo\nBergen", "value", {"Oslo": "past", "Bergen": "past"}, ""),
        ("Your city: Oslo\nBergen", "value", {"Oslo": "past", "Bergen": "denied"}, "Oslo"),
        ("", "value", {}, ""),
    ],
)
def test_a_reply_vouches_for_a_single_value(text, form, statuses, found):
    assert " ".join(values_of(evidence.vouched(text, named(text, **statuses), form, CITIES))) == found


def test_of_more_than_sixty_values_none_is_vouched_for_or_drafted():
    for count in (60, 61):
        text = "You told me Oslo. " * count
        kept = evidence.vouched(text, named(text, Oslo="hypothetical"), "value", CITIES)
        assert len(kept) == (60 if count == 60 else 0)
        text = "Dear neighbours,\n" + "meet in Oslo. " * count
        assert len(evidence.drafted(text, named(text, Oslo="questioned"), CITIES)) == (60 if count == 60 else 0)


def test_a_label_has_at_most_sixty_characters():
    # `my city` and the blank behind `x...x` make 8 characters of the label.
    for letters, found in ((52, ["Oslo"]), (53, [])):
        text = f"{'x' * letters} my city: Oslo"
        assert text.index(":") == letters + 8
        assert values_of(evidence.vouched(text, named(text, Oslo="past"), "value", CITIES)) == found


LETTER = "Dear neighbours,\n"
"""A salutation of other people; the user is called by name."""


@pytest.mark.parametrize(
    ("text", "statuses", "found"),
    [
        (LETTER + "we meet in Oslo.", {"Oslo": "questioned"}, "Oslo"),
        ("So we meet in Oslo.", {"Oslo": "questioned"}, ""),
        ("Dear Anna,\nwe meet in Oslo.", {"Oslo": "questioned"}, ""),
        ("In Oslo.\n" + LETTER + "we meet in Oslo.", {"Oslo": "questioned"}, ""),
        (LETTER + "we meet in Oslo or Bergen.", {"Oslo": "questioned", "Bergen": "questioned"}, ""),
        (LETTER + "we meet in Oslo. Not in Bergen.", {"Oslo": "questioned", "Bergen": "denied"}, "Oslo"),
        (LETTER + "we meet in Oslo.", {"Oslo": "past"}, ""),
        (LETTER + "maybe we meet in Oslo.", {"Oslo": "questioned"}, ""),
        (LETTER + "I hear we never meet in Oslo.", {"Oslo": "questioned"}, ""),
        (LETTER + "shall we meet in Oslo?", {"Oslo": "questioned"}, "Oslo"),
        (LETTER + "we'll meet in Oslo.", {"Oslo": "hypothetical"}, "Oslo"),
        (LETTER + "we hope to meet in Oslo.", {"Oslo": "hypothetical"}, ""),
        (LETTER + "we hope to meet in Oslo.", {"Oslo": "questioned"}, "Oslo"),
        (LETTER + "our friend meets us in Oslo.", {"Oslo": "foreign"}, "Oslo"),
        (LETTER + "our aunt meets us in Oslo.", {"Oslo": "foreign"}, ""),
        (LETTER + "we meet in Oslo.", {"Oslo": "welcomed"}, ""),
        (LETTER, {}, ""),
    ],
)
def test_a_text_for_somebody_else_names_a_single_value(text, statuses, found):
    assert " ".join(values_of(evidence.drafted(text, named(text, **statuses), CITIES))) == found


def test_a_question_that_is_answered_by_no_names_what_must_not_be():
    text = LETTER + "any Oslo? No, thanks."
    assert values_of(evidence.drafted(text, named(text, Oslo="denied"), AVERSE)) == ["Oslo"]
    assert values_of(evidence.drafted(text, named(text, Oslo="denied"), CITIES)) == []
    text = LETTER + "any Oslo? Yes, thanks."
    assert values_of(evidence.drafted(text, named(text, Oslo="denied"), AVERSE)) == []


@pytest.mark.parametrize(
    ("text", "statuses", "found"),
    [
        ("How about Oslo?", {"Oslo": "questioned"}, "Oslo"),
        ("How about Oslo.", {"Oslo": "questioned"}, ""),
        ("How about Oslo.", {"Oslo": "hypothetical"}, "Oslo"),
        ("You know Oslo?", {"Oslo": "questioned"}, ""),
        ("How about Oslo?", {"Oslo": "past"}, ""),
        ("How about never Oslo?", {"Oslo": "questioned"}, ""),
        ("How about dropping out Oslo?", {"Oslo": "questioned"}, ""),
        ("How about it, rather than Oslo?", {"Oslo": "questioned"}, ""),
        ("How about a stranger's Oslo?", {"Oslo": "questioned"}, ""),
        ("How about it, or Oslo?", {"Oslo": "questioned"}, ""),
        ("Is it Oslo that you could try?", {"Oslo": "questioned"}, ""),
        # Of several values none is proposed, unless each would do.
        ("How about Oslo? How about Bergen?", {"Oslo": "questioned", "Bergen": "questioned"}, ""),
        ("How about Oslo? Not Bergen.", {"Oslo": "questioned", "Bergen": "denied"}, "Oslo"),
        ("Try Oslo, try Bergen, both would work.", {"Oslo": "hypothetical", "Bergen": "hypothetical"}, "Oslo Bergen"),
        ("Try Oslo, try Bergen.", {"Oslo": "hypothetical", "Bergen": "hypothetical"}, ""),
        ("Eh? Try Oslo, try Bergen, both would work.", {"Oslo": "hypothetical", "Bergen": "hypothetical"}, ""),
        ("Try Oslo, try Bergen, both would work. Eh?", {"Oslo": "hypothetical", "Bergen": "hypothetical"},
         "Oslo Bergen"),
        ("You could try something. Oslo is there.", {"Oslo": "aside"}, "Oslo"),
        ("You could try something. Oslo is there.", {"Oslo": "hypothetical"}, ""),
        ("", {}, ""),
    ],
)  # fmt: skip
def test_a_single_value_is_proposed(text, statuses, found):
    assert " ".join(values_of(evidence.proposed(text, named(text, **statuses)))) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [("How about Oslo? " * 60, 60), ("How about Oslo? " * 61, 0)],
    ids=["sixty", "more"],
)
def test_of_more_than_sixty_values_none_is_proposed(text: str, found: int) -> None:
    assert len(evidence.proposed(text, named(text, Oslo="questioned"))) == found
