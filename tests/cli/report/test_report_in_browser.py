"""The report in headless Chromium: no message on the console, nothing runs from records, keyboard, themes, widths."""

from __future__ import annotations

from pathlib import Path

import pytest
from headless import WIDTHS, axe_findings, browser, opened
from played_runs import run_of
from test_report_command import ANSWERS, SHOWN, hostile_run

from regulars.cli.pages.report.command import write_report

__all__ = ["hostile_run"]


@pytest.fixture(scope="module")
def chromium():
    with browser() as running:
        yield running


@pytest.fixture(scope="module")
def report(tmp_path_factory) -> Path:
    return write_report(run_of(tmp_path_factory.mktemp("report") / "R", ANSWERS))[0]


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_the_page_never_scrolls_sideways(chromium, report, width, scheme):
    with opened(chromium, report, width=width, scheme=scheme, bypass_csp=True) as page:
        page.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert axe_findings(page) == []


@pytest.mark.slow
def test_words_of_records_never_run(chromium, hostile_run):
    path, problem = write_report(hostile_run)
    assert problem is None
    with opened(chromium, path) as page:
        assert page.evaluate("window.broken") is None
        assert page.evaluate("document.images.length") == 0
        assert SHOWN in page.inner_text("main")


@pytest.mark.slow
def test_every_control_is_reached_by_the_keyboard(chromium, report):
    with opened(chromium, report) as page:
        page.evaluate("window.controls = [...document.querySelectorAll('a, select, summary, .scroll')]")
        wanted = page.evaluate("controls.flatMap((one, at) => one.checkVisibility() ? [at] : [])")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        reached = [0]
        for _ in wanted[1:]:
            page.keyboard.press("Tab")
            reached.append(page.evaluate("controls.indexOf(document.activeElement)"))
        assert reached == wanted
        page.focus("#stages summary")
        page.keyboard.press("Enter")
        assert page.is_visible("#stages table")


@pytest.mark.slow
def test_a_chosen_theme_holds_and_print_is_light(chromium, report):
    ground = "getComputedStyle(document.body).backgroundColor"
    with opened(chromium, report) as page:
        assert page.evaluate(ground) == "rgb(255, 255, 255)"
        page.select_option("#theme", "dark")
        assert page.evaluate(ground) == "rgb(16, 21, 27)"
        page.emulate_media(media="print")
        assert page.evaluate(ground) == "rgb(255, 255, 255)"


@pytest.mark.slow
def test_downloads_hold_the_data(chromium, report):
    with opened(chromium, report, accept_downloads=True) as page:
        with page.expect_download() as download:
            page.click("a[download='differences.csv']")
        text = Path(download.value.path()).read_text("utf-8")
        assert text.splitlines()[0] == "system,against,metric,difference,low,high,p,pairs"


@pytest.mark.slow
def test_the_page_works_without_scripts(chromium, report):
    with opened(chromium, report, java_script_enabled=False) as page:
        assert page.is_visible("#summary table")
        assert not page.is_visible("#theme")
