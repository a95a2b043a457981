"""Annotated readers return what was said: exactly, or with a given recall and precision."""

from __future__ import annotations

import pickle
from datetime import UTC, datetime

import pytest

from regulars.agents.readers.oracle import Annotation, NoisyOracleReader, OracleReader
from regulars.dialogue import ASSISTANT
from regulars.errors import ConfigurationError
from regulars.memory.journal.operations import Claim, Draft
from regulars.memory.parts.extraction.extract import verbatim
from regulars.memory.parts.extraction.statements import statement_reader
from regulars.scenarios.ontology.attributes import load_ontology

NOW = datetime(2025, 3, 1, tzinfo=UTC)
CITIES = load_ontology().attribute("home_city").grid()


class Table(dict):
    """What turns say, by hand."""

    def of(self, turn):
        return self.get(turn, ())


def part(turn, text, scope="p1"):
    return Draft(scope, 1, NOW, "Ada", text, (turn,))


def claims(reader, *parts):
    return [claim for one in parts for said in reader.statements(one) for claim in said.claims]


def test_a_claim_is_read_from_the_sentence_that_makes_it():
    told = Table(t1=(Annotation("home_city", "Bergen"), Annotation("job", "nurse")))
    found = OracleReader(told).statements(part("t1", "Where to begin? Bergen is where I sleep. Fine weather!"))
    assert [said.text for said in found] == [
        "Bergen is where I sleep.",
        "Fine weather!",
        "Where to begin? Bergen is where I sleep. Fine weather!",
    ]
    assert found[0].claims == (Claim("Ada", "home_city", "Bergen", sensitivity=found[0].claims[0].sensitivity),)
    assert [claim.attribute for claim in found[2].claims] == ["job"]


def test_endings_and_requests_to_forget_are_read():
    told = Table(t1=(Annotation("medication", "Zyloprim", over=True), Annotation("dentist", forgotten=True)))
    reader = OracleReader(told)
    text = part("t1", "I stopped it.")
    assert [(claim.value, claim.holds) for claim in claims(reader, text)] == [("", False)]
    assert reader.unwanted(text) == ("dentist",)


def test_nothing_is_read_from_the_assistants_turns(make_assistant_part):
    told = Table(t1=(Annotation("home_city", "Bergen"),))
    assert OracleReader(told).statements(make_assistant_part("t1", "You live in Bergen.")) == ()
    assert OracleReader(told).unwanted(make_assistant_part("t1", "You live in Bergen.")) == ()


@pytest.fixture
def make_assistant_part():
    from regulars.dialogue import Turn

    def make(turn, text):
        return verbatim(Turn(turn, "p1", "p1", ASSISTANT, "Assistant", 1, text, NOW))[0]

    return make


@pytest.mark.parametrize("spec", ["oracle", "noisy-oracle:recall=.5"])
def test_a_reader_without_annotations_is_refused(spec):
    with pytest.raises(ConfigurationError, match="has no annotations"):
        statement_reader(spec).statements(part("t1", "I live in Bergen."))


def test_no_annotation_is_shown_or_goes_into_a_pickle():
    told = Table(t1=(Annotation("home_city", "Bergen"),))
    for reader in (OracleReader(told), NoisyOracleReader(0.5, 0.5, 3, told)):
        assert "Bergen" not in repr(reader)
        copied = pickle.loads(pickle.dumps(reader))
        assert repr(copied) == repr(reader)
        with pytest.raises(ConfigurationError):
            copied.statements(part("t1", "I live in Bergen."))


@pytest.mark.parametrize(
    ("recall", "precision"), [(1, 1), (0.8, 0.9), (0.5, 0.5), (1, 0.6), (0.3, 0.95), (0.9, 0.4), (0, 0.7)]
)
def test_recall_and_precision_are_those_that_are_asked_for(recall, precision):
    turns = 3000
    told = Table({f"t{n}": (Annotation("home_city", CITIES[n % len(CITIES)]),) for n in range(turns)})
    reader = NoisyOracleReader(recall, precision, 1, told)
    right = wrong = 0
    for number in range(turns):
        for claim in claims(reader, part(f"t{number}", "So it is.")):
            assert claim.attribute == "home_city"
            assert claim.value in CITIES
            right += claim.value == CITIES[number % len(CITIES)]
            wrong += claim.value != CITIES[number % len(CITIES)]
    assert right / turns == pytest.approx(recall, abs=0.03)
    if recall:
        assert right / (right + wrong) == pytest.approx(precision, abs=0.03)
    else:
        assert wrong == 0


def test_a_turn_is_read_alike_however_often_and_in_whichever_order():
    told = Table({f"t{n}": (Annotation("home_city", CITIES[n]), Annotation("job", "nurse")) for n in range(8)})
    parts = [part(f"t{n}", "So it is.") for n in range(8)]
    forwards = [claims(NoisyOracleReader(0.5, 0.5, 1, told), one) for one in parts]
    reader = NoisyOracleReader(0.5, 0.5, 1, told)
    backwards = [claims(reader, one) for one in parts[::-1]][::-1]
    assert forwards == backwards == [claims(reader, one) for one in parts]
    assert forwards != [claims(NoisyOracleReader(0.5, 0.5, 2, told), one) for one in parts]


def test_a_misread_date_keeps_its_granularity():
    told = Table(
        {f"t{n}": (Annotation("birthday", day),) for n, day in enumerate(("1979-11-27", "1979-11", "1979") * 10)}
    )
    reader = NoisyOracleReader(0, 0.5, 1, told)
    assert claims(reader, part("t0", "So.")) == []
    reader = NoisyOracleReader(1, 0.5, 1, told)
    for number, day in enumerate(("1979-11-27", "1979-11", "1979")):
        assert {len(claim.value) for claim in claims(reader, part(f"t{number}", "So."))} == {len(day)}


@pytest.mark.parametrize("settings", ["recall=1.2", "recall=-.1", "precision=0", "precision=1.5"])
def test_a_share_out_of_range_is_refused(settings):
    with pytest.raises(ConfigurationError, match="share"):
        statement_reader(f"noisy-oracle:{settings}")
