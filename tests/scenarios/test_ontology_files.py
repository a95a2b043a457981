"""Bad ontology files: every fault is reported at once, with file and line."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from regulars.errors import DataError
from regulars.scenarios.ontology.attribute import CATEGORIES, Attribute
from regulars.scenarios.ontology.attribute_files import parse_category, read_ontology
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.scenarios.projects.domains import load_domains
from regulars.values import named_value

GOOD = """
[shoe]
label = "shoe size"
type = "number"
cardinality = "one"
change = "steps"
sensitivity = 0
cues = ["shoe size"]
low = 200
high = 300
step = 10
unit = "millimetres"
tell = ["My feet take {value}.", "My shoes measure {value}.", "Shoes of {value} fit me."]
update = ["My feet grew to {value}.", "I need {value} these days.", "It went from {old} to {value}."]
ask = ["What is my shoe size?", "Which shoes fit me?", "How long are my feet?"]
request = ["Buy shoes?", "Order boots?", "Fetch sandals?"]
correct = ["For the record, {value}.", "To be clear, {value}."]
hint = ["About my shoes.", "My feet matter."]

[shoe.held_out]
tell = ["A last of {value} was made for me.", "The cobbler noted {value} for both soles."]
update = ["The cobbler had to widen it to {value}."]
ask = ["What did the cobbler note?", "Which last is mine?"]
request = ["Send the cobbler a note?"]

[boot]
label = "boot height"
type = "number"
cardinality = "one"
change = "static"
sensitivity = 1
cues = ["boot height"]
low = 400
high = 500
step = 10
unit = "notches"
tell = ["My boots rise to {value}.", "Boots of {value} suit me.", "I lace up to {value}."]
ask = ["How high are my boots?", "Where do my boots end?", "What height of boot do I have?"]
request = ["Measure the boots?", "Cut the leather?", "Order long laces?"]
correct = ["Once more, {value}.", "Mind you, {value}."]
hint = ["About my boots.", "My boots are odd."]

[boot.held_out]
tell = ["The shaft counts {value}.", "Leather reaches {value} here."]
ask = ["What does the shaft count?", "Where does leather reach?"]
request = ["Tell the saddler?"]
"""


def line_of(text: str, start: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith(start))


def faults_of(text: str) -> list[str]:
    with pytest.raises(DataError) as caught:
        parse_category(text, "belongings")
    return [line.strip() for line in str(caught.value).splitlines()[1:]]


def test_a_good_file_is_read():
    read = parse_category(GOOD, "belongings")
    assert list(read) == ["shoe", "boot"]
    assert read["shoe"].grid()[:2] == ("200", "210")
    assert read["boot"].category == "belongings"


MISTAKES = [
    ('label = "shoe size"', "", "[shoe]", "shoe, label"),
    ('type = "number"\ncardinality = "one"\nchange = "steps"', 'type = "size"\ncardinality = "one"\nchange = "steps"',
     "type", "shoe, type: 'size' is not one of"),
    ("sensitivity = 0", "sensitivity = 4", "sensitivity", "shoe, sensitivity: is 4; expected 0 to 3"),
    ("low = 200", "low = 290", "high", "shoe, high: too few values"),
    ("low = 200", 'low = "200"', "low", "shoe, low: is missing or not a number"),
    ('cues = ["shoe size"]', "cues = []", "cues", "shoe, cues"),
    ('hint = ["About my shoes.", "My feet matter."]', "", "[shoe]", "shoe, hint: 0 phrases; expected at least 2"),
    ('"My feet take {value}."', '"My feet are long."', "tell", "shoe, tell: the slots of 'My feet are long.'"),
    ('"Buy shoes?"', '"Buy {value}?"', "request", "shoe, request: the slots"),
    ('change = "steps"', 'change = "accumulates"', "change", "shoe, change: accumulates does not fit"),
    ("step = 10\nunit = \"millimetres\"", "step = 10\nunit = \"millimetres\"\nlowest = 3", "lowest",
     "shoe, lowest: unknown field; did you mean 'low'"),
    ("sensitivity = 0", 'sensitivity = 0\nmoves = ["sock"]', "moves", "shoe, moves: 'sock' is not an attribute"),
    ("sensitivity = 0", 'sensitivity = 0\nmoves = ["boot"]', "moves", "shoe, moves: 'boot' is not an attribute that"),
    ("sensitivity = 0", 'sensitivity = 0\nshare = ["landlord"]', "share", "shoe, share: unknown field"),
    ("sensitivity = 0", 'sensitivity = 0\nstages = ["childhood"]', "stages", "shoe, stages: unknown name 'childhood'"),
    ("sensitivity = 1", "sensitivity = 1\nlasts = 30", "lasts", "boot, lasts: expected only where the change is steps"),
    ("sensitivity = 0", "sensitivity = 0\nlasts = -1", "lasts", "shoe, lasts: is -1; expected 0 to 10000"),
    ("sensitivity = 0", "sensitivity = 0\nvalence = 2", "valence", "shoe, valence: is 2; expected -1 to 1"),
    ("sensitivity = 0", 'sensitivity = 0\nexcludes = {sock = {"200" = ["x"]}}', "excludes",
     "shoe, excludes, sock: is not an attribute"),
    ("sensitivity = 0", 'sensitivity = 0\nexcludes = {boot = {"200" = ["3"]}}', "excludes",
     "shoe, excludes, boot, 3: '3' is not a value"),
    ("sensitivity = 0", 'sensitivity = 0\ndoubtful = {boot = {"200" = ["3"]}}', "doubtful",
     "shoe, doubtful, boot, 3: '3' is not a value"),
    ("sensitivity = 0", 'sensitivity = 0\nimplies = {sock = {"200" = "x"}}', "implies",
     "shoe, implies, sock: is not an attribute"),
    ("sensitivity = 0", 'sensitivity = 0\npiecemeal = [["It is {value}.", "{value}."]]', "piecemeal",
     "shoe, piecemeal: wrong slots"),
    ('ask = ["What did the cobbler note?", "Which last is mine?"]', "", "[shoe.held_out]",
     "shoe, held_out, ask: 0 phrases; expected at least 2"),
    ("sensitivity = 0", 'sensitivity = 0\nasked = ""', "asked", "shoe, asked: is missing or not a text"),
    ("sensitivity = 0", 'sensitivity = 0\nstands = "a {value}"', "stands", "shoe, stands: expected words for a term"),
    ("sensitivity = 0", 'sensitivity = 0\nbare = ["9"]', "bare", "shoe, bare: '9' is not a value"),
    ('"It went from', '"* It went from', "update", "shoe, update: holds a phrase with the mark '* '"),
    ("[shoe]", "[shoe", "", "is not valid TOML"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "start", "message"), MISTAKES, ids=[row[3][:40] for row in MISTAKES])
def test_a_mistake_is_named_with_file_line_attribute_and_field(old, new, start, message):
    assert old in GOOD
    bad = GOOD.replace(old, new, 1)
    faults = faults_of(bad)
    assert any(message in fault for fault in faults), faults
    assert all(re.match(r"belongings\.toml:\d+: ", fault) for fault in faults), faults
    if start:
        assert f"belongings.toml:{line_of(bad, start)}: {message}" in "\n".join(faults)


def test_all_mistakes_of_a_file_are_named_at_once_in_the_order_of_their_lines():
    bad = GOOD
    for old, new in (
        ("sensitivity = 0", 'sensitivity = 9\nmoves = ["sock"]'),
        ("low = 200", "low = 290"),
        ('"Measure the boots?", ', ""),
        ('"Leather reaches {value} here."', '"Leather."'),
    ):
        bad = bad.replace(old, new, 1)
    faults = faults_of(bad)
    assert len(faults) == 5
    lines = [int(re.match(r"belongings\.toml:(\d+)", fault)[1]) for fault in faults]
    assert lines == sorted(lines)
    for word in ("sensitivity", "moves", "high", "request", "held_out, tell"):
        assert sum(f", {word}: " in fault for fault in faults) == 1


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the built-in ontology with its projects."""
    home = files("regulars.scenarios")
    for category in CATEGORIES:
        shutil.copy(str(home.joinpath("ontology", f"{category}.toml")), tmp_path)
    shutil.copytree(str(home.joinpath("projects")), tmp_path / "projects")
    return tmp_path


def spoil(path: Path, old: str, new: str) -> int:
    """Replaces the first `old`, and returns its line."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    return text[: text.index(old)].count("\n") + 1


def test_a_copy_of_the_built_in_ontology_is_read_alike(folder):
    copied = load_ontology(str(folder))
    assert [a.name for a in copied] == [a.name for a in load_ontology()]


def test_faults_of_several_files_come_in_one_error(folder):
    lines = {
        "demographics.toml": spoil(folder / "demographics.toml", 'moves = ["street"]', 'moves = ["strett"]'),
        "situation.toml": spoil(folder / "situation.toml", "sensitivity = ", "sensitivity = 7"),
        "career.toml": spoil(folder / "projects" / "career.toml", 'type = "term"', 'type = "word"'),
    }
    with pytest.raises(DataError) as caught:
        load_ontology(str(folder))
    text = str(caught.value)
    for file, line in lines.items():
        assert f"{file}:{line}: " in text
    assert "'strett' is not an attribute that steps" in text


def test_an_attribute_that_stands_in_two_files_is_named(folder):
    belongings = folder / "belongings.toml"
    belongings.write_text(belongings.read_text("utf-8") + "\n[home_city]\nlabel = 'home'\n", "utf-8")
    with pytest.raises(DataError, match=r"belongings\.toml:\d+: home_city: is a second attribute of that name"):
        load_ontology(str(folder))


def test_a_folder_without_any_file_is_refused(tmp_path):
    with pytest.raises(DataError, match="holds no file of an ontology"):
        load_ontology(str(tmp_path))


# ---------------------------------------------------------------- contexts

CONTEXTS = """
[everyone.private]
rent = "It concerns the landlord."

[landlord.needed]
pet = "He has to consent."

[landlord.allowed]
rent = "He is paid it."
"""


def sorted_by(folder: Path, text: str) -> dict[str, Attribute]:
    (folder / "contexts.toml").write_text(text, "utf-8")
    return read_ontology(str(folder))


def test_what_is_private_to_everyone_is_private_unless_a_context_needs_or_allows_it(folder):
    found = sorted_by(folder, CONTEXTS)
    assert (found["pet"].needed, found["pet"].private) == ({"landlord": "He has to consent."}, {})
    assert (found["rent"].needed, found["rent"].private) == ({}, {})
    more = sorted_by(
        folder, CONTEXTS + "\n[doctor.needed]\nallergy = 'She treats it.'\n[club.private]\npet = 'Strangers.'\n"
    )
    assert (more["pet"].private, more["street"].private) == ({"club": "Strangers."}, {})
    assert more["rent"].private == dict.fromkeys(("doctor", "club"), "It concerns the landlord.")


def test_a_folder_of_some_attributes_may_have_the_contexts_of_all(folder):
    (folder / "situation.toml").unlink()  # the rent, and what other attributes refer to
    found = sorted_by(folder, CONTEXTS)
    assert "rent" not in found
    assert found["pet"].needed


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("pet = ", "pett = ", "6: landlord, needed, pett: is not an attribute; did you mean 'pet'"),
        ('"He has to consent."', '""', "6: landlord, needed, pet: has no reason; expected a sentence"),
        ('"He has to consent."', '"because"', "6: landlord, needed, pet: has no reason; expected a sentence"),
        ('"He has to consent."', "1", "6: landlord, needed, pet: has no reason; expected a sentence"),
        ('"It concerns the landlord."', '"."', "3: everyone, private, rent: has no reason; expected a sentence"),
        ("pet = ", "country = ", "6: landlord, needed, country: cannot be needed; expected an attribute that people"),
        ("pet = ", "savings = ", "6: landlord, needed, savings: cannot be needed; expected an attribute that people"),
        ('rent = "He', 'street = "He', "9: landlord, allowed, street: is allowed without it"),
        ("pet = ", "rent = ", "9: landlord, allowed, rent: is needed and allowed; expected one of them"),
        ("[landlord.allowed]", "[landlord.private]", "9: landlord, private, rent: is private to everyone already"),
        ("[landlord.needed]", "[landlard.needed]", "5: landlard, needed: is not a context; did you mean 'landlord'"),
    ],
)
def test_a_fault_of_a_context_is_named_with_file_and_line(folder, old, new, fault):
    assert old in CONTEXTS
    with pytest.raises(DataError) as caught:
        sorted_by(folder, CONTEXTS.replace(old, new, 1))
    assert f"contexts.toml:{fault}" in str(caught.value)


def test_what_people_asked_has_words_of_its_own_or_of_its_label():
    own = GOOD.replace("sensitivity = 1", 'sensitivity = 1\nasked = "how high to go"')
    assert parse_category(GOOD, "belongings")["boot"].asked == "which boot height to choose"
    assert parse_category(own, "belongings")["boot"].asked == "how high to go"


def test_a_step_names_values_that_its_attribute_has(tmp_path):
    shutil.copytree(str(files("regulars.scenarios.projects")), tmp_path / "projects")
    career = tmp_path / "projects" / "career.toml"
    text = career.read_text("utf-8")
    listed = 'values = ["public {}"'
    assert listed.format("exposure") in text
    career.write_text(text.replace(listed.format("exposure"), listed.format("esteem"), 1), "utf-8")
    fault = r"career\.toml:\d+: steps, discretion, values: 'public esteem' is not a value of"
    with pytest.raises(DataError, match=fault):
        load_domains(str(tmp_path))


NEWS = GOOD.replace('"My feet take {value}."', '"* My feet take {value}."').replace('"A last', '"* A last')


def test_a_telling_that_reports_news_is_marked():
    shoe = parse_category(NEWS, "belongings")["shoe"]
    assert shoe.news == {"My feet take {value}.", "A last of {value} was made for me."}
    assert shoe.phrases == parse_category(GOOD, "belongings")["shoe"].phrases
    assert parse_category(GOOD, "belongings")["shoe"].news == frozenset()


def test_a_value_stands_with_its_article():
    car = replace(load_ontology().attribute("car"), stands="a {value}", bare=frozenset({"Atos"}))
    assert [car.standing(value, value) for value in ("Audi", "Fiat", "Unimog", "Uno", "Atos")] == [
        "an Audi", "a Fiat", "a Unimog", "an Uno", "Atos",
    ]  # fmt: skip
    behind = replace(car, stands="behind the {value}")
    assert behind.standing("Audi", "Audi") == "behind the Audi"


@pytest.mark.parametrize(
    "attribute", [one for one in load_ontology() if one.stands != "{value}"], ids=lambda one: one.name
)
def test_a_value_is_found_again_in_the_words_that_it_stands_in(attribute):
    for value in attribute.grid():
        assert named_value(attribute.standing(value, value), attribute.domain) == value
