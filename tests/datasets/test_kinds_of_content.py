"""What a file or folder of own content holds, told by its tables and not by its name."""

from __future__ import annotations

from pathlib import Path

import pytest

from regulars.datasets.own_content import kind_of
from regulars.errors import DataError

ATTRIBUTE = '[shoe]\nlabel = "shoe"\ntype = "term"\n'
RULE = "[tone.settings]\n"
PROJECT = "steps = []\n[project]\n"
PEOPLE = '[[personas]]\nname = "Ada"\n'


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("a.toml", ATTRIBUTE, "ontology"),
        ("a.toml", '[shoe]\ntell = ["a"]\nask = ["b"]\n', "ontology"),
        ("a.toml", f"schema = 1\n{ATTRIBUTE}", "ontology"),  # beside what is no table
        ("values.toml", "[job]\nmore = 1\n", "ontology"),  # further values of built-in attributes
        ("a.toml", RULE, "rules"),
        ("a.toml", f"{ATTRIBUTE}{RULE}", "rules"),
        ("a.toml", PROJECT, "projects"),
        ("a.toml", "[[plans]]\n", "suite"),
        ("a.toml", "[stream]\n", "suite"),
        ("a.toml", 'like = "core"\n', "suite"),
        ("a.toml", "[content]\n", "suite"),
        ("a.toml", PEOPLE, "personas"),
        ("a.toml", f"like = 1\n{PEOPLE}", "personas"),
        ("a.yaml", "personas:\n- name: Ada\n", "personas"),
        ("a.yml", "# people\npersonas:\n", "personas"),
        ("a.json", '{"personas": []}', "personas"),
        ("a.json", '{"name": "personas"}', None),  # the first key decides
        ("a.yaml", "persons:\n- personas: x\n", None),
        ("a.json", "{'personas': []}", "personas"),
        ("a.yaml", f"---\n\n  # {'x' * 9000}\n{'#' * 9000}\n'personas' :\n", "personas"),
        ("a.yaml", "# Two personas: Ada and Bo.\nname: one\n", None),  # comments say nothing
        ("a.yaml", "\ufeffpersonas: []\n", "personas"),
        ("a.yaml", "personas", None),
        ("a.txt", PEOPLE, None),
        ("a.jsonl", '{"personas": []}', None),
    ],
)
def test_a_file_is_known_by_its_tables(tmp_path: Path, name, text, kind) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    assert kind_of(tmp_path / name) == kind


@pytest.mark.parametrize(
    "text", ["", '[shoe]\nlabel = "shoe"\n', "[project]\n", "steps = []\n", "settings = 1\n", "[tone]\nrules = 1\n"]
)
def test_a_file_without_such_tables_is_refused_with_the_way_to_a_template(tmp_path: Path, text) -> None:
    (tmp_path / "a.toml").write_text(text, "utf-8")
    with pytest.raises(DataError) as caught:
        kind_of(tmp_path / "a.toml")
    assert str(caught.value) == (
        f"{tmp_path}/a.toml: is not a file of own content; expected tables of attributes or rules, [project], "
        "[[plans]] or [[personas]]; begin with a template: regulars new attribute|rule|project|suite|persona "
        "--out FILE."
    )


@pytest.mark.parametrize("content", ["[shoe", b"label = '\xff'"])
def test_a_file_that_is_no_toml_is_named(tmp_path: Path, content) -> None:
    (tmp_path / "a.toml").write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(DataError, match=r"a\.toml: is not valid TOML: .*; correct the file\.") as caught:
        kind_of(tmp_path / "a.toml")
    assert caught.value.where == str(tmp_path / "a.toml")


@pytest.mark.parametrize("name", ["gone.toml", "gone.yaml", "gone.json"])
def test_a_file_that_is_not_there_is_left_to_who_reads_it(tmp_path: Path, name) -> None:
    assert kind_of(tmp_path / name) is None


@pytest.mark.parametrize("name", ["content", "content.toml", "content.yaml"])
@pytest.mark.parametrize(
    ("files", "kind"),
    [
        ({}, None),
        ({"notes.txt": PEOPLE}, None),
        ({"a.toml": ATTRIBUTE}, "ontology"),
        ({"a.toml": ATTRIBUTE, "b.toml": ATTRIBUTE, "more.toml": "x = 1\n"}, "ontology"),
        ({"a.toml": ATTRIBUTE.replace("shoe", "rent")}, None),  # a built-in name: a whole ontology
        ({"values.toml": "[rent]\nmore = 1\n"}, "ontology"),
        ({"a.toml": ATTRIBUTE, "contexts.toml": RULE}, "ontology"),  # contexts belong to attributes
        ({"a.toml": RULE, "b.toml": RULE}, "rules"),
    ],
)
def test_a_folder_is_known_by_its_files(tmp_path: Path, name, files, kind) -> None:
    folder = tmp_path / name
    folder.mkdir()
    for file, text in files.items():
        (folder / file).write_text(text, "utf-8")
    assert kind_of(folder) == kind


def test_a_folder_of_several_kinds_is_refused_with_a_file_of_each(tmp_path: Path) -> None:
    for name, text in {"a.toml": RULE, "b.toml": PROJECT, "c.toml": "x = 1\n"}.items():
        (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(DataError) as caught:
        kind_of(tmp_path)
    assert str(caught.value) == (
        f"{tmp_path}: the folder holds files of several kinds: a.toml is of rules, b.toml is of projects; "
        "give each kind a folder of its own, or check the files one by one."
    )
