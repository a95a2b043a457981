"""Stream files: the scenarios of a stream in order, one a line; their marks hold the rest.

The marks of each scenario name its stream, block, half and cohort. The first scenario of a stream also carries the
stream's settings, and the first one of a block the state of its cohorts, both as JSON. Reading removes these two marks.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from regulars.errors import DataError
from regulars.scenarios.files import read_scenarios, write_scenarios
from regulars.scenarios.streams.blocks import Block, Stream
from regulars.scenarios.streams.cohorts import Cohort
from regulars.scenarios.world import Scenario

_STREAM, _BLOCK = "stream_made_with", "block_stands"


def write_stream(path: str | Path, stream: Stream) -> None:
    """Writes a stream to a file of scenarios.

    Raises:
        DataError: The file cannot be written.
    """
    lines: list[Scenario] = []
    for block in stream.blocks:
        stands = {"cohorts": list(map(asdict, block.cohorts)), "weights": dict(block.weights), "drift": block.drift}
        for place, scenario in enumerate((*block.train, *block.exam)):
            marks = dict(scenario.marks)
            if not place:
                marks[_BLOCK] = json.dumps(stands, sort_keys=True)
            if not lines:
                made = {"id": stream.id, "seed": stream.seed, "schedule": stream.schedule, "marks": dict(stream.marks)}
                marks[_STREAM] = json.dumps(made, sort_keys=True)
            lines.append(replace(scenario, marks=marks))
    write_scenarios(path, lines)


def read_stream(path: str | Path) -> Stream:
    """Reads a stream from a file that `write_stream` wrote.

    Raises:
        DataError: The file cannot be read, or holds no stream.
    """
    scenarios = read_scenarios(path)
    first = scenarios[0].marks
    if _STREAM not in first or _BLOCK not in first:
        raise DataError("holds no stream", where=str(path), expected="a file that write_stream wrote")
    try:
        made = json.loads(first[_STREAM])
        blocks: list[Block] = []
        for scenario in scenarios:
            if scenario.marks["stream"] != made["id"]:
                raise DataError("holds lives of several streams", where=str(path), expected="one stream a file")
            if _BLOCK in scenario.marks:
                blocks.append(_block(len(blocks) + 1, json.loads(scenario.marks[_BLOCK])))
            blocks[-1] = _with(blocks[-1], scenario)
        cohorts = blocks[0].cohorts
        return Stream(made["id"], made["seed"], made["schedule"], cohorts, tuple(blocks), made["marks"])
    except (KeyError, TypeError, ValueError) as error:
        message = f"has marks of a stream that cannot be read: {error}"
        raise DataError(message, where=str(path), expected="the marks of write_stream") from error


def _with(block: Block, scenario: Scenario) -> Block:
    marks = {name: value for name, value in scenario.marks.items() if name not in (_STREAM, _BLOCK)}
    plain = replace(scenario, marks=marks)
    if marks["half"] == "exam":
        return replace(block, exam=(*block.exam, plain))
    return replace(block, train=(*block.train, plain))


def _block(number: int, stands: Mapping[str, Any]) -> Block:
    cohorts = tuple(_cohort_from_json(cohort) for cohort in stands["cohorts"])
    return Block(number, cohorts, stands["weights"], (), (), stands["drift"])


def _cohort_from_json(data: Mapping[str, Any]) -> Cohort:
    rules = tuple((style_attribute, setting) for style_attribute, setting in data["rules"])
    procedures = {domain: tuple(steps) for domain, steps in data["procedures"].items()}
    return Cohort(data["name"], rules, procedures, data["way"])
