"""The noise spec and its plan: what noise may touch, how often, and that nothing else changes."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from regulars.errors import ConfigurationError, UnknownNameError
from regulars.scenarios.files import scenario_from_json, scenario_to_json
from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import ActKind, NoiseKind, ScenarioOrigin
from regulars.scenarios.language.packs import Language
from regulars.scenarios.noise import load_noise_rules, read_noise, with_noise
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.scenarios.pack_files import language_packs
from regulars.seeding import SeedTree
from regulars.values import ValueType, told_value

ONTOLOGY = load_ontology()


@cache
def _plain(seed, **options):
    return generate(seed, sessions=10, **options)


def _planned(seed, spec, **options):
    plain = _plain(seed, **options)
    return plain, with_noise(plain, read_noise(spec), SeedTree(seed), ONTOLOGY)


def _acts(scenario):
    return [act for session in scenario.sessions for act in session.agenda]


def test_a_spec_has_one_spelling():
    assert read_noise(" omissions:.20 + typos:0.1 ").spec == "typos:0.1+omissions:0.2"
    assert read_noise("typos:0").spec == read_noise("").spec == ""


def test_an_unknown_kind_is_named_with_all_that_there_are():
    with pytest.raises(UnknownNameError) as found:
        read_noise("typo:.1")
    assert all(kind.value in str(found.value) for kind in NoiseKind)


@pytest.mark.parametrize(
    "spec",
    ["typos", "typos:x", "typos:-1", "typos:1.1", "typos:.1+", "typos:.1+typos:.1", "omissions:1+vague-dates:1"],
)
def test_a_spec_that_cannot_be_is_refused(spec):
    with pytest.raises(ConfigurationError):
        read_noise(spec)


def test_every_kind_has_a_rule_and_every_language_words():
    assert set(load_noise_rules().rules) == set(NoiseKind)
    for name in language_packs():
        language = Language.load(name)
        assert set(language.names("noise")) == {"month", "early", "middle", "late", "changed", "mended"}
        dates = [attribute for attribute in language.ontology if attribute.type is ValueType.DATE]
        for attribute in dates:
            for day in ("2025-05-01", "2025-05-15", "2025-05-31"):
                for number in range(12):
                    words = language.vague(attribute.name, day, SeedTree(number).draws(), 0.2)
                    assert told_value(words, day, attribute.domain) == "2025-05", words


def test_facts_probes_and_calendar_stay_as_they_are():
    for seed in range(6):
        plain, noisy = _planned(seed, "typos:.1+vague-dates:.2+changed-minds:.2+contradictions:.3+omissions:.3")
        assert (noisy.id, noisy.probes) == (plain.id, plain.probes)
        for before, after in zip(plain.persons, noisy.persons, strict=True):
            style = replace(after.persona.style, typos=before.persona.style.typos)
            assert replace(after, persona=replace(after.persona, style=style)) == before
        kept = {act.id for act in _acts(noisy) if act.kind not in (ActKind.SLIP, ActKind.MEND)}
        assert kept == {act.id for act in _acts(plain)}
        for before, after in zip(plain.sessions, noisy.sessions, strict=True):
            assert (after.number, after.start, after.budget) == (before.number, before.start, before.budget)
        assert scenario_from_json(scenario_to_json(noisy), "here") == noisy


def test_planning_twice_is_planning_once():
    for seed in range(6):
        _, noisy = _planned(seed, "vague-dates:.3+changed-minds:.3+omissions:.3")
        again = with_noise(noisy, read_noise("vague-dates:.3+changed-minds:.3+omissions:.3"), SeedTree(seed), ONTOLOGY)
        touched = {act.id: act for act in _acts(noisy) if act.noise}
        assert all(touched[act.id] == act for act in _acts(again) if act.id in touched)


def test_kinds_come_at_their_shares():
    can = dict.fromkeys(NoiseKind, 0)
    does = dict(can)
    for seed in range(40):
        for kind in (NoiseKind.VAGUE_DATES, NoiseKind.CHANGED_MINDS, NoiseKind.CONTRADICTIONS, NoiseKind.OMISSIONS):
            for share, count in ((1, can), (0.3, does)):
                _, noisy = _planned(seed, f"{kind}:{share}")
                count[kind] += sum(act.noise is kind and act.kind is ActKind.TELL for act in _acts(noisy))
    for kind in can:
        if kind is not NoiseKind.TYPOS:
            assert can[kind] > 40
            assert abs(does[kind] / can[kind] - 0.3) < 0.15, (kind, does[kind], can[kind])


def test_a_slip_is_no_true_value_and_is_corrected_later():
    slips = mends = 0
    for seed in range(20):
        plain, noisy = _planned(seed, "changed-minds:.4+contradictions:.6", users=2)
        values = {(fact.attribute, fact.value) for person in plain.persons for fact in person.facts}
        facts = {fact.id: fact for person in plain.persons for fact in person.facts}
        said: dict[str, int] = {}
        for session in noisy.sessions:
            for act in session.agenda:
                if act.slip:
                    assert (act.attribute, act.slip) not in values
                    assert not act.anchor or act.noise is NoiseKind.CHANGED_MINDS
                if act.kind is ActKind.SLIP:
                    fact = facts[act.fact]
                    assert fact.person == session.person
                    assert fact.since <= session.start
                    assert fact.until is None or session.start < fact.until
                    said[act.fact] = session.number
                    slips += 1
                elif act.kind is ActKind.MEND:
                    assert said[act.fact] < session.number
                    mends += 1
    assert slips > mends > 0


def test_the_higher_of_two_typo_rates_holds():
    _, noisy = _planned(3, "typos:.1", typos=0.3)
    assert {person.persona.style.typos for person in noisy.persons} == {0.3}
    _, noisy = _planned(3, "typos:.1")
    assert {person.persona.style.typos for person in noisy.persons} == {0.1}


def test_a_recording_takes_none():
    recorded = replace(generate(1, sessions=2), source=ScenarioOrigin.RECORDED)
    with pytest.raises(ConfigurationError, match="recording"):
        with_noise(recorded, read_noise("typos:.1"), SeedTree(1), ONTOLOGY)
    assert with_noise(recorded, read_noise(""), SeedTree(1), ONTOLOGY) is recorded
