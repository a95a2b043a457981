"""Which filler sessions the checks reject: specs, overlaps at the second, and words that name a value."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from hand_plan import HALF_HOUR, ONTOLOGY, SECOND, attribute, day, found, scenario, tell

from regulars.scenarios.checks.fillers import SAMPLE, check_fillers
from regulars.scenarios.history.fillers import render_filler
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.world import Fact, Person, RecordedTurn, Session

DOUGH = "f1:dough:1"
GRAZ = tell("city", "Graz")


def _filler(number, spec=DOUGH, start=None, **fields):
    return Session(number, "ada", start or day(number * 2), HALF_HOUR, filler=spec, **fields)


def _problems(*sessions, ontology=ONTOLOGY, language="english", **fields):
    """The problems of a session of day 2 and more after it."""
    made = scenario({2: [GRAZ]}, language=language, **fields)
    return found(check_fillers(replace(made, sessions=(*made.sessions, *sessions)), ontology))


def test_different_fillers_between_sessions_are_sound():
    assert _problems(_filler(2), _filler(3, "f1:dough:2")) == []
    assert _problems() == []


def test_a_filler_has_a_known_spec_of_its_own_and_nothing_else():
    assert _problems(_filler(2), _filler(3), _filler(4)) == [
        ("duplicate-filler", "session 3"), ("duplicate-filler", "session 4"),
    ]  # fmt: skip
    for spec in ("f1:nothing:1", "dough", "f2:dough:1"):
        assert _problems(_filler(2, spec)) == [("unknown-filler", "session 2")], spec
    assert _problems(_filler(2, agenda=(GRAZ,))) == [("filled-twice", "session 2")]
    turn = RecordedTurn("t1", "ada", "Hello.", day(4))
    assert _problems(_filler(2, turns=(turn,))) == [("filled-twice", "session 2")]


@pytest.mark.parametrize(
    ("start", "sound"), [(day(2) + HALF_HOUR, True), (day(2) + HALF_HOUR - SECOND, False), (day(2), False)]
)
def test_a_filler_begins_when_the_session_before_is_over(start, sound):
    assert _problems(_filler(2, start=start)) == ([] if sound else [("filler-overlap", "session 2")])


def test_a_session_begins_when_the_filler_before_is_over_and_others_are_left_to_the_calendar():
    plain = Session(3, "ada", day(4) + HALF_HOUR - SECOND, HALF_HOUR, agenda=(GRAZ,))
    assert _problems(_filler(2), plain) == [("filler-overlap", "session 3")]
    assert _problems(_filler(2), replace(plain, start=day(4) + HALF_HOUR)) == []
    between = Session(2, "ada", day(2) + SECOND, HALF_HOUR, agenda=(GRAZ,))
    assert _problems(between, _filler(3)) == []


def _named(spec=DOUGH):
    """A long word that this filler says."""
    said = " ".join(line for _, line in render_filler(spec, "english"))
    return max((word.strip(".,!?;:'\"") for word in said.split()), key=len)


def test_no_filler_names_a_value_of_its_person():
    word = _named()
    ontology = Ontology({"hat": attribute("hat", f"{word} bowler")})

    def problems(owner, value):
        facts = (Fact("f", owner, "hat", value, day(1)),)
        made = scenario({2: [GRAZ]}, others={3: [GRAZ]})
        persons = tuple(Person(id, id, id, facts=facts if id == owner else ()) for id in ("ada", "bo"))
        sessions = (replace(made.sessions[0]), _filler(2))
        return found(check_fillers(replace(made, persons=persons, sessions=sessions), ontology))

    assert set(problems("ada", word)) == {("filler-names-value", "session 2")}
    assert problems("ada", "bowler") == problems("bo", word) == []


def test_of_a_long_history_every_so_manyth_filler_is_read():
    # Of 201 fillers every second is read: the first, not the second.
    assert SAMPLE == 200
    word = _named("f1:dough:x")
    ontology = Ontology({"hat": attribute("hat", f"{word} bowler")})
    persons = (Person("ada", "Ada", "ada", facts=(Fact("f", "ada", "hat", word, day(1)),)),)

    def problems(number, place):
        made = scenario({2: [GRAZ]}, persons=persons)
        fillers = [
            _filler(2 + n, "f1:dough:x" if n == place else f"f1:rain:{n}", day(3) + n * timedelta(hours=1))
            for n in range(number)
        ]
        everything = check_fillers(replace(made, sessions=(*made.sessions, *fillers)), ontology)
        return {problem.where for problem in everything if problem.code == "filler-names-value"}

    assert problems(200, 1) >= {"session 3"}
    assert "session 3" not in problems(201, 1)
    assert problems(201, 0) >= {"session 2"}


def test_a_language_without_fillers_is_found():
    assert _problems(_filler(2), language="chinese") == [("no-fillers", "s")]
