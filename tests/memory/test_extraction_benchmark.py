"""The extraction benchmark counts correctly and reads known wordings."""

from __future__ import annotations

import importlib.util
from itertools import islice
from pathlib import Path

import pytest

from regulars.memory.journal.operations import Claim
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.scenarios.suites import suite_scenarios


@pytest.fixture(scope="module")
def benchmark():
    path = Path(__file__).resolve().parents[2] / "benchmarks" / "extraction.py"
    specification = importlib.util.spec_from_file_location("extraction", path)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def life(benchmark):
    _, seed, scenario = next(islice(suite_scenarios("core"), 1))
    return benchmark.lived(scenario, seed)


def share(counts, column):
    got, of = counts.found[column]
    return got / of


def test_an_annotated_reader_reads_exactly_what_was_said(benchmark, life):
    counts = benchmark.counted(life, benchmark.reader_of("oracle", life), False)
    assert share(counts, "recall") == share(counts, "precision") == share(counts, "value") == 1


def test_known_wordings_are_read_but_for_what_takes_two_turns(benchmark, life):
    counts = benchmark.counted(life, benchmark.reader_of("packs", life), False)
    assert share(counts, "recall") > 0.85
    assert share(counts, "precision") > 0.95


def test_a_reader_without_claims_recalls_nothing(benchmark, life):
    counts = benchmark.counted(life, benchmark.reader_of("none", life), True)
    assert share(counts, "recall") == share(counts, "claims") == 0


def test_claims_in_words_are_compared_by_value_and_by_what_the_attribute_is_called(benchmark):
    ontology = load_ontology()
    gold = ("home_city", "Kraków")
    assert benchmark.is_alike(ontology, gold, Claim("Ann", "city", "krakow"))
    assert not benchmark.is_alike(ontology, gold, Claim("Ann", "like", "krakow"))
    assert benchmark.says(ontology, gold, Claim("Ann", "like", "krakow"))
    assert not benchmark.says(ontology, gold, Claim("Ann", "city", "krakow", holds=False))
    assert benchmark.is_same(ontology, ("medication", ""), Claim("Ann", "medication", holds=False))
    assert not benchmark.is_same(ontology, gold, Claim("Ann", "home_city", holds=False))
