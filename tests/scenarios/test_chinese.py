"""The Chinese pack: its phrases are sound, disclosures are bound and read, and every kind of probe is played."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from regulars.agents.user.manner import in_manner
from regulars.chinese_text import asks, bigrams, count_words, find_chinese_dates, find_chinese_numbers, is_chinese
from regulars.datasets.record_parts.probes import ProbeRecord
from regulars.datasets.validate import validate
from regulars.dialogue import count_tokens
from regulars.errors import ConfigurationError, DataError, UnknownNameError
from regulars.evaluation.play.episodes import Unit, play
from regulars.evaluation.play.jobs import Conditions
from regulars.evaluation.systems.systems import systems
from regulars.memory.embedders import HashedEmbedder
from regulars.memory.parts.indexes.bm25 import alphanumerics
from regulars.scenarios.checks.validate import validate_scenario
from regulars.scenarios.generator import generate
from regulars.scenarios.history.compiler import stretch
from regulars.scenarios.insights.entries import KINDS
from regulars.scenarios.kinds import Form
from regulars.scenarios.language.packs import Language, ontology_of
from regulars.scenarios.language.recognition import requested_form
from regulars.scenarios.lint.unspaced_ontology import lint_unspaced
from regulars.scenarios.ontology.attribute import CATEGORIES, Cardinality, Change, render_value
from regulars.scenarios.ontology.attributes import Ontology, load_ontology
from regulars.scenarios.pack_files import language_packs, pack_folder
from regulars.scenarios.personas.tables import FORMALITIES, load_roots, load_voices
from regulars.scenarios.planning.latents import Latents
from regulars.scenarios.projects.domains import every_domain, load_domains
from regulars.scenarios.streams.blocks import generate_stream
from regulars.scenarios.suites import load_suite
from regulars.scenarios.world import Scenario, Style
from regulars.seeding import SeedTree
from regulars.values import ValueType, find_values, told_value

CHINESE = Language.load("chinese")
ONTOLOGY = CHINESE.ontology
PLAYED = 5
BAR = 0.99
SAID = {
    said
    for voice in load_voices("chinese").by_formality.values()
    for said in (*voice.openers, *voice.markers, *voice.tails)
}
RARE_KINDS = (
    "suggest-new",
    "full-evolution",
    "temporal-reasoning",
    "duration",
    "compare",
    "aligned-recommendation",
    "conflict-multi-hop",
)


@cache
def lives(seed: int) -> tuple[Scenario, ...]:
    return tuple(load_suite("chinese").generate(seed))


def outcomes(system: str, scenario: Scenario) -> list[tuple[ProbeRecord, str]]:
    """The scored probes of an episode with their verdicts."""
    (row,) = systems([system])
    record = play(Unit(scenario, "life", 0, row), Conditions({"feedback": "evaluative"}))
    assert record.valid, record.fault
    return [
        (probe, outcome.verdict.kind)
        for probe in record.probes
        for outcome in probe.outcomes
        if outcome.verdict is not None
    ]


def test_the_pack_is_sound() -> None:
    assert lint_unspaced(CHINESE) == []


def test_the_pack_is_large_and_varied() -> None:
    own = [attribute for attribute in ONTOLOGY if not attribute.project]
    assert len(own) >= 42
    assert {attribute.category for attribute in own} == set(CATEGORIES)
    assert {attribute.type for attribute in own} == set(ValueType)
    assert {attribute.cardinality for attribute in own} == set(Cardinality)
    assert {attribute.change for attribute in own} == set(Change)
    assert {attribute.sensitivity for attribute in own} == {0, 1, 2, 3}
    assert sum(attribute.is_chosen for attribute in own) >= 4
    assert any(attribute.implies for attribute in own)
    assert all(len(attribute.grid()) >= 12 for attribute in ONTOLOGY if attribute.type is not ValueType.DATE)
    assert len(load_domains("", "chinese")) >= 2
    assert len(CHINESE.lines("phrases", "small_talk")) >= 40


def test_both_packs_speak_of_the_same_kinds() -> None:
    english = Language.load("english")
    for section in ("questions", "options", "reasons", "acts", "held_out", "prompts"):
        assert set(english.names(section)) == set(CHINESE.names(section))
    assert {*english.kinds(), "small_talk"} == set(CHINESE.kinds())  # English has exchanges in files of their own
    assert set(english.contexts) == set(CHINESE.contexts)


def test_everything_said_is_chinese() -> None:
    lines = [line for attribute in ONTOLOGY for kind in attribute.phrases.values() for line in kind]
    assert all(is_chinese(line.replace("{value}", "").replace("{old}", "").replace("{other}", "")) for line in lines)


@pytest.mark.parametrize("attribute", [one for one in ONTOLOGY if one.is_told], ids=lambda one: one.name)
def test_disclosures_are_bound_and_read_again(attribute: Any) -> None:
    values = attribute.grid() or ("1990-02-03", "2025-05-14", "2026-03-01")
    for number, value in enumerate(values):
        granularity = attribute.granularities[number % len(attribute.granularities)] if attribute.granularities else ""
        said = CHINESE.tell(attribute.name, value, granularity, SeedTree(number).draws())
        meant = value[:7] if granularity == "month" else value
        assert told_value(said, value, attribute.domain) == meant, said
        assert CHINESE.told_in(attribute.name, f"你好呀。{said}今天地铁又晚点了。") == [meant], said


@pytest.mark.parametrize("attribute", list(ONTOLOGY), ids=lambda one: one.name)
def test_questions_are_recognised_among_other_sentences(attribute: Any) -> None:
    if attribute.is_chosen:
        asked, form = CHINESE.ask(attribute.name, SeedTree(1).draws(), Form.CHOICE), Form.CHOICE
    else:
        form = requested_form(attribute)
        asked = CHINESE.ask(attribute.name, SeedTree(1).draws(), form)
    assert CHINESE.asked_attribute(f"又见面了。{asked}") == (attribute.name, form.value)


def test_delegations_are_recognised() -> None:
    for attribute in ONTOLOGY:
        if attribute.is_chosen:
            options = attribute.grid()[:3]
            said = CHINESE.delegate(attribute.name, options, SeedTree(2).draws())
            assert CHINESE.offered(f"你好。{said}") == (attribute.name, options), said


def test_the_assistants_questions_are_understood() -> None:
    assert CHINESE.asked_of_user("你的职业是什么？") == "occupation"
    assert CHINESE.asks_about("方便告诉我你的职业吗？", "occupation")
    assert CHINESE.asks_openly("可以跟我多说说吗？")
    assert CHINESE.asked_of_user("好的，记下了。") is None


def test_dates_and_numbers_are_written_and_found() -> None:
    assert render_value("2025-05-14", "day", like="生日") == "2025年5月14日"
    assert render_value("2025-05-14", "month", like="生日") == "2025年5月"
    assert render_value("3200", unit="元") == "3200元"
    found = find_chinese_dates("五月十四号，2025年5月，二〇二四年")
    assert [one.value for one in found] == ["--05-14", "2025-05", "2024"]
    assert [one.value for one in find_chinese_numbers("一千二百元，3.5万元，12元", "元")] == ["1200", "35000", "12"]
    assert [one.value for one in find_chinese_numbers("一共三个")] == ["3"]
    assert not find_chinese_numbers("三个月前的事")


def test_chinese_is_indexed_by_two_characters_and_latin_as_before() -> None:
    assert bigrams("我住在成都") == ["我住", "住在", "在成", "成都"]
    assert list(alphanumerics("I live in Bergen")) == ["i", "live", "in", "bergen"]
    near, far, said = HashedEmbedder().embed(["我住在哪个城市？", "我的宠物叫什么？", "我住在成都。"])
    assert said @ near > said @ far


def test_the_same_seed_makes_the_same_life() -> None:
    assert lives(0)[0] == generate(**load_suite("chinese").scenarios(0)[0])
    assert not [problem for life in lives(0) for problem in validate_scenario(life, ontology_of("chinese"))]


def rare_lives() -> list[Scenario]:
    """Open lives in which the kinds that need a long story are asked often."""
    kinds = {**dict.fromkeys(RARE_KINDS, 1.0), "single-session-user": 1.0, "abstention": 1.0}
    options = {"special": 0.8, "projects": 2, "modes": {"open": 1.0}, "kinds": kinds}
    long = [generate(seed, sessions=16, probes_per_session=6, language="chinese", **options) for seed in range(3)]
    # The pack has two running totals, and a question for a sum needs one that is not told: so a short life.
    options["kinds"] = {"sum": 1.0, "single-session-user": 1.0, "abstention": 1.0}
    return [*long, generate(2, sessions=8, probes_per_session=6, language="chinese", **options)]


@pytest.mark.slow
def test_every_kind_is_asked_and_the_ideal_listener_is_right() -> None:
    played: dict[str, list[bool]] = defaultdict(list)
    for scenario in (*(life for seed in range(PLAYED) for life in lives(seed)), *rare_lives()):
        for probe, verdict in outcomes("ideal-listener", scenario):
            played[probe.kind].append(verdict == "correct")
    core = set(load_suite("core").plans[0]["kinds"]) - set(KINDS)  # the pack has no interpretations
    assert core | {"single-session-preference", "implicit-preference", "proactive"} <= set(played)
    assert {kind: sum(right) / len(right) for kind, right in played.items() if sum(right) < BAR * len(right)} == {}


def test_a_memory_is_worth_something() -> None:
    shares = {}
    for system in ("none", "bm25-turn"):
        found = [verdict for scenario in lives(0)[:2] for _, verdict in outcomes(system, scenario)]
        shares[system] = found.count("correct") / len(found)
    assert shares["bm25-turn"] > shares["none"] + 0.15


def test_held_out_phrasing_is_bound_too() -> None:
    given = load_suite("chinese").scenarios(1)[0]
    scenario = generate(**{**given, "phrasing": "held_out"})
    found = [verdict for _, verdict in outcomes("ideal-listener", scenario)]
    assert found.count("correct") >= BAR * len(found)


def test_a_given_reason_suits_the_change() -> None:
    given = [act for life in lives(0) for session in life.sessions for act in session.agenda if act.reason]
    assert given
    assert all(act.reason in CHINESE.fitting_reasons(act.attribute) for act in given)


def test_no_two_languages_share_a_project_domain() -> None:
    counts = [len(load_domains("", language)) for language in language_packs()]
    assert min(counts) >= 2
    assert len(every_domain()) == sum(counts)


def test_a_value_that_another_holds_is_a_fault() -> None:
    shops = replace(ONTOLOGY.attribute("home_city"), name="shop")
    one, other = list(shops.domain.aliases)[:2]
    inner = replace(shops, domain=replace(shops.domain, aliases={one: (), f"新{other}店": ()}))
    faults = lint_unspaced(CHINESE.over(Ontology({"home_city": ONTOLOGY.attribute("home_city"), "shop": inner})))
    assert [fault for fault in faults if other in fault.message and "contains" in fault.message]


def test_a_held_out_phrase_that_is_too_like_an_open_one_is_a_fault() -> None:
    known = ONTOLOGY.attribute("home_city")
    copied = replace(known, held_out={**known.held_out, "ask": (known.phrases["ask"][0] + "？",)})
    faults = lint_unspaced(CHINESE.over(Ontology({"home_city": copied})))
    assert [fault for fault in faults if "shares" in fault.message]


def test_the_packs_files_pass_the_command(tmp_path: Path) -> None:
    folder = Path(str(pack_folder("ontology", "chinese")))
    assert validate(folder).problems == []
    for file in folder.glob("*.toml"):
        (tmp_path / file.name).write_text(file.read_text("utf-8"), "utf-8")
    place = tmp_path / "demographics.toml"
    place.write_text(place.read_text("utf-8").replace("？", "。", 1), "utf-8")
    assert [problem for problem in validate(tmp_path).problems if "question mark" in problem.message]


def test_people_are_told_of_and_speak_in_chinese() -> None:
    people = [person for life in lives(0) for person in life.persons]
    assert all(is_chinese(person.name) and is_chinese(person.persona.notes) for person in people)
    assert all(person.persona.traits and person.persona.stage for person in people)
    assert not any(re.search("[A-Za-z]", person.persona.notes) for person in people)
    assert {marker for person in people for marker in person.persona.style.markers} <= SAID
    plain = generate(3, sessions=2, language="chinese").persons[0]
    assert is_chinese(plain.persona.notes)


def test_openers_and_tails_tell_nothing() -> None:
    assert all(is_chinese(line) and line.endswith(("。", "！")) and not asks(line) for line in SAID)
    around = SAID | {name for root in load_roots("chinese").values() for name in root.names}
    for attribute in ONTOLOGY:
        named = [(line, mention.value) for line in around for mention in find_values(line, attribute.domain)]
        assert not named, attribute.name
        assert not [line for line in around if CHINESE.told_in(attribute.name, line)]


@pytest.mark.parametrize("formality", FORMALITIES)
def test_disclosures_and_questions_in_manner_are_read_as_without(formality: str) -> None:
    style = Style("long", formality, tuple(load_voices("chinese").by_formality[formality].markers[:3]))
    added = 0
    for number, attribute in enumerate(one for one in ONTOLOGY if one.is_told):
        value = (attribute.grid() or ("2025-05-14",))[0]
        granularity = attribute.granularities[0] if attribute.granularities else ""
        line = CHINESE.tell(attribute.name, value, granularity, SeedTree(number).draws())
        said = in_manner(line, style, SeedTree(number).draws("manner"), language=CHINESE)
        added += said != line
        assert line in said
        assert " " not in said.replace(line, "")
        assert CHINESE.told_in(attribute.name, said) == CHINESE.told_in(attribute.name, line), said
        asked = CHINESE.ask(attribute.name, SeedTree(number).draws(), requested_form(attribute))
        said = in_manner(asked, style, SeedTree(number).draws("manner"), language=CHINESE)
        assert CHINESE.asked_attribute(said) == CHINESE.asked_attribute(asked) is not None, said
    assert added > 20


def test_greetings_have_no_opener_and_farewells_no_tail() -> None:
    style = Style("long", "casual")
    for number in range(40):
        draws = SeedTree(number).draws()
        assert in_manner("你好，我是林晓雯。", style, draws, language=CHINESE).startswith("你好")
        assert in_manner("我得走了，回头见。", style, draws, language=CHINESE).endswith("回头见。")


def test_cohorts_and_fillers_refuse_a_language_that_they_do_not_speak() -> None:
    with pytest.raises(ConfigurationError, match="english only, not in chinese"):
        generate(1, sessions=2, language="chinese", latents=[Latents()])
    with pytest.raises(ConfigurationError, match="ways of speaking"):
        generate_stream(1, language="chinese")
    with pytest.raises(ConfigurationError, match="streams are in English only, not in chinese"):
        load_suite("stream").spoken("chinese")
    with pytest.raises(DataError, match="no filler sessions in 'chinese'"):
        stretch(lives(0)[0], 50_000, seed=1)
    with pytest.raises(UnknownNameError, match="did you mean 'chinese'"):
        load_suite("core").spoken("chines")


def test_budgets_count_every_character() -> None:
    assert count_tokens("你住在成都, ok?") == 8
    assert count_tokens("You live in Bergen.") == 5
    assert (count_words("你现在住在成都"), count_words("You live in Bergen.")) == (5, 4)


def test_english_stays_the_default() -> None:
    assert load_ontology() is ontology_of("english")
    assert load_suite("smoke").generate(0)[0].language == "english"
    assert all(is_chinese(life.persons[0].name) for life in load_suite("smoke").spoken("chinese").generate(0))
