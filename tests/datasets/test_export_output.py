"""What every export keeps: complete files or none, the chosen episodes in order, and errors that help."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace
from played_by_hand import ASK, DISLIKED, LIKED, RIGHT, WRONG, episode, run_folder

from regulars import registry
from regulars.datasets import Recording, export_data
from regulars.datasets.export import output
from regulars.datasets.export.losses import IN_CONVERSATIONS, IN_EPISODES
from regulars.datasets.export.source import ExportSource
from regulars.dialogue import ASSISTANT
from regulars.errors import ConfigurationError, DataError, UnknownNameError
from regulars.scenarios import generate, write_scenarios

FORMATS = [entry.name for entry in registry.entries("export")]
ON_RUNS = ("supervised", "preferences", "groups", "minari")


def broken(error):
    yield {"a": 1}
    raise error


@pytest.mark.parametrize("error", [DataError("half way"), KeyboardInterrupt(), OSError(28, "No space left on device")])
def test_what_breaks_half_way_leaves_the_old_file_and_no_other(tmp_path, error):
    path = tmp_path / "out.jsonl"
    path.write_text("old")
    with pytest.raises(DataError if isinstance(error, OSError) else type(error)):
        output.write_lines(path, broken(error))
    assert path.read_text() == "old"
    assert [one.name for one in tmp_path.iterdir()] == ["out.jsonl"]


def test_a_folder_that_breaks_half_way_is_not_there(tmp_path):
    def write():
        with output.replacing(tmp_path / "out", folder=True) as part:
            (part / "a").write_text("1")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write()
    assert list(tmp_path.iterdir()) == []


def test_a_full_folder_is_never_replaced(tmp_path):
    (tmp_path / "mine").write_text("1")
    with (
        pytest.raises(ConfigurationError, match="the folder is not empty"),
        output.replacing(tmp_path, folder=True),
    ):
        pass
    assert (tmp_path / "mine").read_text() == "1"


def test_a_folder_does_not_take_the_place_of_a_file_nor_a_file_that_of_a_folder(tmp_path):
    file, folder = tmp_path / "file", tmp_path / "folder"
    file.write_text("1")
    folder.mkdir()
    with pytest.raises(ConfigurationError, match="this is a file"), output.replacing(file, folder=True):
        pass
    with pytest.raises(ConfigurationError, match="this is a folder"), output.replacing(folder):
        pass


def test_a_path_in_no_folder_is_named(tmp_path):
    with pytest.raises(DataError, match="cannot be written: No such file or directory"):
        output.write_lines(tmp_path / "none" / "out.jsonl", [1])


@pytest.mark.parametrize("items", [[], [{"a": [1, {"b": "é"}]}], [1, {"a": []}, "x"]])
@pytest.mark.parametrize("indent", [2, 4])
def test_a_list_is_formatted_as_json_does_it(tmp_path, items, indent):
    output.write_list(tmp_path / "out.json", iter(items), indent)
    assert (tmp_path / "out.json").read_text("utf-8") == json.dumps(items, indent=indent)


WORDS = "Ærlig talt: \u201cgrüezi\u201d, \u4f60\u597d, \U0001f427."
"""Words that ASCII does not have."""


@pytest.fixture
def in_ascii(monkeypatch):
    """A machine on which files are written in ASCII unless told otherwise."""

    def encoding(given, stacklevel=2):
        return given or "ascii"

    monkeypatch.setattr("io.text_encoding", encoding)


@pytest.mark.usefixtures("in_ascii")
def test_lines_and_lists_are_in_utf8_and_end_alike_on_every_machine(tmp_path):
    (tmp_path / "a").write_text("x")
    with pytest.raises(UnicodeEncodeError):
        (tmp_path / "a").write_text(WORDS)
    output.write_lines(tmp_path / "lines", [{"a": WORDS}, [1, 2]])
    assert (tmp_path / "lines").read_bytes() == f'{{"a":"{WORDS}"}}\n[1,2]\n'.encode()
    output.write_lines(tmp_path / "none", [])
    assert (tmp_path / "none").read_bytes() == b""


@pytest.mark.usefixtures("in_ascii")
@pytest.mark.parametrize("format", [name for name in FORMATS if name not in ("huggingface", "minari")])
def test_every_format_is_in_utf8_on_every_machine(tmp_path, format):
    if format in ON_RUNS:
        worse = episode("worse", [WORDS, "In Oslo."], {"s002.t02": DISLIKED})
        data = run_folder(tmp_path / "in", episode("good", [WORDS, "In Bergen."], {"s002.t02": LIKED}), worse)
    else:
        talk = Recording("talks@1", "t-1", licence="CC0")
        ida = talk.person("Ida")
        visit = talk.session(datetime(2025, 3, 3, tzinfo=UTC), person=ida)
        visit.say(ida, WORDS, id="a")
        visit.say(ASSISTANT, "Noted.", id="b")
        talk.ask("What?", WORDS, evidence=["a"])
        data = tmp_path / "in.jsonl"
        write_scenarios(data, [talk.scenario()])
    export_data(data, format, tmp_path / "out")
    files = [file for file in [tmp_path / "out", *(tmp_path / "out").glob("**/*")] if file.is_file()]
    texts = [file.read_bytes().decode() for file in files]
    assert any(text for text in texts)
    escaped = json.dumps(WORDS)[1:-1]
    quoted = json.dumps(WORDS, ensure_ascii=False)[1:-1]
    assert any(escaped in text or quoted in text for text in texts)
    assert not any("\r" in text for text in texts)


def names(source):
    return [str(record.key) for record in source.episodes()]


def test_episodes_of_an_interrupted_run_are_taken_life_by_life(tmp_path):
    records = [episode(system, [ASK, "x"], seed=seed) for system, seed in (("a", 0), ("a", 1), ("b", 0), ("b", 1))]
    source = ExportSource(str(run_folder(tmp_path / "run", *records)))
    assert names(source) == ["tiny-1/1/0/a", "tiny-1/1/0/b", "tiny-1/1/1/a", "tiny-1/1/1/b"]
    assert [[record.key.system for record in group] for group in source.groups()] == [["a", "b"], ["a", "b"]]


def test_faults_are_left_out_and_counted_and_a_torn_line_is_ignored(tmp_path):
    run = run_folder(tmp_path / "run", RIGHT, episode("worse", [ASK, "x"], valid=False))
    with (run / "episodes.jsonl").open("a") as file:
        file.write('{"schema": 2, "kind"')
    source = ExportSource(str(run))
    assert names(source) == ["tiny-1/1/0/good"]
    assert source.left_out == {"episodes that ended by a fault": 1}


def test_systems_are_chosen_and_unknown_ones_named(tmp_path):
    run = str(run_folder(tmp_path / "run", RIGHT, WRONG))
    assert names(ExportSource(run, ("bad",))) == ["tiny-1/1/0/bad"]
    with pytest.raises(DataError, match=r"no episode is of system 'god'.*did you mean 'good'"):
        names(ExportSource(run, ("god",)))


def test_a_run_without_a_valid_episode_is_refused(tmp_path):
    run = run_folder(tmp_path / "run", replace(RIGHT, valid=False))
    with pytest.raises(DataError, match="the run holds no valid episode"):
        names(ExportSource(str(run)))


@pytest.mark.parametrize("format", [name for name in FORMATS if name not in ON_RUNS])
def test_plans_without_words_are_refused(tmp_path, format):
    if format == "huggingface":
        pytest.importorskip("pyarrow")
    write_scenarios(tmp_path / "lives.jsonl", [generate(0, sessions=2)])
    with pytest.raises(DataError, match=r"is a plan without words.*play it"):
        export_data(tmp_path / "lives.jsonl", format, tmp_path / "out")
    assert [one.name for one in tmp_path.iterdir()] == ["lives.jsonl"]


def test_an_unknown_format_is_refused_with_the_nearest(tmp_path):
    with pytest.raises(UnknownNameError, match=r"unknown export 'locom'.*'locomo'"):
        export_data(tmp_path, "locom", tmp_path / "out")


def test_a_class_of_ones_own_is_a_format(tmp_path):
    (tmp_path / "mine.py").write_text(
        "from regulars.datasets.export.output import ExportCounts\n"
        "class Count:\n"
        "    drops = ('feedback',)\n"
        "    def write(self, source, out):\n"
        "        out.write_text(str(sum(1 for _ in source.episodes())))\n"
        "        written = ExportCounts()\n"
        "        written.wrote['files'] = 1\n"
        "        return written\n"
    )
    run = run_folder(tmp_path / "run", RIGHT, WRONG)
    report = export_data(run, f"{tmp_path / 'mine.py'}:Count", tmp_path / "out")
    assert (tmp_path / "out").read_text() == "2"
    # Three replies were rated: one of the good system, two of the bad one.
    assert (report.wrote, report.not_carried) == ({"files": 1}, {"feedback": 3})


@pytest.mark.parametrize("format", FORMATS)
def test_each_format_drops_things_that_are_counted(format):
    drops = registry.build("export", format).drops
    known = {**IN_CONVERSATIONS, **IN_EPISODES}
    assert drops
    assert [name for name in drops if name not in known] == []
