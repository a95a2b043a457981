"""`check_reader` accepts the built-in readers, and refuses a broken one with words that help."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from regulars import DataError
from regulars.datasets import read_any
from regulars.datasets.locomo import read as read_locomo
from regulars.scenarios import generate, suite_scenarios, write_scenarios
from regulars.testing import ContractError, check_reader

LOCOMO = [
    {
        "sample_id": "talk-1",
        "conversation": {
            "speaker_a": "Ines",
            "speaker_b": "Oleg",
            "session_1_date_time": "9:05 am on 3 March, 2024",
            "session_1": [
                {"speaker": "Ines", "dia_id": "D1:1", "text": "I repotted the lemon tree."},
                {"speaker": "Oleg", "dia_id": "D1:2", "text": "Mine has a leaf."},
            ],
        },
        "qa": [{"question": "What did Ines repot?", "answer": "a lemon", "evidence": ["D1:1"], "category": 4}],
    }
]


@pytest.fixture
def path(tmp_path) -> Path:
    file = tmp_path / "talks.json"
    file.write_text(json.dumps(LOCOMO), "utf-8")
    return file


def changed(change):
    """LoCoMo's reader, whose scenarios are changed."""

    return lambda path: [change(scenario) for scenario in read_locomo(path)]


def with_probes(**fields):
    def change(scenario):
        return replace(scenario, probes=tuple(replace(probe, **fields) for probe in scenario.probes))

    return changed(change)


_NUMBERS = count()


def careless(path):
    """Opens the file itself, and trusts it."""
    if json.loads(Path(path).read_text("utf-8")):
        return read_locomo(path)
    return []


def lenient(path):
    """Takes what it can read, and says nothing of the rest."""
    try:
        return read_locomo(path)
    except DataError:
        return []


def speechless(path):
    try:
        return read_locomo(path)
    except DataError:
        raise DataError("cannot be read") from None


BROKEN = [
    (lambda path: tuple(read_any(path)), r"returned tuple.*a list of"),
    (lambda path: [], r"returned an empty list"),
    (with_probes(evidence=(("s009.t09",),)), r"rests on turn 's009.t09', which does not exist"),
    (with_probes(id="a lemon"), r"holds the gold answer 'a lemon'"),
    (with_probes(evidence=[["s001.t01"]]), r"changes when it is written|written and read"),
    (changed(lambda scenario: replace(scenario, marks={})), r"no licence is named"),
    (changed(lambda scenario: replace(scenario, id=f"x{next(_NUMBERS)}")), r"another name gives other scenarios"),
    (lambda path: read_any(path) * 2, r"is the id of two"),
    (careless, r"raises (FileNotFoundError|IsADirectoryError|JSONDecodeError)"),
    (lenient, r"a missing file .* is read"),
    (speechless, r"DataError with the path"),
    ("lokomo", r"did you mean 'locomo'"),
]


@pytest.mark.parametrize(("reader", "told"), BROKEN)
def test_a_broken_reader_is_refused_with_what_is_wrong(path, reader, told):
    with pytest.raises(ContractError, match=told) as caught:
        check_reader(path, reader)
    assert caught.value.where.startswith("reader ")
    assert caught.value.remedy


def test_one_person_may_have_several_scenarios(tmp_path):
    lives = [scenario for _, _, scenario in suite_scenarios("procedural")]
    persons = [person.id for life in lives for person in life.persons]
    assert len(set(persons)) < len(persons)
    path = tmp_path / "lives.jsonl"
    write_scenarios(path, lives)
    check_reader(path, "scenarios")


def test_two_persons_of_one_scenario_may_not_share_an_id(path):
    def doubled(path):
        return [replace(scenario, persons=scenario.persons * 2) for scenario in read_locomo(path)]

    with pytest.raises(ContractError, match="person"):
        check_reader(path, doubled)


def test_built_in_readers_pass(path, tmp_path):
    check_reader(path, "locomo")
    check_reader(path, read_any)
    lives = tmp_path / "lives.jsonl"
    write_scenarios(lives, [generate(1, sessions=3), generate(2, sessions=3)])
    check_reader(lives, "scenarios")
