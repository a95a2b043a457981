"""What a run is made with: the manifest of the previous schema is read, an unknown one is refused by name."""

from __future__ import annotations

import json

import pytest

import regulars
from regulars.errors import ConfigurationError, RecordError
from regulars.evaluation.runs.config import RunConfig
from regulars.evaluation.runs.manifest import read_manifest
from regulars.scenarios.generator import generate


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("run") / "RUN"
    regulars.evaluate("none", data=[generate(1, sessions=1)], references=False, out=out)
    return out


def changed(folder, path, change):
    data = json.loads((folder / "config.json").read_text())
    change(data)
    path.write_text(json.dumps(data))
    return path


def test_one_without_a_number_is_of_schema_1_and_is_read(folder, tmp_path):
    old = changed(folder, tmp_path / "config.json", lambda data: data.pop("schema"))
    assert read_manifest(old) == read_manifest(folder / "config.json")


def test_a_run_of_schema_1_is_not_resumed(tmp_path):
    data = [generate(1, sessions=1)]
    regulars.evaluate("none", data=data, references=False, out=tmp_path / "RUN")
    config = tmp_path / "RUN" / "config.json"
    changed(config.parent, config, lambda manifest: manifest.pop("schema"))
    with pytest.raises(ConfigurationError, match="earlier version"):
        regulars.evaluate("none", data=data, references=False, out=tmp_path / "RUN", resume=True)


def test_a_run_without_limits_is_resumed(tmp_path):
    data = [generate(1, sessions=1)]
    for resume in (False, True):
        regulars.evaluate("none", data=data, references=False, limits={}, out=tmp_path / "RUN", resume=resume)
    assert read_manifest(tmp_path / "RUN" / "config.json").limits == {}


@pytest.mark.parametrize(("change", "named"), [({"schema": 9}, "schema 9"), ({"k": "many"}, r"\$\.k")])
def test_others_are_refused_by_name(folder, tmp_path, change, named):
    other = changed(folder, tmp_path / "config.json", lambda data: data.update(change))
    with pytest.raises(RecordError, match=named):
        read_manifest(other)


def test_options_are_frozen():
    config = RunConfig(k=5)
    with pytest.raises(AttributeError):
        config.k = 6
