"""A ledger in the form from which the scripted assistant answers: disclosures, reasons and choices of one person."""

from __future__ import annotations

from datetime import timedelta

from small_lives import NOON

from regulars.agents.assistant.disclosures import ReadDisclosure
from regulars.envs.ledger import OVER, Commitment, Disclosure, Ledger
from regulars.envs.told_in_ledger import ToldInLedger, written
from regulars.scenarios.language.packs import Language

ONTOLOGY = Language.load("english").ontology
DATES = [f"2025-03-{day:02d} 12:00" for day in range(3, 12)]


def told(*entries, person="p1"):
    ledger = Ledger()
    for number, (owner, name, value, how, fact, *reason) in enumerate(entries):
        moment = NOON + timedelta(days=number)
        ledger.enter(Disclosure(fact, owner, name, value, how, f"s{number}.t1", number, moment, "", (), *reason))
    return ledger, ToldInLedger(ledger, ONTOLOGY, person)


def test_disclosures_have_their_place_in_the_whole_ledger_and_say_what_only_repeats():
    _, of_p1 = told(
        ("p2", "home_city", "Graz", "direct", "f0"),
        ("p1", "home_city", "Bergen", "direct", "f1"),
        ("p1", "job", "baker", "direct", "f2"),
        ("p1", "home_city", "Bergen", "correction", "f1"),
        ("p1", "home_city", "Bergen", OVER, "f1"),
        ("p1", "home_city", "Lyon", "direct", "f3"),
    )
    assert of_p1.disclosures("home_city") == [
        ReadDisclosure("Bergen", 1, 0, DATES[1]),
        ReadDisclosure("Bergen", 3, 0, DATES[3], again=True),
        ReadDisclosure("", 4, 0, DATES[4], over=True, again=True),
        ReadDisclosure("Lyon", 5, 0, DATES[5]),
    ]
    assert of_p1.disclosures("job") == [ReadDisclosure("baker", 2, 0, DATES[2])]
    assert of_p1.disclosures("street") == []
    assert list(of_p1.attributes()) == ["home_city", "job"]
    assert of_p1.traits(("patient",)) == ()


def test_the_last_date_is_read_as_exactly_as_it_was_ever_told():
    _, of_p1 = told(
        ("p1", "lease_end", "2025-05-14", "direct", "f1"), ("p1", "lease_end", "2025-05", "correction", "f1")
    )
    assert of_p1.disclosures("lease_end") == [
        ReadDisclosure("2025-05-14", 0, 0, DATES[0]),
        ReadDisclosure("2025-05", 1, 0, DATES[1], again=True),
        ReadDisclosure("2025-05-14", 1, 0, DATES[1]),
    ]
    _, ended = told(("p1", "lease_end", "2025-05-14", "direct", "f1"), ("p1", "lease_end", "2025-05-14", OVER, "f1"))
    assert [one.over for one in ended.disclosures("lease_end")] == [False, True]


def test_reasons_are_those_of_the_value_and_each_once():
    _, of_p1 = told(
        ("p1", "job", "baker", "direct", "f1", "bored"),
        ("p1", "job", "baker", "correction", "f1", "bored"),
        ("p1", "job", "baker", "correction", "f1"),
        ("p1", "job", "cook", "direct", "f2", "moved"),
        ("p2", "job", "baker", "direct", "f3", "rich"),
    )
    assert of_p1.reasons("job", "baker") == ("bored",)
    assert of_p1.reasons("job", "pilot") == ()


def test_the_last_choice_for_the_person_counts():
    ledger, of_p1 = told()
    assert of_p1.chosen("boat_name") == ("", "")
    for number, (person, name, value) in enumerate(
        [("p1", "boat_name", "Zephyr"), ("p1", "boat_name", "Kittiwake"), ("p2", "boat_name", "Narcissa"),
         ("p1", "robot_name", "Limpet")]
    ):  # fmt: skip
        moment = NOON + timedelta(days=number)
        ledger.commit(Commitment(f"a{number}", person, name, value, "s1.t2", 1, moment))
    assert of_p1.chosen("boat_name") == ("Kittiwake", "2025-03-04 12:00")
    assert written(NOON + timedelta(seconds=59, microseconds=7)) == "2025-03-03 12:00"
