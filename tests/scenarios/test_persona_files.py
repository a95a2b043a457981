"""Persona files: what is read, and how faults are reported."""

from __future__ import annotations

import json
import re

import pytest
from drawn_people import planned

from regulars.errors import DataError
from regulars.scenarios.personas.files import read_personas
from regulars.scenarios.world import BigFive, Style

YAML = """\
personas:
  - name: Ada
    stage: retired
    traits: [talkative, warm]
    zone: Europe/Oslo
    windows: ["9-12"]
    style: {length: long, formality: plain, markers: ["To be honest."], typos: 0.1}
    patience: 1.5
    notes: Ada chairs a club.
    tastes: {length.at_least_three: -0.25}
  - name: Emre
    traits:
      - brisk
"""
TOML = """\
[[personas]]
name = "Ada"
stage = "retired"
traits = ["talkative", "warm"]
zone = "Europe/Oslo"
windows = ["9-12"]
patience = 1.5
notes = "Ada chairs a club."
tastes = { "length.at_least_three" = -0.25 }

[personas.style]
length = "long"
formality = "plain"
markers = ["To be honest."]
typos = 0.1

[[personas]]
name = "Emre"
traits = ["brisk"]
"""
PEOPLE = [
    {
        "name": "Ada", "stage": "retired", "traits": ["talkative", "warm"], "zone": "Europe/Oslo", "windows": ["9-12"],
        "style": {"length": "long", "formality": "plain", "markers": ["To be honest."], "typos": 0.1},
        "patience": 1.5, "notes": "Ada chairs a club.", "tastes": {"length.at_least_three": -0.25},
    },
    {"name": "Emre", "traits": ["brisk"]},
]  # fmt: skip


def written(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("people.yaml", YAML),
        ("people.YML", YAML),
        ("people.toml", TOML),
        ("people.json", json.dumps(PEOPLE)),
        ("people.json", json.dumps({"personas": PEOPLE}, indent="\t")),
    ],
)
def test_personas_are_read_from_a_file(tmp_path, name, text):
    (ada, first), (emre, second) = read_personas(written(tmp_path, name, text))
    assert (ada, emre) == ("Ada", "Emre")
    # talkative and warm: extraversion .7 + .2, agreeableness .6, and a courtesy of .4 + .3 * .6
    assert first.style == Style("long", "plain", ("To be honest.",), 0.1, courtesy=0.58)
    assert first.big_five == BigFive(extraversion=0.9, agreeableness=0.6)
    assert (first.stage, first.zone, first.windows, first.patience) == ("retired", "Europe/Oslo", ("9-12",), 1.5)
    assert first.candour == pytest.approx(0.75)
    assert first.tastes["length.at_least_three"] == "-0.25"
    assert first.tastes["greeting.wanted"] == "0.60"
    assert second.thinking == pytest.approx(16)
    assert second.notes == "Emre has no use for ceremony."
    assert second.zone == "UTC"


def test_all_faults_are_listed_with_file_and_line(tmp_path):
    text = """\
personas:
  - name: Ada
    stage: retried
    traits: [talkative, taciturn, funny]
    zone: Europe/Olso
  - nmae: Bob
    windows: ["morning"]
    patience: lots
    candour: 1.5
    style:
      length: longish
      markers: ["Did you know?"]
    tastes:
      emoji.plenty: 1
      emoji.wanted: 3
  - name: Ina
    stage: retired
    traits: [impatient, night_owl]
    windows: ["7-9"]
    patience: 1
    patience: 2
"""
    with pytest.raises(DataError) as caught:
        read_personas(written(tmp_path, "people.yaml", text))
    assert "stands twice" in str(caught.value)
    with pytest.raises(DataError) as caught:
        read_personas(written(tmp_path, "people.yaml", text.replace("    patience: 1\n", "")))
    message = str(caught.value)
    for line, words in (
        (3, "'retried' is not one of study, early_career"),
        (4, "'taciturn' does not go with 'talkative'"),
        (4, "'funny' is not a trait"),
        (5, "'Europe/Olso' is not an IANA zone; did you mean 'Europe/Oslo'"),
        (6, "unknown field; did you mean 'name'"),
        (6, "is missing or empty"),
        (7, "'morning' is not a window; expected first and last hour, such as 7-10"),
        (8, "'lots'; expected a number from 0.05 to 10"),
        (9, "1.5; expected a number from 0 to 1"),
        (11, "'longish' is not one of short, plain, long"),
        (12, "'Did you know?' is a question"),
        (14, "emoji.plenty: is not a setting of a style attribute; did you mean 'emoji.wanted'"),
        (15, "3; expected a number from -1 to 1"),
        (18, "'impatient' does not go with the stage 'retired'"),
        (19, "7-9 does not go with the trait 'night_owl'"),
    ):
        assert re.search(rf"people\.yaml:{line}: [^\n]*{re.escape(words)}", message), (line, words, message)
    assert "15 faults" in message


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.toml", '[[personas]]\nname = "Ada"\n\n[[personas]]\nname = "Bo"\nzone = "X"\n', "a.toml:6: personas, 2, z"),
        ("a.toml", '[[personas]]\nname = "A"\n[personas.style]\ntypos = 2\n', "a.toml:4: personas, 1, style, typos"),
        ("a.toml", "[[personas]]\nname = \n", "a.toml:2: is not valid TOML"),
        ("a.json", '[{"name": "Ada",\n "zone": "X"}]', "a.json:2: 1, zone"),
        ("a.json", '[{"name": "Ada"},\n]', "a.json:.*: invalid JSON"),
        ("a.yaml", "- name: Ada\n- name: [", "a.yaml:2: invalid YAML"),
        ("a.yaml", "people:\n  - name: Ada\n", "a.yaml:1: people: unknown field; expected personas"),
        ("a.yaml", "", "is not a list of personas"),
        ("a.yaml", "- Ada\n", "a.yaml:1: 1: is not a persona"),
        ("a.yaml", "- name: Ada\n- name: Ada\n", "a.yaml:2: 2: Ada is in the file twice"),
        ("a.yaml", "- name: 7\n", "a.yaml:1: 1, name: is 7; expected a text"),
        ("a.yaml", "- &a [*a]\n", "a.yaml:1: contains itself by an alias"),
        ("a.txt", "Ada", "is not a file of personas; expected a name in .yaml, .yml, .json, .toml"),
    ],
)
def test_faults_are_reported_with_their_place(tmp_path, name, text, words):
    with pytest.raises(DataError, match=words):
        read_personas(written(tmp_path, name, text))


def test_a_file_that_is_not_there_is_reported(tmp_path):
    with pytest.raises(DataError, match="cannot be read") as missing:
        read_personas(tmp_path / "none.yaml")
    assert str(missing.value) == f"{tmp_path / 'none.yaml'}: cannot be read: No such file or directory; check the path."


def test_people_from_a_file_can_be_given_sessions(tmp_path):
    people = [persona for _, persona in read_personas(written(tmp_path, "people.yaml", YAML))]
    calendar = planned(4, people, 20)
    assert all(9 <= session.start.hour < 12 for session in calendar if session.person == 0)
