"""Runs the notebooks of the examples, and writes what their cells print into them.

Run: python docs/notebooks.py [NOTEBOOK ...]
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import tempfile
from pathlib import Path

NOTEBOOKS = sorted((Path(__file__).resolve().parents[1] / "examples" / "notebooks").glob("*.ipynb"))


def refreshed(path: Path) -> str:
    """The text of a notebook with the outputs that its cells print today. Its cells run in one namespace."""
    notebook = json.loads(path.read_text("utf-8"))
    names: dict[str, object] = {"__name__": "notebook"}
    count = 0
    for number, cell in enumerate(notebook["cells"]):
        if cell["cell_type"] != "code":
            continue
        stdout = io.StringIO()
        with contextlib.redirect_stdout(stdout):
            exec(compile("".join(cell["source"]), f"{path.name}, cell {number}", "exec"), names)
        count += 1
        cell["execution_count"] = count
        cell["outputs"] = _outputs(stdout.getvalue())
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def _outputs(printed: str) -> list[dict[str, object]]:
    if not printed:
        return []
    return [{"name": "stdout", "output_type": "stream", "text": printed.splitlines(keepends=True)}]


def main() -> None:
    """Rewrites the notebooks whose outputs have changed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("notebooks", nargs="*", type=Path, default=NOTEBOOKS)
    given = parser.parse_args()
    for path in [path.resolve() for path in given.notebooks]:
        with tempfile.TemporaryDirectory() as scratch, contextlib.chdir(scratch):
            text = refreshed(path)
        if text != path.read_text("utf-8"):
            path.write_text(text, "utf-8")
            print(f"rewrote {path.name}")


if __name__ == "__main__":
    main()
