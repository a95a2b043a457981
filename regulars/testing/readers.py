"""The contract of a data reader. `check_reader` checks any function from a file to scenarios."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from regulars import registry
from regulars.agents.cast import Cast
from regulars.envs import life_v0
from regulars.errors import DataError
from regulars.scenarios import Scenario, ScenarioOrigin, scenario_id, validate_scenario
from regulars.scenarios.files import scenario_from_json, scenario_to_json
from regulars.scenarios.kept import KeptScenarios
from regulars.scenarios.language.packs import ontology_of
from regulars.testing.contract import broken, obeying, require

STEPS = 300
"""The number of steps for which the first scenario is played."""

FOREIGN = ("[]", "{}", "3", '{"kind": "of another"}', "name,age\nIda,4\n", "\x00\x07")
"""Texts that a reader must refuse."""


def check_reader(path: str | Path, reader: str | Callable[[Path], Any]) -> None:
    """Checks that a data reader keeps the contract of the built-in readers.

    - It returns valid scenarios that can be written, read again and played.
    - Ids come from content, and do not contain gold answers or names. Ids of scenarios and probes are unique in the
      file; ids of persons, in their scenario.
    - A recorded scenario names the licence of its data in `marks`.
    - A file that is missing, empty, incomplete or of another format raises `DataError`, which names the file.

    Args:
        path: A small file that the reader can read.
        reader: A function from a path to a list of scenarios, or the name of a registered one.

    Raises:
        ContractError: The reader breaks the contract.

    Example:
        `check_reader("talks.json", my_format.read)`
    """
    place = Path(path).expanduser()
    name = reader if isinstance(reader, str) else getattr(reader, "__name__", type(reader).__name__)
    where = f"reader {name}"
    with obeying("reader.registered", where):
        read: Callable[[Path], Any] = registry.named("dataset", reader) if isinstance(reader, str) else reader
    scenarios = _scenarios(read, place, where)
    for number, scenario in enumerate(scenarios, 1):
        _is_sound(scenario, f"{where}, scenario {number}")
    _have_opaque_ids(scenarios, where)
    with tempfile.TemporaryDirectory(prefix="regulars-reader-") as folder:
        _come_from_content(read, place, scenarios, Path(folder), where)
        _refuses_bad_files(read, place, Path(folder), where)
    _can_be_played(scenarios[0], where)


def _scenarios(read: Callable[[Path], Any], place: Path, where: str) -> list[Scenario]:
    with obeying("reader.file", f"{where}, {place}"):
        scenarios = read(place)
    sound = isinstance(scenarios, (list, KeptScenarios)) and all(isinstance(one, Scenario) for one in scenarios)
    what = f"it returned {'an empty list' if sound else type(scenarios).__name__}"
    require(sound and bool(scenarios), "reader.scenarios", what, where)
    return list(scenarios)


def _is_sound(scenario: Scenario, where: str) -> None:
    problems = validate_scenario(scenario, ontology_of(scenario.language))
    more = f" and {len(problems) - 1} more" if len(problems) > 1 else ""
    require(not problems, "reader.sound", f"{problems[0]}{more}" if problems else "", where)
    with obeying("reader.writable", where):
        again = scenario_from_json(scenario_to_json(scenario))
    require(again == scenario, "reader.lossless", "the scenario changes when it is written and read again", where)
    licensed = scenario.source is not ScenarioOrigin.RECORDED or bool(scenario.marks.get("licence"))
    require(licensed, "reader.licence", "no licence is named", where)


def _have_opaque_ids(scenarios: list[Scenario], where: str) -> None:
    ids = [("scenario", one.id) for one in scenarios]
    ids += [("probe", probe.id) for one in scenarios for probe in one.probes]
    twice = [f"{kind} {id}" for (kind, id), count in Counter(ids).items() if count > 1]
    for scenario in scenarios:
        people_ids = Counter(person.id for person in scenario.persons)
        twice += [f"person {id} of scenario {scenario.id}" for id, count in people_ids.items() if count > 1]
    require(not twice, "reader.unique", f"{', '.join(twice[:3])} is the id of two", where)
    for scenario in scenarios:
        people = {person.name.casefold() for person in scenario.persons}
        for probe in scenario.probes:
            gold = probe.gold.casefold()
            is_opaque = len(gold) < 4 or gold not in probe.id.casefold()
            require(is_opaque, "reader.opaque", f"the id {probe.id!r} holds the gold answer {probe.gold!r}", where)
        for person in scenario.persons:
            is_opaque = not any(len(name) > 2 and name in person.id.casefold() for name in people)
            require(is_opaque, "reader.opaque", f"the id {person.id!r} holds a name", where)


def _come_from_content(
    read: Callable[[Path], Any], place: Path, scenarios: list[Scenario], folder: Path, where: str
) -> None:
    """Checks that a copy of the file gives the same scenarios."""
    copy = folder / f"another name{place.suffix}"
    copy.write_bytes(place.read_bytes())
    again = _scenarios(read, copy, where)
    what = "a copy of the file under another name gives other scenarios"
    require(_ids(again) == _ids(scenarios), "reader.content", what, where)


def _ids(scenarios: list[Scenario]) -> list[tuple[str, str, list[str]]]:
    return [(scenario_id(one), one.id, [probe.id for probe in one.probes]) for one in scenarios]


def _refuses_bad_files(read: Callable[[Path], Any], place: Path, folder: Path, where: str) -> None:
    for kind, bad in _bad_files(place, folder):
        said = f"{kind} ({bad.name})"
        try:
            read(bad)
        except DataError as error:
            is_helpful = bad.name in f"{error.where} {error.what}" and bool(error.expected or error.remedy)
            require(is_helpful, "reader.names_the_file", f"the error about {said} is {str(error)!r}", where)
        except Exception as error:
            raise broken("reader.refuses", f"{said} raises {type(error).__name__}: {error}", where) from error
        else:
            raise broken("reader.refuses", f"{said} is read", where)


def _bad_files(place: Path, folder: Path) -> Iterator[tuple[str, Path]]:
    """Paths that a reader must refuse, each with a description."""
    yield "a missing file", folder / f"missing{place.suffix}"
    inner = folder / f"folder{place.suffix}"
    inner.mkdir()
    yield "a folder", inner
    for number, (kind, content) in enumerate(_bad_contents(place)):
        bad = folder / f"bad{number}{place.suffix}"
        bad.write_bytes(content)
        yield kind, bad


def _bad_contents(place: Path) -> Iterator[tuple[str, bytes]]:
    yield "an empty file", b""
    yield "a packed file", b"\x1f\x8b\x08\x00\xff\xfe"
    for text in FOREIGN:
        yield f"a file that holds {text!r}", text.encode()
    if place.suffix in (".json", ".jsonl"):
        whole = place.read_bytes().rstrip()
        yield "a torn file", whole[:-1]
        yield "a torn file", whole[: max(1, whole.find(b"\n") if b"\n" in whole else len(whole)) // 2]


def _can_be_played(scenario: Scenario, where: str) -> None:
    with obeying("reader.playable", where):
        cast = Cast(life_v0.env(scenario=scenario, probes="end", max_steps=STEPS), assistant=lambda observation: "")
        cast.reset(seed=0)
        cast.run()
