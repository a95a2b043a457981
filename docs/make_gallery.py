"""Draws the pictures of `docs/gallery.md`, of the README, and of the pages on the report and the viewer.

Run: python docs/make_gallery.py [--core RUN] [--life RUN]

Without runs, it plays them with the commands that the gallery shows. The pictures of pages need a browser and the extra
`browser`.
"""

from __future__ import annotations

import argparse
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

from life_picture import Story, life_picture, stories
from pictures import badge, chart_picture, heat_picture

from regulars.cli.pages.report.breakdowns import kinds
from regulars.cli.pages.report.charts import STYLES, Series, line_chart, ticks
from regulars.cli.pages.report.command import write_report
from regulars.cli.pages.report.over_time import distances
from regulars.cli.pages.report.sections import share
from regulars.cli.pages.report.subject import Subject
from regulars.cli.pages.report.trade_offs import cost
from regulars.cli.pages.viewer.episode_data import episode_data
from regulars.cli.pages.viewer.site import ViewedRun, write_site
from regulars.envs.probes.gold import ProbeStatus
from regulars.evaluation import open_run
from regulars.evaluation.figures.metrics import probe_values, recorded_verdict
from regulars.evaluation.figures.result_rows import Pool, Row
from regulars.evaluation.figures.slices import SESSION, Places
from regulars.evaluation.report_figures import ACCURACIES
from regulars.evaluation.runs.recorded import RecordedRun

DOCS = Path(__file__).resolve().parent
GALLERY = DOCS / "gallery"
CORE = (
    "regulars evaluate --suite core --no-references --workers 2 --out RUN "
    "--memory recency,bm25-turn,longmemeval,mem0-v3,hipporag,memorybank,full-context "
    "--label longmemeval=longmemeval --label mem0-v3=mem0-v3 --label hipporag=hipporag --label memorybank=memorybank"
)
LIFE = "regulars evaluate --suite smoke --seeds 1 --no-references --memory bm25-turn --out LIFE"
FIVE = ("longmemeval", "bm25-turn", "mem0-v3", "memorybank", "recency")
"""The memories of the picture of accuracy over sessions."""
BLOCK = 5
"""The number of sessions that one point of that picture stands for."""
SCREENS = (("report_wide.png", 1280, 1900), ("report_narrow.png", 400, 1500))
VIEWS = (("viewer.png", 1280, 1000), ("viewer_narrow.png", 400, 1500))
SEARCH = ("viewer_search.png", 1280, 500)
"""The name of each picture of a page, and its width and height in pixels."""


def main() -> None:
    """Plays what is missing, and writes every picture."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--core", type=Path, help="a run of the first command, in place of playing it")
    parser.add_argument("--life", type=Path, help="a run of the second command, in place of playing it")
    given = parser.parse_args()
    GALLERY.mkdir(exist_ok=True)
    for name, text in badges().items():
        (GALLERY / name).write_text(text, "utf-8")
    with TemporaryDirectory() as scratch:
        core = given.core or played(CORE, Path(scratch) / "RUN")
        for name, text in charts(open_run(core)).items():
            (GALLERY / name).write_text(text, "utf-8")
        life = given.life or played(LIFE, Path(scratch) / "LIFE")
        story = most_telling(open_run(life))
        (GALLERY / "life.svg").write_text(life_picture(story), "utf-8")
        draw_pages(core, life, story, Path(scratch))


def played(command: str, out: Path) -> Path:
    """Plays a run and returns its folder."""
    words = shlex.split(command)
    words[words.index("--out") + 1] = str(out)
    subprocess.run([sys.executable, "-m", "regulars.cli.start", *words[1:]], check=True)
    return out


def charts(recorded: RecordedRun) -> dict[str, str]:
    """The charts of a run, as SVG by the names of their files."""
    subject = Subject.of(recorded)
    section, heat, trade = (str(part) for part in (distances(subject), kinds(subject), cost(subject)))
    return {
        "sessions.svg": chart_picture("Accuracy over sessions", over_sessions(recorded, subject.front)),
        "distance.svg": chart_picture("Accuracy by utterances since the evidence", section),
        "kinds.svg": heat_picture("Accuracy by kind of question", heat),
        "cost.svg": chart_picture("Tokens of context against accuracy on anchors", trade),
    }


def over_sessions(recorded: RecordedRun, styles: Mapping[str, int]) -> str:
    """Accuracy of questions that have an answer, over blocks of sessions, as a chart of the report.

    Args:
        recorded: The run.
        styles: The styles of systems in the charts of the report; a system without one gets the last style.
    """
    last = max(session.number for record in recorded.records for session in record.sessions)
    starts = range(1, last - BLOCK // 2 + 1, BLOCK)
    rows = {(row.system, row.slice): row for row in session_rows(recorded, len(starts))}
    labels = [f"{start}-{start + BLOCK - 1}" for start in starts[:-1]] + [f"{starts[-1]}-{last}"]
    across = [(place / (len(starts) - 1), label) for place, label in enumerate(labels)]
    points = {name: [_point(rows.get((name, f"block={block}")), across[block]) for block in range(len(starts))]
              for name in FIVE}  # fmt: skip
    series = [Series(name, points[name], styles.get(name, STYLES - 1)) for name in FIVE]
    return line_chart("sessions", "Accuracy over sessions", series, across, ticks((0, 0.25, 0.5, 0.75, 1), 0, 1),
                      labels=("session", "accuracy"))  # fmt: skip


def session_rows(recorded: RecordedRun, blocks: int) -> list[Row]:
    """Accuracy of each system by block of sessions, over questions whose answer had been told."""
    pool = Pool()
    for record in recorded.records:
        pool.enter(record)
        places = Places(record, (SESSION,))
        cluster = f"{record.key.scenario}#{record.key.seed}"
        for probe in record.probes:
            outcome = probe.first
            if outcome is None or outcome.status is not ProbeStatus.ASKED or not outcome.evidence:
                continue
            values = probe_values(probe, record, recorded_verdict, ())
            right = next((value for metric, value in values if metric in ACCURACIES), None)
            for slice_ in places.of_probe(probe) if right is not None else ():
                block = min((int(slice_.partition("=")[2]) - 1) // BLOCK, blocks - 1)
                pool.add(record.key.system, "all", f"block={block}", "accuracy", cluster, right)
    return pool.rows()


def _point(row: Row | None, place: tuple[float, str]) -> tuple[float, float, str] | None:
    return None if row is None else (place[0], row.value, f"sessions {place[1]}: {share(row.value)}, n {row.n}")


def most_telling(recorded: RecordedRun) -> Story:
    """The story of a run that shows most."""
    lives = (episode_data(record, number) for number, record in enumerate(recorded.records, 1))
    return max((story for life in lives for story in stories(life)), key=lambda story: story.telling)


def badges() -> dict[str, str]:
    """The badges of the README, from the package's metadata."""
    project = tomllib.loads((DOCS.parent / "pyproject.toml").read_text("utf-8"))["project"]
    versions = [one.rpartition(" ")[2] for one in project["classifiers"] if "Python :: 3." in one]
    return {
        "badge_version.svg": badge("version", project["version"]),
        "badge_python.svg": badge("python", " | ".join(versions)),
        "badge_licence.svg": badge("licence", project["license"]),
    }


def draw_pages(core: Path, life: Path, story: Story, scratch: Path) -> None:
    """Takes pictures of the report of a run, and of the viewer of a life."""
    report, problem = write_report(core, scratch / "report.html")
    if problem is not None:
        raise SystemExit(problem)
    with browser() as chromium:
        for name, width, height in SCREENS:
            _take(chromium, report.as_uri(), name, width, height)
        draw_viewer(chromium, life, story, scratch)


def draw_viewer(chromium: Any, life: Path, story: Story, scratch: Path) -> None:
    """Takes pictures of the viewer at a wrong answer of the story, and of a search for the words of its fact."""
    write_site(ViewedRun.opened(life), scratch / "view", lambda done, total: None)
    questions = story.life.questions
    wrong = [answer for answer in story.life.answers if answer.verdict != "correct"
             and questions[answer.question - 1].attribute == story.attribute]  # fmt: skip
    shown = min(wrong, key=lambda answer: answer.verdict != "stale")
    question = questions[shown.question - 1].id
    page = (scratch / "view" / "index.html").as_uri()
    address = f"{page}#episode={quote(story.life.name, safe='')}&question={quote(question, safe='')}"
    for name, width, height in VIEWS:
        _take(chromium, address, name, width, height)
    _take(chromium, f"{page}#find={quote(story.attribute.replace('_', ' '), safe='')}", *SEARCH)


@contextmanager
def browser() -> Iterator[Any]:
    """A running Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        yield chromium
        chromium.close()


def _take(chromium: Any, address: str, name: str, width: int, height: int) -> None:
    page = chromium.new_page(viewport={"width": width, "height": height}, color_scheme="light")
    page.goto(address)
    page.wait_for_load_state("networkidle")
    page.screenshot(path=str(DOCS / name))
    page.close()


if __name__ == "__main__":
    main()
