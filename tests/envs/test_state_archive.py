"""What the states of one scenario have in common: pieces of the past, and references to what is there already."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace

import pytest
from small_lives import ANN, ASKS_CITY, IN_CITY, scenario, session

from regulars.envs.state_archive import PIECE, StateArchive

PLANNED = scenario(session(1, ASKS_CITY), persons=(ANN,), probes=(IN_CITY,))
LISTS = 10


@dataclass(frozen=True)
class Entry:
    """An entry of a list of the past."""

    number: int
    refers: object = None


def life(disclosures=(), transcript=(), outcomes=(), commitments=()):
    """The lists of a life that a state keeps, and nothing else."""
    return SimpleNamespace(
        signals=SimpleNamespace(feedbacks=[], reward_notes=[]),
        ledger=SimpleNamespace(disclosures=list(disclosures), commitments=list(commitments), hearsay=[]),
        transcript=list(transcript), outcomes=list(outcomes), sessions=[], replies=[], conduct=[],
    )  # fmt: skip


@pytest.mark.parametrize(("size", "pieces"), [(0, 0), (1, 0), (32, 0), (33, 1), (64, 1), (65, 2), (97, 3)])
def test_the_past_is_in_pieces_of_32_entries_and_the_last_entries_are_no_piece(size, pieces):
    assert PIECE == 32
    lived = life(transcript=map(Entry, range(size)), disclosures=[Entry(7)])
    past, data = StateArchive(PLANNED).pack(lived, lived)
    assert [len(one) for one in past] == [0, 0, 0, pieces, *[0] * 6]
    found, _ = StateArchive(PLANNED).unpack(past, data)
    assert (found.transcript, found.ledger.disclosures) == (lived.transcript, [Entry(7)])
    assert found.sessions == found.outcomes == []


def test_texts_and_entries_of_several_kinds_are_restored():
    lived = life(transcript=[f"turn {number}" for number in range(40)], disclosures=map(Entry, range(40)))
    found, _ = StateArchive(PLANNED).unpack(*StateArchive(PLANNED).pack(lived, lived))
    assert (found.transcript, found.ledger.disclosures) == (lived.transcript, lived.ledger.disclosures)


@pytest.mark.parametrize("place", [0, 31, 32, 39])
def test_what_refers_to_a_disclosure_or_a_choice_refers_to_the_restored_one(place):
    lived = life(disclosures=map(Entry, range(40)), commitments=map(Entry, range(100, 140)))
    rest = {"life": lived, "told": lived.ledger.disclosures[place], "chosen": lived.ledger.commitments[place]}
    found, _ = StateArchive(PLANNED).unpack(*StateArchive(PLANNED).pack(lived, rest))
    assert found["told"] is found["life"].ledger.disclosures[place]
    assert found["chosen"] is found["life"].ledger.commitments[place]
    assert (found["told"].number, found["chosen"].number) == (place, 100 + place)


def test_parts_of_the_scenario_are_those_of_the_archive_that_reads():
    outcomes = [Entry(number, PLANNED.probes[0]) for number in range(40)]
    lived = life(outcomes=outcomes)
    past, data = StateArchive(PLANNED).pack(lived, {"life": lived, "person": PLANNED.persons[0], "all": PLANNED})
    other = scenario(session(1, ASKS_CITY), persons=(ANN,), probes=(IN_CITY,))
    found, _ = StateArchive(other).unpack(past, data)
    assert (found["all"] is other, found["person"] is other.persons[0]) == (True, True)
    assert [one.refers is other.probes[0] for one in found["life"].outcomes] == [True] * 40
    assert len(data) + len(past[4][0]) < len(StateArchive(PLANNED).whole)


def test_an_archive_keeps_the_pieces_that_it_has_and_reads_others_anew():
    archive, lived = StateArchive(PLANNED), life(transcript=map(Entry, range(70)))
    past, data = archive.pack(lived, lived)
    found, pieces = archive.unpack(past, data)
    assert [new is old for new, old in zip(found.transcript, lived.transcript, strict=True)] == [True] * 64 + [
        False
    ] * 6
    changed = life(transcript=[*map(Entry, range(32)), *map(Entry, range(500, 538))])
    other, _ = archive.unpack(*StateArchive(PLANNED).pack(changed, changed))
    assert (other.transcript, other.transcript[0] is lived.transcript[0]) == (changed.transcript, True)
    archive.adopt(found, pieces)
    found.transcript.append(Entry(70))
    found.transcript += map(Entry, range(71, 97))
    again, data = archive.pack(found, found)
    assert again[3][:2] == past[3]
    assert len(again[3]) == 3
    assert StateArchive(PLANNED).unpack(again, data)[0].transcript == list(map(Entry, range(97)))


def test_the_past_of_another_life_is_packed_from_its_start():
    archive = StateArchive(PLANNED)
    for first in (0, 1000):
        lived = life(transcript=map(Entry, range(first, first + 40)))
        found, _ = StateArchive(PLANNED).unpack(*archive.pack(lived, lived))
        assert found.transcript == lived.transcript


def test_a_past_of_another_number_of_lists_cannot_be_read():
    archive, lived = StateArchive(PLANNED), life(transcript=map(Entry, range(40)))
    past, data = archive.pack(lived, lived)
    assert len(past) == LISTS
    for wrong in (past[:-1], [*past, []]):
        with pytest.raises(ValueError, match="zip"):
            archive.unpack(wrong, data)
