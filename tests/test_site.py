"""The site of the documentation: every page has a place, it builds without a warning, and it asks no other host."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from headless import WIDTHS, axe_findings, browser

ROOT = Path(__file__).resolve().parents[1]
CONFIG = (ROOT / "mkdocs.yml").read_text("utf-8")
SEEN = (
    "index.html",
    "start.html",
    "gallery.html",
    "memory_compared.html",
    "training.html",
    "examples/notebooks/own_memory.html",
)
"""Pages that the tests look at in a browser: pictures, code, wide tables, a notebook."""
GRAVE = ("serious", "critical")


def places(nav: Any) -> Iterator[str]:
    """The pages that a navigation names."""
    if isinstance(nav, str):
        yield nav
    else:
        for part in nav.values() if isinstance(nav, dict) else nav:
            yield from places(part)


def navigation() -> list[str]:
    return list(places(yaml.safe_load(CONFIG.partition("\nnav:\n")[2])))


def test_every_page_and_notebook_has_one_place_in_the_navigation():
    pages = [path.name for path in (ROOT / "docs").glob("*.md")]
    notebooks = [f"examples/notebooks/{path.stem}.md" for path in (ROOT / "examples" / "notebooks").glob("*.ipynb")]
    audits = ["audit/README.md"]
    assert sorted(navigation()) == sorted([*pages, *notebooks, *audits, "CONTRIBUTING.md", "CHANGELOG.md"])


@pytest.fixture
def hooks(monkeypatch):
    pytest.importorskip("mkdocs", reason="mkdocs is missing: pip install 'regulars[docs]'")
    monkeypatch.syspath_prepend(ROOT / "docs")
    import site_hooks

    return site_hooks


def changed(hooks, place: str, text: str, *, made: str | None = None) -> str:
    page = SimpleNamespace(file=SimpleNamespace(src_uri=place, generated_by=made))
    return hooks.on_page_markdown(text, page)


def test_links_out_of_docs_lead_to_copies_on_the_site(hooks):
    assert changed(hooks, "memory.md", "[a](../examples/x.py) [b](api.md#c) [d](#e) [f](https://g.h)") == (
        "[a](examples/x.py) [b](api.md#c) [d](#e) [f](https://g.h)"
    )
    assert changed(hooks, "audit/README.md", "[a](../testing.md)") == "[a](../testing.md)"
    notebook = changed(hooks, "examples/notebooks/n.md", "[a](../../docs/api.md) [b](../x.py)", made="hooks")
    assert notebook == "[a](../../api.md) [b](../x.py)"
    assert changed(hooks, "CONTRIBUTING.md", "[a](docs/api.md)", made="hooks") == "[a](api.md)"
    assert changed(hooks, "memory.md", "[a](../examples/clinic)") == "[a](examples/clinic/index.md)"


def test_links_within_code_stay(hooks):
    code = "```\n[a](../x.py)\n```\n"
    assert changed(hooks, "memory.md", code) == code


def test_numbered_lists_keep_their_code_and_their_numbers(hooks):
    text = "1. One\n\n   ```toml\n   a = 1\n   ```\n2. Two\n   lines\n"
    assert changed(hooks, "memory.md", text) == ("1. One\n\n    ```toml\n    a = 1\n    ```\n\n2. Two\n    lines\n")


def test_a_fence_with_a_reason_and_a_graph_are_written_for_the_site(hooks):
    graph = "```mermaid\ngraph TD;\n\ta --> b;\n\tb -. &nbsp;end&nbsp; .-> __end__;\n```\n"
    text = f"```python no-run: needs weights\nx = 1\n```\n\n{graph}"
    assert changed(hooks, "flows.md", text) == (
        "```python\nx = 1\n```\n\n```text\na -> b\nb -> end  (if so decided)\n```\n"
    )


def test_a_notebook_becomes_a_page_with_its_outputs(hooks):
    path = ROOT / "examples" / "notebooks" / "first_life.ipynb"
    page = hooks.shown(path)
    assert page.startswith("# A first life\n")
    assert page.count("```python\n") == 5
    assert page.count("```text\n") == 5


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    pytest.importorskip("material", reason="mkdocs-material is missing: pip install 'regulars[docs]'")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    built = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr
    assert built.stderr == ""
    return folder


def test_the_site_names_no_other_host_for_scripts_styles_and_pictures(site):
    pages = [path for path in site.rglob("*.html") if path.name != "404.html"]
    assert len(pages) > len(navigation())
    loaded = re.compile(r"<(?:script|link|img|iframe)\b[^>]*(?:src|href)=\"?(https?:)?//")
    assert [page.name for page in pages if loaded.search(page.read_text("utf-8"))] == []


def test_files_that_pages_link_to_are_on_the_site(site):
    assert (site / "examples" / "sqlite_memory.py").read_text() == (ROOT / "examples" / "sqlite_memory.py").read_text()
    assert 'href="clinic.toml"' in (site / "examples" / "clinic" / "index.html").read_text("utf-8")
    assert (site / "examples" / "clinic" / "people.toml").is_file()


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""


@pytest.fixture(scope="module")
def address(site) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Silent, directory=str(site)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def chromium():
    with browser() as running:
        yield running


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_fit_the_width_and_axe_finds_nothing_grave(chromium, address, width, scheme):
    context = chromium.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page, heard = context.new_page(), []
    page.on("console", lambda message: heard.append(message.text))
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("request", lambda asked: heard.append(asked.url) if not asked.url.startswith((address, "data:")) else None)
    for name in SEEN:
        page.goto(f"{address}{name}", wait_until="networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") == width, name
        assert [one for one in axe_findings(page) if any(f"({grave})" in one for grave in GRAVE)] == [], name
    assert heard == []
    context.close()


@pytest.mark.slow
def test_the_search_finds_a_term(chromium, address):
    page = chromium.new_page(viewport={"width": 1280, "height": 900})
    page.goto(f"{address}index.html", wait_until="networkidle")
    links = page.locator(".md-search-result__link")
    field = page.locator("input[name=query]")
    field.press_sequentially("ledge")  # the site listens for keys, so that text which is set is not seen
    for _ in range(60):  # another key each second, as those before the search listens are lost
        field.press("r")
        page.wait_for_timeout(1_000)
        if links.count():
            break
        field.press("Backspace")
    assert links.first.get_attribute("href")
    page.close()
