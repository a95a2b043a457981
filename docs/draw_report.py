"""Takes the pictures of `docs/report.md` from the report of a run.

    python docs/draw_report.py RUN

It needs a browser and the extra `browser`.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from regulars.cli.pages.report.command import write_report

DOCS = Path(__file__).resolve().parent
PICTURES = (("report_wide.png", 1280, 1900), ("report_narrow.png", 400, 1500))
"""The name of each picture, and its width and height in pixels."""


def draw(run: Path) -> None:
    """Writes the pictures of the report of a run."""
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        path, problem = write_report(run, Path(folder) / "report.html")
        if problem is not None:
            raise SystemExit(problem)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, width, height in PICTURES:
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme="light")
            page.goto(path.as_uri())
            page.screenshot(path=str(DOCS / name))
        browser.close()


if __name__ == "__main__":
    draw(Path(sys.argv[1]))
