"""The pictures of the gallery: what they show of a run, and that the files beside the pages are whole and small."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from played_runs import question, run_of
from viewed_runs import hostile, moved

from regulars.cli.pages.viewer.episode_data import episode_data
from regulars.evaluation import open_run

DOCS = Path(__file__).resolve().parents[3] / "docs"
PAGE = (DOCS / "gallery.md").read_text("utf-8")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module", autouse=True)
def _scripts():
    """Lets the tests import the scripts of docs/."""
    sys.path.insert(0, str(DOCS))
    yield
    sys.path.remove(str(DOCS))


def texts(svg: str) -> list[str]:
    """The texts of a picture; parsing fails for one that is not well-formed."""
    return ["".join(one.itertext()) for one in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_a_story_has_the_values_of_the_life_and_what_was_told_and_asked():
    from life_picture import stories

    (story,) = stories(episode_data(moved(), 1))
    assert story.attribute == "city"
    assert [value for _, value in story.values] == ["Oslo", "Bergen"]
    assert [(one.tone, one.words, one.reply, one.verdict) for one in story.moments] == [
        ("told", "I live in Oslo, and my sister in Rome.", "", ""),
        ("told", "Now I live in Bergen.", "", ""),
        ("right", "Where is Ada?", "Bergen.", "correct"),
        ("wrong", "Where do I live?", "In Oslo.", "stale"),
    ]
    assert story.telling == (True, 4)


def test_a_fact_that_does_not_change_or_has_too_many_moments_has_no_story():
    from life_picture import stories

    assert list(stories(episode_data(moved(horizon=()), 1))) == []
    assert list(stories(episode_data(moved(), 1), most=3)) == []


def test_the_picture_of_a_life_shows_each_moment_of_the_story():
    from life_picture import life_picture, stories

    shown = texts(life_picture(next(iter(stories(episode_data(moved(), 1))))))
    assert [one for one in shown if one.startswith("“")] == [
        "“I live in Oslo, and my sister in Rome.”",
        "“Now I live in Bergen.”",
        "“Where is Ada?” – “Bergen.” correct",
        "“Where do I live?” – “In Oslo.” stale",
    ]
    assert {"sessions", "told", "asked", "city", "Oslo", "Bergen"} <= set(shown)


def test_words_of_records_stay_words_in_a_picture():
    from life_picture import life_picture, stories

    (story,) = stories(episode_data(hostile(moved()), 1))
    tags = {one.tag.removeprefix(SVG) for one in ElementTree.fromstring(life_picture(story)).iter()}
    assert tags == {"svg", "title", "style", "rect", "line", "circle", "path", "text", "tspan"}


def test_marks_keep_their_distance():
    from life_picture import apart

    assert apart([10, 12, 60], 70) == [10, 29, 60]
    assert apart([60, 61], 70) == [51, 70]
    assert apart([], 70) == []


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Path:
    right, wrong = (question("q1", right=given, anchor=False) for given in (True, False))
    lives = {"bm25-turn": [[right]] * 3 + [[wrong]] * 2, "recency": [[wrong]] * 5}
    return run_of(tmp_path_factory.mktemp("gallery") / "R", lives)


def test_the_heat_map_shows_the_shares_of_the_run(run):
    from pictures import heat_picture

    from regulars.cli.pages.report.breakdowns import kinds
    from regulars.cli.pages.report.subject import Subject

    svg = heat_picture("by kind", str(kinds(Subject.of(open_run(run)))))
    assert texts(svg) == ["update", "bm25-turn", ".600", "recency", ".000"]
    assert re.findall(r'class="(h\d+)"', svg) == ["h6", "h0"]


def test_a_chart_stands_alone_with_its_legend_and_both_palettes(run):
    from pictures import chart_picture

    from regulars.cli.pages.report.over_time import distances
    from regulars.cli.pages.report.subject import Subject

    svg = chart_picture("over distance", str(distances(Subject.of(open_run(run)))))
    assert "bm25-turn" in texts(svg)
    assert "var(" not in svg
    light, dark = svg.split("@media (prefers-color-scheme: dark)")
    assert ".ground { fill: #ffffff; }" in light
    assert ".ground { fill: #10151b; }" in dark


def test_accuracy_over_sessions_counts_answers_that_had_been_told(run):
    import make_gallery

    rows = {row.system: row for row in make_gallery.session_rows(open_run(run), 1)}
    assert {name: (row.value, row.n) for name, row in rows.items()} == {"bm25-turn": (0.6, 5), "recency": (0.0, 5)}


def test_the_gallery_shows_the_commands_that_its_script_plays():
    import make_gallery

    shown = [shlex.split(line) for line in PAGE.replace("\\\n", " ").splitlines() if line.startswith("regulars ")]
    played = [shlex.split(make_gallery.CORE), shlex.split(make_gallery.LIFE)]
    assert [sorted(words) for words in shown] == [sorted(words) for words in reversed(played)]
    assert set(make_gallery.FIVE) < set(make_gallery.CORE.split("--memory ")[1].split()[0].split(","))


def test_badges_say_what_the_package_says():
    import make_gallery

    assert {
        name: (DOCS / "gallery" / name).read_text("utf-8") for name in make_gallery.badges()
    } == make_gallery.badges()


@pytest.mark.parametrize("path", sorted((DOCS / "gallery").glob("*.svg")), ids=lambda path: path.stem)
def test_pictures_are_whole_and_small_and_ask_for_nothing(path):
    text = path.read_text("utf-8")
    assert ElementTree.fromstring(text).tag == f"{SVG}svg"
    assert len(text.encode()) < 100_000
    assert not re.search(r"<script|<image|\bhref=|url\(|@import", text)
    assert path.name.startswith("badge_") or f"(gallery/{path.name})" in PAGE


@pytest.mark.parametrize("path", sorted(DOCS.glob("*.png")), ids=lambda path: path.stem)
def test_pictures_of_pages_are_small(path):
    assert path.stat().st_size < 300_000
    assert path.read_bytes().startswith(b"\x89PNG")
