"""Persona files read by hand, and facts that are told again in other words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from regulars.agents.writing.drafts import Spoken
from regulars.agents.writing.persona_file import describe_persona, read_persona, typed_insight
from regulars.agents.writing.rolememo import fragment_problems
from regulars.errors import DataError

VALUES = "value-judgment"


def read(tmp_path: Path, content: Any) -> Any:
    path = tmp_path / "judge.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return read_persona(path)


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("[Value Judgment]: Loyalty counts.", VALUES, "Loyalty counts."),
        ("  [ VALUE JUDGMENT ]Loyalty: it counts. ", VALUES, "Loyalty: it counts."),
        ("[Decision Guidance] : Ask first.", "decision-guidance", "Ask first."),
        ("[Interpretive Attribution]:", "interpretive-attribution", ""),
        ("[Contradiction Revelation]: [Both] hold.", "contradiction", "[Both] hold."),
        ("[Taste]: Sweet.", "", "Sweet."),
        (f"[{'x' * 60}]: Long.", "", "Long."),
        (f"[{'x' * 61}]: Long.", "", f"[{'x' * 61}]: Long."),  # no type is so long
        ("[]: Nothing. ", "", "[]: Nothing."),
        ("See [Value Judgment]: it counts.", "", "See [Value Judgment]: it counts."),
    ],
)
def test_the_type_of_an_insight_stands_in_brackets_before_it(text, kind, words) -> None:
    assert typed_insight(text) == (kind, words)


@pytest.mark.parametrize(
    ("content", "description"),
    [
        ({"role_description": " an old judge "}, "an old judge"),
        ({"role_description": " ", "description": "a clerk"}, "a clerk"),
        ({"description": 3, "persona": "a cook"}, "a cook"),
        ({"persona": "c", "description": "b", "role_description": "a"}, "a"),
        ({"persona": "a cook", "core_values": ["care", 3, "haste"]}, "a cook Core values: care, haste."),
        ({"persona": "a cook", "core_values": []}, "a cook"),
        ({"persona": "a cook", "core_values": "care"}, "a cook"),
        ({"job": "judge", "age": 70, "home": " ", "pet": "cat"}, "job: judge; pet: cat"),  # all texts of the object
        ({"core_values": ["care"]}, ""),
    ],
)
def test_a_character_is_described_by_the_first_text_of_three_keys(content, description) -> None:
    assert describe_persona(content) == description


@pytest.mark.parametrize(
    ("content", "insights"),
    [
        ({}, ()),
        ({"insights": None}, ()),
        ({"insights": ["[Value Judgment]: a"]}, ((VALUES, "a"),)),
        ({"insights": "[Value Judgment]: a"}, ((VALUES, "a"),)),
        ({"insights": [{"original_insight": "[Value Judgment]: a", "verdict": "kept"}]}, ((VALUES, "a"),)),
        ({"insights": ["[Value Judgment]: a"], "checked_insights": ["[Value Judgment]: b"]}, ((VALUES, "b"),)),
        ({"insights": ["[Value Judgment]: a"], "checked_insights": []}, ((VALUES, "a"),)),
    ],
)
def test_checked_insights_stand_for_the_unchecked_ones(tmp_path, content, insights) -> None:
    found = read(tmp_path, {"role_description": "an old judge", "name": "I\x07o ", **content})
    assert (found.name, found.description, found.insights) == ("Io", "an old judge", insights)


@pytest.mark.parametrize("bad", ["Plain.", "[Taste]: a", "[Value Judgment]: ", 3, {"insight": "[Value Judgment]: a"}])
def test_an_insight_without_a_known_type_is_named_by_its_number(tmp_path, bad) -> None:
    with pytest.raises(DataError) as caught:
        read(tmp_path, {"role_description": "x", "insights": ["[Value Judgment]: a", bad, "[Value Judgment]: c"]})
    assert str(caught.value) == (
        f"{tmp_path / 'judge.json'}: insight 2 has no known type in brackets; expected [Decision Guidance], "
        "[Interpretive Attribution], [Value Judgment], [Contradiction Revelation], then the insight."
    )


@pytest.mark.parametrize("name", [None, 7, ["Io"]])
def test_a_name_that_is_no_text_is_none(tmp_path, name) -> None:
    assert read(tmp_path, {"role_description": "x", "name": name}).name == ""


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("[1]", "this is a list; expected RoleMemo's persona file: an object that describes a character."),
        ('{"age": 3}', "nothing describes the character; expected a key such as role_description."),
    ],
)
def test_a_file_that_describes_nobody_is_refused(tmp_path, content, told) -> None:
    with pytest.raises(DataError) as caught:
        read(tmp_path, content)
    assert str(caught.value) == f"{tmp_path / 'judge.json'}: {told}"


# ---------------------------------------------------------------------- echoes

FACT = "River stone cloud maple tiger."
REPEATED = "turn 2 repeats what the sentence says"


@pytest.mark.parametrize(
    ("line", "problems"),
    [
        ("A cloud, a stone.", []),  # two of the five long words are .4
        ("A cloud, a stone, a river.", [REPEATED]),  # three are .6, the share from which a line is an echo
        ("Maple and tiger by the river of stone.", [REPEATED]),
    ],
)
def test_an_echo_has_six_of_ten_long_words(line, problems) -> None:
    speakers = ("User", "Assistant")
    texts = (FACT, line, "c", "d", "e", "f")
    turns = [Spoken(speaker=speakers[place % 2], text=text) for place, text in enumerate(texts)]
    assert fragment_problems(turns, FACT) == problems


def test_short_words_alone_are_never_echoed() -> None:
    """`I eat figs` has one word of four letters, and `So do I` none."""
    texts = ("I do so.", "So do I.", "c", "d", "e", "f")
    turns = [Spoken(speaker=("User", "Assistant")[place % 2], text=text) for place, text in enumerate(texts)]
    assert fragment_problems(turns, "I do so.") == []
