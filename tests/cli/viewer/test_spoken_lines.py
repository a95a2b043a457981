"""The index of what was said in a run: lines, words, parts, and blocks of episodes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from bare_records import bare
from viewed_runs import moved, written

from regulars.cli.pages.viewer import spoken_lines as module
from regulars.cli.pages.viewer.live_run import LiveRun
from regulars.cli.pages.viewer.site import ViewedRun, write_site
from regulars.cli.pages.viewer.spoken_lines import (
    UNSPACED,
    SaidLine,
    WordIndex,
    digits,
    packed,
    spoken_lines,
    terms_of,
)
from regulars.datasets.record_files import append

SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def numbers(text: str) -> list[int]:
    """The numbers of a text in digits."""
    found, number, size = [], 0, 1
    for sign in text:
        value = SIGNS.index(sign)
        number, size = number + value % 32 * size, size * 32
        if value < 32:
            found.append(number)
            number, size = 0, 1
    return found


def unpacked(text: str) -> list[int]:
    steps = numbers(text)
    return [sum(steps[: place + 1]) for place in range(len(steps))]


def line(text: str, **given: str) -> SaidLine:
    return SaidLine(time="2025-03-03 09:00:00", name="Ada", text=text, **given)


def found(index: WordIndex, start: str) -> list[int]:
    """The lines that hold a word with this beginning, read as the page reads the index."""
    head = index.head()
    lines: list[int] = []
    for place, word in enumerate(head["words"]):
        if word.startswith(start):
            part = max(number for number, first in enumerate(head["starts"]) if first <= place)
            lines += unpacked(index.part(part)[place - head["starts"][part]])
    return sorted(lines)


def test_numbers_stand_in_digits_of_five_bits():
    assert digits([0, 31, 32, 1023, 1024, 2**32 - 1]) == "AfgB_fggB______D"
    assert numbers(digits([0, 31, 32, 1023, 1024, 2**32 - 1])) == [0, 31, 32, 1023, 1024, 2**32 - 1]
    assert unpacked(packed([0, 1, 40, 41, 70_000])) == [0, 1, 40, 41, 70_000]
    assert packed([]) == digits([]) == ""


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("It's in Bergen, since 2025-03.", {"it", "s", "in", "bergen", "since", "2025", "03"}),
        ("ÅSE snake_case", {"åse", "snake_case"}),
        ("我住在Bergen。", {"我住", "住在", "在", "bergen"}),
        ("?! \\u202e", {"u202e"}),
        ("", set()),
    ],
)
def test_a_line_is_found_by_its_words(text, terms):
    assert terms_of(text) == terms


def test_page_and_index_take_the_same_signs_for_unspaced():
    script = Path(module.__file__).with_name("front") / "terms.js"
    written_there = re.search(r'UNSPACED = "(.*)";', script.read_text("utf-8"))[1]
    signs = re.sub(r"\\\\u\{?([0-9a-f]+)\}?", lambda one: chr(int(one[1], 16)), written_there)
    assert signs == UNSPACED


def test_the_lines_of_an_episode_stand_in_the_order_of_time_with_their_questions():
    lines = spoken_lines(moved())
    assert [(one.turn, one.name, one.text, one.question) for one in lines] == [
        ("s001.t01", "Ada", "I live in Oslo, and my sister in Rome.", ""),
        ("s001.t02", "Assistant", "A boat, then.", ""),
        ("s001.t03", "Ada", "Now I live in Bergen.", ""),
        ("s001.t04", "Assistant", "Noted.", ""),
        ("", "Question", "Where is Ada?", "q2"),
        ("", "Assistant", "Bergen.", "q2"),
        ("s002.t01", "Ada", "Where do I live?", "q1"),
        ("s002.t02", "Assistant", "In Oslo.", "q1"),
    ]
    assert {(one.question, one.kind, one.verdict, one.stage) for one in lines if one.question} == {
        ("q1", "current-value", "stale", "not recalled"), ("q2", "current-value", "correct", "right"),
    }  # fmt: skip


def test_an_index_finds_lines_of_several_episodes_by_beginnings():
    index = WordIndex([("a", [line("Oslo"), line("Bergen, then Berlin")]), ("b", [line("in Bergen"), line("no")])])
    assert found(index, "berg") == [1, 2]
    assert found(index, "ber") == [1, 1, 2]  # two words of one line
    assert found(index, "ergen") == []
    assert [episode[:2] for episode in index.head()["episodes"]] == [("a", 2), ("b", 2)]


def test_an_index_knows_which_lines_are_of_questions():
    asked = {"question": "q", "kind": "temporal", "stage": "right"}
    lines = [line("x"), line("y", verdict="correct", **asked), line("z", verdict="partial", **asked)]
    head = WordIndex([("a", lines), ("b", lines[1:2])]).head()
    assert head["results"] == [("temporal", "correct", "right"), ("temporal", "partial", "right")]
    assert [(unpacked(one[2]), numbers(one[3])) for one in head["episodes"]] == [([1, 2], [0, 1]), ([0], [0])]


@pytest.mark.parametrize("part", [1, 3, 7, 1000])
def test_every_word_is_in_one_part(monkeypatch, part):
    monkeypatch.setattr(module, "PART", part)
    texts = ["a b c", "a b", "a", "d e", "e"]
    index = WordIndex([("x", [line(text) for text in texts])])
    assert {word: found(index, word) for word in "abcde"} == {
        word: [place for place, text in enumerate(texts) if word in text] for word in "abcde"
    }
    assert sum(len(index.part(number)) for number in range(index.parts)) == len(index.head()["words"]) == 5
    assert index.parts == {1: 5, 3: 3, 7: 2, 1000: 1}[part]


def test_an_index_without_words_has_no_parts():
    index = WordIndex([("a", [line("?")]), ("b", [])])
    assert (index.parts, index.head()["words"]) == (0, [])


def content(viewed, address: str):
    script = viewed.file(address).decode()
    name, text = json.loads(f"[{script.removeprefix('regularsPut(').removesuffix(');' + chr(10))}]")
    assert name == address
    return json.loads(text)


def test_a_static_viewer_holds_the_index_of_all_blocks(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "BLOCK", 2)
    viewed = ViewedRun.opened(written(tmp_path / "RUN", *(moved(name) for name in "xyz")))
    out = tmp_path / "pages"
    write_site(viewed, out, lambda done, total: None)
    keys = content(viewed, "run.js")["blocks"]
    assert {path.name for path in (out / "words").iterdir()} == {
        f"{key}{part}.js" for key in keys for part in ("", "-0")
    }
    assert [len(content(viewed, f"words/{key}.js")["episodes"]) for key in keys] == [2, 1]
    digests = [one.digest for one in viewed.summaries]
    assert {path.stem for path in (out / "lines").iterdir()} == set(digests)
    assert content(viewed, f"lines/{digests[0]}.js")[0]["text"] == "I live in Oslo, and my sister in Rome."
    assert viewed.file(f"words/{keys[0]}-1.js") is None
    assert viewed.file("words/0123456789abcdef.js") is None
    assert viewed.file("lines/0123456789abcdef.js") is None


def test_the_index_of_an_earlier_state_goes_when_the_viewer_is_written_again(tmp_path):
    run, out = tmp_path / "RUN", tmp_path / "pages"
    write_site(ViewedRun.opened(written(run, moved("x"))), out, lambda done, total: None)
    before = {path for name in ("words", "lines") for path in (out / name).iterdir()}
    (out / "words" / "mine.js").write_text("kept")
    (run / "episodes.jsonl").unlink()
    write_site(ViewedRun.opened(written(run, moved("y"))), out, lambda done, total: None)
    after = {path for name in ("words", "lines") for path in (out / name).iterdir()}
    assert before & after == set()
    assert len(after) == len(before) + 1


def test_a_run_that_grows_keeps_the_index_of_whole_blocks(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "BLOCK", 1)
    live = LiveRun(written(tmp_path, bare("a")))
    (first,) = content(live, "run.js")["blocks"]
    content(live, f"words/{first}.js")
    made = live._viewed.indexes[first]
    append(tmp_path / "episodes.jsonl", bare("b"))
    live._next = 0.0  # the rest after a reading is over
    assert content(live, "run.js")["blocks"][0] == first
    assert live._viewed.indexes == {first: made}


def test_marks_of_direction_are_found_as_they_are_shown(tmp_path):
    index = WordIndex([("a", [line("x\x07\u202ey")])])
    assert index.head()["words"] == ["u202ey", "x", "x07"]
