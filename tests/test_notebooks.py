"""The notebooks of the examples: each runs, prints what it shows, and stays small."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))
RUN = [pytest.param(path, marks=pytest.mark.slow) if path.stem == "learning_policy" else path for path in NOTEBOOKS]
"""A notebook that learns is run by the slow tests alone."""
LARGEST = 200_000
"""Bytes of a notebook with its outputs."""


@pytest.fixture
def notebooks(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "docs")
    import notebooks

    return notebooks


@pytest.mark.parametrize("path", RUN, ids=lambda path: path.stem)
def test_a_notebook_prints_what_it_shows(notebooks, path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert notebooks.refreshed(path) == path.read_text("utf-8"), "run python docs/notebooks.py"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_has_the_form_of_jupyter_and_is_small(path):
    text = path.read_text("utf-8")
    notebook = json.loads(text)
    assert len(text.encode()) < LARGEST
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in notebook["cells"]]
    assert len(set(ids)) == len(ids)
    kinds = {kind: [cell for cell in notebook["cells"] if cell["cell_type"] == kind] for kind in ("markdown", "code")}
    assert sum(map(len, kinds.values())) == len(notebook["cells"])
    assert all(set(cell) == {"cell_type", "id", "metadata", "source"} for cell in kinds["markdown"])
    assert all({"execution_count", "outputs"} < set(cell) for cell in kinds["code"])


def test_outputs_that_no_longer_come_are_replaced(notebooks, tmp_path):
    cells = [
        {
            "cell_type": "code",
            "id": "a",
            "metadata": {},
            "source": ["x = 2\n"],
            "outputs": ["old"],
            "execution_count": 7,
        },
        {"cell_type": "code", "id": "b", "metadata": {}, "source": ["print(x)\n", "print(3)"]},
    ]
    path = tmp_path / "small.ipynb"
    path.write_text(json.dumps({"cells": cells}), "utf-8")
    first, second = json.loads(notebooks.refreshed(path))["cells"]
    assert (first["execution_count"], first["outputs"]) == (1, [])
    assert second["outputs"] == [{"name": "stdout", "output_type": "stream", "text": ["2\n", "3\n"]}]
