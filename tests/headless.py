"""A headless browser for tests of pages: Chromium, driven by Playwright. Tests skip where either is missing."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

WIDTHS = (1280, 400)


@contextmanager
def browser() -> Iterator[Any]:
    """A running Chromium."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is missing: pip install 'regulars[browser]'")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("no browser: apt install chromium")
    with api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        try:
            yield running
        finally:
            running.close()


@contextmanager
def opened(running: Any, path: Path, *, width: int = 1280, scheme: str = "light", **options: Any) -> Iterator[Any]:
    """A page in a browser. Console messages, errors and requests for anything but the page fail the test at its end."""
    context = running.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, **options)
    page = context.new_page()
    heard: list[str] = []
    page.on("console", lambda message: heard.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: heard.append(f"error: {error}"))
    page.on("request", lambda request: heard.append(f"request: {request.url}"))
    address = path.resolve().as_uri()
    page.goto(address)
    yield page
    assert heard == [f"request: {address}"]
    context.close()


def axe_findings(page: Any) -> list[str]:
    """What axe-core finds against the rules of accessibility, by the name of the rule."""
    package = pytest.importorskip("axe_playwright_python", reason="axe is missing: pip install 'regulars[browser]'")
    page.evaluate((Path(package.__file__).parent / "axe.min.js").read_text("utf-8"))
    found = page.evaluate("axe.run(document)")
    return [f"{one['id']} ({one['impact']}): {one['nodes'][0]['html']}" for one in found["violations"]]
