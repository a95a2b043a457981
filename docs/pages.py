"""The code of README.md and docs/*.md: what runs, what it prints, and which commands it shows.

A `python` block runs, with the blocks before it on the same page. A `text` block right behind it holds its output.
A block that cannot run here is opened with `python no-run: REASON`, and `REASONS` lists the allowed reasons.

Run: python docs/pages.py [PAGE ...]   runs the pages and writes the outputs that have changed.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import re
import shlex
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
REASONS = ("needs an endpoint", "needs an extra", "needs weights", "needs a file of yours", "signature")
"""Why a block may stand on a page without being run."""

_FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_INLINE = re.compile(r"`(regulars [^`]+)`")
_COMMAND = "regulars "


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block.

    Attributes:
        info: What follows the opening fence: `python`, `text`, or nothing.
        body: The lines within.
        start: Where the body begins on the page.
        follows: Whether only blank lines lie between this block and the one before.
    """

    info: str
    body: str
    start: int
    follows: bool

    @property
    def runs(self) -> bool:
        """Whether it is Python that can run offline."""
        return self.info == "python"

    @property
    def reason(self) -> str:
        """Why it does not run; empty where it does, and for other languages."""
        return self.info.partition("no-run:")[2].strip() if self.info.startswith("python ") else ""


def blocks(page: str) -> list[Block]:
    """The fenced blocks of a page, in order."""
    found: list[Block] = []
    end = 0
    for match in _FENCE.finditer(page):
        follows = bool(found) and not page[end : match.start()].strip()
        found.append(Block(match[1].strip(), match[2], match.start(2), follows))
        end = match.end()
    return found


def outputs(page: str, name: str) -> Iterator[tuple[Block, str]]:
    """Runs the Python blocks of a page in one namespace; gives each `text` block with what was printed before it."""
    names: dict[str, object] = {"__name__": "page"}
    printed = ""
    ran = False
    for number, block in enumerate(blocks(page)):
        if block.runs:
            stdout = io.StringIO()
            with contextlib.redirect_stdout(stdout):
                exec(compile(block.body, f"{name}, block {number}", "exec"), names)
            printed = stdout.getvalue()
        elif block.info == "text" and block.follows and ran:
            yield block, printed
        ran = block.runs


def commands(page: str) -> Iterator[list[str]]:
    """The command lines that a page shows, in fenced blocks and within sentences, as lists of words."""
    for block in blocks(page):
        if block.info in ("", "bash", "console"):
            for line in block.body.replace("\\\n", " ").splitlines():
                for part in line.removeprefix("$ ").split("&&"):
                    if part.strip().startswith(_COMMAND):
                        yield shlex.split(part, comments=True)
    for shown in _INLINE.findall(_FENCE.sub("", page)):
        yield shlex.split(shown)


def refreshed(path: Path) -> str:
    """The page with the outputs that its blocks print today."""
    page = path.read_text("utf-8")
    for block, printed in reversed(list(outputs(page, path.name))):
        page = page[: block.start] + printed + page[block.start + len(block.body) :]
    return page


def main() -> None:
    """Rewrites the pages whose outputs have changed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="*", type=Path, default=PAGES)
    given = parser.parse_args()
    for path in [path.resolve() for path in given.pages]:
        with tempfile.TemporaryDirectory() as scratch:
            os.chdir(scratch)
            page = refreshed(path)
            os.chdir(ROOT)
        if page != path.read_text("utf-8"):
            path.write_text(page, "utf-8")
            print(f"rewrote {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
