"""What the site adds to the pages, which are written for a code host; `mkdocs.yml` names this file.

A link to a file outside `docs/` leads to a copy on the site. Notebooks become pages. The site loads no script from
elsewhere, so a Mermaid graph is shown as the list of its arrows.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files, InclusionLevel

ROOT = Path(__file__).resolve().parents[1]
OWN_PAGES = ("CONTRIBUTING.md", "CHANGELOG.md")
"""Pages outside `docs/` that the navigation names."""
NOTEBOOKS = "examples/notebooks"

_FENCE = re.compile(r"(^```.*?^```$)", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"\]\((?!\w+:|#)([^)#\s]+)")
_INDENTED = re.compile(r"^ {3}(?=\S)", re.MULTILINE)
_CLOSED = re.compile(r"^( {4}```)\n(?=\d)", re.MULTILINE)
"""What belongs to an item of a numbered list; Python-Markdown wants four spaces, and a blank line after a fence."""
_MERMAID = re.compile(r"^```mermaid\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_ARROW = re.compile(r"^\s*(\w+) (-->|-\..*->) (\w+);$", re.MULTILINE)


def on_files(files: Files, config: Any) -> Files:
    """Adds the notebooks, the pages for contributors, and every file outside `docs/` that a page links to."""
    waiting = [*OWN_PAGES, *(path.relative_to(ROOT).as_posix() for path in (ROOT / NOTEBOOKS).glob("*.ipynb"))]
    for file in files.documentation_pages():
        waiting += _outside(f"docs/{file.src_uri}", file.content_string)
    while waiting:
        name = waiting.pop()
        if files.get_file_from_path(site_path(name)) is None:
            named = name in OWN_PAGES or name.endswith(".ipynb")
            content = shown(ROOT / name)
            level = InclusionLevel.UNDEFINED if named else InclusionLevel.NOT_IN_NAV
            files.append(File.generated(config, site_path(name), content=content, inclusion=level))
            waiting += _outside(site_path(name), content) if site_path(name).endswith(".md") else []
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Leads links to places on the site, and writes fences in the words of Python-Markdown."""
    place = page.file.src_uri
    name = place if page.file.generated_by else f"docs/{place}"

    def moved(link: re.Match[str]) -> str:
        return f"]({posixpath.relpath(site_path(_target(name, link[1])), posixpath.dirname(place) or '.')}"

    parts = _FENCE.split(markdown)
    parts[::2] = [_LINK.sub(moved, _CLOSED.sub(r"\1\n\n", _INDENTED.sub("    ", part))) for part in parts[::2]]
    text = re.sub(r"^```python no-run:.*$", "```python", "".join(parts), flags=re.MULTILINE)
    return _MERMAID.sub(lambda graph: f"```text\n{arrows(graph[1])}\n```", text)


def on_post_page(output: str, **_: Any) -> str:
    """Names the theme's search for people who do not see it."""
    return output.replace('role="dialog"', 'role="dialog" aria-label="Search"', 1)


def site_path(name: str) -> str:
    """The place on the site of a file of the repository, both relative to their roots."""
    if (ROOT / name).is_dir():
        return f"{name}/index.md"
    if name.startswith("docs/"):
        return name.removeprefix("docs/")
    return f"{name.removesuffix('.ipynb')}.md" if name.endswith(".ipynb") else name


def shown(path: Path) -> str:
    """What the site holds for a file: its text, a page for a notebook, a list for a folder."""
    if path.is_dir():
        files = sorted(one.relative_to(path).as_posix() for one in path.rglob("*.*") if one.is_file())
        return f"# {path.name}\n\n" + "".join(f"- [{name}]({name})\n" for name in files)
    return notebook_page(path.read_text("utf-8")) if path.suffix == ".ipynb" else path.read_text("utf-8")


def notebook_page(text: str) -> str:
    """A notebook as Markdown: its cells, and what they print."""
    parts = []
    for cell in json.loads(text)["cells"]:
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
        parts += [f"```text\n{''.join(output['text']).rstrip()}\n```" for output in cell.get("outputs", [])]
    return "\n\n".join(parts) + "\n"


def arrows(graph: str) -> str:
    """The arrows of a graph in Mermaid, one a line; those that are not always taken are marked."""
    lines = []
    for start, arrow, end in _ARROW.findall(graph):
        lines.append(f"{start.strip('_')} -> {end.strip('_')}{'' if arrow == '-->' else '  (if so decided)'}")
    return "\n".join(lines)


def _outside(name: str, text: str) -> Iterator[str]:
    """The files outside `docs/` that a page links to."""
    for part in _FENCE.split(text)[::2]:
        for link in _LINK.findall(part):
            target = _target(name, link)
            if not target.startswith("docs/") and (ROOT / target).exists():
                yield target


def _target(name: str, link: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), link))
