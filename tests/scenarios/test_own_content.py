"""Own content: attributes, rules, domains and suites of a user's folder, beside the built-in ones."""

from __future__ import annotations

import shutil
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import regulars
from regulars.errors import ConfigurationError, DataError, UnknownNameError
from regulars.scenarios.content import GROUP, OPEN, base_of, content_of, open_content, opened, opening
from regulars.scenarios.files import read_scenarios, write_scenarios
from regulars.scenarios.generator import generate
from regulars.scenarios.language.packs import Language, ontology_of
from regulars.scenarios.ontology.attributes import load_ontology, own_attributes
from regulars.scenarios.own import read_own
from regulars.scenarios.rules.standing import BUILT_IN, load_rules, own_rules, rules_of
from regulars.scenarios.suite import read_label
from regulars.scenarios.suites import load_suite, split_name
from regulars.scenarios.templates import TEMPLATES, write_template

CLINIC = Path(__file__).resolve().parents[2] / "examples" / "clinic"


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    """No content is open before a test, nor after it."""
    monkeypatch.setenv(OPEN, "")


@pytest.fixture
def club(tmp_path):
    """A folder with the attribute of the template."""
    write_template("attribute", tmp_path / "club" / "sport.toml")
    return tmp_path / "club"


def test_own_attributes_join_those_of_the_language(club):
    name = open_content(ontology=club)
    assert base_of(name) == "english"
    assert own_attributes(name) == {"swim_club"}
    assert len(ontology_of(name)) == len(load_ontology()) + 1
    assert "swim_club" not in load_ontology()
    assert Language.load(name).asked_attribute("Which swimming club am I in?") == ("swim_club", "value")


def test_changed_content_has_another_name(club):
    before = open_content(ontology=club)
    file = club / "sport.toml"
    file.write_text(file.read_text("utf-8").replace("Whirligigs = []", "Waterboatmen = []"), "utf-8")
    after = open_content(ontology=club)
    assert before != after
    assert list(opened()) == [after]


def test_content_is_the_same_wherever_it_lies(club, tmp_path):
    moved = club.rename(tmp_path / "elsewhere")
    with opening(ontology=moved) as name:
        assert content_of(name) is not None
    assert not opened()
    moved.rename(club)
    assert open_content(ontology=club) == name


def test_own_rules_are_drawn_in_own_lives_only():
    name = open_content(rules=CLINIC / "rules")
    assert own_rules(name).keys() == {"reassurance", "recovery_wish"}
    assert own_rules("english") == {}
    assert load_rules().keys() - rules_of(BUILT_IN).keys() == {"reassurance", "recovery_wish"}
    drawn = generate(3, sessions=4, language=name, rules=2, only_rules=["own"]).persons[0].rules
    assert {rule.kind for rule in drawn} == {"reassurance", "recovery_wish"}


def test_open_content_leaves_built_in_lives_as_they_are():
    before = generate(5, sessions=4, rules=3)
    open_content(ontology=CLINIC / "ontology", rules=CLINIC / "rules")
    assert generate(5, sessions=4, rules=3) == before


@pytest.mark.parametrize(
    ("only", "told"),
    [(["own"], 10), (["own", "dentist"], 11), ("own,dentist,gym", 12)],
)
def test_a_life_draws_from_the_attributes_that_are_chosen(only, told):
    name = open_content(ontology=CLINIC / "ontology")
    ontology = ontology_of(name).chosen(only.split(",") if isinstance(only, str) else only, own_attributes(name))
    assert len([one for one in ontology if one.is_told]) == told
    life = generate(1, sessions=5, language=name, only_attributes=only)
    names = {one.name for one in ontology}
    assert {fact.attribute for fact in life.persons[0].facts} <= names
    assert {probe.attribute for probe in life.probes} <= names


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"only_attributes": ["dentis"]}, "did you mean 'dentist'"),
        ({"only_attributes": ["dentist", "gym"]}, "leaves 2 attributes"),
        ({"only_attributes": ["own"]}, "no own content of this kind"),
        ({"only_rules": ["own"], "rules": 1}, "no own content of this kind"),
        ({"only_domains": ["hom"], "projects": 1}, "did you mean 'home'"),
        ({"only_attributes": 3}, "a list of names"),
    ],
)
def test_a_choice_of_nothing_is_refused(options, words):
    with pytest.raises(ConfigurationError, match=words):
        generate(1, sessions=4, **options)


def test_a_domain_of_ones_own_is_planned(tmp_path):
    write_template("project", tmp_path / "mine" / "apiary.toml")
    name = open_content(projects=tmp_path / "mine")
    life = generate(2, sessions=8, language=name, projects=1, only_domains=["own"])
    assert [project.domain for project in life.persons[0].projects] == ["apiary"]


def test_an_attribute_without_held_out_wordings_is_named(club):
    file = club / "sport.toml"
    text = file.read_text("utf-8")
    file.write_text(
        text.replace('ask = ["Do you remember whose lanes I use?", "Tell me where I do my lengths."]\n', ""), "utf-8"
    )
    name = open_content(ontology=club)
    with pytest.raises(DataError, match=r"sport\.toml:\d+: swim_club, held_out, ask: 0 phrases; expected at least 2"):
        ontology_of(name)


def test_built_in_attributes_take_further_values(tmp_path):
    (tmp_path / "values.toml").write_text('dentist = ["Novotny"]\n', "utf-8")
    name = open_content(ontology=tmp_path)
    assert "Novotny" in ontology_of(name).attribute("dentist").grid()
    assert "Novotny" not in load_ontology().attribute("dentist").grid()
    assert Language.load(name).told_in("dentist", "My dentist is Dr Novotny.") == ["Novotny"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('dentits = ["Novotny"]', "did you mean 'dentist'"),
        ('rent = ["much"]', "takes no further values"),
        ('home_city = ["Atlantis"]', "takes no further values"),
        ('dentist = ["Sokolova"]', "'Sokolova' is a value already"),
    ],
)
def test_a_faulty_further_value_is_named(tmp_path, line, words):
    (tmp_path / "values.toml").write_text(f"{line}\n", "utf-8")
    with pytest.raises(DataError, match=words):
        ontology_of(open_content(ontology=tmp_path))


def test_a_scenario_by_hand_speaks_in_words_of_its_own(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "values.toml").write_text('dentist = ["Novotny"]\n', "utf-8")
    (tmp_path / "own.yaml").write_text(BY_HAND, "utf-8")
    (life,) = read_own(tmp_path / "own.yaml")
    (tell,) = [act for session in life.sessions for act in session.agenda if act.words and not act.probe]
    assert tell.words == "Teeth? Ask {value}."
    asked = {probe.question for probe in life.probes}
    assert asked == {"", "Who looks after her teeth?"}
    faulty = BY_HAND.replace("Ask {value}", "Ask someone")
    (tmp_path / "own.yaml").write_text(faulty, "utf-8")
    with pytest.raises(DataError, match=r"own\.yaml:10: .*expected \{value\} once"):
        read_own(tmp_path / "own.yaml")


BY_HAND = """\
content: {ontology: mine}
persons:
  - name: Ada
    zone: Europe/Oslo
    facts:
      - {attribute: dentist, value: Novotny, since: 2024-01-20}
sessions:
  - start: 2025-01-14 18:30
    agenda:
      - tell: {attribute: dentist, words: "Teeth? Ask {value}."}
  - start: 2025-02-14 18:30
    agenda:
      - ask: {attribute: dentist, words: "Who is it with the drill?"}
probes:
  - {attribute: dentist, time: 2025-02-20, words: "Who looks after her teeth?"}
"""


def test_a_chinese_scenario_by_hand_has_chinese_values(tmp_path):
    diet = load_ontology("", "chinese").attribute("diet").grid()[0]
    text = (
        BY_HAND.replace("content: {ontology: mine}", "language: chinese")
        .replace("Novotny", diet)
        .replace("dentist", "diet")
    )
    (tmp_path / "own.yaml").write_text(text, "utf-8")
    (life,) = read_own(tmp_path / "own.yaml")
    assert life.language == "chinese"
    assert [fact.value for fact in life.persons[0].facts] == [diet]
    (tmp_path / "own.yaml").write_text(text.replace("language: chinese", "language: chines"), "utf-8")
    with pytest.raises(DataError, match="did you mean 'chinese'"):
        read_own(tmp_path / "own.yaml")


def test_faulty_rules_spoil_nothing_else(tmp_path):
    write_template("rule", tmp_path / "rules" / "tea.toml")
    file = tmp_path / "rules" / "tea.toml"
    file.write_text(file.read_text("utf-8").replace("lifted", "lifts"), "utf-8")
    with pytest.raises(DataError, match=r"tea\.toml"):
        regulars.world("smoke", rules=tmp_path / "rules")
    assert "tea_offer" not in load_rules()


@pytest.mark.parametrize("language", ["english+0000000000", "chinese+ffffffffff"])
def test_unknown_content_is_named_with_its_remedy(language):
    with pytest.raises(ConfigurationError, match="beside the data"):
        ontology_of(language)


@pytest.mark.parametrize(("folder", "words"), [("nowhere", "is not a folder"), ("empty", "regulars new attribute")])
def test_a_folder_without_files_is_refused(tmp_path, folder, words):
    (tmp_path / "empty").mkdir()
    with pytest.raises(ConfigurationError, match=words):
        open_content(ontology=tmp_path / folder)


def test_content_is_kept_beside_the_lives_and_found_there(club, tmp_path, monkeypatch):
    life = generate(4, sessions=4, language=open_content(ontology=club))
    write_scenarios(tmp_path / "lives.jsonl", [life])
    kept = tmp_path / "content" / life.language / "ontology" / "sport.toml"
    assert kept.read_bytes() == (club / "sport.toml").read_bytes()
    monkeypatch.setenv(OPEN, "")
    assert read_scenarios(tmp_path / "lives.jsonl") == [life]
    assert "swim_club" in ontology_of(life.language)


def suite_file(folder, text):
    path = folder / "mine.toml"
    path.write_text(f"version = 1\n{text}", "utf-8")
    return str(path)


def test_a_suite_of_a_file_has_its_settings_and_splits(tmp_path):
    name = suite_file(tmp_path, "[[plans]]\nlives = 2\nsessions = 4\n[options]\nrules = 1\n")
    suite = load_suite(f"{name}@test:sessions=5;lives=3")
    assert suite.label == "mine-1@test:lives=3;sessions=5"
    assert [plan["sessions"] for plan in suite.plans] == [5, 5, 5]
    assert suite.scenarios()[0]["phrasing"] == "held_out"
    assert read_label(suite.label) == {"label": suite.label, "suite": "mine", "version": 1, "split": "test"}


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("[[plans]]\nsesions = 4\n", DataError, "unknown option 'sesions'.*did you mean 'sessions'"),
        (
            "[[plans]]\nsessions = 4\n[options]\ntypo = 0.1\n",
            DataError,
            "options: unknown option 'typo'; did you mean 'typos'",
        ),
        ("[[plan]]\nsessions = 4\n", DataError, "unknown field 'plan'.*did you mean 'plans'"),
        ("[[plans]]\nsessions = 4\n[content]\nontolgy = 'o'\n", DataError, "did you mean 'ontology'"),
        ("[[plans]]\nsessions = 4\n[content]\nontology = 'o'\n", ConfigurationError, "is not a folder"),
        ("", DataError, "does not say which lives there are; expected version = 1, and one of"),
        ("[[plans]]\nlives = 'five'\n", DataError, "plans: lives is 'five'; expected a whole number from 1"),
        ("[[plans]]\nlives = 2.5\n", DataError, "plans: lives is 2.5"),
        ("[[plans]]\nlives = 0\n", DataError, "plans: lives is 0"),
        (
            "[[plans]]\nlives = 5000000000\n",
            DataError,
            "lives is 5000000000; expected a whole number from 1 to 1,000,000",
        ),
        ("[[plans]]\nsessions = '7'\n", DataError, "sessions is '7'.*from 1; write sessions = 7, without quotes"),
        ("[[plans]]\nanchors = 2.0\n", DataError, "anchors is 2.0; expected a whole number from 0"),
        ("[[plans]]\nrules = -1\n", ConfigurationError, "a whole number from 0"),
    ],
)
def test_a_faulty_suite_is_named_with_its_remedy(tmp_path, text, error, words):
    with pytest.raises(error, match=words):
        load_suite(suite_file(tmp_path, text))


def test_a_missing_version_is_named(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("[[plans]]\nsessions = 4\n")
    with pytest.raises(DataError, match="has no version; expected version = 1"):
        load_suite(str(path))


def test_a_version_in_quotes_is_named(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('version = "1"\n[[plans]]\nsessions = 4\n')
    with pytest.raises(DataError, match=r"version is '1'; expected a whole number from 0; write version = 1, without"):
        load_suite(str(path))


def test_more_lives_or_sessions_than_fit_are_refused():
    with pytest.raises(ConfigurationError, match="lives is 5000000000; expected a whole number from 1 to 1,000,000"):
        load_suite("smoke:lives=5000000000")
    with pytest.raises(ConfigurationError, match="sessions is 5000000000; expected a whole number from 1 to 100000"):
        load_suite("smoke:sessions=5000000000").generate()


def test_a_long_value_of_an_option_is_named_by_its_type():
    scenario = generate(0, sessions=1)
    with pytest.raises(ConfigurationError, match="only_rules is a Scenario; expected a list of names"):
        generate(0, only_rules=scenario)


def test_a_missing_suite_file_is_named():
    with pytest.raises(UnknownNameError, match=r"nowhere\.toml does not exist"):
        load_suite("nowhere.toml")


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("core", ("core", "")),
        ("core:sessions=6", ("core", "sessions=6")),
        ("a/b.toml@test:lives=1", ("a/b.toml@test", "lives=1")),
        ("C:/b.toml", ("C:/b.toml", "")),
        ("core:personas_file=(/a/b.toml)", ("core", "personas_file=(/a/b.toml)")),
    ],
)
def test_a_name_is_parted_from_its_settings(name, parts):
    assert split_name(name) == parts


def test_people_take_turns_over_lives_and_seeds():
    suite = load_suite(regulars.world(str(CLINIC / "clinic.toml"), settings={"lives": 2}))
    names = [arguments["people"][0][0] for seed in range(3) for arguments in suite.scenarios(seed)]
    assert names == ["Greta", "Luis", "Amara", "Greta", "Luis", "Amara"]


def test_a_life_with_more_people_than_the_file_is_refused():
    with pytest.raises(ConfigurationError, match="only 3 people"):
        regulars.world("smoke", personas=CLINIC / "people.toml", settings={"users": 4})


def test_a_world_is_named_by_its_settings():
    name = regulars.world("core", settings={"modes": {"open": 0.6, "asked": 0.4}, "lives": 1})
    (plan,) = load_suite(name).plans
    assert plan["modes"] == {"open": 0.6, "asked": 0.4}
    assert regulars.world("smoke") == "smoke"
    assert regulars.world(name, settings={"sessions": 4}) == f"{name};sessions=4"


@pytest.mark.parametrize("kind", TEMPLATES)
def test_a_template_overwrites_nothing(tmp_path, kind):
    path = tmp_path / "mine.toml"
    path.write_text("mine", "utf-8")
    with pytest.raises(DataError, match="exists already"):
        write_template(kind, path)
    assert path.read_text("utf-8") == "mine"


def test_an_unknown_template_is_named(tmp_path):
    with pytest.raises(UnknownNameError, match="did you mean 'attribute'"):
        write_template("atribute", tmp_path / "x.toml")
    with pytest.raises(ConfigurationError, match=r"ending in \.toml"):
        write_template("rule", tmp_path / "x.yaml")


def offer(monkeypatch, tmp_path, package):
    """Pretends that a package in `tmp_path` is installed, with an entry point `ward`."""
    point = EntryPoint("ward", package, GROUP)
    monkeypatch.setattr("regulars.scenarios.content.entry_points", lambda group: [point] if group == GROUP else [])
    monkeypatch.syspath_prepend(tmp_path)


def test_an_installed_package_offers_its_suite_and_content(tmp_path, monkeypatch):
    package = tmp_path / "ward_benchmark"
    shutil.copytree(CLINIC, package)
    (package / "__init__.py").touch()
    (package / "clinic.toml").rename(package / "ward.toml")
    offer(monkeypatch, tmp_path, "ward_benchmark")
    suite = load_suite("ward:lives=1")
    assert suite.label == "ward-1:lives=1"
    monkeypatch.setenv(OPEN, "")
    assert "care_nurse" in ontology_of(suite.languages[0])


def test_an_entry_point_without_a_package_is_named(tmp_path, monkeypatch):
    offer(monkeypatch, tmp_path, "no_such_package_of_mine")
    with pytest.raises(ConfigurationError, match="'ward' names 'no_such_package_of_mine', which is not a package"):
        load_suite("ward")
